"""Every figure that papertui is to hold, each beside its floor, in one run.

``nice python -m pytest -m bench -s tests/bench/bench_design.py``. PAPERTUI_BENCH_SIZE says how large the large library
is, 100,000 papers without it, which takes some ten minutes; PAPERTUI_BENCH_PAPERS names a file with real papers, one
JSON object a line. Prints figures and never fails on time.
"""

import asyncio
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from textual.widget import Widget

from papertui.library import Library
from papertui.library.marks import STAR
from papertui.model import View
from papertui.search import Document
from papertui.ui.app import PapertuiApp
from papertui.ui.commands.annotating import toggle
from papertui.ui.main_screen import MainScreen
from tests.bench.bench_search import _invented, _queries, _read
from tests.bench.bench_start import FLOOR, compare
from tests.bench.bench_store import sync_of_this_disk, timed
from tests.terminal import Terminal

if TYPE_CHECKING:
    from textual._compositor import CompositorUpdate

pytestmark = pytest.mark.bench
SIZE = int(os.environ.get("PAPERTUI_BENCH_SIZE", "100000"))
PAPERTUI = [sys.executable, "-m", "papertui", "--library"]
INDEXED = """
import sys
from pathlib import Path
from papertui.library import Library
with Library.open(Path(sys.argv[1])) as library:
    for _ in library.index.prepare():
        continue
    library.find("agent")
    print(next(line.split()[1] for line in Path("/proc/self/status").open() if line.startswith("VmRSS")))
"""


def row(what: str, floor: str, ours: str, ratio: str = "") -> None:
    """Print one figure."""
    print(f"{what:<46} {floor:>26} {ours:>30} {ratio:>9}")


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with the papers of the large library."""
    named = os.environ.get("PAPERTUI_BENCH_PAPERS")
    path = tmp_path_factory.mktemp("papers") / "papers.jsonl"
    with path.open("w") as file:
        for number, one in enumerate(islice(_read(Path(named)) if named else _invented(), SIZE)):
            record = {
                "arxiv_id": f"{2001 + number // 90_000:04}.{number % 90_000 + 1:05}",
                "title": one.title,
                "authors": list(one.authors),
                "abstract": one.abstract,
                "date": f"20{number % 26:02}-{number % 12 + 1:02}",
                "topics": [f"Topic {number % 300}"],
            }
            file.write(json.dumps(record) + "\n")
    return path


@pytest.fixture(scope="module")
def large(papers: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a large library, with its search index kept, and print how long the import took."""
    print(f"\n{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    row("what", "floor", "ours", "ratio")
    folder = tmp_path_factory.mktemp("large") / "library"
    begun = time.perf_counter()
    subprocess.run(
        [*PAPERTUI, str(folder), "--empty", "import", str(papers)], check=True, capture_output=True
    )
    row(f"import of {SIZE:,} JSONL records", "goal 15 s", f"{time.perf_counter() - begun:.1f} s")
    begun = time.perf_counter()
    told = subprocess.run(
        [sys.executable, "-c", INDEXED, str(folder)], check=True, capture_output=True, text=True
    )
    raw = papers.stat().st_size / 1e6
    row(
        f"memory, {SIZE:,} papers with their index",
        f"raw JSON {raw:.0f} MB, goal 450",
        f"{int(told.stdout) / 1024:.0f} MB ({time.perf_counter() - begun:.0f} s to make)",
    )
    return folder


def test_start(large: Path, tmp_path: Path) -> None:
    for name, folder, mark in (
        ("35", tmp_path / "seeds", b"FlowBalance"),
        (f"{SIZE:,}", large, b"All papers"),
    ):
        compare_once = [*PAPERTUI, str(folder)]
        subprocess.run([*compare_once, "list", "--limit", "1"], check=True, capture_output=True)
        floor, ours = compare(compare_once, mark)
        row(
            f"start to first paint, {name} papers",
            f"{floor * 1e3:.0f} ms",
            f"{ours * 1e3:.0f} ms",
            f"{ours / floor:.2f}",
        )
    begun = time.perf_counter()
    with Terminal([*PAPERTUI, str(large)]) as terminal:
        terminal.until(f"{SIZE:,} papers")
        row(f"list filled, {SIZE:,} papers", "goal 1500 ms", f"{(time.perf_counter() - begun) * 1e3:.0f} ms")


def test_listing_in_the_shell(tmp_path: Path) -> None:
    command = [*PAPERTUI, str(tmp_path / "seeds"), "list"]
    subprocess.run(command, check=True, capture_output=True)
    floor, ours = (
        statistics.median(timed(partial(subprocess.run, words, check=True, capture_output=True), 15))
        for words in ([sys.executable, "-c", "pass"], command)
    )
    row("papertui list, 35 papers", f"{floor:.0f} ms, goal +120", f"{ours:.0f} ms", f"+{ours - floor:.0f} ms")


def resident(command: Sequence[str], mark: str) -> float:
    """Return the MB that a program on a terminal has in memory once it has shown something."""
    with Terminal(command) as terminal:
        terminal.until(mark)
        lines = Path(f"/proc/{terminal.pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


def test_memory_of_a_small_library(tmp_path: Path) -> None:
    floor = resident(FLOOR, "three")
    ours = resident([*PAPERTUI, str(tmp_path / "seeds")], "Welcome")
    row("memory, 35 papers", f"{floor:.0f} MB, goal +20", f"{ours:.0f} MB", f"+{ours - floor:.0f} MB")


def test_marks_on_disk(large: Path, tmp_path: Path) -> None:
    floor = sync_of_this_disk(tmp_path)
    with Library.open(large) as library:
        keys = iter(list(library.contents.rows)[:500])
        journal = max(large.glob("state.json.*.log"), key=lambda path: path.stat().st_mtime)
        before = journal.stat().st_size

        def mark() -> None:
            library.apply(STAR, [next(keys)])
            library.settle()

        taken = timed(mark, 500)
        written = (journal.stat().st_size - before) / 500
    sync, ours = statistics.median(floor), statistics.median(taken)
    row(
        "mark one paper, durable",
        f"sync {sync:.2f} ms, goal +1",
        f"{ours:.2f} ms, {written:.0f} bytes",
        f"+{ours - sync:.2f} ms",
    )


def test_search(large: Path) -> None:
    with Library.open(large) as library:
        library.index.load()
        for _ in library.index.prepare():
            continue
        known = random.Random(3).sample(list(library.contents.rows), min(SIZE, 5_000))
        queries = _queries([Document(key, library.paper(key).title, ()) for key in known], 400)
        strokes, places = [], []
        for text, fitting in queries:
            for end in range(1, len(text) + 1):
                begun = time.thread_time()
                found = library.listing(View(query=text[:end]))
                strokes.append((time.thread_time() - begun) * 1e3)
            places.append(next((place for place, key in enumerate(found.keys) if key in fitting), 1_000))
    strokes.sort()
    row(
        f"search keystroke, {SIZE:,} papers ({len(strokes):,})",
        "goal 1.5 and 12 ms",
        f"median {statistics.median(strokes):.2f}, p99 {strokes[int(len(strokes) * 0.99)]:.1f} ms",
    )
    recall = [sum(place < limit for place in places) / len(places) for limit in (10, 1)]
    row(
        f"known items, half misspelt ({len(places)})",
        "goal 0.995 and 0.98",
        f"recall@10 {recall[0]:.3f}, @1 {recall[1]:.3f}",
    )


async def test_keys_on_the_screen(large: Path) -> None:
    with Library.open(large) as library:
        app = PapertuiApp(library)
        async with app.run_test(size=(120, 40)) as pilot:
            stalls: list[float] = []
            watching = asyncio.create_task(_watch(stalls))
            await pilot.pause(1)
            main = app.screen_stack[0]
            assert isinstance(main, MainScreen)
            marks = []
            for _ in range(100):
                marks.append(_repaint(app, lambda: toggle(main.controller, "star")))
                await pilot.pause()
            for keys in (
                ["slash", *"agent training"],
                ["escape"],
                ["A"],
                ["u"],
                ["G"],
                ["g"],
                ["right_square_bracket"],
            ):
                await pilot.press(*("space" if key == " " else key for key in keys))
                await pilot.pause(0.3)
            watching.cancel()
    marks.sort()
    row(
        f"mark one of {SIZE:,}: key to repaint",
        "goal 5 ms",
        f"median {marks[50]:.1f}, p99 {marks[98]:.1f} ms",
    )
    row("longest stall of the event loop", "goal 50 ms", f"{max(stalls):.0f} ms")


def _repaint(app: PapertuiApp, action: Callable[[], None]) -> float:
    """Return the milliseconds that an action and the drawing of all that it changed take."""
    begun = time.perf_counter()
    action()
    compositor = app.screen._compositor
    compositor.update_widgets(
        {widget for widget in app.screen.walk_children(Widget) if widget._repaint_required}
    )
    update = cast("CompositorUpdate", compositor.render_update())
    update.render_segments(app.console)
    return (time.perf_counter() - begun) * 1e3


async def _watch(stalls: list[float]) -> None:
    """Note for how many milliseconds the event loop did not come round, again and again."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(0)
        stalls.append((time.perf_counter() - begun) * 1e3)
        await asyncio.sleep(0.001)
