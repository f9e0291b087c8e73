"""A week of use: import, read, tag, note, search, dismiss, undo; quit and start again, forty times over."""

import io
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from papertui.formats import read_papers
from papertui.library import Library
from papertui.transfer.importer import Importer
from papertui.ui.app import PapertuiApp
from papertui.ui.session import Session
from tests.ui.conftest import Screen

STARTS = 40
Marked = tuple[bool, bool, bool, tuple[str, ...], str]
"""Read, starred, dismissed, tags and note."""
State = dict[str, Marked]
CLEAN: Marked = (False, False, False, (), "")


def state_of(library: Library) -> State:
    """Return every paper of the library with what was done to it."""
    marks = {key: library.mark(key) for key in library.contents.rows}
    return {
        key: (mark.read, mark.starred, mark.dismissed, mark.tags, mark.note) for key, mark in marks.items()
    }


@asynccontextmanager
async def session(folder: Path, clock: Callable[[], datetime]) -> AsyncIterator[Screen]:
    """Start papertui as the reader does, and leave it so that the next start finds all of it."""
    with Library.open(folder, clock=clock) as library:
        app = PapertuiApp(library)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            yield Screen(app, pilot)
            Screen(app, pilot).session.save(folder)
        library.settle()


class Week:
    """What the reader does, beside an account of what must have come of it."""

    def __init__(self, start: State) -> None:
        self.now = start
        self.before: list[State] = []

    def did(self, key: str, **fields: object) -> None:
        """Note an action on one paper."""
        names = ("read", "starred", "dismissed", "tags", "note")
        marked = tuple(fields.get(name, was) for name, was in zip(names, self.now[key], strict=True))
        self.before.append(self.now)
        self.now = {**self.now, key: marked}  # type: ignore[dict-item]  # the fields are those of a mark

    def bring_in(self, library: Library, number: int) -> None:
        """Import two papers from a file."""
        records = [{"title": f"Imported {number} {part}", "authors": ["Ada Imported"]} for part in "ab"]
        lines = "\n".join(map(json.dumps, records)).encode()
        importer = Importer(library, library.identities())
        for _ in importer.take(read_papers(io.BytesIO(lines), name="week.jsonl")):
            continue
        importer.finish("week.jsonl")
        self.before.append(self.now)
        self.now = self.now | {key: CLEAN for key in library.contents.rows if key not in self.now}
        assert len(self.now) == len(self.before[-1]) + 2

    async def act(self, screen: Screen, number: int) -> None:
        """Do what the reader does at one start, at the paper to which the last start had come."""
        key = screen.current
        assert key is not None
        read, starred, dismissed, tags, note = self.now[key]
        match number % 8:
            case 1:
                await screen.pilot.press("r")
                self.did(key, read=not read)
            case 2:
                await screen.pilot.press("s")
                self.did(key, starred=not starred)
            case 3:
                await screen.pilot.press("t", *f"t{number}", "enter")
                self.did(key, tags=(*tags, f"t{number}"))
            case 4:
                await screen.pilot.press("e", *f"n{number}", "ctrl+s")
                self.did(key, note=f"{note}n{number}")
            case 5:
                await screen.press("slash", *"agent", "enter")
                found = screen.current
                assert found is not None
                await screen.pilot.press("r", "escape")
                self.did(found, read=not self.now[found][0])
            case 6:
                await screen.pilot.press("d")
                self.did(key, dismissed=not dismissed)
            case 7:
                await screen.pilot.press("u")
                self.now = self.before.pop()
        await screen.press("j")


async def test_a_week_of_use_ends_as_the_reader_remembers_it(
    folder: Path, clock: Callable[[], datetime]
) -> None:
    with Library.open(folder) as library:
        start = state_of(library)
    Session().save(folder)
    week, cursor = Week(start), None
    for number in range(STARTS):
        async with session(folder, clock) as screen:
            library = screen.library
            assert state_of(library) == week.now
            assert cursor in (None, screen.current)
            if number % 8 == 0:
                week.bring_in(library, number)
                await screen.look_for_changes()
            await week.act(screen, number)
            assert state_of(library) == week.now
            cursor = screen.current
    async with session(folder, clock) as screen:
        history = screen.library.history
        assert [history.is_undone(one) for one in history.ids] == [False] * len(week.before) + [True]
        await screen.press("H", "G", "enter")
        await screen.until(lambda: "Undid" in screen.message)
        assert state_of(screen.library) == start
        assert screen.library.scopes.tags_by_size() == []
        await screen.press("H", "g", "j", "enter")
        await screen.until(lambda: screen.message.startswith("Redid"))
    with Library.open(folder) as library:
        assert state_of(library) == week.now
