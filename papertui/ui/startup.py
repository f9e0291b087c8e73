"""How the screen begins: as it was left, changed by what the reader's config wants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from papertui.text.cleaning import clean_line
from papertui.ui.drawing.symbols import ASCII, UNICODE, Symbols
from papertui.ui.drawing.themes import theme_names
from papertui.ui.keymap.table import GROUPS, Group
from papertui.ui.session import ScreenMemory

if TYPE_CHECKING:
    from papertui.config.config import Config, Problem


@dataclass(frozen=True, slots=True)
class Start:
    """What the main screen is made of."""

    memory: ScreenMemory
    symbols: Symbols = UNICODE
    groups: Sequence[Group] = GROUPS
    key_names: Mapping[str, str] = field(default_factory=dict)
    """What sentences call the usual keys that are bound otherwise now."""
    notice: str = ""
    """What is wrong with the config, in a sentence; empty where nothing is."""


def plain_start(memory: ScreenMemory, *, ascii_only: bool) -> Start:
    """Return how the screen begins for a reader without a config."""
    return Start(memory, ASCII if ascii_only else UNICODE)


def configured_start(config: "Config", memory: ScreenMemory, *, ascii_only: bool) -> Start:
    """Return how the screen begins for a reader with a config."""
    from papertui.ui.keymap.remapping import remapped

    look = config.look
    symbols = ASCII if ascii_only or look.ascii else UNICODE
    keys = remapped(config.keys)
    return Start(
        replace(
            memory,
            view=replace(memory.view, sort=config.reading.sort or memory.view.sort),
            theme=look.theme if look.theme and look.theme in theme_names() else memory.theme,
            row_height=look.rows.lines if look.rows else memory.row_height,
        ),
        replace(symbols, date=look.date_format.write, date_width=look.date_format.width),
        keys.groups,
        keys.names,
        _notice(config_problems(config)),
    )


def config_problems(config: "Config") -> list["Problem"]:
    """Return all that is wrong with a config, also what the screen alone knows of: its keys and themes."""
    from papertui.config.config import Problem
    from papertui.ui.keymap.remapping import remapped

    problems = [(f"keys.{one.action}", one.text) for one in remapped(config.keys).problems]
    theme = config.look.theme
    if theme is not None and theme not in theme_names():
        problems.append(("look.theme", f"There is no theme {clean_line(theme, 40)}."))
    found = [Problem(config.lines.get(place, 0), text) for place, text in problems]
    return sorted([*config.problems, *found], key=lambda problem: problem.line)


def _notice(problems: Sequence["Problem"]) -> str:
    if not problems:
        return ""
    more = f" ({len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"config.toml, {problems[0]}{more} papertui config tells all."
