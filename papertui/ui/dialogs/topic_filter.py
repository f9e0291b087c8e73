"""Filter of the sidebar."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from papertui.model import Scope
from papertui.text.cleaning import clean_line
from papertui.ui.dialogs.base import Dialog
from papertui.ui.panes.topics import Heading, TopicPane

LIMIT = 100
"""Maximum length of the filter, in characters."""


class TopicFilter(Dialog[None]):
    """Input that filters the sidebar. Enter keeps the filter and goes to the first entry; Esc clears it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back"),
        Binding("down", "move(1)", "down"),
        Binding("up", "move(-1)", "up"),
    ]

    def __init__(self, topics: TopicPane, shown: Scope) -> None:
        super().__init__()
        self._topics = topics
        self._shown = shown
        self._moved = False

    def compose(self) -> ComposeResult:
        """Compose the input, as wide as the sidebar."""
        entry = Input(self._topics.filter_text, placeholder="find a topic", max_length=LIMIT, compact=True)
        entry.styles.width = self._topics.outer_size.width
        entry.border_title = Content("Find")
        yield entry

    def action_move(self, rows: int) -> None:
        """Move the cursor of the sidebar."""
        self._moved = True
        self._topics.move_by(rows)

    def action_leave(self) -> None:
        """Clear the filter."""
        self._list("")
        self.dismiss(None)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._moved = False
        self._list(clean_line(event.value))

    @on(Input.Submitted)
    def _found(self) -> None:
        if not self._moved:
            found = (entry for entry in self._topics.keys if entry != self._shown)
            first = next((entry for entry in found if not isinstance(entry, Heading)), None)
            if first is not None and self._topics.filter_text:
                self._topics.move_to_key(first)
        self.dismiss(None)

    def _list(self, wanted: str) -> None:
        self._topics.filter_text = wanted
        cursor = self._topics.cursor
        self._topics.list_entries(cursor if isinstance(cursor, Scope) else self._shown)
