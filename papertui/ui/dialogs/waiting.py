"""A box that says what is waited for; Esc gives it up."""

from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from papertui.text.cleaning import clean_line
from papertui.ui.dialogs.base import Dialog


class Waiting(Dialog[None]):
    """Says what is waited for until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "give_up", "stop")]

    def __init__(self, text: str, cancel: Event) -> None:
        super().__init__()
        self._text = clean_line(text)
        self._cancel = cancel

    def compose(self) -> ComposeResult:
        """Make the box."""
        with Vertical(classes="dialog") as box:
            box.border_subtitle = Content("Esc: stop")
            yield Static(Content(self._text), markup=False)

    def action_give_up(self) -> None:
        """Give up what is waited for; who waits then closes the box."""
        self._cancel.set()

    def close(self) -> None:
        """Close the box."""
        if self.is_attached:
            self.dismiss(None)
