"""Column chart of weekly figures, in Unicode or ASCII."""

from collections.abc import Sequence
from math import ceil

from textual.content import Content

WIDEST_COLUMN = 9


def column_chart(
    figures: Sequence[int], labels: Sequence[str], *, width: int, height: int, signs: str
) -> Content:
    """Return figures as columns, with each figure above its column and labels below as far as there is room.

    `signs` are nine, from an empty to a full cell; the greatest figure fills `height` lines.
    """
    column = max(3, min(WIDEST_COLUMN, width // max(1, len(figures))))
    shown = len(figures) if column * len(figures) <= width else max(1, width // column)
    figures, labels = figures[-shown:], labels[-shown:]
    greatest = max(figures, default=0)
    steps = len(signs) - 1
    eighths = [ceil(figure * height * steps / greatest) if greatest else 0 for figure in figures]
    lines: list[Content] = []
    for row in range(height, -1, -1):
        cells = [
            _cell(figure, filled - row * steps, steps, column, signs)
            for figure, filled in zip(figures, eighths, strict=True)
        ]
        lines.append(Content("").join(cells))
    lines.append(Content.styled("".join(_labels(labels, column)), "$muted"))
    return Content("\n").join(lines)


def _cell(figure: int, above: int, steps: int, column: int, signs: str) -> Content:
    """Return one line of a column; `above` is the part of the column on this line and above it."""
    inner = column - 1
    if above > 0:
        return Content.styled(signs[min(steps, above)] * inner, "$unread") + Content(" ")
    if -steps < above <= 0:
        return Content.styled(f"{figure or '-':^{inner}} ", "bold" if figure else "$muted")
    return Content(" " * column)


def _labels(labels: Sequence[str], column: int) -> list[str]:
    """Return labels, each as wide as its columns."""
    widest = max((len(label) for label in labels), default=0)
    every = ceil((widest + 1) / column)
    texts = []
    for number in range(0, len(labels), every):
        room = column * min(every, len(labels) - number)
        texts.append(f"{labels[number][:room]:<{room}}")
    return texts
