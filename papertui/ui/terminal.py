"""A terminal that is left in order, also after a papertui was killed on it and could not see to that itself."""

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

RESET = (
    "\x1b[<u"  # keys as they were before the kitty protocol was asked for
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # no mouse
    "\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # no reports of focus, pasting and size
    "\x1b[?7h\x1b[?25h\x1b[0m"  # lines wrap, a cursor, no colours
    "\x1b[?1049l"  # the screen of the shell
)
"""Undoes all that Textual asks of a terminal. Source: xterm control sequences, and the kitty keyboard protocol."""


@contextmanager
def marked_terminal(folder: Path) -> Iterator[None]:
    """Leave a mark in a library while its screen is on a terminal; reset one on which a dead papertui left its own."""
    name = _terminal_name()
    mark = folder / f"screen{name.replace('/', '-')}.open"
    if not name:
        yield
        return
    with suppress(OSError):  # a mark is a kindness, and nothing is lost without it
        if _left_by_the_dead(mark):
            reset_terminal(name)
        mark.write_text(f"{os.getpid()}\n")
    try:
        yield
    finally:
        with suppress(OSError):
            mark.unlink()


def reset_terminal(name: str) -> None:
    """Bring a terminal back to how a shell expects it. Raises OSError."""
    terminal = os.open(name, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(terminal, RESET.encode())
        settings = termios.tcgetattr(terminal)
        settings[0] |= termios.ICRNL | termios.IXON
        settings[3] |= termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
    finally:
        os.close(terminal)


def _terminal_name() -> str:
    try:
        return os.ttyname(sys.__stdin__.fileno()) if sys.__stdin__ else ""
    except (OSError, ValueError):
        return ""


def _left_by_the_dead(mark: Path) -> bool:
    """Tell whether a mark is there whose process is not."""
    try:
        os.kill(int(mark.read_text()[:20]), 0)
    except FileNotFoundError:
        return False
    except (ProcessLookupError, ValueError, OverflowError):
        return True
    return False
