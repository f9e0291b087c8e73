"""The search over a library: an index made when it is first wanted, and kept in step with papers and marks."""

from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from papertui.errors import StoreError
from papertui.library.contents import Catalogue
from papertui.library.records import PaperTable
from papertui.model import UNMARKED, Mark, Paper, Sort
from papertui.text.dates import date_order

if TYPE_CHECKING:
    from papertui.query import Node, Query, State
    from papertui.search import Document, Hits, SearchIndex
    from papertui.search.why import Suggestion

_CODE_HOSTS = ("github.com/", "gitlab.com/", "huggingface.co/", "bitbucket.org/", "codeberg.org/")
MARKS_PER_STEP = 1_000
SMALL_LIBRARY = 3_000
"""So many papers are indexed in the time of a few key presses, without asking first."""


class Finder:
    """Answers queries; takes note of what changes in the library so that each answer is up to date.

    The index of a large library is kept in a cache file, valid for the state of the papers at its writing.
    """

    def __init__(
        self,
        papers: PaperTable,
        catalogue: Catalogue,
        marks: Mapping[str, Mark],
        clock: Callable[[], datetime],
        cache: Path,
    ) -> None:
        self._papers = papers
        self._catalogue = catalogue
        self._marks = marks
        self._clock = clock
        self._cache = cache
        self._stamp = papers.stamp
        self._index: SearchIndex | None = None
        self._changed_papers: set[str] = set()
        self._changed_marks: set[str] = set()
        self._annotated: set[str] = set()
        self._cached = False
        self.is_followed: Callable[[str], bool] = lambda _: False
        self.followed: Callable[[], Iterable[str]] = tuple
        self.is_new: Callable[[str], bool] = lambda _: False
        self.saved: Callable[[str], str | None] = lambda _: None

    @property
    def ready(self) -> bool:
        """Whether an answer comes at once; else `load` and `prepare` have work to do."""
        return self._index is not None or len(self._catalogue) <= SMALL_LIBRARY

    def load(self) -> bool:
        """Read the index from its cache file, where that is of the papers as they were when the library was opened.

        May be called from a thread while nothing is sought.
        """
        if self._index is None and len(self._catalogue) > SMALL_LIBRARY:
            from papertui.search import SearchIndex  # noqa: PLC0415 - heavy, not needed until something is sought

            self._index = SearchIndex.load(self._cache, self._stamp)
            self._cached = self._index is not None
            self._changed_marks.update(self._marks, self.followed())
        return self._index is not None

    @staticmethod
    def import_modules() -> None:
        """Load the modules of the search, which takes as long as several keys; for a thread."""
        import papertui.query  # noqa: PLC0415 - not needed until one searches
        import papertui.search.why  # noqa: PLC0415, F401 - not needed until one searches

    def prepare(self) -> Iterator[int]:
        """Make the index and tell it the marks, in steps of a few milliseconds; each gives how many papers it has."""
        if self._index is None:
            self._index = yield from self._build()
            self._cached = False
            self._changed_marks.update(self._marks, self.followed())
        index = self._index
        while len(self._changed_marks) > MARKS_PER_STEP:
            self._tell_marks(index, [self._changed_marks.pop() for _ in range(MARKS_PER_STEP)])
            yield len(self._catalogue)

    def _build(self) -> "Generator[int, None, SearchIndex]":
        from papertui.search import SearchIndex  # noqa: PLC0415 - heavy, not needed until something is sought

        self._changed_papers.clear()
        newest_first = self._catalogue.order(Sort.NEWEST)
        documents = (
            document_of(self._papers.stored(key)) for key in newest_first if key in self._catalogue.rows
        )
        return (yield from SearchIndex.build_steps(documents))

    def save(self) -> None:
        """Write the index of a large library to its cache file, where that is not up to date.

        Raises StoreError; without the file the next start makes the index anew.
        """
        index = self._index
        if index is None or self._cached or len(self._catalogue) <= SMALL_LIBRARY:
            return
        self._catch_up(index)
        if not index.is_worn:
            try:
                index.save(self._cache, self._papers.stamp)
            except OSError as error:
                raise StoreError(f"The search cache cannot be written: {error.strerror}.") from error
            self._cached = True

    def files_rewritten(self) -> None:
        """Take note that the library's files were written anew, so that the cache file must be, too."""
        self._cached = False

    def papers_changed(self, keys: Iterable[str]) -> None:
        """Take note of papers that came, went or are different."""
        self._changed_papers.update(keys)
        self._cached = False

    def marks_changed(self, keys: Iterable[str]) -> None:
        """Take note of papers whose marks are different."""
        if self._index is not None:
            self._changed_marks.update(keys)

    def parse(self, text: str) -> "Query":
        """Read a query; dismissed papers are left out unless it asks for them."""
        from papertui.query import Having, Not, State  # noqa: PLC0415 - not needed until one searches

        query = self.parse_alone(text)
        asks = _mentions(query.root, State.DISMISSED)
        return query if asks else query.within(Not(Having(State.DISMISSED)))

    def parse_alone(self, text: str) -> "Query":
        """Read a query as it stands, dismissed papers and all."""
        from papertui.query import parse_query  # noqa: PLC0415 - not needed until one searches

        return parse_query(text, now=self._clock().date(), saved=self.saved)

    def search(
        self, query: "Query", *, allow: Container[str] | None = None, limit: int | None = None
    ) -> "Hits":
        """Return the papers that a query describes; waits for the index where there is none yet."""
        return self.index().search(query, allow=allow, limit=limit, abstract=self._abstract)

    def index(self) -> "SearchIndex":
        """Return the index, whole and up to date; waits where there is none yet."""
        self.load()
        for _ in self.prepare():
            continue
        assert self._index is not None
        self._catch_up(self._index)
        return self._index

    def holding(self, name: str) -> list[str]:
        """Return the papers that hold every word of a name among authors or affiliations; waits for the index."""
        from papertui.query import Field  # noqa: PLC0415 - not needed until one searches
        from papertui.search import words_of  # noqa: PLC0415 - heavy

        postings = self.index().postings
        fields = (Field.AUTHOR, Field.AFFILIATION)
        held = [postings.documents((word,), fields) for word in words_of(name)]
        return [key for key in map(postings.key, set.intersection(*held)) if key] if held else []

    def alone(self, query: "Query") -> tuple[tuple[str, int], ...]:
        """Return how many papers each word of a query finds by itself."""
        return tuple((each.word, each.count) for each in self._suggestions(query))

    def meant(self, query: "Query") -> str:
        """Return the query with the nearest words that the library has; empty where that is no other query."""
        from papertui.search.why import corrected  # noqa: PLC0415 - not needed until one searches

        return corrected(query.text, self._suggestions(query)) or ""

    def _suggestions(self, query: "Query") -> "list[Suggestion]":
        return self._index.suggestions(query) if self._index is not None else []

    def _catch_up(self, index: "SearchIndex") -> None:
        if self._changed_papers:
            there = [key for key in self._changed_papers if key in self._catalogue.rows]
            index.remove(self._changed_papers.difference(there))
            index.add(document_of(self._papers.paper(key)) for key in there)
            self._changed_marks.update(there)
            self._changed_papers.clear()
        if self._changed_marks:
            self._tell_marks(index, self._changed_marks)
            self._changed_marks.clear()

    def _tell_marks(self, index: "SearchIndex", keys: Iterable[str]) -> None:
        marks = {key: self._marks.get(key, UNMARKED) for key in keys}
        index.set_states({key: self._states(key, mark) for key, mark in marks.items()})
        told = {key: (mark.tags, mark.note) for key, mark in marks.items() if self._is_annotated(key, mark)}
        if told:
            index.annotate(told)

    def _is_annotated(self, key: str, mark: Mark) -> bool:
        """Tell whether a paper has tags or a note, or had them when the index was last told."""
        annotated = bool(mark.tags or mark.note)
        if annotated:
            self._annotated.add(key)
        return annotated or key in self._annotated

    def _states(self, key: str, mark: Mark) -> "State":
        from papertui.query import State  # noqa: PLC0415 - not needed until one searches

        holds = {
            State.READ: mark.read,
            State.STARRED: mark.starred,
            State.DISMISSED: mark.dismissed,
            State.REVISED: mark.revised,
            State.TAGGED: bool(mark.tags),
            State.NOTED: bool(mark.note),
            State.NEW: self.is_new(key),
            State.FOLLOWED: self.is_followed(key),
        }
        return State(sum(state for state, held in holds.items() if held))

    def _abstract(self, key: str) -> str:
        return self._papers.paper(key).abstract


def document_of(paper: Paper) -> "Document":
    """Return what the search is to know of a paper."""
    from papertui.query import State  # noqa: PLC0415 - not needed until one searches
    from papertui.search import Document  # noqa: PLC0415 - heavy, and not needed until something is sought

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
    from papertui.query import And, Having, Not, Or  # noqa: PLC0415 - not needed until one searches

    match node:
        case Having(asked):
            return asked == state
        case Not(part):
            return _mentions(part, state)
        case And(parts) | Or(parts):
            return any(_mentions(part, state) for part in parts)
        case _:
            return False
