"""TOML: reader with the line of each entry, and writer of values.

Format: https://toml.io/en/v1.0.0
"""

import json
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from papertui.errors import PapertuiError
from papertui.text.cleaning import clean_line

SIZE_LIMIT = 256 << 10
"""Maximum size of a file, in bytes."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NAME = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_HEADER = re.compile(rf"[ \t]*\[[ \t]*({_NAME})[ \t]*\]")
_ENTRY = re.compile(rf"[ \t]*({_NAME})[ \t]*(?:\.[ \t]*({_NAME})[ \t]*)?=")
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class TomlError(PapertuiError):
    """A file cannot be read."""

    def __init__(self, text: str, line: int = 0) -> None:
        """Create an error with its sentence and its line, or 0."""
        super().__init__(text)
        self.line = line


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The entries of a file and their lines."""

    values: Mapping[str, object]
    lines: Mapping[str, int]
    """The line, counted from 1, of each section and of each entry, such as ``look`` and ``look.theme``.

    Lines inside a text of several lines may be taken for entries.
    """


def read_toml(path: Path) -> TomlFile:
    """Read a file. Raises FileNotFoundError if it does not exist, and TomlError if it cannot be read."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise TomlError(f"{path.name} is not a regular file.")
        if status.st_size > SIZE_LIMIT:
            raise TomlError(f"{path.name} is larger than {SIZE_LIMIT >> 10} kB.")
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise TomlError(f"{path.name} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    except UnicodeDecodeError as error:
        raise TomlError(f"{path.name} is not UTF-8 text.") from error
    return TomlFile(_parse(text, path.name), _lines(text))


def _parse(text: str, name: str) -> dict[str, object]:
    import tomllib  # noqa: PLC0415 - not needed without a file

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise TomlError(f"{name} is nested too deeply.") from error
    except ValueError as error:
        place = _PLACE.search(str(error))
        line = int(place[1] or text.rstrip().count("\n") + 1) if place else 0
        told = clean_line(_PLACE.sub("", str(error)), 200)
        raise TomlError(f"Invalid TOML: {told[:1].lower()}{told[1:]}.", line) from error


def _lines(text: str) -> dict[str, int]:
    lines: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if header := _HEADER.match(line):
            section = _unquoted(header[1])
            lines.setdefault(section, number)
        elif entry := _ENTRY.match(line):
            names = (section, *(_unquoted(name) for name in entry.groups() if name))
            lines.setdefault(".".join(name for name in names if name), number)
    return lines


def _unquoted(name: str) -> str:
    return name.strip("\"'")


def toml_text(value: object) -> str:
    """Return a value in TOML: a boolean, a number, a list or a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_text(one) for one in value)}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_name(name: str) -> str:
    """Return the name of an entry in TOML."""
    return name if _BARE.fullmatch(name) else toml_text(name)
