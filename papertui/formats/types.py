"""Results of reading a file: found and skipped records."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from papertui.model import Mark, Paper


@dataclass(frozen=True, slots=True)
class Found:
    """A record that was read, the line where it begins, and the reader's marks if the file holds them."""

    paper: Paper
    line: int
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was skipped, and the reason."""

    line: int
    reason: str


@dataclass(slots=True)
class ReadResult:
    """A file being read. `records` yields each record once, in the order of the file."""

    name: str
    format: str
    records: Iterator[Found | Skipped]
    encoding: str = "UTF-8"
    notes: list[str] = field(default_factory=list)
