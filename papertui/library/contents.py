"""Contents of the library in memory: columns of papers, marks, counts and orders."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import NamedTuple

from papertui.model import UNMARKED, Mark, Sort
from papertui.text.dates import date_order, partial_date
from papertui.text.folding import fold


class PaperRow(NamedTuple):
    """The columns of one paper: what it is sorted and counted by."""

    order: int
    """`dates.date_order` of its date."""
    title: str
    """The beginning of its folded title."""
    author: str
    """The beginning of its first author's folded surname."""
    category: str
    topics: tuple[str, ...]
    added: str


@dataclass(slots=True)
class Count:
    """Numbers of papers, of unread and of starred ones, without dismissed papers."""

    total: int = 0
    unread: int = 0
    starred: int = 0

    def shift(self, change: "Count", times: int = 1) -> None:
        """Add the figures of another count `times` times."""
        self.total += times * change.total
        self.unread += times * change.unread
        self.starred += times * change.starred

    def add(self, mark: Mark, times: int = 1) -> None:
        """Count a paper with this mark; -1 takes it back."""
        if mark.dismissed:
            return
        self.total += times
        self.unread += times * (not mark.read)
        self.starred += times * mark.starred


def row_of_document(document: Mapping[str, object]) -> PaperRow:
    """Return the columns of a stored paper without making a `Paper` of it."""
    title, authors, topics = document.get("title"), document.get("authors"), document.get("topics")
    return _row(
        str(title or document.get("abstract", "")),
        authors if isinstance(authors, list) else (),
        partial_date(document.get("date")),
        str(document.get("category", "")),
        topics if isinstance(topics, list) else (),
        str(document.get("added", "")),
    )


def _row(
    heading: str, authors: Sequence[object], date: str, category: str, topics: Sequence[object], added: str
) -> PaperRow:
    surname = str(authors[0]).rsplit(" ", 1)[-1] if authors else ""
    return PaperRow(
        date_order(date),
        fold(heading[:40])[:32],
        intern(fold(surname)[:20]),
        intern(category),
        tuple(intern(str(topic)) for topic in topics),
        intern(added),
    )


class Contents:
    """The columns and marks of all papers, the counts of topics, categories and tags, and the orders of lists.

    Every write to them goes through this class; records themselves are read from disk when they are shown.
    """

    def __init__(self) -> None:
        self.rows: dict[str, PaperRow] = {}
        self.marks: dict[str, Mark] = {}
        """Marks by key, also of papers that were deleted; unmarked papers may be absent."""
        self.everything = Count()
        self.topics: dict[str, Count] = {}
        self.categories: dict[str, Count] = {}
        self.starred = Count()
        self.tags: dict[str, Count] = {}
        self.revision = 0
        """Increases with every paper added, changed or removed, so that derived figures know when to start again."""
        self._tagged: Counter[str] = Counter()
        self._orders: dict[Sort, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def mark(self, key: str) -> Mark:
        """Return the mark of a paper; an empty one if the paper is unknown."""
        return self.marks.get(key, UNMARKED)

    def set_marks(self, keys: Sequence[str], before: Mark, after: Mark) -> None:
        """Replace the mark of papers that share the mark `before`."""
        self.marks.update(dict.fromkeys(keys, after))
        self._recount(keys, before, after)

    def group_by_mark(self, keys: Iterable[str]) -> dict[Mark, list[str]]:
        """Return keys grouped by their mark."""
        groups: dict[Mark, list[str]] = {}
        last, group = None, []
        for key in keys:
            mark = self.marks.get(key, UNMARKED)
            if mark is not last:  # neighbours often share one mark, and identity is cheaper than equality
                last, group = mark, groups.setdefault(mark, [])
            group.append(key)
        return groups

    def put(self, key: str, row: PaperRow) -> None:
        """Add a paper, or replace its columns."""
        self.drop(key)
        self.rows[key] = row
        self._count(row, self.mark(key), 1)
        self._orders.clear()
        self.revision += 1

    def drop(self, key: str) -> None:
        """Remove a paper if it is there."""
        row = self.rows.pop(key, None)
        if row is None:
            return
        self._count(row, self.mark(key), -1)
        self.revision += 1
        for topic in row.topics:
            if not self.topics[topic].total and not self._has_papers(topic):
                del self.topics[topic]
        if row.category and not self.categories[row.category].total and not self._is_used(row.category):
            del self.categories[row.category]
        self._orders.clear()

    def _recount(self, keys: Iterable[str], before: Mark, after: Mark) -> None:
        """Move the counts of papers from one mark to another."""
        change = Count()
        change.add(before, -1)
        change.add(after)
        rows = [row for key in keys if (row := self.rows.get(key)) is not None]
        self.everything.shift(change, len(rows))
        self._count_marks(before, -len(rows))
        self._count_marks(after, len(rows))
        for row in rows:
            for topic in row.topics:
                self.topics[topic].shift(change)
            if row.category:
                self.categories[row.category].shift(change)

    def order(self, sort: Sort) -> tuple[str, ...]:
        """Return the keys of all papers in an order that depends on papers alone, not on marks."""
        known = self._orders.get(sort)
        if known is None:
            known = self._orders[sort] = tuple(self.sorted(self.rows, sort))
        return known

    def sorted(self, keys: Iterable[str], sort: Sort) -> list[str]:
        """Return keys in an order; equals are ordered newest first, then by key."""
        rows = self.rows
        ranked = sorted(sorted(keys), key=lambda key: rows[key].order, reverse=True)
        match sort:
            case Sort.NEWEST:
                return ranked
            case Sort.OLDEST:
                return sorted(ranked, key=lambda key: rows[key].order or 99_999_999)
            case Sort.TITLE:
                return sorted(ranked, key=lambda key: rows[key].title)
            case Sort.AUTHOR:
                return sorted(ranked, key=lambda key: rows[key].author or "\uffff")
            case Sort.ADDED:
                return sorted(ranked, key=lambda key: rows[key].added, reverse=True)
            case Sort.UNREAD:
                return sorted(ranked, key=lambda key: self.mark(key).read)

    def topics_of(self, keys: Iterable[str]) -> frozenset[str]:
        """Return the topics of some papers."""
        rows = self.rows
        return frozenset(topic for key in keys if key in rows for topic in rows[key].topics)

    def with_topic(self, topic: str) -> Iterator[str]:
        """Yield the keys of the papers filed under a topic."""
        return (key for key, row in self.rows.items() if topic in row.topics)

    def _count(self, row: PaperRow, mark: Mark, times: int) -> None:
        self.everything.add(mark, times)
        for topic in row.topics:
            count = self.topics.get(topic)
            if count is None:
                count = self.topics[topic] = Count()
            count.add(mark, times)
        if row.category:
            count = self.categories.get(row.category)
            if count is None:
                count = self.categories[row.category] = Count()
            count.add(mark, times)
        self._count_marks(mark, times)

    def _count_marks(self, mark: Mark, times: int) -> None:
        """Count the starred papers and those of each tag."""
        if mark.starred:
            self.starred.add(mark, times)
        for tag in mark.tags:
            self._count_tag(tag, mark, times)

    def _count_tag(self, tag: str, mark: Mark, times: int) -> None:
        """Count one tag; a tag that only dismissed papers have keeps a count of zero."""
        self._tagged[tag] += times
        if self._tagged[tag]:
            self.tags.setdefault(tag, Count()).add(mark, times)
        else:
            del self._tagged[tag]
            self.tags.pop(tag, None)

    def _has_papers(self, topic: str) -> bool:
        return next(self.with_topic(topic), None) is not None

    def _is_used(self, category: str) -> bool:
        return any(row.category == category for row in self.rows.values())
