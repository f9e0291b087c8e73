"""The sidebar of a large library measured: drawing, a mark with its repaint, counting between the keys, and M.

``python -m pytest -s -m bench tests/bench/bench_sidebar.py``

Papers come from where `bench_insights` takes them. Prints figures and never fails on time.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from papertui.insights.scope_counts import Overview
from papertui.library import Library
from papertui.model import EVERYTHING, Scope, ScopeKind
from papertui.ui.app import PapertuiApp
from papertui.ui.commands.annotating import toggle
from papertui.ui.dialogs.momentum import moving_of
from papertui.ui.main_screen import MainScreen
from tests.bench.bench_insights import papers, tell, timed

pytestmark = pytest.mark.bench

ROWS = 46
"""Rows of the sidebar that are in view."""


async def test_sidebar(tmp_path: Path) -> None:
    with Library.open(
        tmp_path / "library", seeds=False, clock=lambda: datetime(2026, 9, 1, tzinfo=UTC)
    ) as library:
        library.actions.change_papers("Put papers", {paper.key: paper for paper in papers()})
        library.saved_searches.save("left", "is:unread")
        for name in library.scopes.topics_by_size()[:5]:
            library.follow(Scope(ScopeKind.TOPIC, name))
        app = PapertuiApp(library)
        async with app.run_test(size=(160, ROWS + 3)) as pilot:
            screen = app.screen_stack[0]
            assert isinstance(screen, MainScreen)
            while not (library.index.ready and screen.panes.topics.overview.trends.ready):
                await pilot.pause(0.1)
            tell("sidebar drawn anew", [timed(lambda: _draw(screen)) for _ in range(20)])
            tell("mark and repaint", [timed(lambda: _mark(screen)) for _ in range(20)])
            tell("step of counting", _steps(library, screen.panes.topics.scopes))
            keys = tuple(library.contents.rows)
            tell(
                "M of the library",
                [
                    timed(lambda: moving_of(library, screen.panes.topics.overview.trends, EVERYTHING, keys))
                    for _ in range(5)
                ],
            )


def _draw(screen: MainScreen) -> None:
    screen.panes.topics.redraw()
    for row in range(ROWS):
        screen.panes.topics.render_line(row)


def _mark(screen: MainScreen) -> None:
    toggle(screen.controller, "star")
    for row in range(ROWS):
        screen.panes.topics.render_line(row)
        screen.panes.papers.render_line(row)


def _steps(library: Library, scopes: list[Scope]) -> list[float]:
    counting = Overview(library).renew(scopes)
    ended: list[bool | None] = [None]
    times: list[float] = []
    while not ended[-1]:
        times.append(timed(lambda: ended.append(next(counting, True))))
    return times
