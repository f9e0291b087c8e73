"""Help, menus and the command line."""

from textual import events
from textual.widgets import Input

from papertui.library import Library
from papertui.model import EVERYTHING, UNMARKED
from tests.ui.conftest import Open


async def test_help_can_be_typed_into(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("question_mark")
        assert "Toggle star" in screen.drawn()
        await screen.type("copy link")
        assert "Copy the link" in screen.drawn()
        assert "Toggle star" not in screen.drawn()
        await screen.press("escape", "U")
        assert "Redo" in screen.drawn()
        assert "Copy the link" not in screen.drawn()
        await screen.press("escape", "escape")
        assert screen.app.screen is screen.main


async def test_sorting_by_menu_keeps_the_cursor_on_its_paper(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("j", "j")
        key = screen.papers.cursor
        await screen.press("S", "o")
        assert screen.papers.cursor == key
        assert "oldest first" in screen.drawn()
        await screen.press("S", "down", "enter")
        assert screen.view.sort == "title"


async def test_a_command_shows_what_it_would_do_and_u_takes_it_back(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("colon")
        await screen.type("delete terminal")
        assert "Enter: Delete" in screen.drawn()
        assert len(library) == 35
        await screen.press("enter")
        assert len(library) < 35
        left = len(library)
        assert "u undoes" in screen.message
        await screen.press("u")
        assert len(library) == 35
        await screen.press("U")
        assert len(library) == left


async def test_a_wrong_command_says_which_there_are(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("colon")
        await screen.type("frobnicate all")
        await screen.press("enter")
        assert "Unknown command frobnicate" in screen.drawn()
        await screen.press("escape", "r")
        assert library.count(EVERYTHING).unread == 34


async def test_the_palette_finds_actions_and_topics(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("ctrl+p")
        await screen.type("rl for tool")
        await screen.pilot.pause(0.3)
        await screen.press("down", "enter")
        assert screen.view.scope.name == "RL for Tool Use"


async def test_keys_that_come_while_a_dialog_goes_do_nothing(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        for opener, *keys in (
            ("t", "enter", "enter"),
            ("a", "enter", "escape"),
            ("y", "i", "i"),
            ("S", "o", "t"),
        ):
            await screen.press(opener)
            assert len(screen.app.screen_stack) == 2
            for key in keys:
                screen.app.screen.post_message(events.Key(key, key if len(key) == 1 else None))
            await screen.settle()
            await screen.press("escape", "escape")
            assert len(screen.app.screen_stack) == 1


async def test_what_is_typed_ahead_is_for_what_opens(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        for text in ("/Asd", "tAll", ":read is:unread"):
            for letter in text:
                screen.app.post_message(
                    events.Key({"/": "slash", ":": "colon", " ": "space"}.get(letter, letter), letter)
                )
            await screen.until(lambda: screen.app.focused not in screen.panes)
            await screen.settle()
            typed = screen.app.focused
            assert isinstance(typed, Input)
            assert typed.value == text[1:]
            assert not any(library.mark(key) != UNMARKED for key in library.contents.rows)
            await screen.press("escape", "escape", "escape")
