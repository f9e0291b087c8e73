"""Topics, authors, similar papers and questions measured.

``python -m pytest -s -m bench tests/bench/bench_insights.py``

PAPERTUI_BENCH_PAPERS names a file of papers, one JSON object a line; without it papers are made of invented words.
PAPERTUI_BENCH_SIZE says how many are taken. Prints figures and never fails on time.
"""

import gc
import json
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from papertui.insights.momentum import Trends
from papertui.insights.people import authors_in, other_names, person, topics_in
from papertui.insights.questions import ask
from papertui.insights.reading_stats import reading_figures
from papertui.insights.similar import similar
from papertui.library import Library
from papertui.model import Paper

pytestmark = pytest.mark.bench

SIZE = int(os.environ.get("PAPERTUI_BENCH_SIZE", "20000"))
TOPICS = 300
QUESTIONS = ("How are search agents rewarded?", "What does training cost?", "Which models translate speech?")


def test_figures(tmp_path: Path) -> None:
    with Library.open(
        tmp_path / "library", seeds=False, clock=lambda: datetime(2026, 9, 1, tzinfo=UTC)
    ) as library:
        library.actions.change_papers("Put papers", {paper.key: paper for paper in papers()})
        library.index.index()
        gc.collect()
        gc.freeze()
        keys = random.Random(1).sample(list(library.contents.rows), 40)
        topic = library.scopes.topics_by_size()[0]
        in_topic = list(library.contents.with_topic(topic))
        authors = [library.paper(key).authors[0] for key in keys]
        tell("count all weeks", [timed(lambda: _count(library)) for _ in range(5)])
        tell("longest step of it", [_longest_step(library) for _ in range(5)])
        tell(
            "sidebar of all topics", [timed(Trends(library.contents, library.clock).topics) for _ in range(5)]
        )
        tell(f"co-topics of {topic}", [timed(lambda: topics_in(library, in_topic))])
        tell(f"authors of {topic}", [timed(lambda: authors_in(library, in_topic))])
        tell("reading figures", [timed(lambda: _reading(library)) for _ in range(5)])
        tell("similar", [timed(partial(similar, library, key)) for key in keys])
        tell("ask", [timed(partial(ask, library, question)) for question in QUESTIONS])
        tell("author page", [timed(partial(person, library, name)) for name in authors])
        tell("other names", [timed(partial(other_names, library, name)) for name in authors])


def _count(library: Library) -> None:
    for _ in Trends(library.contents, library.clock).prepare():
        continue


def _longest_step(library: Library) -> float:
    steps = Trends(library.contents, library.clock).prepare()
    times = [timed(lambda: next(steps, None)) for _ in range(3 + SIZE // 5_000)]
    return max(times)


def _reading(library: Library) -> None:
    reading_figures(library.contents.rows, library.mark, date(2026, 9, 1))


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1_000 * (time.perf_counter() - start)


def tell(what: str, times: list[float]) -> None:
    print(f"{what:32} median {statistics.median(times):7.2f} ms   worst {max(times):7.2f} ms")


def papers() -> Iterator[Paper]:
    chance = random.Random(2)
    source = os.environ.get("PAPERTUI_BENCH_PAPERS")
    for number, (title, authors, abstract) in enumerate(
        islice(_read(Path(source)) if source else _made(), SIZE)
    ):
        day = date(2026, 8, 31) - timedelta(days=int(chance.expovariate(1 / 400)))
        topics = {f"Topic {int(chance.expovariate(5 / TOPICS)) % TOPICS}" for _ in range(3)}
        yield Paper(
            f"arxiv:2601.{number:06d}",
            title,
            authors,
            day.isoformat(),
            topics=tuple(topics),
            abstract=abstract,
        )


def _read(path: Path) -> Iterator[tuple[str, tuple[str, ...], str]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["title"], tuple(record["authors"]) or ("Nobody",), record.get("abstract") or ""


def _made() -> Iterator[tuple[str, tuple[str, ...], str]]:
    chance = random.Random(3)
    words = ["".join(chance.choices("abcdefghijklmnoprstuvw", k=chance.randint(3, 9))) for _ in range(30_000)]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    while True:
        text = chance.choices(words, weights, k=150)
        authors = tuple(f"{chance.choice(words)} {chance.choice(words[:500])}".title() for _ in range(4))
        yield " ".join(text[:9]), authors, ". ".join(" ".join(text[at : at + 20]) for at in range(9, 150, 20))
