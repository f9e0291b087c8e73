"""What lists, counts and filters need to know of every paper, held in memory without the records themselves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import NamedTuple

from papertui.model import UNMARKED, Mark, Sort
from papertui.text.cleaning import fold
from papertui.text.dates import date_order, partial_date


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
    """How many papers there are, how many of them are unread and starred. Dismissed papers do not count."""

    total: int = 0
    unread: int = 0
    starred: int = 0

    def shift(self, change: "Count", times: int = 1) -> None:
        """Add the figures of another count, so many times."""
        self.total += times * change.total
        self.unread += times * change.unread
        self.starred += times * change.starred

    def add(self, mark: Mark, times: int = 1) -> None:
        """Count a paper with this mark, or with -1 times no longer count it."""
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


class Catalogue:
    """The columns of all papers, the counts of all topics, categories and tags, and the orders of lists."""

    def __init__(self, marks: Mapping[str, Mark]) -> None:
        self.rows: dict[str, PaperRow] = {}
        self.everything = Count()
        self.topics: dict[str, Count] = {}
        self.categories: dict[str, Count] = {}
        self.starred = Count()
        self.tags: dict[str, Count] = {}
        self._tagged: Counter[str] = Counter()
        self._marks = marks
        self._orders: dict[Sort, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def clear(self) -> None:
        """Forget all papers."""
        self.rows.clear()
        self.topics.clear()
        self.categories.clear()
        self.starred = Count()
        self.tags.clear()
        self._tagged.clear()
        self.everything = Count()
        self._orders.clear()

    def put(self, key: str, row: PaperRow) -> None:
        """Take in a paper, in place of what was known of it."""
        self.drop(key)
        self.rows[key] = row
        self._count(row, self._marks.get(key, UNMARKED), 1)
        self._orders.clear()

    def drop(self, key: str) -> None:
        """Forget a paper; an unknown one is no fault."""
        row = self.rows.pop(key, None)
        if row is None:
            return
        self._count(row, self._marks.get(key, UNMARKED), -1)
        for topic in row.topics:
            if not self.topics[topic].total and not self._has_papers(topic):
                del self.topics[topic]
        if row.category and not self.categories[row.category].total and not self._is_used(row.category):
            del self.categories[row.category]
        self._orders.clear()

    def remark(self, keys: Iterable[str], before: Mark, after: Mark) -> None:
        """Move the counts of papers that had the same mark to another one, which they have now."""
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
        """Return keys in an order; equals stand newest first, then by key."""
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
                marks = self._marks
                return sorted(ranked, key=lambda key: marks.get(key, UNMARKED).read)

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
        """Count what papers are found by because of their marks."""
        if mark.starred:
            self.starred.add(mark, times)
        for tag in mark.tags:
            self._count_tag(tag, mark, times)

    def _count_tag(self, tag: str, mark: Mark, times: int) -> None:
        """Count a tag that a paper has or no longer has; one that only dismissed papers have counts none of them."""
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
