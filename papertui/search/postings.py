"""Posting lists of the index, for comparing texts."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop

from papertui.query.tree import Field
from papertui.search.documents import Catalog
from papertui.search.segment import Segment
from papertui.search.stems import stem


class Postings:
    """The terms of an index and their documents, as numbers; `key` returns the paper."""

    def __init__(self, segments: Sequence[Segment], catalog: Catalog) -> None:
        self._segments = segments
        self._catalog = catalog

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self._catalog) - self._catalog.removed

    def spellings(self, root: str) -> list[str]:
        """Return the terms with a stem."""
        terms: set[str] = set()
        for segment in self._segments:
            low, high = segment.span(root)
            terms.update(term for term in segment.terms[low:high] if stem(term) == root)
        return sorted(terms)

    def documents(self, terms: Iterable[str], fields: Collection[Field]) -> set[int]:
        """Return the documents with any of the terms in any of the fields, including removed documents."""
        found: set[int] = set()
        for term in terms:
            for segment in self._segments:
                for _, documents in segment.slices(segment.find(term), fields):
                    found.update(documents)
        return found

    def count(self, terms: Iterable[str], fields: Collection[Field]) -> int:
        """Return an upper bound of the number of documents with any of the terms."""
        return sum(
            max(
                sum(segment.count(segment.find(term), (field,)) for segment in self._segments)
                for field in fields
            )
            for term in terms
        )

    def key(self, number: int) -> str:
        """Return the key of a document; empty for a removed one."""
        return self._catalog.keys[number] if self._catalog.alive[number] else ""

    def authors(self, number: int) -> list[str]:
        """Return the authors of a document, as indexed words."""
        return self._catalog.authors(number)


def best_first(scores: Mapping[int, float]) -> Iterator[tuple[int, float]]:
    """Yield documents by descending score; cheap if only the first are used."""
    ranked = [(-score, number) for number, score in scores.items()]
    heapify(ranked)
    while ranked:
        score, number = heappop(ranked)
        yield number, -score
