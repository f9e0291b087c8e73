"""One demand of a query, with the documents that meet it: a word, or words of which any will do."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from math import log, sqrt
from typing import NamedTuple

from papertui.query.tree import Field
from papertui.search.documents import Catalog
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
RESPELT = 0.95
"""Quality of a word found with other spaces than typed."""
_SHORT = 4
"""The beginning of a word of fewer letters says nothing about an abstract."""
_BASE = 0.375
"""What any match is worth against a sure one in the title, which is worth 1."""


_LOOK_UP_COST = 12
"""How many documents are walked through in the time in which one is looked up in a sorted array."""


_OFTEN = 3
"""A clause asked more often, since further words are being typed, gathers its documents once for all."""


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
    neighbours: tuple[str, ...] = ()
    """The words beside a single letter, which may be the initial of an author of that name."""
    spellings: tuple[str, ...] = ()
    """Other ways to write the same word."""


class Clause:
    """A word of the query, or several joined by OR, with all that they may mean.

    The weight of a document is that of its best job, times the value of the clause. Exact jobs hold the word,
    its continuation, or the same letters with other spaces; fuzzy ones a word that is spelt differently.
    """

    def __init__(
        self, text: str, size: int, exact: Iterable[Job], fuzzy: Callable[[], list[Job]], *, demanded: bool
    ) -> None:
        self.text = text
        self.demanded = demanded
        self.exact = sorted(exact, key=_weight)
        self.count = _documents(self.exact)
        self._find_fuzzy = fuzzy
        self._size = size
        self._asked = 0
        self._total: tuple[bytes | None, int] | None = None

    @property
    def optional(self) -> bool:
        """Whether it says too little to be demanded of a paper."""
        return not self.demanded and (self.text in STOP_WORDS or len(self.text) == 1)

    @cached_property
    def fuzzy(self) -> list[Job]:
        """The jobs of the terms that are spelt nearly like it, by rising weight."""
        return sorted(self._find_fuzzy(), key=_weight)

    @cached_property
    def value(self) -> float:
        """What finding it says about a document: the more, the rarer it is as typed, or else nearly so."""
        count = min(self.count or _documents(self.fuzzy), self._size)
        return sqrt(log(1 + self._size / (1 + count)))

    @cached_property
    def weights(self) -> dict[int, float]:
        """The documents that meet the clause exactly, with their weights."""
        return self._weights(self.exact)

    @cached_property
    def all_weights(self) -> dict[int, float]:
        """The documents that meet the clause exactly or nearly, with their weights."""
        return self._weights(self._all) if self.fuzzy else self.weights

    def total(self, mask: bytes | None = None) -> int:
        """Return how many documents meet the clause exactly, among those that the mask marks by a 1."""
        if self._total is None or self._total[0] is not mask:
            documents = set[int]().union(*(job.documents for job in self.exact))
            self._total = mask, len(documents) if mask is None else sum(map(mask.__getitem__, documents))
        return self._total[1]

    def best(self, enough: int, mask: bytes | None) -> dict[int, float]:
        """Return documents that meet the clause exactly: job by job from the best on, until it is enough."""
        weights: dict[int, float] = {}
        for job in reversed(self.exact):
            documents = job.documents if mask is None else [each for each in job.documents if mask[each]]
            weights = dict.fromkeys(documents, self.value * job.weight) | weights
            if len(weights) >= enough:
                break
        return weights

    def among(self, found: dict[int, float], *, fuzzy: bool) -> dict[int, float]:
        """Return the weights of those of the documents found that meet the clause."""
        name = "all_weights" if fuzzy else "weights"
        self._asked += 1
        if name in self.__dict__ or self._asked > _OFTEN:
            weights = self.all_weights if fuzzy else self.weights
            return {number: weights[number] for number in found.keys() & weights.keys()}
        shared: dict[int, float] = {}
        for job in self._all if fuzzy else self.exact:
            shared.update(zip(_shared(found, job), repeat(self.value * job.weight)))
        return shared

    @property
    def _all(self) -> list[Job]:
        return sorted((*self.exact, *self.fuzzy), key=_weight)

    def _weights(self, jobs: list[Job]) -> dict[int, float]:
        weights: dict[int, float] = {}
        for job in jobs:
            weights.update(zip(job.documents, repeat(self.value * job.weight)))
        return weights


def _shared(found: dict[int, float], job: Job) -> Iterable[int]:
    """Return the documents found that the job has: looked up one by one where that is the shorter way."""
    documents = job.documents
    if job.meaning.prefix or isinstance(documents, set) or len(found) * _LOOK_UP_COST > len(documents):
        return found.keys() & documents
    last = len(documents) - 1
    return [number for number in found if documents[min(bisect_left(documents, number), last)] == number]


def _weight(job: Job) -> float:
    return job.weight


def _documents(jobs: list[Job]) -> int:
    return sum(len(job.documents) for job in jobs)


def word_clause(wanted: Wanted, segments: list[Segment], catalog: Catalog) -> Clause:
    """Find what a word means in an index of these segments."""

    def fuzzy() -> list[Job]:
        if wanted.whole_words:
            return []
        return _jobs(segments, fuzzy_meanings(segments, wanted.word, typing=wanted.typing), wanted)

    exact = _jobs(segments, _exact_meanings(segments, wanted), wanted)
    for segment in segments:
        exact += _initial_jobs(segment, wanted, catalog)
    if not wanted.whole_words:
        found = any(catalog.alive[number] for job in exact for number in job.documents)
        for segment in segments:
            exact += _split_jobs(segment, wanted, catalog, anywhere=not found)
    return Clause(wanted.word, len(catalog), exact, fuzzy, demanded=wanted.demanded)


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
    """Join clauses all of which are demanded exactly, as one that weighs as the weakest of them."""
    weakest: dict[float, set[int]] = {}
    weights = [{number: job.weight for job in clause.exact for number in job.documents} for clause in clauses]
    for number in set(weights[0]).intersection(*weights[1:]):
        weakest.setdefault(min(weight[number] for weight in weights), set()).add(number)
    field = clauses[0].exact[0].field if weakest else FIELDS[0]
    exact = [Job(weight, documents, field, Meaning(text, weight)) for weight, documents in weakest.items()]
    return Clause(text, size, exact, list, demanded=True)


def _exact_meanings(segments: list[Segment], wanted: Wanted) -> Iterator[Meaning]:
    typing, whole_words = wanted.typing, wanted.whole_words
    for word in (wanted.word, *wanted.spellings):
        yield from exact_meanings(segments, word, typing=typing, whole_words=whole_words)
    for word in wanted.joined:
        for meaning in exact_meanings(segments, word, typing=typing, whole_words=not typing):
            yield meaning._replace(quality=RESPELT * meaning.quality)


def _initial_jobs(segment: Segment, wanted: Wanted, catalog: Catalog) -> Iterator[Job]:
    """Return the jobs of authors of whom a letter is the initial and its neighbour another name."""
    for name in wanted.neighbours:
        for field, documents in segment.slices(segment.find(name), (Field.AUTHOR,)):
            fitting = {number for number in documents if catalog.has_author(number, wanted.word, name)}
            if fitting:
                yield Job(
                    _BASE + (1 - _BASE) * FIELD_WEIGHTS[field], fitting, field, Meaning(wanted.word, 1.0)
                )


def _split_jobs(segment: Segment, wanted: Wanted, catalog: Catalog, *, anywhere: bool) -> Iterator[Job]:
    """Return the jobs of the word as two: side by side in the title, or, where it is unknown, anywhere."""
    fields = tuple(field for field in wanted.fields if anywhere or field is Field.TITLE)
    for field, left, right, documents in split_in_two(segment, wanted.word, fields, typing=wanted.typing):
        pair = f"{left} {right}"
        weight = _BASE + (1 - _BASE) * RESPELT * FIELD_WEIGHTS[field]
        beside = {number for number in documents if field is not Field.TITLE or pair in catalog.title(number)}
        if beside:
            yield Job(weight, beside, field, Meaning(pair, RESPELT))


def _jobs(segments: Iterable[Segment], meanings: Iterable[Meaning], wanted: Wanted) -> list[Job]:
    jobs = []
    for meaning in meanings:
        fields = wanted.fields
        if meaning.prefix and len(meaning.term) < _SHORT and fields == ANYWHERE:
            fields = (*HEADINGS, Field.TAG)
        for segment in segments:
            bounds = segment.span(meaning.term) if meaning.prefix else segment.find(meaning.term)
            for field, documents in segment.slices(bounds, fields):
                weight = _BASE + (1 - _BASE) * meaning.quality * FIELD_WEIGHTS[field]
                jobs.append(Job(weight, documents, field, meaning))
    return jobs


class RecentClauses:
    """The clauses used last; unlike an `lru_cache` of a method in no cycle with the index."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._clauses: dict[Wanted, Clause] = {}

    def get(self, wanted: Wanted) -> Clause | None:
        """Return the clause, if it is still there, as the one used last."""
        clause = self._clauses.pop(wanted, None)
        return None if clause is None else self.put(wanted, clause)

    def put(self, wanted: Wanted, clause: Clause) -> Clause:
        """Keep a clause, and forget the one whose use is longest ago where there are too many."""
        self._clauses[wanted] = clause
        if len(self._clauses) > self._size:
            del self._clauses[next(iter(self._clauses))]
        return clause

    def clear(self) -> None:
        """Forget all clauses."""
        self._clauses.clear()
