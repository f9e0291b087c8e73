"""Store on disk: two TinyDB databases over checksummed journals and snapshots."""

from papertui.store.changes import ChangedKeys, ChangeSet, Fields, TableChange
from papertui.store.journal import JournalStorage
from papertui.store.store import Store
from papertui.store.writer import Writer

__all__ = ["ChangeSet", "ChangedKeys", "Fields", "JournalStorage", "Store", "TableChange", "Writer"]
