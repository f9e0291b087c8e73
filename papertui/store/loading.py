"""Loading a database: the newest valid snapshot and the journals after it.

A journal may be replayed over records that already have some or all of its changes: each field ends as its
last change left it. So the undamaged records of a snapshot can lie over those of the previous one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from papertui.store import files
from papertui.store.changes import Tables, apply
from papertui.store.damage import Damage
from papertui.store.log import Log, Rot
from papertui.store.snapshot import SCHEMA, Snapshot, read_snapshot

Identity = tuple[int, int, int]
"""Inode, size and modification time of a file; a different one means different content."""


@dataclass(slots=True)
class Loaded:
    """A database as read from its files."""

    tables: Tables = field(default_factory=dict)
    log: Log | None = None
    """The journal to append to; None if the files must be rewritten first."""
    identity: Identity | None = None
    """Which snapshot file was read."""
    fresh: bool = True
    """Whether there is no trace of an earlier database."""
    schema: int = SCHEMA
    damage: Damage = field(default_factory=Damage)
    damaged: dict[str, list[bytes]] = field(default_factory=dict)
    """The damaged lines by file name."""
    sound: bool = True
    """Whether the files can stay as they are."""


def log_path(folder: Path, name: str, generation: int) -> Path:
    """Return where the journal of a generation is."""
    return folder / f"{name}.{generation}.log"


def previous_path(folder: Path, name: str) -> Path:
    """Return where the snapshot of the previous generation is."""
    return folder / f"{name}.prev"


def generations(folder: Path, name: str) -> list[int]:
    """Return the generations that have a journal, oldest first."""
    pattern = re.compile(re.escape(name) + r"\.(\d{1,18})\.log")
    entries = files.system.names(folder) if files.exists(folder) else []
    return sorted(int(match[1]) for entry in entries if (match := pattern.fullmatch(entry)))


def identity(path: Path) -> Identity | None:
    """Return what tells a file from the one that may replace it; None where there is none."""
    try:
        return files.system.stat(path)
    except FileNotFoundError:
        return None


def load(folder: Path, name: str, *, write: bool) -> Loaded:
    """Read a database; with `write` the journal can be appended to.

    A reader takes no lock: where the files change under it, it reads again. Raise NewerSchemaError where a
    newer papertui wrote a file, OSError where one cannot be read.
    """
    for _ in range(3):
        before = identity(folder / name)
        try:
            loaded = _Reader(folder, name, write=write).read()
        except FileNotFoundError:
            continue
        if identity(folder / name) == before:
            break
        if loaded.log is not None:
            loaded.log.close()
    else:
        loaded = _Reader(folder, name, write=write).read()
        before = None
    loaded.identity = before
    return loaded


class _Reader:
    """One pass over the files of a database."""

    def __init__(self, folder: Path, name: str, *, write: bool) -> None:
        self._folder, self._name, self._write = folder, name, write
        self._logs = generations(folder, name)
        self._loaded = Loaded()
        self._newest = read_snapshot(folder / name)
        self._previous = None if self._newest and self._newest.whole else self._read_previous()
        self._old_rot, self._rot = Rot(), Rot()
        self._found_before = 0
        self._gap = False

    def read(self) -> Loaded:
        loaded, newest = self._loaded, self._newest or Snapshot()
        if self._previous:
            loaded.tables = self._previous.tables
        for table, records in newest.tables.items():
            loaded.tables.setdefault(table, {}).update(records)
        first = newest.generation or 0
        self._replay([number for number in self._logs if number < first], self._old_rot)
        self._found_before = sum(map(len, loaded.tables.values()))
        self._replay([number for number in self._logs if number >= first], self._rot)
        loaded.schema = newest.schema
        traces = self._newest or loaded.tables or self._rot
        loaded.fresh = not traces and not files.exists(previous_path(self._folder, self._name))
        loaded.damaged[self._name] = newest.damaged
        loaded.damage = Damage() if loaded.fresh else self._damage(newest)
        loaded.sound = self._is_sound(newest)
        return loaded

    def _read_previous(self) -> Snapshot | None:
        """Return a snapshot from which journals lead to the damaged one; the first generation began empty."""
        previous = read_snapshot(previous_path(self._folder, self._name))
        if previous is None and self._logs[:1] == [1]:
            previous = Snapshot(generation=1, expected=0, ended=True)
        if previous is None or previous.generation is None:
            return previous
        end = self._newest.generation if self._newest else None
        if end is None:
            return previous
        leading = range(previous.generation, end)
        return previous if leading and set(leading) <= set(self._logs) else None

    def _replay(self, numbers: Iterable[int], rot: Rot) -> None:
        """Carry out the journals from the generation that was read on."""
        base = self._previous or self._newest
        start = base.generation if base else None
        for number in numbers:
            if start is not None and number < start:
                continue
            log = Log(log_path(self._folder, self._name, number), number, write=self._write)
            own = Rot()
            for changes in log.read(own):
                for change in changes:
                    apply(self._loaded.tables, change)
            own.add(log.tail())
            self._loaded.damaged[log.path.name] = own.lines
            rot.add(own)
            self._choose(log, number, start)

    def _choose(self, log: Log, number: int, start: int | None) -> None:
        """Continue with the newest journal that is not empty; a broken compaction leaves an empty one."""
        current = self._loaded.log
        expected = start if current is None else current.generation + 1
        is_first = current is None and start in {None, number}
        if log.place.number <= 1 and not is_first:
            log.close()
            return
        self._gap |= expected is not None and number != expected
        if current is not None:
            current.close()
        self._loaded.log = log

    def _damage(self, newest: Snapshot) -> Damage:
        missing = newest.missing
        lost = missing
        chain_sound = self._previous is not None and self._previous.whole and not self._old_rot.lost
        if chain_sound:
            lost = 0
        elif self._previous is not None and newest.expected is not None:
            lost = max(0, newest.expected - self._found_before)
        known = chain_sound or newest.generation is not None
        return Damage(
            records_lost=lost,
            records_healed=missing - lost,
            actions_lost=self._rot.lost,
            uncounted=self._gap or not known or (self._loaded.log is None and newest.schema == SCHEMA),
            used_previous=self._previous is not None,
            bytes_set_aside=sum(len(line) for lines in self._loaded.damaged.values() for line in lines),
            torn_bytes=self._rot.torn,
        )

    def _is_sound(self, newest: Snapshot) -> bool:
        log = self._loaded.log
        if self._rot.lines or self._rot.lost or log is None or not log.place.number:
            return False
        return newest.whole and newest.schema == SCHEMA and log.generation == newest.generation
