"""A program on a pseudo terminal of its own, driven as a reader would: keys in, what it writes out."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

SECONDS = 20.0
"""How long is waited at most for something to happen."""


class Terminal:
    """A running program and its terminal; leaving the `with` block kills what still runs."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        *,
        width: int = 120,
        height: int = 40,
    ) -> None:
        self.seen = b""
        """All that the program has written."""
        self.code: int | None = None
        """The exit code once it has ended; minus the number of the signal that ended it."""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            inherited = {
                name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}
            }
            all_of_it = {**inherited, "TERM": "xterm-256color", **(environment or {})}
            os.execvpe(command[0], list(command), all_of_it)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.code is None:
            with suppress(ProcessLookupError, ChildProcessError):  # the test itself may have reaped it
                os.kill(self.pid, signal.SIGKILL)
                self._reap(0)
        self.hang_up()

    def hang_up(self) -> None:
        """Take the terminal away, as when its window is closed or its connection lost."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def send(self, text: str) -> None:
        """Type text."""
        os.write(self.fd, text.encode())

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size, of which the program is told."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def until(self, text: str, *, after: int = 0) -> int:
        """Wait until the program has written a text, and return the place after it; fails when it never does."""
        wanted, deadline = text.encode(), time.monotonic() + SECONDS
        while (place := self.seen.find(wanted, after)) < 0:
            assert time.monotonic() < deadline, f"{text!r} was not written: {self.seen[after:][-2000:]!r}"
            assert self._read(0.1) or self._reap(os.WNOHANG) is None, f"ended without {text!r}: {self.seen!r}"
        return place + len(wanted)

    def ended(self) -> int:
        """Wait until the program has ended, and return its exit code; fails when it does not."""
        deadline = time.monotonic() + SECONDS
        while self._reap(os.WNOHANG) is None:
            assert time.monotonic() < deadline, f"it goes on: {self.seen[-2000:]!r}"
            self._read(0.02)
        while self._read(0.0):
            continue
        assert self.code is not None
        return self.code

    def stopped(self) -> None:
        """Wait until the program is suspended; its output is read meanwhile, or it could not stop."""
        deadline = time.monotonic() + SECONDS
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
            if pid:
                assert os.WIFSTOPPED(status), f"ended in place of stopping: {self.seen[-2000:]!r}"
                return
            assert time.monotonic() < deadline, f"not stopped: {self.seen[-2000:]!r}"
            self._read(0.02)

    @property
    def settings(self) -> list[int | list[bytes | int]]:
        """How the terminal is set: echo, line mode, signals."""
        return termios.tcgetattr(self.fd)

    def _read(self, seconds: float) -> bool:
        if not select.select([self.fd] if self.fd >= 0 else [], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.fd, 1 << 16)
        except OSError:  # the end of a pseudo terminal
            return False
        self.seen += piece
        return bool(piece)

    def _reap(self, how: int) -> int | None:
        if self.code is None:
            pid, status = os.waitpid(self.pid, how)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        return self.code
