"""Tokenizer: words of papers and of queries."""

import re
from collections.abc import Iterator

from papertui.text.folding import fold

_STOP_WORDS = """
a an and are as at be been but by can for from has have in into is it its not of on or our
such that the their these this to via was we were which while with
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Stop words: not indexed in abstracts, and never required."""

_ASCII_BREAKS = str.maketrans(
    {chr(code): None if chr(code) == "'" else " " for code in range(128) if not chr(code).isalnum()}
)
_WORD = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
_POSSESSIVE = re.compile(r"([^\W_]+)'s\b")
_UNSPACED = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_TEX = re.compile(
    r"\\(?:math|text|operatorname|emph|bf|it|rm|sc|tt)[a-z]*\s*"
    r"|\\[`'^\"~=.](?=\s*\{?\\?[a-zA-Z])|\\[Hcuvk](?=[\s{])|[${}^_\\]"
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_HAS_UMLAUT = re.compile("[äöüøå]|[aou]\u0308")


def plain(text: str) -> str:
    r"""Return the folded text without TeX markup: ``$D^2$`` is ``d2`` and ``\beta`` is ``beta``."""
    if "$" in text or "\\" in text:
        text = _TEX.sub("", text)
    return fold(text.replace("’", "'"))


def words_of(text: str) -> list[str]:
    """Return the folded words of a text in order; Chinese and Japanese as overlapping pairs of signs.

    Each run also yields its last sign alone, so that every sign begins a word.
    """
    return _split(plain(text), last_sign=True)


def words_and_variants(text: str) -> list[str]:
    """Return the words of a text in all their spellings.

    ``pre-training`` gives ``pretraining`` too, ``Newton's`` gives ``newton``, ``Müller`` gives ``mueller``.
    """
    folded = plain(text)
    words = _split(folded, last_sign=True)
    if "-" in folded:
        words += [compound.replace("-", "") for compound in _COMPOUND.findall(folded)]
    if "'" in folded:
        words += _POSSESSIVE.findall(folded)
    if not text.isascii():
        words += _with_umlauts_spelt(text)
    return words


def query_words(text: str) -> list[str]:
    """Return the words of a query in order. A Chinese or Japanese run yields its pairs only."""
    return _split(plain(text), last_sign=False)


def umlaut_spellings(word: str) -> tuple[str, ...]:
    """Return the word with umlauts written as two letters; empty if it has none."""
    return tuple(_with_umlauts_spelt(word))


def _with_umlauts_spelt(text: str) -> list[str]:
    lowered = text.lower()
    if not _HAS_UMLAUT.search(lowered):
        return []
    spelt = [word.translate(_UMLAUTS) for word in lowered.split() if _HAS_UMLAUT.search(word)]
    return _split(fold(" ".join(spelt)), last_sign=True)


def _split(folded: str, *, last_sign: bool) -> list[str]:
    if folded.isascii():
        return folded.translate(_ASCII_BREAKS).split()
    words = _WORD.findall(folded.replace("'", ""))
    if _UNSPACED_RUN.search(folded):
        words = [part for word in words for part in _pairs(word, last_sign=last_sign)]
    return words


def _pairs(word: str, *, last_sign: bool) -> Iterator[str]:
    yield from _UNSPACED_RUN.sub(" ", word).split()
    for run in _UNSPACED_RUN.findall(word):
        stop = len(run) if last_sign or len(run) == 1 else len(run) - 1
        yield from (run[at : at + 2] for at in range(stop))


def is_unspaced(text: str) -> bool:
    """Return whether the text contains Chinese or Japanese signs, which are written without spaces."""
    return not text.isascii() and _UNSPACED_RUN.search(text) is not None
