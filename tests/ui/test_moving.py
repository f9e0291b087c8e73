"""Moving about: panes, cursor, layout by width, and coming back to where one was."""

from pathlib import Path

import pytest

from papertui.library import Library
from papertui.model import Scope, ScopeKind
from tests.ui.conftest import Open


async def test_cursor_keys_move_within_the_list(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        papers = screen.papers
        first = papers.cursor
        await screen.press("j", "j", "k")
        assert papers.row == 1
        await screen.press("G")
        assert papers.row == 34
        await screen.press("j")
        assert papers.row == 34
        await screen.press("g")
        assert papers.cursor == first
        await screen.press("pagedown")
        assert papers.row == papers.rows_in_view
        await screen.press("ctrl+u", "home")
        assert papers.row == 0


async def test_the_abstract_follows_the_cursor(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("j")
        key = screen.papers.cursor
        assert key is not None
        assert screen.abstract.key == key
        assert f"arXiv:{library.paper(key).arxiv_id}" in screen.drawn()


async def test_topics_show_their_papers_at_once(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("1", "j", "j", "j")
        assert screen.view.scope == Scope(ScopeKind.TOPIC, "LLM Agent Training")
        assert "30 papers" in screen.drawn()
        await screen.press("left_square_bracket", "left_square_bracket")
        assert screen.view.scope == Scope(ScopeKind.STARRED)
        assert "No starred papers" in screen.drawn()


async def test_n_goes_to_the_next_unread_and_on_into_the_next_topic(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("r", "n")
        assert screen.papers.row == 1
        await screen.press("p")
        assert screen.papers.row == 1
        assert "No unread paper before" in screen.message
        screen.show_scope(Scope(ScopeKind.TOPIC, "LLM Agent Training"))
        await screen.settle()
        await screen.press("A", "n")
        assert "On to Leowei Liang" in screen.message
        assert screen.view.scope == Scope(ScopeKind.AUTHOR, "Leowei Liang")
        key = screen.papers.cursor
        assert key is not None
        assert not library.mark(key).read


async def test_enter_goes_in_and_escape_comes_out_and_never_quits(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("1", "enter", "enter", "enter")
        assert screen.abstract.display
        assert not screen.topics.display
        await screen.press("escape")
        assert [pane.display for pane in screen.panes] == [True, True, True]
        await screen.press(*["escape"] * 5)
        assert screen.app.is_running
        assert screen.app.focused is screen.topics


@pytest.mark.parametrize(
    ("size", "focus", "shown"),
    [
        ((120, 40), "2", (True, True, True)),
        ((80, 24), "2", (False, True, True)),
        ((80, 24), "1", (True, True, False)),
        ((50, 20), "3", (False, False, True)),
        ((50, 20), "1", (True, False, False)),
    ],
)
async def test_the_width_decides_which_panes_are_shown(
    library: Library, opened: Open, size: tuple[int, int], focus: str, shown: tuple[bool, ...]
) -> None:
    async with opened(library, *size) as screen:
        await screen.press(focus)
        middle = screen.main.query_one("#middle")
        assert (screen.topics.display, middle.display, screen.abstract.display) == shown


async def test_a_tiny_terminal_says_so_and_comes_back(library: Library, opened: Open) -> None:
    async with opened(library, 39, 9) as screen:
        assert "too small" in screen.drawn()
        await screen.pilot.resize_terminal(100, 30)
        await screen.settle()
        assert "All papers" in screen.drawn()


async def test_every_size_is_survived(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        for width in (1, 2, 5, 8, 24, 40, 59, 60, 99, 100, 200):
            for height in (1, 3, 10, 60):
                await screen.pilot.resize_terminal(width, height)
                await screen.pilot.pause()
        await screen.pilot.resize_terminal(120, 40)
        await screen.settle()
        assert "All papers" in screen.drawn()


async def test_the_next_start_comes_back_to_the_same_place(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("1", "j", "j", "j", "2", "j", "j", "S", "t", "full_stop", "3")
            key = screen.papers.cursor
            screen.app.theme = "papertui-light"
            await screen.press("q")
            screen.app.session.save(folder)
    with Library.open(folder) as library:
        async with opened(library) as screen:
            assert screen.papers.cursor == key
            assert screen.view.scope == Scope(ScopeKind.TOPIC, "LLM Agent Training")
            assert screen.view.sort == "title"
            assert screen.view.hide_read
            assert screen.app.focused is screen.abstract
            assert screen.app.theme == "papertui-light"


async def test_the_mouse_moves_and_opens(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.pilot.click("#papers", offset=(10, 6))
        await screen.settle()
        assert screen.papers.row == 2
        await screen.pilot.click("#papers", offset=(10, 6))
        await screen.settle()
        assert screen.app.focused is screen.abstract
