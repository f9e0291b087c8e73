"""Commands of the : line: what they would do is shown, Enter does it, and one u takes it back."""

import re
from pathlib import Path

import pytest
from textual.widgets import Input, TextArea

from papertui.library import Library, marks
from papertui.library.marks import EDITS
from papertui.model import EVERYTHING, Mark
from papertui.ui.dialogs.command_line import COMMANDS, completions, plan
from tests.ui.conftest import Open


@pytest.mark.parametrize(
    ("command", "holds"),
    [
        ("read", lambda mark: mark.read),
        ("star", lambda mark: mark.starred),
        ("dismiss", lambda mark: mark.dismissed),
        ('tag "to discuss"', lambda mark: mark.tags == ("to discuss",)),
    ],
)
async def test_a_bulk_command_is_one_action(
    library: Library, folder: Path, opened: Open, command: str, holds: object
) -> None:
    assert callable(holds)
    keys = library.find("cat:cs.AI").keys
    async with opened(library) as screen:
        await screen.press("colon")
        await screen.type(f"{command} cat:cs.AI")
        assert f"{len(keys)} papers" in screen.drawn()
        assert f"... and {len(keys) - 6} more" in screen.drawn()
        assert not any(holds(library.mark(key)) for key in keys)
        await screen.press("enter")
        library.settle()
        with Library.open(folder, read_only=True) as other:
            assert {key for key in other.contents.rows if holds(other.mark(key))} == set(keys)
        await screen.press("u")
        library.settle()
        with Library.open(folder, read_only=True) as other:
            assert all(other.mark(key) == Mark() for key in keys)


@pytest.mark.parametrize(
    ("command", "before"), [("unread", "read"), ("unstar", "star"), ("undismiss", "dismiss")]
)
async def test_what_a_command_did_another_takes_back(
    library: Library, opened: Open, command: str, before: str
) -> None:
    keys = list(library.contents.rows)[:3]
    library.apply(EDITS[before], keys)
    async with opened(library) as screen:
        await screen.press("colon")
        await screen.type(
            f"{command} is:{'dismissed' if before == 'dismiss' else before.replace('star', 'starred')}"
        )
        await screen.press("enter")
        assert all(library.mark(key) == Mark() for key in keys)


async def test_select_by_query_and_then_one_command_for_the_selection(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("colon")
        await screen.type("select terminal")
        await screen.press("enter")
        chosen = set(screen.selection.keys)
        assert chosen == set(library.find("terminal").keys)
        await screen.press("colon")
        await screen.type("tag soon")
        await screen.press("enter")
        assert set(library.find("tag:soon").keys) == chosen
        assert "soon" in screen.drawn()
        await screen.press("colon")
        await screen.type("untag soon tag:soon")
        await screen.press("enter")
        assert not library.scopes.tags_by_size()


async def test_what_is_wrong_is_said_and_enter_does_nothing(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        for typed, told in (
            ("frobnicate", "Unknown command frobnicate"),
            ("tag", "tag needs a tag, then a query"),
            ("read zzzzqqq", "Enter: Mark no papers read"),
            ("read sort:sideways", "sort"),
        ):
            await screen.press("colon")
            await screen.type(typed)
            await screen.press("enter")
            assert told in screen.drawn()
            await screen.press("escape")
        assert not len(library.history)
        assert library.count(EVERYTHING).unread == 35


async def test_tab_completes_and_up_recalls_also_after_a_restart(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("colon", "s", "t", "tab")
            await screen.type("cat:cs.A")
            await screen.press("tab", "enter")
            assert library.count(EVERYTHING).starred == len(library.find("cat:cs.AI").keys)
            await screen.press("slash")
            await screen.type("terminal")
            await screen.press("enter", "q")
            screen.app.session.save(folder)
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("colon", "up")
            assert "star cat:cs.AI" in screen.drawn()
            assert "Enter: Star" in screen.drawn()
            await screen.press("down", "escape", "slash", "up")
            assert screen.view.query == "terminal"


async def test_copying_by_command_takes_all_papers_of_the_query(library: Library, opened: Open) -> None:
    keys = library.find("terminal").keys
    async with opened(library) as screen:
        await screen.press("colon")
        await screen.type("copy bibtex terminal")
        assert f"Enter: Copy the bibtex of {len(keys)} papers" in screen.drawn()
        await screen.press("enter")
        await screen.until(lambda: screen.message.startswith(f"Bibtex of {len(keys)} papers"))
        copied = screen.app.screen.query_one(TextArea).text
        assert {f"arxiv:{name}" for name in re.findall(r"eprint = {(.+)}", copied)} == set(keys)
        assert copied.count("\n@") == len(keys) - 1


async def test_exporting_by_command_writes_a_new_file_and_spares_an_old_one(
    library: Library, tmp_path: Path, opened: Open
) -> None:
    keys = library.find("terminal").keys
    path = tmp_path / "out.bib"
    async with opened(library) as screen:
        await screen.press("colon")
        screen.app.screen.query_one(Input).value = f"export {path} terminal"
        await screen.settle()
        await screen.press("enter")
        await screen.until(lambda: screen.message.startswith(f"Wrote {len(keys)} papers"))
        written = path.read_text(encoding="utf-8")
        assert {f"arxiv:{name}" for name in re.findall(r"eprint = {(.+)}", written)} == set(keys)
        await screen.press("colon", "up", "enter")

        await screen.until(lambda: "Replace it?" in screen.drawn())
        await screen.press("n")
        await screen.until(lambda: screen.message == "Nothing was written")
        assert path.read_text(encoding="utf-8") == written


def test_completions_go_from_name_to_word_to_query(library: Library) -> None:
    library.apply(marks.tag("to discuss"), list(library.contents.rows)[:2])
    assert completions(library, "un") == ["unread ", "unstar ", "undismiss ", "untag "]
    assert completions(library, "untag to") == ['untag "to discuss" ']
    assert completions(library, 'untag "to discuss" ti') == ['untag "to discuss" title:']
    assert completions(library, "copy b") == ["copy bibtex "]
    assert completions(library, "frob x") == []
    assert plan(library, 'untag "to discuss" tag:"to discuss"', ()).word == "to discuss"
    assert plan(library, "copy terminal", ()).word == "link"
    assert all(plan(library, f"{name} one two", ()).name == name for name in COMMANDS)
