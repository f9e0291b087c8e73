"""Builder of index segments, in steps short enough to run between two keys."""

from array import array
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from papertui.query.tree import Field
from papertui.search.segment import FIELDS, HEADINGS, WHOLE, Segment, whole_value
from papertui.search.words import STOP_WORDS, words_and_variants, words_of

_SPELT_FIELDS = (*HEADINGS, Field.TAG, Field.NOTE)
"""Fields whose words are all candidates for a misspelt word."""
_NEVER = 1 << 32
_NO_DOCUMENTS = array("I")
TERMS_PER_STEP = 4_000
"""Terms written between two pauses."""


@dataclass(frozen=True, slots=True)
class Document:
    """The searchable content of a paper."""

    key: str
    title: str = ""
    authors: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    venue: str = ""
    abstract: str = ""
    ids: tuple[str, ...] = ()
    """Further ids of the paper, such as the DOI of an arXiv paper."""
    order: int = 0
    """`dates.date_order` of the paper: greater is newer."""
    traits: int = 0
    """The states that depend on the record: INCOMPLETE, WITH_ID, WITH_PDF and WITH_CODE of `query.State`."""


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
    """Return the terms of the tags and the note of a paper."""
    yield Field.TAG, _value_terms(tuple(tags))
    yield Field.NOTE, set(words_and_variants(note))


def _value_terms(values: tuple[str, ...]) -> set[str]:
    if not values:
        return set()
    return {*words_and_variants(" ".join(values)), *map(whole_value, values)}


class SegmentBuilder:
    """Collects the terms of documents, given by rising number, and writes them as a segment."""

    def __init__(self, fields: tuple[Field, ...] = FIELDS) -> None:
        self._postings: dict[Field, dict[str, array[int]]] = {field: {} for field in fields}

    def add(self, number: int, terms_by_field: Iterable[tuple[Field, set[str]]]) -> None:
        """Add the terms of one document."""
        for field, terms in terms_by_field:
            postings = self._postings[field]
            for term in terms:
                held = postings.get(term)
                if held is None:
                    postings[term] = array("I", (number,))
                else:
                    held.append(number)

    def absorb(self, segment: Segment, alive: Sequence[int]) -> None:
        """Add the documents of an earlier segment, except the removed ones."""
        for field, starts in segment.starts.items():
            documents, postings = segment.documents[field], self._postings[field]
            for at, term in enumerate(segment.terms):
                if starts[at] < starts[at + 1]:
                    held = array(
                        "I", (number for number in documents[starts[at] : starts[at + 1]] if alive[number])
                    )
                    postings.setdefault(term, array("I")).extend(held)

    def steps(self, pulse: int = 0) -> Generator[int, None, "Segment"]:
        """Write the segment in steps of a few milliseconds, each yielding `pulse`; empties the builder."""
        terms = yield from _sorted_in_steps(self._postings.values(), pulse)
        known = bytearray(len(terms))
        starts: dict[Field, memoryview] = {}
        documents: dict[Field, memoryview] = {}
        for field in tuple(self._postings):
            postings, ends, flat = self._postings.pop(field), array("I", (0,)), array("I")
            enough = 2 if field is Field.ABSTRACT else 1 if field in _SPELT_FIELDS else _NEVER
            for at in range(0, len(terms), TERMS_PER_STEP):
                for number, term in enumerate(terms[at : at + TERMS_PER_STEP], at):
                    held = postings.pop(term, _NO_DOCUMENTS)
                    flat.extend(held)
                    if len(held) >= enough and term[0] != WHOLE:
                        known[number] = 1
                    ends.append(len(flat))
                yield pulse
            starts[field], documents[field] = memoryview(ends), memoryview(flat)
        return Segment(terms, starts, documents, bytes(known))


Result = TypeVar("Result")


def _sorted_in_steps(groups: Iterable[Iterable[str]], pulse: int) -> Generator[int, None, list[str]]:
    """Return the strings of all groups, sorted and without duplicates, in one step for each first letter."""
    by_letter: dict[str, set[str]] = {}
    for group in groups:
        for count, term in enumerate(group):
            by_letter.setdefault(term[0], set()).add(term)
            if count % (4 * TERMS_PER_STEP) == 0:
                yield pulse
    result: list[str] = []
    for letter in sorted(by_letter):
        result += sorted(by_letter.pop(letter))
        yield pulse
    return result
