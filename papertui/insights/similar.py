"""Similar papers, ranked by tf-idf over shared significant words."""

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
"""Weight of a word of the title, relative to one of the abstract."""
_ABSTRACT = 0.7
"""Weight of a shared word that the other paper has only in its abstract."""
_TELLING = 60
"""Maximum number of words that represent a paper."""
_READ = 150_000
"""Approximate number of index entries read, which bounds the time for papers of common words."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A similar paper."""

    key: str
    title: str
    score: float
    """Share of the weight of the other's significant words, from 0 to 1."""
    terms: tuple[str, ...]
    """The shared words with the greatest weight, heaviest first."""


def similar(library: Library, key: str, limit: int = LIMIT) -> list[Similar]:
    """Return the papers most similar to one, best first, without itself and dismissed papers.

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
    """A word that represents a paper."""

    text: str
    spellings: list[str]
    weight: float
    in_title: set[int] = field(default_factory=set)
    in_text: set[int] = field(default_factory=set)
    """The documents with the word."""


def _telling(paper: "Paper", postings: "Postings") -> list[_Word]:
    """Return the heaviest words of a paper that other papers share."""
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
    """Return the documents with the words, each with its share of the whole weight."""
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
