"""The search measured beside its rivals: ``python -m pytest -s -m bench tests/bench/bench_search.py``.

PAPERTUI_BENCH_PAPERS names a file of papers, one JSON object a line, gzip or plain, with ``title``,
``authors``, ``abstract`` and ``year``; without it papers are made of invented words. PAPERTUI_BENCH_SIZES
(``1000,10000``) says how many are taken. Prints figures and never fails on time.
"""

import gc
import gzip
import json
import os
import random
import resource
import shutil
import sqlite3
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from papertui.query import parse_query
from papertui.search import Document, Hits, SearchIndex

pytestmark = pytest.mark.bench

SIZES = [int(size) for size in os.environ.get("PAPERTUI_BENCH_SIZES", "1000,10000").split(",")]
QUERIES = 200
KEYSTROKE_QUERIES = 100
SLOW_QUERIES = 40


@pytest.fixture(params=SIZES)
def papers(request: pytest.FixtureRequest) -> list[Document]:
    source = os.environ.get("PAPERTUI_BENCH_PAPERS")
    documents = _read(Path(source)) if source else _invented()
    return list(islice(documents, request.param))


def _read(path: Path) -> Iterator[Document]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for number, line in enumerate(lines):
            paper = json.loads(line)
            yield Document(
                str(number),
                paper["title"],
                tuple(paper["authors"]),
                abstract=paper.get("abstract") or "",
                venue=paper.get("venue") or "",
                order=int(paper.get("year") or 0) * 10_000,
            )


def _invented() -> Iterator[Document]:
    """Make papers of words whose frequencies fall as 1 / rank, as those of a language do."""
    chance = random.Random(1)
    syllables = ["ba", "co", "den", "fi", "gra", "lo", "mer", "ne", "pli", "ro", "sta", "tion", "ul", "ver"]
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 5))) for _ in range(30_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    for number in range(200_000):
        text = chance.choices(words, weights, k=160)
        authors = (chance.choice(words).title(), chance.choice(words).title())
        yield Document(str(number), " ".join(text[:10]), authors, abstract=" ".join(text[10:]), order=number)


def _queries(papers: list[Document], count: int) -> list[tuple[str, set[str]]]:
    """Return queries of three title words, every other one misspelt, with the keys of the papers that fit."""
    chance = random.Random(2)
    titles = {paper.key: set(paper.title.lower().split()) for paper in papers}
    made: list[tuple[str, set[str]]] = []
    while len(made) < count:
        paper = chance.choice(papers)
        words = [word for word in paper.title.lower().split() if word.isalnum() and len(word) > 4]
        if len(words) < 3:
            continue
        typed = chance.sample(words, 3)
        fitting = {key for key, title in titles.items() if title.issuperset(typed)}
        if len(made) % 2:
            at = chance.randrange(1, len(typed[0]) - 1)
            typed[0] = typed[0][:at] + typed[0][at + 1 :]
        made.append((" ".join(typed), fitting))
    return made


def _ask(index: SearchIndex, text: str, limit: int = 200) -> Hits:
    return index.search(parse_query(text, now=date(2026, 8, 8)), limit=limit)


def _spread(times: list[float]) -> str:
    """Return median, 99th percentile and maximum in milliseconds."""
    ordered = sorted(1_000 * each for each in times)
    return (
        f"median {statistics.median(ordered):.2f} ms, p99 {ordered[int(len(ordered) * 0.99)]:.1f} ms, "
        f"worst {ordered[-1]:.1f} ms"
    )


def _built_in_steps(papers: list[Document]) -> tuple[SearchIndex, float]:
    """Return an index and the longest step of its build in milliseconds."""
    steps, longest, before = SearchIndex.build_steps(papers), 0.0, time.thread_time()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value, longest * 1_000
        longest, before = max(longest, time.thread_time() - before), time.thread_time()


def test_build_load_and_keystrokes(papers: list[Document], tmp_path: Path) -> None:
    gc.collect()
    gc.freeze()
    start = time.perf_counter()
    index, longest = _built_in_steps(papers)
    print(
        f"\n{len(papers):,} papers: build {time.perf_counter() - start:.2f} s, longest step {longest:.0f} ms"
    )
    path = tmp_path / "search.index"
    index.save(path, "bench")
    start = time.perf_counter()
    loaded = SearchIndex.load(path, "bench")
    print(f"  load {(time.perf_counter() - start) * 1e3:.0f} ms, file {path.stat().st_size / 1e6:.1f} MB")
    assert loaded is not None
    times = []
    for text, _ in _queries(papers, KEYSTROKE_QUERIES):
        for end_of_typed in range(1, len(text) + 1):
            start = time.thread_time()
            _ask(loaded, text[:end_of_typed])
            times.append(time.thread_time() - start)
    print(f"  {len(times):,} keystrokes: {_spread(times)}")
    print(f"  peak memory of the process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def test_rivals(papers: list[Document]) -> None:
    queries = _queries(papers, QUERIES)
    print(f"\n{len(papers):,} papers, {len(queries)} queries of three title words, half of them misspelt")
    index = SearchIndex.build(papers)
    _report("papertui", queries, lambda text: _ask(index, text, 10).keys)
    print(f"  and the first {SLOW_QUERIES} of them:")
    few = queries[:SLOW_QUERIES]
    _report("papertui", few, lambda text: _ask(index, text, 10).keys)
    _report("rapidfuzz token_set_ratio", few, _rapidfuzz(papers))
    _report("SQLite FTS5 trigram", few, _trigrams(papers))
    if shutil.which("fzf"):
        _report("fzf --filter", few, _fzf(papers))


def _report(name: str, queries: list[tuple[str, set[str]]], find: Callable[[str], tuple[str, ...]]) -> None:
    times, found = [], 0
    for text, fitting in queries:
        start = time.perf_counter()
        found += not fitting.isdisjoint(find(text)[:10])
        times.append(time.perf_counter() - start)
    print(f"  {name:26} recall@10 {found / len(queries):.3f}, {_spread(times)}")


def _rapidfuzz(papers: list[Document]) -> Callable[[str], tuple[str, ...]]:
    from rapidfuzz import fuzz, process

    lines = {paper.key: f"{paper.title} {' '.join(paper.authors)}".lower() for paper in papers}
    return lambda text: tuple(
        key for *_, key in process.extract(text, lines, scorer=fuzz.token_set_ratio, limit=10)
    )


def _trigrams(papers: list[Document]) -> Callable[[str], tuple[str, ...]]:
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE papers USING fts5(key UNINDEXED, title, authors, abstract, tokenize=trigram)"
    )
    rows = ((paper.key, paper.title, " ".join(paper.authors), paper.abstract) for paper in papers)
    database.executemany("INSERT INTO papers VALUES (?, ?, ?, ?)", rows)

    def find(text: str) -> tuple[str, ...]:
        grams = {word[at : at + 3] for word in text.split() for at in range(len(word) - 2)}
        wanted = " OR ".join(f'"{gram}"' for gram in sorted(grams))
        rows = database.execute(
            "SELECT key FROM papers WHERE papers MATCH ? ORDER BY bm25(papers, 0, 4, 2, 1) LIMIT 10",
            (wanted,),
        )
        return tuple(key for (key,) in rows)

    return find


def _fzf(papers: list[Document]) -> Callable[[str], tuple[str, ...]]:
    lines = "\n".join(f"{paper.key}\t{paper.title} {' '.join(paper.authors)}" for paper in papers)

    def find(text: str) -> tuple[str, ...]:
        result = subprocess.run(
            ["fzf", "--filter", text, "--delimiter", "\t", "--nth", "2.."],
            input=lines,
            capture_output=True,
            text=True,
            check=False,
        )
        return tuple(line.partition("\t")[0] for line in result.stdout.splitlines()[:10])

    return find
