"""The search: which papers, in which order, and why.

An index held in memory answers each key at once. Read in this order: `words` (text to words), `segment`
(the inverted index), `meaning` (what a word may stand for), `clause` (which documents meet one demand),
`catalog` (what is kept per document), `conditions` (states, dates and ids), `plan` (from query to clauses),
`run` (one search), `hits` and `why` (the answer), `cache` (the file), `stems` and
`postings` (for comparing texts).
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
