"""One search over an index: the two tiers, their scores and their order."""

from collections.abc import Callable, Container, Iterable
from heapq import nlargest
from itertools import combinations, compress, islice

from papertui.query.tree import Field, Query, Words
from papertui.search.catalog import AUTHORS, Catalog
from papertui.search.clause import Clause
from papertui.search.conditions import Conditions
from papertui.search.hits import Hits, marks_of
from papertui.search.plan import Check, Planner, check_of
from papertui.search.ranking import LIKENESS, likeness
from papertui.search.words import words_of

ENOUGH = 20
"""With so many exact matches nothing similar is looked for."""
SIMILAR_LIMIT = 100
"""How many similar papers stand below the exact ones at most."""
RERANKED = 100
"""How many of the best are ordered by the likeness of their titles too."""
_ALONE = 1_000
"""A clause with so few documents brings them all."""
_HOPELESS = 0.4
"""When the rarest clauses are summed up, what is below this share of the best is dropped."""
_FLOOR = 0.6
"""What scores less than this share of the best is no answer."""

Scores = dict[int, float]


class Search:
    """The evaluation of one query."""

    def __init__(
        self,
        catalog: Catalog,
        planner: Planner,
        query: Query,
        allow: Container[str] | None,
        abstract: Callable[[str], str] | None,
    ) -> None:
        self._catalog, self._planner, self._allow, self._abstract = catalog, planner, allow, abstract
        self._plan = planner.plan(query.root)
        self._mask = None
        if self._plan.conditions or not catalog.is_whole:
            self._mask = Conditions(catalog, self._containing).mask(self._plan.conditions)
        self._text = " ".join(self._plan.words)

    def hits(self, limit: int | None) -> Hits:
        """Return the papers found, best first."""
        clauses = self._plan.clauses
        if not clauses:
            return self._newest(limit)
        scores, total = self._exact(limit)
        allowed = self._allowed(scores)
        exact = self._checked(self._ordered(allowed, None if self._plan.checks else limit), limit)
        elsewhere = len(scores) - len(allowed)
        if len(exact) != limit:
            total = len(exact) + elsewhere
        similar: list[int] = []
        if len(exact) < min(ENOUGH, limit or ENOUGH):
            similar = self._similar(scores, limit or SIMILAR_LIMIT)[: limit and limit - len(exact)]
        keys = self._catalog.keys
        return Hits(
            tuple(keys[number] for number in (*exact, *similar)),
            exact=len(exact),
            total=total - elsewhere + len(similar),
            elsewhere=elsewhere,
            unmatched=tuple(clause.text for clause in clauses if not clause.exact and not clause.fuzzy),
            marks=marks_of(clauses, fuzzy=bool(similar)),
        )

    def _exact(self, limit: int | None) -> tuple[Scores, int]:
        """Return exact matches with their scores, of a lone word the best ones; and how many there are."""
        clauses = self._plan.clauses
        if (
            self._mask is None
            and self._allow is None
            and limit
            and len(clauses) == 1
            and not self._plan.checks
        ):
            best = clauses[0].best(max(limit, RERANKED))
            return best, clauses[0].total if len(best) >= limit else len(best)
        scores = self._filtered(scores_of_all(clauses, fuzzy=False))
        return scores, len(scores)

    def _newest(self, limit: int | None) -> Hits:
        """Return what meets the conditions, newest first."""
        everything = range(len(self._catalog))
        found = list(everything if self._mask is None else compress(everything, self._mask))
        keys, orders, allow = self._catalog.keys, self._catalog.orders, self._allow
        allowed = found if allow is None else [number for number in found if keys[number] in allow]
        allowed.sort(key=lambda number: (-orders[number], keys[number]))
        shown = tuple(keys[number] for number in allowed[:limit])
        return Hits(shown, len(shown), len(allowed), len(found) - len(allowed))

    def _similar(self, exact: Scores, count: int) -> list[int]:
        """Return documents that are not exact matches, best first."""
        scores = self._filtered(scores_of_all(self._plan.clauses, fuzzy=True))
        if len(scores) < SIMILAR_LIMIT:
            scores = self._filtered(scores_of_most(self._plan.clauses))
        floor = _FLOOR * max(scores.values(), default=0.0)
        near = {number: score for number, score in scores.items() if score >= floor and number not in exact}
        count = min(count, SIMILAR_LIMIT)
        return self._checked(self._ordered(self._allowed(near), count), count)

    def _filtered(self, scores: Scores) -> Scores:
        mask = self._mask
        return scores if mask is None else {number: score for number, score in scores.items() if mask[number]}

    def _allowed(self, scores: Scores) -> Scores:
        if self._allow is None:
            return scores
        keys, allow = self._catalog.keys, self._allow
        return {number: score for number, score in scores.items() if keys[number] in allow}

    def _ordered(self, scores: Scores, limit: int | None) -> list[int]:
        """Return documents best first, newest first among equals; the best few by likeness of title too."""
        chosen = list(scores) if limit is None else self._top(scores, max(limit, RERANKED))
        orders, keys = self._catalog.orders, self._catalog.keys
        chosen.sort(key=lambda number: (-scores[number], -orders[number], keys[number]))
        head = chosen[:RERANKED]
        raised = {
            number: scores[number] * (1 + LIKENESS * likeness(self._text, self._catalog.title(number)))
            for number in head
        }
        head.sort(key=raised.__getitem__, reverse=True)
        return [*head, *chosen[RERANKED:]][:limit]

    def _top(self, scores: Scores, count: int) -> list[int]:
        """Return at least as many of the best documents, the newest of those that stand at the end."""
        if len(scores) <= count:
            return list(scores)
        least = nlargest(count, scores.values())[-1]
        above = [number for number, score in scores.items() if score > least]
        level = [number for number, score in scores.items() if score == least]
        count -= len(above)
        if len(level) > 2 * count:
            orders = self._catalog.orders
            oldest = nlargest(count, map(orders.__getitem__, level))[-1]
            level = [number for number in level if orders[number] >= oldest]
        return above + level

    def _checked(self, numbers: list[int], limit: int | None) -> list[int]:
        """Leave out documents in which the words of a phrase do not stand side by side."""
        checks = self._plan.checks
        if not checks:
            return numbers[:limit]
        fitting = (number for number in numbers if all(self._says(number, check) for check in checks))
        return list(islice(fitting, limit))

    def _says(self, number: int, check: Check) -> bool:
        title, _, authors = self._catalog.heading(number).partition(AUTHORS)
        if check.whole:
            return (
                title == check.words if Field.TITLE in check.fields else check.words in authors.split(AUTHORS)
            )
        wanted = f" {check.words} "
        if Field.TITLE in check.fields and wanted in f" {title} ":
            return True
        if Field.AUTHOR in check.fields and wanted in f" {authors.replace(AUTHORS, ' | ')} ":
            return True
        if Field.ABSTRACT in check.fields and self._abstract is not None:
            return wanted in f" {' '.join(words_of(self._abstract(self._catalog.keys[number])))} "
        return not {Field.TITLE, Field.AUTHOR, Field.ABSTRACT} & set(check.fields)

    def _containing(self, words: Words) -> Iterable[int]:
        """Return the documents of words within a condition."""
        found = self._planner.clause_of(words).weights
        check = check_of(words)
        return found if check is None else [number for number in found if self._says(number, check)]


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


def scores_of_most(clauses: list[Clause]) -> Scores:
    """Return the documents that meet most clauses exactly or nearly, with their scores."""
    met = [clause for clause in clauses if clause.exact or clause.fuzzy]
    required = [clause for clause in _required(clauses) if clause in met]
    if not required or any(clause.demanded for clause in clauses if clause not in met):
        return {}
    scores = dict.fromkeys(_candidates(required), 0.0)
    for done, clause in enumerate(sorted(met, key=_size), 1):
        found = clause.among(scores, fuzzy=True)
        if clause.demanded:
            scores = {number: scores[number] for number in found}
        scores = _raised(scores, found)
        if done >= _lacking(required) + 2:
            floor = _HOPELESS * max(scores.values(), default=0.0)
            scores = {number: score for number, score in scores.items() if score >= floor}
    return scores


def _lacking(clauses: list[Clause]) -> int:
    """Return how many of the clauses a similar document may lack: a third, and one at least."""
    return max(1, len(clauses) // 3)


def _required(clauses: list[Clause]) -> list[Clause]:
    return [clause for clause in clauses if not clause.optional] or clauses


def _candidates(clauses: list[Clause]) -> set[int]:
    """Return the documents that may be similar.

    A document that lacks no more than k clauses meets two of the k + 2 rarest; so it is found where these
    overlap, and the commonest clauses need not be walked through. A rare word may stand alone.
    """
    rarest = sorted(clauses, key=_size)[: _lacking(clauses) + 2]
    if len(rarest) < 3:
        return set(rarest[0].all_weights)
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
