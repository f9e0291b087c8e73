"""Answer program: the user's program for questions."""

import os
import time
from collections.abc import Sequence
from dataclasses import asdict
from tempfile import TemporaryFile
from threading import Event
from typing import IO, TYPE_CHECKING

import orjson

from papertui.errors import ProgramError
from papertui.insights.questions import Answer
from papertui.system.process import end_program, start_program
from papertui.text.cleaning import clean_block, clean_line

if TYPE_CHECKING:
    import subprocess

OUTPUT_LIMIT = 100_000
"""Maximum size of an answer, in bytes."""
_GLANCE = 0.02
"""Seconds between two checks of a running program."""


def run_program(
    command: Sequence[str], question: str, sentences: Sequence[Answer], *, seconds: float, cancel: Event
) -> str:
    """Pass a question and its sentences to a program, and return its cleaned output.

    Its standard input is a JSON object of ``question`` and ``sentences``, the latter as `papertui ask` prints them;
    its standard output is the answer. It is killed with everything it started after `seconds`, when `cancel` is
    set, or when its output is too long. Raises ProgramError.
    """
    if not command:
        raise ProgramError("No answer program is configured.")
    name = clean_line(command[0], 200)
    given = orjson.dumps({"question": question, "sentences": [asdict(one) for one in sentences]})
    with TemporaryFile() as stdin, TemporaryFile() as stdout:
        stdin.write(given)
        stdin.seek(0)
        try:
            process = start_program(command, stdin=stdin, stdout=stdout)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "its name or an argument is not valid"
            raise ProgramError(f"{name} does not start: {reason}.") from error
        try:
            _wait(process, stdout, name, seconds, cancel)
        finally:
            end_program(process)
        stdout.seek(0)
        said = stdout.read(OUTPUT_LIMIT)
    if process.returncode:
        raise ProgramError(f"{name} failed with exit code {process.returncode}.")
    return clean_block(said.decode("utf-8", "replace"))


def _wait(
    process: "subprocess.Popen[bytes]", stdout: IO[bytes], name: str, seconds: float, cancel: Event
) -> None:
    """Wait until the program has ended. Raises ProgramError if it is stopped before."""
    deadline = time.monotonic() + seconds
    while process.poll() is None:
        if time.monotonic() >= deadline:
            raise ProgramError(f"{name} did not answer within {seconds:g} seconds.")
        if os.fstat(stdout.fileno()).st_size > OUTPUT_LIMIT:
            raise ProgramError(f"{name} printed more than {OUTPUT_LIMIT:,} bytes.")
        if cancel.wait(_GLANCE):
            raise ProgramError("The answer program was stopped.")
    if os.fstat(stdout.fileno()).st_size > OUTPUT_LIMIT:
        raise ProgramError(f"{name} printed more than {OUTPUT_LIMIT:,} bytes.")
