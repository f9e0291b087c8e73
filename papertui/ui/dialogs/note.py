"""Dialog to edit a note, here or in the user's editor."""

import os
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static, TextArea

from papertui.errors import PapertuiError
from papertui.library.marks import NOTE_LIMIT
from papertui.system.editor import edit_text, editor_command
from papertui.text.cleaning import clean_block, clean_line
from papertui.ui.dialogs.base import Dialog
from papertui.ui.dialogs.simple import Confirm


class NoteDialog(Dialog[str | None]):
    """Dialog to edit a note; returns the text, or None to keep the note unchanged."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "save", priority=True),
        Binding("ctrl+e", "editor", "editor", priority=True),
        Binding("escape", "leave", "back", priority=True),
    ]

    def __init__(self, title: str, text: str, editor: Sequence[str] = ()) -> None:
        """Edit the note on a title; `editor` is the configured command of the user's editor."""
        super().__init__()
        self._title = clean_line(title, 200)
        self._text = text
        self._editor = editor

    def compose(self) -> ComposeResult:
        """Compose the text area."""
        with Vertical(classes="dialog", id="note") as box:
            box.border_title = Content(f"Note on {self._title}")
            box.border_subtitle = Content("^s save · ^e your editor · Esc back")
            yield TextArea(self._text, soft_wrap=True, tab_behavior="indent")
            yield Static("", id="note-fault", markup=False)

    def on_mount(self) -> None:
        """Put the cursor at the end of the note."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        area.focus()

    def action_save(self) -> None:
        """Save the note."""
        text = self.query_one(TextArea).text
        if len(text) > NOTE_LIMIT:
            self._complain(f"A note has at most {NOTE_LIMIT:,} characters; this one has {len(text):,}.")
        else:
            self.dismiss(text)

    def action_editor(self) -> None:
        """Edit the text in the user's editor, and take the result."""
        area = self.query_one(TextArea)
        try:
            command = editor_command(os.environ, self._editor)
            with self.app.suspend():
                edited = edit_text(area.text, command)
        except SuspendNotSupported:
            self._complain("This terminal cannot run an editor.")
        except PapertuiError as error:
            self._complain(str(error))
        else:
            area.load_text(clean_block(edited, NOTE_LIMIT))
            area.move_cursor(area.document.end)

    @work(exit_on_error=False, group="leave")
    async def action_leave(self) -> None:
        """Close without saving; ask before changes are dropped."""
        if self.query_one(TextArea).text == self._text or await self.app.push_screen_wait(
            Confirm("Discard your changes?", "The note stays unchanged.")
        ):
            self.dismiss(None)

    def _complain(self, text: str) -> None:
        self.query_one("#note-fault", Static).update(Content.styled(text, "$warning"))
