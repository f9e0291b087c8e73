"""Suspending, hanging up, killing, a full disk: what is left on the terminal and on the disk, on real terminals."""

import os
import signal
import sys
import termios
from pathlib import Path

import pytest

from papertui.library import Library
from papertui.ui.session import Session
from papertui.ui.terminal import RESET
from tests.terminal import Terminal

LEFT_ALTERNATE_SCREEN = "\x1b[?1049l"


def papertui(folder: Path, *, script: str = "") -> Terminal:
    """Start papertui on a terminal of its own, or a script in its place, and wait until it has begun."""
    start = ["-m", "papertui"]
    if script:
        path = folder.with_name("script.py")
        path.write_text(script)
        start = [str(path)]
    terminal = Terminal(
        [sys.executable, *start, "--library", str(folder)], {"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    terminal.until("FlowBalance")
    terminal.until("Welcome")
    return terminal


def is_starred(folder: Path) -> bool:
    """Tell whether the first paper is starred on the disk."""
    with Library.open(folder, read_only=True) as library:
        return library.mark(library.listing(Session().view).keys[0]).starred


def is_in_order(terminal: Terminal) -> bool:
    """Tell whether a terminal echoes, edits lines and sends signals, and shows the screen of the shell."""
    modes = terminal.settings[3]
    assert isinstance(modes, int)
    wanted = termios.ECHO | termios.ICANON | termios.ISIG
    left = terminal.seen.decode(errors="replace")
    return modes & wanted == wanted and left.rindex(LEFT_ALTERNATE_SCREEN) > left.rindex("\x1b[?1049h")


def test_suspending_leaves_the_terminal_in_order_and_coming_back_draws_all(folder: Path) -> None:
    with papertui(folder) as terminal:
        terminal.send("\x1a")
        terminal.stopped()
        terminal.until(LEFT_ALTERNATE_SCREEN)
        assert is_in_order(terminal)
        back = len(terminal.seen)
        os.kill(terminal.pid, signal.SIGCONT)
        for text in ("Topics", "All papers", "Abstract", "FlowBalance", "LLM Agent", "Welcome"):
            terminal.until(text, after=back)
        terminal.send("s")
        terminal.until("Starred “")
        terminal.send("q")
        assert terminal.ended() == 0
        assert is_in_order(terminal)
    assert is_starred(folder)


def test_to_be_told_to_go_on_without_having_stopped_does_no_harm(folder: Path) -> None:
    with papertui(folder) as terminal:
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.send("s")
        terminal.until("Starred “")
        terminal.send("q")
        assert terminal.ended() == 0
        assert is_in_order(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_leaves_terminal_and_library_in_order(folder: Path, number: signal.Signals) -> None:
    with papertui(folder) as terminal:
        terminal.send("s")
        terminal.until("Starred “")
        os.kill(terminal.pid, number)
        assert terminal.ended() == 128 + number
        assert is_in_order(terminal)
        assert b"Traceback" not in terminal.seen
    assert is_starred(folder)
    assert Session.load(folder).seen_before
    assert not list(folder.glob("*.open"))


def test_a_terminal_that_is_gone_ends_papertui_with_everything_saved(folder: Path) -> None:
    with papertui(folder) as terminal:
        terminal.send("s")
        terminal.until("Starred “")
        terminal.hang_up()
        assert terminal.ended() == 128 + signal.SIGHUP
    assert is_starred(folder)
    assert Session.load(folder).seen_before
    assert not list(folder.glob("*.open"))


def test_the_next_start_resets_a_terminal_on_which_papertui_was_killed(folder: Path) -> None:
    killer = f"""
import os, subprocess, sys
subprocess.run([sys.executable, "-m", "papertui", "--library", {str(folder)!r}])
print("KIL" + "LED", flush=True)
sys.stdin.buffer.raw.read(1)
subprocess.run([sys.executable, "-m", "papertui", "--library", {str(folder)!r}])
print("EN" + "DED", flush=True)
"""
    with Terminal([sys.executable, "-c", killer]) as terminal:
        terminal.until("Welcome")
        mark = next(folder.glob("screen*.open"))
        os.kill(int(mark.read_text()), signal.SIGKILL)
        killed = terminal.until("KILLED")
        assert not is_in_order(terminal)
        assert mark.exists()
        terminal.send("x")
        terminal.until(RESET, after=killed)
        terminal.until("FlowBalance", after=killed)
        terminal.send("q")
        terminal.until("ENDED", after=killed)
        assert is_in_order(terminal)
        assert not mark.exists()


def test_a_terminal_in_order_is_not_reset(folder: Path) -> None:
    with papertui(folder) as terminal, papertui(folder) as other:
        for one in (terminal, other):
            one.send("q")
            assert one.ended() == 0
            assert RESET.encode() not in one.seen


FULL = """
import resource, sys
from papertui.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
sys.exit(main())
"""


def test_what_cannot_be_written_is_told_and_leaves_the_terminal_in_order(folder: Path) -> None:
    Library.open(folder).close()
    with papertui(folder, script=FULL) as terminal:
        terminal.send("s")
        terminal.until("Not saved")
        terminal.send("q")
        assert terminal.ended() == 2
        assert is_in_order(terminal)
        last = terminal.seen.decode().rpartition(LEFT_ALTERNATE_SCREEN)[2]
        assert "Traceback" not in last
        assert last.count("papertui: ") == 1
    assert not is_starred(folder)


BUSY = """
import asyncio, os, sys
import papertui.ui.app as app
from papertui.__main__ import main
class Busy(app.PapertuiApp):
    CSS_PATH = app.__file__.replace("app.py", "papertui.tcss")
    def on_ready(self):
        self.run_worker(asyncio.to_thread(os.read, os.pipe()[0], 1), exit_on_error=False)
        self.run_worker(lambda: os.read(os.pipe()[0], 1), thread=True, exit_on_error=False)
app.PapertuiApp = Busy
sys.exit(main())
"""


def test_quitting_waits_for_no_thread(folder: Path) -> None:
    with papertui(folder, script=BUSY) as terminal:
        terminal.send("s")
        terminal.until("Starred “")
        terminal.send("q")
        assert terminal.ended() == 0
        assert is_in_order(terminal)
    assert is_starred(folder)


BROKEN = """
import sys
import papertui.ui.app as app
from papertui.__main__ import main
class Broken(app.PapertuiApp):
    CSS_PATH = app.__file__.replace("app.py", "papertui.tcss")
    def key_f6(self):
        raise ValueError("[/] \\x1b[2J planted")
app.PapertuiApp = Broken
sys.exit(main())
"""


def test_a_fault_of_the_screen_is_one_sentence_on_a_terminal_in_order(folder: Path) -> None:
    with papertui(folder, script=BROKEN) as terminal:
        terminal.send("s")
        terminal.until("Starred “")
        terminal.send("\x1b[17~")
        assert terminal.ended() == 2
        assert is_in_order(terminal)
        last = terminal.seen.decode().rpartition(LEFT_ALTERNATE_SCREEN)[2]
        assert "Internal error" in last
        assert "planted" in last
        assert "Traceback" not in last
    assert is_starred(folder)
