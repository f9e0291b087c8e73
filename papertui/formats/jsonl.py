"""JSON Lines reader and writer."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import BinaryIO

import orjson

from papertui.documents import AUTHOR_LIMIT, mark_from_fields, paper_from_document, paper_to_json
from papertui.formats import csl
from papertui.formats.fields import record_url
from papertui.formats.types import Found, Skipped
from papertui.model import Mark, Paper
from papertui.text.cleaning import FIELD_LIMIT
from papertui.text.dates import partial_date, timestamp, utc_now
from papertui.text.identifiers import paper_key, parse_arxiv_id, parse_doi

_STATES = ("read", "starred", "dismissed")
LINE_LIMIT = 16 << 20
"""Maximum length of a line, in bytes."""


def read(stream: BinaryIO) -> Iterator[Found | Skipped]:
    """Yield papers line by line, and a reason for each skipped line. Closes the stream."""
    with stream:
        yield from _records(stream)


def _records(stream: BinaryIO) -> Iterator[Found | Skipped]:
    number = 0
    while line := stream.readline(LINE_LIMIT):
        number += 1
        if len(line) >= LINE_LIMIT and not line.endswith(b"\n"):
            while (rest := stream.readline(LINE_LIMIT)) and not rest.endswith(b"\n"):
                continue
            yield Skipped(number, f"longer than {LINE_LIMIT >> 20} MB")
        elif text := line.removeprefix(b"\xef\xbb\xbf").strip():
            yield _record(text, number)


def write(papers: Iterable[tuple[Paper, Mark]]) -> Iterator[str]:
    """Return papers with their marks, one object on each line; the inverse of `read`."""
    for paper, mark in papers:
        told = paper_to_json(paper, mark)
        if paper.record_url and paper.record_url != paper.url:
            told["record_url"] = paper.record_url
        if mark.revised_at:
            told["revised_at"] = mark.revised_at
        yield orjson.dumps(told).decode() + "\n"


def _record(line: bytes, number: int) -> Found | Skipped:
    try:
        stored = orjson.loads(line)
    except ValueError:
        return Skipped(number, "not JSON")
    if not isinstance(stored, dict):
        return Skipped(number, "not a JSON object")
    if csl.is_item(stored):
        return csl.read_item(stored, number)
    return read_object(stored, number)


def read_object(stored: Mapping[str, object], number: int) -> Found | Skipped:
    """Return the paper of one object, or the reason to skip it; `number` is its line."""
    reason = _too_large(stored)
    if reason:
        return Skipped(number, reason)
    paper = _paper(stored)
    if not (paper.title or paper.abstract or paper.arxiv_id or paper.doi):
        return Skipped(number, "neither title nor abstract")
    return Found(paper, number, _mark(stored))


def _too_large(stored: Mapping[str, object]) -> str:
    for name, value in stored.items():
        if isinstance(value, str) and len(value) > FIELD_LIMIT:
            return f"the field {name[:40]} is longer than {FIELD_LIMIT:,} characters"
    authors = stored.get("authors")
    if isinstance(authors, list) and len(authors) > AUTHOR_LIMIT:
        return f"more than {AUTHOR_LIMIT:,} authors"
    return ""


def _paper(stored: Mapping[str, object]) -> Paper:
    document = dict(stored)
    document["date"] = partial_date(stored.get("date")) or partial_date(stored.get("year"))
    if not stored.get("sources") and stored.get("source"):
        document["sources"] = [stored["source"]]
    named = parse_arxiv_id(_text(stored.get("arxiv_id"))) or parse_arxiv_id(_text(stored.get("url")))
    doi = parse_doi(_text(stored.get("doi"))) or parse_doi(_text(stored.get("url"))) or ""
    if named:
        document["arxiv_id"] = named.id
        document["version"] = stored.get("version") or named.version
    document["doi"] = doi
    addresses = [_text(stored.get(name)) for name in ("record_url", "url")]
    document["record_url"] = record_url(addresses, has_id=bool(named or doi))
    paper = paper_from_document("", document)
    return _with_key(paper)


def _with_key(paper: Paper) -> Paper:
    key = paper_key(
        arxiv_id=paper.arxiv_id,
        doi=paper.doi,
        title=paper.title or paper.abstract,
        first_author=paper.authors[0] if paper.authors else "",
        year=paper.date[:4],
    )
    return replace(paper, key=key)


def _mark(stored: Mapping[str, object]) -> Mark | None:
    now = timestamp(utc_now())
    times = {
        f"{name}_at": now for name in _STATES if stored.get(name) is True and not stored.get(f"{name}_at")
    }
    mark = mark_from_fields({**stored, **times})
    return mark if mark != Mark() else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
