"""Clipboard: copy by a program, tmux or the terminal; the only user of pyperclip.

Over SSH the terminal comes first, since a program here would fill the clipboard of the wrong machine; elsewhere
a program of the platform, then tmux, then the terminal. What cannot be copied is left to be shown.
"""

import base64
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from papertui.system.process import end_program, has_program, start_program
from papertui.text.cleaning import clean_block, clean_line

TIME_LIMIT = 1.0
"""Maximum seconds for a program."""
TEXT_LIMIT = 10_000_000
"""Maximum length of a copied text, in characters."""
TERMINAL_LIMIT = 70_000
"""Maximum bytes sent to a terminal, since terminals silently drop longer texts."""

_PYPERCLIP = (
    sys.executable,
    "-P",  # so that a pyperclip.py in the current folder is not run
    "-c",
    "import sys, pyperclip; pyperclip.copy(sys.stdin.buffer.read().decode())",
)
_UNIX_PROGRAMS = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
)
_TMUX = ("tmux", "load-buffer", "-w", "-")
_TMUX_MODE = ("tmux", "show-options", "-s", "-v", "set-clipboard")
_TERMINALS_WITHOUT_CLIPBOARD = frozenset({"", "dumb", "linux"})


class Route(StrEnum):
    """Routes to a clipboard."""

    PROGRAM = "program"
    TMUX = "tmux"
    TERMINAL = "terminal"
    SHOWN = "shown"
    """No route worked: the caller shows the text to copy by hand."""


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of copying a text."""

    route: Route
    text: str
    """The end of a sentence after the name of the text, such as "copied with xclip"."""

    @property
    def ok(self) -> bool:
        """Whether the text was copied."""
        return self.route is not Route.SHOWN


class Outcome(StrEnum):
    """The result of passing a text to a program, to follow its name."""

    DONE = "took it"
    FAILED = "failed"
    SILENT = "did not answer"


Run = Callable[[Sequence[str], bytes, Mapping[str, str], float], Outcome]
"""Passes bytes to a command in an environment, and waits at most a number of seconds."""


def run_program(
    command: Sequence[str], data: bytes, environment: Mapping[str, str], time_limit: float
) -> Outcome:
    """Pass bytes to a program in its own session, and return the result by its exit code.

    Processes that it leaves running, such as the xclip that holds the selection, are detached from the terminal
    and all pipes. A program that takes longer than `time_limit` seconds is killed.
    """
    try:
        process = start_program(command, environment, stdin=subprocess.PIPE)
    except OSError:
        return Outcome.FAILED
    with process:
        try:
            process.communicate(data, time_limit)
        except subprocess.TimeoutExpired:
            end_program(process)
            return Outcome.SILENT
    return Outcome.FAILED if process.returncode else Outcome.DONE


def write_to_terminal(sequence: str) -> None:
    """Send a sequence to the controlling terminal. Raises OSError if there is none."""
    rest = memoryview(sequence.encode())
    with Path("/dev/tty").open("wb", buffering=0) as terminal:
        while rest:
            rest = rest[terminal.write(rest) :]


@dataclass(frozen=True, slots=True)
class _Try:
    """The result of one route in words; no words if the route does not exist here."""

    ok: bool
    words: str


_ABSENT = _Try(ok=False, words="")


class Clipboard:
    """Copies texts. Environment, platform and routes are handed in for tests."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        *,
        platform: str = sys.platform,
        write_terminal: Callable[[str], None] | None = None,
        run: Run = run_program,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        """Create a clipboard; without `write_terminal`, which may raise OSError, the terminal is not used."""
        self._environment = environment
        self._platform = platform
        self._write_terminal = write_terminal
        self._run = run
        self._time_limit = time_limit

    def copy(self, text: str) -> Copied:
        """Copy a text, cleaned. Never raises, and spends at most the time limit on each route.

        It waits for programs, so a screen must call it in a thread.
        """
        if len(text) > TEXT_LIMIT:
            return Copied(Route.SHOWN, f"not copied: it has {len(text):,} characters")
        data = _cleaned(text).encode()
        if not data:
            return Copied(Route.SHOWN, "not copied: it is empty")
        failures = []
        for route, way in self._ways():
            tried = way(data)
            if tried.ok:
                return Copied(route, tried.words)
            if tried.words:
                failures.append(tried.words)
        return Copied(Route.SHOWN, f"not copied: {'; '.join(failures) or 'no clipboard here'}")

    def _ways(self) -> Iterator[tuple[Route, Callable[[bytes], _Try]]]:
        """Yield the routes in the order of trial."""
        if not self._is_remote:
            yield Route.PROGRAM, self._by_program
        yield Route.TMUX, self._by_tmux
        yield Route.TERMINAL, self._by_terminal
        if self._is_remote:
            yield Route.PROGRAM, self._by_program

    @property
    def _is_remote(self) -> bool:
        return any(self._environment.get(name) for name in ("SSH_TTY", "SSH_CONNECTION"))

    def _programs(self) -> Iterator[tuple[str, Sequence[str]]]:
        """Yield the names and commands of programs for the clipboard of the display."""
        own_desktop = self._platform in {"darwin", "win32"} or self._environment.get("WSL_DISTRO_NAME")
        if own_desktop and not self._is_remote:
            yield "the system's clipboard", _PYPERCLIP
        for display, command in _UNIX_PROGRAMS:
            if self._environment.get(display) and self._has(command[0]):
                yield command[0], command

    def _by_program(self, data: bytes) -> _Try:
        """Try the programs of the platform; stop after one that times out, since its display does not respond."""
        tried = _ABSENT
        for name, command in self._programs():
            outcome = self._run(command, data, self._environment, self._time_limit)
            if outcome is Outcome.DONE:
                return _Try(ok=True, words=f"copied with {name}")
            tried = _Try(ok=False, words=f"{name} {outcome}")
            if outcome is Outcome.SILENT:
                break
        return tried

    def _by_tmux(self, data: bytes) -> _Try:
        """Fill a tmux buffer, which tmux passes to its terminal if set-clipboard is on."""
        if not self._environment.get("TMUX") or not self._has("tmux"):
            return _ABSENT
        outcome = self._run(_TMUX, data, self._environment, self._time_limit)
        if outcome is Outcome.DONE and _tmux_hands_on(self._environment, self._time_limit):
            return _Try(ok=True, words="copied to the tmux buffer")
        if outcome is Outcome.DONE:
            return _Try(ok=True, words="copied to the tmux buffer only, since its set-clipboard is off")
        return _Try(ok=False, words=f"tmux {outcome}")

    def _by_terminal(self, data: bytes) -> _Try:
        if self._write_terminal is None or self._environment.get("TERM", "") in _TERMINALS_WITHOUT_CLIPBOARD:
            return _ABSENT
        if len(data) > TERMINAL_LIMIT:
            return _Try(ok=False, words=f"{len(data):,} bytes are too many for a terminal")
        try:
            self._write_terminal(terminal_sequence(data, self._environment))
        except OSError:
            return _Try(ok=False, words="the terminal cannot be reached")
        return _Try(ok=True, words="sent to the terminal")

    def _has(self, program: str) -> bool:
        return has_program(program, self._environment)


def _tmux_hands_on(environment: Mapping[str, str], time_limit: float) -> bool:
    """Return whether tmux passes copies to its terminal; True if unknown."""
    try:
        told = subprocess.run(
            _TMUX_MODE, capture_output=True, env=dict(environment), timeout=time_limit, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return True
    return told.stdout.strip() != b"off"


def _cleaned(text: str) -> str:
    """Return a text that is safe to paste into a shell: no control characters or hidden line ends."""
    stripped = text.strip()
    clean = clean_block if "\n" in stripped else clean_line
    return clean(stripped, len(stripped))


def terminal_sequence(data: bytes, environment: Mapping[str, str]) -> str:
    """Return the OSC 52 sequence that makes a terminal copy, wrapped for tmux or GNU screen.

    Format: xterm control sequences, "Manipulate Selection Data"; the wraps are those of tmux's
    ``allow-passthrough`` and of the device control string of screen, which takes at most 768 bytes.
    """
    sequence = f"\x1b]52;c;{base64.b64encode(data).decode()}\x07"
    if environment.get("TMUX"):
        return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if environment.get("STY"):
        pieces = (sequence[at : at + 700] for at in range(0, len(sequence), 700))
        return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)
    return sequence
