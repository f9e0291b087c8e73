"""Key names: those of Textual, of keyboards, and as people write them."""

import re
import unicodedata
from collections.abc import Mapping
from string import punctuation

_MODIFIERS = {"ctrl": "^", "shift": "Shift+", "alt": "Alt+", "super": "super+"}
_PRINTED = {
    "escape": "Esc", "enter": "Enter", "pagedown": "PgDn", "pageup": "PgUp", "tab": "Tab", "down": "↓", "up": "↑",
    "left": "←", "right": "→", "home": "Home", "end": "End", "space": "Space", "backspace": "Backspace",
    "delete": "Delete", "insert": "Insert",
}  # fmt: skip
_SHORT_NAMES = {"solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus",
                "plus_sign": "plus", "low_line": "underscore"}  # fmt: skip
"""Keys for which Textual has a shorter name than Unicode."""
_FUNCTION_KEYS = frozenset(f"f{number}" for number in range(1, 25))
_KEY_WITH_VERB = r"(?<!\S)(\S) (undoes|redoes|shows|searches|saves|follows|stops|stars|marks)\b"
"""A default key in a message, followed by the verb that describes it."""


def _character_key(character: str) -> str:
    """Return Textual's name of the key that types a character; empty if Unicode has no name for it."""
    name = unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_")
    return _SHORT_NAMES.get(name, name)


_CHARACTERS = {_character_key(character): character for character in punctuation}
_NAMED_KEYS = {printed.lower(): key for key, printed in _PRINTED.items()} | {"esc": "escape"}


def key_name(key: str) -> str:
    """Return the printed name of a key: ``/`` for ``slash``, ``^d`` for ``ctrl+d``."""
    *modifiers, name = key.split("+")
    prefix = "".join(_MODIFIERS.get(modifier, f"{modifier}+") for modifier in modifiers)
    if name in _FUNCTION_KEYS:
        return prefix + name.upper()
    return prefix + (_PRINTED.get(name) or _character(name) or name)


def key_names(keys: str) -> str:
    """Return the printed names of a comma-separated list of keys."""
    return " ".join(map(key_name, keys.split(",")))


def parse_key(name: str) -> str | None:
    """Return Textual's name of a key by a common one: ``ctrl+d``, ``^d``, ``/``, ``PgDn``; None if unknown."""
    if name.startswith("^") and len(name) > 1:
        name = f"ctrl+{name[1:]}"
    if name.endswith("+"):
        name = f"{name[:-1]}plus"
    *modifiers, last = name.split("+")
    modifiers = [modifier.lower() for modifier in modifiers]
    key = _parse_plain_key(last)
    if key is None or not _MODIFIERS.keys() >= set(modifiers):
        return None
    if modifiers == ["shift"] and len(key) == 1:
        return key.upper()
    whole = "+".join([*modifiers, key])
    return {"ctrl+i": "tab", "ctrl+m": "enter"}.get(whole, whole)


def rename_keys(text: str, names: Mapping[str, str]) -> str:
    """Return a message with the keys that it mentions replaced, given the present key by the default one."""
    if not names:
        return text
    return re.sub(_KEY_WITH_VERB, lambda found: f"{names.get(found[1], found[1])} {found[2]}", text)


def _character(name: str) -> str:
    """Return the character that a key types; empty if the key types none."""
    if len(name) == 1:
        return name
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    try:
        return unicodedata.lookup(name.replace("_", " ").upper())
    except KeyError:
        return ""


def _parse_plain_key(name: str) -> str | None:
    """Return Textual's name of a key without modifiers; None if there is no such key."""
    if len(name) == 1:
        return name if name.isalnum() else _character_key(name) or None
    key = _NAMED_KEYS.get(name.lower(), name.lower())
    return key if key in _PRINTED or key in _FUNCTION_KEYS or _character(key) else None
