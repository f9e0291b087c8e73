"""Lists of papers: a view to its listing, a query to its matches, and completions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from papertui.library.contents import Contents
from papertui.library.indexing import LibraryIndex
from papertui.library.listing import Listing
from papertui.library.saved_searches import SavedSearches
from papertui.library.scopes import Scopes
from papertui.model import ScopeKind, Sort, View

if TYPE_CHECKING:
    from papertui.query import Completion, Query
    from papertui.search import Hits
    from papertui.search.why import Why

RANKED = 1_000
"""Maximum number of papers listed by a search for words, best first; all are counted."""


@dataclass(frozen=True, slots=True)
class Matches:
    """The papers that match a query, best first, and the faults of the query."""

    keys: tuple[str, ...]
    complaints: tuple[str, ...] = ()
    explain: "Callable[[str], Why | None]" = field(default=lambda _: None, repr=False, compare=False)
    """Return why a paper matches."""


class Lists:
    """Answers views and queries from the contents and the index."""

    def __init__(
        self, contents: Contents, scopes: Scopes, index: LibraryIndex, saved_searches: SavedSearches
    ) -> None:
        self._contents = contents
        self._scopes = scopes
        self._index = index
        self._saved_searches = saved_searches

    def listing(self, view: View) -> Listing:
        """Return the papers of a view in its order."""
        if view.query.strip() or view.scope.kind is ScopeKind.SEARCH:
            return self._searched(view)
        listed = self._scope_in_order(view)
        if self._contents.everything.total < len(self._contents):
            listed = [key for key in listed if not self._contents.mark(key).dismissed]
        return self._without_hidden(Listing(tuple(listed), view))

    def find(self, query: str, limit: int | None) -> Matches:
        """Return the papers of the whole library that match a query, best first; builds the index if needed.

        A query of conditions alone, without words, gives the newest first.
        """
        if not query.strip():
            return Matches(self.listing(View()).keys[:limit])
        parsed = self._index.parse(query)
        hits = self._index.search(parsed, limit=limit if parsed.uses_words else None)
        keys = self._in_order(parsed, hits, Sort.NEWEST)
        complaints = tuple(complaint.text for complaint in parsed.complaints)
        return Matches(keys if limit is None else keys[:limit], complaints, hits.explain)

    def query_fault(self, query: str, *, narrowing: bool = False) -> str:
        """Return the fault of a finished query; empty if it has none.

        With `narrowing`, a query without any condition, which would match all papers, is a fault.
        """
        from papertui.query import Anything  # noqa: PLC0415 - loaded by the first search

        parsed = self._index.parse_alone(f"{query} ")
        fault = next((one.text for one in parsed.complaints if not one.harmless), "")
        if not fault and narrowing and isinstance(parsed.root, Anything):
            return "This query has no condition and would match all papers. Add a condition or name keys."
        return fault

    def completions(self, text: str, cursor: int) -> "list[Completion]":
        """Return the completions at the cursor of a query: fields, and values with their number of papers."""
        from papertui.query import complete  # noqa: PLC0415 - loaded by the first search

        return complete(text, cursor, self._values)

    def _values(self, name: str) -> Iterable[tuple[str, int]]:
        contents, scopes = self._contents, self._scopes
        match name:
            case "topic":
                return [(topic, count.total) for topic, count in contents.topics.items()]
            case "author":
                return [(author, len(scopes.papers_of(author))) for author in scopes.frequent_authors()]
            case "cat":
                return [(category, count.total) for category, count in contents.categories.items()]
            case "tag":
                return [(tag, count.total) for tag, count in contents.tags.items()]
            case "@":
                return [(saved, 0) for saved in self._saved_searches.names]
            case _:
                return ()

    def _searched(self, view: View) -> Listing:
        saved = self._saved_searches.query(view.scope.name) if view.scope.kind is ScopeKind.SEARCH else None
        query = self._index.parse(f"({saved}) {view.query}".strip() if saved else view.query)
        everywhere = saved is not None or view.scope.kind is ScopeKind.ALL
        allow = None if everywhere else frozenset(self._scopes.keys(view.scope))
        hits = self._index.search(query, allow=allow, limit=RANKED if query.uses_words else None)
        return self._without_hidden(
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
                alone=() if hits.keys else self._index.alone(query),
                meant="" if hits.keys else self._index.meant(query),
            )
        )

    def _in_order(self, query: "Query", hits: "Hits", sort: Sort) -> tuple[str, ...]:
        if query.uses_words:
            return hits.keys
        return tuple(self._contents.sorted(hits.keys, query.sort or sort))

    def _without_hidden(self, listing: Listing) -> Listing:
        if not listing.view.hide_read:
            return listing
        mark = self._contents.mark
        shown = tuple(key for key in listing.keys if not mark(key).read)
        exact = sum(not mark(key).read for key in listing.keys[: listing.exact])
        return replace(listing, keys=shown, hidden=len(listing.keys) - len(shown), exact=exact)

    def _scope_in_order(self, view: View) -> Sequence[str]:
        if view.scope.kind is ScopeKind.ALL and view.sort is not Sort.UNREAD:
            return self._contents.order(view.sort)
        return self._contents.sorted(self._scopes.keys(view.scope), view.sort)


def _fields_of(why: "Why | None") -> tuple[str, ...]:
    """Return the fields that matched the words of a search; a tilde marks similar spellings."""
    if why is None:
        return ()
    return tuple(
        dict.fromkeys(f"{'' if match.exact else '~'}{match.field.name.lower()}" for match in why.matches)
    )
