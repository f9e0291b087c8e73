"""Answers to questions: the best matching sentences of the library, verbatim.

Sentences are ranked by the rare words that they share with the question, without a model or network; sentences
that share too little are dropped. The user's own program may process the question and the sentences.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice
from math import log
from typing import TYPE_CHECKING, NamedTuple

from papertui.library import Library
from papertui.query import Field
from papertui.text.cleaning import clean_line
from papertui.text.sentences import sentences_of
from papertui.text.tex import display_title, tex_to_text

if TYPE_CHECKING:
    from papertui.model import Paper
    from papertui.search import Postings

LIMIT = 5
QUESTION_LIMIT = 1_000
"""Maximum length of a question, in characters."""
THRESHOLD = 0.5
"""Minimum share of the question's weight in a sentence."""
_FIELDS = (Field.TITLE, Field.ABSTRACT)
_CANDIDATES = 150
"""Number of papers whose sentences are ranked: those that share most with the question."""
_WORDS = 24
"""Maximum number of words of a question that count, the rarest first."""
_READ = 300_000
"""Approximate number of index entries read to find the candidates."""
_CONTEXT = 0.5
"""Weight of a word in the title of the paper instead of the sentence."""
_SATURATION, _LENGTH, _USUAL = 1.2, 0.4, 15
"""BM25's k1 and b, and the usual number of significant words of a sentence."""
_ADDRESS = re.compile(r"https?://\S+")


@dataclass(frozen=True, slots=True)
class Answer:
    """A sentence that answers a question, and its paper."""

    key: str
    title: str
    sentence: str
    score: float
    """Share of the question's weight in the sentence: 1 if it has every word once."""


def ask(
    library: Library, question: str, within: Collection[str] | None = None, limit: int = LIMIT
) -> list[Answer]:
    """Return the sentences that answer a question, best first.

    `within` restricts the papers by key; by default all except dismissed ones. The score is BM25 (Robertson and
    Zaragoza 2009), with sentences as documents, as a share of the question's weight.
    """
    postings = library.index.index().postings
    words = _words_of(clean_line(question, QUESTION_LIMIT), postings)
    weights = {word.root: word.weight for word in words}
    found: list[Answer] = []
    for key in islice(_candidates(library, words, postings, within), _CANDIDATES):
        found += _answers_of(library.paper(key), weights)
    return nlargest(limit, found, key=lambda answer: answer.score)


class _Word(NamedTuple):
    """A significant word of a question."""

    root: str
    spellings: list[str]
    weight: float


def _words_of(question: str, postings: "Postings") -> list[_Word]:
    """Return the words of a question, the rarest first; unknown words count as rare."""
    from papertui.search import telling_words  # noqa: PLC0415 - heavy, wanted with the index only

    words = []
    for root in dict.fromkeys(root for _, root in telling_words(question)):
        spellings = postings.spellings(root)
        holders = min(postings.count(spellings, _FIELDS), len(postings)) or 1
        words.append(_Word(root, spellings, log(1 + len(postings) / holders)))
    return sorted(words, key=lambda word: -word.weight)[:_WORDS]


def _candidates(
    library: Library, words: list[_Word], postings: "Postings", within: Collection[str] | None
) -> Iterator[str]:
    """Yield the papers that share words with the question, those that share most first."""
    from papertui.search import best_first  # noqa: PLC0415 - heavy, wanted with the index only

    scores: dict[int, float] = {}
    left = _READ
    for word in words:
        holders = postings.documents(word.spellings, _FIELDS) if left > 0 else set()
        left -= len(holders)
        for number in holders:
            scores[number] = scores.get(number, 0.0) + word.weight
    if within is not None:
        scores = {number: score for number, score in scores.items() if postings.key(number) in within}
    for number, _ in best_first(scores):
        key = postings.key(number)
        if key and (within is not None or not library.mark(key).dismissed):
            yield key


def _answers_of(paper: "Paper", weights: Mapping[str, float]) -> Iterator[Answer]:
    """Yield the sentences of a paper that answer a question of these words."""
    from papertui.search import telling_words  # noqa: PLC0415 - heavy, wanted with the index only

    whole = sum(weights.values())
    title = display_title(paper)
    context = {root for _, root in telling_words(title)}
    for sentence in sentences_of(tex_to_text(paper.abstract)):
        times = Counter(root for _, root in telling_words(_ADDRESS.sub("", sentence)))
        damping = _SATURATION * (1 - _LENGTH + _LENGTH * times.total() / _USUAL)
        score = met = 0.0
        for root, weight in weights.items():
            if often := times[root]:
                met += weight
                score += weight * often * (_SATURATION + 1) / (often + damping)
            elif root in context:
                met += weight * _CONTEXT
                score += weight * _CONTEXT
        if met >= THRESHOLD * whole and not weights.keys().isdisjoint(times):
            yield Answer(paper.key, title, clean_line(sentence), round(score / whole, 3))
