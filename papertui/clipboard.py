"""Copying by whatever way there is, and saying truthfully which one it was. The only place that uses pyperclip.

In order: over SSH the terminal itself, since a program here would fill the wrong machine's clipboard; else
a program of the platform; inside tmux its own buffer; else the terminal. What cannot be copied is handed
back to be shown.
"""

import base64
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from papertui.text import clean_block

TIME_LIMIT = 1.0
"""Seconds that a program may take before it counts as failed."""
TERMINAL_LIMIT = 70_000
"""Most bytes sent to a terminal at once; terminals cap them, and drop what is longer without a word."""

_UNIX_TOOLS = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
)


@dataclass(frozen=True, slots=True)
class Copied:
    """Whether a text was copied, and which way it went, to follow the name of what was copied."""

    ok: bool
    text: str


class Clipboard:
    """Copies texts; environment, platform and the way to the terminal are handed in by tests."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        *,
        platform: str = sys.platform,
        write_terminal: Callable[[str], None] | None = None,
    ) -> None:
        self._environment = environment
        self._platform = platform
        self._write_terminal = write_terminal

    def copy(self, text: str) -> Copied:
        """Copy a text, cleaned. Never raises; takes at most a second for each way that it tries."""
        text = clean_block(text)
        if not text:
            return Copied(ok=False, text="is empty: nothing copied")
        remote = any(self._environment.get(name) for name in ("SSH_TTY", "SSH_CONNECTION"))
        ways = (self._by_tmux, self._by_terminal, self._by_program) if remote else (
            self._by_program, self._by_tmux, self._by_terminal
        )  # fmt: skip
        failures: list[str] = []
        for way in ways:
            done, words = way(text)
            if done:
                return Copied(ok=True, text=words)
            failures += [words] if words else []
        return Copied(ok=False, text=f"not copied: {'; '.join(failures) or 'no clipboard here'}")

    def _by_program(self, text: str) -> tuple[bool, str]:
        if self._platform in {"darwin", "win32"} or self._environment.get("WSL_DISTRO_NAME"):
            command: Sequence[str] = (
                sys.executable,
                "-c",
                "import sys, pyperclip; pyperclip.copy(sys.stdin.read())",
            )
            return self._run(command, text, "the system clipboard")
        failure = ""
        for variable, command in _UNIX_TOOLS:
            if self._environment.get(variable) and shutil.which(
                command[0], path=self._environment.get("PATH")
            ):
                done, words = self._run(command, text, command[0])
                if done:
                    return True, words
                failure = failure or words
        return False, failure

    def _by_tmux(self, text: str) -> tuple[bool, str]:
        if not self._environment.get("TMUX") or not shutil.which("tmux", path=self._environment.get("PATH")):
            return False, ""
        done, words = self._run(("tmux", "load-buffer", "-w", "-"), text, "tmux")
        if not done:
            return False, words
        return True, "sent to tmux's buffer" if self._tmux_keeps_it() else "sent to tmux and its terminal"

    def _tmux_keeps_it(self) -> bool:
        """Tell whether tmux is set not to hand texts on to its terminal."""
        try:
            answer = subprocess.run(
                ("tmux", "show-options", "-gsv", "set-clipboard"),
                capture_output=True,
                env=dict(self._environment),
                timeout=TIME_LIMIT,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return True
        return answer.stdout.strip() in {b"off", b""}

    def _by_terminal(self, text: str) -> tuple[bool, str]:
        data = text.encode("utf-8", "replace")
        if self._write_terminal is None or self._environment.get("TERM", "") in {"", "dumb", "linux"}:
            return False, ""
        if len(data) > TERMINAL_LIMIT:
            return False, f"{len(data):,} bytes are more than terminals take"
        try:
            self._write_terminal(terminal_sequence(data, self._environment))
        except OSError as error:
            return False, f"the terminal refused it ({error.strerror})"
        return True, "sent to the terminal"

    def _run(self, command: Sequence[str], text: str, name: str) -> tuple[bool, str]:
        """Hand the text to a program; it counts as done only where it ends well and in time."""
        try:
            ended = subprocess.run(
                command,
                input=text.encode("utf-8", "replace"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=dict(self._environment),
                timeout=TIME_LIMIT,
                start_new_session=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False, f"{name} did not answer"
        except OSError as error:
            return False, f"{name} does not start ({error.strerror})"
        return ended.returncode == 0, f"copied with {name}" if ended.returncode == 0 else f"{name} failed"


def terminal_sequence(data: bytes, environment: Mapping[str, str]) -> str:
    """Return the OSC 52 sequence that asks a terminal to copy, wrapped so that tmux or GNU screen pass it on.

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
