"""Why a paper was found, and what to do when none was."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from papertui.query.tree import Field
from papertui.search.clause import Clause, Job
from papertui.search.segment import HEADINGS, Segment
from papertui.search.words import plain

_WORD = re.compile(r"[^\W_]+")
_OFFERED = 3
"""How many other spellings are offered for a word."""
_LIKE = 0.8
"""Jaro-Winkler likeness from which a spelling is offered."""


@dataclass(frozen=True, slots=True)
class Match:
    """One word of a query found in one field of a paper."""

    word: str
    """The word as folded."""
    field: Field
    term: str
    """What stands in the paper; ``trans*`` for a continuation, two words for one written apart."""
    exact: bool


@dataclass(frozen=True, slots=True)
class Why:
    """Why a paper was found."""

    key: str
    score: float
    """The sum over the words of rarity times the weight of the best match; compares papers of one search."""
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What one word of a query finds alone, and which words of the library are spelt like it."""

    word: str
    count: int
    nearest: tuple[str, ...] = ()
    """Most likely first; empty for a word that is found."""


def explain(number: int, key: str, clauses: Iterable[Clause]) -> Why:
    """Gather where a document meets the clauses."""
    score, matches = 0.0, []
    for clause in clauses:
        jobs = [job for job in (*clause.exact, *clause.fuzzy) if number in job.documents]
        exact = [job for job in jobs if not job.meaning.fuzzy]
        jobs = exact or jobs
        score += clause.value * max((job.weight for job in jobs), default=0.0)
        whole = {job.field for job in jobs if not job.meaning.prefix}
        matches += [
            Match(clause.text, job.field, _shown(job), not job.meaning.fuzzy)
            for job in reversed(jobs)
            if not (job.meaning.prefix and job.field in whole)
        ]
    return Why(key, round(score, 4), tuple(dict.fromkeys(matches)))


def _shown(job: Job) -> str:
    return f"{job.meaning.term}*" if job.meaning.prefix else job.meaning.term.lstrip("=")


def suggestion(clause: Clause, segments: Iterable[Segment]) -> Suggestion:
    """Return what a word finds alone, and, where that is nothing, the words nearest to it."""
    if clause.exact:
        return Suggestion(clause.text, clause.total())
    near: dict[str, int] = {}
    for segment in segments:
        alike = process.extract(
            clause.text,
            segment.spelling,
            scorer=JaroWinkler.normalized_similarity,
            score_cutoff=_LIKE,
            limit=20,
        )
        for term, likeness, _ in alike:
            common = segment.count(segment.find(term), HEADINGS)
            near[term] = max(near.get(term, 0), int(likeness * 100 * (1 + min(common, 100) / 500)))
    return Suggestion(clause.text, 0, tuple(nlargest(_OFFERED, near, key=near.__getitem__)))


def corrected(text: str, suggestions: Iterable[Suggestion]) -> str | None:
    """Return a query with each word that finds nothing replaced by the nearest one; None where there is none."""
    nearest = {each.word: each.nearest[0] for each in suggestions if each.nearest}
    changed = _WORD.sub(lambda match: nearest.get(plain(match[0]), match[0]), text)
    return None if changed == text else changed
