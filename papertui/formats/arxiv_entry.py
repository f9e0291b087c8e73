"""Atom entries of the arXiv API, converted to papers.

Format: https://info.arxiv.org/help/api/user-manual.html#_details_of_atom_results_returned
"""

import html
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from papertui.documents import AUTHOR_LIMIT
from papertui.model import Alternate, Paper
from papertui.text.cleaning import clean_block, clean_line
from papertui.text.dates import partial_date
from papertui.text.identifiers import paper_key, parse_arxiv_id, parse_doi

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_MOST_LINKS = 10
_CATEGORY = re.compile(r"[a-z][a-z-]*(?:\.[A-Za-z-]+)?")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_LINK = re.compile(r"https?://[^\s<>\"'()\[\]{},;\x00-\x1f]+")
_PARAGRAPH = re.compile(r"\n\s*\n|\n {2,}(?=\S)")
_WITHDRAWN = re.compile(r"\bwithdrawn\b|\bretracted\b", re.IGNORECASE)


def read_entry(entry: "Element") -> Paper | None:
    """Return the paper of an entry, without its sources; None if the entry has no arXiv id."""
    named = parse_arxiv_id(text_of(entry, f"{ATOM}id"))
    if named is None:
        return None
    comment = clean_line(text_of(entry, f"{_ARXIV}comment"))
    terms = [*_terms(entry, f"{_ARXIV}primary_category"), *_terms(entry, f"{ATOM}category")]
    categories = _unlike(term for term in terms if _CATEGORY.fullmatch(term))
    authors = entry.findall(f"{ATOM}author")[:AUTHOR_LIMIT]
    affiliations = (text for author in authors for text in _texts(author, f"{_ARXIV}affiliation"))
    return Paper(
        key=paper_key(arxiv_id=named.id),
        title=clean_line(text_of(entry, f"{ATOM}title")),
        authors=_lines(text_of(author, f"{ATOM}name") for author in authors),
        date=partial_date(text_of(entry, f"{ATOM}published")),
        category=categories[0] if categories else "",
        categories=categories,
        affiliations=_unlike(_lines(affiliations))[:AUTHOR_LIMIT],
        abstract=_abstract(text_of(entry, f"{ATOM}summary")),
        alternates=_withdrawal(comment),
        arxiv_id=named.id,
        version=named.version,
        doi=next(filter(None, map(parse_doi, text_of(entry, f"{_ARXIV}doi").split())), ""),
        venue=clean_line(text_of(entry, f"{_ARXIV}journal_ref")),
        links=_unlike(link.rstrip(".") for link in _LINK.findall(comment))[:_MOST_LINKS],
    )


def complaint_of(entry: "Element") -> str:
    """Return the error message of arXiv, if the entry is one instead of a paper; else an empty text."""
    if text_of(entry, f"{ATOM}title").lower() != "error" or parse_arxiv_id(text_of(entry, f"{ATOM}id")):
        return ""
    return clean_line(text_of(entry, f"{ATOM}summary"), 160).rstrip(".") or "it does not say why"


def text_of(entry: "Element", tag: str) -> str:
    """Return the text of the first child with this name; empty if there is none."""
    return next(iter(_texts(entry, tag)), "")


def _abstract(text: str) -> str:
    """Return an abstract with one line for each paragraph; arXiv wraps lines and indents new paragraphs."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in _PARAGRAPH.split(text))
    return clean_block("\n\n".join(paragraphs))


def _withdrawal(comment: str) -> tuple[Alternate, ...]:
    """Return the authors' comment if it withdraws the paper, to be shown below the abstract."""
    return (Alternate("the comment at arXiv", comment),) if _WITHDRAWN.search(comment) else ()


def _terms(entry: "Element", tag: str) -> Iterable[str]:
    return (child.get("term", "") for child in entry.findall(tag))


def _texts(entry: "Element", tag: str) -> Iterable[str]:
    """Yield the texts of the children with this name; entities encoded twice are decoded twice."""
    for child in entry.iterfind(tag):
        text = "".join(child.itertext()).strip()
        yield _ENTITY.sub(lambda entity: html.unescape(entity[0]), text) if "&" in text else text


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(line for text in texts if (line := clean_line(text)))


def _unlike(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
