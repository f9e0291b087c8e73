"""Reader of plain lists of arXiv ids, DOIs and addresses."""

import re
from collections.abc import Iterator

from papertui.formats.fields import Fields, make_record
from papertui.formats.types import Found, Skipped
from papertui.text.cleaning import clean_line
from papertui.text.identifiers import parse_arxiv_id, parse_doi

_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,4}[.)])\s+")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]{0,500})\]\((\S{1,500}?)\)")
_AROUND = "<>()[]{}\"'`,;"


def read(text: str) -> Iterator[Found | Skipped]:
    """Yield the papers of a list without duplicates; skip blank lines and lines that begin with ``#``."""
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        bare = _BULLET.sub("", line).strip()
        if not bare or bare.startswith("#"):
            continue
        records = list(_named(bare, number))
        if not records:
            yield Skipped(number, f"no arXiv id, DOI or address of one: {clean_line(bare, 60)}")
        for record in records:
            if isinstance(record, Skipped) or record.paper.key not in seen:
                yield record
            if isinstance(record, Found):
                seen.add(record.paper.key)


def _named(line: str, number: int) -> Iterator[Found | Skipped]:
    if links := _MARKDOWN_LINK.findall(line):
        for title, address in links:
            if _is_named(address):
                yield _record(address, title if not _is_named(title) else "", number)
        return
    for word in line.split():
        if _is_named(bare := word.strip(_AROUND).rstrip(".")):
            yield _record(bare, "", number)


def _is_named(text: str) -> bool:
    return bool(parse_arxiv_id(text) or parse_doi(text))


def _record(address: str, title: str, number: int) -> Found | Skipped:
    return make_record(Fields(title=title, arxiv_id=address, doi=address), number)
