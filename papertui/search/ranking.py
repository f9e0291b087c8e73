"""The scores of documents, by which they are ordered.

The score of a document is the sum over the clauses of their value (rarity) times the weight of the best match
(field and quality). The likeness of the title orders what is nearly equal.
"""

from collections.abc import Callable, Collection
from itertools import combinations

from rapidfuzz import fuzz

from papertui.search.clause import Clause

_LIKENESS = 0.1
"""By how much a title that reads just as the query raises a score."""
_ALONE = 1_000
"""A clause with so few documents brings them all."""
_SCREENFUL = 30
"""With so many documents that meet all clauses nearly, those that lack one are not looked for."""
_FLOOR = 0.5
"""What scores less than this share of the best similar document is no answer."""
_HOPELESS = 0.4
"""When the rarest clauses are summed up, what is below this share of the best is dropped."""

Scores = dict[int, float]


def likeness(query: str, title: str) -> float:
    """Return the factor by which a title raises a score: how alike it is, in all and at its best place."""
    return 1 + _LIKENESS * (fuzz.ratio(query, title) + fuzz.partial_ratio(query, title)) / 200


def scores_of_all(clauses: list[Clause], *, fuzzy: bool) -> Scores:
    """Return the documents that meet every clause, exactly or also nearly, with their scores."""
    required = _required(clauses)
    if not all(clause.exact or (fuzzy and clause.fuzzy) for clause in required):
        return {}
    first, *others = sorted(required, key=_size if fuzzy else _exact_size)
    scores = first.all_weights if fuzzy else first.weights
    for clause in others:
        found = clause.among(scores, fuzzy=fuzzy)
        scores = {number: scores[number] + weight for number, weight in found.items()}
    for clause in clauses:
        if clause not in required:
            scores = _raised(scores, clause.among(scores, fuzzy=False))
    return scores


def similar_scores(clauses: list[Clause], keep: Callable[[Scores], Scores]) -> Scores:
    """Return the documents that meet the clauses exactly or nearly, with scores.

    Where these are few, also documents that lack some clauses. `keep` leaves out what may not be found.
    """
    scores = keep(scores_of_all(clauses, fuzzy=True))
    if len(scores) < _SCREENFUL:
        scores = keep(_scores_of_most(clauses, _FLOOR * max(scores.values(), default=0.0)))
    floor = _FLOOR * max(scores.values(), default=0.0)
    return {number: score for number, score in scores.items() if score >= floor}


def _scores_of_most(clauses: list[Clause], floor: float) -> Scores:
    """Return the documents that meet most clauses exactly or nearly and may reach the floor."""
    met = [clause for clause in clauses if clause.exact or clause.fuzzy]
    required = [clause for clause in _required(clauses) if clause in met]
    if not required or any(clause.demanded for clause in clauses if clause not in met):
        return {}
    spare = sum(clause.value for clause in met) - floor
    demanded = [clause for clause in met if clause.demanded or clause.value > spare]
    scores = dict.fromkeys(_candidates(required, demanded), 0.0)
    for done, clause in enumerate(sorted(met, key=_size), 1):
        found = clause.among(scores, fuzzy=True)
        if clause in demanded:
            scores = {number: scores[number] for number in found}
        scores = _raised(scores, found)
        if done >= _lacking(required) + 2:
            hopeless = _HOPELESS * max(scores.values(), default=0.0)
            scores = {number: score for number, score in scores.items() if score >= hopeless}
    return scores


def _lacking(clauses: list[Clause]) -> int:
    """Return how many of the clauses a similar document may lack: a third, and one at least."""
    return max(1, len(clauses) // 3)


def _required(clauses: list[Clause]) -> list[Clause]:
    return [clause for clause in clauses if not clause.optional] or clauses


def _candidates(clauses: list[Clause], demanded: list[Clause]) -> Collection[int]:
    """Return the documents that may be similar.

    A document that lacks no more than k clauses meets two of the k + 2 rarest; so it is found where these
    overlap, and the commonest clauses need not be walked through. A rare word may stand alone.
    """
    if demanded:
        return min(demanded, key=_size).all_weights
    rarest = sorted(clauses, key=_size)[: _lacking(clauses) + 2]
    if len(rarest) < 3:
        return rarest[0].all_weights
    *rarer, last = rarest
    first = rarer[0].all_weights
    found = set(first) if len(first) <= _ALONE else set()
    for one, other in combinations(rarer, 2):
        found |= one.all_weights.keys() & other.all_weights.keys()
    any_rarer: Scores = {}
    for clause in rarer:
        any_rarer |= clause.all_weights
    return found.union(last.among(any_rarer, fuzzy=True))


def _exact_size(clause: Clause) -> int:
    return clause.count


def _size(clause: Clause) -> int:
    return clause.count + sum(len(job.documents) for job in clause.fuzzy)


def _raised(scores: Scores, more: Scores) -> Scores:
    """Return the scores, raised where there is more."""
    return scores | {number: scores[number] + weight for number, weight in more.items()}
