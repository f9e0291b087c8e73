"""Dialog that waits for a program; Esc cancels."""

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
    """Names the awaited program until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "give_up", "stop")]

    def __init__(self, text: str, cancel: Event) -> None:
        super().__init__()
        self._text = clean_line(text)
        self._cancel = cancel

    def compose(self) -> ComposeResult:
        """Compose the box."""
        with Vertical(classes="dialog") as box:
            box.border_subtitle = Content("Esc cancel")
            yield Static(Content(self._text), markup=False)

    def action_give_up(self) -> None:
        """Cancel; the caller then closes the dialog."""
        self._cancel.set()

    def close(self) -> None:
        """Close the dialog."""
        if self.is_attached:
            self.dismiss(None)
