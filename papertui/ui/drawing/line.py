"""Lines of lists: pieces of text with roles, cut and padded to a width in cells."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size


class Piece(NamedTuple):
    """A run of text and its role; the list knows the style of each role."""

    text: str
    role: str = ""


Line = list[Piece]
Span = tuple[int, int, bool]
"""A highlight: start and end offsets, and whether the match is exact."""


def shorten(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return text cut to a number of cells, with an ellipsis if it was wider."""
    if cell_len(text) <= cells:
        return text
    room = cells - cell_len(ellipsis)
    return (
        set_cell_size(text, max(0, room)).rstrip() + ellipsis
        if room > 0
        else set_cell_size(text, max(0, cells))
    )


def filled(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return text cut or padded to exactly this number of cells."""
    return set_cell_size(shorten(text, cells, ellipsis), cells)


def width_of(line: Iterable[Piece]) -> int:
    """Return the width of a line in cells."""
    return sum(cell_len(piece.text) for piece in line)


def highlighted(text: str, role: str, spans: Sequence[Span]) -> Line:
    """Return text as pieces with highlighted matches, exact and fuzzy ones in different roles."""
    pieces: Line = []
    at = 0
    for start, end, exact in sorted(spans):
        begin, stop = max(at, start), min(end, len(text))
        if begin >= stop:
            continue
        if begin > at:
            pieces.append(Piece(text[at:begin], role))
        pieces.append(Piece(text[begin:stop], "hit" if exact else "fuzzy"))
        at = stop
    if at < len(text):
        pieces.append(Piece(text[at:], role))
    return pieces


def wrapped(text: str, cells: int, lines: int) -> list[str]:
    """Return text wrapped into a maximum number of lines of a width in cells, with an ellipsis if it is cut."""
    rows: list[str] = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if cell_len(longer) <= cells:
            rows[-1] = longer
        elif len(rows) < lines:
            rows.append(word)
        else:
            rows[-1] = shorten(f"{longer} …", cells)
            break
    return [shorten(row, cells) for row in rows]
