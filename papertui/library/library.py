"""Library: open, find, edit, undo and save papers and the reader's marks."""

from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from papertui.documents import identifying_paper, mark_fields, mark_from_fields, paper_to_document
from papertui.errors import StoreError, UnknownKeyError
from papertui.library.actions import MARKS, Actions
from papertui.library.contents import Contents, Count, row_of_document
from papertui.library.follows import FOLLOWABLE, Follows
from papertui.library.follows import TABLE as FOLLOWS
from papertui.library.history import TABLE as HISTORY
from papertui.library.history import History, MarkEdit
from papertui.library.indexing import LibraryIndex
from papertui.library.listing import Listing
from papertui.library.lists import Lists, Matches
from papertui.library.marks import EDITS, Edit
from papertui.library.pending_writes import PendingWrites
from papertui.library.records import PAPERS, TOPICS, Records
from papertui.library.saved_searches import TABLE as SEARCHES
from papertui.library.saved_searches import SavedSearches
from papertui.library.scopes import Scopes
from papertui.model import Change, Mark, Paper, Scope, View
from papertui.store import ChangedKeys, JournalStorage, Store, TableChange
from papertui.text.dates import timestamp, utc_now
from papertui.text.identifiers import parse_key
from papertui.text.tex import display_title

if TYPE_CHECKING:
    from concurrent.futures import Future

    from papertui.library.duplicates import Identities

SEEDED = "seeded"
TITLE_COLUMNS = 44
"""Maximum length of a title in a message, so that the way back fits beside it in 80 columns."""


class Library:
    """The one owner of papers, marks and undo.

    Reads are answered from memory. An edit of marks changes memory at once, is written in the background and
    returns a `Change` for whoever draws; `settle` waits until it is on disk.
    """

    def __init__(
        self, store: Store, *, clock: Callable[[], datetime] = utc_now, new_since: Callable[[], str] = str
    ) -> None:
        self._store = store
        self.clock = clock
        self.contents = Contents()
        self.records = Records(store.papers)
        self._load()
        self.history = History(store.state)
        self.pending_writes = PendingWrites(store.state, store.writer)
        self.follows = Follows(store.state, self.pending_writes)
        self.saved_searches = SavedSearches(store.state, self.pending_writes)
        self.index = LibraryIndex(
            self.records,
            self.contents,
            self.follows,
            self.saved_searches,
            new_since=new_since,
            clock=clock,
            cache=store.folder / "search.cache",
        )
        self.scopes = Scopes(self.contents, self.records, self.index, self.follows, self.saved_searches)
        self.lists = Lists(self.contents, self.scopes, self.index, self.saved_searches)
        self.actions = Actions(
            store,
            self.contents,
            self.records,
            self.index,
            self.scopes,
            self.history,
            self.pending_writes,
            clock,
        )
        self._stale: set[str] = set()
        """Papers whose marks in memory may differ from those on disk."""
        if not store.read_only:
            self.actions.finish_interrupted()

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        seeds: bool = True,
        read_only: bool = False,
        clock: Callable[[], datetime] = utc_now,
        new_since: Callable[[], str] = str,
    ) -> "Library":
        """Open or create the library in a folder, with the seed papers unless `seeds` is false.

        `new_since` returns when the reader last left, UTC ISO 8601: papers added later are new.
        Raises StoreError if the folder cannot be used, and NewerSchemaError if a newer papertui wrote it.
        """

        def fill(papers: JournalStorage) -> None:
            changes = seed_changes(papers.keys(SEEDED), papers.keys(PAPERS), timestamp(clock()))
            if changes:
                papers.commit(changes)

        store = Store.open(Path(folder), read_only=read_only, clock=clock, fill=fill if seeds else None)
        return cls(store, clock=clock, new_since=new_since)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait for the last writes, save the search index, and close the files."""
        with suppress(StoreError):
            self.index.save()
        self._store.close()

    def __len__(self) -> int:
        return len(self.contents)

    def __contains__(self, key: object) -> bool:
        return key in self.contents.rows

    @property
    def folder(self) -> Path:
        """The folder of the library."""
        return self._store.folder

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices about the files of the library, one sentence each."""
        return self._store.notices

    def paper(self, key: str) -> Paper:
        """Return a paper by its key, or by a key from before it was merged. Raises UnknownKeyError."""
        return self.records.paper(self.resolve(key))

    def mark(self, key: str) -> Mark:
        """Return the mark of a paper; an empty one if the paper is unknown."""
        return self.contents.mark(key)

    def resolve(self, text: str) -> str:
        """Return the key for a key, id, DOI or address. Raises UnknownKeyError."""
        if text in self.contents.rows:
            return text
        key = parse_key(text) or text
        key = self.records.alias(key) or key
        if key not in self.contents.rows:
            raise UnknownKeyError(f"No paper of the library has the key {text}.")
        return key

    def count(self, scope: Scope) -> Count:
        """Return the numbers of papers, unread and starred ones in a scope."""
        return self.scopes.count(scope)

    def listing(self, view: View) -> Listing:
        """Return the papers of a view in its order."""
        return self.lists.listing(view)

    def find(self, query: str, limit: int | None = None) -> Matches:
        """Return the papers that match a query, best first; builds the search index if needed."""
        return self.lists.find(query, limit)

    def naming(self, keys: Sequence[str]) -> str:
        """Return the name of some papers in a message: the title of one, the number of several."""
        if len(keys) != 1:
            return f"{len(keys):,} papers"
        if keys[0] not in self.contents.rows:
            return keys[0]
        title = display_title(self.paper(keys[0]))
        shown = f"{title[:TITLE_COLUMNS].rstrip()}…" if len(title) > TITLE_COLUMNS else title
        return f"“{shown}”"

    def identities(self) -> "Identities":
        """Return the identities of all papers, for finding duplicates."""
        from papertui.library.duplicates import Identities  # noqa: PLC0415 - loaded by imports only

        identities = Identities()
        for key, document in self.records.documents():
            identities.add(identifying_paper(key, document))
        return identities

    def apply(self, edit: Edit, keys: Iterable[str]) -> Change:
        """Apply an edit of marks to papers as one action with one undo."""
        keys, now = tuple(keys), timestamp(self.clock())
        edits = []
        for mark, group in self.contents.group_by_mark(keys).items():
            if after := edit.change(mark, now):
                before = mark_fields(mark)
                edits.append(MarkEdit(tuple(group), {name: before[name] for name in after}, after))
        if not edits:
            return Change((), f"{edit.nothing}: {self.naming(keys)}")
        touched = [key for one in edits for key in one.keys]
        return self.actions.edit_marks(edit.done.replace("{papers}", self.naming(touched)), tuple(edits))

    def toggle(self, edit: Edit, keys: Iterable[str]) -> Change:
        """Apply an edit, or its inverse if none of the papers needs it."""
        keys, now = tuple(keys), timestamp(self.clock())
        needed = any(edit.change(mark, now) for mark in self.contents.group_by_mark(keys))
        return self.apply(edit if needed else EDITS[edit.inverse], keys)

    def tagged(self, tag: str) -> Sequence[str]:
        """Return every key with a tag, also of papers that are dismissed or were deleted."""
        return [key for key, mark in self.contents.marks.items() if tag in mark.tags]

    def delete(self, keys: Sequence[str]) -> Change:
        """Delete records. Their marks stay, in case the papers come back. Raises StoreError."""
        known = [key for key in keys if key in self.contents.rows]
        if not known:
            return Change((), "Nothing to delete")
        return self.actions.change_papers(f"Deleted {self.naming(known)}", dict.fromkeys(known))

    def undo(self) -> Change:
        """Undo the last action. Raises StoreError."""
        return self.actions.undo()

    def redo(self) -> Change:
        """Redo the action that was undone last. Raises StoreError."""
        return self.actions.redo()

    def follow(self, scope: Scope) -> Change:
        """Follow or unfollow a topic, author, category or saved search."""
        if scope.kind not in FOLLOWABLE:
            return Change((), "Topics, authors and saved searches can be followed")
        followed = self.follows.toggle(scope)
        self.index.marks_changed(self.scopes.keys(scope))
        words = "Following" if followed else "Unfollowed"
        keys = "w stops, W shows the arXiv query" if followed else "w follows again"
        return Change((), f"{words} {scope.title} · {keys}", whole=True)

    def settle(self) -> None:
        """Wait until every action so far is on disk. Raises StoreError if one could not be written."""
        try:
            self.pending_writes.settle()
        finally:
            self.absorb()

    def tidy(self) -> None:
        """Write snapshots of long journals and the daily backup; for idle moments.

        May be called from any thread but the writer's. Raises StoreError; the library is then unchanged.
        """
        before = self.records.stamp
        self._store.writer.run(self._store.compact_if_due).result()
        if self.records.stamp != before:
            self.index.files_rewritten()
        if self._store.backup_due:
            self._store.backup()

    def backup(self, path: Path | None = None) -> Path:
        """Write the whole library into one file, and return its path. Raises StoreError."""
        return self._store.backup(path)

    def restore(self, path: Path) -> Path:
        """Replace the whole library by a backup; return the backup of its former state. Raises StoreError."""
        return self._store.restore(path)

    def look_for_changes(self) -> "Future[tuple[ChangedKeys, ChangedKeys]]":
        """Read the changes of other processes in the writer thread; pass the result to `take_in`."""
        return self._store.writer.run(lambda: (self._store.papers.refresh(), self._store.state.refresh()))

    def take_in(self, papers: ChangedKeys, state: ChangedKeys) -> Change | None:
        """Update memory with the changes of other processes; None if there are none."""
        if not papers and not state:
            return None
        if HISTORY in state:
            self.history.reload()
        if SEARCHES in state:
            self.saved_searches.reload()
        if FOLLOWS in state:
            self.follows.reload()
            self.index.marks_changed(self.contents.rows)
        self._stale.update(state.get(MARKS, ()))
        changed = papers.get(PAPERS, ())
        self.actions.reread_papers(changed)
        touched = self.absorb()
        whole = bool(changed or SEARCHES in state or FOLLOWS in state)
        return Change(touched, "", self.contents.topics_of(touched), whole=whole)

    def absorb(self) -> tuple[str, ...]:
        """Set memory to what is on disk after failed writes and writes of others; return the keys touched.

        Does nothing while actions of this process are pending, since the disk does not have them yet.
        """
        failed = self.pending_writes.collect()
        for failure in failed:
            self._note_stale(failure.changes)
        if failed:
            self.history.reload()
        if self.pending_writes.busy or not self._stale:
            return ()
        stale, self._stale = tuple(self._stale), set()
        self.actions.reload_marks(stale)
        return stale

    @property
    def unsaved(self) -> str:
        """The reason of the last failed write and the number of failed actions; empty if all is saved."""
        failures = self.pending_writes.failures
        return f"{failures[-1].reason} · {len(failures)} waiting to be tried again" if failures else ""

    def retry(self) -> None:
        """Write failed actions again; memory follows once they are on disk."""
        for failure in self.pending_writes.failures:
            self._note_stale(failure.changes)
        self.pending_writes.retry()

    def _note_stale(self, changes: Iterable[TableChange]) -> None:
        for change in changes:
            if change.table == MARKS:
                self._stale.update(change.keys)

    def _load(self) -> None:
        for key, stored in self._store.state.iterate(MARKS):
            self.contents.marks[key] = mark_from_fields(stored)
        for key, document in self.records.documents():
            self.contents.put(key, row_of_document(document))


def seed_changes(loaded: Iterable[str], present: Container[str], now: str) -> list[TableChange]:
    """Return the changes that add the seed papers never loaded before; the first change names all of them."""
    from papertui.library.seeds import seed_papers, seed_topics  # noqa: PLC0415 - loaded once for each library

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
