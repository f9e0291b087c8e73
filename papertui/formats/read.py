"""Read papers from a file in any format."""

import io
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from papertui.errors import ImportFileError
from papertui.formats.types import Found, ReadResult, Skipped

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

SIZE_LIMIT = 20 << 20
"""Maximum size of a file, in bytes; JSON Lines are read line by line and have no limit."""
READ_FORMATS = ("bibtex", "ris", "csl-json", "json", "jsonl", "feed", "list", "page")
_HEAD = 1 << 16


def read_papers(
    source: Path | BinaryIO,
    *,
    name: str,
    format: str | None = None,  # noqa: A002 - the usual word for it
    topics: Iterable[str] = (),
) -> ReadResult:
    """Start to read papers from a file or stream, in the given or detected format.

    `topics` are known names, which help to split topics that a copied page joins.
    Raises ImportFileError if it cannot be read, is larger than `SIZE_LIMIT`, or is not a list of papers.
    """
    if format is not None and format not in READ_FORMATS:
        raise ImportFileError(f"Unknown format {format}; choose from {', '.join(READ_FORMATS)}.")
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
        raise ImportFileError(f"{name} is larger than {SIZE_LIMIT >> 20} MB, the maximum.")
    return _read_text(data, name, format, topics)


def _read_text(data: bytes, name: str, form: str | None, topics: Iterable[str]) -> ReadResult:
    from papertui.formats.detect import decode, detect  # noqa: PLC0415 - JSON Lines need neither

    text, encoding = decode(data)
    form = form or detect(text, name)
    reading = ReadResult(name, form, _records(form, text, topics), encoding)
    if encoding != "UTF-8":
        reading.notes.append(f"Read as {encoding}.")
    return reading


def _records(form: str, text: str, topics: Iterable[str]) -> Iterator[Found | Skipped]:
    """Return the records of a text; loads the reader of its format."""
    if form == "page":
        from papertui.formats import copied_page  # noqa: PLC0415 - JSON Lines do not need it

        return copied_page.read(text, topics)
    modules = {"csl-json": "json_value", "json": "json_value", "list": "id_list"}
    module = import_module(f"papertui.formats.{modules.get(form, form)}")
    records: Iterator[Found | Skipped] = module.read(text)
    return records


def _is_json_lines(head: bytes, name: str) -> bool:
    """Detect JSON Lines by the file name, or by a first line that is a whole object followed by another."""
    if name.lower().endswith((".jsonl", ".ndjson")):
        return b"\0" not in head[:64]
    line, _, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    return line.startswith(b"{") and line.rstrip().endswith(b"}") and rest.lstrip().startswith(b"{")


def _json_lines(stream: BinaryIO, head: bytes, name: str) -> ReadResult:
    from papertui.formats import jsonl  # noqa: PLC0415

    return ReadResult(name, "jsonl", jsonl.read(io.BufferedReader(_Rejoined(head, stream), _HEAD)))


class _Rejoined(io.RawIOBase):
    """A stream whose first bytes were read already, put back in front."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readable(self) -> bool:
        """Return true: the stream can be read."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer and return the number of bytes; 0 at the end."""
        view = memoryview(buffer)
        data = self._head.read(len(view)) or self._rest.read(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the underlying stream too."""
        self._rest.close()
        super().close()
