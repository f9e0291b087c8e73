"""CSL-JSON reader and writer, as used by Zotero, Pandoc and Crossref.

Fields: https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import orjson

from papertui.formats.bibtex_export import TakenKeys, citation_key
from papertui.formats.fields import (
    Fields,
    arxiv_categories,
    make_record,
    read_version,
    unwrapped,
    without_markup,
)
from papertui.formats.person_names import split_name
from papertui.formats.publication_kind import PublicationKind, kind_of
from papertui.formats.types import Found, Skipped
from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_block, clean_line
from papertui.text.dates import join_date, read_date
from papertui.text.identifiers import parse_arxiv_id

_TYPES = {
    PublicationKind.PREPRINT: "article",
    PublicationKind.MEETING: "paper-conference",
    PublicationKind.ARTICLE: "article-journal",
}
_OWN_FIELDS = frozenset(
    ("author", "editor", "issued", "container-title", "DOI", "URL", "citation-key", "type")
)
_OTHER_FIELDS = frozenset(("authors", "key", "arxiv_id"))
_DATES = ("issued", "published-print", "published-online", "published", "created", "original-date")
_IDS = ("number", "archive_location", "arxiv_id", "arXiv", "note", "id")
_AUTHOR_LISTS = ("author", "original-author", "director", "composer")
_NAME_PARTS = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")


def is_item(stored: Mapping[str, object]) -> bool:
    """Return whether a JSON object is a CSL-JSON item, not a record of papertui or another kind."""
    return not _OWN_FIELDS.isdisjoint(stored) and _OTHER_FIELDS.isdisjoint(stored)


def read_item(stored: Mapping[str, object], line: int) -> Found | Skipped:
    """Return the paper of one item; fields of an unexpected type are ignored."""
    named = next((text for name in _IDS if parse_arxiv_id(text := _text(stored.get(name)))), "")
    venues = (
        without_markup(_text(stored.get(name))) for name in ("container-title", "event-title", "publisher")
    )
    doi, address = _text(stored.get("DOI")), _text(stored.get("URL"))
    is_arxiv = bool(named or parse_arxiv_id(doi) or parse_arxiv_id(address))
    return make_record(
        Fields(
            title=without_markup(_text(stored.get("title"))),
            authors=_authors(stored),
            date=next(filter(None, (_date(stored.get(name)) for name in _DATES)), ""),
            abstract=unwrapped(without_markup(_text(stored.get("abstract")))),
            arxiv_id=named,
            version=read_version(_text(stored.get("version"))) if is_arxiv else None,
            doi=doi,
            venue=next((venue for venue in venues if venue and venue != "arXiv"), ""),
            urls=[address],
            categories=arxiv_categories(_texts(stored.get("categories"))) if is_arxiv else (),
            name=_text(stored.get("id")),
        ),
        line,
    )


def write(papers: Iterable[tuple[Paper, Mark]]) -> Iterator[str]:
    """Return papers as one array of items, the inverse of `read_item`."""
    start = "[\n"
    taken: TakenKeys = {}
    for paper, _ in papers:
        item = {name: value for name, value in _item(paper).items() if value}
        item["id"] = citation_key(paper, taken)
        yield start + orjson.dumps(item).decode()
        start = ",\n"
    yield "[]\n" if start == "[\n" else "\n]\n"


def _item(paper: Paper) -> dict[str, object]:
    parts = [int(part) for part in paper.date.split("-") if part]
    address = paper.record_url or ("" if paper.url_is_search else paper.url)
    return {
        "id": "",
        "type": _TYPES[kind_of(paper)],
        "title": clean_line(paper.title),
        "author": [_name(clean_line(author)) for author in paper.authors],
        "issued": {"date-parts": [parts]} if parts else None,
        "container-title": clean_line(paper.venue),
        "publisher": "arXiv" if paper.arxiv_id else "",
        "number": f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else "",
        "version": str(paper.version) if paper.arxiv_id and paper.version else "",
        "categories": list(paper.categories) if paper.arxiv_id else [],
        "DOI": paper.doi,
        "URL": address,
        "abstract": clean_block(paper.abstract),
    }


def _name(author: str) -> dict[str, str]:
    given, family = split_name(author)
    return {"family": family, "given": given} if given else {"literal": author}


def _authors(stored: Mapping[str, object]) -> list[str]:
    people = next(
        (value for name in _AUTHOR_LISTS if isinstance(value := stored.get(name), list) and value), []
    )
    return [name for person in people if (name := _full_name(person))]


def _full_name(person: object) -> str:
    if isinstance(person, str):
        return person
    if not isinstance(person, Mapping):
        return ""
    parts = [_text(person.get(part)).strip() for part in _NAME_PARTS]
    return " ".join(filter(None, parts)) or _text(person.get("literal")) or _text(person.get("name"))


def _date(value: object) -> str:
    """Return the first date of a CSL date: parts, which may be null or text, or a raw or literal date."""
    if isinstance(value, str):
        return read_date(value)
    if not isinstance(value, Mapping):
        return ""
    parts = value.get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    if isinstance(first, Sequence) and not isinstance(first, str):
        date = join_date(*[str(part) for part in first[:3] if isinstance(part, int | str)] or [""])
        if date:
            return date
    return next((date for name in ("raw", "literal") if (date := read_date(_text(value.get(name))))), "")


def _text(value: object) -> str:
    """Return a value as text; numbers are converted, and of a list, as in Crossref, the first is used."""
    if isinstance(value, list):
        value = value[0] if value else ""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
