"""Faults of commands: a sentence and an exit code, or a traceback."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO, cast

from papertui.cli.exit_codes import DONE, FAULT, NOTHING, STOPPED
from papertui.errors import PapertuiError, UnknownKeyError
from papertui.text.cleaning import clean_line


class Faults:
    """Turns the exceptions of a command into an exit code and a sentence."""

    def __init__(self) -> None:
        self.code = DONE
        self._log: Path | None = None

    def __enter__(self) -> Self:
        """Replace undecodable characters on all streams; discard output to a closed standard error."""
        for stream in cast("tuple[TextIO | None, ...]", (sys.stdin, sys.stdout)):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        if cast("TextIO | None", sys.stderr) is None:
            sys.stderr = Path(os.devnull).open("w", encoding="utf-8")
        return self

    def debug(self, words: Sequence[str]) -> None:
        """Show tracebacks from now on, and write a log that begins with the arguments of the command."""
        from papertui.cli.log import start_log  # noqa: PLC0415 - needed by --debug only

        self._log = start_log(words)
        _tell(f"The log is {self._log}." if self._log else "The log cannot be written.")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Report an exception, and return its exit code."""
        if error is None:
            return False
        if self._log is not None:
            from papertui.cli.log import log_fault  # noqa: PLC0415 - needed by --debug only

            sys.stderr.write(log_fault(error))
        self.code = _code_of(error)
        if sentence := _sentence_of(error):
            _tell(sentence)
        return True


def _code_of(error: BaseException) -> int:
    match error:
        case UnknownKeyError():
            return NOTHING
        case KeyboardInterrupt():
            return STOPPED
        case BrokenPipeError():
            _drop_output()
            return DONE
        case OSError():
            _drop_output()
    return FAULT


def _sentence_of(error: BaseException) -> str:
    match error:
        case PapertuiError():
            return str(error)
        case BrokenPipeError() | KeyboardInterrupt():
            return ""
        case OSError(errno=int()):
            where = f"{error.filename}: " if error.filename else ""
            return f"{where}{error.strerror or error}."
        case MemoryError():
            return "Not enough memory."
    return (
        f"Internal error: {type(error).__name__}: {error}. Saved data is safe; "
        "papertui --debug shows details."
    )


def _tell(sentence: str) -> None:
    with suppress(OSError):  # standard error is closed or broken, so there is nowhere to report to
        sys.stderr.write(f"papertui: {clean_line(sentence, 2_000)}\n")
        sys.stderr.flush()


def _drop_output() -> None:
    """Keep Python from flushing standard output again at exit after a failed write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
