"""Config: the user's settings from ``config.toml``, which is never written."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from papertui.config.folders import config_file
from papertui.config.settings import (
    ARXIV_INTERVAL,
    KEYS_OF_ACTION,
    THIS_MACHINE,
    Arxiv,
    Ask,
    Keys,
    Look,
    Opening,
    Preset,
    Reading,
    Section,
    ValueKind,
    one_of,
    rules,
    stored,
)
from papertui.config.toml import TomlError, TomlFile, read_toml, toml_name, toml_text
from papertui.text.cleaning import clean_line

T = TypeVar("T")
U = TypeVar("U")
S = TypeVar("S", Keys, Look, Reading, Opening, Ask, Arxiv)


@dataclass(frozen=True, slots=True)
class Problem:
    """An invalid entry of the file; its setting keeps the default."""

    line: int
    """Counted from 1; 0 for the whole file."""
    text: str

    def __str__(self) -> str:
        """Return the problem as a sentence that begins with its line."""
        return f"line {self.line}: {self.text}" if self.line else self.text


@dataclass(frozen=True, slots=True)
class Config:
    """The user's settings. Missing or invalid entries keep their defaults."""

    path: Path | None = None
    """The path of the file, whether or not it exists."""
    keys: Keys = field(default_factory=Keys)
    look: Look = field(default_factory=Look)
    reading: Reading = field(default_factory=Reading)
    open: Opening = field(default_factory=Opening)
    ask: Ask = field(default_factory=Ask)
    arxiv: Arxiv = field(default_factory=Arxiv)
    problems: tuple[Problem, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of each setting in the file, by names such as ``keys.next-topic``."""

    @classmethod
    def load(cls, path: Path) -> "Config":
        """Load a file; a missing file is empty. Never raises: invalid entries are in `problems`."""
        try:
            file = read_toml(path)
        except FileNotFoundError:
            return cls(path)
        except TomlError as error:
            return cls(path, problems=(Problem(error.line, f"{error} The file is ignored."),))
        return _Reader(file).config(path)

    @classmethod
    def of_reader(cls) -> "Config":
        """Load the user's own file."""
        return cls.load(config_file())

    @property
    def sections(self) -> Mapping[str, Section]:
        """The sections by their names in the file."""
        return {
            "keys": self.keys,
            "look": self.look,
            "reading": self.reading,
            "open": self.open,
            "ask": self.ask,
            "arxiv": self.arxiv,
        }

    def text(self) -> str:
        """Return every setting with its meaning and value, as an equivalent file."""
        return "\n".join(_section_text(name, section) for name, section in self.sections.items())


class _Reader:
    """Converts the entries of a file to settings, and collects the problems."""

    def __init__(self, file: TomlFile) -> None:
        self._file = file
        self._problems: list[Problem] = []

    def config(self, path: Path) -> Config:
        """Return the config of the file."""
        known = Config().sections
        for name in self._file.values:
            if name not in known:
                self._note(name, f"Unknown section {_shown(name)}; choose from {', '.join(known)}.")
        return Config(
            path,
            keys=self._keys(),
            look=self._section("look", Look()),
            reading=self._section("reading", Reading()),
            open=self._section("open", Opening()),
            ask=self._section("ask", Ask()),
            arxiv=self._polite(self._section("arxiv", Arxiv())),
            problems=tuple(sorted(self._problems, key=lambda problem: problem.line)),
            lines=self._file.lines,
        )

    def _entries(self, name: str) -> Mapping[str, object]:
        entries = self._file.values.get(name, {})
        if isinstance(entries, dict):
            return entries
        self._note(name, f"{name} must be a section: [{name}].")
        return {}

    def _section(self, name: str, usual: S) -> S:
        """Return a section of the file; missing or invalid settings keep the defaults of `usual`."""
        known = rules(usual)
        read: dict[str, Any] = {}  # the type of each value is known to its kind only
        for entry, value in self._entries(name).items():
            if rule := known.get(entry):
                read[entry] = self._value(f"{name}.{entry}", rule.kind, value, getattr(usual, entry))
            else:
                self._note(
                    f"{name}.{entry}",
                    f"Unknown setting {_shown(entry)} in {name}; choose from {', '.join(known)}.",
                )
        return replace(usual, **read)

    def _keys(self) -> Keys:
        """Return the section of the keys; the screen checks the names of the actions."""
        usual = Keys()
        entries = dict(self._entries("keys"))
        preset = entries.pop("preset", usual.preset)
        actions = {
            action: self._value(f"keys.{action}", KEYS_OF_ACTION, keys, None)
            for action, keys in entries.items()
        }
        return Keys(
            self._value("keys.preset", one_of(Preset), preset, usual.preset),
            {action: keys for action, keys in actions.items() if keys is not None},
        )

    def _value(self, place: str, kind: ValueKind[T], value: object, usual: U) -> T | U:
        """Return the parsed value of a setting, or its default."""
        try:
            return kind.read(value)
        except ValueError:
            self._note(place, f"{clean_line(place, 80)} must be {kind.words}, not {_shown(value)}.")
            return usual

    def _polite(self, arxiv: Arxiv) -> Arxiv:
        """Return the section with an interval that arXiv allows."""
        if arxiv.interval >= ARXIV_INTERVAL or urlsplit(arxiv.address).hostname in THIS_MACHINE:
            return arxiv
        self._note("arxiv.interval", "arxiv.interval must be at least 3 for other machines.")
        return replace(arxiv, interval=ARXIV_INTERVAL)

    def _note(self, place: str, text: str) -> None:
        self._problems.append(Problem(self._file.lines.get(place, 0), text))


def _section_text(name: str, section: Section) -> str:
    lines = [f"[{name}]"]
    for entry, rule in rules(section).items():
        value = getattr(section, entry)
        lines += [f"# {rule.meaning}: {rule.kind.words}", f"{entry} = {stored(value)}"]
    if isinstance(section, Keys):
        lines += [f"{toml_name(action)} = {toml_text(keys)}" for action, keys in section.actions.items()]
    return "\n".join(lines) + "\n"


def _shown(value: object) -> str:
    """Return a name or value of the file, cleaned for a sentence."""
    return clean_line(toml_text(value) if not isinstance(value, dict) else "a section", 60)
