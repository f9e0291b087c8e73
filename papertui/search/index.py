"""Search index of papers: build, update, save and query."""

from collections.abc import Callable, Container, Generator, Iterable, Mapping
from pathlib import Path

from papertui.query.tree import Field, Query, State
from papertui.search.build import Document, SegmentBuilder, annotation_terms, document_terms
from papertui.search.cache import load_index, save_index
from papertui.search.clause import Clause, RecentClauses, Wanted, word_clause
from papertui.search.documents import Catalog
from papertui.search.hits import Hits
from papertui.search.plan import Planner
from papertui.search.postings import Postings
from papertui.search.run import Masks, Search
from papertui.search.segment import HEADINGS, Segment
from papertui.search.why import Suggestion
from papertui.steps import finished

_SMALL = 1_000
"""Maximum size of neighbouring segments that are merged, in documents."""
_WORN = 16
DOCUMENTS_PER_STEP = 64
"""Number of documents read between two pauses of a build."""
_CACHED_CLAUSES = 16
"""Size of the cache for the words of the query being typed."""
_CACHED_MASKS = 8
_CACHED_LETTERS = 64
"""Size of the cache for single letters, with which nearly every query begins."""


class SearchIndex:
    """Search index in memory, updated in place."""

    def __init__(self) -> None:
        self._catalog = Catalog()
        self._segments: list[Segment] = []
        self._firsts: list[int] = []
        """The number of the first document of each segment."""
        self._annotations: dict[int, tuple[tuple[str, ...], str]] = {}
        self._annotated: Segment | None = None
        self._masks: Masks = {}
        self._word_clauses = RecentClauses(_CACHED_CLAUSES)
        self._letter_clauses = RecentClauses(_CACHED_LETTERS)

    @classmethod
    def build(cls, documents: Iterable[Document]) -> "SearchIndex":
        """Build an index at once."""
        return finished(cls.build_steps(documents))

    @classmethod
    def build_steps(cls, documents: Iterable[Document]) -> Generator[int, None, "SearchIndex"]:
        """Build an index in steps of a few milliseconds, each yielding the number of documents read.

        The generator returns the index: ``index = yield from SearchIndex.build_steps(documents)``.
        """
        index = cls()
        yield from index.add_steps(documents)
        return index

    @classmethod
    def load(cls, path: Path, stamp: str) -> "SearchIndex | None":
        """Read a cache file; None if it is missing, damaged, from another version or of another stamp."""
        loaded = load_index(path, stamp)
        if loaded is None:
            return None
        index = cls()
        index._catalog, index._segments, index._firsts = loaded
        return index

    def save(self, path: Path, stamp: str) -> None:
        """Write the index, except states, tags and notes, to a cache file. Raises OSError."""
        save_index(path, stamp, self._catalog, zip(self._firsts, self._segments, strict=True))

    @property
    def is_worn(self) -> bool:
        """Whether a rebuild would make searches faster after many changes."""
        return len(self._segments) > _WORN or 10 * self._catalog.removed > len(self._catalog)

    def __len__(self) -> int:
        return sum(self._catalog.alive)

    def __contains__(self, key: str) -> bool:
        return key in self._catalog.numbers

    def add(self, documents: Iterable[Document]) -> None:
        """Add documents at once, replacing those with the same key."""
        finished(self.add_steps(documents))

    def add_steps(self, documents: Iterable[Document]) -> Generator[int, None, None]:
        """Add documents in steps; they are found after the last step."""
        builder, count, first = SegmentBuilder(), 0, len(self._catalog)
        for count, document in enumerate(documents, 1):
            builder.add(self._enter(document), document_terms(document))
            if count % DOCUMENTS_PER_STEP == 0:
                yield count
        if count:
            segment = yield from builder.steps(count)
            self._append(segment, first)
            self._forget_answers()

    def _append(self, segment: Segment, first: int) -> None:
        """Add a segment, merged with small ones before it to keep the number of segments low."""
        self._segments.append(segment)
        self._firsts.append(first)
        end = len(self._catalog)
        while len(self._segments) > 1 and end - self._firsts[-2] <= min(_SMALL, 3 * (end - self._firsts[-1])):
            builder = SegmentBuilder()
            for small in self._segments[-2:]:
                builder.absorb(small, self._catalog.alive)
            self._segments[-2:] = [finished(builder.steps())]
            self._firsts.pop()

    def _enter(self, document: Document) -> int:
        self._drop_annotation(document.key)
        self._masks.clear()
        return self._catalog.add(document)

    def remove(self, keys: Iterable[str]) -> None:
        """Remove papers; ignore unknown keys."""
        for key in keys:
            self._drop_annotation(key)
            self._catalog.remove(key)
        self._masks.clear()

    def _drop_annotation(self, key: str) -> None:
        number = self._catalog.numbers.get(key)
        if number is not None and self._annotations.pop(number, None) is not None:
            self._annotated = None

    def set_states(self, states: Mapping[str, State]) -> None:
        """Set the states that the user controls; ignore unknown keys."""
        for key, state in states.items():
            self._catalog.set_states(key, state)
        self._masks.clear()

    def annotate(self, annotations: Mapping[str, tuple[Iterable[str], str]]) -> None:
        """Set the tags and notes of papers by key; ignore unknown keys."""
        for key, (tags, note) in annotations.items():
            number = self._catalog.numbers.get(key)
            if number is not None:
                self._annotations[number] = tuple(tags), note
        self._annotated = None
        self._forget_answers()

    def search(
        self,
        query: Query,
        *,
        allow: Container[str] | None = None,
        limit: int | None = 200,
        abstract: Callable[[str], str] | None = None,
    ) -> Hits:
        """Return the papers that match a query, best first; without words newest first.

        `allow` names the papers that may be shown; `abstract` gives the abstract of a key, needed only
        to check phrases. With `limit` None every exact match is given. A paper in which a phrase was not
        checked, because the limit was reached, counts in the total.
        """
        return self._search(query, allow, abstract).hits(limit)

    def suggestions(self, query: Query) -> list[Suggestion]:
        """Return, for an empty result, the matches of each word alone and words with a similar spelling."""
        return self._search(query).suggestions(self._parts())

    def document_frequency(self, word: str) -> int:
        """Return the number of papers with a word in the title, authors, topics or abstract."""
        documents: set[int] = set()
        for segment in self._segments:
            for _, found in segment.slices(segment.find(word), (*HEADINGS, Field.ABSTRACT)):
                documents.update(found)
        return sum(self._catalog.alive[number] for number in documents)

    @property
    def postings(self) -> Postings:
        """The terms and their posting lists, valid until the index changes."""
        return Postings(self._segments, self._catalog)

    def _search(
        self,
        query: Query,
        allow: Container[str] | None = None,
        abstract: Callable[[str], str] | None = None,
    ) -> Search:
        planner = Planner(self._clause, self._holds, len(self._catalog))
        if len(self._masks) > _CACHED_MASKS:
            self._masks.clear()
        return Search(self._catalog, planner, query, allow, abstract, self._masks)

    def _parts(self) -> list[Segment]:
        """Return the segments, including that of tags and notes."""
        if not self._annotations:
            return self._segments
        if self._annotated is None:
            builder = SegmentBuilder((Field.TAG, Field.NOTE))
            for number in sorted(self._annotations):
                builder.add(number, annotation_terms(*self._annotations[number]))
            self._annotated = finished(builder.steps())
        return [*self._segments, self._annotated]

    def _clause(self, wanted: Wanted) -> Clause:
        recent = self._letter_clauses if len(wanted.word) == 1 else self._word_clauses
        return recent.get(wanted) or recent.put(wanted, word_clause(wanted, self._parts(), self._catalog))

    def _forget_answers(self) -> None:
        self._masks.clear()
        self._word_clauses.clear()
        self._letter_clauses.clear()

    def _holds(self, term: str) -> bool:
        return any(segment.holds(term) for segment in self._segments)
