"""Width of text in terminal cells: wide letters take two, combining marks none."""

import unicodedata


def cells(text: str) -> int:
    """Return the width of a text in terminal cells."""
    if text.isascii():
        return len(text)
    return sum(_letter_cells(letter) for letter in text)


def fitted(text: str, width: int, ellipsis: str = "…") -> str:
    """Return text cut with an ellipsis, or padded, to exactly this number of cells."""
    if cells(text) > width:
        kept, used = [], 0
        for letter in text:
            if (used := used + _letter_cells(letter)) > width - len(ellipsis):
                break
            kept.append(letter)
        text = "".join(kept) + ellipsis
    return text + " " * (width - cells(text))


def _letter_cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
