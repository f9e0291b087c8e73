"""The main screen as the reader wants it: widths, sidebar, rows, the links of a paper, and the mouse on dividers."""

import re
from dataclasses import replace

from textual import events, on, work

from papertui.library import Library
from papertui.model import Paper
from papertui.text.cleaning import clean_line
from papertui.ui.commands.topics import SurveyingScreen
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.panes.layout import LEAST
from papertui.ui.session import ScreenMemory

STEP = 4
"""So many columns a divider is moved by one key."""
LINKS_OFFERED = 30
_ADDRESS = re.compile(r"https?://[^\s<>\"'{}|\\^`]+[^\s<>\"'{}|\\^`.,;:!?)\]]")


class ComfortScreen(SurveyingScreen):
    """A screen whose panes are moved, hidden and made lower by key and by mouse."""

    _dragged: int | None = None
    """The divider that the mouse has hold of: 0 between topics and papers, 1 between papers and abstract."""

    def __init__(self, library: Library, memory: ScreenMemory) -> None:
        super().__init__(library)
        self.wishes = replace(
            self.wishes,
            zoomed=memory.zoomed,
            sidebar_hidden=memory.sidebar_hidden,
            topics_width=memory.topics_width,
            abstract_width=memory.abstract_width,
        )

    def action_widen(self, step: int) -> None:
        """Make the pane wider, or below zero narrower, at the cost of the one beside it."""
        topics, _, abstract = self.panes_layout.widths
        number = self._pane_number()
        if number == 0 and topics:
            self._move_divider(0, topics + step * STEP)
        elif abstract:
            columns = -step * STEP if number == 2 else step * STEP
            self._move_divider(1, self.size.width - abstract + columns)

    def _move_divider(self, divider: int, column: int) -> None:
        """Put a divider at a column, as far as the panes beside it allow."""
        if self.panes_layout.dividers[divider] is None:
            return
        width = self.size.width
        if divider == 0:
            topics = max(LEAST[0], min(column, width - LEAST[1] - LEAST[2]))
            self.wishes = replace(self.wishes, topics_width=topics)
        else:
            topics = self.panes_layout.widths[0]
            abstract = max(LEAST[2], min(width - column, width - topics - LEAST[1]))
            self.wishes = replace(self.wishes, abstract_width=abstract)
        self._arrange()

    def action_sidebar(self) -> None:
        """Hide the sidebar, or show it again; going to it shows it while one is there."""
        hidden = not self.wishes.sidebar_hidden
        self.wishes = replace(self.wishes, sidebar_hidden=hidden)
        if hidden and self._pane_number() == 0:
            self.action_focus_pane(1)
        self._arrange()
        self.say("The sidebar is hidden · 1 goes to it, b shows it" if hidden else "The sidebar is shown")

    def action_rows(self) -> None:
        """Give each paper one line in the list, or two."""
        self.papers.row_height = 1 if self.papers.row_height == 2 else 2
        self.say("Each paper has one line" if self.papers.row_height == 1 else "Each paper has two lines")

    @work(exit_on_error=False, group="dialog")
    async def action_links(self) -> None:
        """Choose one of the addresses of the paper, and open it in the browser."""
        from papertui.ui.dialogs.simple import Choice, Pick

        if self.current is None:
            return
        addresses = links_of(self.library.paper(self.current), self.library.mark(self.current).note)
        letters = [str(number) if number < 10 else "" for number in range(1, len(addresses) + 1)]
        choices = [
            Choice(address, clean_line(address, 200), letter)
            for address, letter in zip(addresses, letters, strict=True)
        ]
        address = await self.app.push_screen_wait(Pick("Open a link", choices))
        if address:
            self._open(address)

    @on(KeyList.Picked, "#papers")
    def _picked(self, event: KeyList.Picked) -> None:
        """Select a paper on which the mouse was clicked with Ctrl, or no longer."""
        key = str(event.key)
        self.chosen.toggle(key)
        self.show_chosen(frozenset((key,)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the divider under the mouse."""
        column = int(event.screen_x)
        self._dragged = next(
            (
                number
                for number, first in enumerate(self.panes_layout.dividers)
                if first is not None and column in (first - 1, first)
            ),
            None,
        )
        if self._dragged is not None:
            event.stop()
            self.clear_selection()  # no text is selected by the way

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the divider with the mouse for as long as its button is held."""
        if self._dragged is not None and event.button:
            self._move_divider(self._dragged, int(event.screen_x))

    def on_mouse_up(self) -> None:
        """Let go of the divider."""
        self._dragged = None


def links_of(paper: Paper, note: str = "") -> list[str]:
    """Return the addresses that a paper leads to: its own, its PDF, those of the record, and those in its texts."""
    own = [paper.url, paper.pdf_url, paper.record_url, *paper.links]
    found = [match[0] for text in (paper.abstract, note) for match in _ADDRESS.finditer(text)]
    return list(dict.fromkeys(address for address in [*own, *found] if address))[:LINKS_OFFERED]
