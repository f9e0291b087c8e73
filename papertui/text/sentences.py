"""Sentence splitter for abstracts with citations and abbreviations."""

import re
from collections.abc import Iterator

_BREAK = re.compile(r"(?<=[.!?])([\"'”’)\]]*)\s+(?=[\"'“‘(\[]*[^\sa-z])|()\n\s*\n")
_ABBREVIATION = re.compile(
    r"(?:\b(?:et al|e\.g|i\.e|cf|vs|viz|resp|approx|ca|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Tt]abs?|[Rr]efs?|Nos?|Vols?"
    r"|Dr|Prof|Mr|Mrs|Ms|St|[A-Z])|\b(?:[A-Z]\.)+[A-Z]|^\W*\d{1,2})\.$"
)
_USUAL_OPENERS = """
We The This These Those Our In It Its However To For By Here Moreover Furthermore Finally Although While Thus
Then They As On With Experiments Results Extensive
"""
_OPENERS = frozenset(_USUAL_OPENERS.split())
"""Words that usually begin a sentence."""
_WORD = re.compile(r"\W*(\w+)")


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a text in order, one line each.

    A full stop within a number or word does not end a sentence, nor one after an abbreviation or initial unless a
    usual first word follows. An empty line always ends a sentence.
    """
    start = 0
    for match in _BREAK.finditer(text):
        sentence = text[start : max(match.end(1), match.end(2))]
        if match[2] is None and _ABBREVIATION.search(sentence[-40:]) and not _opens(text, match.end()):
            continue
        if sentence.strip():
            yield " ".join(sentence.split())
        start = match.end()
    if text[start:].strip():
        yield " ".join(text[start:].split())


def _opens(text: str, at: int) -> bool:
    word = _WORD.match(text, at)
    return word is not None and word[1] in _OPENERS
