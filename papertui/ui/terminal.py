"""Reset of a terminal on which papertui was killed."""

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

RESET = (
    "\x1b[<u"  # keyboard without the kitty protocol
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # mouse off
    "\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # reports of focus, pasting and size off
    "\x1b[?7h\x1b[?25h\x1b[0m"  # line wrap, visible cursor, default colours
    "\x1b[?1049l"  # main screen
)
"""Resets every mode that Textual sets. Sources: xterm control sequences; the kitty keyboard protocol."""


@contextmanager
def marked_terminal(folder: Path) -> Iterator[None]:
    """Keep a marker file while the screen is open; reset the terminal if a killed papertui left its marker."""
    name = _terminal_name()
    mark = folder / f"screen{name.replace('/', '-')}.open"
    if not name:
        yield
        return
    with suppress(OSError):  # without the marker only the reset after a kill is missing
        if _left_by_the_dead(mark):
            reset_terminal(name)
        mark.write_text(f"{os.getpid()}\n")
    try:
        yield
    finally:
        with suppress(OSError):
            mark.unlink()


def reset_terminal(name: str) -> None:
    """Reset a terminal for the shell. Raises OSError."""
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
    """Return whether a marker exists whose process does not."""
    try:
        os.kill(int(mark.read_text()[:20]), 0)
    except FileNotFoundError:
        return False
    except (ProcessLookupError, ValueError, OverflowError):
        return True
    return False
