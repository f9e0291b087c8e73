"""The search bar under the list of papers."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from papertui.text.cleaning import clean_line

if TYPE_CHECKING:
    from textual.widgets import Input

    from papertui.ui.panes.search_input import SearchInput


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

    class CompletionWanted(Message):
        """The reader asks how the word at the cursor may go on."""

    def __init__(self, history: Iterable[str], *, id: str) -> None:  # noqa: A002 - the name is Textual's
        super().__init__(id=id)
        self.history = list(history)
        """What was searched for, the last one last."""
        self._place = 0
        self._wants_focus = False

    @property
    def input(self) -> "SearchInput":
        """Where the search is typed."""
        from papertui.ui.panes.search_input import SearchInput

        if not self.children:
            self.mount(SearchInput(), Static("", id="complaint", markup=False))
        return self.query_one(SearchInput)

    @property
    def is_opening(self) -> bool:
        """Whether the bar is to have the focus and does not have it yet."""
        if self._wants_focus and self.input.has_focus:
            self._wants_focus = False
        return self._wants_focus

    def open(self, text: str) -> None:
        """Show the bar and let the reader type."""
        self.display = True
        self._wants_focus = True
        self.input.value = text
        self.input.cursor_position = len(text)
        self.input.focus()
        self._place = len(self.history)

    def remind(self, text: str) -> None:
        """Show a search that was not typed as the one that is kept."""
        entry = self.input
        with entry.prevent(type(entry).Changed):
            entry.value = text
        self.display = bool(text)

    def close(self, *, keep: bool) -> None:
        """Hide the bar, or leave it as a reminder of the search that is kept."""
        self.display = keep
        self._wants_focus = False
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
        if event.value.strip():
            self.history = [*(text for text in self.history if text != event.value), event.value]
        self.post_message(self.Left(keep=True))

    def on_key(self, event: events.Key) -> None:
        """Leave with Esc, complete with Tab, walk the searches of before with Up and Down."""
        match event.key:
            case "escape":
                self.post_message(self.Left(keep=False))
            case "tab":
                self.post_message(self.CompletionWanted())
            case "up" | "down":
                self._recall(-1 if event.key == "up" else 1)
            case _:
                return
        event.stop()
        event.prevent_default()

    def _recall(self, step: int) -> None:
        self._place = max(0, min(len(self.history), self._place + step))
        self.input.value = self.history[self._place] if self._place < len(self.history) else ""
        self.input.cursor_position = len(self.input.value)
