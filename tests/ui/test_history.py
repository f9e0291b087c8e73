"""The history: every action with its words, and back or forward to any point, also after a restart."""

from pathlib import Path

from papertui.library import Library
from papertui.library import marks as edits
from papertui.model import Mark
from tests.ui.conftest import Open


def marks(library: Library) -> dict[str, Mark]:
    return {key: library.mark(key) for key in library.contents.rows if library.mark(key) != Mark()}


async def test_going_back_and_forward_to_any_point(folder: Path, opened: Open) -> None:
    states = []
    with Library.open(folder) as library:
        async with opened(library) as screen:
            states.append(marks(library))
            for keys in ("r", "js", "jjd", "A", "u", "s"):
                await screen.press(*keys)
                states.append(marks(library))
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("H")
            assert "History: 4 actions" in screen.drawn()
            assert "Dismissed" in screen.drawn()
            await screen.press("j", "j", "enter")
            assert marks(library) == states[2]
            assert "Undid 2 actions" in screen.message
            await screen.press("H")
            assert screen.drawn().count("undone") == 2
            await screen.press("g", "enter")
            assert marks(library) == states[6]
            await screen.press("H", "G", "enter")
            assert marks(library) == {}
            library.settle()
    with Library.open(folder) as library:
        assert marks(library) == {}
        async with opened(library) as screen:
            await screen.press("U", "H", "enter")
            assert screen.message == "Already there"
            assert marks(library) == states[1]


async def test_the_history_of_a_deletion_brings_the_papers_back(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        first = screen.papers.cursor
        await screen.press("r", "colon")
        await screen.type("delete")
        await screen.press("enter", "s", "H", "G", "enter")
        assert len(library) == 35
        assert first in screen.papers.keys
        assert screen.papers.keys == library.listing(screen.view).keys


async def test_nothing_done_is_said_and_escape_changes_nothing(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("H")
        assert screen.message == "The history is empty"
        await screen.press("r", "H", "G", "escape")
        assert len(marks(library)) == 1


async def test_a_thousand_actions_are_listed_and_undone(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        keys = list(library.contents.rows)
        for number in range(1_005):
            library.apply(edits.tag(f"t{number}"), [keys[number % 35]])
        async with opened(library, 140, 24) as screen:
            await screen.press("H")
            assert "History: 1,000 actions" in screen.drawn()
            assert "t1004" in screen.drawn()
            await screen.press("pagedown", "G", "k")
            assert "t5" in screen.drawn()
            await screen.press("G", "enter")
            await screen.until(lambda: "Undid 1,000 actions" in screen.message)
            assert library.scopes.tags_by_size() == ["t0", "t1", "t2", "t3", "t4"]
