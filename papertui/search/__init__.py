"""The search: which papers, in which order, and why.

An index held in memory answers each key at once. Read in this order: `words` (text to words), `segment`
(the inverted index), `meaning` (what a word may stand for), `clause` (which documents meet one demand),
`catalog` (what is kept per document), `conditions` (states, dates and ids), `index` (the search itself),
`hits` (the answer), `cache` (the file).
"""

from papertui.search.hits import Hits
from papertui.search.index import SearchIndex
from papertui.search.segment import Document, finish

__all__ = ["Document", "Hits", "SearchIndex", "finish"]
