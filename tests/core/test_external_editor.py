"""A note in the reader's own editor: a real program, words without a shell, and whatever it leaves."""

import sys
from pathlib import Path

import pytest

from papertui.errors import ProgramError, UsageError
from papertui.system.editor import edit_text, editor_command


def editor(folder: Path, body: str) -> list[str]:
    """Return the command of an editor that does what the body says with the file `path`."""
    script = folder / "editor.py"
    script.write_text(f"import sys, pathlib\npath = pathlib.Path(sys.argv[-1])\n{body}\n", encoding="utf-8")
    return [sys.executable, str(script), "--wait"]


def test_what_the_editor_writes_comes_back_and_its_file_is_gone(tmp_path: Path) -> None:
    body = "path.write_text(path.read_text() + 'é' + str(path))"
    edited = edit_text("before ", editor(tmp_path, body))
    assert edited.startswith("before é")
    assert not Path(edited.removeprefix("before é")).exists()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("sys.exit(3)", "failed"),
        ("path.write_bytes(b'\\xff\\xfe')", "cannot be read"),
        ("path.unlink()", "cannot be read"),
        ("path.write_text('x' * 500_000)", "longer than 100,000"),
    ],
)
def test_a_fault_of_the_editor_is_told_in_a_sentence(tmp_path: Path, body: str, told: str) -> None:
    with pytest.raises(ProgramError, match=told):
        edit_text("before", editor(tmp_path, body))


def test_an_editor_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="cannot be run"):
        edit_text("before", [str(tmp_path / "nothing")])


def test_the_command_is_words_and_never_a_shell_line() -> None:
    assert editor_command({"EDITOR": "vi"}, ["code", "--wait"]) == ("code", "--wait")
    assert editor_command({"EDITOR": "vi", "VISUAL": "em 'a b'; rm"}) == ("em", "a b;", "rm")
    assert editor_command({"EDITOR": "vi", "VISUAL": " "}) == ("vi",)
    with pytest.raises(UsageError, match="No editor found"):
        editor_command({})
    with pytest.raises(UsageError, match="cannot be read"):
        editor_command({"EDITOR": "vi 'x"})
