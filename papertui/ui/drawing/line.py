"""Lines of a list as pieces of text with roles; cutting and filling them to a width in terminal cells."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size


class Piece(NamedTuple):
    """A run of text and what it is; the list that draws it knows the style of each role."""

    text: str
    role: str = ""


Line = list[Piece]
Span = tuple[int, int, bool]
"""Start, end, and whether the letters match exactly; offsets in the text."""


def shorten(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return the text, cut with an ellipsis where it is wider than so many cells."""
    if cell_len(text) <= cells:
        return text
    room = cells - cell_len(ellipsis)
    return (
        set_cell_size(text, max(0, room)).rstrip() + ellipsis
        if room > 0
        else set_cell_size(text, max(0, cells))
    )


def filled(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return the text cut or filled with blanks to exactly so many cells."""
    return set_cell_size(shorten(text, cells, ellipsis), cells)


def width_of(line: Iterable[Piece]) -> int:
    """Return how many cells a line takes."""
    return sum(cell_len(piece.text) for piece in line)


def highlighted(text: str, role: str, spans: Sequence[Span]) -> Line:
    """Return text as pieces in which the spans that match a search stand out, exact and fuzzy ones apart."""
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
    """Return text broken between words into at most so many lines of so many cells; an ellipsis tells of more."""
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
