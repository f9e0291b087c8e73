"""Tags, notes, dismissing and jump marks: by key, on the screen and on disk."""

from pathlib import Path

from textual.widgets import TextArea

from papertui.library import Library, marks
from papertui.library.marks import DISMISS
from papertui.model import EVERYTHING, Scope, ScopeKind, View
from papertui.ui.dialogs.note import NoteDialog
from papertui.ui.dialogs.tags import TagDialog
from tests.ui.conftest import Open, Screen


def on_disk(library: Library, folder: Path, key: str) -> tuple[tuple[str, ...], str]:
    library.settle()
    with Library.open(folder, read_only=True) as other:
        return other.mark(key).tags, other.mark(key).note


async def test_a_tag_is_made_by_typing_it_and_counted_in_the_sidebar(
    library: Library, folder: Path, opened: Open
) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        await screen.press("t")
        await screen.type("to discuss")
        assert "new tag" in screen.drawn()
        await screen.press("enter")
        assert on_disk(library, folder, key) == (("to discuss",), "")
        assert "#to discuss" in screen.drawn()
        assert any("to discuss" in line[:28] and "1/1" in line[:28] for line in screen.lines())
        await screen.press("r", "u", "u")
        assert "to discuss" not in "\n".join(screen.lines()[:-1])
        assert on_disk(library, folder, key) == ((), "")


async def test_several_tags_are_set_and_taken_at_once_on_the_selection(
    library: Library, opened: Open
) -> None:
    async with opened(library) as screen:
        first, second = screen.papers.keys[:2]
        library.apply(marks.tag("both"), [first])
        library.apply(marks.tag("one"), [first])
        library.apply(marks.tag("both"), [second])
        actions = len(library.history)
        await screen.press("space", "space", "t")
        lines = "\n".join(screen.lines())
        assert "[x] both" in lines
        assert "[-] one" in lines
        await screen.press("space", "down", "space")
        await screen.type("third")
        await screen.press("enter")
        assert set(library.mark(first).tags) == set(library.mark(second).tags) == {"one", "third"}
        assert len(library.history) == actions + 1
        await screen.press("u")
        assert library.mark(first).tags == ("both", "one")
        assert library.mark(second).tags == ("both",)


async def test_a_known_tag_is_found_by_part_of_its_name_and_escape_changes_nothing(
    library: Library, opened: Open
) -> None:
    library.apply(marks.tag("to discuss"), list(library.contents.rows)[5:6])
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        await screen.press("t")
        await screen.type("disc")
        await screen.press("escape", "space", "escape")
        assert screen.app.screen is screen.main
        assert library.mark(key).tags == ()
        await screen.press("t")
        await screen.type("disc")
        await screen.press("enter")
        assert library.mark(key).tags == ("to discuss",)
        await screen.press("t", "down", "up", "enter")
        assert library.mark(key).tags == ()


async def test_the_mouse_sets_a_tag(library: Library, opened: Open) -> None:
    library.apply(marks.tag("a"), list(library.contents.rows)[5:7])
    library.apply(marks.tag("b"), list(library.contents.rows)[5:6])
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        await screen.press("t")
        assert isinstance(screen.app.screen, TagDialog)
        await screen.pilot.click("TagList", offset=(3, 1))
        await screen.settle()
        await screen.pilot.click("TagList", offset=(3, 1))
        await screen.settle()
        await screen.press("enter")
        assert library.mark(key).tags == ("b",)


async def test_a_tag_is_renamed_and_deleted_where_it_stands(library: Library, opened: Open) -> None:
    keys = list(library.contents.rows)[:3]
    library.apply(marks.tag("old"), keys)
    library.apply(DISMISS, keys[:1])
    async with opened(library) as screen:
        screen.show_scope(Scope(ScopeKind.TAG, "old"))
        await screen.settle()
        await screen.press("F", "r", *["backspace"] * 3)
        await screen.type("new")
        await screen.press("enter")
        assert screen.view.scope == Scope(ScopeKind.TAG, "new")
        assert all(library.mark(key).tags == ("new",) for key in keys)
        assert len(screen.papers.keys) == 2
        await screen.press("F", "d")
        assert screen.view.scope == EVERYTHING
        assert not library.scopes.tags_by_size()
        await screen.press("u", "u")
        assert all(library.mark(key).tags == ("old",) for key in keys)
        assert any(entry == Scope(ScopeKind.TAG, "old") for entry in screen.topics.keys)


async def test_a_note_of_several_lines_is_kept_shown_and_found(
    library: Library, folder: Path, opened: Open
) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        await screen.press("e")
        await screen.type("try this")
        await screen.press("enter")
        await screen.type("zanzibar")
        await screen.press("ctrl+s")
        assert on_disk(library, folder, key) == ((), "try this\nzanzibar")
        assert f"✎{library.paper(key).date}" in screen.drawn()
        assert "zanzibar" in screen.drawn()
        assert library.find("note:zanzibar").keys == (key,)
        await screen.press("u")
        assert "zanzibar" not in screen.drawn()


async def test_a_note_is_dropped_only_where_the_reader_says_so(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("e", "escape")
        assert screen.app.screen is screen.main
        await screen.press("e", "x", "escape")
        assert "Discard your changes?" in screen.drawn()
        await screen.press("n")
        assert screen.app.screen.query_one(TextArea).text == "x"
        await screen.press("escape", "y")
        assert screen.app.screen is screen.main
        assert not len(library.history)


async def test_a_note_that_is_too_long_stays_in_the_editor(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("e")
        assert isinstance(screen.app.screen, NoteDialog)
        screen.app.screen.query_one(TextArea).load_text("x" * 100_001)
        await screen.press("ctrl+s")
        assert "at most 100,000 characters" in screen.drawn()
        await screen.press("ctrl+e")
        assert "No editor found" in screen.drawn()
        assert not len(library.history)


async def test_a_dismissed_row_says_so_and_leaves_with_the_view(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        await screen.press("d")
        assert screen.papers.cursor == key
        assert "✗" in screen.drawn()
        assert "34/34" in screen.drawn()
        await screen.press("S", "n")
        assert key not in screen.papers.keys
        assert screen.papers.row == 0
        await screen.press("slash")
        await screen.type("is:dismissed")
        await screen.press("enter")
        assert screen.papers.keys == (key,)
        await screen.press("d", "escape")
        assert key in screen.papers.keys


async def jump_to(screen: Screen, letter: str) -> str | None:
    await screen.press("apostrophe", letter)
    return screen.papers.cursor


async def test_jump_marks_lead_back_also_after_a_restart(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("j", "j")
            key = screen.papers.cursor
            assert key is not None
            await screen.press("m", "a", "G")
            assert await jump_to(screen, "b") != key
            assert "No bookmark b" in screen.message
            assert await jump_to(screen, "a") == key
            await screen.press("q")
            screen.app.session.save(folder)
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("r", "full_stop", "1", "j", "2")
            assert key not in screen.papers.keys
            assert await jump_to(screen, "a") == key
            assert screen.view.scope == EVERYTHING
            library.delete([key])
            await jump_to(screen, "a")
            assert "no longer in the library" in screen.message


async def test_low_rows_tell_of_notes_and_dismissal_too(library: Library, opened: Open) -> None:
    library.apply(marks.note("x"), [library.listing(View()).keys[0]])
    async with opened(library) as screen:
        screen.papers.row_height = 1
        await screen.settle()
        assert "● ✎" in screen.drawn()
