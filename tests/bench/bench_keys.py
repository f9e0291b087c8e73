"""Key to repaint at a large library: ``python -m pytest -s -m bench tests/bench/bench_keys.py``.

PAPERTUI_BENCH_LIBRARY names a library, which is copied and stays as it is. A repaint is from the key until the
changed lines are rendered, without the timer that holds frames together. Prints figures and never fails on time.
"""

import asyncio
import os
import shutil
import statistics
import time
from pathlib import Path

import pytest

from papertui.library import Library
from papertui.model import EVERYTHING
from papertui.ui.app import PapertuiApp
from papertui.ui.main_screen import MainScreen
from papertui.ui.session import Session

pytestmark = pytest.mark.bench
TIMES, BULK_TIMES = 40, 3
ACTIONS = {
    "r": "run('read')",
    "s": "run('star')",
    "j": "run('down')",
    "Space": "run('select')",
    "n": "run('next-unread')",
    "d": "run('dismiss')",
}
BULK = {"V": "run('select-shown')", "A": "run('mark-shown-read')", "u": "run('undo')"}
"""V selects all, then A and u act; the next V lets go of all, and so on."""


Taken = tuple[float, float]
"""Milliseconds on the clock, and of this thread at work: on a busy machine the latter tells more."""


async def repaint(app: PapertuiApp, main: MainScreen, action: str) -> Taken:
    """Return how long it takes from an action until what it changed is rendered."""
    begun, worked = time.perf_counter(), time.thread_time()
    await main.run_action(action)
    pumps = (main, main.panes, *main.panes.in_order, app)
    while any(pump.message_queue_size for pump in pumps):  # noqa: ASYNC110 - the queues of Textual have no event
        await asyncio.sleep(0)
    main._compositor.update_widgets(main._dirty_widgets)
    update = main._compositor.render_update()
    if update is not None:
        app.console.render_lines(update)
    return (time.perf_counter() - begun) * 1e3, (time.thread_time() - worked) * 1e3


async def measure(library: Library) -> dict[str, list[Taken]]:
    """Press each key many times, and the keys for all papers a few times."""
    app = PapertuiApp(library)
    figures: dict[str, list[Taken]] = {}
    async with app.run_test(size=(120, 40)) as pilot:
        main = app.screen_stack[0]
        assert isinstance(main, MainScreen)
        await pilot.pause(0.5)
        for name, action in ACTIONS.items():
            figures[name] = []
            for _ in range(TIMES):
                figures[name].append(await repaint(app, main, action))
                await asyncio.sleep(0.02)
        for _ in range(BULK_TIMES):
            for name, action in BULK.items():
                figures.setdefault(name, []).append(await repaint(app, main, action))
                await pilot.pause(1.0)
    return figures


def test_key_to_repaint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Print median and worst of each key on the clock, and the median of work, in milliseconds."""
    source = os.environ.get("PAPERTUI_BENCH_LIBRARY", "")
    if not source:
        pytest.skip("PAPERTUI_BENCH_LIBRARY names no library")
    folder = tmp_path / "library"
    shutil.copytree(source, folder)
    Session().save(folder)
    with Library.open(folder) as library:
        count = len(library)
        figures = asyncio.run(measure(library))
        assert library.count(EVERYTHING).total == count
        library.settle()
    with capsys.disabled():
        print(f"\nkey to repaint, {count:,} papers (ms): median, worst, median of work")
        for name, taken in figures.items():
            clock, work = zip(*taken, strict=True)
            print(
                f"  {name:6} {statistics.median(clock):8.1f} {max(clock):8.1f} {statistics.median(work):8.1f}"
            )
