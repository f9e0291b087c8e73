"""Signs of the screen in Unicode and in ASCII, and date formats."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Symbols:
    """The signs that carry meaning without colour."""

    unread: str
    starred: str
    note: str
    revised: str
    selected: str
    dismissed: str
    ellipsis: str
    separator: str
    cursor: str
    opened: str
    bars: str
    """Nine signs from empty to full, for small charts."""
    rising: str
    falling: str
    rule: str
    is_ascii: bool = False
    """Whether everything is drawn in ASCII."""
    date: Callable[[str], str] = str
    """Formats a partial date as configured."""
    date_width: int = 10
    """Width of the longest formatted date, in cells."""


UNICODE = Symbols(
    unread="●", starred="★", note="✎", revised="↻", selected="✓", dismissed="✗", ellipsis="…", separator=" · ",
    cursor="▌", opened="›", bars=" ▁▂▃▄▅▆▇█", rising="↑", falling="↓", rule="─",
)  # fmt: skip
ASCII = Symbols(
    unread="*", starred="+", note='"', revised="~", selected="x", dismissed="-", ellipsis="...", separator=" - ",
    cursor=">", opened=">", bars=" .:-=+*#@", rising="^", falling="v", rule="-", is_ascii=True,
)  # fmt: skip
