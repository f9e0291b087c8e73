"""Search index: find papers by words, rank them and explain the matches.

The index is held in memory. Read the modules in this order: `words` (text to words), `segment` (the inverted
index), `meaning` (terms that a word may match), `clause` (matching documents of a word), `documents` (columns of
the documents), `conditions` (states, dates and ids), `plan` (query to clauses), `run` (one search), `hits` and
`why` (the result), `cache` (the file), `stems` and `postings` (comparison of texts).
"""

from papertui.search.build import Document
from papertui.search.hits import Hits, Span
from papertui.search.index import SearchIndex
from papertui.search.postings import Postings, best_first
from papertui.search.stems import telling_words
from papertui.search.why import Match, Suggestion, Why, corrected
from papertui.search.words import words_of

__all__ = [
    "Document",
    "Hits",
    "Match",
    "Postings",
    "SearchIndex",
    "Span",
    "Suggestion",
    "Why",
    "best_first",
    "corrected",
    "telling_words",
    "words_of",
]
