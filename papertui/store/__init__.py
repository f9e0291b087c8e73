"""The library on disk: two TinyDB databases over a journal that cannot lose what was acknowledged."""

from papertui.store.changes import ChangeSet, TableChange, TableKeys
from papertui.store.journal import JournalStorage
from papertui.store.store import Store

__all__ = ["ChangeSet", "JournalStorage", "Store", "TableChange", "TableKeys"]
