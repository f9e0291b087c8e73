"""Papers from arXiv: `client` asks, `exchange` makes the requests, `page` reads the answers."""

from papertui.arxiv.client import ArxivClient, Fetched
from papertui.arxiv.response import SOURCE

__all__ = ["SOURCE", "ArxivClient", "Fetched"]
