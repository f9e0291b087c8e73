"""Panes as the reader wants them: moved, zoomed, hidden, low rows, links, and the mouse; all of it remembered."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from textual import events

from papertui.library import Library
from papertui.ui.commands.copy_and_open import links_of
from papertui.ui.panes.layout import MINIMUM_WIDTHS, Preferences, arrange
from tests.conftest import paper
from tests.ui.conftest import Open, Screen


def widths(screen: Screen) -> tuple[int, int, int]:
    panes = (screen.topics, screen.main.query_one("#middle"), screen.abstract)
    first, second, third = (pane.outer_size.width if pane.display else 0 for pane in panes)
    return first, second, third


async def test_plus_and_minus_move_the_dividers(library: Library, opened: Open) -> None:
    async with opened(library, 140, 30) as screen:
        assert widths(screen) == (36, 52, 52)
        await screen.press("plus", "plus")
        assert widths(screen) == (36, 60, 44)
        await screen.press("3", "plus")
        assert widths(screen) == (36, 56, 48)
        await screen.press("1", "minus")
        assert widths(screen) == (32, 60, 48)
        await screen.press(*["minus"] * 9)
        assert widths(screen)[0] == MINIMUM_WIDTHS[0]
        await screen.press("2", *["plus"] * 30)
        assert widths(screen)[2] == MINIMUM_WIDTHS[2]


async def drag(screen: Screen, start: int, end: int) -> None:
    await screen.pilot.mouse_down(offset=(start, 5))
    await screen.settle()
    await screen.pilot._post_mouse_events([events.MouseMove], offset=(end, 5), button=1)
    await screen.settle()
    await screen.pilot.mouse_up(offset=(end, 5))
    await screen.settle()


async def test_the_mouse_drags_the_dividers_and_lets_go(library: Library, opened: Open) -> None:
    async with opened(library, 140, 30) as screen:
        await drag(screen, 36, 40)
        assert widths(screen) == (40, 50, 50)
        await drag(screen, 89, 70)
        assert widths(screen) == (40, 30, 70)
        await screen.pilot._post_mouse_events([events.MouseMove], offset=(100, 5), button=1)
        await screen.settle()
        assert widths(screen) == (40, 30, 70)
        assert not screen.main.selections


async def test_the_sidebar_is_hidden_and_comes_while_one_is_there(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("1", "b")
        assert screen.app.focused is screen.papers
        assert widths(screen) == (0, 60, 60)
        await screen.press("1")
        assert widths(screen)[0] == 31
        await screen.press("2")
        assert widths(screen)[0] == 0
        await screen.press("b")
        assert widths(screen)[0] == 31


async def test_zoom_gives_any_pane_the_whole_screen(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        for key, expected in (("1", (120, 0, 0)), ("2", (0, 120, 0)), ("3", (0, 0, 120))):
            await screen.press(key, "z")
            assert widths(screen) == expected
            await screen.press("escape")


async def test_low_rows_show_twice_as_many_papers(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("R", "R")
        high = screen.papers.rows_in_view
        cursor = screen.papers.cursor
        await screen.press("R")
        assert screen.papers.rows_in_view >= 2 * high - 1
        assert screen.papers.cursor == cursor
        await screen.press("R")
        assert screen.papers.rows_in_view == high


async def test_all_of_it_is_remembered(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("plus", "1", "plus", "2", "R", "b", "z", "q")
            screen.app.session.save(folder)
    with Library.open(folder) as library:
        async with opened(library) as screen:
            assert widths(screen) == (0, 120, 0)
            await screen.press("z")
            assert widths(screen) == (0, 80, 40)
            assert screen.papers.row_height == 1
            await screen.press("b")
            assert widths(screen) == (35, 45, 40)


async def test_the_abstract_keeps_a_readable_width(library: Library, opened: Open) -> None:
    async with opened(library, 200, 50) as screen:
        await screen.press("3", "z")
        text = screen.main.query_one("#abstract-text")
        assert text.size.width == 92
        assert text.region.x > 40


async def test_a_link_of_the_paper_is_chosen_and_opened(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("L")
        key = screen.current
        assert key is not None
        assert f"1 {library.paper(key).url}" in screen.drawn()
        await screen.press("2")
        await screen.until(lambda: "browser" in screen.message)


def test_links_are_found_in_abstract_and_note() -> None:
    one = paper(1, abstract="Code: https://example.org/a_(b). See (http://example.com/x?y=1).", links=())
    assert links_of(one, "https://example.net/note,") == [
        one.url,
        one.pdf_url,
        "https://example.org/a_(b",
        "http://example.com/x?y=1",
        "https://example.net/note",
    ]


async def test_the_wheel_scrolls_each_pane(library: Library, opened: Open) -> None:
    async with opened(library, 120, 14) as screen:
        cursor = screen.papers.cursor
        for pane, column in (
            (screen.topics, 5),
            (screen.papers, 50),
            (screen.abstract, 100),
        ):
            await screen.pilot._post_mouse_events([events.MouseScrollDown], offset=(column, 5))
            await screen.until(lambda pane=pane: pane.scroll_offset.y > 0)  # type: ignore[misc]  # bound per pane
        assert screen.papers.cursor == cursor


async def test_ctrl_and_the_mouse_select(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.pilot.click("#papers", offset=(10, 4), control=True)
        await screen.settle()
        assert screen.selection.keys == {screen.papers.keys[1]}
        await screen.pilot.click("#papers", offset=(10, 4), control=True)
        await screen.settle()
        assert not screen.selection
        assert screen.app.focused is screen.papers


@given(
    st.integers(40, 250),
    st.integers(0, 2),
    st.builds(Preferences, st.booleans(), st.booleans(), st.integers(0, 300), st.integers(0, 300)),
)
def test_panes_fill_the_width_and_none_is_too_narrow(width: int, pane: int, preferences: Preferences) -> None:
    arrangement = arrange(width, pane, preferences)
    assert sum(arrangement) == width
    assert arrangement[pane] > 0
    for columns, minimum in zip(arrangement, MINIMUM_WIDTHS, strict=True):
        assert columns == 0 or columns >= minimum
    assert arrange(width, pane, preferences._replace(zoomed=True))[pane] == width
