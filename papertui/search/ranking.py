"""Ranking: scores of documents.

The score is the sum over the clauses of value (rarity) times the weight of the best match (field and quality).
The similarity of the title orders nearly equal scores.
"""

from collections.abc import Callable, Collection
from itertools import combinations

from rapidfuzz import fuzz

from papertui.search.clause import Clause

_LIKENESS = 0.1
"""Bonus of a title that equals the query."""
_ALONE = 1_000
"""Maximum number of documents that a single clause may add."""
_SCREENFUL = 30
"""Number of fuzzy matches from which documents that lack a clause are not searched."""
_FLOOR = 0.5
"""Minimum score of a similar document, as a share of the best one."""
_HOPELESS = 0.4
"""Minimum partial score, as a share of the best, when the rarest clauses are summed."""

Scores = dict[int, float]


def likeness(query: str, title: str) -> float:
    """Return the factor of a title: its similarity to the query, as a whole and at its best part."""
    return 1 + _LIKENESS * (fuzz.ratio(query, title) + fuzz.partial_ratio(query, title)) / 200


def scores_of_all(clauses: list[Clause], *, fuzzy: bool) -> Scores:
    """Return the documents that match every clause, exactly or fuzzily, with their scores."""
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
    """Return the exact and fuzzy matches of the clauses, with scores.

    If there are few, also documents that lack some clauses. `keep` filters the documents.
    """
    scores = keep(scores_of_all(clauses, fuzzy=True))
    if len(scores) < _SCREENFUL:
        scores = keep(_scores_of_most(clauses, _FLOOR * max(scores.values(), default=0.0)))
    floor = _FLOOR * max(scores.values(), default=0.0)
    return {number: score for number, score in scores.items() if score >= floor}


def _scores_of_most(clauses: list[Clause], floor: float) -> Scores:
    """Return the documents that match most clauses and may reach the minimum score."""
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
    """Return the number of clauses that a similar document may lack: a third, at least one."""
    return max(1, len(clauses) // 3)


def _required(clauses: list[Clause]) -> list[Clause]:
    return [clause for clause in clauses if not clause.optional] or clauses


def _candidates(clauses: list[Clause], demanded: list[Clause]) -> Collection[int]:
    """Return the candidates for similar documents.

    A document that lacks at most k clauses matches two of the k + 2 rarest, so the intersections of these
    suffice, and the most common clauses are not iterated. A rare word may match alone.
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
    """Return the scores with the values of `more` added."""
    return scores | {number: scores[number] + weight for number, weight in more.items()}
