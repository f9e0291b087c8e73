"""Dialog for the letter of a bookmark."""

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.line import shorten
from papertui.ui.session import is_bookmark_letter

TITLE_WIDTH = 50


class JumpDialog(Dialog[str | None]):
    """Show the bookmarks and return the pressed letter; Esc returns none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, title: str, titles: Mapping[str, str]) -> None:
        super().__init__()
        self._title = title
        self._titles = titles

    def compose(self) -> ComposeResult:
        """Compose the list of bookmarks."""
        lines = [
            Content.styled(f" {letter} ", "bold $primary") + Content(shorten(title, TITLE_WIDTH))
            for letter, title in self._titles.items()
        ]
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content("a letter or digit · Esc back")
            yield Static(Content("\n").join(lines or [Content("No bookmarks yet")]), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Return the pressed letter."""
        if event.character is not None and is_bookmark_letter(event.character):
            event.stop()
            self.dismiss(event.character)
