"""Fields of a record from any format, converted to a paper."""

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from papertui.documents import AUTHOR_LIMIT
from papertui.formats.types import Found, Skipped
from papertui.model import Paper
from papertui.text.cleaning import FIELD_LIMIT, clean_block, clean_line
from papertui.text.identifiers import ArxivId, paper_key, parse_arxiv_id, parse_doi

_MARKUP = re.compile(
    r"</?(?:jats:[a-z]+|[ibup]|em|strong|su[bp]|sc|span|div|br|tt|title|sec|italic|bold|scp|nocase)"
    r"(?:\s[^<>]{0,500})?\s*/?>",
    re.IGNORECASE,
)
_ARXIV_CATEGORY = re.compile(
    r"(?:cs|math|stat|eess|econ|physics|astro-ph|cond-mat|nlin|q-bio|q-fin)\.[A-Za-z-]{2,20}"
    r"|astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nucl-(?:ex|th)|quant-ph"
)
VERSION_DIGITS = 4
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """The fields of a record as read from a file, without the markup of its format."""

    title: str = ""
    authors: Sequence[str] = ()
    date: str = ""
    abstract: str = ""
    arxiv_id: str = ""
    """An arXiv id, with or without version, or an address that contains one."""
    version: int | None = None
    """The version of the arXiv paper, if the id does not include it."""
    doi: str = ""
    """A DOI or its address."""
    venue: str = ""
    urls: Sequence[str] = ()
    categories: Sequence[str] = ()
    """arXiv categories, the primary one first."""
    topics: Sequence[str] = ()
    affiliations: Sequence[str] = ()
    affiliations_omitted: int = 0
    name: str = ""
    """The record's own id in the file; distinguishes records without any other id."""


def make_record(fields: Fields, line: int) -> Found | Skipped:
    """Return the paper, or the reason to skip it: a field or the list of authors is too long."""
    for name in ("title", "abstract", "venue"):
        if len(getattr(fields, name)) > FIELD_LIMIT:
            return Skipped(line, f"the {name} is longer than {FIELD_LIMIT:,} characters")
    if len(fields.authors) > AUTHOR_LIMIT:
        return Skipped(line, f"more than {AUTHOR_LIMIT:,} authors")
    return Found(_paper(fields), line)


def _paper(fields: Fields) -> Paper:
    named = _arxiv_id(fields)
    doi = _doi(fields)
    title = clean_line(fields.title)
    authors = _lines(fields.authors)
    categories = _lines(fields.categories)
    return Paper(
        key=paper_key(
            arxiv_id=named.id if named else "",
            doi=doi,
            title=title or fields.abstract or (fields.name if not authors else ""),
            first_author=authors[0] if authors else "",
            year=fields.date[:4],
        ),
        title=title,
        authors=authors,
        date=fields.date,
        category=categories[0] if categories else "",
        categories=categories,
        topics=_lines(fields.topics),
        affiliations=_lines(fields.affiliations),
        affiliations_omitted=fields.affiliations_omitted,
        abstract=clean_block(fields.abstract),
        arxiv_id=named.id if named else "",
        version=(named.version or fields.version) if named else None,
        doi=doi,
        venue=clean_line(fields.venue),
        record_url=record_url(fields.urls, has_id=bool(named or doi)),
    )


def _arxiv_id(fields: Fields) -> ArxivId | None:
    for text in (fields.arxiv_id, fields.doi, *fields.urls):
        if text and (named := parse_arxiv_id(text)):
            return named
    return None


def _doi(fields: Fields) -> str:
    """Return the DOI; empty for the DOI that arXiv assigns, which only repeats the arXiv id."""
    for text in (fields.doi, *map(unquote, fields.urls)):
        doi = parse_doi(text) if text else None
        if doi and not doi.startswith("10.48550/arxiv."):
            return doi
    return ""


def record_url(urls: Iterable[str], *, has_id: bool) -> str:
    """Return the first web address that is not just the page of the id or DOI; else an empty string."""
    for url in urls:
        usable = url.startswith(("https://", "http://")) and url.isprintable() and " " not in url
        is_ours = "arxiv.org/" in url or "doi.org/" in url
        if usable and not (has_id and is_ours) and "arxiv.org/search/" not in url:
            return url
    return ""


def arxiv_categories(words: Iterable[str], primary: str = "") -> list[str]:
    """Return the words that are arXiv categories, without duplicates (https://arxiv.org/category_taxonomy).

    If the first word is the primary category, all words are categories, and those of other schemes, such as
    ``68T07``, are kept too.
    """
    plain = [word.strip() for word in words if word.strip()]
    all_count = (
        bool(plain) and bool(_ARXIV_CATEGORY.fullmatch(plain[0])) and plain[0] == (primary or plain[0])
    )
    kept = plain if all_count else [word for word in plain if _ARXIV_CATEGORY.fullmatch(word)]
    first = [primary] if _ARXIV_CATEGORY.fullmatch(primary) else []
    return list(dict.fromkeys([*first, *kept]))


def read_version(text: str) -> int | None:
    """Return the version of a text such as ``v3``; None if it is not a valid version."""
    bare = text.strip("v {}")
    return int(bare) if bare.isdecimal() and len(bare) <= VERSION_DIGITS else None


def without_markup(text: str) -> str:
    """Return text without HTML or JATS tags, and with its entities decoded.

    Entities are decoded twice, since some sources encode them twice.
    """
    if "&" in text:
        for _ in range(2):
            text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    return _MARKUP.sub("", text) if "<" in text else text


def unwrapped(text: str) -> str:
    """Return wrapped text with one line for each paragraph; blank lines separate paragraphs."""
    paragraphs = re.split(r"\n[^\S\n]*\n\s*", text.replace("\r\n", "\n").replace("\r", "\n").strip())
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(line for text in texts if (line := clean_line(text)))
