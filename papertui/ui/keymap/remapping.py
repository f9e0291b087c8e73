"""The table of keys as the reader wants it: a preset's changes, then the reader's own, without clashes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from textual.binding import Binding
from textual.keys import Keys as TextualKeys
from textual.keys import key_to_character

from papertui.config.settings import Keys
from papertui.text.cleaning import clean_line
from papertui.ui.keymap.presets import PRESETS
from papertui.ui.keymap.table import GROUPS, KEY_NAMES, Group, key_name

RESERVED = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that Textual keeps for itself."""
_MODIFIERS = frozenset({"ctrl", "alt", "shift", "super"})
_NAMED_KEYS = {name.lower(): key for key, name in KEY_NAMES.items()} | {
    "esc": "escape",
    "^": "circumflex_accent",
}


@dataclass(frozen=True, slots=True)
class KeyProblem:
    """A key that cannot be as the reader wants it."""

    action: str
    """The id of the action in whose setting it stands."""
    text: str


@dataclass(frozen=True, slots=True)
class Remapped:
    """Every action with its keys."""

    groups: Sequence[Group]
    names: Mapping[str, str]
    """What to call the usual keys, of one letter, of actions that have other keys now."""
    problems: tuple[KeyProblem, ...] = ()


def remapped(wanted: Keys) -> Remapped:
    """Return the table of keys with a preset and the reader's own keys; a key that two want goes to the first."""
    usual = {
        binding.id or "": tuple(binding.key.split(",")) for group in GROUPS for binding in group.bindings
    }
    preset = {action: _known(named) for action, named in PRESETS[wanted.preset].items()}
    chosen = _Choice(usual | preset)
    for action, own in wanted.actions.items():
        chosen.take(action, own)
    keys = chosen.keys()
    groups = [
        Group(
            group.title,
            tuple(
                replace(binding, key=",".join(held))
                for binding in group.bindings
                if (held := keys[binding.id or ""])
            ),
        )
        for group in GROUPS
    ]
    names = {
        key_name(key): key_name(keys[action][0]) if keys[action] else "no key"
        for action, held in usual.items()
        for key in held
        if key not in keys[action]
    }
    return Remapped(groups, names, tuple(chosen.problems))


class _Choice:
    """Gives keys to actions, the reader's own first, and notes what cannot be."""

    def __init__(self, usual: Mapping[str, Sequence[str]]) -> None:
        self.problems: list[KeyProblem] = []
        self._usual = usual
        self._own: dict[str, list[str]] = {}
        self._holder: dict[str, str] = {}

    def take(self, action: str, names: Iterable[str]) -> None:
        """Give an action the keys that the reader names in place of its usual ones."""
        if action not in self._usual:
            self._note(action, f"There is no action {clean_line(action, 40)}; papertui keys lists them.")
            return
        self._own[action] = []
        for name in names:
            key = key_called(name)
            if key is None:
                self._note(action, f"There is no key {clean_line(name, 40)}.")
            elif key in RESERVED:
                self._note(action, f"{key_name(key)} cannot be another key.")
            elif (holder := self._holder.setdefault(key, action)) != action:
                self._note(action, f"{key_name(key)} is for both {holder} and {action}; it does {holder}.")
            elif key not in self._own[action]:
                self._own[action].append(key)

    def keys(self) -> Mapping[str, Sequence[str]]:
        """Return the keys of every action; usual ones give way to those that the reader chose."""
        return {action: self._own.get(action) or self._left(action) for action in self._usual}

    def _left(self, action: str) -> list[str]:
        if action in self._own:
            return []
        left = []
        for key in self._usual[action]:
            holder = self._holder.get(key)
            if holder is None:
                left.append(key)
            else:
                self._note(holder, f"{key_name(key)} is for both {holder} and {action}; it does {holder}.")
        return left

    def _note(self, action: str, text: str) -> None:
        self.problems.append(KeyProblem(action, text))


def _known(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(key for key in map(key_called, names) if key)


def key_called(name: str) -> str | None:
    """Return Textual's name of a key by what people call it: ``ctrl+d``, ``^d``, ``/``, ``PgDn``; None for no key."""
    if name.startswith("^") and len(name) > 1:
        name = f"ctrl+{name[1:]}"
    if name.endswith("+"):
        name = f"{name[:-1]}plus"
    *modifiers, last = name.split("+")
    modifiers = [modifier.lower() for modifier in modifiers]
    key = _plain_key(last)
    if key is None or not _MODIFIERS.issuperset(modifiers):
        return None
    if modifiers == ["shift"] and len(key) == 1:
        return key.upper()
    return {"ctrl+i": "tab", "ctrl+m": "enter"}.get(whole := "+".join([*modifiers, key]), whole)


def _plain_key(name: str) -> str | None:
    """Return the name of a key without modifiers."""
    if name.isspace():
        return "space" if name == " " else None
    if len(name) == 1 and name.isalnum():
        return name
    key = _NAMED_KEYS.get(name.lower(), name.lower())
    if key == ",":
        return "comma"
    if len(key) == 1 and key.isprintable():
        return next(iter(Binding.make_bindings([Binding(key, "")]))).key
    return key if key in KEY_NAMES or key in set(TextualKeys) or key_to_character(key) else None
