"""The library folder: its two databases and the lock that they share."""

import errno
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from papertui.dates import utc_now
from papertui.store import files
from papertui.store.journal import JournalStorage
from papertui.store.lock import FolderLock
from papertui.store.table import JournalDB
from papertui.store.writer import Writer

Clock = Callable[[], datetime]

PAPERS = "papers.json"
STATE = "state.json"


class Store:
    """An open library folder. `papers` holds what is imported, `state` what the reader does."""

    def __init__(self, folder: Path, lock: FolderLock | None, notices: list[str], clock: Clock) -> None:
        self.folder = folder
        self.clock = clock
        self._lock = lock
        self._notices = notices
        self.papers = JournalStorage(folder, PAPERS, lock)
        self.state = JournalStorage(folder, STATE, lock)
        self.writer = Writer()
        self.papers_db = JournalDB(storage=lambda: self.papers)
        self.state_db = JournalDB(storage=lambda: self.state)

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False, clock: Clock = utc_now) -> "Store":
        """Open a library folder; create it where it does not exist and may be written.

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
        return cls(folder, lock, notices, clock)

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
        """What the reader should know about the library, a sentence each."""
        told = [*self._notices]
        for storage in (self.papers, self.state):
            told += [storage.notice] if storage.notice else []
            told += storage.damage.sentences(storage.name)
        return tuple(dict.fromkeys(told))

    def compact_if_due(self) -> None:
        """Write new snapshots where journals outgrew them; for idle moments, on the writer thread."""
        for storage in (self.papers, self.state):
            if storage.compaction_due:
                storage.compact()

    def close(self) -> None:
        """Finish what is queued and close all files."""
        self.writer.close()
        self.papers.close()
        self.state.close()
        if self._lock is not None:
            self._lock.close()
