"""The library: the one owner of papers, marks, counts and undo.

Reads are answered from memory. An edit changes memory at once, hands the change to the writer thread and
returns a `Change` for whoever draws; `settle` waits until it is on disk.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from papertui.documents import paper_to_document
from papertui.errors import StoreError
from papertui.library.duplicates import join_marks
from papertui.library.editing import MarkEdits
from papertui.library.follows import FOLLOWABLE, Follows
from papertui.library.follows import TABLE as FOLLOWS
from papertui.library.history import TABLE as HISTORY
from papertui.library.history import Entry, History, MarkEdit
from papertui.library.lists import MARKS, TOPICS
from papertui.library.marks import mark_fields, mark_from_fields
from papertui.library.pending_writes import Saving
from papertui.library.records import PAPERS
from papertui.library.saved_searches import TABLE as SEARCHES
from papertui.library.saved_searches import SavedSearches
from papertui.model import UNMARKED, Change, Mark, Paper, Scope, ScopeKind
from papertui.store import ChangedKeys, JournalStorage, Store, TableChange
from papertui.text.dates import timestamp, utc_now

if TYPE_CHECKING:
    from concurrent.futures import Future
from contextlib import suppress

SEEDED = "seeded"


class Library(MarkEdits):
    """Papers, the reader's marks on them, and everything that can be asked about both and done to them."""

    def __init__(self, store: Store, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(store, clock)
        self._stale: set[str] = set()
        self.history = History(store.state)
        self.saving = Saving(store.state, store.writer)
        self.searches = SavedSearches(store.state, self.saving)
        self.follows = Follows(store.state, self.saving)
        self.finder.is_followed = self._is_followed
        self.finder.followed = self._followed
        self.finder.is_new = self._is_new
        if not store.read_only:
            self._finish_interrupted()
        self.finder.saved = self.searches.query

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        seeds: bool = True,
        read_only: bool = False,
        clock: Callable[[], datetime] = utc_now,
    ) -> "Library":
        """Open the library in a folder, or make it, with the seed papers unless told otherwise.

        Raises StoreError where the folder cannot be used, and NewerSchemaError where a newer papertui wrote it.
        """

        def fill(papers: JournalStorage) -> None:
            changes = seed_changes(papers.keys(SEEDED), papers.keys(PAPERS), timestamp(clock()))
            if changes:
                papers.commit(changes)

        store = Store.open(Path(folder), read_only=read_only, clock=clock, fill=fill if seeds else None)
        return cls(store, clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait for the last changes, keep the search for the next start, and let go of the files."""
        with suppress(StoreError):
            self.finder.save()
        self._store.close()

    def follow(self, scope: Scope) -> Change:
        """Follow a topic, author, category or saved search, or no longer follow it."""
        if scope.kind not in FOLLOWABLE:
            return Change((), "Topics, authors and saved searches can be followed")
        followed = self.follows.toggle(scope)
        self.finder.marks_changed(self.scope_keys(scope))
        words = "Following" if followed else "No longer following"
        keys = "w stops, W shows what arXiv is asked" if followed else "w follows again"
        return Change((), f"{words} {scope.title} · {keys}", whole=True)

    def followed_scopes(self) -> list[Scope]:
        """Return what is followed."""
        return self.follows.scopes

    def _followed(self) -> Iterable[str]:
        return self.scope_keys(Scope(ScopeKind.FOLLOWING)) if len(self.follows) else ()

    def _is_followed(self, key: str) -> bool:
        row = self.catalogue.rows.get(key)
        return row is not None and any(Scope(ScopeKind.TOPIC, topic) in self.follows for topic in row.topics)

    def saved_names(self) -> list[str]:
        """Return the names of the saved searches."""
        return self.searches.names

    @property
    def folder(self) -> Path:
        """Where the library lies."""
        return self._store.folder

    @property
    def notices(self) -> tuple[str, ...]:
        """What the reader should know of the state of the files, in sentences."""
        return self._store.notices

    def add_seeds(self) -> int:
        """Put the shipped papers into the library that it never had before; return how many.

        Those that the reader deleted stay deleted, and no mark changes.
        """
        papers = self._store.papers
        changes = seed_changes(papers.keys(SEEDED), self.catalogue.rows, timestamp(self.clock()))
        if not changes:
            return 0
        self._store.writer.run(lambda: papers.commit(changes)).result()
        self._reread_papers(changes[0].keys)
        return len(changes[0].keys)

    def delete(self, keys: Sequence[str]) -> Change:
        """Delete records. Their marks stay, for the day on which the papers come back."""
        known = [key for key in keys if key in self.catalogue.rows]
        if not known:
            return Change((), "Nothing to delete")
        return self.change_papers(f"Deleted {self.naming(known)}", dict.fromkeys(known))

    def change_papers(self, text: str, papers: Mapping[str, Paper | None]) -> Change:
        """Put papers in place of former ones, or delete those for which there is None, as one action."""
        entry = self._entry(text, (), len(papers))
        self._commit_papers(self.papers.replacing(entry.id, papers), self._record(entry))
        self._reread_papers(papers)
        return Change(tuple(papers), f"{text} · u undoes", whole=True)

    def begin_papers(self) -> str:
        """Return the id of a new action that puts papers in several steps; `end_papers` makes it undoable."""
        return self.history.next_id()

    def put_papers(self, action: str, papers: Mapping[str, Paper | None], aliases: Mapping[str, str]) -> None:
        """Put papers in place as a step of an action, and wait until they are on the disk. Raises StoreError."""
        step = self.papers.replacing(action, papers, aliases)
        self._store.writer.run(lambda: self._store.papers.commit_many(step)).result()
        self._reread_papers(papers)

    def end_papers(self, action: str, text: str, count: int, marks: Mapping[str, Mark]) -> Change:
        """End an action of several steps, with the marks that it sets; one undo takes all of it back."""
        edits = self._edits_to(marks)
        if not count and not edits:
            return Change((), text)
        entry = Entry(self.history.next_id(), timestamp(self.clock()), text, edits, action, count)
        self._save_marks(entry.edits, self._record(entry))
        return Change(tuple(marks), f"{text} · u undoes", whole=True)

    def undo(self) -> Change:
        """Take back the last action that is not yet undone."""
        entry = self.history.to_undo()
        if entry is None:
            return Change((), "Nothing to undo")
        return self._turn(entry, undone=True)

    def redo(self) -> Change:
        """Do again the last action that was undone."""
        entry = self.history.to_redo()
        if entry is None:
            return Change((), "Nothing to redo")
        return self._turn(entry, undone=False)

    def settle(self) -> None:
        """Wait until every action so far is on disk. Raises StoreError where one could not be written."""
        try:
            self.saving.settle()
        finally:
            self.absorb()

    def tidy(self) -> None:
        """Write new snapshots where the journals have grown long, and the daily backup; for idle moments.

        May be called from any thread but the writer's. Raises StoreError; the library is as it was then.
        """
        before = self.papers.stamp
        self._store.writer.run(self._store.compact_if_due).result()
        if self.papers.stamp != before:
            self.finder.files_rewritten()
        if self._store.backup_due:
            self._store.backup()

    def backup(self, path: Path | None = None) -> Path:
        """Write everything into one file, as it is at one moment, and return where it is. Raises StoreError."""
        return self._store.backup(path)

    def restore(self, path: Path) -> Path:
        """Put a backup in place of everything; return the backup of what was there. Raises StoreError."""
        return self._store.restore(path)

    def look_for_changes(self) -> "Future[tuple[ChangedKeys, ChangedKeys]]":
        """Ask the writer thread what other programs have written; hand its answer to `take_in`."""
        return self._store.writer.run(lambda: (self._store.papers.refresh(), self._store.state.refresh()))

    def take_in(self, papers: ChangedKeys, state: ChangedKeys) -> Change | None:
        """Bring memory up to what other programs have written; None where they wrote nothing."""
        if not papers and not state:
            return None
        if HISTORY in state:
            self.history.reload()
        if SEARCHES in state:
            self.searches.reload()
        if FOLLOWS in state:
            self.follows.reload()
            self.finder.marks_changed(self.catalogue.rows)
        self._stale.update(state.get(MARKS, ()))
        changed = papers.get(PAPERS, ())
        self._reread_papers(changed)
        touched = self.absorb()
        return Change(
            tuple(touched),
            "",
            self._topics_of(touched),
            whole=bool(changed or SEARCHES in state or FOLLOWS in state),
        )

    def absorb(self) -> tuple[str, ...]:
        """Bring memory back to what is on disk where an action failed or others wrote; return the keys touched.

        Does nothing while actions of our own are on their way, for the disk does not yet know of them.
        """
        failed = self.saving.collect()
        for wish in failed:
            self._note_stale(wish.changes)
        if failed:
            self.history.reload()
        if self.saving.busy or not self._stale:
            return ()
        stale, self._stale = tuple(self._stale), set()
        for key in stale:
            document = self._store.state.get(MARKS, key)
            after = UNMARKED if document is None else mark_from_fields(document)
            self._set_marks((key,), self.mark(key), after)
        return stale

    @property
    def unsaved(self) -> str:
        """Why the last failed actions could not be written, and how many wait; empty where all is saved."""
        wishes = self.saving.wishes
        return f"{wishes[-1].reason} · {len(wishes)} waiting to be tried again" if wishes else ""

    def retry(self) -> None:
        """Try again to write what failed; memory follows once it is on disk."""
        for wish in self.saving.wishes:
            self._note_stale(wish.changes)
        self.saving.retry()

    def _note_stale(self, changes: Iterable[TableChange]) -> None:
        for change in changes:
            if change.table == MARKS:
                self._stale.update(change.keys)

    def _act(self, text: str, edits: tuple[MarkEdit, ...]) -> Change:
        entry = self._entry(text, edits, sum(len(edit.keys) for edit in edits))
        self._save_marks(edits, self._record(entry))
        return self._changed(edits, f"{text} · u undoes")

    def _turn(self, entry: Entry, *, undone: bool) -> Change:
        edits = tuple(edit.reversed() for edit in reversed(entry.edits)) if undone else entry.edits
        note = self.history.mark_undone(entry, undone)
        words = f"Undid: {entry.text} · U redoes" if undone else f"Did again: {entry.text} · u undoes"
        if not entry.papers:
            self._save_marks(edits, [note])
            return self._changed(edits, words)
        steps, touched = self.papers.swapping(entry.papers)
        self._commit_papers(steps, [*map(_as_change, edits), note])
        self._reread_papers(touched)
        for edit in edits:
            self._set_fields(edit)
        return Change(tuple(touched), words, whole=True)

    def _record(self, entry: Entry) -> list[TableChange]:
        """Take an action into the history, and let go of the records that forgotten actions kept for undo."""
        actions = [self.history.entry(entry_id).papers for entry_id in self.history.outgoing()]
        changes = self.history.record(entry)
        if records := self.papers.forgetting(filter(None, actions)):
            self._store.writer.submit(self._store.papers, records)
        return changes

    def _finish_interrupted(self) -> None:
        """Enter actions on records into the history that ended before they got there, so that they can be undone.

        Papers that came under another key meanwhile get their marks, which would have followed at the end.
        """
        known = {entry.papers for entry in self.history.newest_first()}
        for action in self.papers.actions() - known:
            count = self.papers.replaced_by(action)
            renamed = self.papers.renamed_by(action).items()
            edits = self._edits_to(
                {key: join_marks(self.mark(key), self._marks.get(alias, UNMARKED)) for alias, key in renamed}
            )
            now = timestamp(self.clock())
            entry = Entry(self.history.next_id(), now, "Import that was interrupted", edits, action, count)
            self._save_marks(edits, self._record(entry))

    def _edits_to(self, marks: Mapping[str, Mark]) -> tuple[MarkEdit, ...]:
        """Return the edits after which these marks stand."""
        edits = []
        for key, mark in marks.items():
            before, after = mark_fields(self.mark(key)), mark_fields(mark)
            if changed := {name: value for name, value in after.items() if value != before[name]}:
                edits.append(MarkEdit((key,), {name: before[name] for name in changed}, changed))
        return tuple(edits)

    def _entry(self, text: str, edits: tuple[MarkEdit, ...], count: int) -> Entry:
        entry_id = self.history.next_id()
        papers = "" if edits else entry_id
        return Entry(entry_id, timestamp(self.clock()), text, edits, papers, count)

    def _save_marks(self, edits: Iterable[MarkEdit], history: Sequence[TableChange]) -> None:
        for edit in edits:
            self._set_fields(edit)
        self.saving.save([*map(_as_change, edits), *history])

    def _commit_papers(self, steps: Sequence[Sequence[TableChange]], state: Sequence[TableChange]) -> None:
        """Write records, then the state that names them, and wait. Raises StoreError; memory is not touched."""

        def write() -> None:
            self._store.papers.commit_many(steps)
            self._store.state.commit(state)

        try:
            self._store.writer.run(write).result()
        except StoreError:
            self.history.reload()
            raise

    def _set_fields(self, edit: MarkEdit) -> None:
        for before, keys in self.alike(edit.keys).items():
            self._set_marks(keys, before, mark_from_fields({**mark_fields(before), **edit.after}))

    def _changed(self, edits: Sequence[MarkEdit], text: str) -> Change:
        keys = tuple(key for edit in edits for key in edit.keys)
        return Change(keys, text, self._topics_of(keys))


def _as_change(edit: MarkEdit) -> TableChange:
    return TableChange(MARKS, edit.keys, edit.after)


def seed_changes(loaded: Iterable[str], present: Container[str], now: str) -> list[TableChange]:
    """Return what puts the shipped papers in place, but for those that were loaded before; the first names them all."""
    from papertui.library.seeds import seed_papers, seed_topics  # noqa: PLC0415 - needed once in the life of a library

    known = set(loaded)
    fresh = [replace(paper, added=now) for paper in seed_papers() if paper.key not in known]
    if not fresh:
        return []
    return [
        TableChange(SEEDED, tuple(paper.key for paper in fresh), {}),
        *(
            TableChange(PAPERS, (paper.key,), paper_to_document(paper))
            for paper in fresh
            if paper.key not in present
        ),
        *(TableChange(TOPICS, (topic.name,), asdict(topic)) for topic in seed_topics()),
    ]
