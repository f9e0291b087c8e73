"""The search bar under the list of papers."""

from typing import TYPE_CHECKING

from textual import events
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from papertui.text import clean_line

if TYPE_CHECKING:
    from textual.widgets import Input

    from papertui.ui.search_input import SearchInput


class FilterBar(Vertical):
    """Type to search: the list follows each key. Enter keeps the result, Esc drops it.

    Its parts are made when it is first opened, so that the first paint does not wait for them.
    """

    class Edited(Message):
        """The text of the search is different."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """The reader goes back to the list, keeping the search or not."""

        def __init__(self, *, keep: bool) -> None:
            super().__init__()
            self.keep = keep

    @property
    def input(self) -> "SearchInput":
        """Where the search is typed."""
        from papertui.ui.search_input import SearchInput

        if not self.children:
            self.mount(SearchInput(), Static("", id="complaint", markup=False))
        return self.query_one(SearchInput)

    def open(self, text: str) -> None:
        """Show the bar and let the reader type."""
        self.display = True
        self.input.value = text
        self.input.cursor_position = len(text)
        self.input.focus()

    def close(self, *, keep: bool) -> None:
        """Hide the bar, or leave it as a reminder of the search that is kept."""
        self.display = keep
        if self.children and not keep:
            with self.input.prevent(type(self.input).Changed):
                self.input.value = ""
            self.complain("")

    def complain(self, text: str) -> None:
        """Say in one line what is wrong with the search; nothing hides the line."""
        if self.children:
            complaint = self.query_one("#complaint", Static)
            complaint.update(clean_line(text, 300))
            complaint.display = bool(text)

    def on_input_changed(self, event: "Input.Changed") -> None:
        """Tell the screen what is typed now."""
        event.stop()
        if self.display:
            self.post_message(self.Edited(event.value))

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        """Go back to the list with the result."""
        event.stop()
        self.post_message(self.Left(keep=True))

    def on_key(self, event: events.Key) -> None:
        """Leave with Esc."""
        if event.key == "escape":
            event.stop()
            self.post_message(self.Left(keep=False))
