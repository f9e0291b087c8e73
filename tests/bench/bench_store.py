"""Figures of the store: ``python -m pytest -m bench -s tests/bench/bench_store.py``; none fails on time."""

import ast
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from papertui.store import Store, TableChange
from tests.faults.child import started

pytestmark = pytest.mark.bench
WORDS = (
    "training",
    "long",
    "horizon",
    "agents",
    "with",
    "sparse",
    "rewards",
    "and",
    "verifiable",
    "at",
    "scale",
)
MEMORY = """
import sys, time
from pathlib import Path
from papertui.store import Store
before = int(Path("/proc/self/statm").read_text().split()[1])
start = time.perf_counter()
store = Store.open(Path(sys.argv[1]))
taken = time.perf_counter() - start
after = int(Path("/proc/self/statm").read_text().split()[1])
print(f"open {taken:.3f} s, memory +{(after - before) * 4096 / 1e6:.0f} MB")
"""


def paper(number: int) -> dict[str, object]:
    """Return a record of about 1.2 kB."""
    words = [WORDS[(number * 7 + place * place) % len(WORDS)] for place in range(150)]
    return {
        "title": f"{' '.join(words[:9])} {number}",
        "authors": [f"Author {number * place % 9973}" for place in range(1, 6)],
        "date": "2026-08-06",
        "abstract": " ".join(words),
        "arxiv_id": f"2608.{number:05}",
    }


def timed(work: Callable[[], object], times: int) -> list[float]:
    """Return the milliseconds of each call, sorted."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return sorted(taken)


def sync_of_this_disk(folder: Path) -> list[float]:
    fd = os.open(folder / "floor", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def append() -> None:
        os.write(fd, b"x" * 200)
        os.fdatasync(fd)

    taken = timed(append, 2000)
    os.close(fd)
    return taken


@pytest.mark.parametrize("papers", [1000, 10_000, 100_000])
def test_marks_opening_and_compaction(tmp_path: Path, papers: int) -> None:
    keys = tuple(f"arxiv:2608.{number:05}" for number in range(papers))
    store = Store.open(tmp_path)
    records = [[TableChange("papers", (key,), paper(number))] for number, key in enumerate(keys)]
    start = time.perf_counter()
    for first in range(0, papers, 2000):
        store.papers.commit_many(records[first : first + 2000], sync=first + 2000 >= papers)
    imported = time.perf_counter() - start
    del records
    start = time.perf_counter()
    store.papers.compact()
    compacted = time.perf_counter() - start
    store.state.commit([TableChange("marks", keys, {"read_at": "2026-08-06T10:00:00.000Z"})])
    store.state.compact()
    numbers = iter(range(10_000))

    def mark() -> None:
        number = next(numbers)
        change = TableChange(
            "marks", (keys[number % papers],), {"starred_at": f"2026-08-07T10:00:00.{number:04}Z"}
        )
        entry = {"text": "Starred “Training Agents”", "at": "2026-08-07T10:00:00.000Z", "before": None}
        store.state.commit([change, TableChange("history", (f"{number:08}",), entry)])

    before = store.state._log.place.end
    marks = timed(mark, 2000)
    written = (store.state._log.place.end - before) / 2000
    floor = sync_of_this_disk(tmp_path)
    bulk = timed(lambda: store.state.commit([TableChange("marks", keys, {"read_at": "now"})]), 3)
    store.close()
    opened = subprocess.run(
        [sys.executable, "-c", MEMORY, str(tmp_path)], capture_output=True, text=True, check=True
    )
    print(
        f"\n{papers:,} papers: mark p50 {marks[1000]:.3f} p99 {marks[1980]:.3f} ms, {written:.0f} bytes;"
        f" one sync p50 {floor[1000]:.3f} p99 {floor[1980]:.3f} ms; mark all {bulk[1]:.0f} ms;"
        f" import {imported:.2f} s, compaction {compacted:.2f} s, {opened.stdout.strip()}"
    )


def test_three_processes_of_2000_marks(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    start = time.perf_counter()
    lost = 0
    with ExitStack() as stack:
        children = [stack.enter_context(started(tmp_path, "mark", f"{name}:2000")) for name in "abc"]
        said = [child.stdout.readline() for child in children if child.stdout]
    taken = time.perf_counter() - start
    reader = Store.open(tmp_path, read_only=True)
    for name, text in zip("abc", said, strict=True):
        for key, number in ast.literal_eval(text).items():
            lost += (reader.state.get("marks", key) or {}).get(name) != number
    reader.close()
    print(f"\n3 processes x 2,000 marks on 200 papers: {lost} of 600 final values lost, {taken:.1f} s")
    assert lost == 0


def test_memory_of_this_run() -> None:
    print(f"\npeak of this run {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
