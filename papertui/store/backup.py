"""Backups: both databases in one file, with tables named ``DATABASE/TABLE``."""

import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from papertui.errors import StoreError
from papertui.store import files
from papertui.store.changes import Tables
from papertui.store.snapshot import Snapshot, read_snapshot_lines, snapshot_lines

KEPT = 7
"""Number of automatic backups of a kind that are kept."""
_SUFFIX = ".json.gz"
_GZIP = 31
"""The gzip format in zlib's numbering."""
_GENERATION = 0
"""The name in the first line that identifies a backup."""


def write_backup(path: Path, databases: Mapping[str, Tables]) -> None:
    """Write a backup file, compressed where its name ends in ``.gz``; an older one of that name is replaced.

    Raise OSError where it cannot be written.
    """
    tables = {
        f"{name}/{table}": records for name, all_of in databases.items() for table, records in all_of.items()
    }
    pieces = snapshot_lines(tables, _GENERATION)
    files.write_atomically(path, _compressed(pieces) if path.suffix == ".gz" else pieces)


def read_backup(path: Path) -> dict[str, Tables]:
    """Return the databases of a backup file. Raise StoreError if it is not a backup, or damaged."""
    with files.explained(f"{path.name} cannot be read"):
        fd = files.system.open(path, os.O_RDONLY)
        try:
            snapshot = _read(fd, path)
        finally:
            files.system.close(fd)
    databases: dict[str, Tables] = {}
    for name, records in snapshot.tables.items():
        database, _, table = name.partition("/")
        databases.setdefault(database, {})[table] = records
    if not snapshot.whole or snapshot.generation != _GENERATION:
        raise StoreError(f"{path.name} is not a whole backup of papertui; nothing was changed.")
    return databases


def automatic_path(folder: Path, kind: str, moment: str) -> Path:
    """Return the path of a new automatic backup (``daily``, ``before-restore``); make its folder."""
    return files.make_backup_folder(folder) / f"{kind}-{moment}{_SUFFIX}"


def automatic(folder: Path, kind: str) -> list[Path]:
    """Return the automatic backups of a kind, oldest first."""
    backup = folder / files.BACKUP
    names = files.system.names(backup) if files.exists(backup) else []
    return [backup / name for name in names if name.startswith(f"{kind}-") and name.endswith(_SUFFIX)]


def keep_newest(folder: Path, kind: str) -> None:
    """Remove the oldest automatic backups of a kind, all but `KEPT`."""
    for path in automatic(folder, kind)[:-KEPT]:
        files.remove(path)


def _read(fd: int, path: Path) -> Snapshot:
    if files.system.read(fd, 2, 0) != b"\x1f\x8b":
        return read_snapshot_lines(files.read_lines(fd), path.name)
    try:
        return read_snapshot_lines(_decompressed_lines(fd), path.name)
    except (zlib.error, EOFError) as error:
        raise StoreError(f"{path.name} is not a whole backup of papertui; nothing was changed.") from error


def _compressed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(level=1, wbits=_GZIP)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


def _decompressed_lines(fd: int) -> Iterator[tuple[bytes, bool]]:
    unpacker = zlib.decompressobj(wbits=_GZIP)
    start, total, rest = 0, 0, b""
    while not unpacker.eof:
        packed = files.system.read(fd, files.CHUNK, start)
        if not packed:
            raise EOFError
        start += len(packed)
        while packed and not unpacker.eof:
            piece = unpacker.decompress(packed, files.CHUNK)
            packed = unpacker.unconsumed_tail
            total += len(piece)
            if total > files.LARGEST_FILE:
                raise StoreError("The backup holds more than 4 GB, which is more than papertui reads.")
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                yield line, True
    if rest:
        yield rest, False
