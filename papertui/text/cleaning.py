"""Cleaning of outside text for screen, terminal, clipboard and log.

Every character that could control a terminal or deceive the eye is made visible or dropped: control
characters, the C1 range, bidirectional overrides, zero-width and tag characters, lone surrogates, and
stacks of combining marks.
"""

import re
import unicodedata
from collections.abc import Iterable

FIELD_LIMIT = 1_000_000
"""Maximum length of one field, in characters."""

_VISIBLE_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_C1_CONTROLS = dict.fromkeys(range(0x80, 0xA0), "\ufffd")
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_BIDI_CONTROLS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)
_INVISIBLE = (0x200B, *range(0x2060, 0x2066), 0xFEFF, 0xAD, 0x180E, 0x34F, *range(0x206A, 0x2070))
_TAGS_AND_FORMATS = (*range(0xE0000, 0xE0080), *range(0xFFF9, 0xFFFC))
_PRIVATE_FORMATS = (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)
_MORE_FORMATS = (*range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B))
_WHITE_SPACE = dict.fromkeys((0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029), " ")
_DROPPED = dict.fromkeys(
    (*_BIDI_CONTROLS, *_INVISIBLE, *_TAGS_AND_FORMATS, *_PRIVATE_FORMATS, *_MORE_FORMATS), ""
)
_SAFE = _VISIBLE_CONTROLS | _C1_CONTROLS | _SURROGATES | _DROPPED | _WHITE_SPACE
_SAFE_LINES = _SAFE | {0x0A: "\n"}
_VARIATION_SELECTOR = "\ufe0f"


def _character_class(codes: Iterable[int]) -> str:
    """Return a regular expression for any of the characters, as few ranges for speed."""
    ranges: list[list[int]] = []
    for code in sorted(codes):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges) + "]"


_UNSAFE = re.compile(_character_class(_SAFE))
_UNSAFE_ASCII = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_STACKED_MARKS = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
_LINE_BREAK = re.compile("\r\n?|\x85|\u2028|\u2029")
_BLANK_LINES = re.compile(r"\n{3,}")


def clean_line(text: str, limit: int = FIELD_LIMIT) -> str:
    """Return outside text as one safe line of at most `limit` characters, with white space collapsed."""
    text = text[:limit]
    if not (text.isascii() and text.isprintable()):
        text = _make_safe(text, _SAFE).replace(_VARIATION_SELECTOR, "")
    return " ".join(text.split())


def clean_block(text: str, limit: int = FIELD_LIMIT) -> str:
    """Return outside text as safe lines: keep line breaks, collapse empty lines."""
    text = text[:limit]
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    text = _LINE_BREAK.sub("\n", text)
    lines = (" ".join(line.split()) for line in _make_safe(text, _SAFE_LINES).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


def _make_safe(text: str, table: dict[int, str]) -> str:
    if text.isascii():
        return text.translate(table) if _UNSAFE_ASCII.search(text) else text
    if _UNSAFE.search(text):
        text = text.translate(table)
    return unicodedata.normalize("NFC", _STACKED_MARKS.sub(r"\1", text))
