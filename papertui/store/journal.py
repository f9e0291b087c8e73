"""Storage of one database: records in memory, a snapshot and a journal on disk."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType

import orjson

from papertui.errors import StoreError
from papertui.store import files
from papertui.store.changes import ChangedKeys, ChangeSet, TableChange, Tables, apply, difference, encode
from papertui.store.damage import Damage, set_aside
from papertui.store.generation import keep_old_format, remove_journals, write_generation
from papertui.store.loading import Identity, Loaded, generations, identity, load, log_path
from papertui.store.lock import FolderLock, LockedError
from papertui.store.log import Log, RewrittenError, Rot
from papertui.store.snapshot import SCHEMA, read_generation

SMALL_JOURNAL = 1 << 20
"""Minimum size of a journal that is compacted, in bytes."""


class JournalStorage:
    """A database whose actions are on the disk when `commit` returns, shared with other processes.

    It is a storage of TinyDB, as which `papertui.store.table` registers it: the start does not wait for TinyDB.
    Memory never runs ahead of the disk: a change is applied once it is written. The methods may be called
    from any thread. A storage without a lock only reads, and never waits for those who write.
    """

    def __init__(self, folder: Path, name: str, lock: FolderLock | None) -> None:
        """Read the database `name` of a folder; with a lock, create, migrate or repair its files.

        Raise NewerSchemaError where a newer papertui wrote it, StoreError where it cannot be read.
        """
        self.folder, self.name = folder, name
        self.is_new = False
        """Whether there was no trace of the database before."""
        self.notice = ""
        """A notice about the database as a sentence; empty if there is none."""
        self._lock = lock
        self._mutex = lock.mutex if lock else threading.RLock()
        self._tables: Tables = {}
        self._changed: dict[str, set[str]] = {}
        self._loaded = Loaded()
        self._repaired = Damage()
        self._stale = False
        self._gone = False
        with files.explained(f"Cannot open {name}"):
            self._open()

    @property
    def damage(self) -> Damage:
        """What was found damaged since the database was opened."""
        return self._repaired + self._loaded.damage

    @property
    def stem(self) -> str:
        """The name of the database without the ending of its file."""
        return Path(self.name).stem

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written through this storage."""
        return self._lock is None

    @property
    def compaction_due(self) -> bool:
        """Whether the journal is above the larger of 1 MB and a quarter of the snapshot."""
        log, snapshot = self._loaded.log, self._loaded.identity
        if log is None or snapshot is None:
            return False
        return log.place.end > max(SMALL_JOURNAL, snapshot[1] // 4)

    @property
    def stamp(self) -> str:
        """A text that differs whenever the database changed, for caches."""
        log = self._loaded.log
        return f"{log.generation}:{log.place.end}" if log is not None else ""

    def tables(self) -> list[str]:
        """Return the names of the tables that hold records."""
        return [name for name, records in self._tables.items() if records]

    def raw(self, table: str) -> Mapping[str, bytes]:
        """Return a live view of a table's records as JSON by key, valid until files are read again."""
        return MappingProxyType(self._tables.get(table, {}))

    def contains(self, table: str, key: str) -> bool:
        """Return whether a table has a record with this key."""
        return key in self._tables.get(table, {})

    def keys(self, table: str) -> list[str]:
        """Return the keys of a table, in the order in which they came."""
        return list(self._tables.get(table, ()))

    def get(self, table: str, key: str) -> dict[str, object] | None:
        """Return a record, None where there is none."""
        record = self._tables.get(table, {}).get(key)
        return None if record is None else orjson.loads(record)

    def iterate(self, table: str) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield key and record of all records that a table has now."""
        for key, record in list(self._tables.get(table, {}).items()):
            yield key, orjson.loads(record)

    def count(self, table: str) -> int:
        """Return how many records a table has."""
        return len(self._tables.get(table, {}))

    def copy(self) -> dict[str, dict[str, bytes]]:
        """Return all tables as they are now, safe from later changes."""
        with self._mutex:
            return {name: dict(records) for name, records in self._tables.items()}

    def commit(self, changes: ChangeSet) -> None:
        """Write the changes as one action, wholly or not at all; they are on the disk when this returns.

        Raise StoreError where that failed: nothing is changed then, on disk or in memory.
        """
        self.commit_many([changes])

    def commit_many(self, change_sets: Sequence[ChangeSet], *, sync: bool = True) -> None:
        """Write several actions with one wait for the disk; each is whole or absent whatever happens.

        Without `sync` they are not yet safe from a power cut, and a later failure may take them back. Raise
        StoreError where writing failed: all of them are undone then.
        """
        actions = [[change for change in changes if change.keys] for changes in change_sets]
        actions = [changes for changes in actions if changes]
        bodies = [encode(changes) for changes in actions]
        if not bodies:
            return
        with self.transaction():
            try:
                with files.explained("Not saved"):
                    self._log.append(bodies, sync=sync)
                for change in chain.from_iterable(actions):
                    apply(self._tables, change)
            except BaseException:
                self._read_anew()
                raise

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Hold the library for this process, with all that others wrote, to read and then commit.

        Raise StoreError where the library cannot be locked or written.
        """
        if self._lock is None:
            raise StoreError("Not saved: the library is open for reading only.")
        with self._lock:
            with files.explained("Not saved"):
                self._catch_up()
                if self._gone or not self._loaded.sound:
                    self._renew()
            self.notice = ""
            yield

    def refresh(self) -> ChangedKeys:
        """Read what other processes wrote, and return which records changed by it, since the last call.

        Costs two `stat` calls where nothing happened. Raise StoreError where the files cannot be read.
        """
        with self._mutex, files.explained("Cannot read the library"):
            self._catch_up()
            changed, self._changed = self._changed, {}
        return {table: tuple(keys) for table, keys in changed.items() if keys}

    def compact(self) -> None:
        """Write a new snapshot with an empty journal; the files before become the previous generation.

        Takes as long as writing all records: for idle moments, never within an action. Raise StoreError where
        it failed; the files before stay in use then.
        """
        with self.transaction(), files.explained("Not compacted"):
            self._write_generation(self._log.generation + 1, keep=True)

    def replace_all(self, tables: Tables) -> None:
        """Replace all records; `refresh` tells which differ.

        Raise StoreError where that cannot be written; nothing is changed then.
        """
        with self.transaction(), files.explained("Not saved"):
            before, self._tables = self._tables, tables
            try:
                self._write_anew()
            except BaseException:
                self._tables = before
                self._read_anew()
                raise
            self._note_differences(before, tables)

    def read(self) -> dict[str, dict[str, dict[str, object]]] | None:
        """Return all tables decoded, as TinyDB asks for."""
        return {table: dict(self.iterate(table)) for table in self.tables()} or None

    def write(self, data: Mapping[str, Mapping[str, Mapping[str, object]]]) -> None:
        """Replace all tables, as TinyDB asks for when tables are dropped."""
        with self.transaction():
            changes = []
            for table in {*self.tables(), *data}:
                before, after = self.raw(table), data.get(table, {})
                changes += [TableChange(table, (key,), None) for key in before if key not in after]
                differing = ((key, difference(before.get(key), record)) for key, record in after.items())
                changes += [TableChange(table, (key,), f) for key, f in differing if f or key not in before]
            self.commit(changes)

    def close(self) -> None:
        """Close the files; nothing is left to be written."""
        if self._loaded.log is not None:
            self._loaded.log.close()
            self._loaded.log = None

    @property
    def _log(self) -> Log:
        if self._loaded.log is None:
            raise StoreError("The library is closed.")
        return self._loaded.log

    def _open(self) -> None:
        try:
            with self._lock or nullcontext():
                self._read_first()
                if self._lock is not None:
                    self._write_first()
        except LockedError as error:
            self.notice = str(error)
            self._read_first()

    def _read_first(self) -> None:
        self._loaded = load(self.folder, self.name, write=self._lock is not None)
        self._tables = self._loaded.tables
        self.is_new = self._loaded.fresh

    def _write_first(self) -> None:
        """Create the files of a new database, or rewrite damaged ones; leave a notice if that must wait."""
        if self._loaded.fresh:
            self._write_generation(1, keep=False)
        elif not self._loaded.sound:
            try:
                self._renew()
            except OSError as error:
                self.notice = f"{self.name} cannot be repaired now: {files.reason(error)}."

    def _take(self, loaded: Loaded) -> None:
        """Go on with what was read from the files; note which records differ from those in memory."""
        self._note_differences(self._tables, loaded.tables)
        self._tables, self._loaded, self._stale = loaded.tables, loaded, False

    def _note_differences(self, before: Tables, after: Tables) -> None:
        for table in {*before, *after}:
            old, new = before.get(table, {}), after.get(table, {})
            self._note(table, (key for key in {*old, *new} if old.get(key) != new.get(key)))

    def _note(self, table: str, keys: Iterable[str]) -> None:
        self._changed.setdefault(table, set()).update(keys)

    def _read_anew(self) -> None:
        """After a failed write what is on disk decides: read it now, or else before the next action."""
        self._stale = True
        with suppress(OSError, StoreError):
            self._catch_up()

    def _catch_up(self) -> None:
        """Read what other processes wrote, from the beginning where it does not continue what was read."""
        followed = False
        if not self._stale:
            with suppress(FileNotFoundError, RewrittenError):
                followed = self._follow(identity(self.folder / self.name))
        if not followed:
            self._reload()

    def _follow(self, now: Identity | None) -> bool:
        """Read on in the journals up to the snapshot that is there now; tell whether that was possible."""
        log = self._loaded.log
        if log is None:
            return False
        if now is not None and now != self._loaded.identity:
            return self._follow_generations(now)
        there = identity(log.path)
        self._gone = now is None or there is None
        if there is None:
            return True
        return there[0] == log.inode and (there[1] == log.place.end or self._read_on(log))

    def _follow_generations(self, now: Identity) -> bool:
        newest = read_generation(self.folder / self.name)
        if newest is None or newest <= self._log.generation:
            return False
        for generation in range(self._log.generation + 1, newest + 1):
            if not self._read_on(self._log) or self._log.has_tail():
                return False
            path = log_path(self.folder, self.name, generation)
            following = Log(path, generation, write=self._lock is not None)
            self._log.close()
            self._loaded.log = following
        self._loaded.identity = now
        self._gone = False
        return self._read_on(self._log)

    def _read_on(self, log: Log) -> bool:
        """Apply what was appended to a journal; tell whether nothing in it is damaged."""
        rot = Rot()
        for change in chain.from_iterable(log.read(rot)):
            apply(self._tables, change)
            self._note(change.table, change.keys)
        return not rot

    def _reload(self) -> None:
        before = self._loaded.log
        loaded = load(self.folder, self.name, write=self._lock is not None)
        self._gone = loaded.fresh
        if self._gone:
            return
        self._take(loaded)
        if before is not None:
            before.close()

    def _renew(self) -> None:
        """Rewrite all files from memory: after damage, a migration, or when they are missing."""
        loaded = self._loaded
        if loaded.damage:
            set_aside(self.folder, self.name, loaded.damage, loaded.damaged)
        if loaded.schema < SCHEMA:
            keep_old_format(self.folder, self.name, loaded.schema)
        self._write_anew()
        self._repaired, self._loaded.damage = self.damage, Damage()

    def _write_anew(self) -> None:
        """Write a generation that does not continue what was there, and one that has it before it."""
        log = self._loaded.log
        newest = max([0, *generations(self.folder, self.name), *([log.generation] if log else [])])
        self._write_generation(newest + 2, keep=False)
        # All is written now: where the second fails, the next compaction brings a previous generation.
        with suppress(OSError):
            self._write_generation(newest + 3, keep=True)

    def _write_generation(self, generation: int, *, keep: bool) -> None:
        before = self._loaded.log
        log = write_generation(self.folder, self.name, self._tables, generation, keep=keep)
        snapshot = identity(self.folder / self.name)
        self._loaded = replace(
            self._loaded, log=log, identity=snapshot, schema=SCHEMA, sound=True, fresh=False, damaged={}
        )
        self._gone = False
        if before is not None:
            before.close()
            if keep:
                remove_journals(self.folder, self.name, before.generation)
