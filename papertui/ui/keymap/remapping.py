"""Remapping: key bindings from a preset and the config, without clashes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from papertui.config.settings import Keys
from papertui.text.cleaning import clean_line
from papertui.ui.keymap.key_names import key_name, parse_key
from papertui.ui.keymap.presets import PRESETS
from papertui.ui.keymap.table import COMMANDS, GROUPS, Group

RESERVED = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that Textual keeps for itself."""


class KeyProblem(NamedTuple):
    """A key that cannot be bound as the user asks."""

    command: str
    """The id of the command in whose setting it stands."""
    text: str


class Remapping(NamedTuple):
    """The keys of every command."""

    keys: Mapping[str, str]
    """Comma-separated keys by id of the command; empty for a command without keys."""
    problems: Sequence[KeyProblem] = ()

    @property
    def groups(self) -> Sequence[Group]:
        """The command table with these keys, without the commands that have none."""
        return [
            Group(
                group.title,
                [
                    command._replace(keys=self.keys[command.id])
                    for command in group.commands
                    if self.keys[command.id]
                ],
            )
            for group in GROUPS
        ]

    @property
    def changed(self) -> Mapping[str, str]:
        """The keys of the commands whose keys differ from the defaults."""
        return {name: keys for name, keys in self.keys.items() if keys != COMMANDS[name].keys}

    @property
    def names(self) -> Mapping[str, str]:
        """The printed present key of a command, by each printed default key that no longer runs it."""
        return {
            key_name(key): key_name(keys.split(",")[0]) if keys else "no key"
            for name, keys in self.changed.items()
            for key in COMMANDS[name].keys.split(",")
            if key not in keys.split(",")
        }


def remap(settings: Keys) -> Remapping:
    """Return the keys of all commands for a preset and the user's own keys; of two users of a key the first gets it."""
    defaults = {command.id: tuple(command.keys.split(",")) for command in COMMANDS.values()}
    preset = {
        name: tuple(key for key in map(parse_key, names) if key)
        for name, names in PRESETS[settings.preset].items()
    }
    assignment = _Assignment(defaults | preset)
    for name, keys in settings.actions.items():
        assignment.assign(name, keys)
    return Remapping({name: ",".join(keys) for name, keys in assignment.keys().items()}, assignment.problems)


class _Assignment:
    """Assigns keys to commands, the user's own first, and collects the problems."""

    def __init__(self, defaults: Mapping[str, Sequence[str]]) -> None:
        self.problems: list[KeyProblem] = []
        self._defaults = defaults
        self._own: dict[str, list[str]] = {}
        self._holders: dict[str, str] = {}

    def assign(self, command: str, names: Iterable[str]) -> None:
        """Give a command the user's keys in place of its defaults."""
        if command not in self._defaults:
            self._report(command, f"Unknown action {clean_line(command, 40)}; papertui keys lists all.")
            return
        self._own[command] = []
        for name in names:
            key = parse_key(name)
            if key is None:
                self._report(command, f"Unknown key {clean_line(name, 40)}.")
            elif key in RESERVED:
                self._report(command, f"{key_name(key)} cannot be remapped.")
            elif (holder := self._holders.setdefault(key, command)) != command:
                self._report_clash(command, key, holder, command)
            elif key not in self._own[command]:
                self._own[command].append(key)

    def keys(self) -> Mapping[str, Sequence[str]]:
        """Return the keys of every command; defaults give way to keys that the user assigned."""
        return {command: self._own.get(command) or self._free_defaults(command) for command in self._defaults}

    def _free_defaults(self, command: str) -> list[str]:
        if command in self._own:
            return []
        free = []
        for key in self._defaults[command]:
            holder = self._holders.get(key)
            if holder is None:
                free.append(key)
            else:
                self._report_clash(holder, key, holder, command)
        return free

    def _report_clash(self, command: str, key: str, holder: str, other: str) -> None:
        self._report(command, f"{key_name(key)} is for both {holder} and {other}; it runs {holder}.")

    def _report(self, command: str, text: str) -> None:
        self.problems.append(KeyProblem(command, text))
