"""Abstract pane: the paper under the cursor, and when it counts as opened."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from papertui.library import Library
from papertui.ui.drawing.rows import Spans, no_spans
from papertui.ui.drawing.symbols import Symbols

if TYPE_CHECKING:
    from textual.timer import Timer

REPEATED_LINES = 2
"""Lines of a page that the next page repeats."""


class AbstractPane(VerticalScroll, can_focus=True, inherit_bindings=False):
    """The paper under the cursor. It is open while the pane has the focus."""

    class Opened(Message):
        """A paper was opened."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Dwelt(Message):
        """A paper was open for the time that `start_dwell` was given."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, library: Library, symbols: Symbols) -> None:
        super().__init__(id="abstract")
        self.key: str | None = None
        """The paper that is shown."""
        self._library = library
        self._symbols = symbols
        self._opened: str | None = None
        self._dwell: Timer | None = None
        self.border_title = Content("Abstract")

    def compose(self) -> ComposeResult:
        yield Static(id="abstract-text", markup=False)

    def show(self, key: str | None, spans: Spans = no_spans, empty: str = "") -> None:
        """Show a paper from its top, or the advice for an empty list if there is none."""
        from papertui.ui.drawing.abstract_text import abstract_text

        if key != self.key:
            self.scroll_to(y=0, animate=False)
        self.key = key
        if key is None:
            content = Content.styled(empty, "$muted")
        else:
            content = abstract_text(self._library.paper(key), self._library.mark(key), self._symbols, spans)
        self.query_one("#abstract-text", Static).update(content)
        self.follow_focus()

    def read_on(self) -> bool:
        """Scroll to the next page; return False at the end."""
        if self.scroll_offset.y >= self.max_scroll_y:
            return False
        page = max(1, self.scrollable_content_region.height - REPEATED_LINES)
        self.scroll_to(y=self.scroll_offset.y + page, animate=False, immediate=True)
        return True

    def follow_focus(self) -> None:
        """Open the paper that is shown if the pane has the focus, else close it."""
        key = self.key if self.screen.focused is self else None
        if key == self._opened:
            return
        self._opened = key
        if self._dwell is not None:
            self._dwell.stop()
        if key is not None:
            # To the screen itself: Textual ends the bubbling of a message at the widget whose handler sent it.
            self.screen.post_message(self.Opened(key))

    def start_dwell(self, seconds: float) -> None:
        """Post `Dwelt` if the open paper stays open for a time."""
        if key := self._opened:
            self._dwell = self.set_timer(seconds, lambda: self.screen.post_message(self.Dwelt(key)))
