"""Store of a library folder: two databases and the lock that they share."""

import errno
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from papertui.errors import StoreError
from papertui.store import files
from papertui.store.backup import automatic, automatic_path, keep_newest, read_backup, write_backup
from papertui.store.changes import Tables
from papertui.store.journal import JournalStorage
from papertui.store.lock import FolderLock
from papertui.store.writer import Writer
from papertui.text.dates import utc_now

if TYPE_CHECKING:
    from papertui.store.table import JournalDB

Clock = Callable[[], datetime]
Fill = Callable[[JournalStorage], None]

PAPERS = "papers.json"
STATE = "state.json"
DATABASES = (PAPERS, STATE)


class Store:
    """An open library folder. `papers` holds what is imported, `state` what the reader does."""

    def __init__(
        self,
        folder: Path,
        lock: FolderLock | None,
        notices: list[str],
        clock: Clock,
        fill: Fill | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock
        self._lock = lock
        self._notices = notices
        self.papers = JournalStorage(folder, PAPERS, lock)
        if fill and not files.exists(folder / STATE):
            fill(self.papers)
        self.state = JournalStorage(folder, STATE, lock)
        self.writer = Writer()
        self._merge_conflict_copies()

    @cached_property
    def papers_db(self) -> "JournalDB":
        """The papers as a TinyDB database; TinyDB is imported on first use."""
        from papertui.store.table import JournalDB  # noqa: PLC0415 - TinyDB is slow to import

        return JournalDB(storage=lambda: self.papers)

    @cached_property
    def state_db(self) -> "JournalDB":
        """The state as a TinyDB database; TinyDB is imported on first use."""
        from papertui.store.table import JournalDB  # noqa: PLC0415 - TinyDB is slow to import

        return JournalDB(storage=lambda: self.state)

    @classmethod
    def open(
        cls, folder: Path, *, read_only: bool = False, clock: Clock = utc_now, fill: Fill | None = None
    ) -> "Store":
        """Open a library folder; create it where it does not exist and may be written.

        `fill` puts the first papers in place before the library counts as there, so that another process that
        opens it at this moment never finds it empty.

        A folder that cannot be written is opened for reading only, with a notice. Raise NewerSchemaError
        where a newer papertui wrote it, StoreError where it cannot be read.
        """
        if read_only:
            return cls(folder, None, [], clock)
        notices: list[str] = []
        lock: FolderLock | None = None
        with files.explained("Cannot open the library"):
            try:
                files.system.make_folder(folder)
                lock = FolderLock(folder)
            except OSError as error:
                if error.errno not in {errno.EROFS, errno.EACCES, errno.EPERM}:
                    raise
                notices.append(f"The library is open for reading only: {files.reason(error)}.")
        if lock and lock.refused:
            notices.append(lock.refused)
            lock.close()
            lock = None
        elif lock and lock.single_writer:
            notices.append("This folder knows no file locks, so only one papertui can write to it at a time.")
        try:
            return cls(folder, lock, notices, clock, fill)
        except StoreError:
            if lock:
                lock.close()
            raise

    @property
    def is_new(self) -> bool:
        """Whether the library was created now."""
        return self.state.is_new

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written."""
        return self._lock is None

    @property
    def single_writer(self) -> bool:
        """Whether the folder knows no locks, and this process alone may write."""
        return self._lock is not None and self._lock.single_writer

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices about the library, one sentence each."""
        told = [*self._notices]
        for storage in (self.papers, self.state):
            told += [storage.notice] if storage.notice else []
            told += storage.damage.sentences(storage.name)
        return tuple(dict.fromkeys(told))

    def compact_if_due(self) -> None:
        """Write new snapshots where journals outgrew them; for idle moments, on the writer thread."""
        for storage in (self.papers, self.state):
            if storage.compaction_due:
                with storage.transaction():
                    if storage.compaction_due:  # another papertui may have been faster
                        storage.compact()

    @property
    def backup_due(self) -> bool:
        """Whether there is no backup of today yet, and something to keep."""
        day = self.clock().date().isoformat()
        known = any(day in path.name for path in automatic(self.folder, "daily"))
        holds_records = bool(self.papers.tables() or self.state.tables())
        return holds_records and not self.read_only and not known

    def backup(self, path: Path | None = None) -> Path:
        """Write both databases as they are at one moment into one file, and return where it is.

        Without a path it is the backup of the day, and the oldest of them go. Compresses for some seconds at
        100,000 papers, so call it from a thread other than the writer's. Raise StoreError where it failed.
        """
        with files.explained("The backup is not written"):
            target = path or automatic_path(self.folder, "daily", self.clock().date().isoformat())
            write_backup(target, self._copy())
            if path is None:
                keep_newest(self.folder, "daily")
        return target

    def restore(self, path: Path) -> Path:
        """Replace the whole library by a backup; return a backup of the former content.

        Raise StoreError where the backup is damaged or cannot be read, or nothing can be written.
        """
        databases = read_backup(path)
        if self._lock is None:
            raise StoreError("Not restored: the library is open for reading only.")
        with self._lock, files.explained("Not restored"):
            moment = self.clock().strftime("%Y-%m-%dT%H%M%S")
            kept = automatic_path(self.folder, "before-restore", moment)
            write_backup(kept, self._copy())
            keep_newest(self.folder, "before-restore")
            self.papers.replace_all(databases.get(self.papers.stem, {}))
            self.state.replace_all(databases.get(self.state.stem, {}))
        return kept

    def close(self) -> None:
        """Finish what is queued and close all files."""
        self.writer.close(timeout=10)
        self.papers.close()
        self.state.close()
        if self._lock is not None:
            self._lock.close()

    def _copy(self) -> dict[str, Tables]:
        """Return both databases as they are at one moment."""
        with ExitStack() as stack:
            if self._lock is not None:
                stack.enter_context(self.papers.transaction())
                stack.enter_context(self.state.transaction())
            return {storage.stem: storage.copy() for storage in (self.papers, self.state)}

    def _merge_conflict_copies(self) -> None:
        if self._lock is None or not any("conflict" in name for name in files.system.names(self.folder)):
            return
        from papertui.store.conflicts import merge_conflict_copies  # noqa: PLC0415 - conflict copies are rare

        try:
            merged = sum(map(merge_conflict_copies, (self.papers, self.state)))
        except StoreError as error:
            self._notices.append(str(error))
            return
        if merged:
            self._notices.append("Conflict copies of a synced folder were merged and moved to backup.")
