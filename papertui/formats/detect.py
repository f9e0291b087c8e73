"""Which format a text has, told from what is in it."""

import re

from papertui.errors import ImportFileError

_BIBTEX = re.compile(r"^[^\S\n]*@[a-zA-Z_]+\s*[{(]", re.MULTILINE)
_RIS = re.compile(r"^[^\S\n]*TY ? ?- ?\S|^(?:JF|T1|TI|AU|A1) ? ?- \S", re.MULTILINE)
_FEED = re.compile(r"<(?:\w+:)?(?:feed|rss|RDF)[\s>]")
_WEB_PAGE = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_LISTED = re.compile(
    r"(?:https?://|arxiv:|doi:|10\.\d{4,9}/|\d{4}\.\d{4,5}(?:v\d+)?\b|[a-z-]+(?:\.[a-z]{2})?/\d{7}\b)",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"^(?:[A-Z][a-z]{2} \d{1,2}, \d{4}[a-z]+(?:-[a-z]+)?(?:\.[A-Za-z-]+)?|arXiv\d{4})$"
    r"|^[^\n]{3,200} et al\.$|^(?:[^\n,]+, ){1,20}[^\n,]+ \+\d+$",
    re.MULTILINE,
)
_LOOKED_AT = 200_000


def detect(text: str, name: str) -> str:
    """Return the name of the format that a text has. Raises ImportFileError where it has none that is known."""
    head = text.lstrip("\ufeff \t\r\n")[:_LOOKED_AT]
    if not head:
        return "list"
    if head.startswith("<"):
        return _markup(head, name)
    if head.startswith(("{", "[")) and not _BIBTEX.search(head):
        return "json"
    if _BIBTEX.search(head):
        return "bibtex"
    if _RIS.search(head):
        return "ris"
    if any(_LISTED.match(line.lstrip(" \t-*<[")) for line in head.splitlines()):
        return "list"
    if _PAGE.search(head):
        return "page"
    raise ImportFileError(f"{name} has no format that is known, so nothing was read from it.")


def _markup(head: str, name: str) -> str:
    if _WEB_PAGE.search(head[:2_000]):
        raise ImportFileError(f"{name} is a web page and no list of papers.")
    if _FEED.search(head) or head.startswith("<?xml"):
        return "feed"
    if _BIBTEX.search(head):
        return "bibtex"
    raise ImportFileError(f"{name} has markup of a kind that is not known, so nothing was read from it.")
