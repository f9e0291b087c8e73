"""The half of the library that answers: papers, marks, counts and lists, all from memory."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from heapq import nlargest
from typing import TYPE_CHECKING

from papertui.documents import identifying_paper
from papertui.errors import UnknownKeyError
from papertui.library.contents import Catalogue, Count, row_of_document
from papertui.library.indexing import SMALL_LIBRARY, Finder
from papertui.library.listing import Listing
from papertui.library.marks import mark_from_fields
from papertui.library.records import PaperTable
from papertui.model import UNMARKED, Mark, Paper, Scope, ScopeKind, Sort, View
from papertui.store import Store
from papertui.text.identifiers import parse_key
from papertui.text.tex import tex_to_text

if TYPE_CHECKING:
    from papertui.insights.momentum import Trends
    from papertui.library.duplicates import Identities
    from papertui.library.seeds import PublishedTopic
    from papertui.query import Completion, Query
    from papertui.search import Hits
    from papertui.search.why import Why

MARKS, TOPICS = "marks", "topics"
FREQUENT_AUTHORS = 30
_STEP = 250
NAMED = 44
"""So many characters of a title name a paper; the way back is to fit beside it in 80 columns."""
RANKED = 1_000
"""So many papers of a search by words are listed, best first; all are counted."""


@dataclass(frozen=True, slots=True)
class Found:
    """The papers that match a query, best first, and what is wrong with the query."""

    keys: tuple[str, ...]
    complaints: tuple[str, ...] = ()
    explain: "Callable[[str], Why | None]" = field(default=lambda _: None, repr=False, compare=False)
    """Why a paper matches."""


class Answers:
    """Papers and the marks on them, and everything that can be asked about both."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self.clock = clock
        self._marks: dict[str, Mark] = {}
        self._frequent: dict[str, list[str]] | None = None
        self.catalogue = Catalogue(self._marks)
        self.papers = PaperTable(store.papers)
        self.finder = Finder(self.papers, self.catalogue, self._marks, clock, store.folder / "search.cache")
        self._load()

    def __len__(self) -> int:
        return len(self.catalogue)

    def __contains__(self, key: object) -> bool:
        return key in self.catalogue.rows

    def paper(self, key: str) -> Paper:
        """Return a paper by its key, or by a key that it had before it was merged. Raises UnknownKeyError."""
        return self.papers.paper(self.resolve(key))

    def mark(self, key: str) -> Mark:
        """Return what the reader did to a paper; nothing where it is unknown."""
        return self._marks.get(key, UNMARKED)

    def resolve(self, text: str) -> str:
        """Return the key that a key, id, DOI or address stands for. Raises UnknownKeyError."""
        if text in self.catalogue.rows:
            return text
        key = parse_key(text) or text
        key = self.papers.alias(key) or key
        if key not in self.catalogue.rows:
            raise UnknownKeyError(f"No paper of the library has the key {text}.")
        return key

    def count(self, scope: Scope) -> Count:
        """Return how many papers a scope has, and how many of them are unread and starred."""
        match scope.kind:
            case ScopeKind.ALL:
                return self.catalogue.everything
            case ScopeKind.STARRED:
                return self.catalogue.starred
            case ScopeKind.TOPIC:
                return self.catalogue.topics.get(scope.name, Count())
            case ScopeKind.CATEGORY:
                return self.catalogue.categories.get(scope.name, Count())
            case ScopeKind.TAG:
                return self.catalogue.tags.get(scope.name, Count())
            case _:
                count = Count()
                for key in self.scope_keys(scope):
                    count.add(self.mark(key))
                return count

    def scope_keys(self, scope: Scope) -> Iterable[str]:
        """Return the keys of a scope's papers, in no order."""
        match scope.kind:
            case ScopeKind.ALL:
                return self.catalogue.rows
            case ScopeKind.STARRED:
                return [
                    key for key, mark in self._marks.items() if mark.starred and key in self.catalogue.rows
                ]
            case ScopeKind.TOPIC:
                return self.catalogue.with_topic(scope.name)
            case ScopeKind.TAG:
                return [
                    key
                    for key, mark in self._marks.items()
                    if scope.name in mark.tags and key in self.catalogue.rows
                ]
            case ScopeKind.CATEGORY:
                return [key for key, row in self.catalogue.rows.items() if row.category == scope.name]
            case ScopeKind.FOLLOWING:
                return {key for followed in self.followed_scopes() for key in self.scope_keys(followed)}
            case ScopeKind.SEARCH:
                query = self.finder.saved(scope.name) or ""
                return self.finder.search(self.finder.parse(query)).keys if query.strip() else ()
            case ScopeKind.AUTHOR:
                return self._papers_of(scope.name)
            case ScopeKind.AFFILIATION:
                return self._papers_naming(scope.name, "affiliations")

    def frequent_authors(self) -> list[str]:
        """Return the authors with the most papers, of at least two; of a large library once they are counted."""
        if self._frequent is None and len(self.catalogue) <= SMALL_LIBRARY:
            for _ in self.count_authors():
                continue
        return list(self._frequent or ())

    def count_authors(self) -> Iterator[None]:
        """Find the authors with the most papers, in steps of a few milliseconds."""
        counts: Counter[str] = Counter()
        for number, (_, names) in enumerate(self._author_lists()):
            counts.update(names)
            if number % _STEP == 0:
                yield
        least = max(2, min(nlargest(FREQUENT_AUTHORS, counts.values()), default=0))
        often = sorted((-count, name) for name, count in counts.items() if count >= least)
        frequent: dict[str, list[str]] = {name: [] for _, name in often[:FREQUENT_AUTHORS]}
        for number, (key, names) in enumerate(self._author_lists()):
            for name in frequent.keys() & names:
                frequent[name].append(key)
            if number % _STEP == 0:
                yield
        self._frequent = frequent

    def _author_lists(self) -> Iterator[tuple[str, Collection[str]]]:
        for key, document in self.papers.documents():
            names = document.get("authors")
            yield key, frozenset(map(str, names)) if isinstance(names, list) else ()

    def _papers_of(self, author: str) -> Sequence[str]:
        known = (self._frequent or {}).get(author)
        if known is not None:
            return [key for key in known if key in self.catalogue.rows]
        return self._papers_naming(author, "authors")

    def _papers_naming(self, name: str, field: str) -> Sequence[str]:
        """Return the papers that name an author or affiliation just so; by the index where that spares reading all."""
        keys: Iterable[str] = self.catalogue.rows
        if len(self.catalogue) > SMALL_LIBRARY and self.finder.ready:
            keys = self.finder.holding(name)
        return [key for key in keys if name in self.papers.names(key, field)]

    def tags_by_size(self) -> list[str]:
        """Return the reader's tags, those with the most papers first, equals by name."""
        tags = self.catalogue.tags
        return sorted(tags, key=lambda name: (-tags[name].total, name.casefold()))

    def topics_by_size(self) -> list[str]:
        """Return the topics, those with the most papers first, equals by name."""
        topics = self.catalogue.topics
        return sorted(topics, key=lambda name: (-topics[name].total, name.casefold()))

    def published(self, topic: str) -> "PublishedTopic | None":
        """Return what a source published about a topic, which is never counted here; None where nothing is known."""
        from papertui.library.seeds import published_topic  # noqa: PLC0415 - not needed by most lists

        document = self._store.papers.get(TOPICS, topic)
        return None if document is None else published_topic(document)

    def categories_by_size(self) -> list[str]:
        """Return the categories, those with the most papers first, equals by name."""
        categories = self.catalogue.categories
        return sorted(categories, key=lambda name: (-categories[name].total, name.casefold()))

    def listing(self, view: View) -> Listing:
        """Answer a view: which papers, in which order."""
        if view.query.strip() or view.scope.kind is ScopeKind.SEARCH:
            return self._searched(view)
        listed = self._scope_in_order(view)
        if self.catalogue.everything.total < len(self.catalogue):
            listed = [key for key in listed if not self.mark(key).dismissed]
        return self._shown(Listing(tuple(listed), view))

    def find(self, query: str, limit: int | None = None) -> Found:
        """Return the papers of the whole library that match a query, best first; waits for the index.

        A query of conditions alone, without words, gives the newest first.
        """
        if not query.strip():
            return Found(self.listing(View()).keys[:limit])
        parsed = self.finder.parse(query)
        hits = self.finder.search(parsed, limit=limit if parsed.uses_words else None)
        keys = self._in_order(parsed, hits, Sort.NEWEST)
        complaints = tuple(complaint.text for complaint in parsed.complaints)
        return Found(keys if limit is None else keys[:limit], complaints, hits.explain)

    def query_fault(self, query: str, *, narrowing: bool = False) -> str:
        """Return what is wrong with a query that is typed to its end; empty where nothing is.

        `narrowing` also asks for a condition, so that it does not mean all papers.
        """
        from papertui.query import Anything  # noqa: PLC0415 - not needed until one searches

        parsed = self.finder.parse_alone(f"{query} ")
        fault = next((one.text for one in parsed.complaints if not one.harmless), "")
        if not fault and narrowing and isinstance(parsed.root, Anything):
            return "This query has no condition, so that it means all papers; name a condition or keys."
        return fault

    def naming(self, keys: Sequence[str]) -> str:
        """Return words for some papers: the title of one, the number of many."""
        if len(keys) != 1:
            return f"{len(keys):,} papers"
        if keys[0] not in self.catalogue.rows:
            return keys[0]
        title = tex_to_text(self.paper(keys[0]).heading)
        return f"“{title[:NAMED].rstrip()}…”" if len(title) > NAMED else f"“{title}”"

    @cached_property
    def trends(self) -> "Trends":
        """What moves; the first list does not wait for it."""
        from papertui.insights.momentum import Trends  # noqa: PLC0415 - as said

        return Trends(self.catalogue, self.clock)

    @cached_property
    def new_since(self) -> str:
        """When the reader last quit the screen; before the first time, when the first paper came."""
        from papertui.ui.session import ScreenMemory  # noqa: PLC0415 - needed by few questions

        left_at = ScreenMemory.load(self._store.folder).left_at
        return left_at or min((row.added for row in self.catalogue.rows.values()), default="")

    def _is_new(self, key: str) -> bool:
        row = self.catalogue.rows.get(key)
        return row is not None and row.added > self.new_since

    def identities(self) -> "Identities":
        """Return which papers there are, by everything that tells one from another."""
        from papertui.library.duplicates import Identities  # noqa: PLC0415 - needed by imports only

        identities = Identities()
        for key, document in self.papers.documents():
            identities.add(identifying_paper(key, document))
        return identities

    def completions(self, text: str, cursor: int) -> "list[Completion]":
        """Return what may stand at the cursor of a query: fields, and their values with the number of papers."""
        from papertui.query import complete  # noqa: PLC0415 - not needed until one searches

        return complete(text, cursor, self._values)

    def _values(self, field: str) -> Iterable[tuple[str, int]]:
        match field:
            case "topic":
                return [(name, count.total) for name, count in self.catalogue.topics.items()]
            case "author":
                return [(name, len(self._papers_of(name))) for name in self.frequent_authors()]
            case "cat":
                return [(name, count.total) for name, count in self.catalogue.categories.items()]
            case "tag":
                return [(name, count.total) for name, count in self.catalogue.tags.items()]
            case "@":
                return [(name, 0) for name in self.saved_names()]
            case _:
                return ()

    def followed_scopes(self) -> list[Scope]:
        """Return what is followed."""
        return []

    def saved_names(self) -> list[str]:
        """Return the names of the saved searches."""
        return []

    def _searched(self, view: View) -> Listing:
        saved = self.finder.saved(view.scope.name) if view.scope.kind is ScopeKind.SEARCH else None
        query = self.finder.parse(f"({saved}) {view.query}".strip() if saved else view.query)
        everywhere = saved is not None or view.scope.kind is ScopeKind.ALL
        allow = None if everywhere else frozenset(self.scope_keys(view.scope))
        hits = self.finder.search(query, allow=allow, limit=RANKED if query.uses_words else None)
        return self._shown(
            Listing(
                self._in_order(query, hits, view.sort),
                view,
                total=hits.total,
                exact=hits.exact,
                ranked=query.uses_words,
                elsewhere=hits.elsewhere,
                complaint=" · ".join(complaint.text for complaint in query.complaints),
                spans=hits.spans,
                found_in=lambda key: _fields_of(hits.explain(key)),
                alone=() if hits.keys else self.finder.alone(query),
                meant="" if hits.keys else self.finder.meant(query),
            )
        )

    def _in_order(self, query: "Query", hits: "Hits", sort: Sort) -> tuple[str, ...]:
        if query.uses_words:
            return hits.keys
        return tuple(self.catalogue.sorted(hits.keys, query.sort or sort))

    def _shown(self, listing: Listing) -> Listing:
        if not listing.view.hide_read:
            return listing
        shown = tuple(key for key in listing.keys if not self.mark(key).read)
        exact = sum(not self.mark(key).read for key in listing.keys[: listing.exact])
        return replace(listing, keys=shown, hidden=len(listing.keys) - len(shown), exact=exact)

    def _scope_in_order(self, view: View) -> Sequence[str]:
        if view.scope.kind is ScopeKind.ALL and view.sort is not Sort.UNREAD:
            return self.catalogue.order(view.sort)
        return self.catalogue.sorted(self.scope_keys(view.scope), view.sort)

    def alike(self, keys: Iterable[str]) -> dict[Mark, list[str]]:
        """Return keys by the marks that they have."""
        groups: dict[Mark, list[str]] = {}
        last, group = None, []
        for key in keys:
            mark = self._marks.get(key, UNMARKED)
            if mark is not last:  # most often many in a row share one, which is told faster than equality
                last, group = mark, groups.setdefault(mark, [])
            group.append(key)
        return groups

    def _set_marks(self, keys: Sequence[str], before: Mark, after: Mark) -> None:
        """Give papers that had the same mark another one."""
        if after != before:
            self._marks.update(dict.fromkeys(keys, after))
            self.catalogue.remark(keys, before, after)
            self.finder.marks_changed(keys)

    def _topics_of(self, keys: Iterable[str]) -> frozenset[str]:
        rows = self.catalogue.rows
        topics: set[str] = set()
        for key in keys:
            if key in rows:
                topics.update(rows[key].topics)
        return frozenset(topics)

    def _load(self) -> None:
        for key, stored in self._store.state.iterate(MARKS):
            self._marks[key] = mark_from_fields(stored)
        for key, document in self.papers.documents():
            self.catalogue.put(key, row_of_document(document))

    def _reread_papers(self, keys: Collection[str]) -> None:
        if len(self.catalogue) <= SMALL_LIBRARY:
            self._frequent = None
        self.finder.papers_changed(keys)
        if "trends" in self.__dict__:
            self.trends.invalidate()
        for key in keys:
            self.papers.forget(key)
            if key in self.papers:
                self.catalogue.put(key, row_of_document(self.papers.document(key)))
            else:
                self.catalogue.drop(key)


def _fields_of(why: "Why | None") -> tuple[str, ...]:
    """Return in which fields the words of a search were found, those that are spelt otherwise with a tilde."""
    if why is None:
        return ()
    return tuple(
        dict.fromkeys(f"{'' if match.exact else '~'}{match.field.name.lower()}" for match in why.matches)
    )
