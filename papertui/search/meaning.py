"""What a word of a query may stand for: terms of the vocabulary, spelt alike or nearly so.

This is the only module that uses rapidfuzz for the vocabulary. Qualities lie between 0 and 1 and tell how
sure it is that the term is meant.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from papertui.query.tree import Field
from papertui.search.segment import HEADINGS, Segment, span
from papertui.search.words import STOP_WORDS

_NEAREST = 40
"""How many terms a misspelt word stands for at most."""
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
    known = low < high and segment.terms[low] == word
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


def fuzzy_meanings(segment: Segment, word: str, *, typing: bool) -> list[Meaning]:
    """Return the terms within one edit of the word (from 4 letters), or two (from 8, where it is no term).

    An edit is a letter missing, added, changed or swapped with its neighbour. A number has no near ones. The
    first letter is right, or is the second one of the word; only if nothing else is found, any.
    """
    low, high = segment.span(word)
    known = low < high and segment.terms[low] == word
    if len(word) < 4 or word.isdigit() or word in STOP_WORDS:
        return []
    edits = 1 if len(word) < 8 or known else 2
    near = [
        segment.spelling[slice(*span(segment.spelling, letter))]
        for letter in dict.fromkeys((word[0], word[1]))
    ]
    found = [meaning for terms in near for meaning in _within(word, terms, edits, known=known)]
    if typing and segment.count((low, high), HEADINGS) < _FEW:
        found += _misspelt_beginnings(word, near[0], known=known)
    if not found and low == high:
        found = list(_within(word, segment.spelling, edits, known=known))
    return found


def _within(word: str, terms: list[str], edits: int, *, known: bool) -> Iterator[Meaning]:
    matches = process.extract(word, terms, scorer=OSA.distance, score_cutoff=edits, limit=_NEAREST)
    for term, distance, _ in matches:
        if distance:
            likeness = (1 - distance / len(word)) ** 2 * (1.0 if term[0] == word[0] else 0.8)
            yield Meaning(term, (0.4 if known else 0.8) * likeness, fuzzy=True)


def _misspelt_beginnings(word: str, terms: list[str], *, known: bool) -> list[Meaning]:
    """Return beginnings of terms within one edit of a word that is still being typed."""
    size = len(word)
    beginnings = list({term[:length] for term in terms for length in (size, size + 1) if len(term) >= length})
    return [
        Meaning(meaning.term, 0.75 * meaning.quality, prefix=True, fuzzy=True)
        for meaning in _within(word, beginnings, 1, known=known)
    ]


def split_in_two(
    segment: Segment, word: str, fields: tuple[Field, ...], *, typing: bool
) -> Iterator[tuple[Field, str, set[int]]]:
    """Return the documents that hold an unknown word as two: ``language model`` for ``languagemodel``."""
    for cut in range(2, len(word) - 1):
        left, right = word[:cut], word[cut:]
        if min(len(left), len(right)) < 3 and left[-1].isdigit() == right[0].isdigit():
            continue
        first = dict(segment.slices(segment.find(left), fields))
        if not first:
            continue
        bounds = segment.span(right) if typing else segment.find(right)
        for field, documents in segment.slices(bounds, fields):
            both = set(first[field]).intersection(documents) if field in first else set()
            if both:
                yield field, f"{left} {right}", both
