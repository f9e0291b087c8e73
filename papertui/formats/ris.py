"""RIS reader and writer. The only module that uses rispy.

rispy silently drops records that deviate from its pattern: after a byte order mark, with one blank before the dash,
or without an end. So each record is normalised first, and rispy reads the tags.
Tags: https://en.wikipedia.org/wiki/RIS_(file_format)
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from papertui.formats.fields import Fields, arxiv_categories, make_record, without_markup
from papertui.formats.person_names import join_name, split_name
from papertui.formats.publication_kind import PublicationKind, kind_of
from papertui.formats.types import Found, Skipped
from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_block, clean_line
from papertui.text.dates import read_date
from papertui.text.identifiers import parse_arxiv_id

if TYPE_CHECKING:
    from rispy import RisParser

_TAG = re.compile(r"^\s{0,3}([A-Z][A-Z0-9])(?:\s{2,4}-\s?|\s?-(?:\s+|$))(.*)$")
_CONTINUED = "\x1e"
"""Replaces a line break within a value while rispy reads it."""
_TYPES = {PublicationKind.PREPRINT: "UNPB", PublicationKind.MEETING: "CONF", PublicationKind.ARTICLE: "JOUR"}
_TITLES = ("title", "primary_title", "translated_title", "short_title", "secondary_title")
_VENUES = (
    "secondary_title", "journal_name", "alternate_title1", "alternate_title3", "alternate_title2", "custom3",
)  # fmt: skip
_DATES = ("year", "publication_year", "date")
_ABSTRACTS = ("abstract", "notes_abstract")
_ADDRESSES = ("urls", "file_attachments2", "file_attachments1")
_IDS = ("accession_number", "note", "custom7", "number")
_NO_NAMES = frozenset(("et al.", "et al", "others", ""))

Values = Mapping[str, object]


@dataclass(slots=True)
class _Raw:
    """A record of the file, with normalised tags."""

    line: int
    tags: list[list[str]] = field(default_factory=list)

    def text(self) -> str:
        """Return the record in the form that rispy reads."""
        lines = (f"{tag}  - {_CONTINUED.join(lines)}\n" for tag, *lines in self.tags)
        return "".join(lines) + "ER  - \n"


def read(text: str) -> Iterator[Found | Skipped]:
    """Yield every record of a RIS file; skip lines between records, where databases put comments."""
    from rispy import RisParser  # noqa: PLC0415 - loaded for RIS only

    parser = RisParser(list_tags=[*RisParser.DEFAULT_LIST_TAGS, "AD"], delimiter_tags_mapping={})
    known = frozenset(parser.mapping)
    for raw in _records(text, known):
        yield _record(raw, parser)


def write(papers: Iterable[tuple[Paper, Mark]]) -> Iterator[str]:
    """Return one record for each paper; the inverse of `read`."""
    for paper, _ in papers:
        lines = [f"{tag}  - {value}" for tag, value in _tags(paper) if value]
        yield "\n".join([*lines, "ER  - ", "", ""])


def _records(text: str, known: frozenset[str]) -> Iterator[_Raw]:
    """Yield the records; a record begins with TY, or with any tag after the end of the previous record."""
    raw: _Raw | None = None
    for number, line in enumerate(text.split("\n"), 1):
        match = _TAG.match(line)
        tag = match[1] if match else ""
        if not match or not (tag in known or line[2:5] == "  -"):
            if raw:
                raw.tags[-1].append(line.strip())
            continue
        value = match[2].strip()
        if tag in {"TY", "ER"} and raw:
            yield raw
            raw = None
        if tag == "ER":
            continue
        if raw is None:
            raw = _Raw(number) if tag == "TY" else _Raw(number, [["TY", "GEN"]])
        raw.tags.append([tag, value])
    if raw:
        yield raw


def _record(raw: _Raw, parser: "RisParser") -> Found | Skipped:
    [values] = parser.parse(raw.text())
    authors = [*_texts(values, "authors"), *_texts(values, "first_authors")]
    addresses = [text.strip("<> ") for name in _ADDRESSES for text in _texts(values, name)]
    named = next((text for name in _IDS for text in _texts(values, name) if parse_arxiv_id(text)), "")
    title = _first(values, _TITLES)
    doi = _first(values, ["doi"]) or next((text for text in addresses if "doi.org/" in text), "")
    is_arxiv = bool(named or any(parse_arxiv_id(text) for text in (doi, *addresses)))
    return make_record(
        Fields(
            title=without_markup(title),
            authors=[name for author in authors if (name := join_name(author)).lower() not in _NO_NAMES],
            date=_date(values),
            abstract=without_markup(_first(values, _ABSTRACTS).replace(_CONTINUED, "\n")),
            arxiv_id=named,
            doi=doi,
            venue=without_markup(_first(values, _VENUES, other_than=title)),
            urls=addresses,
            categories=arxiv_categories(_texts(values, "keywords")) if is_arxiv else (),
            affiliations=_texts(values, "author_address"),
        ),
        raw.line,
    )


def _first(values: Values, names: Iterable[str], other_than: str = "") -> str:
    """Return the first value of the first tag that has one."""
    texts = (text for name in names for text in _texts(values, name))
    return next((text for text in texts if text != other_than), "")


def _texts(values: Values, name: str) -> list[str]:
    """Return the values of a tag, with values of several lines joined."""
    value = values.get(name)
    texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
    if name in _ABSTRACTS:
        return texts
    return [part for text in texts for part in str(text).split(_CONTINUED) if part]


def _date(values: Values) -> str:
    """Return the most precise date of the same year."""
    dates = [date for name in _DATES for text in _texts(values, name) if (date := read_date(text))]
    same = [date for date in dates if date[:4] == dates[0][:4]]
    return max(same, key=len, default="")


def _tags(paper: Paper) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES[kind_of(paper)]
    yield "TI", clean_line(paper.title)
    for author in paper.authors:
        given, family = split_name(clean_line(author))
        yield "AU", f"{family}, {given}" if given else family
    yield "PY", paper.date[:4]
    yield "DA", "/".join([*paper.date.split("-"), "", ""][:3]) + "/" if len(paper.date) > 4 else ""
    yield "T2", clean_line(paper.venue)
    yield "DO", paper.doi
    named = f"{paper.arxiv_id}v{paper.version}" if paper.version else paper.arxiv_id
    yield "AN", f"arXiv:{named}" if named else ""
    yield "UR", "" if paper.url_is_search else paper.url
    yield "UR", paper.record_url if paper.record_url != paper.url else ""
    for category in paper.categories:
        yield "KW", category
    for affiliation in paper.affiliations:
        yield "AD", clean_line(affiliation)
    yield "AB", _block(paper.abstract)


def _block(abstract: str) -> str:
    """Return an abstract whose continuation lines cannot be mistaken for tags."""
    lines = clean_block(abstract).split("\n")
    return "\n".join([lines[0], *(f"- {line}" if _TAG.match(line) else line for line in lines[1:])])
