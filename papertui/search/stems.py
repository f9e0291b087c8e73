"""Stems of English words, for comparing texts; the search itself uses whole words."""

from collections.abc import Iterator
from functools import lru_cache

from papertui.search.words import STOP_WORDS, words_of

_SUFFIXES = (
    "ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ates", "ated", "ate", "ies", "ied",
    "ers", "er", "ed", "es", "ly", "s", "e", "y",
)  # fmt: skip
_LEAST = 4
"""Minimum length of a stem."""
_KEPT_ENDINGS = ("ss", "us", "is")
_FILLERS = """
about above across after all almost along already also although always among another any approach around
because become before behind being below best better between beyond both com could demonstrate despite
different directly do does doing done due during each eight either enable especially even every existing
explain explains few first five found four full further furthermore general give given good had he her
here how however https i if including instead just key large less like likely made make makes making many
may me might more moreover most much must my near need new next nine no nor now often one ones only other
otherwise out over own paper per perform performance present propose proposed provide rather recent
recently remain respectively result results same second set seven several she should show shown shows
significant significantly since six so some still study ten than them then there therefore they third
those three through thus together too toward towards two typically under until up upon us use used uses
using various very way well what when where whether who whom whose why will within without work would yet
you your
"""


@lru_cache(maxsize=30_000)
def stem(word: str) -> str:
    """Return the common prefix of the forms of an English word: ``train`` for ``training`` and ``trained``.

    The stem is always a prefix, so that the words of a stem are adjacent in a sorted vocabulary.
    """
    if not word.isalpha():
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _least(suffix):
            if suffix == "s" and word.endswith(_KEPT_ENDINGS):
                continue
            word = word[: -len(suffix)]
            break
    if len(word) > _LEAST and word[-1] in "eyi":
        word = word[:-1]
    doubled = len(word) > _LEAST and word[-1] == word[-2] and word[-1] != "s"
    return word[:-1] if doubled else word


def telling_words(text: str) -> Iterator[tuple[str, str]]:
    """Yield the significant words of a text in order, each with its stem."""
    for word in words_of(text):
        root = _telling_stem(word)
        if root:
            yield word, root


@lru_cache(maxsize=30_000)
def _telling_stem(word: str) -> str:
    """Return the stem of a word; None for an insignificant word."""
    root = stem(word)
    return "" if len(word) == 1 or word in STOP_WORDS or word in FILLERS or root in FILLERS else root


def _least(suffix: str) -> int:
    return 2 if suffix == "s" else _LEAST


FILLERS = frozenset(_FILLERS.split())
"""Words common to all abstracts and questions, without relation to their subject."""
