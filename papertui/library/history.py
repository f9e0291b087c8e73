"""History of actions for undo and redo: one entry for each action."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from papertui.store import JournalStorage, TableChange

TABLE = "history"
ENTRY_LIMIT = 1_000
"""Maximum number of actions kept; the oldest are dropped first."""


@dataclass(frozen=True, slots=True)
class MarkEdit:
    """The same fields changed on the marks of some papers: what they were and what they became."""

    keys: tuple[str, ...]
    before: Mapping[str, object]
    after: Mapping[str, object]

    def reversed(self) -> "MarkEdit":
        """Return the inverse edit."""
        return MarkEdit(self.keys, self.after, self.before)


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One action: its time, its sentence and its edits."""

    id: str
    at: str
    """UTC ISO 8601."""
    text: str
    """The sentence that the status line showed."""
    edits: tuple[MarkEdit, ...] = ()
    papers: str = ""
    """The id of the former records, if papers were added, changed or deleted; else empty."""
    count: int = 0
    """Number of papers that it changed."""
    undone: bool = False

    def to_document(self) -> dict[str, object]:
        """Return the entry as it is stored.

        The keys of each edit stand in a field of their own, ``keys0``, ``keys1`` and so on, so that the store
        can write them once for the marks and for the entry.
        """
        edits = [{"before": dict(edit.before), "after": dict(edit.after)} for edit in self.edits]
        keys = {f"keys{number}": edit.keys for number, edit in enumerate(self.edits)}
        return {
            "at": self.at,
            "text": self.text,
            "edits": edits,
            "papers": self.papers,
            "count": self.count,
            **keys,
        }


def entry_from_document(entry_id: str, document: Mapping[str, object]) -> HistoryEntry:
    """Return a stored entry; damaged parts of it are read as empty."""
    edits: list[MarkEdit] = []
    stored = document.get("edits")
    for number, edit in enumerate(stored if isinstance(stored, list) else ()):
        match edit, document.get(f"keys{number}"):
            case {"before": dict() as before, "after": dict() as after}, list() as keys:
                edits.append(MarkEdit(tuple(map(str, keys)), before, after))
            case _:
                continue
    count = document.get("count")
    return HistoryEntry(
        id=entry_id,
        at=str(document.get("at", "")),
        text=str(document.get("text", "")),
        edits=tuple(edits),
        papers=str(document.get("papers", "")),
        count=count if isinstance(count, int) else 0,
        undone=bool(document.get("undone")),
    )


class History:
    """The actions on disk in their order, and which of them are undone.

    Undone actions stand at the end: a new action drops them, so that undo and redo walk one line.
    """

    def __init__(self, storage: JournalStorage) -> None:
        self._storage = storage
        self._undone: dict[str, bool] = {}
        self._fresh: dict[str, HistoryEntry] = {}
        self.reload()

    def reload(self) -> None:
        """Reload the actions after another process wrote."""
        self._fresh.clear()
        self._undone = {
            entry_id: bool(document.get("undone"))
            for entry_id, document in sorted(self._storage.iterate(TABLE))
        }

    def __len__(self) -> int:
        return len(self._undone)

    def newest_first(self) -> Iterator[HistoryEntry]:
        """Yield all actions, newest first."""
        return (self.entry(entry_id) for entry_id in reversed(list(self._undone)))

    @property
    def ids(self) -> list[str]:
        """The ids of all actions, oldest first."""
        return list(self._undone)

    def is_undone(self, entry_id: str) -> bool:
        """Return whether an action is undone."""
        return self._undone.get(entry_id, False)

    def steps_to(self, entry_id: str) -> int:
        """Return the number of actions to redo, or if negative to undo, to make this one the last done.

        An id that is not known, such as an empty one, stands for the time before the first action.
        """
        ids = self.ids
        wanted = ids.index(entry_id) + 1 if entry_id in self._undone else 0
        return wanted - sum(not undone for undone in self._undone.values())

    def to_undo(self) -> HistoryEntry | None:
        """Return the last action that is not undone."""
        return next((self.entry(i) for i in reversed(self._undone) if not self._undone[i]), None)

    def to_redo(self) -> HistoryEntry | None:
        """Return the first of the undone actions."""
        return next((self.entry(i) for i in self._undone if self._undone[i]), None)

    def next_id(self) -> str:
        """Return an id that sorts after all others; its random end keeps two processes apart."""
        last = next(reversed(self._undone), "0")
        return f"{int(last.split('-')[0]) + 1:012d}-{os.urandom(3).hex()}"

    def outgoing(self) -> tuple[str, ...]:
        """Return the ids dropped by the next action: undone ones, and the oldest beyond the limit."""
        undone = tuple(entry_id for entry_id, is_undone in self._undone.items() if is_undone)
        kept = [entry_id for entry_id, is_undone in self._undone.items() if not is_undone]
        return (*undone, *kept[: max(0, len(kept) + 1 - ENTRY_LIMIT)])

    def record(self, entry: HistoryEntry) -> list[TableChange]:
        """Add an action; return the changes to write: its entry and the entries it drops."""
        gone = self.outgoing()
        for entry_id in gone:
            self._forget(entry_id)
        self._undone[entry.id] = False
        self._fresh[entry.id] = entry
        changes = [TableChange(TABLE, (entry.id,), entry.to_document())]
        if gone:
            changes.append(TableChange(TABLE, gone, None))
        return changes

    def mark_undone(self, entry: HistoryEntry, undone: bool) -> TableChange:
        """Mark an action as undone or redone, and return the changes to write."""
        self._undone[entry.id] = undone
        return TableChange(TABLE, (entry.id,), {"undone": undone})

    def _forget(self, entry_id: str) -> None:
        self._undone.pop(entry_id, None)
        self._fresh.pop(entry_id, None)

    def entry(self, entry_id: str) -> HistoryEntry:
        """Return an action by its id; an unknown or damaged one has no edits."""
        document = self._storage.get(TABLE, entry_id)
        if document is not None:
            self._fresh.pop(entry_id, None)
            return entry_from_document(entry_id, document)
        return self._fresh.get(entry_id) or HistoryEntry(entry_id, "", "")
