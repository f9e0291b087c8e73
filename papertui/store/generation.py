"""Generation of a database: a snapshot of all records and an empty journal."""

from pathlib import Path

from papertui.store import files
from papertui.store.changes import Tables
from papertui.store.loading import generations, log_path, previous_path
from papertui.store.log import Log
from papertui.store.snapshot import snapshot_lines


def write_generation(folder: Path, name: str, tables: Tables, generation: int, *, keep: bool) -> Log:
    """Put a snapshot of the tables in place, and return its journal; `keep` the snapshot that was there.

    At every moment the files lead to the same records: the snapshot that was there with its journal, then the
    new one. Raise OSError where writing fails; what was there stays in use then.
    """
    path, temporary = folder / name, folder / f"{name}.tmp"
    log_file = log_path(folder, name, generation)
    try:
        files.write_file(temporary, snapshot_lines(tables, generation))
        log = Log.create(log_file, generation)
        files.system.sync_folder(folder)
        _put_in_place(temporary, path, previous_path(folder, name) if keep else None)
    except OSError:
        files.remove(temporary)
        files.remove(log_file)
        raise
    return log


def remove_journals(folder: Path, name: str, end: int) -> None:
    """Remove the journals of generations before `end`.

    This need not wait until the new names are on the disk: from the snapshot that was there before, the
    journals that stay lead to the same records.
    """
    for generation in generations(folder, name):
        if generation < end:
            files.remove(log_path(folder, name, generation))


def keep_old_format(folder: Path, name: str, schema: int) -> None:
    """Keep a copy of a snapshot of an older format in ``backup/`` before it is migrated."""
    backup = files.make_backup_folder(folder)
    files.write_file(backup / f"{name}.format-{schema}", [files.read_file(folder / name)])
    files.system.sync_folder(backup)


def _put_in_place(temporary: Path, path: Path, previous: Path | None) -> None:
    if previous is not None:
        files.system.replace(path, previous)
    try:
        files.system.replace(temporary, path)
    except OSError:
        if previous is not None:
            files.system.replace(previous, path)
        raise
