"""Actions on marks and records: apply, undo and redo."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime

from papertui.documents import mark_fields, mark_from_fields
from papertui.errors import StoreError
from papertui.library.contents import Contents, row_of_document
from papertui.library.duplicates import join_marks
from papertui.library.history import History, HistoryEntry, MarkEdit
from papertui.library.indexing import LibraryIndex
from papertui.library.pending_writes import PendingWrites
from papertui.library.records import Records
from papertui.library.scopes import Scopes
from papertui.model import UNMARKED, Change, Mark, Paper
from papertui.store import Store, TableChange
from papertui.text.dates import timestamp

MARKS = "marks"


class Actions:
    """Changes marks and records in memory and on disk, and records each action for undo.

    Marks change in memory at once and are written in the background; records are on disk before memory changes.
    """

    def __init__(
        self,
        store: Store,
        contents: Contents,
        records: Records,
        index: LibraryIndex,
        scopes: Scopes,
        history: History,
        pending_writes: PendingWrites,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._contents = contents
        self._records = records
        self._index = index
        self._scopes = scopes
        self._history = history
        self._pending_writes = pending_writes
        self._clock = clock

    def edit_marks(self, text: str, edits: tuple[MarkEdit, ...]) -> Change:
        """Change marks as one action described by `text`."""
        entry = self._entry(text, edits, sum(len(edit.keys) for edit in edits))
        self._save_marks(edits, self._record(entry))
        return self._changed(edits, f"{text} · u undoes")

    def change_papers(self, text: str, papers: Mapping[str, Paper | None]) -> Change:
        """Replace records, or delete those that map to None, as one action. Raises StoreError."""
        entry = self._entry(text, (), len(papers))
        self._commit_papers(self._records.replacing(entry.id, papers), self._record(entry))
        self.reread_papers(papers)
        return Change(tuple(papers), f"{text} · u undoes", whole=True)

    def begin_papers(self) -> str:
        """Return the id of a new action that replaces records in several steps, ended by `end_papers`."""
        return self._history.next_id()

    def put_papers(self, action: str, papers: Mapping[str, Paper | None], aliases: Mapping[str, str]) -> None:
        """Replace records as one step of an action, and wait until they are on disk. Raises StoreError."""
        step = self._records.replacing(action, papers, aliases)
        self._store.writer.run(lambda: self._store.papers.commit_many(step)).result()
        self.reread_papers(papers)

    def end_papers(self, action: str, text: str, count: int, marks: Mapping[str, Mark]) -> Change:
        """End an action of several steps together with the marks that it sets; one undo reverts all of it."""
        edits = self._edits_to(marks)
        if not count and not edits:
            return Change((), text)
        entry = HistoryEntry(self._history.next_id(), timestamp(self._clock()), text, edits, action, count)
        self._save_marks(edits, self._record(entry))
        return Change(tuple(marks), f"{text} · u undoes", whole=True)

    def undo(self) -> Change:
        """Undo the last action that is not undone. Raises StoreError."""
        entry = self._history.to_undo()
        return Change((), "Nothing to undo") if entry is None else self._turn(entry, undone=True)

    def redo(self) -> Change:
        """Redo the first of the undone actions. Raises StoreError."""
        entry = self._history.to_redo()
        return Change((), "Nothing to redo") if entry is None else self._turn(entry, undone=False)

    def finish_interrupted(self) -> None:
        """Add actions on records to the history that were killed before they were, so that they can be undone.

        Papers that such an action merged under another key get the marks of their former key.
        """
        known = {entry.papers for entry in self._history.newest_first()}
        for action in self._records.actions() - known:
            count = self._records.replaced_by(action)
            mark = self._contents.mark
            renamed = self._records.renamed_by(action).items()
            edits = self._edits_to({key: join_marks(mark(key), mark(alias)) for alias, key in renamed})
            now = timestamp(self._clock())
            entry = HistoryEntry(
                self._history.next_id(), now, "Import that was interrupted", edits, action, count
            )
            self._save_marks(edits, self._record(entry))

    def reload_marks(self, keys: Iterable[str]) -> None:
        """Set the marks of papers in memory to those on disk."""
        for key in keys:
            document = self._store.state.get(MARKS, key)
            after = UNMARKED if document is None else mark_from_fields(document)
            self._set_marks((key,), self._contents.mark(key), after)

    def reread_papers(self, keys: Collection[str]) -> None:
        """Set the columns of papers in memory to the records on disk."""
        self._index.papers_changed(keys)
        for key in keys:
            self._records.forget(key)
            if key in self._records:
                self._contents.put(key, row_of_document(self._records.document(key)))
            else:
                self._contents.drop(key)
        self._scopes.papers_changed()

    def _turn(self, entry: HistoryEntry, *, undone: bool) -> Change:
        edits = tuple(edit.reversed() for edit in reversed(entry.edits)) if undone else entry.edits
        note = self._history.mark_undone(entry, undone)
        text = f"Undid: {entry.text} · U redoes" if undone else f"Redid: {entry.text} · u undoes"
        if not entry.papers:
            self._save_marks(edits, [note])
            return self._changed(edits, text)
        steps, touched = self._records.swapping(entry.papers)
        self._commit_papers(steps, [*map(_as_change, edits), note])
        self.reread_papers(touched)
        for edit in edits:
            self._set_fields(edit)
        return Change(tuple(touched), text, whole=True)

    def _record(self, entry: HistoryEntry) -> list[TableChange]:
        """Add an action to the history, and drop the former records of actions that the history drops."""
        actions = [self._history.entry(entry_id).papers for entry_id in self._history.outgoing()]
        changes = self._history.record(entry)
        if records := self._records.forgetting(filter(None, actions)):
            self._store.writer.submit(self._store.papers, records)
        return changes

    def _edits_to(self, marks: Mapping[str, Mark]) -> tuple[MarkEdit, ...]:
        """Return the edits that lead from the current marks to these."""
        edits = []
        for key, mark in marks.items():
            before, after = mark_fields(self._contents.mark(key)), mark_fields(mark)
            if changed := {name: value for name, value in after.items() if value != before[name]}:
                edits.append(MarkEdit((key,), {name: before[name] for name in changed}, changed))
        return tuple(edits)

    def _entry(self, text: str, edits: tuple[MarkEdit, ...], count: int) -> HistoryEntry:
        entry_id = self._history.next_id()
        papers = "" if edits else entry_id
        return HistoryEntry(entry_id, timestamp(self._clock()), text, edits, papers, count)

    def _save_marks(self, edits: Iterable[MarkEdit], history: Sequence[TableChange]) -> None:
        for edit in edits:
            self._set_fields(edit)
        self._pending_writes.save([*map(_as_change, edits), *history])

    def _commit_papers(self, steps: Sequence[Sequence[TableChange]], state: Sequence[TableChange]) -> None:
        """Write records, then the state that names them, and wait. Raises StoreError; memory is not touched."""

        def write() -> None:
            self._store.papers.commit_many(steps)
            self._store.state.commit(state)

        try:
            self._store.writer.run(write).result()
        except StoreError:
            self._history.reload()
            raise

    def _set_fields(self, edit: MarkEdit) -> None:
        for before, keys in self._contents.group_by_mark(edit.keys).items():
            self._set_marks(keys, before, mark_from_fields({**mark_fields(before), **edit.after}))

    def _set_marks(self, keys: Sequence[str], before: Mark, after: Mark) -> None:
        if after != before:
            self._contents.set_marks(keys, before, after)
            self._index.marks_changed(keys)

    def _changed(self, edits: Sequence[MarkEdit], text: str) -> Change:
        keys = tuple(key for edit in edits for key in edit.keys)
        return Change(keys, text, self._contents.topics_of(keys))


def _as_change(edit: MarkEdit) -> TableChange:
    return TableChange(MARKS, edit.keys, edit.after)
