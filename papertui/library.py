"""The library: the one owner of papers, marks, counts and undo.

Reads are answered from memory. An edit changes memory at once, hands the change to the writer thread and
returns a `Change` for whoever draws; `settle` waits until it is on disk.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from papertui.catalogue import Catalogue, Count, row_of, row_of_document
from papertui.dates import timestamp, utc_now
from papertui.errors import StoreError, UnknownKeyError
from papertui.finding import Finder
from papertui.history import Entry, History, MarkEdit
from papertui.ids import parse_key
from papertui.marking import MARKINGS, MarkFields, mark_fields, mark_from_fields
from papertui.listing import Listing
from papertui.merge import Identities
from papertui.model import UNMARKED, Change, Mark, Paper, Scope, ScopeKind, Sort, View
from papertui.papers import PAPERS, PaperTable
from papertui.records import identifying_paper, paper_to_document
from papertui.saving import Saving
from papertui.query import Query
from papertui.records import identifying_paper, paper_to_document
from papertui.seeds import seed_papers, seed_topics
from papertui.store import ChangedKeys, Store, TableChange
from papertui.tex import tex_to_text

if TYPE_CHECKING:
    from papertui.search import Hits

MARKS, SEEDED, TOPICS = "marks", "seeded", "topics"


@dataclass(frozen=True, slots=True)
class Found:
    """The papers that match a query, best first, and what is wrong with the query."""

    keys: tuple[str, ...]
    complaints: tuple[str, ...] = ()


class Library:
    """Papers, the reader's marks on them, and everything that can be asked about both."""

    def __init__(self, store: Store, clock: Callable[[], datetime] = utc_now) -> None:
        self._store = store
        self.clock = clock
        self._marks: dict[str, Mark] = {}
        self._stale: set[str] = set()
        self._authors: dict[str, list[str]] | None = None
        self.catalogue = Catalogue(self._marks)
        self.papers = PaperTable(store.papers)
        self.history = History(store.state)
        self.saving = Saving(store.state, store.writer)
        self._load()
        self.finder = Finder(self.papers, self.catalogue, self._marks, clock)

    @classmethod
    def open(
        cls, folder: Path, *, seeds: bool = True, read_only: bool = False, clock: Callable[[], datetime] = utc_now
    ) -> "Library":
        """Open the library in a folder, or make it, with the seed papers unless told otherwise.

        Raises StoreError where the folder cannot be used, and NewerSchemaError where a newer papertui wrote it.
        """
        store = Store.open(Path(folder), read_only=read_only, clock=clock)
        library = cls(store, clock)
        if store.is_new and seeds and not read_only:
            library.add_seeds()
        return library

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait for the last changes and let go of the files."""
        self._store.close()

    def __len__(self) -> int:
        return len(self.catalogue)

    def __contains__(self, key: object) -> bool:
        return key in self.catalogue.rows

    @property
    def folder(self) -> Path:
        """Where the library lies."""
        return self._store.folder

    @property
    def notices(self) -> tuple[str, ...]:
        """What the reader should know of the state of the files, in sentences."""
        return self._store.notices

    def paper(self, key: str) -> Paper:
        """Return a paper by its key, or by a key that it had before it was merged. Raises UnknownKeyError."""
        return self.papers.paper(self.resolve(key))

    def mark(self, key: str) -> Mark:
        """Return what the reader did to a paper; nothing where it is unknown."""
        return self._marks.get(key, UNMARKED)

    def resolve(self, text: str) -> str:
        """Return the key that a key, id, DOI or address stands for. Raises UnknownKeyError."""
        if text in self.catalogue.rows:
            return text
        key = parse_key(text) or text
        key = self.papers.alias(key) or key
        if key not in self.catalogue.rows:
            raise UnknownKeyError(f"No paper of the library has the key {text}.")
        return key

    def count(self, scope: Scope) -> Count:
        """Return how many papers a scope has, and how many of them are unread and starred."""
        match scope.kind:
            case ScopeKind.ALL:
                return self.catalogue.everything
            case ScopeKind.TOPIC:
                return self.catalogue.topics.get(scope.name, Count())
            case _:
                count = Count()
                for key in self.scope_keys(scope):
                    count.add(self.mark(key))
                return count

    def scope_keys(self, scope: Scope) -> Iterable[str]:
        """Return the keys of a scope's papers, in no order."""
        match scope.kind:
            case ScopeKind.ALL:
                return self.catalogue.rows
            case ScopeKind.STARRED:
                return [key for key, mark in self._marks.items() if mark.starred and key in self.catalogue.rows]
            case ScopeKind.TOPIC:
                return self.catalogue.with_topic(scope.name)
            case ScopeKind.AUTHOR:
                return self.authors.get(scope.name, ())
            case _:
                return ()

    @property
    def authors(self) -> Mapping[str, Sequence[str]]:
        """The keys of each author's papers."""
        if self._authors is None:
            authors: dict[str, list[str]] = {}
            for key, document in self.papers.documents():
                names = document.get("authors")
                for name in dict.fromkeys(names if isinstance(names, list) else ()):
                    authors.setdefault(str(name), []).append(key)
            self._authors = authors
        return self._authors

    def frequent_authors(self, limit: int = 30) -> list[str]:
        """Return the authors with the most papers, of at least two."""
        ranked = sorted(self.authors.items(), key=lambda item: (-len(item[1]), item[0]))
        return [name for name, keys in ranked[:limit] if len(keys) > 1]

    def topics_by_size(self) -> list[str]:
        """Return the topics, those with the most papers first, equals by name."""
        topics = self.catalogue.topics
        return sorted(topics, key=lambda name: (-topics[name].total, name.casefold()))

    def listing(self, view: View) -> Listing:
        """Answer a view: which papers, in which order."""
        if view.query.strip():
            return self._searched(view)
        listed = self._scope_in_order(view)
        if self.catalogue.everything.total < len(self.catalogue):
            listed = [key for key in listed if not self.mark(key).dismissed]
        return self._shown(Listing(tuple(listed), view))

    def find(self, query: str, limit: int | None = None) -> Found:
        """Return the papers of the whole library that match a query, best first; waits for the index.

        A query of conditions alone, without words, gives the newest first.
        """
        if not query.strip():
            return Found(self.listing(View()).keys[:limit])
        parsed = self.finder.parse(query)
        hits = self.finder.search(parsed, limit=limit if parsed.uses_words else None)
        keys = self._in_order(parsed, hits, Sort.NEWEST)
        return Found(keys if limit is None else keys[:limit], tuple(one.text for one in parsed.complaints))

    def _searched(self, view: View) -> Listing:
        query = self.finder.parse(view.query)
        allow = None if view.scope.kind is ScopeKind.ALL else frozenset(self.scope_keys(view.scope))
        hits = self.finder.search(query, allow=allow)
        return self._shown(
            Listing(
                self._in_order(query, hits, view.sort),
                view,
                exact=hits.exact,
                ranked=query.uses_words,
                elsewhere=hits.elsewhere,
                complaint=" · ".join(complaint.text for complaint in query.complaints),
                spans=hits.spans,
            )
        )

    def _in_order(self, query: Query, hits: "Hits", sort: Sort) -> tuple[str, ...]:
        if query.uses_words:
            return hits.keys
        return tuple(self.catalogue.sorted(hits.keys, query.sort or sort))

    def _shown(self, listing: Listing) -> Listing:
        if not listing.view.hide_read:
            return listing
        shown = tuple(key for key in listing.keys if not self.mark(key).read)
        exact = sum(not self.mark(key).read for key in listing.keys[: listing.exact])
        return replace(listing, keys=shown, hidden=len(listing.keys) - len(shown), exact=exact)

    def _scope_in_order(self, view: View) -> Sequence[str]:
        if view.scope.kind is ScopeKind.ALL and view.sort is not Sort.UNREAD:
            return self.catalogue.order(view.sort)
        return self.catalogue.sorted(self.scope_keys(view.scope), view.sort)

    def add_seeds(self) -> int:
        """Put the shipped papers into the library that it never had before; return how many.

        Those that the reader deleted stay deleted, and no mark changes.
        """
        loaded = set(self._store.papers.keys(SEEDED))
        now = timestamp(self.clock())
        fresh = [replace(paper, added=now) for paper in seed_papers() if paper.key not in loaded]
        if not fresh:
            return 0
        changes = [TableChange(SEEDED, tuple(paper.key for paper in fresh), {})]
        changes += [
            TableChange(PAPERS, (paper.key,), paper_to_document(paper)) for paper in fresh if paper.key not in self
        ]
        changes += [TableChange(TOPICS, (topic.name,), asdict(topic)) for topic in seed_topics()]
        self._store.writer.run(lambda: self._store.papers.commit(changes)).result()
        self._reread_papers([paper.key for paper in fresh])
        return len(fresh)

    def apply(self, marking: str, keys: Sequence[str]) -> Change:
        """Change marks in one of the ways of `marking.MARKINGS`, as one action with one undo."""
        way = MARKINGS[marking]
        now = timestamp(self.clock())
        return self.change_marks(
            keys, lambda mark: way.change(mark, now), way.done, f"{way.nothing}: {self.naming(keys)}"
        )

    def toggle(self, on: str, off: str, keys: Sequence[str]) -> Change:
        """Apply `on` to all of the keys, or `off` where none of them needs it."""
        now = timestamp(self.clock())
        needed = any(MARKINGS[on].change(self.mark(key), now) for key in keys)
        return self.apply(on if needed else off, keys)

    def change_marks(
        self, keys: Sequence[str], change: Callable[[Mark], MarkFields], done: str, nothing: str
    ) -> Change:
        """Change the marks of papers by a rule, as one action.

        `done` tells what happened, with ``{papers}`` where the papers are named; `nothing` is said where the
        rule changes no mark.
        """
        alike: dict[Mark, list[str]] = {}
        for key in keys:
            alike.setdefault(self.mark(key), []).append(key)
        edits = []
        for mark, group in alike.items():
            if after := change(mark):
                was = mark_fields(mark)
                edits.append(MarkEdit(tuple(group), {name: was[name] for name in after}, after))
        if not edits:
            return Change((), nothing)
        touched = [key for edit in edits for key in edit.keys]
        return self._act(done.replace("{papers}", self.naming(touched)), tuple(edits))

    def delete(self, keys: Sequence[str]) -> Change:
        """Delete records. Their marks stay, for the day on which the papers come back."""
        known = [key for key in keys if key in self.catalogue.rows]
        if not known:
            return Change((), "Nothing to delete")
        return self.change_papers(f"Deleted {self.naming(known)}", dict.fromkeys(known))

    def change_papers(self, text: str, papers: Mapping[str, Paper | None]) -> Change:
        """Put papers in place of former ones, or delete those for which there is None, as one action."""
        entry = self._entry(text, (), len(papers))
        self._commit_papers(self.papers.replacing(entry.id, papers), self.history.record(entry))
        self._reread_papers(papers)
        return Change(tuple(papers), f"{text} · u undoes", whole=True)

    def identities(self) -> Identities:
        """Return which papers there are, by everything that tells one from another."""
        identities = Identities()
        for key, document in self.papers.documents():
            identities.add(identifying_paper(key, document))
        return identities

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
        edits = []
        for key, mark in marks.items():
            before, after = mark_fields(self.mark(key)), mark_fields(mark)
            if changed := {name: value for name, value in after.items() if value != before[name]}:
                edits.append(MarkEdit((key,), {name: before[name] for name in changed}, changed))
        if not count and not edits:
            return Change((), text)
        entry = Entry(action, timestamp(self.clock()), text, tuple(edits), action, count)
        self._save_marks(entry.edits, self.history.record(entry))
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

    def naming(self, keys: Sequence[str]) -> str:
        """Return words for some papers: the title of one, the number of many."""
        if len(keys) != 1:
            return f"{len(keys):,} papers"
        if keys[0] not in self.catalogue.rows:
            return keys[0]
        title = tex_to_text(self.paper(keys[0]).heading)
        return f"“{title[:60].rstrip()}…”" if len(title) > 60 else f"“{title}”"

    def settle(self) -> None:
        """Wait until every action so far is on disk. Raises StoreError where one could not be written."""
        try:
            self.saving.settle()
        finally:
            self.absorb()

    def look_for_changes(self) -> "Future[tuple[ChangedKeys, ChangedKeys]]":
        """Ask the writer thread what other programs have written; hand its answer to `take_in`."""
        return self._store.writer.run(lambda: (self._store.papers.refresh(), self._store.state.refresh()))

    def take_in(self, papers: ChangedKeys, state: ChangedKeys) -> Change | None:
        """Bring memory up to what other programs have written; None where they wrote nothing."""
        if not papers and not state:
            return None
        if "history" in state:
            self.history.reload()
        changed = papers.get("papers", ())
        if papers and changed is None:
            self._load()
            return Change((), "", whole=True)
        marked = state.get(MARKS, ())
        self._stale.update(self._marks.keys() | self._marked_on_disk() if marked is None else marked)
        self._reread_papers(changed or ())
        touched = self.absorb()
        return Change(tuple(touched), "", self._topics_of(touched), whole=bool(changed))

    def absorb(self) -> tuple[str, ...]:
        """Bring memory back to what is on disk where an action failed or others wrote; return the keys touched.

        Does nothing while actions of our own are on their way, for the disk does not yet know of them.
        """
        for wish in self.saving.collect():
            for change in wish.changes:
                if change.table == MARKS:
                    self._stale.update(change.keys)
            self.history.reload()
        if self.saving.busy or not self._stale:
            return ()
        stale, self._stale = tuple(self._stale), set()
        for key in stale:
            document = self._store.state.get(MARKS, key)
            self._set_mark(key, UNMARKED if document is None else mark_from_fields(document))
        return stale

    def _act(self, text: str, edits: tuple[MarkEdit, ...]) -> Change:
        entry = self._entry(text, edits, sum(len(edit.keys) for edit in edits))
        self._save_marks(edits, self.history.record(entry))
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
        became: dict[Mark, Mark] = {}
        for key in edit.keys:
            before = self.mark(key)
            after = became.get(before)
            if after is None:
                after = became[before] = mark_from_fields({**mark_fields(before), **edit.after})
            self._set_mark(key, after)

    def _set_mark(self, key: str, mark: Mark) -> None:
        before = self.mark(key)
        if mark != before:
            self._marks[key] = mark
            self.catalogue.remark(key, before, mark)
            self.finder.marks_changed((key,))

    def _changed(self, edits: Sequence[MarkEdit], text: str) -> Change:
        keys = tuple(key for edit in edits for key in edit.keys)
        return Change(keys, text, self._topics_of(keys))

    def _topics_of(self, keys: Iterable[str]) -> frozenset[str]:
        rows = self.catalogue.rows
        return frozenset(topic for key in keys if key in rows for topic in rows[key].topics)

    def _load(self) -> None:
        self._marks.clear()
        for key, document in self._store.state.iterate(MARKS):
            self._marks[key] = mark_from_fields(document)
        self.catalogue.clear()
        for key, document in self.papers.documents():
            self.catalogue.put(key, row_of_document(document))

    def _reread_papers(self, keys: Collection[str]) -> None:
        self._authors = None
        self.finder.papers_changed(keys)
        for key in keys:
            self.papers.forget(key)
            if key in self.papers:
                self.catalogue.put(key, row_of(self.papers.paper(key)))
            else:
                self.catalogue.drop(key)

    def _marked_on_disk(self) -> set[str]:
        return {key for key, _ in self._store.state.iterate(MARKS)}


def _as_change(edit: MarkEdit) -> TableChange:
    return TableChange(MARKS, edit.keys, edit.after)
