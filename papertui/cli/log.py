"""Log of --debug: command, versions and every fault with its cleaned traceback."""

import logging
import platform
import sys
import traceback
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path

from papertui import __version__
from papertui.text.cleaning import clean_line

LOG_SIZE = 1 << 20
"""Size in bytes at which a new log is started; the previous one is kept."""
_LINE_LIMIT = 2_000
_log = logging.getLogger("papertui")


class _Cleaned(logging.Formatter):
    """Formatter without control characters, which could act on a terminal that shows the log."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record with cleaned lines and their indentation."""
        return cleaned(super().format(record))


def cleaned(text: str) -> str:
    """Return the lines of a traceback, cleaned for a terminal."""
    lines = text.split("\n")
    return "\n".join(
        " " * (len(line) - len(line.lstrip(" "))) + clean_line(line, _LINE_LIMIT) for line in lines
    )


def start_log(words: Sequence[str]) -> Path | None:
    """Start logging, and return the path of the log; None if it cannot be written."""
    from platformdirs import user_log_path  # noqa: PLC0415 - slow to load, and needed by --debug only

    path = user_log_path("papertui") / "papertui.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        handler = RotatingFileHandler(path, maxBytes=LOG_SIZE, backupCount=1, encoding="utf-8")
    except OSError:
        return None
    handler.setFormatter(_Cleaned("%(asctime)s %(levelname)s %(message)s"))
    _log.addHandler(handler)
    _log.setLevel(logging.DEBUG)
    _log.propagate = False
    _log.info("papertui %s, Python %s, %s: %s", __version__, sys.version, platform.platform(), list(words))
    return path


def log_fault(error: BaseException) -> str:
    """Log an exception, and return its traceback for display."""
    _log.error("ended by a fault", exc_info=error)
    return cleaned("".join(traceback.format_exception(error)))
