"""Help: all keys as bound now, with a filter."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from papertui.text.folding import fold
from papertui.ui.dialogs.base import Dialog
from papertui.ui.keymap.key_names import key_name
from papertui.ui.keymap.table import GROUPS

HelpRow = tuple[str, str, str, str]
"""Group, key names, help, and the id of the command, which is searched but not shown."""


def help_rows(keys_by_id: Mapping[str, Sequence[str]]) -> Iterable[HelpRow]:
    """Yield the rows of the help for the bound keys."""
    for group in GROUPS:
        for command in group.commands:
            names = " ".join(key_name(key) for key in keys_by_id.get(command.id, ()))
            if names:
                yield group.title, names, command.help, command.label


class Help(Dialog[None]):
    """All keys in groups. Typing filters the rows by words or by a key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "close", "back"),
        Binding("down", "scroll(1)", "down"),
        Binding("up", "scroll(-1)", "up"),
        Binding("pagedown", "scroll(10)", "page down"),
        Binding("pageup", "scroll(-10)", "page up"),
    ]

    def __init__(self, rows: Iterable[HelpRow]) -> None:
        super().__init__()
        self._rows = list(rows)

    def compose(self) -> ComposeResult:
        """Compose the filter and the rows."""
        with Vertical(classes="dialog", id="help") as box:
            box.border_title = Content("Keys")
            box.border_subtitle = Content("Type to filter · Esc back")
            yield Input(placeholder="a key such as r, or words such as copy link", compact=True)
            with VerticalScroll(can_focus=False):
                yield Static(id="help-rows", markup=False)

    def on_mount(self) -> None:
        """Show all rows."""
        self._show("")

    def action_close(self) -> None:
        """Clear the filter, or close the help if it is empty."""
        search = self.query_one(Input)
        if search.value:
            search.value = ""
        else:
            self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Scroll the rows."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._show(event.value)

    def _show(self, wanted: str) -> None:
        rows = [row for row in self._rows if _matches(row, wanted)]
        lines: list[Content] = []
        group = ""
        for title, keys, text, _ in rows:
            if title != group:
                lines += (
                    [Content(""), Content.styled(title, "bold $muted")]
                    if lines
                    else [Content.styled(title, "bold $muted")]
                )
                group = title
            lines.append(Content.styled(f"  {keys:<10} ", "bold $primary") + Content(text))
        self.query_one("#help-rows", Static).update(
            Content("\n").join(lines) if lines else Content("No matching keys")
        )


def _matches(row: HelpRow, wanted: str) -> bool:
    _, keys, text, name = row
    wanted = wanted.strip()
    if not wanted:
        return True
    if wanted in keys.split():
        return True
    return len(wanted) > 1 and all(word in fold(f"{keys} {text} {name}") for word in fold(wanted).split())
