"""Papers from files: each record or the reason why it was passed over, in the order of the file."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from papertui.errors import ImportFileError
from papertui.model import Mark, Paper

SIZE_LIMIT = 20 << 20
"""Largest file in bytes; JSONL is read line by line and has no limit."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record that was read, with the line on which it begins and the reader's marks where the file has them."""

    paper: Paper
    line: int
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was passed over, and why."""

    line: int
    reason: str


@dataclass(slots=True)
class Reading:
    """A file being read. `records` gives each record once; format and encoding are told beside them."""

    name: str
    format: str
    records: Iterator[Found | Skipped]
    encoding: str = "UTF-8"
    notes: list[str] = field(default_factory=list)


def read_papers(source: Path | BinaryIO, *, name: str, format: str | None = None) -> Reading:  # noqa: A002
    """Begin to read papers from a file or stream. Raises ImportFileError where it cannot be read as papers."""
    from papertui.formats import jsonl  # noqa: PLC0415 - each format is loaded when it is met

    if format not in {None, "jsonl"}:
        raise ImportFileError(f"The format {format} is not known.")
    try:
        stream = source.open("rb") if isinstance(source, Path) else source
    except OSError as error:
        raise ImportFileError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    return Reading(name, "jsonl", jsonl.read(stream))
