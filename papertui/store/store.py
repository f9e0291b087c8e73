"""The library folder: two databases, the lock between programs, and the writer thread."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from papertui.dates import utc_now
from papertui.store import files
from papertui.store.files import FolderLock
from papertui.store.journal import JournalStorage
from papertui.store.writer import Writer


class Store:
    """``papers.json`` with the records, written on import, and ``state.json`` with all that the reader does."""

    def __init__(self, folder: Path, *, read_only: bool = False, clock: Callable[[], datetime] = utc_now) -> None:
        self.folder = folder
        self.clock = clock
        self.is_new = not (folder / "state.json").exists() and not any(folder.glob("papers.json*"))
        if not read_only:
            files.make_folder(folder)
        self._lock = FolderLock(folder / "lock")
        self.papers = JournalStorage(folder / "papers.json", self._lock, read_only=read_only)
        self.state = JournalStorage(folder / "state.json", self._lock, read_only=read_only)
        self.writer = Writer()
        if self.is_new and not read_only:
            self.state.compact()

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False, clock: Callable[[], datetime] = utc_now) -> "Store":
        """Open the library of a folder, or make it. Raises StoreError."""
        return cls(folder, read_only=read_only, clock=clock)

    @property
    def notices(self) -> tuple[str, ...]:
        """What the reader should know of the files, in sentences."""
        notices = []
        for storage in (self.papers, self.state):
            damage = storage.damage
            if damage.lost:
                notices.append(f"{storage.path.name} is damaged: {damage.lines:,} entries lost · papertui check tells more")
        if self._lock.missing:
            notices.append("This file system has no locks: use one papertui at a time")
        return tuple(notices)

    def compact_if_due(self) -> None:
        """Write new snapshots where the journals have outgrown them. Meant for the writer thread, at idle."""
        for storage in (self.papers, self.state):
            if storage.compaction_due:
                storage.compact()

    def close(self) -> None:
        """Finish what is queued and let go of all files."""
        self.writer.close()
        self.papers.close()
        self.state.close()
        self._lock.close()
