"""Papers like a paper: those that share its telling words, rare ones counting more than common ones."""

from dataclasses import dataclass
from heapq import nlargest
from math import log
from typing import TYPE_CHECKING

from papertui.answers import Answers
from papertui.tex import tex_to_text
from papertui.text import clean_line

if TYPE_CHECKING:
    from papertui.model import Paper
    from papertui.search import Postings

LIMIT = 10
SHOWN_TERMS = 8
"""Terms that are told of a similar paper, the most telling first."""
_TELLING = 40
"""So many words of a paper stand for it."""
_TITLE = 2.0
"""A word of the title counts so many times one of the abstract."""
_READ = 150_000
"""About so many entries of the index are read, so that a paper of common words takes no longer than others."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A paper like another."""

    key: str
    title: str
    score: float
    """The share of the other's telling weight that this one has, from 0 to 1."""
    terms: tuple[str, ...]
    """Shared words, the most telling first."""


def similar(library: Answers, key: str, limit: int = LIMIT) -> list[Similar]:
    """Return the papers most like one, best first, without it; dismissed papers are left out.

    Raises UnknownKeyError. Each word weighs what it weighs in "tf-idf" (Spärck Jones 1972), with a frequency
    that counts no more than its logarithm.
    """
    key = library.resolve(key)
    index = library.finder.index()
    weights = _telling_words(library.paper(key), index.postings)
    shared = _shared(weights, index.postings)
    total = sum(weights.values())
    best = nlargest(
        2 * limit, shared, key=lambda number: (sum(weights[word] for word in shared[number]), -number)
    )
    found = []
    for number in best:
        other = index.postings.key(number)
        if other and other != key and not library.mark(other).dismissed:
            words = sorted(shared[number], key=lambda word: (-weights[word], word))
            score = round(sum(weights[word] for word in words) / total, 3)
            title = clean_line(tex_to_text(library.paper(other).heading))
            found.append(Similar(other, title, score, tuple(words[:SHOWN_TERMS])))
    return found[:limit]
