"""The store: TinyDB over a journal that cannot lose what it has acknowledged. The only place that uses TinyDB.

A database is a snapshot and, beside it, a journal of checksummed lines, one for each action. A line is on
the disk before the action counts as done.
"""

from papertui.store.journal import ChangedKeys, JournalStorage
from papertui.store.lines import ChangeSet, Fields, TableChange
from papertui.store.store import Store
from papertui.store.writer import Writer

__all__ = ["ChangeSet", "ChangedKeys", "Fields", "JournalStorage", "Store", "TableChange", "Writer"]
