"""Run one search: from a parsed query to papers, best first.

The words of a query are clauses. Documents that match every clause exactly form the first tier. If it is small,
a second tier follows: documents with similar spellings, or that lack a word. `ranking` scores the documents of a
tier; among equals the newest is first.
"""

from collections.abc import Callable, Container, Iterable
from heapq import nlargest
from itertools import islice

from papertui.query.tree import Field, Node, Query, Words
from papertui.search.conditions import Conditions
from papertui.search.documents import AUTHORS, Catalog
from papertui.search.hits import Hits, marks_of
from papertui.search.plan import Check, Planner, check_of
from papertui.search.ranking import Scores, likeness, scores_of_all, similar_scores
from papertui.search.segment import Segment
from papertui.search.why import Suggestion, Why, explain, suggestion
from papertui.search.words import words_of

ENOUGH = 10
"""Number of exact matches from which similar ones are not searched."""
SIMILAR_LIMIT = 100
"""Maximum number of similar papers below the exact ones."""
_MANY = 10_000
"""Number of documents from which equals are ordered by iterating over all by age instead of sorting."""
RERANKED = 100
"""Number of the best documents that are ordered by the similarity of their titles too."""

Masks = dict[tuple[Node, ...], bytes | None]
"""One byte for each document, 1 if it meets all conditions; None if every document does."""


class Search:
    """The evaluation of one query."""

    def __init__(
        self,
        catalog: Catalog,
        planner: Planner,
        query: Query,
        allow: Container[str] | None,
        abstract: Callable[[str], str] | None,
        masks: Masks,
    ) -> None:
        self._catalog, self._planner, self._allow, self._abstract = catalog, planner, allow, abstract
        self._plan = planner.plan(query.root)
        conditions = tuple(self._plan.conditions)
        if conditions not in masks:
            masks[conditions] = Conditions(catalog, self._containing).mask(conditions)
        self._mask = masks[conditions]
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
            tuple(map(keys.__getitem__, (*exact, *similar))),
            exact=len(exact),
            total=total - elsewhere + len(similar),
            elsewhere=elsewhere,
            unmatched=tuple(clause.text for clause in clauses if not clause.exact and not clause.fuzzy),
            marks=marks_of(clauses, fuzzy=bool(similar)),
            reasons=self._reasons,
        )

    def _reasons(self, key: str) -> Why | None:
        number = self._catalog.numbers.get(key)
        return None if number is None else explain(number, key, self._plan.clauses)

    def suggestions(self, segments: list[Segment]) -> list[Suggestion]:
        """Return the matches of each plain word alone, and the nearest words of those without matches."""
        return [suggestion(clause, segments) for clause in self._plan.clauses if not clause.optional]

    def _exact(self, limit: int | None) -> tuple[Scores, int]:
        """Return exact matches with scores (of a single word only the best), and their number."""
        clauses = self._plan.clauses
        if len(clauses) == 1 and not self._plan.checks:
            everything = limit is None or self._allow is not None
            enough = len(self._catalog) if everything else max(limit or 0, RERANKED)
            best = clauses[0].best(enough, self._mask)
            return best, len(best) if len(best) < enough else clauses[0].total(self._mask)
        scores = self._filtered(scores_of_all(clauses, fuzzy=False))
        return scores, len(scores)

    def _newest(self, limit: int | None) -> Hits:
        """Return the documents that meet the conditions, newest first."""
        keys, mask, allow, newest = self._catalog.keys, self._mask, self._allow, self._catalog.newest
        total = len(keys) if mask is None else mask.count(1)
        found = iter(newest) if mask is None else (number for number in newest if mask[number])
        if allow is None:
            shown = tuple(keys[number] for number in islice(found, limit))
            return Hits(shown, len(shown), total, reasons=self._reasons)
        allowed = [keys[number] for number in found if keys[number] in allow]
        shown = tuple(allowed[:limit])
        return Hits(shown, len(shown), len(allowed), total - len(allowed), reasons=self._reasons)

    def _similar(self, exact: Scores, count: int) -> list[int]:
        """Return similar documents, best first."""
        scores = similar_scores(self._plan.clauses, self._filtered)
        near = {number: score for number, score in scores.items() if number not in exact}
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
        """Return documents best first, newest first among equals; the first few also by similarity of title."""
        if limit is None and len(scores) > _MANY:
            chosen = self._all_by_score(scores)
        else:
            chosen = sorted(scores if limit is None else self._top(scores, max(limit, RERANKED)))
            chosen.sort(key=self._catalog.orders.__getitem__, reverse=True)
            chosen.sort(key=scores.__getitem__, reverse=True)
        head = chosen[:RERANKED]
        raised = {
            number: scores[number] * likeness(self._text, self._catalog.title(number)) for number in head
        }
        head.sort(key=raised.__getitem__, reverse=True)
        return [*head, *chosen[RERANKED:]][:limit]

    def _all_by_score(self, scores: Scores) -> list[int]:
        """Return a large number of documents best first, newest first among equals."""
        equals: dict[float, list[int]] = {}
        for number in self._catalog.newest:
            if number in scores:
                equals.setdefault(scores[number], []).append(number)
        return [number for score in sorted(equals, reverse=True) for number in equals[score]]

    def _top(self, scores: Scores, count: int) -> list[int]:
        """Return at least this number of the best documents; of equals at the end the newest."""
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
        """Drop documents in which the words of a phrase are not adjacent."""
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
        """Return the documents that match words within a condition."""
        found = self._planner.clause_of(words).weights
        check = check_of(words)
        return found if check is None else [number for number in found if self._says(number, check)]
