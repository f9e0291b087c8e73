"""The panes of the papers and of the abstract of the paper at the cursor."""

from collections.abc import Collection, Sequence
from typing import Literal

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from papertui.library import Library
from papertui.library.listing import Listing
from papertui.ui.drawing.abstract_text import abstract_text
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece
from papertui.ui.drawing.rows import Spans, no_spans, paper_line, paper_row
from papertui.ui.drawing.symbols import Symbols

RowHeight = Literal[1, 2]


SIMILAR, ELSEWHERE = "spelt nearly so", "elsewhere"
"""Rows between the papers that are none; no key of a paper looks like these."""


def rows_of(listing: Listing) -> Sequence[str]:
    """Return the rows for a listing: its papers, a divider above those that match nearly, and what lies elsewhere."""
    rows = listing.keys
    if listing.ranked and 0 < listing.exact < len(rows):
        rows = (*rows[: listing.exact], SIMILAR, *rows[listing.exact :])
    return (*rows, ELSEWHERE) if listing.elsewhere and rows else rows


class PaperPane(KeyList[str]):
    """The papers of the view, from keys; each row is drawn from the library when it comes into view."""

    HELP = "The papers of the topic or search. A dot is unread, a star is starred; r and s change them."

    def __init__(self, library: Library, symbols: Symbols, row_height: RowHeight) -> None:
        holds = lambda key: key != SIMILAR  # noqa: E731 - said in one word
        super().__init__(self._draw_paper, marker=symbols.cursor, can_hold_cursor=holds, id="papers")
        self._elsewhere = 0
        self.selected: Collection[str] = ()
        self._library = library
        self._symbols = symbols
        self._spans: Spans = no_spans
        self._found_in = Listing().found_in
        self.set_reactive(KeyList.row_height, row_height)

    def show_listing(self, listing: Listing, cursor: str | None, *, else_first: bool) -> None:
        """Show the papers of a listing; see `KeyList.show` for where the cursor goes."""
        self._spans = listing.spans
        self._found_in = listing.found_in
        self._elsewhere = listing.elsewhere
        self.show(rows_of(listing), cursor, else_first=else_first)

    def _draw_paper(self, key: str, width: int) -> Sequence[Line]:
        if key == SIMILAR:
            rule = self._symbols.rule
            return [[Piece(f"{rule * 2} spelt nearly so {rule * max(0, width - 19)}", "divider")]]
        if key == ELSEWHERE:
            return [[Piece(f"... and {self._elsewhere:,} elsewhere: Enter shows them", "divider")]]
        if key not in self.selected:
            return self._paper_lines(key, width)
        first, *others = self._paper_lines(key, width - 2)
        return [
            [Piece(f"{self._symbols.selected} ", "selected"), *first],
            *([Piece("  "), *line] for line in others),
        ]

    def _paper_lines(self, key: str, width: int) -> Sequence[Line]:
        paper, mark = self._library.paper(key), self._library.mark(key)
        if self.row_height == 1:
            return [paper_line(paper, mark, width, self._symbols, self._spans)]
        return paper_row(paper, mark, width, self._symbols, self._spans, self._found_in(key))


class AbstractPane(VerticalScroll, can_focus=True, inherit_bindings=False):
    """All that is known of the paper at the cursor, ready to read."""

    HELP = "The paper at the cursor. J and K scroll it from any pane."

    def __init__(self, library: Library, symbols: Symbols) -> None:
        super().__init__(id="abstract")
        self._library = library
        self._symbols = symbols
        self.key: str | None = None
        self.border_title = Content("Abstract")

    def compose(self) -> ComposeResult:
        """Make the one widget that holds the text."""
        yield Static(id="abstract-text", markup=False)

    def show(self, key: str | None, spans: Spans = no_spans, empty: str = "") -> None:
        """Show a paper from its beginning, or the words for an empty list where there is none."""
        if key != self.key:
            self.scroll_to(y=0, animate=False)
        self.key = key
        if key is None:
            content = Content.styled(empty, "$muted")
        else:
            content = abstract_text(self._library.paper(key), self._library.mark(key), self._symbols, spans)
        self.query_one("#abstract-text", Static).update(content)
