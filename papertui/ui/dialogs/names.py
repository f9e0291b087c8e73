"""Dialog to choose an author, affiliation or topic, with a filter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from papertui.model import Scope
from papertui.text.cleaning import clean_line
from papertui.text.folding import fold
from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece, filled

LISTED = 16
"""Maximum number of visible names."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name to choose, with its number of papers if known."""

    scope: Scope
    group: str
    count: int | None = None


Row = Name | str
"""A name, or the heading of a group."""


class NameList(KeyList[Row], can_focus=False):
    """The names that match the filter, below the headings of their groups."""


class NameDialog(Dialog[Scope | None]):
    """Choose a name: type to filter, Enter chooses, Esc cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back"),
        Binding("down", "move(1)", "down"),
        Binding("up", "move(-1)", "up"),
        Binding("pagedown", f"move({LISTED})", "page down"),
        Binding("pageup", f"move(-{LISTED})", "page up"),
    ]

    def __init__(self, title: str, names: Sequence[Name], hint: str = "Enter show") -> None:
        super().__init__()
        self._title = clean_line(title)
        self._names = names
        self._hint = hint

    def compose(self) -> ComposeResult:
        """Compose the filter and the names."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(f"{self._hint} · Esc back")
            yield Input(placeholder="type to filter", compact=True)
            yield NameList(self._draw, can_hold_cursor=lambda row: isinstance(row, Name))

    def on_mount(self) -> None:
        """List all names."""
        self._list("")

    def action_leave(self) -> None:
        """Clear the filter, or close the dialog if it is empty."""
        typed = self.query_one(Input)
        if typed.value:
            typed.value = ""
        else:
            self.dismiss(None)

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self.query_one(NameList).move_by(rows)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted)
    @on(KeyList.Chosen)
    def _taken(self) -> None:
        row = self.query_one(NameList).cursor
        if isinstance(row, Name):
            self.dismiss(row.scope)

    def _list(self, typed: str) -> None:
        wanted = fold(typed.strip())
        rows: list[Row] = []
        group = ""
        for name in self._names:
            if wanted in fold(name.scope.name):
                if name.group != group:
                    group = name.group
                    rows.append(group)
                rows.append(name)
        names = self.query_one(NameList)
        names.styles.height = max(1, min(LISTED, len(rows)))
        names.show(rows, else_first=True)

    def _draw(self, row: Row, width: int) -> Sequence[Line]:
        if isinstance(row, str):
            return [[Piece(filled(f" {row}", width), "heading")]]
        count = "" if row.count is None else f"{row.count:,} "
        room = max(0, width - len(count) - 2)
        return [[Piece(f"  {filled(clean_line(row.scope.name), room)}", "label"), Piece(count, "count-read")]]
