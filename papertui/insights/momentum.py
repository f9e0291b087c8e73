"""Momentum: recent papers of a scope, and their trend.

The windows end at the anchor, which they include: today, or the newest paper dated to the day where that is
more than four weeks old. Weeks begin on Monday, so the last of the twelve is cut off at the anchor. Windows are
about what was published: dismissing a paper does not change them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import chain
from math import ceil

from papertui.library.contents import Contents, Count, PaperRow
from papertui.model import Mark, Ranking
from papertui.steps import finished

WEEKS = 12
FOUR_WEEKS = 28
"""Length of a window, in days."""
BARS = "▁▂▃▄▅▆▇█"
ASCII_BARS = "_.:-=+*#"
_ALL = ("",)
"""The groups of papers that are counted as one."""
PAPERS_PER_STEP = 5_000
"""Number of papers counted between two pauses."""
_EARLIEST = 1500_00_00
"""The order of the earliest plausible anchor; earlier dates are misprints."""


@dataclass(frozen=True, slots=True)
class Momentum:
    """The papers of a group in the windows before an anchor."""

    anchor: date
    last: int = 0
    """Number of papers in the four weeks that end at the anchor."""
    previous: int = 0
    """Number of papers in the four weeks before."""
    weekly: tuple[int, ...] = (0,) * WEEKS
    """Numbers of papers in each week from Monday, oldest first; the last week ends at the anchor."""
    imprecise: int = 0
    """Number of papers dated only to the month or year or not at all, which are in no window."""
    share: float = 0.0
    """Percent of all papers of the last four weeks."""

    @property
    def change(self) -> int | None:
        """Change in percent from the four weeks before; None if there were no papers."""
        return round(100 * (self.last - self.previous) / self.previous) if self.previous else None

    @property
    def rises(self) -> bool:
        """Whether there were more papers than in the four weeks before."""
        return self.last > self.previous

    @property
    def sentence(self) -> str:
        """The momentum in words."""
        if not self.last and not self.previous:
            return "No papers in the last 8 weeks."
        count = f"{self.last:,} paper{'' if self.last == 1 else 's'} in the last 4 weeks"
        return f"{count} ({self._comparison}). {self.share:g}% of all new papers."

    @property
    def _comparison(self) -> str:
        if self.change is None:
            return "0 before"
        if self.last == self.previous:
            return "as many before"
        return f"{'up' if self.rises else 'down'} {abs(self.change):,}% on the 4 weeks before"


@dataclass(frozen=True, slots=True)
class Trend:
    """A scope with its number of papers and its momentum."""

    name: str
    count: Count
    momentum: Momentum

    def rank(self, ranking: Ranking) -> int:
        """Return the sort key in an order; equals are sorted by name."""
        match ranking:
            case Ranking.SIZE:
                return self.count.total
            case Ranking.UNREAD:
                return self.count.unread
            case Ranking.MOMENTUM:
                return self.momentum.last - self.momentum.previous
            case Ranking.HOT:
                return self.momentum.last * self.count.unread
            case Ranking.NAME:
                return 0


def ranked(trends: Iterable[Trend], ranking: Ranking) -> list[Trend]:
    """Return topics, authors or other scopes in an order."""
    return sorted(trends, key=lambda each: (-each.rank(ranking), each.name.casefold(), each.name))


def bars(weekly: Sequence[int], signs: str = BARS, *, at_least: int = 0) -> str:
    """Return figures as a sparkline with the given signs, from zero to the greatest figure.

    The last sign represents at least `at_least`, so that a single paper does not fill the column.
    """
    greatest = max([*weekly, at_least])
    return "".join(signs[ceil(figure * (len(signs) - 1) / greatest) if figure else 0] for figure in weekly)


class Window:
    """The days from the Monday eleven weeks before the week of the anchor to the anchor itself."""

    def __init__(self, anchor: date) -> None:
        self.anchor = anchor
        self.first = anchor - timedelta(days=anchor.weekday() + 7 * (WEEKS - 1))
        days = (anchor - self.first).days + 1
        self.places = {order_of(self.first + timedelta(days=day)): day for day in range(days)}
        """The number of each day within the window by its `dates.date_order`."""

    def momentum(self, orders: Iterable[int], imprecise: int, all_new: int | None = None) -> Momentum:
        """Return the momentum of papers with these dates and this number of imprecise ones.

        `all_new` is the number of papers of the whole library in the last four weeks; by default these papers.
        """
        daily = self.daily(orders)
        last, previous = sum(daily[-FOUR_WEEKS:]), sum(daily[-2 * FOUR_WEEKS : -FOUR_WEEKS])
        all_new = last if all_new is None else all_new
        share = round(100 * last / all_new, 1) if all_new else 0.0
        return Momentum(self.anchor, last, previous, weekly(daily), imprecise, share)

    def daily(self, orders: Iterable[int]) -> list[int]:
        """Return the number of dates on each day of the window; ignore those outside."""
        daily = [0] * len(self.places)
        for order in orders:
            place = self.places.get(order)
            if place is not None:
                daily[place] += 1
        return daily


class _Groups:
    """The dates in the windows and the number of imprecise ones, by group, such as a topic."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._dated: dict[str, list[int]] = {}
        self._imprecise: Counter[str] = Counter()

    def add(self, papers: Collection[tuple[int, Collection[str]]]) -> None:
        """Count papers, each given by its date and groups."""
        places, dated = self._window.places, self._dated
        for order, names in papers:
            if order in places:
                for name in names:
                    dated.setdefault(name, []).append(order)
        self._imprecise.update(chain.from_iterable(names for order, names in papers if not order % 100))

    def momenta(self, all_new: int | None = None) -> dict[str, Momentum]:
        """Return the momentum of every group with papers; for `all_new` see `Window.momentum`."""
        return {
            name: self._window.momentum(self._dated.get(name, ()), self._imprecise[name], all_new)
            for name in self._dated.keys() | self._imprecise
        }


class _Counted:
    """The momentum of all papers, of each topic and of each category on a day."""

    def __init__(self, today: date, window: Window) -> None:
        self.today = today
        self.window = window
        self.everything = Momentum(window.anchor)
        self.topics: dict[str, Momentum] = {}
        self.categories: dict[str, Momentum] = {}

    @classmethod
    def steps(cls, rows: Sequence[PaperRow], today: date) -> "Generator[None, None, _Counted]":
        """Count papers in steps of a few milliseconds."""
        counted = cls(today, Window(anchor_of({row.order for row in rows}, today)))
        everything, topics, categories = (_Groups(counted.window) for _ in range(3))
        for at in range(0, len(rows), PAPERS_PER_STEP):
            yield
            step = rows[at : at + PAPERS_PER_STEP]
            everything.add([(row.order, _ALL) for row in step])
            topics.add([(row.order, row.topics) for row in step])
            categories.add([(row.order, (row.category,)) for row in step])
        yield
        counted.everything = everything.momenta().get("", counted.everything)
        yield
        counted.topics = topics.momenta(counted.everything.last)
        yield
        counted.categories = categories.momenta(counted.everything.last)
        return counted


class Trends:
    """The momentum of every topic and category, recounted when papers change."""

    def __init__(self, contents: Contents, clock: Callable[[], datetime]) -> None:
        self._contents = contents
        self._clock = clock
        self._counted: _Counted | None = None
        self._revision = -1
        """The revision of the contents that was counted."""

    @property
    def ready(self) -> bool:
        """Whether all figures are counted; otherwise call `prepare`."""
        counted = self._counted is not None and self._counted.today == self._clock().date()
        return counted and self._revision == self._contents.revision

    @property
    def anchor(self) -> date:
        """The last day of all windows."""
        return self._now().window.anchor

    @property
    def everything(self) -> Momentum:
        """The momentum of the whole library."""
        return self._now().everything

    def topic(self, name: str) -> Momentum:
        """Return the momentum of a topic."""
        return self._now().topics.get(name) or Momentum(self.anchor)

    def category(self, name: str) -> Momentum:
        """Return the momentum of a category."""
        return self._now().categories.get(name) or Momentum(self.anchor)

    def of(self, keys: Iterable[str]) -> Momentum:
        """Return the momentum of some papers, such as those of an author; ignore unknown keys."""
        return finished(self.counting(tuple(keys)))

    def counting(self, keys: Sequence[str]) -> "Generator[None, None, Momentum]":
        """Return what `of` does, in steps of a few milliseconds."""
        rows, found = self._contents.rows, _Groups(self._now().window)
        for at in range(0, len(keys), PAPERS_PER_STEP):
            yield
            found.add([(rows[key].order, _ALL) for key in keys[at : at + PAPERS_PER_STEP] if key in rows])
        yield
        return found.momenta(self.everything.last).get("", Momentum(self.anchor))

    def topics(self) -> list[Trend]:
        """Return every topic of the library."""
        return [Trend(name, count, self.topic(name)) for name, count in self._contents.topics.items()]

    def grouped(
        self, groups: Iterable[tuple[str, Collection[str]]], mark: Callable[[str], Mark]
    ) -> list[Trend]:
        """Return the trends of groups, such as authors, given the key and the groups of each paper."""
        rows, found = self._contents.rows, _Groups(self._now().window)
        counts: dict[str, Count] = {}
        papers = [(rows[key].order, names, mark(key)) for key, names in groups if key in rows]
        for _, names, its_mark in papers:
            for name in names:
                counts.setdefault(name, Count()).add(its_mark)
        found.add([(order, names) for order, names, _ in papers])
        momenta, none = found.momenta(self.everything.last), Momentum(self.anchor)
        return [Trend(name, count, momenta.get(name, none)) for name, count in counts.items()]

    def prepare(self) -> Generator[None, None, None]:
        """Count the momentum in steps of a few milliseconds; afterwards all figures are ready."""
        while not self.ready:
            revision, today = self._contents.revision, self._clock().date()
            self._counted = yield from _Counted.steps(tuple(self._contents.rows.values()), today)
            self._revision = revision

    def _now(self) -> _Counted:
        if not self.ready:
            finished(self.prepare())
        assert self._counted is not None
        return self._counted


def weekly(daily: Sequence[int]) -> tuple[int, ...]:
    """Return the weekly sums of the daily figures of a window."""
    return tuple(sum(daily[7 * week : 7 * week + 7]) for week in range(WEEKS))


def order_of(day: date) -> int:
    """Return the `dates.date_order` of a day."""
    return day.year * 10_000 + day.month * 100 + day.day


def anchor_of(orders: Iterable[int], today: date) -> date:
    """Return the last day of the windows, given the `dates.date_order` of all papers.

    Dates after today are ignored: a misprinted year would empty every window.
    """
    limit = order_of(today)
    newest = max((order for order in orders if _EARLIEST <= order <= limit and order % 100), default=limit)
    day = date(newest // 10_000, newest // 100 % 100, 1) + timedelta(days=newest % 100 - 1)
    return day if (today - day).days > FOUR_WEEKS else today
