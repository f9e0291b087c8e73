"""Clauses: words of a query, alone or joined by OR, and their matches."""

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
"""Quality of a word matched with different spaces."""
_SHORT = 4
"""Minimum length of a prefix that is looked up in abstracts."""
_BASE = 0.375
"""Weight of a match in each field; an exact match in the title weighs 1."""


_LOOK_UP_COST = 12
"""Number of documents iterated in the time of one lookup in a sorted array."""


_OFTEN = 3
"""Number of lookups after which a clause collects its documents into a dictionary."""


class Job(NamedTuple):
    """Documents with a term in a field, and the weight of the match."""

    weight: float
    documents: memoryview | set[int]
    field: Field
    meaning: Meaning


@dataclass(frozen=True)
class Wanted:
    """The key of a clause in the cache."""

    word: str
    fields: tuple[Field, ...] = ANYWHERE
    typing: bool = False
    demanded: bool = True
    """Whether documents without it are excluded, even as fuzzy results."""
    whole_words: bool = False
    """Match the word exactly: no continuation, no other spelling."""
    joined: tuple[str, ...] = ()
    """The word joined with its neighbour."""
    neighbours: tuple[str, ...] = ()
    """The neighbours of a single letter, which may be an author's initial."""
    spellings: tuple[str, ...] = ()
    """Other spellings of the word."""


class Clause:
    """A word of the query, or several joined by OR, with the matching terms.

    The weight of a document is that of its best job times the value of the clause. Exact jobs match the word, its
    continuation, or the same letters with other spaces; fuzzy jobs match similar spellings.
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
        """Whether the word is too common to be required."""
        return not self.demanded and (self.text in STOP_WORDS or len(self.text) == 1)

    @cached_property
    def fuzzy(self) -> list[Job]:
        """The jobs of terms with a similar spelling, by rising weight."""
        return sorted(self._find_fuzzy(), key=_weight)

    @cached_property
    def value(self) -> float:
        """The value of a match: higher for rarer words."""
        count = min(self.count or _documents(self.fuzzy), self._size)
        return sqrt(log(1 + self._size / (1 + count)))

    @cached_property
    def weights(self) -> dict[int, float]:
        """The exact matches, with their weights."""
        return self._weights(self.exact)

    @cached_property
    def all_weights(self) -> dict[int, float]:
        """The exact and fuzzy matches, with their weights."""
        return self._weights(self._all) if self.fuzzy else self.weights

    def total(self, mask: bytes | None = None) -> int:
        """Return the number of exact matches among the documents whose byte in the mask is 1."""
        if self._total is None or self._total[0] is not mask:
            documents = set[int]().union(*(job.documents for job in self.exact))
            self._total = mask, len(documents) if mask is None else sum(map(mask.__getitem__, documents))
        return self._total[1]

    def best(self, enough: int, mask: bytes | None) -> dict[int, float]:
        """Return exact matches job by job, best first, until there are enough."""
        weights: dict[int, float] = {}
        for job in reversed(self.exact):
            documents = job.documents if mask is None else [each for each in job.documents if mask[each]]
            weights = dict.fromkeys(documents, self.value * job.weight) | weights
            if len(weights) >= enough:
                break
        return weights

    def among(self, found: dict[int, float], *, fuzzy: bool) -> dict[int, float]:
        """Return the weights of the given documents that match the clause."""
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
    """Return the given documents that the job has; looked up one by one if that is faster."""
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
    """Return the clause of a word in these segments."""

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
    """Join clauses by OR."""
    return Clause(
        text,
        size,
        [job for clause in clauses for job in clause.exact],
        lambda: [job for clause in clauses for job in clause.fuzzy],
        demanded=True,
    )


def both_clause(text: str, clauses: list[Clause], size: int) -> Clause:
    """Join clauses by AND into one exact clause with the weight of the weakest."""
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
    """Return the jobs of authors with this initial whose other name is a neighbour of it."""
    for name in wanted.neighbours:
        for field, documents in segment.slices(segment.find(name), (Field.AUTHOR,)):
            fitting = {number for number in documents if catalog.has_author(number, wanted.word, name)}
            if fitting:
                yield Job(
                    _BASE + (1 - _BASE) * FIELD_WEIGHTS[field], fitting, field, Meaning(wanted.word, 1.0)
                )


def _split_jobs(segment: Segment, wanted: Wanted, catalog: Catalog, *, anywhere: bool) -> Iterator[Job]:
    """Return the jobs of the word split in two: adjacent in the title, or anywhere if the word is unknown."""
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
    """Small LRU cache of clauses. `lru_cache` on a method would keep the index alive."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._clauses: dict[Wanted, Clause] = {}

    def get(self, wanted: Wanted) -> Clause | None:
        """Return a cached clause, and mark it as most recently used."""
        clause = self._clauses.pop(wanted, None)
        return None if clause is None else self.put(wanted, clause)

    def put(self, wanted: Wanted, clause: Clause) -> Clause:
        """Add a clause; drop the least recently used one if there are too many."""
        self._clauses[wanted] = clause
        if len(self._clauses) > self._size:
            del self._clauses[next(iter(self._clauses))]
        return clause

    def clear(self) -> None:
        """Drop all clauses."""
        self._clauses.clear()
