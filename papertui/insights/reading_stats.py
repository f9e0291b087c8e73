"""Reading statistics: papers read and added each week, reading streak."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from papertui.insights.momentum import FOUR_WEEKS, Window, order_of, weekly
from papertui.library.contents import PaperRow
from papertui.model import Mark
from papertui.steps import finished
from papertui.text.dates import date_order

PAPERS_PER_STEP = 2_000
"""Number of papers counted between two pauses."""


@dataclass(frozen=True, slots=True)
class TopicReading:
    """Reading statistics of a topic."""

    name: str
    read: int
    """Number of papers read in the last four weeks."""
    unread: int


@dataclass(frozen=True, slots=True)
class ReadingFigures:
    """Reading statistics; days and weeks are in UTC, and weeks begin on Monday."""

    until: date
    """The day of the statistics."""
    read: tuple[int, ...]
    """Numbers of papers read in the last twelve weeks, oldest first; the last week ends today."""
    added: tuple[int, ...]
    """Numbers of papers added in the same weeks."""
    backlog: int
    """Number of unread papers that are not dismissed."""
    streak: int
    """Number of consecutive days with reading, up to today or yesterday."""
    topics: tuple[TopicReading, ...]
    """The topics read in the last four weeks, the most read first."""


def reading_figures(
    rows: Mapping[str, PaperRow], marks: Callable[[str], Mark], today: date
) -> ReadingFigures:
    """Return the statistics of all papers and their marks."""
    return finished(count_reading(rows, marks, today))


def count_reading(
    rows: Mapping[str, PaperRow], marks: Callable[[str], Mark], today: date
) -> Generator[None, None, ReadingFigures]:
    """Return the same as `reading_figures`, in steps of a few milliseconds."""
    window = Window(today)
    read: Counter[int] = Counter()
    added: Counter[str] = Counter()
    topics_read: Counter[str] = Counter()
    topics_left: Counter[str] = Counter()
    backlog = 0
    recent = order_of(today - timedelta(days=FOUR_WEEKS - 1))
    for number, (key, row) in enumerate(tuple(rows.items())):
        if number % PAPERS_PER_STEP == 0:
            yield
        mark = marks(key)
        added[row.added[:10]] += 1
        if mark.read_at is not None:
            order = date_order(mark.read_at[:10])
            read[order] += 1
            if order >= recent:
                topics_read.update(row.topics)
        elif not mark.dismissed:
            backlog += 1
            topics_left.update(row.topics)
    return ReadingFigures(
        today,
        weekly(window.daily(read.elements())),
        weekly(window.daily(date_order(day) for day in added.elements())),
        backlog,
        streak_of(read, today),
        tuple(TopicReading(name, count, topics_left[name]) for name, count in topics_read.most_common()),
    )


def streak_of(read: Mapping[int, int], today: date) -> int:
    """Return the reading streak in days, given the papers read on each `dates.date_order`.

    Today does not break a streak: with nothing read today, it ends yesterday.
    """
    day = today if read.get(order_of(today)) else today - timedelta(days=1)
    streak = 0
    while read.get(order_of(day)):
        streak += 1
        day -= timedelta(days=1)
    return streak
