"""Selecting: by key, by range, all that is shown; every action then takes the selection."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from papertui.library import Library
from papertui.model import EVERYTHING
from papertui.ui.selection import Selection
from tests.ui.conftest import Open, Screen


def counted(screen: Screen) -> str:
    return screen.selected


async def test_an_action_takes_the_selection_and_one_undo_takes_it_back(
    library: Library, folder: Path, opened: Open
) -> None:
    async with opened(library) as screen:
        first, second, third = screen.papers.keys[:3]
        await screen.press("space", "j", "space")
        assert screen.papers.row == 3
        assert "2 selected" in screen.lines()[-1]
        assert sum("✓" in line for line in screen.lines()) == 2
        await screen.press("r", "s")
        library.settle()
        with Library.open(folder, read_only=True) as other:
            assert [other.mark(key).read for key in (first, second, third)] == [True, False, True]
            assert [other.mark(key).starred for key in (first, second, third)] == [True, False, True]
        await screen.press("u")
        assert not library.mark(first).starred
        assert library.mark(first).read
        await screen.press("u")
        assert library.count(EVERYTHING).unread == 35


async def test_space_again_lets_go_and_escape_lets_go_of_all(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("space", "k", "space")
        assert not counted(screen)
        await screen.press("space", "space", "slash")
        await screen.type("agent")
        await screen.press("enter", "escape")
        assert not counted(screen)
        assert "✓" not in screen.drawn()
        assert screen.view.query == "agent"
        await screen.press("escape")
        assert screen.view.query == ""


async def test_a_range_grows_and_shrinks_with_the_cursor(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        keys = screen.papers.keys
        await screen.press("j", "space", "j", "j", "v", "j", "j")
        assert screen.selection.keys == {keys[1], keys[4], keys[5], keys[6]}
        assert "v ends the range" in counted(screen)
        await screen.press("k", "k", "k", "k", "k")
        assert screen.selection.keys == set(keys[1:5])
        await screen.press("v", "G")
        assert screen.selection.keys == set(keys[1:5])
        await screen.press("escape", "shift+up", "shift+up")
        assert screen.selection.keys == set(keys[-3:])


async def test_the_selection_survives_sorting_and_search(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("space", "space", "G", "space")
        chosen = set(screen.selection.keys)
        await screen.press("S", "t")
        assert screen.selection.keys == chosen
        await screen.press("slash")
        await screen.type("terminal")
        await screen.press("enter")
        shown = len(chosen & set(screen.papers.keys))
        assert shown < 3
        assert counted(screen) == f"3 selected, {3 - shown} not shown"
        await screen.press("s")
        assert {key for key in screen.library.contents.rows if library.mark(key).starred} == chosen


async def test_all_that_is_shown_is_selected_by_one_key(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("cat:cs.AI")
        await screen.press("enter", "V")
        shown = set(screen.listing.keys)
        assert 1 < len(shown) < 35
        assert screen.selection.keys == shown
        await screen.press("V")
        assert not counted(screen)


async def test_deleted_papers_are_no_longer_selected(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        await screen.press("space", "space")
        library.delete([key])
        await screen.look_for_changes()
        await screen.press("colon")
        await screen.type("delete")
        await screen.press("enter")
        assert not counted(screen)
        assert len(library) == 33


async def test_a_selected_row_is_told_without_colour_in_low_rows_too(library: Library, opened: Open) -> None:
    async with opened(library, 80, 24) as screen:
        screen.papers.row_height = 1
        await screen.press("space")
        assert "✓ ●" in screen.drawn()


@given(st.lists(st.tuples(st.sampled_from(["toggle", "range", "move", "end"]), st.integers(0, 9))))
def test_a_range_is_what_lies_between_its_ends_beside_what_was_selected(steps: list[tuple[str, int]]) -> None:
    rows = [f"paper{row}" if row != 4 else "a divider" for row in range(10)]
    selection, before, anchor = Selection(lambda key: key.startswith("paper")), set[str](), -1
    for step, row in steps:
        match step:
            case "toggle":
                selection.toggle(rows[row])
                anchor = -1
            case "range":
                before, anchor = set(selection.keys), row
                selection.begin_range(rows, row)
            case "move":
                selection.extend_range(rows, row)
                if anchor >= 0:
                    span = set(rows[min(anchor, row) : max(anchor, row) + 1]) - {"a divider"}
                    assert selection.keys == before | span
            case _:
                selection.end_range()
                anchor = -1
        assert "a divider" not in selection.keys
