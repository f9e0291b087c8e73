"""Scopes: the papers and counts of a topic, author, tag, saved search and so on."""

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from typing import TYPE_CHECKING

from papertui.library.contents import Contents, Count
from papertui.library.follows import Follows
from papertui.library.indexing import SMALL_LIBRARY, LibraryIndex
from papertui.library.records import Records
from papertui.library.saved_searches import SavedSearches
from papertui.model import Scope, ScopeKind
from papertui.steps import finished

if TYPE_CHECKING:
    from papertui.library.seeds import PublishedTopic

FREQUENT_AUTHORS = 30
"""Number of authors listed in the sidebar."""
PAPERS_PER_STEP = 250


class Scopes:
    """The papers of scopes, and the list of scopes."""

    def __init__(
        self,
        contents: Contents,
        records: Records,
        index: LibraryIndex,
        follows: Follows,
        saved_searches: SavedSearches,
    ) -> None:
        self._contents = contents
        self._records = records
        self._index = index
        self._follows = follows
        self._saved_searches = saved_searches
        self._frequent: dict[str, list[str]] | None = None

    def count(self, scope: Scope) -> Count:
        """Return the numbers of papers, unread and starred ones in a scope."""
        contents = self._contents
        match scope.kind:
            case ScopeKind.ALL:
                return contents.everything
            case ScopeKind.STARRED:
                return contents.starred
            case ScopeKind.TOPIC:
                return contents.topics.get(scope.name, Count())
            case ScopeKind.CATEGORY:
                return contents.categories.get(scope.name, Count())
            case ScopeKind.TAG:
                return contents.tags.get(scope.name, Count())
            case _:
                count = Count()
                for key in self.keys(scope):
                    count.add(contents.mark(key))
                return count

    def keys(self, scope: Scope) -> Iterable[str]:
        """Return the keys of a scope's papers, in no order."""
        rows, marks = self._contents.rows, self._contents.marks
        match scope.kind:
            case ScopeKind.ALL:
                return rows
            case ScopeKind.STARRED:
                return [key for key, mark in marks.items() if mark.starred and key in rows]
            case ScopeKind.TOPIC:
                return self._contents.with_topic(scope.name)
            case ScopeKind.TAG:
                return [key for key, mark in marks.items() if scope.name in mark.tags and key in rows]
            case ScopeKind.CATEGORY:
                return [key for key, row in rows.items() if row.category == scope.name]
            case ScopeKind.FOLLOWING:
                return {key for followed in self._follows.scopes for key in self.keys(followed)}
            case ScopeKind.SEARCH:
                query = self._saved_searches.query(scope.name) or ""
                return self._index.search(self._index.parse(query)).keys if query.strip() else ()
            case ScopeKind.AUTHOR:
                return self.papers_of(scope.name)
            case ScopeKind.AFFILIATION:
                return self._papers_naming(scope.name, "affiliations")

    def papers_changed(self) -> None:
        """Count the frequent authors of a small library again; those of a large one are counted at idle."""
        if len(self._contents) <= SMALL_LIBRARY:
            self._frequent = None

    def frequent_authors(self) -> list[str]:
        """Return the authors with the most papers, at least two; of a large library once they are counted."""
        if self._frequent is None and len(self._contents) <= SMALL_LIBRARY:
            finished(self.count_authors())
        return list(self._frequent or ())

    def count_authors(self) -> Generator[None, None, None]:
        """Find the authors with the most papers, in steps of a few milliseconds."""
        counts: Counter[str] = Counter()
        for number, (_, names) in enumerate(self._author_lists()):
            counts.update(names)
            if number % PAPERS_PER_STEP == 0:
                yield
        least = max(2, min(nlargest(FREQUENT_AUTHORS, counts.values()), default=0))
        often = sorted((-count, name) for name, count in counts.items() if count >= least)
        frequent: dict[str, list[str]] = {name: [] for _, name in often[:FREQUENT_AUTHORS]}
        for number, (key, names) in enumerate(self._author_lists()):
            for name in frequent.keys() & names:
                frequent[name].append(key)
            if number % PAPERS_PER_STEP == 0:
                yield
        self._frequent = frequent

    def papers_of(self, author: str) -> Sequence[str]:
        """Return the papers of an author, whose name is spelled exactly so."""
        known = (self._frequent or {}).get(author)
        if known is not None:
            return [key for key in known if key in self._contents.rows]
        return self._papers_naming(author, "authors")

    def tags_by_size(self) -> list[str]:
        """Return the reader's tags, those with the most papers first, equals by name."""
        return _by_size(self._contents.tags)

    def topics_by_size(self) -> list[str]:
        """Return the topics, those with the most papers first, equals by name."""
        return _by_size(self._contents.topics)

    def categories_by_size(self) -> list[str]:
        """Return the categories, those with the most papers first, equals by name."""
        return _by_size(self._contents.categories)

    def published(self, topic: str) -> "PublishedTopic | None":
        """Return the figures that a source published about a topic; None if there are none."""
        from papertui.library.seeds import published_topic  # noqa: PLC0415 - few lists show published figures

        document = self._records.topic(topic)
        return None if document is None else published_topic(document)

    def _author_lists(self) -> Iterator[tuple[str, Collection[str]]]:
        for key, document in self._records.documents():
            names = document.get("authors")
            yield key, frozenset(map(str, names)) if isinstance(names, list) else ()

    def _papers_naming(self, name: str, field: str) -> Sequence[str]:
        """Return the papers that list a name exactly; the index spares reading all records of a large library."""
        keys: Iterable[str] = self._contents.rows
        if len(self._contents) > SMALL_LIBRARY and self._index.ready:
            keys = self._index.holding(name)
        return [key for key in keys if name in self._records.names(key, field)]


def _by_size(counts: Mapping[str, Count]) -> list[str]:
    return sorted(counts, key=lambda name: (-counts[name].total, name.casefold()))
