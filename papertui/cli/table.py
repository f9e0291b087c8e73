"""Table of papers: columns for a terminal, or lines for a pipe."""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from papertui.cli.cells import cells, fitted
from papertui.errors import UsageError
from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_line
from papertui.text.tex import display_title, tex_to_text

PaperAndMark = tuple[Paper, Mark]
Rows = Callable[[], Iterator[PaperAndMark]]
"""Returns a new iterator over the papers at each call."""

_JOINING = re.compile("(?<=[\u2190-\U0010ffff])[\u200d\U0001f3fb-\U0001f3ff]")
"""Characters that only some terminals join with the preceding emoji; dropped to keep columns aligned."""
MEASURED = 500
"""Number of papers that determine the width of the columns."""
NARROWEST, LEAST_TITLE = 4, 10
LONGEST = 1_000
"""Maximum characters of a text that are measured; no terminal is wider."""
WIDTH_ELSEWHERE = 120
"""Width of a line without a terminal, in cells."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its text for a paper, and its maximum width; columns without one share the rest."""

    text: Callable[[Paper, Mark], str]
    widest: int = 0
    """Maximum width in cells; 0 for no maximum."""


def _title(paper: Paper, _: Mark) -> str:
    return display_title(paper)


def _state(_: Paper, mark: Mark) -> str:
    state = "read" if mark.read else "unread"
    return f"{state},starred" if mark.starred else state


COLUMNS: Mapping[str, Column] = {
    "abstract": Column(lambda paper, _: tex_to_text(paper.abstract)),
    "added": Column(lambda paper, _: paper.added[:10], 10),
    "affiliations": Column(lambda paper, _: "; ".join(paper.affiliations), 30),
    "author": Column(lambda paper, _: next(iter(paper.authors), ""), 18),
    "authors": Column(lambda paper, _: "; ".join(paper.authors), 40),
    "category": Column(lambda paper, _: paper.category, 18),
    "date": Column(lambda paper, _: paper.date, 10),
    "doi": Column(lambda paper, _: paper.doi, 40),
    "id": Column(lambda paper, _: paper.arxiv_id or paper.doi or paper.key, 24),
    "key": Column(lambda paper, _: paper.key, 24),
    "note": Column(lambda _, mark: mark.note, 40),
    "sources": Column(lambda paper, _: "; ".join(paper.sources), 24),
    "state": Column(_state, 14),
    "tags": Column(lambda _, mark: "; ".join(mark.tags), 24),
    "title": Column(_title),
    "topics": Column(lambda paper, _: "; ".join(paper.topics), 30),
    "url": Column(lambda paper, _: paper.url, 48),
    "venue": Column(lambda paper, _: paper.venue, 30),
}
PLAIN = ("key", "date", "state", "author", "title")
"""The default columns of lines for a pipe."""


def columns_named(words: str) -> tuple[str, ...]:
    """Return the columns of a comma-separated list. Raises UsageError."""
    names = tuple(dict.fromkeys(name.strip() for name in words.split(",") if name.strip()))
    if unknown := next((name for name in names if name not in COLUMNS), None):
        raise UsageError(f"Unknown column {unknown}; choose from {', '.join(COLUMNS)}.")
    if not names:
        raise UsageError(f"Separate columns with commas: {', '.join(COLUMNS)}.")
    return names


def plain_lines(rows: Rows, names: Sequence[str] = PLAIN) -> Iterator[str]:
    """Yield a line for each paper: its uncut columns, separated by tabs."""
    for paper, mark in rows():
        yield "\t".join(clean_line(COLUMNS[name].text(paper, mark)) for name in names)


def table_lines(rows: Rows, names: Sequence[str] = (), *, ascii_only: bool = False) -> Iterator[str]:
    """Yield a line for each paper, with aligned columns that fit the terminal.

    The default columns are signs for unread and starred, date, author if there is room, title and key.
    """
    unread, starred, ellipsis = ("*", "+", "...") if ascii_only else ("●", "★", "…")
    room = max(40, shutil.get_terminal_size((WIDTH_ELSEWHERE, 24)).columns)
    shown = names or ("date", *(["author"] if room >= 90 else []), "title", "key")
    signs = 0 if names else len("● ★ ")
    widths = _widths(rows, shown, room - signs)
    for paper, mark in rows():
        line = "" if names else f"{' ' if mark.read else unread} {starred if mark.starred else ' '} "
        parts = (
            fitted(_shown(name, paper, mark), width, ellipsis)
            for name, width in zip(shown, widths, strict=True)
        )
        yield f"{line}{' '.join(parts)}".rstrip()


def _shown(name: str, paper: Paper, mark: Mark) -> str:
    return _JOINING.sub("", clean_line(COLUMNS[name].text(paper, mark), LONGEST))


def _widths(rows: Rows, names: Sequence[str], room: int) -> list[int]:
    """Return the width of each column: as its texts need, up to its maximum, and less if they do not all fit."""
    needed = [NARROWEST] * len(names)
    for paper, mark in islice(rows(), MEASURED):
        for place, name in enumerate(names):
            width = min(cells(_shown(name, paper, mark)), COLUMNS[name].widest or room)
            needed[place] = max(needed[place], width)
    room -= len(names) - 1
    elastic = [place for place, name in enumerate(names) if not COLUMNS[name].widest]
    fixed = sum(width for place, width in enumerate(needed) if place not in elastic)
    if elastic and fixed + LEAST_TITLE * len(elastic) <= room:
        share = (room - fixed) // len(elastic)
        return [min(width, share) if place in elastic else width for place, width in enumerate(needed)]
    while sum(needed) > room and max(needed) > NARROWEST:
        needed[needed.index(max(needed))] -= 1
    return needed
