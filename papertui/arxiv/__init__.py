"""Papers from arXiv: `client` asks, `exchange` makes the requests, `page` reads the answers."""

from papertui.arxiv.client import ArxivClient, Fetched

__all__ = ["ArxivClient", "Fetched"]
