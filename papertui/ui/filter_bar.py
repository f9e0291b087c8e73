"""The search bar under the list of papers."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from papertui.text import clean_line

SEARCH_LIMIT = 1_000
"""Longest query, in characters; a longer paste is cut, not refused."""


class SearchInput(Input):
    """An input that cuts what is pasted into it to the longest query, and cleans it."""

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        room = max(0, SEARCH_LIMIT - len(self.value) + len(self.selected_text))
        self.replace(clean_line(event.text[: SEARCH_LIMIT * 2])[:room], *self.selection)


class FilterBar(Vertical):
    """Type to search: the list follows each key. Enter keeps the result, Esc drops it."""

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

    def compose(self) -> ComposeResult:
        """Make the input and the line for complaints."""
        yield SearchInput(
            placeholder="search titles, authors, abstracts ...", max_length=SEARCH_LIMIT, compact=True
        )
        yield Static("", id="complaint", markup=False)

    @property
    def input(self) -> SearchInput:
        """Where the search is typed."""
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
        if not keep:
            with self.input.prevent(Input.Changed):
                self.input.value = ""
            self.complain("")

    def complain(self, text: str) -> None:
        """Say in one line what is wrong with the search; nothing hides the line."""
        complaint = self.query_one("#complaint", Static)
        complaint.update(clean_line(text, 300))
        complaint.display = bool(text)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.display:
            self.post_message(self.Edited(event.value))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Left(keep=True))

    def on_key(self, event: events.Key) -> None:
        """Leave with Esc."""
        if event.key == "escape":
            event.stop()
            self.post_message(self.Left(keep=False))
