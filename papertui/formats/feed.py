"""Reader of Atom, RSS 2.0 and RSS 1.0 feeds.

Format of the announcements: https://info.arxiv.org/help/rss_specifications.html
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from papertui.errors import ImportFileError
from papertui.formats.arxiv_entry import complaint_of, read_entry
from papertui.formats.fields import Fields, arxiv_categories, make_record, unwrapped, without_markup
from papertui.formats.types import Found, Skipped
from papertui.text.dates import read_date
from papertui.text.identifiers import parse_arxiv_id

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ENTRIES = frozenset(("entry", "item"))
_ID_IN_TITLE = re.compile(r"\s*\(arXiv:([^\s()]{6,40})\s*(?:\[([A-Za-z.-]+)\])?[^()]{0,40}\)\s*$")
_HEAD = re.compile(r"^\s*arXiv:\S{6,40}\s+Announce Type:\s*([a-z-]+)\s*", re.IGNORECASE)
_LABEL = re.compile(r"^\s*Abstract:\s*")
_PARAGRAPH = re.compile(r"<p(?:\s[^<>]{0,200})?>", re.IGNORECASE)
_PARAGRAPH_END = re.compile(r"</p\s*>", re.IGNORECASE)
_STATED = re.compile(r"\s*<b>\s*(?:Published|Updated|Comments|PDF|Categories)\b", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")
_REMARK = re.compile(r"\s*\([^()]{0,200}\)")
_REPLACED = frozenset(("replace", "replace-cross"))


def read(text: str) -> Iterator[Found | Skipped]:
    """Yield every entry of a feed; a broken feed is read up to the fault, which is reported.

    Raises ImportFileError if the feed declares a document type, whose entities could fill memory or open files.
    """
    from xml.etree.ElementTree import ParseError  # noqa: PLC0415 - loaded with the XML parser

    from defusedxml import DefusedXmlException  # noqa: PLC0415 - loaded with the XML parser
    from defusedxml.ElementTree import iterparse  # noqa: PLC0415 - loaded with the XML parser

    encoded = BytesIO(re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1).encode(errors="replace"))
    number = 0
    try:
        for _, element in iterparse(encoded, events=("end",), forbid_dtd=True):
            if _name(element) in _ENTRIES:
                number += 1
                yield _record(element, number)
                element.clear()
    except DefusedXmlException as error:
        raise ImportFileError("The feed declares a document type, which is refused.") from error
    except ParseError as error:
        yield Skipped(error.position[0], "the feed is truncated or broken here; entries before it were read")


def _record(entry: "Element", number: int) -> Found | Skipped:
    if complaint := complaint_of(entry):
        return Skipped(number, f"the server says: {complaint}")
    kind = _announcement(entry)
    if not kind and (paper := read_entry(entry)):
        return Found(paper, number)
    title = " ".join(_text(entry, "title").split())
    named = _ID_IN_TITLE.search(title)
    addresses = [_text(entry, "id", "guid"), *_links(entry)]
    arxiv_id = named[1] if named else next(filter(parse_arxiv_id, addresses), "")
    people, abstract = _people_and_abstract(entry)
    categories = ([named[2]] if named and named[2] else []) + _categories(entry)
    return make_record(
        Fields(
            title=without_markup(_ID_IN_TITLE.sub("", title).removesuffix(".") if named else title),
            authors=people,
            date="" if kind in _REPLACED else read_date(_text(entry, "published", "pubDate")),
            abstract=abstract,
            arxiv_id=arxiv_id,
            doi=_text(entry, "doi", "DOI").partition(" ")[0],
            venue=_text(entry, "journal_ref", "journal_reference", "publicationName"),
            urls=addresses,
            categories=arxiv_categories(categories) if arxiv_id else (),
        ),
        number,
    )


def _people_and_abstract(entry: "Element") -> tuple[list[str], str]:
    """Return the authors and the abstract, which some feeds put into one description."""
    body = _text(entry, "summary", "description", "encoded", "content")
    people = [name for text in _texts(entry, "creator", "author") for name in _names(text)]
    parts = [_PARAGRAPH_END.split(part, maxsplit=1)[0] for part in _PARAGRAPH.split(body)[1:]]
    paragraphs = [text for text in parts if text.strip() and not _STATED.match(text)]
    if len(paragraphs) > 1 and people and _names(paragraphs[0])[:1] == people[:1]:
        people, paragraphs = _names(paragraphs[0]), paragraphs[1:]
    text = "\n\n".join(paragraphs) or body
    return people, unwrapped(without_markup(_LABEL.sub("", _HEAD.sub("", text, count=1), count=1)))


def _names(text: str) -> list[str]:
    """Return the names of a comma-separated list, without markup and remarks such as a collaboration."""
    bare = _REMARK.sub("", _TAG.sub("", without_markup(text)))
    return [name for part in re.split(r",|\band\b|;", bare) if (name := " ".join(part.split()))]


def _announcement(entry: "Element") -> str:
    """Return arXiv's announcement type: ``new``, ``cross``, ``replace`` or ``replace-cross``; empty in other feeds."""
    head = _HEAD.match(_text(entry, "summary", "description"))
    return (_text(entry, "announce_type") or (head[1] if head else "")).lower()


def _categories(entry: "Element") -> list[str]:
    return [
        child.get("term", "") or "".join(child.itertext()) for child in entry if _name(child) == "category"
    ]


def _links(entry: "Element") -> list[str]:
    return [
        child.get("href", "") or "".join(child.itertext()).strip()
        for child in entry
        if _name(child) == "link"
    ]


def _text(entry: "Element", *names: str) -> str:
    """Return the first non-empty text of the children with these names, in the order of the names."""
    return next((text for name in names for text in _texts(entry, name) if text), "")


def _texts(entry: "Element", *names: str) -> Iterator[str]:
    for child in entry:
        if _name(child) in names:
            yield "".join(child.itertext()).strip()


def _name(element: "Element") -> str:
    """Return the name of a tag without its namespace, which differs between feed formats."""
    return str(element.tag).rpartition("}")[2]
