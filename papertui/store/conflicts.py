"""Conflict copies of synced folders: detection and merging.

A copy of a journal brings the actions of the other machine; where both changed the same field ours stays. A
copy of a snapshot, or of a journal that we no longer have, brings only what is missing here. Copies are kept
in ``backup/``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import orjson

from papertui.store import files
from papertui.store.changes import TableChange, Tables, apply, difference
from papertui.store.journal import JournalStorage
from papertui.store.loading import log_path
from papertui.store.log import Log, Rot
from papertui.store.snapshot import read_snapshot

_MARKER = re.compile(
    r" \([^()]*conflicted copy[^()]*\)"  # Dropbox, Nextcloud
    r"|\.sync-conflict-[0-9A-Z-]+"  # Syncthing
    r"|_conflict-[0-9-]+"  # ownCloud
)
_LOG = re.compile(r"(.+\.json)\.(\d{1,18})\.log")


@dataclass(frozen=True, slots=True)
class ConflictCopy:
    """A conflict copy: its path, database and generation; no generation for a snapshot."""

    path: Path
    database: str
    generation: int | None


def conflict_copies(folder: Path) -> list[ConflictCopy]:
    """Return the conflict copies in a library folder."""
    found = []
    for name in files.system.names(folder):
        original, count = _MARKER.subn("", name)
        if not count:
            continue
        if log := _LOG.fullmatch(original):
            found.append(ConflictCopy(folder / name, log[1], int(log[2])))
        elif original.endswith((".json", ".json.prev")):
            found.append(ConflictCopy(folder / name, original.removesuffix(".prev"), None))
    return found


def merge_conflict_copies(storage: JournalStorage) -> int:
    """Merge the conflict copies of a database, move them to ``backup/``, and return their number.

    Raise StoreError where that cannot be written; the copies stay where they are then.
    """
    copies = [copy for copy in conflict_copies(storage.folder) if copy.database == storage.name]
    if not copies:
        return 0
    with storage.transaction(), files.explained("Conflict copies are not merged"):
        for copy in copies:
            storage.commit(_changes(storage, copy))
        backup = files.make_backup_folder(storage.folder)
        for copy in copies:
            files.system.replace(copy.path, backup / copy.path.name)
    return len(copies)


def _changes(storage: JournalStorage, copy: ConflictCopy) -> list[TableChange]:
    ours = storage.copy()
    if copy.generation is None:
        snapshot = read_snapshot(copy.path)
        return _missing(ours, snapshot.tables if snapshot else {})
    theirs = _actions(copy.path, copy.generation)
    path = log_path(storage.folder, storage.name, copy.generation)
    if not files.exists(path):
        return _missing(ours, _carried_out({}, theirs))
    known = _actions(path, copy.generation)
    common = next(
        (n for n, pair in enumerate(zip(known, theirs, strict=False)) if pair[0] != pair[1]), len(known)
    )
    return _leading(ours, _carried_out(storage.copy(), theirs[common:] + known[common:]))


def _actions(path: Path, generation: int) -> list[list[TableChange]]:
    log = Log(path, generation, write=False)
    try:
        return list(log.read(Rot()))
    finally:
        log.close()


def _carried_out(tables: Tables, actions: Iterable[Iterable[TableChange]]) -> Tables:
    for change in chain.from_iterable(actions):
        apply(tables, change)
    return tables


def _leading(before: Tables, after: Tables) -> list[TableChange]:
    """Return the changes that lead from some tables to others."""
    changes = []
    for table, key in _keys(before, after):
        old, new = before.get(table, {}).get(key), after.get(table, {}).get(key)
        if old != new:
            changes.append(
                TableChange(table, (key,), difference(old, None if new is None else orjson.loads(new)))
            )
    return changes


def _missing(ours: Tables, theirs: Tables) -> list[TableChange]:
    """Return the changes that add the records and fields of `theirs` that `ours` lacks."""
    changes = []
    for table, key in _keys(theirs):
        here, there = ours.get(table, {}).get(key), orjson.loads(theirs[table][key])
        known = {} if here is None else orjson.loads(here)
        fields = {name: value for name, value in there.items() if name not in known}
        if fields or here is None:
            changes.append(TableChange(table, (key,), fields))
    return changes


def _keys(*all_tables: Tables) -> list[tuple[str, str]]:
    named = ((table, key) for tables in all_tables for table, records in tables.items() for key in records)
    return list(dict.fromkeys(named))
