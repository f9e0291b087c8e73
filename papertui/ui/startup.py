"""Startup: the initial state of the screen from the last session and the config."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from papertui.ui.drawing.symbols import ASCII, UNICODE, Symbols
from papertui.ui.session import Session

if TYPE_CHECKING:
    from papertui.config.config import Config, Problem


class InitialState(NamedTuple):
    """The state that the screen starts in."""

    session: Session
    symbols: Symbols
    config: "Config | None" = None
    """None if the user has no ``config.toml``; its defaults are loaded on first use."""
    keymap: Mapping[str, str] = {}
    """Comma-separated keys by id of the command, for the commands whose keys are remapped."""
    key_names: Mapping[str, str] = {}
    """The printed present key by each printed default key that is remapped, for messages."""
    notice: str = ""
    """A sentence on the problems of the config; empty if there is none."""


def initial_state(
    session: Session, config: "Config | None" = None, *, ascii_only: bool = False
) -> InitialState:
    """Return the state that the screen starts in: the last session, changed by the config if there is one."""
    if config is None:
        return InitialState(session, ASCII if ascii_only else UNICODE)
    from dataclasses import replace

    from papertui.ui.drawing.theme_names import THEME_NAMES
    from papertui.ui.keymap.remapping import remap

    look = config.look
    symbols = ASCII if ascii_only or look.ascii else UNICODE
    remapping = remap(config.keys)
    return InitialState(
        replace(
            session,
            view=replace(session.view, sort=config.reading.sort or session.view.sort),
            theme=look.theme if look.theme in THEME_NAMES else session.theme,
            row_height=look.rows.lines if look.rows else session.row_height,
        ),
        replace(symbols, date=look.date_format.write, date_width=look.date_format.width),
        config,
        remapping.changed,
        remapping.names,
        _notice(config_problems(config)),
    )


def config_problems(config: "Config") -> list["Problem"]:
    """Return all problems of a config, also those of its keys and theme, by line."""
    from papertui.config.config import Problem
    from papertui.text.cleaning import clean_line
    from papertui.ui.drawing.theme_names import THEME_NAMES
    from papertui.ui.keymap.remapping import remap

    problems = [(f"keys.{one.command}", one.text) for one in remap(config.keys).problems]
    theme = config.look.theme
    if theme is not None and theme not in THEME_NAMES:
        problems.append(("look.theme", f"Unknown theme {clean_line(theme, 40)}."))
    found = [Problem(config.lines.get(place, 0), text) for place, text in problems]
    return sorted([*config.problems, *found], key=lambda problem: problem.line)


def _notice(problems: Sequence["Problem"]) -> str:
    if not problems:
        return ""
    more = f" ({len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"config.toml, {problems[0]}{more} papertui config lists all problems."
