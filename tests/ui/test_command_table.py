"""The command table: each row runs a function, and bindings, names and themes agree with Textual."""

import inspect
import string
import subprocess
import sys
from pathlib import Path

import pytest
from textual.keys import _character_to_key
from textual.theme import BUILTIN_THEMES

from papertui.library import Library
from papertui.ui.drawing.theme_names import OWN_THEME_NAMES, THEME_NAMES
from papertui.ui.drawing.themes import OWN_THEMES
from papertui.ui.keymap.key_names import key_name, parse_key, rename_keys
from papertui.ui.keymap.table import COMMANDS, KeyCommand
from papertui.ui.main_screen import MainScreen
from papertui.ui.palette import PaperCommands
from tests.ui.conftest import Open


@pytest.mark.parametrize("command", COMMANDS.values(), ids=list(COMMANDS))
def test_the_handler_of_each_row_takes_the_controller_and_the_arguments(command: KeyCommand) -> None:
    handler = command.load()
    controller = object()
    bound = inspect.signature(handler).bind(controller, *command.arguments)
    assert next(iter(bound.arguments.items())) == ("app", controller)
    assert handler.__module__.startswith("papertui.ui.commands.")


def test_a_command_that_waits_for_a_dialog_runs_in_the_background() -> None:
    assert {command.id for command in COMMANDS.values() if command.dialog} == {
        command.id
        for command in COMMANDS.values()
        if inspect.iscoroutinefunction(command.load()) and command.id not in {"copy-link", "fetch"}
    }


def test_commands_are_functions() -> None:
    folder = Path(sys.modules["papertui.ui"].__path__[0]) / "commands"
    assert not [path.name for path in folder.glob("*.py") if "\nclass " in path.read_text(encoding="utf-8")]


def test_each_command_is_bound_once_and_runs_by_its_id() -> None:
    bindings = {binding.id: binding for binding in MainScreen.BINDINGS if not isinstance(binding, tuple)}
    assert {name: binding.action for name, binding in bindings.items()} == {
        name: f"run('{name}')" for name in COMMANDS
    }


async def test_commands_that_need_a_paper_are_unavailable_without_one(library: Library, opened: Open) -> None:
    needy = {command.id for command in COMMANDS.values() if command.needs_paper}
    assert {"read", "tags", "copy-link", "open", "similar"} <= needy

    async with opened(library) as screen:
        everything = {name for _, _, name in PaperCommands(screen.main)._actions()}
        assert ("r", "read") in screen.hints
        await screen.press("slash")
        await screen.type("zzzzqqq")
        await screen.press("enter")
        assert screen.current is None
        offered = {name for _, _, name in PaperCommands(screen.main)._actions()}
        assert everything - offered == needy
        assert ("r", "read") not in screen.hints
        assert ("u", "undo") in screen.hints
        await screen.press("r", "t", "c")
        assert screen.app.screen is screen.main
        assert not len(library.history)
        await screen.press("escape")
        assert ("r", "read") in screen.hints


@pytest.mark.parametrize("character", string.printable.strip() + "é§ß€あ")
def test_characters_name_their_keys_as_textual_does(character: str) -> None:
    key = _character_to_key(character)
    assert parse_key(character) == key
    assert key_name(key) == character


def test_theme_names_are_those_of_the_themes() -> None:
    assert tuple(theme.name for theme in OWN_THEMES) == OWN_THEME_NAMES
    assert (*OWN_THEME_NAMES, *BUILTIN_THEMES) == THEME_NAMES


def test_messages_name_remapped_keys() -> None:
    text = "Starred · u undoes, / searches and 1 goes to it"
    assert rename_keys(text, {"u": "^t", "/": "F3"}) == "Starred · ^t undoes, F3 searches and 1 goes to it"
    assert rename_keys(text, {}) == text


@pytest.mark.parametrize("words", [["keys"], ["config"]])
def test_the_shell_reads_the_table_without_textual(words: list[str]) -> None:
    code = f"""
import sys
from papertui.cli.main import main
main({words})
print(*sorted({{"papertui.ui.keymap.table", "textual", "rich"}} & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "papertui.ui.keymap.table\n"
