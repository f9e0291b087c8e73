"""Paper pane: the list of papers, its dividers and headings."""

from collections.abc import Collection, Sequence
from typing import Literal

from textual.content import Content

from papertui.library import Library
from papertui.library.listing import Listing
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece
from papertui.ui.drawing.rows import paper_line, paper_row
from papertui.ui.drawing.symbols import Symbols

RowHeight = Literal[1, 2]
SIMILAR, ELSEWHERE = "similar spelling", "elsewhere"
"""Rows that are no papers; no key of a paper has this form."""


def rows_of(listing: Listing) -> Sequence[str]:
    """Return the rows of a listing: its papers, a divider before similar matches, and a link to matches elsewhere."""
    rows = listing.keys
    if listing.ranked and 0 < listing.exact < len(rows):
        rows = (*rows[: listing.exact], SIMILAR, *rows[listing.exact :])
    return (*rows, ELSEWHERE) if listing.elsewhere and rows else rows


class PaperPane(KeyList[str]):
    """The papers of the view; each row is drawn from the library when it comes into view."""

    def __init__(self, library: Library, symbols: Symbols, row_height: RowHeight) -> None:
        super().__init__(
            self._draw_row_of, marker=symbols.cursor, can_hold_cursor=lambda row: row != SIMILAR, id="papers"
        )
        self.selected: Collection[str] = ()
        """The keys that are drawn as selected."""
        self._library = library
        self._symbols = symbols
        self._listing = Listing()
        self._headings = ("", "")
        self.set_reactive(KeyList.row_height, row_height)

    def show_listing(self, listing: Listing, cursor: str | None, *, else_first: bool) -> None:
        """List the papers of a listing; `KeyList.show` says where the cursor goes."""
        self._listing = listing
        self.show(rows_of(listing), cursor, else_first=else_first)

    def show_headings(self, title: str, subtitle: str) -> None:
        """Set title and subtitle of the border if they changed, since this draws the whole list again."""
        if (title, subtitle) != self._headings:
            self._headings = title, subtitle
            self.border_title, self.border_subtitle = Content(title), Content(subtitle)

    def _draw_row_of(self, row: str, width: int) -> Sequence[Line]:
        if row == SIMILAR:
            rule = self._symbols.rule
            return [[Piece(f"{rule * 2} {SIMILAR} {rule * max(0, width - len(SIMILAR) - 4)}", "divider")]]
        if row == ELSEWHERE:
            return [[Piece(f"... and {self._listing.elsewhere:,} elsewhere: Enter shows them", "divider")]]
        if row not in self.selected:
            return self._draw_paper(row, width)
        first, *others = self._draw_paper(row, width - 2)
        return [
            [Piece(f"{self._symbols.selected} ", "selected"), *first],
            *([Piece("  "), *line] for line in others),
        ]

    def _draw_paper(self, key: str, width: int) -> Sequence[Line]:
        paper, mark, spans = self._library.paper(key), self._library.mark(key), self._listing.spans
        if self.row_height == 1:
            return [paper_line(paper, mark, width, self._symbols, spans)]
        return paper_row(paper, mark, width, self._symbols, spans, self._listing.found_in(key))
