"""What a word of a query may stand for: terms of the vocabulary, spelt alike or nearly so.

This is the only module that uses rapidfuzz for the vocabulary. Qualities lie between 0 and 1 and tell how
sure it is that the term is meant.
"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from papertui.query.tree import Field
from papertui.search.segment import HEADINGS, Segment, span
from papertui.search.words import STOP_WORDS

_NEAREST = 40
"""How many terms a misspelt word stands for at most."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_SPELT = 4
"""Shorter words are taken as typed."""
_LONG = 8
"""Words from this length may hold two edits."""
_HALF = 3
"""Letters that either half of two words written as one has at least, unless one is a number."""
_FEW = 30
"""With fewer headings than this for what is typed, its beginning may be misspelt."""


class Meaning(NamedTuple):
    """A term, or all terms that begin with it."""

    term: str
    quality: float
    prefix: bool = False
    fuzzy: bool = False


def exact_meanings(segment: Segment, word: str, *, typing: bool, whole_words: bool) -> Iterator[Meaning]:
    """Return the word itself and its continuations, as far as the segment holds them."""
    low, high = segment.span(word)
    known = segment.holds(word)
    if known:
        yield Meaning(word, 1.0)
    if high > low + known and not whole_words and (typing or word not in STOP_WORDS):
        yield Meaning(word, _prefix_quality(len(word), typing=typing, known=known), prefix=True)


def _prefix_quality(size: int, *, typing: bool, known: bool) -> float:
    if typing and not known:
        return 0.8
    if size <= 5:
        return 0.65
    return 0.5 if typing else 0.3


def fuzzy_meanings(segment: Segment, word: str, *, typing: bool) -> Iterator[Meaning]:
    """Return the terms within one edit of the word (from 4 letters), or two (from 8, where it is no term).

    An edit is a letter missing, added, changed or swapped with its neighbour. A number has no near ones. With
    two edits the first letter is right, or it is the second one of the word. A word that is still being typed
    and leads nearly nowhere may also be the beginning of a term with one edit in it.
    """
    if len(word) < _SPELT or word.isdigit() or word in STOP_WORDS:
        return
    bounds = segment.span(word)
    known = segment.holds(word)
    terms = segment.spelling
    leads_on = typing and segment.count(bounds, HEADINGS) < _FEW
    for variant in one_edit_away(word):
        at = bisect_left(terms, variant)
        if at < len(terms) and terms[at].startswith(variant):
            quality = _likeness(word, variant, 1, known=known)
            if terms[at] == variant:
                yield Meaning(variant, quality, fuzzy=True)
            if leads_on and len(variant) >= len(word):
                yield Meaning(variant, 0.75 * quality, prefix=True, fuzzy=True)
    if len(word) >= _LONG and not known:
        yield from _two_edits_away(word, terms)


def one_edit_away(word: str) -> set[str]:
    """Return every word that one edit makes of the word."""
    splits = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    variants = {left + right[1:] for left, right in splits if right}
    variants |= {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    variants |= {left + letter + right[1:] for left, right in splits if right for letter in _LETTERS}
    variants |= {left + letter + right for left, right in splits for letter in _LETTERS}
    return variants - {word}


def _two_edits_away(word: str, terms: list[str]) -> Iterator[Meaning]:
    for letter in dict.fromkeys(word[:2]):
        near = terms[slice(*span(terms, letter))]
        for term, distance, _ in process.extract(
            word, near, scorer=OSA.distance, score_cutoff=2, limit=_NEAREST
        ):
            if distance == 2:
                yield Meaning(term, _likeness(word, term, 2, known=False), fuzzy=True)


def _likeness(word: str, term: str, edits: int, *, known: bool) -> float:
    """Return the quality of a term so many edits away; a word that is itself known is rarely misspelt."""
    first_letter = 1.0 if term[0] == word[0] else 0.8
    return (0.4 if known else 0.8) * first_letter * (1 - edits / len(word)) ** 2


def split_in_two(
    segment: Segment, word: str, fields: tuple[Field, ...], *, typing: bool
) -> Iterator[tuple[Field, str, str, set[int]]]:
    """Return the documents that hold both halves of a word, as of ``languagemodel``."""
    for cut in range(2, len(word) - 1):
        left, right = word[:cut], word[cut:]
        if min(len(left), len(right)) < _HALF and left[-1].isdigit() == right[0].isdigit():
            continue
        first = dict(segment.slices(segment.find(left), fields))
        if not first:
            continue
        bounds = segment.span(right) if typing else segment.find(right)
        for field, documents in segment.slices(bounds, tuple(first)):
            both = set(first[field]).intersection(documents)
            if both:
                yield field, left, right, both
