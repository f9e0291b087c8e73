"""Explanations of matches, and suggestions for queries without results."""

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
"""Maximum number of suggested spellings for a word."""
_LIKE = 0.8
"""Minimum Jaro-Winkler similarity of a suggested spelling."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of one word of a query in one field of a paper."""

    word: str
    """The word as folded."""
    field: Field
    term: str
    """The matched text; ``trans*`` for a continuation, two words for a split word."""
    exact: bool


@dataclass(frozen=True, slots=True)
class Why:
    """Why a paper was found."""

    key: str
    score: float
    """Sum over the words of rarity times weight of the best match; comparable within one search."""
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The number of matches of one word alone, and words of the library with a similar spelling."""

    word: str
    count: int
    nearest: tuple[str, ...] = ()
    """Most likely first; empty for a word with matches."""


def explain(number: int, key: str, clauses: Iterable[Clause]) -> Why:
    """Collect the matches of a document."""
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
    """Return the number of matches of a word alone and, if there are none, the nearest words."""
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
    """Return a query with each word without matches replaced by the nearest one; None if there is none."""
    nearest = {each.word: each.nearest[0] for each in suggestions if each.nearest}
    changed = _WORD.sub(lambda match: nearest.get(plain(match[0]), match[0]), text)
    return None if changed == text else changed
