"""Text from outside is shown and copied as text: it can neither act on the terminal nor on the app."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from pathlib import Path

import orjson
import pytest

from papertui.formats import read_papers
from papertui.library import Library
from papertui.transfer.copy_formats import COPY_FORMS, copy_form
from papertui.transfer.importer import Importer
from tests.core.test_text import PAYLOADS
from tests.ui.conftest import Open

TITLES = [
    "[/] [@click=app.quit]x[/] \x1b]52;c;cHduZWQ=\x07",
    "[/bold] [red]text[/red] [O III] lines",
    "$accent [a={] [/",
    *(f"title {payload} end" for payload in PAYLOADS),
    "word " * 20_000,
]


@pytest.fixture
def hostile(folder: Path, tmp_path: Path) -> Library:
    """Return a library into which titles, authors, topics and abstracts of the worst kind were imported."""
    path = tmp_path / "hostile.jsonl"
    with path.open("wb") as file:
        for number, title in enumerate(TITLES):
            safe = title.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
            record = {
                "title": safe,
                "abstract": safe,
                "authors": [safe[:80]],
                "topics": [safe[:80]],
                "year": 2000 + number,
            }
            file.write(orjson.dumps(record) + b"\n")
    library = Library.open(folder, seeds=False)
    importer = Importer(library, library.identities())
    for _ in importer.take(read_papers(path, name="hostile.jsonl")):
        continue
    importer.finish("hostile.jsonl")
    return library


def is_clean(text: str) -> bool:
    """Tell whether a text holds nothing that could act on a terminal."""
    return not any((ord(letter) < 0x20 and letter != "\n") or 0x7F <= ord(letter) < 0xA0 for letter in text)


async def test_hostile_papers_are_listed_highlighted_and_told(hostile: Library, opened: Open) -> None:
    with hostile as library:
        assert len(library) == len(TITLES)
        async with opened(library) as screen:
            for _ in range(len(TITLES)):
                assert is_clean(screen.drawn())
                await screen.press("s")
                assert is_clean(screen.message)
                await screen.press("j")
            await screen.press("slash")
            await screen.type("click app")
            assert is_clean(screen.drawn())
            assert "[@click=app.quit]x[/]" in screen.drawn()
            await screen.press("enter")
            await screen.pilot.click("#papers", offset=(12, 1))
            await screen.pilot.click("#abstract", offset=(12, 1))
            await screen.settle()
            assert screen.app.is_running


def test_what_is_copied_holds_no_control(hostile: Library) -> None:
    with hostile as library:
        for key in library.contents.rows:
            for form in COPY_FORMS:
                assert is_clean(copy_form(library.paper(key), form).text)


def test_no_payload_byte_reaches_the_terminal(hostile: Library, folder: Path) -> None:
    hostile.close()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color")
        os.execv(sys.executable, [sys.executable, "-m", "papertui", "--library", str(folder)])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    written = b""
    keys = [b"j", b"s", b"G", b"k", b"3", b"J"]
    while select.select([terminal], [], [], 1.5 if keys == [] else 5.0)[0]:
        try:
            written += os.read(terminal, 1 << 16)
        except OSError:
            break
        if b"All papers" in written and keys:
            os.write(terminal, keys.pop(0))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    written = re.sub(rb"\x1b\]22;\w*\x07", b"", written)
    assert "␛]52;c;".encode() in written
    for payload in (
        b"\x1b]52",
        b"\x1b]0;",
        b"\x1b]2;",
        b"\x1b]8;",
        b"\x1bPq",
        b"\x07",
        b"\xc2\x9b",
        b"\xc2\x9d",
        b"\x0e",
    ):
        assert payload not in written
