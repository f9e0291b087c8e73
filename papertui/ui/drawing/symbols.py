"""The signs that carry meaning on the screen, in Unicode and in ASCII, and how dates are written."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Symbols:
    """One sign for each thing that must be seen without colour."""

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
    """Nine signs from nothing to full, for small charts."""
    rising: str
    falling: str
    rule: str
    is_ascii: bool = False
    """Whether all is to be drawn in ASCII."""
    date: Callable[[str], str] = str
    """Writes a partial date as the reader wants dates to be."""
    date_width: int = 10
    """Cells of the longest date that is written so."""


UNICODE = Symbols(
    unread="●", starred="★", note="✎", revised="↻", selected="✓", dismissed="✗", ellipsis="…", separator=" · ",
    cursor="▌", opened="›", bars=" ▁▂▃▄▅▆▇█", rising="↑", falling="↓", rule="─",
)  # fmt: skip
ASCII = Symbols(
    unread="*", starred="+", note='"', revised="~", selected="x", dismissed="-", ellipsis="...", separator=" - ",
    cursor=">", opened=">", bars=" .:-=+*#@", rising="^", falling="v", rule="-", is_ascii=True,
)  # fmt: skip
