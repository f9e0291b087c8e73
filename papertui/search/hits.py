"""The answer of a search: papers, best first, with the reasons."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from papertui.search.clause import Clause
from papertui.search.why import Why
from papertui.search.words import is_unspaced, plain, umlaut_spellings

_RUN = re.compile(r"[^\W_]+(?:['’\-‐‑–][^\W_]+)*")
_DASH = re.compile("[-‐‑–]")


class Span(NamedTuple):
    """A stretch of a text that a query found."""

    start: int
    end: int
    exact: bool
    """False where the word is spelt differently from what was typed."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is highlighted: whole terms, and beginnings of terms, each with whether it is exact."""

    terms: dict[str, bool]
    beginnings: tuple[tuple[str, bool], ...]
    """Longest first."""

    def of(self, word: str) -> tuple[int, bool] | None:
        """Return how many letters of a folded word are found, and whether exactly."""
        exact = self.terms.get(word)
        if exact:
            return len(word), True
        best = next(((len(start), sure) for start, sure in self.beginnings if word.startswith(start)), None)
        if exact is None or (best is not None and best[1]):
            return best
        return len(word), False


NO_MARKS = Marks({}, ())


@dataclass(frozen=True, slots=True)
class Hits:
    """The papers that a query found, best first."""

    keys: tuple[str, ...] = ()
    exact: int = 0
    """How many of the first hold every word as typed, or its continuation; the rest are similar."""
    total: int = 0
    """How many papers were found, those beyond the limit included."""
    elsewhere: int = 0
    """How many more exact matches lie outside the papers that were allowed."""
    unmatched: tuple[str, ...] = ()
    """Words of the query that no paper holds, not even similarly."""
    marks: Marks = field(default=NO_MARKS, repr=False, compare=False)
    reasons: Callable[[str], Why | None] = field(default=lambda _key: None, repr=False, compare=False)

    def explain(self, key: str) -> Why | None:
        """Return why a paper was found, which holds until the index changes; None for an unknown key."""
        return self.reasons(key)

    def spans(self, text: str) -> list[Span]:
        """Return where the query stands in a text as displayed, in rising order and without overlaps."""
        return list(_spans(self.marks, text)) if self.marks.terms or self.marks.beginnings else []


def marks_of(clauses: list[Clause], *, fuzzy: bool) -> Marks:
    """Gather what the clauses found in any document, without fuzzy terms unless they were searched."""
    terms: dict[str, bool] = {}
    beginnings: dict[str, bool] = {}
    for clause in clauses:
        for job in (*clause.exact, *(clause.fuzzy if fuzzy else ())):
            term, _, prefix, is_fuzzy = job.meaning
            held = beginnings if prefix else terms
            for word in term.split():
                held[word] = held.get(word, False) or not is_fuzzy
    return Marks(terms, tuple(sorted(beginnings.items(), key=lambda item: (-len(item[0]), item[0]))))


def _spans(marks: Marks, text: str) -> Iterator[Span]:
    for match in _RUN.finditer(text):
        if is_unspaced(match[0]):
            yield from _unspaced_spans(marks, match[0], match.start())
        elif (whole := _found(marks, _DASH.sub("", match[0]))) and _is_compound(match[0], whole[0]):
            yield Span(match.start(), match.start() + _reach(match[0], whole[0]), whole[1])
        else:
            at = match.start()
            for part in _DASH.split(match[0]):
                if found := _found(marks, part):
                    yield Span(at, at + found[0], found[1])
                at += len(part) + 1


def _is_compound(run: str, length: int) -> bool:
    """Tell whether what was found goes beyond the first part of a hyphenated word."""
    return length > len(_DASH.split(run, maxsplit=1)[0]) or not _DASH.search(run)


def _found(marks: Marks, word: str) -> tuple[int, bool] | None:
    """Return how many letters of a word as displayed are found, and whether exactly."""
    folded = _folded_word(word)
    found = marks.of(folded)
    if found is None:
        others = (marks.of(spelling) for spelling in umlaut_spellings(word))
        found = next((other for other in others if other), None)
        return (len(word), found[1]) if found else None
    return (len(word) if len(folded) != len(word) else found[0]), found[1]


@lru_cache(maxsize=8_192)
def _folded_word(word: str) -> str:
    return plain(word).replace("'", "")


def _reach(run: str, letters: int) -> int:
    """Return the length of the run that holds so many letters, dashes not counted."""
    for at, letter in enumerate(run):
        if letters == 0:
            return at
        letters -= not _DASH.match(letter)
    return len(run)


def _unspaced_spans(marks: Marks, run: str, at: int) -> Iterator[Span]:
    """Return the signs that belong to a pair that was found, joined where they touch."""
    folded = plain(run)
    if len(folded) != len(run):
        return
    found = [False] * (len(run) + 1)
    for start in range(len(run)):
        for term in (*marks.terms, *(beginning for beginning, _ in marks.beginnings)):
            if folded.startswith(term, start):
                found[start : start + len(term)] = [True] * len(term)
    begin = None
    for position, is_found in enumerate(found):
        if is_found and begin is None:
            begin = position
        elif not is_found and begin is not None:
            yield Span(at + begin, at + position, exact=True)
            begin = None
