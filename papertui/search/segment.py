"""Segment: an immutable inverted index of terms and documents by field.

Terms are sorted, and the documents of a field are one flat array in the order of the terms, so that the
documents of all terms with a common prefix are one slice.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from itertools import compress

from papertui.query.tree import Field
from papertui.text.folding import fold

FIELDS = (
    Field.TITLE,
    Field.AUTHOR,
    Field.TOPIC,
    Field.AFFILIATION,
    Field.VENUE,
    Field.CATEGORY,
    Field.ABSTRACT,
)
"""The fields of a segment of papers, in the order in which they are stored."""
HEADINGS = (Field.TITLE, Field.AUTHOR, Field.TOPIC)
"""The fields of titles and authors."""
WHOLE = "="
"""Prefix of a term for the whole value of a field, such as ``=cs.cl``; no word contains it."""
AFTER_ALL = "\U0010ffff"
"""Sorts after every term with the prefix before it."""


class Segment:
    """An inverted index of some documents.

    `starts[field][t]` and `starts[field][t + 1]` bound the documents of term t in `documents[field]`.
    """

    def __init__(
        self,
        terms: list[str],
        starts: dict[Field, memoryview],
        documents: dict[Field, memoryview],
        known: bytes,
    ) -> None:
        self.terms = terms
        self.starts = starts
        self.documents = documents
        self.known = known
        """One byte for each term: 1 for a candidate of misspelt words, 0 for a term of a single abstract."""

    def span(self, prefix: str) -> tuple[int, int]:
        """Return the range of the terms that begin with the prefix."""
        return span(self.terms, prefix)

    def find(self, term: str) -> tuple[int, int]:
        """Return the range of a single term; empty if it is unknown."""
        at = bisect_left(self.terms, term)
        return at, at + (at < len(self.terms) and self.terms[at] == term)

    def holds(self, term: str) -> bool:
        """Return whether any document has the term."""
        low, high = self.find(term)
        return low < high

    def slices(self, bounds: tuple[int, int], fields: Iterable[Field]) -> list[tuple[Field, memoryview]]:
        """Return the documents of a range of terms by field."""
        low, high = bounds
        found = []
        for field in fields:
            starts = self.starts.get(field)
            if starts is not None and starts[low] < starts[high]:
                found.append((field, self.documents[field][starts[low] : starts[high]]))
        return found

    def count(self, bounds: tuple[int, int], fields: Iterable[Field]) -> int:
        """Return the total number of documents of a range of terms in these fields."""
        return sum(len(documents) for _, documents in self.slices(bounds, fields))

    @cached_property
    def spelling(self) -> list[str]:
        """The candidates of misspelt words."""
        return list(compress(self.terms, self.known))


def span(terms: list[str], prefix: str) -> tuple[int, int]:
    """Return the range of the sorted terms that begin with the prefix."""
    low = bisect_left(terms, prefix)
    return low, bisect_left(terms, prefix + AFTER_ALL, low)


def whole_value(value: str) -> str:
    """Return the term for the whole value of a field."""
    return WHOLE + " ".join(fold(value).split())
