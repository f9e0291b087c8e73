"""A look into the index word by word, for what compares texts instead of seeking papers."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop

from papertui.query.tree import Field
from papertui.search.documents import Catalog
from papertui.search.segment import Segment
from papertui.search.stems import stem


class Postings:
    """The terms of an index and the documents that hold them. Documents are numbers; `key` names the paper."""

    def __init__(self, segments: Sequence[Segment], catalog: Catalog) -> None:
        self._segments = segments
        self._catalog = catalog

    def __len__(self) -> int:
        """Return how many documents there are."""
        return len(self._catalog) - self._catalog.removed

    def spellings(self, root: str) -> list[str]:
        """Return the terms that have a stem."""
        terms: set[str] = set()
        for segment in self._segments:
            low, high = segment.span(root)
            terms.update(term for term in segment.terms[low:high] if stem(term) == root)
        return sorted(terms)

    def documents(self, terms: Iterable[str], fields: Collection[Field]) -> set[int]:
        """Return the documents that hold any of the terms in any of the fields, removed documents included."""
        found: set[int] = set()
        for term in terms:
            for segment in self._segments:
                for _, documents in segment.slices(segment.find(term), fields):
                    found.update(documents)
        return found

    def count(self, terms: Iterable[str], fields: Collection[Field]) -> int:
        """Return about how many documents hold any of the terms: one that holds several counts as often."""
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
        """Return the authors of a document, in the words of the index."""
        return self._catalog.authors(number)


def best_first(scores: Mapping[int, float]) -> Iterator[tuple[int, float]]:
    """Yield documents with their scores, the greatest first; costs little where only the first are taken."""
    ranked = [(-score, number) for number, score in scores.items()]
    heapify(ranked)
    while ranked:
        score, number = heappop(ranked)
        yield number, -score
