"""A note in the reader's own editor: the terminal is handed over and taken back, and the text is kept."""

import shlex
import sys
from pathlib import Path

from papertui.library import Library
from tests.terminal import Terminal

EDITOR = """
import pathlib, sys
path = pathlib.Path(sys.argv[-1])
print("EDITOR HAS", path.read_text(), flush=True)
input()
path.write_text(path.read_text() + " and quokka\\nsecond line", encoding="utf-8")
"""


def test_a_note_goes_through_the_editor_and_back(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "an editor.py"
    script.write_text(EDITOR, encoding="utf-8")
    editor = shlex.join([sys.executable, str(script)])
    command = [sys.executable, "-m", "papertui", "--library", str(folder)]
    with Terminal(command, {"EDITOR": editor, "VISUAL": ""}) as terminal:
        terminal.until("Welcome")
        terminal.send("e")
        terminal.until("Note on")
        terminal.send("wombat")
        terminal.until("wombat")
        terminal.send("\x05")
        place = terminal.until("EDITOR HAS wombat")
        terminal.send("\r")
        place = terminal.until("quokka", after=place)
        terminal.send("\x13")
        terminal.until("Saved the note", after=place)
        terminal.send("q")
        assert terminal.ended() == 0
    with Library.open(folder) as library:
        notes = [library.mark(key).note for key in library.find("has:note").keys]
    assert notes == ["wombat and quokka\nsecond line"]
