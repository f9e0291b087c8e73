"""Snapshots: all records of a database in one file, one checksummed line each.

The first line is ``["CHECKSUM",{"schema":1,"generation":7,"records":{"marks":120}}]``, and the last repeats
it; between them stands a line ``["CHECKSUM","TABLE","KEY",{...}]`` for each record. A file that is one JSON
object is a plain TinyDB file ``{"TABLE": {"KEY": {...}}}`` and counts as schema 0.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import orjson

from papertui.errors import NewerSchemaError
from papertui.store import files
from papertui.store.changes import Records, Tables, dump, dump_record
from papertui.store.lines import items_of, seal, unseal

SCHEMA = 1
"""Version of the file format; older files are migrated, newer ones refused."""
_BATCH = 256
"""Lines handed over in one piece."""


@dataclass(slots=True)
class Snapshot:
    """The undamaged content of a snapshot file."""

    tables: Tables = field(default_factory=dict)
    generation: int | None = None
    """None where neither the first nor the last line is readable."""
    schema: int = SCHEMA
    expected: int | None = None
    """How many records were written."""
    damaged: list[bytes] = field(default_factory=list)
    """The lines that failed their checksum."""
    ended: bool = False
    """Whether the last line is there."""

    @property
    def missing(self) -> int:
        """How many records are damaged or cut off, as far as that is known."""
        found = sum(len(records) for records in self.tables.values())
        return len(self.damaged) if self.expected is None else max(0, self.expected - found)

    @property
    def whole(self) -> bool:
        """Whether nothing of the file is damaged or cut off."""
        return self.generation is not None and self.ended and not self.damaged and not self.missing


def snapshot_lines(tables: Mapping[str, Mapping[str, bytes]], generation: int) -> Iterator[bytes]:
    """Yield the content of a snapshot file in pieces of some hundred kilobytes."""
    counts = {table: len(records) for table, records in tables.items() if records}
    head = seal(dump({"schema": SCHEMA, "generation": generation, "records": counts}))
    yield head
    for table, records in tables.items():
        prefix = dump(table)
        lines = (seal(b"%b,%b,%b" % (prefix, dump(key), record)) for key, record in records.items())
        while piece := b"".join(islice(lines, _BATCH)):
            yield piece
    yield head


def read_snapshot(path: Path) -> Snapshot | None:
    """Read a snapshot, whatever of it is undamaged; None where there is no such file.

    Raise NewerSchemaError where a newer papertui wrote it, OSError where it cannot be read.
    """
    try:
        fd = files.system.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        return _read_plain(fd) or read_snapshot_lines(files.read_lines(fd), path.name)
    finally:
        files.system.close(fd)


def read_generation(path: Path) -> int | None:
    """Return the generation that the first line of a snapshot names; None where that is damaged or absent."""
    try:
        fd = files.system.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        content = unseal(files.system.read(fd, 4096, 0).split(b"\n", 1)[0])
    finally:
        files.system.close(fd)
    generation = None if content is None else orjson.loads(content).get("generation")
    return generation if isinstance(generation, int) else None


def read_snapshot_lines(lines: Iterable[tuple[bytes, bool]], name: str) -> Snapshot:
    """Read a snapshot from its lines; `name` is what messages call it."""
    snapshot = Snapshot()
    records: Records = {}
    prefix = b"\n"
    for line, _ in lines:
        content = unseal(line)
        if content is None:
            snapshot.damaged.append(line)
        elif content.startswith(prefix) and (end := _key_end(content, len(prefix))):
            records[content[len(prefix) : end].decode()] = content[end + 2 :]
        else:
            match items_of(content):
                case [str(table), str(key), dict(record)]:
                    records = snapshot.tables.setdefault(table, {})
                    records[key] = dump_record(record)
                    prefix = b'%b,"' % dump(table)
                case [{"schema": int(schema)}] if schema > SCHEMA:
                    raise newer_schema(name, schema)
                case [{"generation": int(generation), "records": dict(counts)}]:
                    snapshot.ended = (
                        bool(snapshot.tables or snapshot.damaged) or snapshot.generation is not None
                    )
                    snapshot.generation, snapshot.expected = generation, sum(counts.values())
                case _:
                    snapshot.damaged.append(line)
    return snapshot


def newer_schema(name: str, schema: int) -> NewerSchemaError:
    """Return the error that refuses a file."""
    return NewerSchemaError(
        f"{name} was written by a newer papertui (its format is {schema}, this one reads up to {SCHEMA});"
        " nothing was changed."
    )


def _key_end(content: bytes, start: int) -> int:
    """Return where the key that begins at `start` ends; 0 where escapes in it ask for a real JSON reader."""
    end = content.find(b'",', start)
    return 0 if content.find(b"\\", start, end) >= 0 else max(end, 0)


def _read_plain(fd: int) -> Snapshot | None:
    """Read a plain TinyDB file; None where the file is none."""
    if files.system.read(fd, 1, 0) != b"{":
        return None
    try:
        tables = orjson.loads(b"\n".join(line for line, _ in files.read_lines(fd)))
        raw = {
            str(name): {key: _plain_record(value) for key, value in table.items()}
            for name, table in tables.items()
        }
    except (ValueError, AttributeError):
        return None
    count = sum(len(records) for records in raw.values())
    return Snapshot(raw, generation=0, schema=0, expected=count, ended=True)


def _plain_record(value: object) -> bytes:
    if not isinstance(value, dict):
        raise ValueError("not a record")  # noqa: TRY004  a fault of the file, as wrong JSON is
    return dump_record(value)
