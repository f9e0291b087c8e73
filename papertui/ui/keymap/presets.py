"""Presets of keys from other programs: emacs, newsboat, lazygit."""

from collections.abc import Mapping

from papertui.config.settings import Preset

PRESETS: Mapping[Preset, Mapping[str, tuple[str, ...]]] = {
    Preset.VIM: {},
    Preset.EMACS: {
        "down": ("ctrl+n", "j", "down"),
        "up": ("ctrl+p", "k", "up"),
        "pane-left": ("ctrl+b", "h", "left"),
        "pane-right": ("ctrl+f", "l", "right"),
        "page-down": ("ctrl+v", "pagedown"),
        "page-up": ("alt+v", "pageup"),
        "search": ("ctrl+s", "/"),
        "back": ("ctrl+g", "escape"),
        "undo": ("ctrl+underscore", "u"),
        "copy-link": ("alt+w", "c"),
        "palette": ("alt+x",),
    },
    Preset.NEWSBOAT: {
        "read": ("N",),
        "fetch": ("r", "ctrl+r"),
        "tags": ("ctrl+e", "t"),
        "mark-shown-read": ("A", "C"),
        "sort": ("S", "g"),
        "top": ("home",),
        "hide-read": (".", "l"),
        "pane-right": ("right",),
        "pane-left": ("left",),
    },
    Preset.LAZYGIT: {
        "undo": ("z", "u"),
        "redo": ("Z", "U"),
        "fetch": ("R", "ctrl+r"),
        "rows": ("X",),
        "zoom": ("underscore",),
        "top": ("<", "g", "home"),
        "bottom": (">", "G", "end"),
        "copy-link": ("ctrl+o", "c"),
    },
}
"""For each preset the keys by id of the command; all other commands keep their defaults."""
