"""Papers and marks as JSON: the stored form and the public form."""

from collections.abc import Iterable, Mapping
from dataclasses import fields

from papertui.model import Alternate, Mark, Paper
from papertui.text.cleaning import clean_block, clean_line
from papertui.text.dates import partial_date
from papertui.text.identifiers import parse_arxiv_id, parse_doi

AUTHOR_LIMIT = 10_000
MarkFields = Mapping[str, object]
"""Fields of a mark by name, as they are stored."""
_LINES = ("title", "category", "venue", "record_url")
_LISTS = ("authors", "categories", "topics", "affiliations", "links", "sources")


def paper_to_document(paper: Paper) -> dict[str, object]:
    """Return the known fields of a paper, as stored under its key."""
    document: dict[str, object] = {}
    for name in (*_LINES, "date", "abstract", "arxiv_id", "doi", "added", "version", "affiliations_omitted"):
        if value := getattr(paper, name):
            document[name] = value
    for name in _LISTS:
        if values := getattr(paper, name):
            document[name] = list(values)
    if paper.alternates:
        document["alternates"] = [
            {"source": one.source, "abstract": one.abstract} for one in paper.alternates
        ]
    return document


def paper_from_document(key: str, document: Mapping[str, object]) -> Paper:
    """Return a stored paper. Fields of an unexpected type are ignored; texts are cleaned again."""
    version, omitted = document.get("version"), document.get("affiliations_omitted")
    arxiv = parse_arxiv_id(_text(document.get("arxiv_id")))
    lines = {name: clean_line(_text(document.get(name))) for name in _LINES}
    lists = {name: tuple(clean_line(text) for text in _texts(document.get(name))) for name in _LISTS}
    return Paper(
        key=key,
        title=lines["title"],
        category=lines["category"],
        venue=lines["venue"],
        record_url=lines["record_url"],
        authors=lists["authors"],
        categories=lists["categories"],
        topics=lists["topics"],
        affiliations=lists["affiliations"],
        links=lists["links"],
        sources=lists["sources"],
        date=partial_date(document.get("date")),
        abstract=clean_block(_text(document.get("abstract"))),
        alternates=tuple(_alternates(document.get("alternates"))),
        arxiv_id=arxiv.id if arxiv else "",
        version=version if isinstance(version, int) and version > 0 else None,
        doi=parse_doi(_text(document.get("doi"))) or "",
        affiliations_omitted=omitted if isinstance(omitted, int) and omitted > 0 else 0,
        added=clean_line(_text(document.get("added"))),
    )


def identifying_paper(key: str, document: Mapping[str, object]) -> Paper:
    """Return only the identifying fields of a stored paper, which is faster than decoding all of it."""
    authors = document.get("authors")
    return Paper(
        key,
        title=_text(document.get("title")),
        authors=tuple(_texts(authors[:1])) if isinstance(authors, list) else (),
        arxiv_id=_text(document.get("arxiv_id")),
        doi=_text(document.get("doi")),
        abstract=_text(document.get("abstract")),
    )


def paper_to_json(paper: Paper, mark: Mark) -> dict[str, object]:
    """Return a paper and its mark under stable names; unknown fields are null or empty lists."""
    return {
        "key": paper.key,
        "title": paper.title or None,
        "authors": list(paper.authors),
        "date": paper.date or None,
        "category": paper.category or None,
        "categories": list(paper.categories),
        "topics": list(paper.topics),
        "affiliations": list(paper.affiliations),
        "affiliations_omitted": paper.affiliations_omitted,
        "abstract": paper.abstract or None,
        "alternates": [{"source": one.source, "abstract": one.abstract} for one in paper.alternates],
        "arxiv_id": paper.arxiv_id or None,
        "version": paper.version,
        "doi": paper.doi or None,
        "venue": paper.venue or None,
        "url": paper.url,
        "links": list(paper.links),
        "sources": list(paper.sources),
        "added": paper.added or None,
        "read": mark.read,
        "starred": mark.starred,
        "dismissed": mark.dismissed,
        "read_at": mark.read_at,
        "starred_at": mark.starred_at,
        "dismissed_at": mark.dismissed_at,
        "tags": list(mark.tags),
        "note": mark.note or None,
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> Iterable[str]:
    return (
        [text for text in value if isinstance(text, str)][:AUTHOR_LIMIT]
        if isinstance(value, list | tuple)
        else ()
    )


def _alternates(value: object) -> Iterable[Alternate]:
    for one in value if isinstance(value, list | tuple) else ():
        if isinstance(one, Mapping) and (abstract := clean_block(_text(one.get("abstract")))):
            yield Alternate(clean_line(_text(one.get("source"))), abstract)


def mark_fields(mark: Mark) -> dict[str, object]:
    """Return the stored fields of a mark."""
    return {field.name: _stored(getattr(mark, field.name)) for field in fields(mark)}


def mark_from_fields(stored: MarkFields) -> Mark:
    """Return a stored mark; fields of an unexpected type count as not set."""

    def time(name: str) -> str | None:
        value = stored.get(name)
        return value if isinstance(value, str) and value else None

    tags = stored.get("tags")
    return Mark(
        read_at=time("read_at"),
        starred_at=time("starred_at"),
        dismissed_at=time("dismissed_at"),
        revised_at=time("revised_at"),
        tags=tuple(str(tag) for tag in tags) if isinstance(tags, list | tuple) else (),
        note=str(stored.get("note") or ""),
    )


def _stored(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
