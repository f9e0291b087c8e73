"""The arXiv API: queries, polite requests and responses."""

from papertui.arxiv.client import ArxivClient, Fetched
from papertui.arxiv.response import SOURCE

__all__ = ["SOURCE", "ArxivClient", "Fetched"]
