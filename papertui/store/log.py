"""Journal of a generation: one checksummed line for each action.

A line is ``["CHECKSUM",NUMBER,CHANGE,...]``. Numbers run from 1 without a gap, so that what damage took can
be counted; line 0 names the generation, which also begins every checksum.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from papertui.store import files
from papertui.store.changes import TableChange, decode, dump
from papertui.store.lines import items_of, mark_of, seal, unseal
from papertui.store.snapshot import SCHEMA, newer_schema

_BATCH = 256
"""Lines written in one piece."""


class RewrittenError(Exception):
    """The file no longer continues what was read of it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A point between two lines, and the line before it."""

    end: int = 0
    """Offset in bytes."""
    number: int = 0
    """The number of the line that comes next."""
    start: int = 0
    """Offset of the line before."""
    mark: bytes = b""
    """The first bytes of the line before."""
    ended: bool = True
    """Whether the line before has its line end."""


@dataclass(slots=True)
class Rot:
    """What of a journal cannot be read."""

    lost: int = 0
    """Actions that were complete once."""
    lines: list[bytes] = field(default_factory=list)
    """The damaged lines."""
    torn: int = 0
    """Bytes of a last action that was never complete."""

    def add(self, other: "Rot") -> None:
        """Count what another part of the journal, or another journal, lost as well."""
        self.lost += other.lost
        self.lines += other.lines
        self.torn += other.torn

    def __bool__(self) -> bool:
        return bool(self.lost or self.lines or self.torn)


class Log:
    """An open journal: reads on where it stopped, appends, and cuts off what was never complete."""

    def __init__(self, path: Path, generation: int, *, write: bool) -> None:
        self.path = path
        self.generation = generation
        self._fd = files.system.open(path, os.O_RDWR | os.O_APPEND if write else os.O_RDONLY)
        self.inode = files.system.status(self._fd)[0]
        self.place = Place()
        self._synced = Place()

    @classmethod
    def create(cls, path: Path, generation: int) -> "Log":
        """Create an empty journal and wait until it is on the disk."""
        head = dump({"schema": SCHEMA, "generation": generation})
        files.write_file(path, [seal(b"0,%b" % head, generation)])
        log = cls(path, generation, write=True)
        list(log.read(Rot()))
        return log

    def close(self) -> None:
        """Close the file."""
        files.system.close(self._fd)

    def read(self, rot: Rot) -> Iterator[list[TableChange]]:
        """Yield the changes of each action after those already read; count in `rot` what is damaged.

        Damaged lines after the last good one stay, as another process may be about to finish them. Raise
        RewrittenError where the file does not continue what was read, NewerSchemaError where a newer papertui
        wrote it.
        """
        lines = files.read_lines(self._fd, self.place.start)
        position, bad = self.place.start, list[bytes]()
        if self.place.end:
            line, ended = next(lines, (b"", False))
            if mark_of(line) != self.place.mark:
                raise RewrittenError
            position += len(line) + ended
        for line, ended in lines:
            start, position = position, position + len(line) + ended
            number, changes, length = self._entry(line, ended=ended)
            if number < self.place.number:
                bad.append(line)
                continue
            rot.lost += number - max(self.place.number, 1) if number else 0
            rot.lines += bad
            bad.clear()
            self.place = self._synced = Place(start + length + ended, number + 1, start, mark_of(line), ended)
            if number:
                yield changes

    def tail(self) -> Rot:
        """Return the lines after the last valid one: complete lines are damaged, an incomplete one is torn."""
        rot = Rot()
        for line, ended in files.read_lines(self._fd, self.place.end):
            if ended and line:
                rot.lines.append(line)
            elif not ended:
                rot.torn = len(line)
        rot.lost = len(rot.lines) if self.place.number else max(0, len(rot.lines) - 1)
        return rot

    def has_tail(self) -> bool:
        """Tell whether anything stands after the last good line."""
        return files.system.status(self._fd)[1] > self.place.end

    def append(self, bodies: Sequence[bytes], *, sync: bool) -> None:
        """Append an action for each body; with `sync`, return when all are on the disk.

        When that fails the file is cut back to what is known to be on the disk, and the OSError passed on.
        """
        place = self.place
        numbered = (b"%d,%b" % (number, body) for number, body in enumerate(bodies, place.number))
        lines = (seal(content, self.generation) for content in numbered)
        try:
            if self.has_tail():
                files.system.truncate(self._fd, place.end)
            while piece := list(islice(lines, _BATCH)):
                self._write(piece)
            if sync:
                files.system.sync(self._fd)
                self._synced = self.place
        except BaseException:
            self._cut_back()
            raise

    def _write(self, lines: list[bytes]) -> None:
        gap = b"" if self.place.ended else b"\n"
        files.write_all(self._fd, gap + b"".join(lines))
        end = self.place.end + len(gap) + sum(map(len, lines))
        self.place = Place(end, self.place.number + len(lines), end - len(lines[-1]), mark_of(lines[-1]))

    def _cut_back(self) -> None:
        self.place = self._synced
        with suppress(OSError):  # the next append cuts again, and a whole action that stays does no harm
            files.system.truncate(self._fd, self.place.end)

    def _entry(self, line: bytes, *, ended: bool) -> tuple[int, list[TableChange], int]:
        """Return number, changes and length of a line; the number is -1 where the line is damaged.

        Where only the line end is damaged the line is whole, and stands one byte short of the end of the
        file.
        """
        content = unseal(line, self.generation)
        if content is None:
            return (-1, [], 0) if ended or len(line) < 2 else self._entry(line[:-1], ended=True)
        match items_of(content):
            case [0, {"schema": int(schema)}]:
                if schema > SCHEMA:
                    raise newer_schema(self.path.name, schema)
                return 0, [], len(line)
            case [int(number), *items] if (changes := decode(items)) is not None:
                return number, changes, len(line)
        return -1, [], 0
