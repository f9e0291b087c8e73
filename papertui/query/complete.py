"""Completion of queries: field names and their values, with counts."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from papertui.model import Sort
from papertui.query.parse import NAMES, POSSESSIONS, STATES
from papertui.text.folding import fold

OFFERED = 50
"""Maximum number of completions."""

_NAME_START = re.compile(r"(?:^|(?<=[\s(|-]))([A-Za-z]*)$")
_VALUE_START = re.compile(
    r'(?:^|(?<=[\s(|-]))([A-Za-z]+):=?(?:(?:"[^"]*"|[^\s",()|]*),)*("?)([^"\s,()|]*|(?<=")[^"]*)$'
)
_SAVED_START = re.compile(r'(?:^|(?<=[\s(|-]))@("?)([^"\s()|]*|(?<=")[^"]*)$')
_FIXED = {"is": tuple(STATES), "has": tuple(POSSESSIONS), "sort": tuple(sort.value for sort in Sort)}


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion: `insert` replaces `text[start:end]` of the query."""

    start: int
    end: int
    insert: str
    label: str
    count: int | None = None
    """Number of papers with the value; None if not counted."""


def complete(text: str, cursor: int, values: Callable[[str], Iterable[tuple[str, int]]]) -> list[Completion]:
    """Return the completions at the cursor: values of the field before it, most papers first, or field names.

    `values` returns the values of a field with their numbers of papers (``@`` for saved searches); for ``is:``,
    ``has:`` and ``sort:`` it may return counts of the fixed values or nothing.
    """
    before = text[:cursor]
    if match := _SAVED_START.search(before):
        return _values("@", match[2], match.start(1), cursor, values)
    if match := _VALUE_START.search(before):
        return _values(match[1].lower(), match[3], match.start(2), cursor, values)
    if (match := _NAME_START.search(before)) and match[1]:
        names = [name for name in NAMES if name.startswith(match[1].lower())]
        return [Completion(match.start(1), cursor, f"{name}:", f"{name}:") for name in names]
    return []


def _values(
    name: str, typed: str, start: int, end: int, values: Callable[[str], Iterable[tuple[str, int]]]
) -> list[Completion]:
    counted: dict[str, int | None] = dict.fromkeys(_FIXED.get(name, ()))
    counted |= dict(values(name))
    wanted = fold(typed)
    fitting = [(value, count) for value, count in counted.items() if _fits(fold(value), wanted)]
    fitting.sort(key=lambda pair: (not fold(pair[0]).startswith(wanted), -(pair[1] or 0), pair[0]))
    return [Completion(start, end, _quoted(value), value, count) for value, count in fitting[:OFFERED]]


def _fits(value: str, wanted: str) -> bool:
    """Return whether a word of the value begins with the typed text."""
    return value.startswith(wanted) or f" {wanted}" in value


def _quoted(value: str) -> str:
    return f'"{value}"' if re.search(r"[\s,()|]", value) else value
