"""Terms that match a word of a query: exact, continued or similar.

The only module that uses rapidfuzz for the vocabulary. Qualities are between 0 and 1: the confidence that the
term is meant.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from papertui.query.tree import Field
from papertui.search.segment import HEADINGS, Segment, span
from papertui.search.words import STOP_WORDS

_NEAREST = 40
"""Maximum number of terms for a misspelt word."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_SPELT = 4
"""Minimum length of a word that may be misspelt."""
_LONG = 8
"""Minimum length of a word with two edits."""
_HALF = 3
"""Minimum length of either half of a split word, unless it is a number."""
_FEW = 30
"""Number of headings below which a spelling counts as rare."""


class Meaning(NamedTuple):
    """A term, or a prefix of terms."""

    term: str
    quality: float
    prefix: bool = False
    fuzzy: bool = False


def exact_meanings(
    segments: Sequence[Segment], word: str, *, typing: bool, whole_words: bool
) -> Iterator[Meaning]:
    """Return the word itself and its continuations."""
    known = _known(segments, word)
    if known:
        yield Meaning(word, 1.0)
    if not whole_words and (typing or word not in STOP_WORDS):
        yield Meaning(word, _prefix_quality(len(word), typing=typing, known=known), prefix=True)


def _known(segments: Sequence[Segment], word: str) -> bool:
    return any(segment.holds(word) for segment in segments)


def _prefix_quality(size: int, *, typing: bool, known: bool) -> float:
    if typing and not known:
        return 0.8
    if size <= 5:
        return 0.65
    return 0.5 if typing else 0.3


def fuzzy_meanings(segments: Sequence[Segment], word: str, *, typing: bool) -> list[Meaning]:
    """Return the terms within one or two edits of the word.

    An edit is a missing, added, changed or transposed letter. One is allowed from 4 letters;
    two in a word that is itself no term, from 8 letters, or from 5 where one edit leads nearly nowhere. With
    two, the first letter is right, or it is the second one of the word. Numbers are taken as typed. A word
    that is being typed and leads nearly nowhere may also be the beginning of a term, with one edit in it.
    """
    if len(word) < _SPELT or word.isdigit() or word in STOP_WORDS:
        return []
    known = _known(segments, word)
    stuck = (
        typing
        and len(word) > _SPELT
        and sum(segment.count(segment.span(word), HEADINGS) for segment in segments) < _FEW
    )
    found = list(_one_edit_away(segments, word, known=known, beginnings=stuck))
    near = sum(_commonness(segments, meaning.term) for meaning in found if not meaning.prefix)
    if not known and (len(word) >= _LONG or (len(word) > _SPELT and near < _FEW)):
        found += _two_edits_away(segments, word)
    return found


def _one_edit_away(
    segments: Sequence[Segment], word: str, *, known: bool, beginnings: bool
) -> Iterator[Meaning]:
    variants = sorted(one_edit_away(word))
    terms, starts = set[str](), set[str]()
    for spelling in (segment.spelling for segment in segments):
        for variant in variants:
            at = bisect_left(spelling, variant)
            if at < len(spelling) and spelling[at].startswith(variant):
                (terms if spelling[at] == variant else starts).add(variant)
    for variant in terms | starts if beginnings else terms:
        quality = _likeness(word, variant, 1, known=known)
        if variant in terms:
            yield Meaning(variant, quality, fuzzy=True)
        if beginnings and len(variant) >= len(word):
            yield Meaning(variant, 0.75 * quality, prefix=True, fuzzy=True)


def one_edit_away(word: str) -> set[str]:
    """Return every word within one edit."""
    splits = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    variants = {left + right[1:] for left, right in splits if right}
    variants |= {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    variants |= {left + letter + right[1:] for left, right in splits if right for letter in _LETTERS}
    variants |= {left + letter + right for left, right in splits for letter in _LETTERS}
    return variants - {word}


def _two_edits_away(segments: Sequence[Segment], word: str) -> list[Meaning]:
    """Return the most frequent terms at edit distance two."""
    found: set[str] = set()
    for segment in segments:
        for letter in dict.fromkeys(word[:2]):
            near = segment.spelling[slice(*span(segment.spelling, letter))]
            matches = process.extract(word, near, scorer=OSA.distance, score_cutoff=2, limit=None)
            found.update(term for term, distance, _ in matches if distance == 2)
    commonest = nlargest(_NEAREST, sorted(found), key=lambda term: _commonness(segments, term))
    return [Meaning(term, _likeness(word, term, 2, known=False), fuzzy=True) for term in commonest]


def _commonness(segments: Sequence[Segment], term: str) -> int:
    return sum(segment.count(segment.find(term), HEADINGS) for segment in segments)


def _likeness(word: str, term: str, edits: int, *, known: bool) -> float:
    """Return the quality of a term by edit distance; lower for a word that is itself a known term."""
    first_letter = 1.0 if term[0] == word[0] else 0.8
    return (0.4 if known else 0.8) * first_letter * (1 - edits / len(word)) ** 2


def split_in_two(
    segment: Segment, word: str, fields: tuple[Field, ...], *, typing: bool
) -> Iterator[tuple[Field, str, str, set[int]]]:
    """Return the documents with both halves of a word, such as ``languagemodel``."""
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
