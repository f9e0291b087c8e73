"""Hits of a search: papers, best first, with highlights."""

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
    """A highlighted part of a text."""

    start: int
    end: int
    exact: bool
    """False if the spelling differs from the query."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The terms and prefixes to highlight, each with whether it is exact."""

    terms: dict[str, bool]
    beginnings: tuple[tuple[str, bool], ...]
    """Prefixes, longest first."""

    def of(self, word: str) -> tuple[int, bool] | None:
        """Return the number of letters of a folded word to highlight, and whether the match is exact."""
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
    """The papers found by a query, best first."""

    keys: tuple[str, ...] = ()
    exact: int = 0
    """Number of exact matches, which come first; the rest are similar."""
    total: int = 0
    """Number of papers found, also beyond the limit."""
    elsewhere: int = 0
    """Number of exact matches outside the allowed papers."""
    unmatched: tuple[str, ...] = ()
    """Words of the query without any match, not even a similar one."""
    marks: Marks = field(default=NO_MARKS, repr=False, compare=False)
    reasons: Callable[[str], Why | None] = field(default=lambda _key: None, repr=False, compare=False)

    def explain(self, key: str) -> Why | None:
        """Return why a paper was found, valid until the index changes; None for an unknown key."""
        return self.reasons(key)

    def spans(self, text: str) -> list[Span]:
        """Return the highlights of a displayed text, in rising order and without overlaps."""
        return list(_spans(self.marks, text)) if self.marks.terms or self.marks.beginnings else []


def marks_of(clauses: list[Clause], *, fuzzy: bool) -> Marks:
    """Collect the terms to highlight, with fuzzy terms only if they were searched."""
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
    """Return whether a match extends beyond the first part of a hyphenated word."""
    return length > len(_DASH.split(run, maxsplit=1)[0]) or not _DASH.search(run)


def _found(marks: Marks, word: str) -> tuple[int, bool] | None:
    """Return the number of letters of a displayed word to highlight, and whether the match is exact."""
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
    """Return the length of the text with this number of letters, not counting dashes."""
    for at, letter in enumerate(run):
        if letters == 0:
            return at
        letters -= not _DASH.match(letter)
    return len(run)


def _unspaced_spans(marks: Marks, run: str, at: int) -> Iterator[Span]:
    """Return the highlights of matched pairs of signs, merged where they touch."""
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
