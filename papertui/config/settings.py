"""Settings: one dataclass for each section of ``config.toml``.

A field holds the default of its setting and, as a `Rule` in its metadata, the meaning and the valid values.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Generic, Literal, TypeVar
from urllib.parse import urlsplit

from papertui.config.toml import toml_text
from papertui.model import Sort
from papertui.text.dates import MONTHS

AS_LEFT = "as left"
"""The value "as in the last session", which is None here."""
ARXIV_INTERVAL = 3.0
"""Minimum seconds between two requests to arXiv: https://info.arxiv.org/help/api/tou.html"""

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts for which http and any interval are allowed."""

_LONGEST_WORD, _MOST_WORDS = 1_000, 100

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Member = TypeVar("Member", bound=StrEnum)


class Preset(StrEnum):
    """Presets of keys known from other programs."""

    VIM = "vim"
    EMACS = "emacs"
    NEWSBOAT = "newsboat"
    LAZYGIT = "lazygit"


class Rows(StrEnum):
    """Height of a row in the list of papers."""

    ONE = "one line"
    TWO = "two lines"

    @property
    def lines(self) -> Literal[1, 2]:
        """The number of lines."""
        return 1 if self is Rows.ONE else 2


class DateFormat(StrEnum):
    """Date formats, named by an example; an unknown day or month is omitted."""

    ISO = "2026-08-05"
    DAY_FIRST = "5 Aug 2026"
    MONTH_FIRST = "Aug 5, 2026"
    DOTTED = "05.08.2026"

    @property
    def width(self) -> int:
        """Length of the longest date in this format, in characters."""
        return len(self.write("2026-12-12"))

    def write(self, date: str) -> str:
        """Return a partial date, such as ``2026-08``, in this format."""
        year, month, day, *_ = [*date.split("-"), "", ""]
        if self is DateFormat.ISO or not year:
            return date
        if self is DateFormat.DOTTED:
            return ".".join(part for part in (day, month, year) if part)
        name = MONTHS[int(month) - 1] if month else ""
        day = day.lstrip("0")
        if self is DateFormat.DAY_FIRST:
            return " ".join(part for part in (day, name, year) if part)
        return f"{name} {day}, {year}" if day else f"{name} {year}".lstrip()


class Link(StrEnum):
    """Page of an arXiv paper that its link opens."""

    ABSTRACT = "abs"
    PDF = "pdf"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class ReadRule:
    """When a paper is marked read, besides by key."""

    when_opened: bool = False
    after_seconds: int | None = None
    """Seconds with the focus on its abstract."""

    def __str__(self) -> str:
        """Return the rule as written in the file."""
        if self.after_seconds is not None:
            return f"after {self.after_seconds} seconds"
        return "when opened" if self.when_opened else "by key"


@dataclass(frozen=True, slots=True)
class ValueKind(Generic[T_co]):
    """The valid values of a setting."""

    words: str
    """A description of the valid values, to follow "must be"."""
    read: Callable[[object], T_co]
    """Converts a value of the file. Raises ValueError if it is invalid."""


def one_of(choices: type[Member]) -> ValueKind[Member]:
    """Return the kind of the values of an enumeration."""
    return ValueKind(
        " or ".join(toml_text(choice) for choice in choices), lambda value: choices(_line(value))
    )


def _or_as_left(kind: ValueKind[T]) -> ValueKind[T | None]:
    return ValueKind(
        f"{kind.words} or {toml_text(AS_LEFT)}", lambda value: None if value == AS_LEFT else kind.read(value)
    )


def _line(value: object) -> str:
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_WORD and value.isprintable():
        return value
    raise ValueError


def _list(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and len(value) <= _MOST_WORDS:
        return tuple(_line(word) for word in value)
    raise ValueError


def _key_list(value: object) -> tuple[str, ...]:
    keys = (_line(value),) if isinstance(value, str) else _list(value)
    if any(key.split() != [key] for key in keys):
        raise ValueError
    return keys


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError


def _seconds(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 3_600:
        return float(value)
    raise ValueError


def _read_rule(value: object) -> ReadRule:
    words = _line(value)
    if match := re.fullmatch(r"after ([1-9][0-9]{0,3}) seconds?", words):
        return ReadRule(after_seconds=int(match[1]))
    rules = {str(rule): rule for rule in (ReadRule(), ReadRule(when_opened=True))}
    if words not in rules:
        raise ValueError
    return rules[words]


def service_address(value: object) -> str:
    """Return a valid service address: https, or http on this machine. Raises ValueError."""
    address = _line(value)
    parts = urlsplit(address)
    if parts.scheme == "https" and parts.hostname and " " not in address:
        return address
    if parts.scheme == "http" and parts.hostname in THIS_MACHINE and " " not in address:
        return address
    raise ValueError


_COMMAND = ValueKind('a list of words, such as ["firefox", "--new-tab"]', _list)
KEYS_OF_ACTION = ValueKind('a key or a list of keys, such as ["j", "down"]', _key_list)
_READ_RULE = ValueKind('"by key" or "when opened" or "after 5 seconds"', _read_rule)
_SERVICE = ValueKind("an https address, or an http address of this machine", service_address)
_SECONDS = ValueKind("a number from 0 to 3600", _seconds)
_SWITCH = ValueKind("true or false", _switch)
_THEME = ValueKind("the name of a theme", _line)


@dataclass(frozen=True, slots=True)
class Rule:
    """The meaning and the valid values of a setting."""

    meaning: str
    kind: ValueKind[object]


def _rule(meaning: str, kind: ValueKind[object]) -> dict[str, Rule]:
    """Return the metadata of the field of a setting."""
    return {"rule": Rule(meaning, kind)}


@dataclass(frozen=True, slots=True)
class Keys:
    """Key bindings."""

    preset: Preset = field(default=Preset.VIM, metadata=_rule("Preset of keys", one_of(Preset)))
    actions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys of actions, by the ids that ``papertui keys`` prints; empty to unbind an action."""


@dataclass(frozen=True, slots=True)
class Look:
    """Look of the screen."""

    theme: str | None = field(default=None, metadata=_rule("Theme at startup", _or_as_left(_THEME)))
    rows: Rows | None = field(
        default=None, metadata=_rule("Lines of a paper in the list", _or_as_left(one_of(Rows)))
    )
    date_format: DateFormat = field(
        default=DateFormat.ISO, metadata=_rule("Date format on the screen", one_of(DateFormat))
    )
    ascii: bool = field(default=False, metadata=_rule("Draw with ASCII signs only", _SWITCH))


@dataclass(frozen=True, slots=True)
class Reading:
    """Reading."""

    read_rule: ReadRule = field(
        default=ReadRule(), metadata=_rule("When a paper is marked read, besides by key", _READ_RULE)
    )
    sort: Sort | None = field(
        default=None, metadata=_rule("Order of the list at startup", _or_as_left(one_of(Sort)))
    )


@dataclass(frozen=True, slots=True)
class Opening:
    """Links and programs. An empty command uses the default of the environment."""

    link: Link = field(
        default=Link.ABSTRACT, metadata=_rule("Page of an arXiv paper that its link opens", one_of(Link))
    )
    browser: tuple[str, ...] = field(
        default=(), metadata=_rule("Command that opens an address; [] for BROWSER or the desktop", _COMMAND)
    )
    editor: tuple[str, ...] = field(
        default=(), metadata=_rule("Command that edits a note; [] for VISUAL or EDITOR", _COMMAND)
    )


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer program for questions."""

    command: tuple[str, ...] = field(
        default=(), metadata=_rule("Command that gets the question and the sentences; [] for none", _COMMAND)
    )


@dataclass(frozen=True, slots=True)
class Arxiv:
    """Access to arXiv."""

    address: str = field(
        default="https://export.arxiv.org/api/query", metadata=_rule("Address of the arXiv API", _SERVICE)
    )
    interval: float = field(
        default=ARXIV_INTERVAL,
        metadata=_rule("Seconds between two requests, at least 3 for other machines", _SECONDS),
    )


Section = Keys | Look | Reading | Opening | Ask | Arxiv


def rules(section: Section) -> dict[str, Rule]:
    """Return the rule of each setting of a section, by name."""
    return {one.name: one.metadata["rule"] for one in fields(section) if "rule" in one.metadata}


def stored(value: object) -> str:
    """Return a setting as written in the file."""
    return toml_text(AS_LEFT if value is None else value)
