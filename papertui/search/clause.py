"""One demand of a query, with the documents that meet it: a word, or words of which any will do."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from math import log, sqrt
from typing import NamedTuple

from papertui.query.tree import Field
from papertui.search.meaning import Meaning, exact_meanings, fuzzy_meanings, split_in_two
from papertui.search.segment import FIELDS, HEADINGS, Segment
from papertui.search.words import STOP_WORDS

FIELD_WEIGHTS = {
    Field.TITLE: 1.0,
    Field.AUTHOR: 0.8,
    Field.TOPIC: 0.6,
    Field.TAG: 0.6,
    Field.ABSTRACT: 0.5,
    Field.NOTE: 0.5,
    Field.AFFILIATION: 0.4,
    Field.VENUE: 0.3,
    Field.CATEGORY: 0.3,
}
ANYWHERE = (*FIELDS, Field.TAG, Field.NOTE)
_SHORT = 4
"""The beginning of a word of fewer letters says nothing about an abstract."""
_BASE = 0.375
"""What any match is worth against a sure one in the title, which is worth 1."""


class Job(NamedTuple):
    """Documents that have a term in a field, and what that is worth."""

    weight: float
    documents: memoryview | set[int]
    field: Field
    meaning: Meaning


@dataclass(frozen=True)
class Wanted:
    """What a clause asks for; equal ones are answered from a cache."""

    word: str
    fields: tuple[Field, ...] = ANYWHERE
    typing: bool = False
    demanded: bool = True
    """Whether a document without it is no result at all, not even a fuzzy one."""
    whole_words: bool = False
    """The word as it stands: no continuation, no other spelling."""
    joined: tuple[str, ...] = ()
    """The word written together with its neighbour."""
    spellings: tuple[str, ...] = ()
    """Other ways to write the same word."""


class Clause:
    """A word of the query, or several joined by OR, with all that they may mean.

    The weight of a document is that of its best job. Exact jobs hold the word, its continuation, or the same
    letters with other spaces; fuzzy ones a word that is spelt differently.
    """

    def __init__(
        self, text: str, size: int, exact: Iterable[Job], fuzzy: Callable[[], list[Job]], *, demanded: bool
    ) -> None:
        self.text = text
        self.demanded = demanded
        self.exact = sorted(exact, key=_weight)
        self._find_fuzzy = fuzzy
        self._size = size
        self.count = sum(len(job.documents) for job in self.exact)

    @property
    def optional(self) -> bool:
        """Whether it says too little to be demanded of a paper."""
        return not self.demanded and (self.text in STOP_WORDS or len(self.text) == 1)

    @cached_property
    def fuzzy(self) -> list[Job]:
        """The jobs of the terms that are spelt nearly like it, by rising weight."""
        return sorted(self._find_fuzzy(), key=_weight)

    def value(self, *, fuzzy: bool) -> float:
        """Return what finding it says about a document: the more, the rarer it is."""
        count = self.count + (sum(len(job.documents) for job in self.fuzzy) if fuzzy else 0)
        return sqrt(log(1 + self._size / (1 + min(count, self._size))))

    @cached_property
    def weights(self) -> dict[int, float]:
        """The documents of the exact jobs with their weights."""
        return _best_weights(self.exact)

    @cached_property
    def all_weights(self) -> dict[int, float]:
        """The documents of all jobs with their weights."""
        return _best_weights(sorted((*self.exact, *self.fuzzy), key=_weight))

    def among(self, documents: dict[int, float], *, fuzzy: bool) -> dict[int, float]:
        """Return the weights of those of the documents that meet the clause."""
        name = "all_weights" if fuzzy else "weights"
        if name in self.__dict__:
            weights: dict[int, float] = self.__dict__[name]
            return {number: weights[number] for number in documents.keys() & weights.keys()}
        found: dict[int, float] = {}
        jobs = sorted((*self.exact, *self.fuzzy), key=_weight) if fuzzy else self.exact
        wanted = documents.keys()
        for job in jobs:
            found.update(zip(wanted & job.documents, repeat(job.weight)))
        return found


def _weight(job: Job) -> float:
    return job.weight


def _best_weights(jobs: list[Job]) -> dict[int, float]:
    weights: dict[int, float] = {}
    for job in jobs:
        weights.update(zip(job.documents, repeat(job.weight)))
    return weights


def word_clause(wanted: Wanted, segments: list[Segment], size: int) -> Clause:
    """Find what a word means in each segment of an index of `size` documents."""

    def fuzzy() -> list[Job]:
        if wanted.whole_words:
            return []
        return [
            job
            for segment in segments
            for meaning in fuzzy_meanings(segment, wanted.word, typing=wanted.typing)
            for job in _jobs(segment, meaning, wanted)
        ]

    exact = [job for segment in segments for job in _exact_jobs(segment, wanted)]
    if not exact and not wanted.whole_words:
        exact = [job for segment in segments for job in _split_jobs(segment, wanted)]
    return Clause(wanted.word, size, exact, fuzzy, demanded=wanted.demanded)


def either_clause(text: str, clauses: list[Clause], size: int) -> Clause:
    """Join clauses of which any will do."""
    return Clause(
        text,
        size,
        [job for clause in clauses for job in clause.exact],
        lambda: [job for clause in clauses for job in clause.fuzzy],
        demanded=True,
    )


def both_clause(text: str, clauses: list[Clause], size: int) -> Clause:
    """Join clauses all of which are demanded, as one whose weight is that of the weakest."""
    documents = set.intersection(*(set(clause.weights) for clause in clauses))
    groups: dict[float, set[int]] = {}
    for number in documents:
        groups.setdefault(min(clause.weights[number] for clause in clauses), set()).add(number)
    exact = [
        Job(weight, group, clauses[0].exact[0].field, Meaning(text, weight))
        for weight, group in groups.items()
    ]
    return Clause(text, size, exact, list, demanded=True)


def _exact_jobs(segment: Segment, wanted: Wanted) -> Iterator[Job]:
    for word in (wanted.word, *wanted.spellings, *wanted.joined):
        typing = wanted.typing
        for meaning in exact_meanings(segment, word, typing=typing, whole_words=wanted.whole_words):
            if word in wanted.joined and meaning.prefix and not typing:
                continue
            yield from _jobs(segment, meaning, wanted)


def _split_jobs(segment: Segment, wanted: Wanted) -> Iterator[Job]:
    for field, words, documents in split_in_two(segment, wanted.word, wanted.fields, typing=wanted.typing):
        yield Job(_BASE + 0.55 * FIELD_WEIGHTS[field], documents, field, Meaning(words, 0.9))


def _jobs(segment: Segment, meaning: Meaning, wanted: Wanted) -> Iterator[Job]:
    fields = wanted.fields
    if meaning.prefix and len(meaning.term) < _SHORT and fields == ANYWHERE:
        fields = (*HEADINGS, Field.TAG)
    bounds = segment.span(meaning.term) if meaning.prefix else segment.find(meaning.term)
    for field, documents in segment.slices(bounds, fields):
        weight = _BASE + (1 - _BASE) * meaning.quality * FIELD_WEIGHTS[field]
        yield Job(weight, documents, field, meaning)
