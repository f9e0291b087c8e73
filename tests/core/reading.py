"""Papers read from text that a test wrote."""

import io

from papertui.formats import Found, ReadResult, Skipped, read_papers
from papertui.model import Paper


def begin(text: str | bytes, name: str = "file", kind: str | None = None) -> ReadResult:
    """Return the reading of a text or its bytes."""
    data = text.encode() if isinstance(text, str) else text
    return read_papers(io.BytesIO(data), name=name, format=kind)


def papers_of(text: str | bytes, kind: str | None = None) -> list[Paper]:
    """Return the papers of a text in which nothing is passed over."""
    records = list(begin(text, kind=kind).records)
    assert not [record for record in records if isinstance(record, Skipped)]
    return [record.paper for record in records if isinstance(record, Found)]


def paper_of(text: str | bytes, kind: str | None = None) -> Paper:
    """Return the one paper of a text."""
    [paper] = papers_of(text, kind)
    return paper
