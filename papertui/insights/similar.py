"""Papers like a paper: those that share its telling words, rare ones counting more than common ones."""

from collections import Counter
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

from papertui.library import Library
from papertui.query import Field
from papertui.text.tex import display_title

if TYPE_CHECKING:
    from papertui.model import Paper
    from papertui.search import Postings

LIMIT = 10
SHOWN_TERMS = 8
_FIELDS = (Field.TITLE, Field.ABSTRACT)
_TITLE = 2
"""A word of the title counts so many times one of the abstract."""
_ABSTRACT = 0.7
"""A shared word that the other has in its abstract alone weighs so much of one in its title."""
_TELLING = 60
"""So many words stand for a paper."""
_READ = 150_000
"""About so many entries of the index are read, so that a paper of common words takes no longer than others."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A paper like another."""

    key: str
    title: str
    score: float
    """How much of the weight of the other's telling words stands in this one, from 0 to 1."""
    terms: tuple[str, ...]
    """The most telling words that both share, the weightiest first."""


def similar(library: Library, key: str, limit: int = LIMIT) -> list[Similar]:
    """Return the papers most like one, best first and without itself; dismissed ones are left out.

    Words weigh by tf-idf (Salton and Buckley 1988: logarithm of the frequency times the logarithm of the rarity).
    Raises UnknownKeyError.
    """
    from papertui.search import best_first  # noqa: PLC0415 - heavy, wanted with the index only

    key = library.resolve(key)
    postings = library.index.index().postings
    words = _telling(library.paper(key), postings)
    found: list[Similar] = []
    for number, score in best_first(_scores(words, postings)):
        if len(found) == limit:
            break
        other = postings.key(number)
        if other and other != key and not library.mark(other).dismissed:
            terms = tuple(word.text for word in words if number in word.in_text or number in word.in_title)
            title = display_title(library.paper(other))
            found.append(Similar(other, title, round(score, 3), terms[:SHOWN_TERMS]))
    return found


@dataclass(slots=True)
class _Word:
    """A word that stands for a paper."""

    text: str
    spellings: list[str]
    weight: float
    in_title: set[int] = field(default_factory=set)
    in_text: set[int] = field(default_factory=set)
    """The documents that hold it."""


def _telling(paper: "Paper", postings: "Postings") -> list[_Word]:
    """Return the words of a paper that tell most and that others have too, weightiest first."""
    from papertui.search import telling_words  # noqa: PLC0415 - heavy, wanted with the index only

    forms: dict[str, str] = {}
    times = Counter[str]()
    for text, often in ((paper.title, _TITLE), (paper.abstract, 1)):
        for word, root in telling_words(text):
            forms.setdefault(root, word)
            times[root] += often
    words = []
    for root, often in times.items():
        spellings = [] if root.isdigit() else postings.spellings(root)
        holders = postings.count(spellings, _FIELDS)
        if holders > 1:
            rarity = log(1 + len(postings) / holders)
            words.append(_Word(forms[root], spellings, (1 + log(often)) * rarity))
    return sorted(words, key=lambda word: (-word.weight, word.text))[:_TELLING]


def _scores(words: list[_Word], postings: "Postings") -> dict[int, float]:
    """Find who holds the words, and return for each document how much of the whole weight it has."""
    whole = sum(word.weight for word in words)
    scores: dict[int, float] = {}
    left = _READ
    for word in words:
        if left < 0:
            break
        word.in_title = postings.documents(word.spellings, (Field.TITLE,))
        word.in_text = postings.documents(word.spellings, (Field.ABSTRACT,))
        left -= len(word.in_title) + len(word.in_text)
        for documents, factor in ((word.in_title, 1.0), (word.in_text - word.in_title, _ABSTRACT)):
            weight = factor * word.weight / whole
            for number in documents:
                scores[number] = scores.get(number, 0.0) + weight
    return scores
