"""Any sequence of marks, tags, notes, undo, redo, re-import, revision and deletion keeps what the reader did."""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from papertui.formats import Found, ReadResult
from papertui.library import Library, marks
from papertui.model import EVERYTHING, Mark, Paper, Scope, ScopeKind
from papertui.transfer.importer import Importer
from tests.conftest import paper

PAPERS = [paper(number) for number in range(6)]
KEYS = [one.key for one in PAPERS]
SOME = st.lists(st.sampled_from(KEYS), min_size=1, max_size=4, unique=True)
State = dict[str, tuple[Paper | None, Mark]]


def bring_in(library: Library, papers: list[Paper]) -> None:
    """Import papers as one action."""
    importer = Importer(library, library.identities())
    for _ in importer.take(ReadResult("test", "test", iter([Found(one, 1) for one in papers]))):
        continue
    importer.finish("test")


class LibraryMachine(RuleBasedStateMachine):
    """A library on disk beside the list of states that undo must come back to."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="papertui-machine-"))
        self.library = Library.open(self.folder / "library", seeds=False)
        bring_in(self.library, PAPERS)
        self.past: list[State] = []
        self.future: list[State] = []
        self.read_by_reader: set[str] = set()

    def teardown(self) -> None:
        self.library.close()
        shutil.rmtree(self.folder)

    def state(self) -> State:
        """Return all papers and marks."""
        here = self.library
        return {key: (here.paper(key) if key in here else None, here.mark(key)) for key in KEYS}

    def did(self, before: State) -> None:
        """Note an action of the reader, if it changed something."""
        if len(self.library.history) and self.state() != before:
            self.past.append(before)
            self.future.clear()

    @rule(keys=SOME, marking=st.sampled_from(["read", "unread", "star", "unstar", "dismiss", "undismiss"]))
    def mark(self, keys: list[str], marking: str) -> None:
        before = self.state()
        self.library.apply(marks.EDITS[marking], keys)
        self.did(before)

    @rule(keys=SOME, tag=st.sampled_from(["a", "b"]), remove=st.booleans())
    def tag(self, keys: list[str], tag: str, *, remove: bool) -> None:
        before = self.state()
        self.library.apply((marks.untag if remove else marks.tag)(tag), keys)
        self.did(before)

    @rule(tag=st.sampled_from(["a", "b"]), name=st.sampled_from(["a", "c", ""]))
    def rename_tag(self, tag: str, name: str) -> None:
        before = self.state()
        self.library.apply(marks.rename_tag(tag, name), self.library.tagged(tag))
        self.did(before)
        if name:
            assert tag == name or tag not in self.library.scopes.tags_by_size()

    @rule(keys=SOME, put=st.sets(st.sampled_from("abc")), take=st.sets(st.sampled_from("abc")))
    def retag(self, keys: list[str], put: set[str], take: set[str]) -> None:
        before = self.state()
        self.library.apply(marks.retag(put, take), keys)
        self.did(before)
        for key in keys:
            assert put <= set(self.library.mark(key).tags) <= (set(before[key][1].tags) - take) | put

    @rule(key=st.sampled_from(KEYS), text=st.sampled_from(["", "one", "two\nlines"]))
    def note(self, key: str, text: str) -> None:
        before = self.state()
        self.library.apply(marks.note(text), [key])
        self.did(before)

    @rule(keys=SOME)
    def delete(self, keys: list[str]) -> None:
        before = self.state()
        self.library.delete(keys)
        self.did(before)

    @rule(keys=SOME)
    def import_again(self, keys: list[str]) -> None:
        before = self.state()
        bring_in(self.library, [one for one in PAPERS if one.key in keys])
        after = self.state()
        for key in keys:
            assert after[key][0] is not None
            assert not (before[key][1].read and not after[key][1].read)
        if after != before:
            self.did(before)

    @rule(key=st.sampled_from(KEYS), version=st.integers(2, 4))
    def revise(self, key: str, version: int) -> None:
        before = self.state()
        known = next(one for one in PAPERS if one.key == key)
        bring_in(self.library, [replace(known, version=version, abstract=f"Version {version} of {key}.")])
        assert self.library.mark(key).read == before[key][1].read
        self.did(before)

    @rule()
    def undo(self) -> None:
        if self.past:
            now = self.state()
            self.library.undo()
            assert self.state() == self.past.pop()
            self.future.append(now)

    @rule()
    def redo(self) -> None:
        if self.future:
            now = self.state()
            self.library.redo()
            assert self.state() == self.future.pop()
            self.past.append(now)

    @rule()
    def reopen(self) -> None:
        before = self.state()
        self.library.settle()
        self.library.close()
        self.library = Library.open(self.folder / "library")
        assert self.state() == before

    @invariant()
    def counts_are_right(self) -> None:
        there = [mark for one, mark in self.state().values() if one is not None and not mark.dismissed]
        count = self.library.count(EVERYTHING)
        assert count.total == len(there)
        assert count.unread == sum(not mark.read for mark in there)
        assert count.starred == sum(mark.starred for mark in there)
        starred = self.library.count(Scope(ScopeKind.STARRED))
        assert (starred.total, starred.unread) == (
            sum(mark.starred for mark in there),
            sum(mark.starred and not mark.read for mark in there),
        )
        for tag in self.library.scopes.tags_by_size():
            assert self.library.count(Scope(ScopeKind.TAG, tag)).total == sum(
                tag in mark.tags for mark in there
            )
        assert set(self.library.scopes.tags_by_size()) >= {tag for mark in there for tag in mark.tags}


TestLibrary = LibraryMachine.TestCase
TestLibrary.settings = settings(max_examples=30, stateful_step_count=25)
