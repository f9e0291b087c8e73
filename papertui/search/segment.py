"""The inverted index: which documents hold a term, field by field.

A segment never changes. Its terms are sorted, and the documents of a field are kept in one flat array in
the order of the terms, so that the documents of all terms with a common beginning are one slice of it.
"""

from array import array
from bisect import bisect_left
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import TypeVar, cast

from papertui.query.tree import Field
from papertui.search.words import STOP_WORDS, words_and_variants, words_of
from papertui.text import fold

FIELDS = (
    Field.TITLE,
    Field.AUTHOR,
    Field.TOPIC,
    Field.AFFILIATION,
    Field.VENUE,
    Field.CATEGORY,
    Field.ABSTRACT,
)
"""The fields of a segment, in the order in which they are stored."""
HEADINGS = (Field.TITLE, Field.AUTHOR, Field.TOPIC)
"""Fields whose words are worth a spelling error, and which the first letters of a word are looked up in."""
WHOLE = "="
"""Begins a term that is the whole value of a field, such as ``=cs.cl``; no word contains it."""
AFTER_ALL = "\U0010ffff"
"""Sorts after every continuation of a prefix."""
_STEP = 4_000
"""Terms laid out between two pauses of a build."""


@dataclass(frozen=True, slots=True)
class Document:
    """What the search knows of a paper."""

    key: str
    title: str = ""
    authors: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    venue: str = ""
    abstract: str = ""
    ids: tuple[str, ...] = ()
    """Further names of the paper, such as the DOI of a paper known by its arXiv id."""
    order: int = 0
    """`dates.date_order` of the paper: the greater, the newer."""
    traits: int = 0
    """The states that lie in the record: INCOMPLETE, WITH_ID, WITH_PDF and WITH_CODE of `query.State`."""


def document_terms(document: Document) -> Iterator[tuple[Field, set[str]]]:
    """Return the terms of each field of a document."""
    yield Field.TITLE, set(words_and_variants(document.title))
    yield Field.AUTHOR, set(words_and_variants(" ".join(document.authors)))
    yield Field.TOPIC, _value_terms(document.topics)
    yield Field.AFFILIATION, _value_terms(document.affiliations)
    yield Field.VENUE, _value_terms((document.venue,) if document.venue else ())
    yield Field.CATEGORY, set(map(whole_value, document.categories))
    yield Field.ABSTRACT, set(words_of(document.abstract)) - STOP_WORDS


def annotation_terms(tags: Iterable[str], note: str) -> Iterator[tuple[Field, set[str]]]:
    """Return the terms of what the reader wrote on a paper."""
    yield Field.TAG, _value_terms(tuple(tags))
    yield Field.NOTE, set(words_and_variants(note))


def _value_terms(values: tuple[str, ...]) -> set[str]:
    if not values:
        return set()
    return {*words_and_variants(" ".join(values)), *map(whole_value, values)}


class SegmentBuilder:
    """Gathers the terms of documents, which must come with rising numbers, and lays them out as a segment."""

    def __init__(self, fields: tuple[Field, ...] = FIELDS) -> None:
        self._postings: dict[Field, dict[str, array[int]]] = {field: {} for field in fields}

    def add(self, number: int, terms_by_field: Iterable[tuple[Field, set[str]]]) -> None:
        """Enter the terms of one document."""
        for field, terms in terms_by_field:
            postings = self._postings[field]
            for term in terms:
                held = postings.get(term)
                if held is None:
                    postings[term] = array("I", (number,))
                else:
                    held.append(number)

    def steps(self, pulse: int = 0) -> Generator[int, None, "Segment"]:
        """Lay the segment out in steps that give `pulse`, of some milliseconds. It empties the builder."""
        terms = yield from _sorted_in_steps(self._postings.values(), pulse)
        segment = Segment(terms, {}, {})
        for field in tuple(self._postings):
            postings, ends, flat = self._postings.pop(field), array("I", (0,)), array("I")
            for at in range(0, len(terms), _STEP):
                for term in terms[at : at + _STEP]:
                    if held := postings.pop(term, None):
                        flat.extend(held)
                    ends.append(len(flat))
                yield pulse
            segment.starts[field], segment.documents[field] = memoryview(ends), memoryview(flat)
        return segment

    def segment(self) -> "Segment":
        """Lay the segment out at once."""
        return finish(self.steps())


Result = TypeVar("Result")


def finish(steps: Generator[object, None, Result]) -> Result:
    """Run a sliced job to its end and return what it made."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("Result", end.value)


def whole_value(value: str) -> str:
    """Return the term that stands for the whole value of a field."""
    return WHOLE + " ".join(fold(value).split())


def _sorted_in_steps(groups: Iterable[Iterable[str]], pulse: int) -> Generator[int, None, list[str]]:
    """Return the strings of all groups sorted and once each, in one step per first letter."""
    by_letter: dict[str, set[str]] = {}
    for group in groups:
        for count, term in enumerate(group):
            by_letter.setdefault(term[0], set()).add(term)
            if count % (4 * _STEP) == 0:
                yield pulse
    result: list[str] = []
    for letter in sorted(by_letter):
        result += sorted(by_letter.pop(letter))
        yield pulse
    return result


class Segment:
    """An inverted index of some documents.

    `starts[field][t]` and `starts[field][t + 1]` bound the documents of term t in `documents[field]`.
    """

    def __init__(
        self, terms: list[str], starts: dict[Field, memoryview], documents: dict[Field, memoryview]
    ) -> None:
        self.terms = terms
        self.starts = starts
        self.documents = documents

    def span(self, prefix: str) -> tuple[int, int]:
        """Return the range of the terms that begin with the prefix."""
        return span(self.terms, prefix)

    def find(self, term: str) -> tuple[int, int]:
        """Return the range that holds the term alone, empty where it is not held."""
        at = bisect_left(self.terms, term)
        return at, at + (at < len(self.terms) and self.terms[at] == term)

    def holds(self, term: str) -> bool:
        """Tell whether any document has the term."""
        low, high = self.find(term)
        return low < high

    def slices(self, bounds: tuple[int, int], fields: Iterable[Field]) -> list[tuple[Field, memoryview]]:
        """Return the documents of a range of terms, for each field that has any."""
        low, high = bounds
        found = []
        for field in fields:
            starts = self.starts.get(field)
            if starts is not None and starts[low] < starts[high]:
                found.append((field, self.documents[field][starts[low] : starts[high]]))
        return found

    def count(self, bounds: tuple[int, int], fields: Iterable[Field]) -> int:
        """Return how many documents the range of terms has in these fields together."""
        low, high = bounds
        return sum(
            starts[high] - starts[low] for field in fields if (starts := self.starts.get(field)) is not None
        )

    @cached_property
    def spelling(self) -> list[str]:
        """The terms that a misspelt word may mean: those of headings, and those of two abstracts or more."""
        low = self.span(WHOLE)[1]
        body = self.starts.get(Field.ABSTRACT)
        if body is None:
            return self.terms[low:]
        heads = [self.starts[field] for field in HEADINGS]
        known = (
            body[at + 1] - body[at] > 1 or any(head[at + 1] > head[at] for head in heads)
            for at in range(low, len(self.terms))
        )
        return list(compress(self.terms[low:], known))


def span(terms: list[str], prefix: str) -> tuple[int, int]:
    """Return the range of the sorted terms that begin with the prefix."""
    low = bisect_left(terms, prefix)
    return low, bisect_left(terms, prefix + AFTER_ALL, low)
