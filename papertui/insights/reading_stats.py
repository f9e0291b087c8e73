"""The reader's own figures: what was read and added per week, what is left, and for how many days in a row."""

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
"""Papers counted between two pauses."""


@dataclass(frozen=True, slots=True)
class TopicReading:
    """What the reader did with the papers of a topic."""

    name: str
    read: int
    """Papers read in the last four weeks."""
    unread: int


@dataclass(frozen=True, slots=True)
class ReadingFigures:
    """What the reader did; days and weeks are those of UTC, and weeks begin on Monday."""

    until: date
    """The day that the figures are of."""
    read: tuple[int, ...]
    """Papers read in each of the last twelve weeks, oldest first; the last week ends today."""
    added: tuple[int, ...]
    """Papers that came into the library in the same weeks."""
    backlog: int
    """Papers unread and not dismissed."""
    streak: int
    """Days in a row, up to today or yesterday, on each of which something was read."""
    topics: tuple[TopicReading, ...]
    """The topics of which something was read in the last four weeks, the most read first."""


def reading_figures(
    rows: Mapping[str, PaperRow], marks: Callable[[str], Mark], today: date
) -> ReadingFigures:
    """Count what was read and added, given all papers and the mark of each."""
    return finished(count_reading(rows, marks, today))


def count_reading(
    rows: Mapping[str, PaperRow], marks: Callable[[str], Mark], today: date
) -> Generator[None, None, ReadingFigures]:
    """Return what `reading_figures` does, in steps of a few milliseconds."""
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
    """Return for how many days in a row something was read, given how much on each `dates.date_order`.

    A day that is not over breaks no streak: with nothing read today, it ends yesterday.
    """
    day = today if read.get(order_of(today)) else today - timedelta(days=1)
    streak = 0
    while read.get(order_of(day)):
        streak += 1
        day -= timedelta(days=1)
    return streak
