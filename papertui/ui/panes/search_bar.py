"""Search bar under the list of papers: input, history and completion."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from papertui.library import Library
from papertui.text.cleaning import clean_line

if TYPE_CHECKING:
    from textual.widgets import Input

    from papertui.ui.panes.search_input import SearchInput

COMPLETIONS = 6
"""Maximum number of completions shown at once."""


class SearchBar(Vertical):
    """Type to search: the list follows each key. Enter keeps the result, Esc drops it.

    Its parts are mounted when it is first opened, to keep startup fast.
    """

    class Edited(Message):
        """The query changed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """The user left the bar, and keeps the query or not."""

        def __init__(self, *, keep: bool) -> None:
            super().__init__()
            self.keep = keep

    class Completed(Message):
        """The word at the cursor was completed; `choices` lists all completions."""

        def __init__(self, choices: str) -> None:
            super().__init__()
            self.choices = choices

    def __init__(self, library: Library, history: Iterable[str]) -> None:
        super().__init__(id="filter")
        self.history = list(history)
        """Past queries, latest last."""
        self._library = library
        self._position = 0
        self._awaits_focus = False

    @property
    def input(self) -> "SearchInput":
        """The input of the query."""
        from papertui.ui.panes.search_input import SearchInput

        if not self.children:
            self.mount(SearchInput(), Static("", id="complaint", markup=False))
        return self.query_one(SearchInput)

    @property
    def is_opening(self) -> bool:
        """Whether the bar was opened and does not have the focus yet."""
        if self._awaits_focus and self.input.has_focus:
            self._awaits_focus = False
        return self._awaits_focus

    def open(self, text: str) -> None:
        """Show the bar and let the user edit a query."""
        self.display = True
        self._awaits_focus = True
        self.input.value = text
        self.input.cursor_position = len(text)
        self.input.focus()
        self._position = len(self.history)

    def remind(self, text: str) -> None:
        """Show a query that was not typed here."""
        entry = self.input
        with entry.prevent(type(entry).Changed):
            entry.value = text
        self.display = bool(text)

    def close(self, *, keep: bool) -> None:
        """Hide the bar, or leave it as a reminder of the query."""
        self.display = keep
        self._awaits_focus = False
        if self.children and not keep:
            with self.input.prevent(type(self.input).Changed):
                self.input.value = ""
            self.complain("")

    def complain(self, text: str) -> None:
        """Show a problem of the query in one line; an empty text hides the line."""
        if self.children:
            complaint = self.query_one("#complaint", Static)
            complaint.update(clean_line(text, 300))
            complaint.display = bool(text)

    def on_input_changed(self, event: "Input.Changed") -> None:
        event.stop()
        if self.display:
            self.post_message(self.Edited(event.value))

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        event.stop()
        if event.value.strip():
            self.history = [*(text for text in self.history if text != event.value), event.value]
        self.post_message(self.Left(keep=True))

    def on_key(self, event: events.Key) -> None:
        match event.key:
            case "escape":
                self.post_message(self.Left(keep=False))
            case "tab":
                self._complete()
            case "up" | "down":
                self._recall(-1 if event.key == "up" else 1)
            case _:
                return
        event.stop()
        event.prevent_default()

    def _complete(self) -> None:
        """Insert the first completion of the word at the cursor, and list all."""
        entry = self.input
        found = self._library.lists.completions(entry.value, entry.cursor_position)
        if not found:
            self.complain("No completions")
            return
        first = found[0]
        entry.value = entry.value[: first.start] + first.insert + entry.value[first.end :]
        entry.cursor_position = first.start + len(first.insert)
        choices = [f"{one.label} {one.count:,}" if one.count else one.label for one in found[:COMPLETIONS]]
        self.post_message(self.Completed("  ".join(choices)))

    def _recall(self, step: int) -> None:
        self._position = max(0, min(len(self.history), self._position + step))
        self.input.value = self.history[self._position] if self._position < len(self.history) else ""
        self.input.cursor_position = len(self.input.value)
