"""Bytes made into text, and the name of the encoding that was found."""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with a byte order mark"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_HIGH = re.compile(rb"[\x80-\xff]+")
_LOOKED_AT = 4_000


def decode(data: bytes) -> tuple[str, str]:
    """Return the text with plain line ends, and the encoding; never raises.

    In turn: a byte order mark, UTF-16 told by its zero bytes, UTF-8 but for a few damaged letters or a cut at the end,
    GBK where all bytes above ASCII come in pairs, and Windows-1252.
    """
    text, encoding = _decode(data)
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _decode(data: bytes) -> tuple[str, str]:
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, errors="replace"), name
    if codec := _wide_codec(data[:_LOOKED_AT]):
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
    """Return the codec of UTF-16 without a mark, whose ASCII letters have every second byte zero."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if half and odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    return "utf-16-be" if half and even > half * 0.4 and odd < half * 0.05 else ""


def _non_ascii(text: str) -> int:
    return sum(not letter.isascii() for letter in text)


def _is_paired(data: bytes) -> bool:
    """Tell Chinese letters of two high bytes each from the single accented letters of Western text."""
    runs = _HIGH.findall(data)
    return sum(len(run) % 2 == 0 for run in runs) >= len(runs) * 0.9
