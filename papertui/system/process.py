"""Processes: find, start and kill programs of the machine."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO


def has_program(name: str, environment: Mapping[str, str]) -> bool:
    """Return whether a program is on the ``PATH`` of an environment."""
    return shutil.which(name, path=environment.get("PATH", "")) is not None


def start_program(
    command: Sequence[str],
    environment: Mapping[str, str] = os.environ,
    *,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.DEVNULL,
) -> "subprocess.Popen[bytes]":
    """Start a program without a shell, in its own session without a terminal. Raises OSError, ValueError."""
    return subprocess.Popen(
        list(command),
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        env=dict(environment),
        start_new_session=True,
    )


def start_detached(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Start a program that outlives this one. Raises OSError."""
    process = start_program(command, environment)
    threading.Thread(target=process.wait, daemon=True).start()


def end_program(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and everything it started, and wait for it."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # it has ended already
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
