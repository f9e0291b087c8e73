"""The search itself: from the tree of a query to papers, best first.

The words of a query are clauses. A document that meets every clause exactly belongs to the first tier. Only
where that tier is small does the second one follow: documents whose words are spelt nearly alike, or that
lack a word. Within a tier the score of a document is the sum over the clauses of their value (rarity) times
the weight of the best match (field and quality), and the likeness of the title orders what is nearly equal.
"""

from collections.abc import Callable, Container, Generator, Iterable, Mapping
from functools import lru_cache

from papertui.query.tree import Field, Query, State
from papertui.search.catalog import Catalog
from papertui.search.clause import Clause, Wanted, word_clause
from papertui.search.hits import Hits
from papertui.search.plan import Planner
from papertui.search.run import Search
from papertui.search.segment import (
    Document,
    Segment,
    SegmentBuilder,
    annotation_terms,
    document_terms,
    finish,
)

_STEP = 64
"""Documents read between two pauses of a build."""
_CACHED_CLAUSES = 24
"""Words of which the documents are remembered: those of the query being typed."""
_CACHED_LETTERS = 64
"""Single letters stay, since nearly every query begins with one and each has many documents."""


class SearchIndex:
    """An index of papers, held in memory and extended in place."""

    def __init__(self) -> None:
        self._catalog = Catalog()
        self._segments: list[Segment] = []
        self._annotations: dict[int, tuple[tuple[str, ...], str]] = {}
        self._annotated: Segment | None = None
        self._word_clause = lru_cache(_CACHED_CLAUSES)(self._make_clause)
        self._letter_clause = lru_cache(_CACHED_LETTERS)(self._make_clause)

    @classmethod
    def build(cls, documents: Iterable[Document]) -> "SearchIndex":
        """Make an index at once."""
        return finish(cls.build_steps(documents))

    @classmethod
    def build_steps(cls, documents: Iterable[Document]) -> Generator[int, None, "SearchIndex"]:
        """Make an index in steps of some milliseconds; each gives the number of documents read so far.

        The index is the value of the generator: ``index = yield from SearchIndex.build_steps(documents)``.
        """
        index = cls()
        yield from index.add_steps(documents)
        return index

    def __len__(self) -> int:
        return sum(self._catalog.alive)

    def __contains__(self, key: str) -> bool:
        return key in self._catalog.numbers

    def add(self, documents: Iterable[Document]) -> None:
        """Add documents at once; one whose key is held replaces it."""
        finish(self.add_steps(documents))

    def add_steps(self, documents: Iterable[Document]) -> Generator[int, None, None]:
        """Add documents in steps; their words are found when the last step is done."""
        builder, count = SegmentBuilder(), 0
        for count, document in enumerate(documents, 1):
            builder.add(self._enter(document), document_terms(document))
            if count % _STEP == 0:
                yield count
        if count:
            segment = yield from builder.steps(count)
            self._segments.append(segment)
            self._forget_clauses()

    def _enter(self, document: Document) -> int:
        self._drop_annotation(document.key)
        return self._catalog.add(document)

    def remove(self, keys: Iterable[str]) -> None:
        """Remove papers; unknown keys are passed over."""
        for key in keys:
            self._drop_annotation(key)
            self._catalog.remove(key)

    def _drop_annotation(self, key: str) -> None:
        number = self._catalog.numbers.get(key)
        if number is not None and self._annotations.pop(number, None) is not None:
            self._annotated = None

    def set_states(self, states: Mapping[str, State]) -> None:
        """Set the states of papers that are the reader's doing; unknown keys are passed over."""
        for key, state in states.items():
            self._catalog.set_states(key, state)

    def annotate(self, annotations: Mapping[str, tuple[Iterable[str], str]]) -> None:
        """Set the tags and the note of papers, by key; unknown keys are passed over."""
        for key, (tags, note) in annotations.items():
            number = self._catalog.numbers.get(key)
            if number is not None:
                self._annotations[number] = tuple(tags), note
        self._annotated = None
        self._forget_clauses()

    def search(
        self,
        query: Query,
        *,
        allow: Container[str] | None = None,
        limit: int | None = 200,
        abstract: Callable[[str], str] | None = None,
    ) -> Hits:
        """Return the papers that the query describes, best first; without words the newest first.

        `allow` names the papers that may be shown; `abstract` gives the abstract of a key, needed only
        to check phrases. With `limit` None every exact match is given. A paper in which a phrase was not
        checked, because the limit was reached, counts in the total.
        """
        planner = Planner(self._clause, self._holds, len(self._catalog))
        return Search(self._catalog, planner, query, allow, abstract).hits(limit)

    def _parts(self) -> list[Segment]:
        """Return the segments, that of the tags and notes included."""
        if not self._annotations:
            return self._segments
        if self._annotated is None:
            builder = SegmentBuilder((Field.TAG, Field.NOTE))
            for number in sorted(self._annotations):
                builder.add(number, annotation_terms(*self._annotations[number]))
            self._annotated = finish(builder.steps())
        return [*self._segments, self._annotated]

    def _clause(self, wanted: Wanted) -> Clause:
        return self._letter_clause(wanted) if len(wanted.word) == 1 else self._word_clause(wanted)

    def _forget_clauses(self) -> None:
        self._word_clause.cache_clear()
        self._letter_clause.cache_clear()

    def _make_clause(self, wanted: Wanted) -> Clause:
        return word_clause(wanted, self._parts(), self._catalog)

    def _holds(self, term: str) -> bool:
        return any(segment.holds(term) for segment in self._segments)
