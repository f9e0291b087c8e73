"""What arXiv answers: a page of papers in Atom, or else the sentence that says why it is none.

Format: https://info.arxiv.org/help/api/user-manual.html#_details_of_atom_results_returned

The package ``arxiv`` is not asked to read it: it mends broken XML, so that half an answer passes for a whole
one, lets control characters through, and drops entries without saying so.
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
"""What records from here name as their source."""

_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_QUOTED = 160
"""Most characters of an answer that are repeated to the reader."""


class AnswerError(NetworkError):
    """There is no answer, or it is none that can be used."""

    def __init__(self, text: str, *, passing: bool = False, wait: float = 0.0, down: bool = False) -> None:
        """Make an error with its sentence.

        `passing` tells whether the same question may well be answered later, `wait` after how many seconds
        the server wants to be asked again, and `down` that no other question would fare better now.
        """
        super().__init__(text)
        self.passing = passing
        self.wait = wait
        self.down = down


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the papers that match, in the order of the server."""

    papers: tuple[Paper, ...]
    entries: int
    """How many entries the page has; those without an arXiv id make no paper."""
    total: int
    """How many papers match in all, as the server says."""


def read_page(body: bytes) -> Page:
    """Return the papers of an answer. Raises AnswerError where it is none, or says that the question was wrong."""
    root = _parsed(body)
    if root.tag != f"{ATOM}feed":
        raise AnswerError("Something else than papers came from arXiv.", passing=True)
    entries = root.findall(f"{ATOM}entry")
    if complaint := next(filter(None, map(complaint_of, entries)), ""):
        raise AnswerError(f"arXiv cannot answer this: {complaint}.")
    papers = tuple(replace(paper, sources=(SOURCE,)) for entry in entries if (paper := read_entry(entry)))
    total = text_of(root, _TOTAL)
    return Page(papers, len(entries), int(total) if re.fullmatch(r"[0-9]{1,9}", total) else len(entries))


def _parsed(body: bytes) -> "Element":
    beginning = body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1_000]
    if not beginning:
        raise AnswerError("An empty answer came from arXiv.", passing=True)
    if not beginning.startswith(b"<"):
        told = clean_line(beginning.decode("utf-8", "replace"), _QUOTED).rstrip(".")
        raise AnswerError(f"arXiv answered “{told}” in place of papers.", passing=True)
    if re.match(rb"<(?:!doctype\s+)?html\b", beginning, re.IGNORECASE):
        raise AnswerError("A web page came from arXiv in place of papers.", passing=True)
    from xml.etree.ElementTree import ParseError  # noqa: PLC0415 - only the error; not wanted at the start

    from defusedxml import DefusedXmlException  # noqa: PLC0415 - as above
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - as above

    try:
        root: Element = fromstring(body, forbid_dtd=True)
    except DefusedXmlException as error:
        raise AnswerError("The answer of arXiv declares a document type, which is refused.") from error
    except (ParseError, ValueError, LookupError) as error:
        raise AnswerError("The answer of arXiv is cut off or broken.", passing=True) from error
    return root
