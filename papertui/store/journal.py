"""A TinyDB storage of which each action is one synced line in a journal beside a snapshot."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson
from tinydb.storages import Storage

from papertui.errors import NewerSchemaError, StoreError
from papertui.store import files
from papertui.store.files import FolderLock
from papertui.store.lines import (
    ChangeSet,
    TableChange,
    change_line,
    merged,
    read_change_line,
    read_record_line,
    record_line,
    split_lines,
)

SCHEMA = 1
COMPACT_ABOVE = 1 << 20
"""A journal below this many bytes is never compacted."""

ChangedKeys = Mapping[str, tuple[str, ...] | None]
"""For each table the keys that other programs changed; None where all must be read again."""

Tables = dict[str, dict[str, bytes]]


@dataclass(frozen=True, slots=True)
class Damage:
    """What was found wrong when the files were read."""

    lines: int = 0
    """Damaged lines that were passed over."""
    torn: int = 0
    """Bytes of an unfinished last line: an action that was never acknowledged."""
    snapshot: str = ""
    """What is wrong with the snapshot, in words."""
    healed: bool = False
    """Whether the previous generation gave back what the snapshot had lost."""

    @property
    def lost(self) -> bool:
        """Whether something acknowledged may be missing."""
        return bool(self.lines or (self.snapshot and not self.healed))


@dataclass(slots=True)
class _Generation:
    """One snapshot with its journal, as read from disk."""

    number: int = 0
    tables: Tables = field(default_factory=dict)
    size: int = 0
    damage: Damage = field(default_factory=Damage)


class JournalStorage(Storage):
    """Tables of records by text keys, held serialised in memory and changed line by line on disk."""

    def __init__(self, path: Path, lock: FolderLock, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self.damage = Damage()
        self._lock = lock
        self._tables: Tables = {}
        self._generation = 0
        self._journal: int | None = None
        self._read_to = 0
        self._snapshot_size = 0
        self._must_reload = False
        self._load()

    def read(self) -> dict[str, dict[str, dict[str, object]]] | None:
        """Return all tables decoded; for TinyDB, which asks for everything."""
        return {name: dict(self.iterate(name)) for name in self._tables} or None

    def write(self, data: dict[str, dict[str, dict[str, object]]]) -> None:
        """Make the tables be exactly this; for TinyDB, which uses it to drop tables."""
        changes: list[TableChange] = []
        for name, records in self._tables.items():
            if gone := tuple(key for key in records if key not in data.get(name, {})):
                changes.append(TableChange(name, gone, None))
        for name, wanted in data.items():
            for key, record in wanted.items():
                if self._tables.get(name, {}).get(str(key)) != orjson.dumps(record):
                    changes += [TableChange(name, (str(key),), None), TableChange(name, (str(key),), record)]
        if changes:
            self.commit(changes)

    def close(self) -> None:
        """Let go of the journal."""
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None

    def get(self, table: str, key: str) -> dict[str, object] | None:
        """Return a record; None where there is none."""
        record = self._tables.get(table, {}).get(key)
        return None if record is None else orjson.loads(record)

    def contains(self, table: str, key: str) -> bool:
        """Tell whether a table has a record of this key."""
        return key in self._tables.get(table, {})

    def keys(self, table: str) -> list[str]:
        """Return the keys of a table, in the order in which they came."""
        return list(self._tables.get(table, ()))

    def iterate(self, table: str) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield keys and records of a table."""
        for key, record in list(self._tables.get(table, {}).items()):
            yield key, orjson.loads(record)

    def commit(self, changes: ChangeSet) -> None:
        """Put one action on the disk; it is there when this returns. Raises StoreError, and then it is not."""
        self.commit_many([changes])

    def commit_many(self, change_sets: Sequence[ChangeSet]) -> None:
        """Put actions on the disk with one sync, each of them wholly there or wholly absent after a crash."""
        if self.read_only:
            raise StoreError("The library was opened for reading only.")
        lines = b"".join(change_line(changes) for changes in change_sets)
        try:
            with self._lock.held():
                self._refresh()
                self._append(lines)
        except OSError as error:
            raise StoreError(f"{self.path.name} cannot be written: {files.reason(error)}.") from error
        for changes in change_sets:
            self._apply(changes)

    def refresh(self) -> ChangedKeys:
        """Take in what other programs have written; return the keys concerned. Needs no lock."""
        try:
            return self._refresh(cut_torn_line=False)
        except OSError as error:
            raise StoreError(f"{self.path.name} cannot be read: {files.reason(error)}.") from error

    @property
    def compaction_due(self) -> bool:
        """Whether the journal has outgrown the snapshot so far that a new snapshot is worth its writing."""
        return self._read_to > max(COMPACT_ABOVE, self._snapshot_size // 4)

    def compact(self) -> None:
        """Write a new snapshot and begin a new journal; the previous generation stays beside it, whole."""
        try:
            with self._lock.held():
                self._refresh()
                self._write_generation()
        except OSError as error:
            raise StoreError(f"{self.path.name} cannot be compacted: {files.reason(error)}.") from error

    def _journal_path(self, generation: int) -> Path:
        return self.path.with_name(f"{self.path.name}.{generation}.log")

    @property
    def _previous(self) -> Path:
        return self.path.with_name(f"{self.path.name}.prev")

    def _load(self) -> None:
        try:
            current = _read_generation(self.path, self._journal_path)
            if current.damage.snapshot:
                current = self._healed(current)
        except OSError as error:
            raise StoreError(f"{self.path} cannot be read: {files.reason(error)}.") from error
        self._tables = current.tables
        self._generation = current.number
        self._snapshot_size = current.size
        self.damage = current.damage
        self._must_reload = False
        self._read_to = 0
        self.close()
        self._open_journal()
        self._replay(cut_torn_line=False)

    def _healed(self, current: _Generation) -> _Generation:
        """Return the generation with what the previous one still knows, where the snapshot is damaged."""
        if not self._previous.exists():
            return current
        previous = _read_generation(self._previous, self._journal_path)
        if previous.damage.snapshot:
            return current
        _replay_file(self._journal_path(previous.number), previous.tables)
        current.number = max(current.number, previous.number + 1)
        current.tables = previous.tables
        current.damage = replace(current.damage, healed=True)
        return current

    def _open_journal(self) -> None:
        flags = os.O_RDONLY if self.read_only else os.O_RDWR | os.O_CREAT | os.O_APPEND
        try:
            self._journal = os.open(self._journal_path(self._generation), flags | os.O_NOFOLLOW, files.FILE_MODE)
        except FileNotFoundError:
            self._journal = None
            return
        if not self.read_only:
            files.sync_folder(self.path.parent)

    def _refresh(self, *, cut_torn_line: bool = True) -> ChangedKeys:
        if self._must_reload or not self._is_current():
            names = set(self._tables)
            self._load()
            return dict.fromkeys(names | set(self._tables))
        return self._replay(cut_torn_line=cut_torn_line)

    def _is_current(self) -> bool:
        if self._journal is None:
            self._open_journal()
            if self._journal is None:
                return not self._journal_path(self._generation + 1).exists()
        ours = os.fstat(self._journal)
        try:
            theirs = os.stat(self._journal_path(self._generation))  # noqa: PTH116 - the simulated disk stands behind os
        except FileNotFoundError:
            return False
        newer = self._journal_path(self._generation + 1).exists()
        return ours.st_ino == theirs.st_ino and ours.st_size >= self._read_to and not newer

    def _replay(self, *, cut_torn_line: bool) -> ChangedKeys:
        """Apply the lines of the journal that were not read yet, and return the keys that they name."""
        if self._journal is None:
            return {}
        size = os.fstat(self._journal).st_size
        if size <= self._read_to:
            return {}
        changed: dict[str, dict[str, None]] = {}
        bad = 0
        at = good_to = self._read_to
        for line, ended in split_lines(self._journal_chunks(size)):
            at += len(line) + ended
            changes = read_change_line(line) if ended else None
            if changes is None:
                bad += 1
                continue
            self.damage = replace(self.damage, lines=self.damage.lines + bad)
            bad, good_to = 0, at
            self._apply(changes)
            for change in changes:
                changed.setdefault(change.table, {}).update(dict.fromkeys(change.keys))
        self._read_to = good_to
        if good_to < size:
            self.damage = replace(self.damage, torn=size - good_to)
            if cut_torn_line and not self.read_only:
                os.ftruncate(self._journal, good_to)
                os.fsync(self._journal)
        return {table: tuple(keys) for table, keys in changed.items()}

    def _journal_chunks(self, size: int) -> Iterator[bytes]:
        assert self._journal is not None
        at = self._read_to
        while at < size:
            chunk = os.pread(self._journal, min(1 << 20, size - at), at)
            if not chunk:
                return
            at += len(chunk)
            yield chunk

    def _append(self, lines: bytes) -> None:
        assert self._journal is not None
        start = self._read_to
        try:
            files.write_whole(self._journal, lines)
            os.fdatasync(self._journal)
        except OSError:
            # After a failed sync the kernel may have dropped the data and report success the next time, so
            # the line is cut off and everything is read again before the next one is written.
            self._must_reload = True
            self._cut_back(start)
            raise
        self._read_to = start + len(lines)

    def _cut_back(self, size: int) -> None:
        assert self._journal is not None
        try:
            os.ftruncate(self._journal, size)
            os.fsync(self._journal)
        except OSError as error:
            raise StoreError(f"{self.path.name} cannot be written nor cut back: {files.reason(error)}.") from error

    def _apply(self, changes: ChangeSet) -> None:
        for change in changes:
            records = self._tables.setdefault(change.table, {})
            if change.fields is None:
                for key in change.keys:
                    records.pop(key, None)
            else:
                _set_fields(records, change.keys, change.fields)

    def _write_generation(self) -> None:
        number = self._generation + 1
        header = orjson.dumps(
            {"papertui": self.path.stem, "schema": SCHEMA, "generation": number, "records": sum(map(len, self._tables.values()))}
        )
        journal = os.open(
            self._journal_path(number), os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_NOFOLLOW, files.FILE_MODE
        )
        try:
            files.sync_folder(self.path.parent)
            self._keep_previous()
            files.write_atomically(self.path, _snapshot_lines(header, self._tables))
        except OSError:
            os.close(journal)
            self._journal_path(number).unlink(missing_ok=True)
            raise
        oldest = self._generation - 1
        self.close()
        self._journal, self._generation, self._read_to = journal, number, 0
        self._snapshot_size = self.path.stat().st_size
        self._journal_path(oldest).unlink(missing_ok=True)

    def _keep_previous(self) -> None:
        if self.path.exists():
            aside = self.path.with_name(f"{self.path.name}.prev.new")
            aside.unlink(missing_ok=True)
            os.link(self.path, aside)
            os.replace(aside, self._previous)  # noqa: PTH105 - the simulated disk stands behind os


def _set_fields(records: dict[str, bytes], keys: Sequence[str], fields: Mapping[str, object]) -> None:
    """Set fields in records; many records that become the same are serialised once."""
    became: dict[bytes | None, bytes] = {}
    for key in keys:
        before = records.get(key)
        after = became.get(before)
        if after is None:
            after = merged(before, fields)
            if len(keys) > 1:
                became[before] = after
        records[key] = after


def _snapshot_lines(header: bytes, tables: Tables) -> Iterator[bytes]:
    yield header + b"\n"
    for table, records in tables.items():
        for key, record in list(records.items()):
            yield record_line(table, key, record)


def _read_generation(path: Path, journal_path: Callable[[int], Path]) -> _Generation:
    """Read a snapshot. A missing one is an empty library; an empty or foreign one is damage."""
    del journal_path
    try:
        lines = split_lines(files.read_chunks(path))
        header = next(lines, (b"", False))[0]
    except FileNotFoundError:
        return _Generation()
    generation = _Generation(size=path.stat().st_size)
    expected = _read_header(header, path, generation)
    found = bad = 0
    for line, _ in lines:
        record = read_record_line(line)
        if record is None:
            bad += 1
            continue
        table, key, value = record
        generation.tables.setdefault(table, {})[key] = value
        found += 1
    missing = max(bad, (expected or 0) - found)
    if missing and not generation.damage.snapshot:
        generation.damage = Damage(lines=missing, snapshot=f"{missing:,} records of {path.name} are damaged")
    return generation


def _read_header(line: bytes, path: Path, generation: _Generation) -> int | None:
    """Read the first line of a snapshot into the generation; return how many records should follow."""
    try:
        header = orjson.loads(line)
        schema, number, records = int(header["schema"]), int(header["generation"]), int(header["records"])
    except (ValueError, KeyError, TypeError):
        generation.damage = Damage(snapshot=f"{path.name} has no readable beginning")
        return None
    if schema > SCHEMA:
        raise NewerSchemaError(
            f"{path.name} was written by a newer papertui (schema {schema}); this one reads up to {SCHEMA}."
        )
    generation.number = number
    return records


def _replay_file(path: Path, tables: Tables) -> None:
    """Apply a whole journal to tables, passing over damaged lines."""
    if not path.exists():
        return
    for line, ended in split_lines(files.read_chunks(path)):
        for change in (read_change_line(line) if ended else None) or ():
            records = tables.setdefault(change.table, {})
            if change.fields is None:
                for key in change.keys:
                    records.pop(key, None)
            else:
                _set_fields(records, change.keys, change.fields)
