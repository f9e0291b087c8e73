"""The two kinds of lines on disk: a change in a journal, a record in a snapshot; each with its checksum.

A line is eight hexadecimal digits of the CRC-32 of what follows, a blank, JSON, and a line feed. In a
journal the JSON is a list of changes ``[table, [key, ...], {field: value, ...}]``, with null in place of
the fields for a deletion, and the fields to be removed listed under the empty name. In a snapshot it is
``[table, key, record]``.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import orjson

Fields = Mapping[str, object]
"""Changed fields and their values; the empty name lists fields that are removed."""

_RECORD = re.compile(rb'\["((?:[^"\\]|\\.)*)","((?:[^"\\]|\\.)*)",(\{.*\})\]', re.DOTALL)
_CHECKSUM_DIGITS = 8


@dataclass(frozen=True, slots=True)
class TableChange:
    """The same fields set in some records of a table; None deletes the records."""

    table: str
    keys: tuple[str, ...]
    fields: Fields | None


ChangeSet = Sequence[TableChange]
"""What one action changes, in one or several tables: wholly on disk or wholly absent."""


def change_line(changes: ChangeSet) -> bytes:
    """Return the journal line of an action. Raises TypeError where a value cannot be written as JSON."""
    return _line(orjson.dumps([[change.table, change.keys, change.fields] for change in changes]))


def read_change_line(line: bytes) -> list[TableChange] | None:
    """Return the changes of a journal line without its line feed; None where it is damaged."""
    body = _checked(line)
    if body is None:
        return None
    try:
        return [TableChange(table, tuple(keys), fields) for table, keys, fields in orjson.loads(body)]
    except (ValueError, TypeError):
        return None


def record_line(table: str, key: str, record: bytes) -> bytes:
    """Return the snapshot line of a record that is already serialised."""
    return _line(b"[%s,%s,%s]" % (orjson.dumps(table), orjson.dumps(key), record))


def read_record_line(line: bytes) -> tuple[str, str, bytes] | None:
    """Return table, key and serialised record of a snapshot line; None where it is damaged."""
    body = _checked(line)
    match = _RECORD.fullmatch(body) if body is not None else None
    if match is None:
        return None
    return _text(match[1]), _text(match[2]), match[3]


def merged(record: bytes | None, fields: Fields) -> bytes:
    """Return a serialised record with changed fields; None stands for one that does not exist yet."""
    values = {} if record is None else orjson.loads(record)
    removed = fields.get("")
    for name in removed if isinstance(removed, list | tuple) else ():
        values.pop(name, None)
    values.update((name, value) for name, value in fields.items() if name)
    return orjson.dumps(values)


def split_lines(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines of a file read in chunks, without line feeds, and whether a line feed ended each."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line, True
    if rest:
        yield rest, False


def _line(body: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _checked(line: bytes) -> bytes | None:
    body = line[_CHECKSUM_DIGITS + 1 :]
    if line[_CHECKSUM_DIGITS : _CHECKSUM_DIGITS + 1] != b" ":
        return None
    return body if line[:_CHECKSUM_DIGITS] == b"%08x" % zlib.crc32(body) else None


def _text(serialised: bytes) -> str:
    return str(orjson.loads(b'"%s"' % serialised)) if b"\\" in serialised else serialised.decode()
