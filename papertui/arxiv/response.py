"""Responses of the arXiv API: a page of papers in Atom, or an error message.

Format: https://info.arxiv.org/help/api/user-manual.html#_details_of_atom_results_returned

Broken XML is refused rather than repaired, so that half a response never passes for a whole one.
"""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from papertui.errors import NetworkError
from papertui.formats.arxiv_entry import ATOM, complaint_of, read_entry, text_of
from papertui.model import Paper
from papertui.text.cleaning import clean_line

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SOURCE = "arxiv"
"""The source of records from here."""

_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_QUOTED = 160
"""Maximum number of characters of a response quoted in a message."""


class AnswerError(NetworkError):
    """There is no response, or it cannot be used."""

    def __init__(self, text: str, *, passing: bool = False, wait: float = 0.0, down: bool = False) -> None:
        """Create an error with its sentence.

        `passing`: a retry may succeed; `wait`: seconds until then, as the server asks; `down`: other queries
        would fail too.
        """
        super().__init__(text)
        self.passing = passing
        self.wait = wait
        self.down = down


@dataclass(frozen=True, slots=True)
class Page:
    """One page of results, in the order of the server."""

    papers: tuple[Paper, ...]
    entries: int
    """Number of entries on the page, also of those without an arXiv id."""
    total: int
    """Total number of matches according to the server."""


def read_page(body: bytes) -> Page:
    """Return the papers of a response. Raises AnswerError if it is invalid or an error message."""
    root = _parsed(body)
    if root.tag != f"{ATOM}feed":
        raise AnswerError("arXiv did not send papers.", passing=True)
    entries = root.findall(f"{ATOM}entry")
    if complaint := next(filter(None, map(complaint_of, entries)), ""):
        raise AnswerError(f"arXiv rejects the query: {complaint}.")
    papers = tuple(replace(paper, sources=(SOURCE,)) for entry in entries if (paper := read_entry(entry)))
    total = text_of(root, _TOTAL)
    return Page(papers, len(entries), int(total) if re.fullmatch(r"[0-9]{1,9}", total) else len(entries))


def _parsed(body: bytes) -> "Element":
    beginning = body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1_000]
    if not beginning:
        raise AnswerError("arXiv sent an empty response.", passing=True)
    if not beginning.startswith(b"<"):
        told = clean_line(beginning.decode("utf-8", "replace"), _QUOTED).rstrip(".")
        raise AnswerError(f"arXiv answered “{told}” instead of papers.", passing=True)
    if re.match(rb"<(?:!doctype\s+)?html\b", beginning, re.IGNORECASE):
        raise AnswerError("arXiv sent a web page instead of papers.", passing=True)
    from xml.etree.ElementTree import ParseError  # noqa: PLC0415 - loaded with the first response

    from defusedxml import DefusedXmlException  # noqa: PLC0415 - loaded with the XML parser
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - loaded with the XML parser

    try:
        root: Element = fromstring(body, forbid_dtd=True)
    except DefusedXmlException as error:
        raise AnswerError("The response of arXiv declares a document type, which is refused.") from error
    except (ParseError, ValueError, LookupError) as error:
        raise AnswerError("The response of arXiv is truncated or broken.", passing=True) from error
    return root
