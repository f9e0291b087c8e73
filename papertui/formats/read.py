"""Read papers from a file: detect its format and hand it to the reader of that format."""

import io
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from papertui.errors import ImportFileError
from papertui.formats.types import Found, Reading, Skipped

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

SIZE_LIMIT = 20 << 20
"""Largest file in bytes; JSONL is read line by line and has no limit."""
READ_FORMATS = ("bibtex", "ris", "csl-json", "json", "jsonl", "feed", "list", "page")
_HEAD = 1 << 16


def read_papers(
    source: Path | BinaryIO,
    *,
    name: str,
    format: str | None = None,  # noqa: A002 - the word that everybody uses
    topics: Iterable[str] = (),
) -> Reading:
    """Begin to read papers from a file or stream, in the format named or told from the content.

    `topics` are names that help to tell topics apart where a page runs them together.
    Raises ImportFileError where it cannot be read, is larger than `SIZE_LIMIT`, or is no list of papers.
    """
    if format is not None and format not in READ_FORMATS:
        raise ImportFileError(f"The format {format} is not known; known are {', '.join(READ_FORMATS)}.")
    try:
        stream = source.open("rb") if isinstance(source, Path) else source
        head = stream.read(_HEAD)
        if format == "jsonl" or (format is None and _is_json_lines(head, name)):
            return _json_lines(stream, head, name)
        with stream:
            data = head + stream.read(SIZE_LIMIT + 1 - len(head))
    except OSError as error:
        raise ImportFileError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    if len(data) > SIZE_LIMIT:
        raise ImportFileError(f"{name} is larger than {SIZE_LIMIT >> 20} MB, which is the most that is read.")
    return _read_text(data, name, format, topics)


def _read_text(data: bytes, name: str, form: str | None, topics: Iterable[str]) -> Reading:
    from papertui.formats.decode import decode  # noqa: PLC0415 - JSON lines, the most common case, need neither
    from papertui.formats.detect import detect  # noqa: PLC0415

    text, encoding = decode(data)
    form = form or detect(text, name)
    reading = Reading(name, form, _records(form, text, topics), encoding)
    if encoding != "UTF-8":
        reading.notes.append(f"Read as {encoding}.")
    return reading


def _records(form: str, text: str, topics: Iterable[str]) -> Iterator[Found | Skipped]:
    """Return the records of a text; the reader of a format is loaded when it is met."""
    if form == "page":
        from papertui.formats import copied_page  # noqa: PLC0415 - see above

        return copied_page.read(text, topics)
    modules = {"csl-json": "json_value", "json": "json_value", "list": "id_list"}
    module = import_module(f"papertui.formats.{modules.get(form, form)}")
    records: Iterator[Found | Skipped] = module.read(text)
    return records


def _is_json_lines(head: bytes, name: str) -> bool:
    """Tell JSON lines by the name of the file, or by a first line that is a whole object with another after it."""
    if name.lower().endswith((".jsonl", ".ndjson")):
        return b"\0" not in head[:64]
    line, _, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    return line.startswith(b"{") and line.rstrip().endswith(b"}") and rest.lstrip().startswith(b"{")


def _json_lines(stream: BinaryIO, head: bytes, name: str) -> Reading:
    from papertui.formats import jsonl  # noqa: PLC0415

    return Reading(name, "jsonl", jsonl.read(io.BufferedReader(_Rejoined(head, stream), _HEAD)))


class _Rejoined(io.RawIOBase):
    """A stream whose first bytes were already read, as if they were not."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readable(self) -> bool:
        """Tell that the stream can be read."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer and return how many bytes were put into it; 0 at the end."""
        view = memoryview(buffer)
        data = self._head.read(len(view)) or self._rest.read(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the stream itself too."""
        self._rest.close()
        super().close()
