"""Search index of the library, built on first use and kept up to date."""

from collections.abc import Callable, Container, Generator, Iterable
from datetime import datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from papertui.errors import StoreError
from papertui.library.contents import Contents
from papertui.library.follows import Follows
from papertui.library.records import Records
from papertui.library.saved_searches import SavedSearches
from papertui.model import Mark, Paper, Sort
from papertui.steps import finished
from papertui.text.dates import date_order

if TYPE_CHECKING:
    from papertui.query import Node, Query, State
    from papertui.search import Document, Hits, SearchIndex
    from papertui.search.why import Suggestion

_CODE_HOSTS = ("github.com/", "gitlab.com/", "huggingface.co/", "bitbucket.org/", "codeberg.org/")
MARKS_PER_STEP = 1_000
SMALL_LIBRARY = 3_000
"""Maximum number of papers that are indexed at once, within a few key presses."""


class LibraryIndex:
    """The search index of a library, brought up to date with papers and marks before each answer.

    The index of a large library is kept in a cache file, valid for the records as they were when it was written.
    """

    def __init__(
        self,
        records: Records,
        contents: Contents,
        follows: Follows,
        saved_searches: SavedSearches,
        *,
        new_since: Callable[[], str],
        clock: Callable[[], datetime],
        cache: Path,
    ) -> None:
        self._records = records
        self._contents = contents
        self._follows = follows
        self._saved_searches = saved_searches
        self._new_since = new_since
        self._clock = clock
        self._cache = cache
        self._stamp = records.stamp
        self._index: SearchIndex | None = None
        self._changed_papers: set[str] = set()
        self._changed_marks: set[str] = set()
        self._annotated: set[str] = set()
        self._cached = False

    @property
    def ready(self) -> bool:
        """Whether searches are answered at once; else `load` and `prepare` have work to do."""
        return self._index is not None or len(self._contents) <= SMALL_LIBRARY

    def load(self) -> bool:
        """Load the index from its cache file if that belongs to the records as opened; return whether there is one.

        May be called from a thread while no search runs.
        """
        if self._index is None and len(self._contents) > SMALL_LIBRARY:
            from papertui.search import SearchIndex  # noqa: PLC0415 - heavy, loaded by the first search

            self._index = SearchIndex.load(self._cache, self._stamp)
            self._cached = self._index is not None
            self._changed_marks.update(self._contents.marks, self._followed_or_new())
        return self._index is not None

    @staticmethod
    def import_modules() -> None:
        """Import the modules of the search, which takes as long as several key presses; for a thread."""
        import papertui.query  # noqa: PLC0415 - loaded by the first search
        import papertui.search.why  # noqa: PLC0415, F401 - loaded by the first search

    def prepare(self) -> Generator[int, None, None]:
        """Build the index with the marks in steps of a few milliseconds; each yields the number of papers so far."""
        if self._index is None:
            self._index = yield from self._build()
            self._cached = False
            self._changed_marks.update(self._contents.marks, self._followed_or_new())
        index = self._index
        while len(self._changed_marks) > MARKS_PER_STEP:
            self._update_marks(index, [self._changed_marks.pop() for _ in range(MARKS_PER_STEP)])
            yield len(self._contents)

    def _build(self) -> "Generator[int, None, SearchIndex]":
        from papertui.search import SearchIndex  # noqa: PLC0415 - heavy, loaded by the first search

        self._changed_papers.clear()
        newest_first = self._contents.order(Sort.NEWEST)
        documents = (
            document_of(self._records.stored(key)) for key in newest_first if key in self._contents.rows
        )
        return (yield from SearchIndex.build_steps(documents))

    def save(self) -> None:
        """Write the index of a large library to its cache file if that is out of date.

        Raises StoreError; without the file the next start builds the index again.
        """
        index = self._index
        if index is None or self._cached or len(self._contents) <= SMALL_LIBRARY:
            return
        self._catch_up(index)
        if not index.is_worn:
            try:
                index.save(self._cache, self._records.stamp)
            except OSError as error:
                raise StoreError(f"The search cache cannot be written: {error.strerror}.") from error
            self._cached = True

    def files_rewritten(self) -> None:
        """Mark the cache file as out of date, after the files of the library were rewritten."""
        self._cached = False

    def papers_changed(self, keys: Iterable[str]) -> None:
        """Mark papers that were added, changed or removed for indexing."""
        self._changed_papers.update(keys)
        self._cached = False

    def marks_changed(self, keys: Iterable[str]) -> None:
        """Mark papers whose marks changed for indexing."""
        if self._index is not None:
            self._changed_marks.update(keys)

    def parse(self, text: str) -> "Query":
        """Parse a query; it excludes dismissed papers unless it asks for them."""
        from papertui.query import Having, Not, State  # noqa: PLC0415 - loaded by the first search

        query = self.parse_alone(text)
        asks = _mentions(query.root, State.DISMISSED)
        return query if asks else query.within(Not(Having(State.DISMISSED)))

    def parse_alone(self, text: str) -> "Query":
        """Parse a query as written, dismissed papers included."""
        from papertui.query import parse_query  # noqa: PLC0415 - loaded by the first search

        return parse_query(text, now=self._clock().date(), saved=self._saved_searches.query)

    def search(
        self, query: "Query", *, allow: Container[str] | None = None, limit: int | None = None
    ) -> "Hits":
        """Return the papers that match a query; builds the index first if there is none."""
        return self.index().search(query, allow=allow, limit=limit, abstract=self._abstract)

    def index(self) -> "SearchIndex":
        """Return the index, complete and up to date; builds it if there is none."""
        self.load()
        finished(self.prepare())
        assert self._index is not None
        self._catch_up(self._index)
        return self._index

    def holding(self, name: str) -> list[str]:
        """Return the papers with every word of a name among authors or affiliations; builds the index if needed."""
        from papertui.query import Field  # noqa: PLC0415 - loaded by the first search
        from papertui.search import words_of  # noqa: PLC0415 - heavy

        postings = self.index().postings
        fields = (Field.AUTHOR, Field.AFFILIATION)
        held = [postings.documents((word,), fields) for word in words_of(name)]
        return [key for key in map(postings.key, set.intersection(*held)) if key] if held else []

    def alone(self, query: "Query") -> tuple[tuple[str, int], ...]:
        """Return how many papers each word of a query finds alone."""
        return tuple((each.word, each.count) for each in self._suggestions(query))

    def meant(self, query: "Query") -> str:
        """Return the query corrected to words of the library; empty if nothing changes."""
        from papertui.search.why import corrected  # noqa: PLC0415 - loaded by the first search

        return corrected(query.text, self._suggestions(query)) or ""

    def _suggestions(self, query: "Query") -> "list[Suggestion]":
        return self._index.suggestions(query) if self._index is not None else []

    def _catch_up(self, index: "SearchIndex") -> None:
        if self._changed_papers:
            there = [key for key in self._changed_papers if key in self._contents.rows]
            index.remove(self._changed_papers.difference(there))
            index.add(document_of(self._records.paper(key)) for key in there)
            self._changed_marks.update(there)
            self._changed_papers.clear()
        if self._changed_marks:
            self._update_marks(index, self._changed_marks)
            self._changed_marks.clear()

    def _update_marks(self, index: "SearchIndex", keys: Iterable[str]) -> None:
        marks = {key: self._contents.mark(key) for key in keys}
        index.set_states({key: self._states(key, mark) for key, mark in marks.items()})
        annotated = {
            key: (mark.tags, mark.note) for key, mark in marks.items() if self._is_annotated(key, mark)
        }
        if annotated:
            index.annotate(annotated)

    def _is_annotated(self, key: str, mark: Mark) -> bool:
        """Return whether a paper has tags or a note, or had them at the last update of the index."""
        annotated = bool(mark.tags or mark.note)
        if annotated:
            self._annotated.add(key)
        return annotated or key in self._annotated

    def _states(self, key: str, mark: Mark) -> "State":
        from papertui.query import State  # noqa: PLC0415 - loaded by the first search

        holds = {
            State.READ: mark.read,
            State.STARRED: mark.starred,
            State.DISMISSED: mark.dismissed,
            State.REVISED: mark.revised,
            State.TAGGED: bool(mark.tags),
            State.NOTED: bool(mark.note),
            State.NEW: self._is_new(key),
            State.FOLLOWED: self._is_followed(key),
        }
        return State(sum(state for state, held in holds.items() if held))

    def _followed_or_new(self) -> Iterable[str]:
        """Return the papers that are new, or that have a followed topic."""
        rows, since = self._contents.rows, self._newest_known
        new = [key for key, row in rows.items() if row.added > since]
        return chain(new, filter(self._is_followed, rows) if len(self._follows) else ())

    def _is_followed(self, key: str) -> bool:
        row = self._contents.rows.get(key)
        return row is not None and self._follows.has_topic(row.topics)

    def _is_new(self, key: str) -> bool:
        row = self._contents.rows.get(key)
        return row is not None and row.added > self._newest_known

    @cached_property
    def _newest_known(self) -> str:
        """When the reader last quit the screen; before the first time, when the first paper was added."""
        added = (row.added for row in self._contents.rows.values())
        return self._new_since() or min(added, default="")

    def _abstract(self, key: str) -> str:
        return self._records.paper(key).abstract


def document_of(paper: Paper) -> "Document":
    """Return a paper as the index stores it."""
    from papertui.query import State  # noqa: PLC0415 - loaded by the first search
    from papertui.search import Document  # noqa: PLC0415 - heavy, loaded by the first search

    code = any(host in text for host in _CODE_HOSTS for text in (*paper.links, paper.abstract))
    incomplete = not (paper.title and paper.authors and paper.abstract and paper.date)
    traits = (
        State.INCOMPLETE * incomplete
        | State.WITH_ID * bool(paper.arxiv_id or paper.doi)
        | State.WITH_PDF * bool(paper.pdf_url)
        | State.WITH_CODE * code
    )
    categories = paper.categories or ((paper.category,) if paper.category else ())
    return Document(
        key=paper.key,
        title=paper.heading,
        authors=paper.authors,
        topics=paper.topics,
        categories=categories,
        affiliations=paper.affiliations,
        venue=paper.venue,
        abstract=paper.abstract,
        ids=(f"doi:{paper.doi}",) if paper.doi else (),
        order=date_order(paper.date),
        traits=int(traits),
    )


def _mentions(node: "Node", state: "State") -> bool:
    from papertui.query import And, Having, Not, Or  # noqa: PLC0415 - loaded by the first search

    match node:
        case Having(asked):
            return asked == state
        case Not(part):
            return _mentions(part, state)
        case And(parts) | Or(parts):
            return any(_mentions(part, state) for part in parts)
        case _:
            return False
