"""The reader's own figures."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from papertui.insights.momentum import order_of
from papertui.insights.reading_stats import TopicReading, reading_figures, streak_of
from papertui.library import Library
from papertui.library.marks import DISMISS, READ

TODAY = date(2026, 8, 12)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.day = TODAY

    def __call__(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def read_library(folder: Path, clock: Clock) -> Iterator[Library]:
    """Return the seeds, added on a Sunday, with papers read today, yesterday and four weeks ago."""
    clock.day = date(2026, 7, 5)
    with Library.open(folder, clock=clock) as library:
        keys = sorted(library.contents.with_topic("RL for Tool Use"))
        for key, day in zip(
            keys, (TODAY, TODAY - timedelta(days=1), TODAY - timedelta(days=28)), strict=True
        ):
            clock.day = day
            library.apply(READ, [key])
        clock.day = TODAY
        yield library


def test_read_and_added_per_week_backlog_and_streak(read_library: Library) -> None:
    figures = reading_figures(read_library.contents.rows, read_library.mark, TODAY)
    assert figures.read == (0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2)
    assert figures.added == (0, 0, 0, 0, 0, 35, 0, 0, 0, 0, 0, 0)
    assert figures.backlog == 32
    assert figures.streak == 2
    assert TopicReading("RL for Tool Use", 2, 0) in figures.topics
    assert figures.topics[0] == TopicReading("LLM Agent Training", 2, 27)


def test_dismissed_papers_are_no_backlog(read_library: Library) -> None:
    read_library.apply(DISMISS, ["arxiv:2609.11042"])
    assert reading_figures(read_library.contents.rows, read_library.mark, TODAY).backlog == 31


@pytest.mark.parametrize(
    ("ages", "streak"), [((), 0), ((0,), 1), ((1, 2), 2), ((0, 1, 3), 2), ((2, 3), 0), ((0, 2), 1)]
)
def test_a_streak_ends_with_the_first_day_without_reading(ages: tuple[int, ...], streak: int) -> None:
    assert streak_of({order_of(TODAY - timedelta(days=age)): 1 for age in ages}, TODAY) == streak
