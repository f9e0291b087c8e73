"""Encoding and format of a file, detected from its content."""

import codecs
import re

from papertui.errors import ImportFileError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with a byte order mark"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_HIGH = re.compile(rb"[\x80-\xff]+")
_CODEC_SAMPLE = 4_000
"""Bytes examined for a codec."""
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
_FORMAT_SAMPLE = 200_000
"""Letters examined for a format."""


def decode(data: bytes) -> tuple[str, str]:
    """Return the text with plain line ends, and the name of its encoding; never raises.

    Tried in this order: a byte order mark; UTF-16, recognised by its zero bytes; UTF-8, allowing a few damaged
    letters or a cut at the end; GBK, if the bytes above ASCII come in pairs; Windows-1252.
    """
    text, encoding = _decode(data)
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _decode(data: bytes) -> tuple[str, str]:
    for mark, codec, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, errors="replace"), name
    if codec := _wide_codec(data[:_CODEC_SAMPLE]):
        return data.decode(codec, errors="replace"), "UTF-16"
    try:
        return data.decode(), "UTF-8"
    except UnicodeDecodeError as error:
        text = data.decode(errors="replace")
        if error.start >= len(data) - 3 or text.count("\ufffd") * 4 <= _non_ascii(text):
            return text, "UTF-8, with damaged letters"
    if _is_paired(data):
        try:
            return data.decode("gb18030"), "GBK"
        except UnicodeDecodeError:
            pass
    return data.decode("cp1252", errors="replace"), "Windows-1252"


def _wide_codec(head: bytes) -> str:
    """Return the codec of UTF-16 without a byte order mark: every second byte of ASCII letters is zero."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if half and odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    return "utf-16-be" if half and even > half * 0.4 and odd < half * 0.05 else ""


def _non_ascii(text: str) -> int:
    return sum(not letter.isascii() for letter in text)


def _is_paired(data: bytes) -> bool:
    """Return whether high bytes come in pairs, as in Chinese text; accented Western letters stand alone."""
    runs = _HIGH.findall(data)
    return sum(len(run) % 2 == 0 for run in runs) >= len(runs) * 0.9


def detect(text: str, name: str) -> str:
    """Return the name of the format of a text. Raises ImportFileError if it is not recognised."""
    head = text.lstrip("\ufeff \t\r\n")[:_FORMAT_SAMPLE]
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
    raise ImportFileError(f"Unrecognised format: {name}. Nothing imported.")


def _markup(head: str, name: str) -> str:
    if _WEB_PAGE.search(head[:2_000]):
        raise ImportFileError(f"{name} is a web page, not a list of papers. Nothing imported.")
    if _FEED.search(head) or head.startswith("<?xml"):
        return "feed"
    if _BIBTEX.search(head):
        return "bibtex"
    raise ImportFileError(f"Unrecognised markup: {name}. Nothing imported.")
