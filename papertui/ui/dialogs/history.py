"""History: all actions, to undo or redo to any point."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from papertui.library.history import History, HistoryEntry
from papertui.text.cleaning import clean_line
from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece, filled
from papertui.ui.drawing.symbols import Symbols

BEGINNING = ""
"""The row before the first action; no action has this id."""


class ActionList(KeyList[str]):
    """The ids of actions, one on each line."""


class HistoryDialog(Dialog[str | None]):
    """Dialog of all actions, newest first; returns the action to go to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,H", "dismiss(None)", "back"),
        Binding("enter", "take", "go there"),
        Binding("j,down", "move(1)", "down"),
        Binding("k,up", "move(-1)", "up"),
        Binding("pagedown", "page(1)", "page down"),
        Binding("pageup", "page(-1)", "page up"),
        Binding("g,home", "end(0)", "top"),
        Binding("G,end", "end(1)", "bottom"),
    ]

    def __init__(self, history: History, symbols: Symbols) -> None:
        super().__init__()
        self._history = history
        self._symbols = symbols
        self._now = next((one for one in reversed(history.ids) if not history.is_undone(one)), BEGINNING)

    def compose(self) -> ComposeResult:
        """Compose the list."""
        with Vertical(classes="dialog", id="history") as box:
            box.border_title = Content(f"History: {len(self._history):,} actions")
            box.border_subtitle = Content("Enter restore this state · Esc back")
            yield ActionList(self._draw)

    def on_mount(self) -> None:
        """List the actions with the cursor on the last one that is not undone."""
        actions = self.query_one(ActionList)
        actions.show([*reversed(self._history.ids), BEGINNING], self._now)
        actions.focus()

    @on(KeyList.Chosen)
    def _clicked(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        """Choose the action at the cursor."""
        self.dismiss(self.query_one(ActionList).cursor)

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self.query_one(ActionList).move_by(rows)

    def action_page(self, pages: int) -> None:
        """Move by pages."""
        actions = self.query_one(ActionList)
        actions.move_by(pages * actions.rows_in_view)

    def action_end(self, end: int) -> None:
        """Go to the last action, or to the start of the history."""
        self.query_one(ActionList).move_to(end * len(self._history))

    def _draw(self, action: str, width: int) -> Sequence[Line]:
        sign = self._symbols.opened if action == self._now else " "
        if action == BEGINNING:
            return [[Piece(f"{sign} "), Piece(filled("Start of history", width - 2), "label")]]
        entry = self._history.entry(action)
        undone = self._history.is_undone(action)
        tail = "undone " if undone else f"{entry.count:,} " if entry.count else ""
        time = f"{_told_time(entry)}  "
        room = max(0, width - 2 - len(time) - len(tail) - 1)
        words = filled(clean_line(entry.text, 400), room, self._symbols.ellipsis)
        return [
            [
                Piece(f"{sign} ", "marker"),
                Piece(time, "detail"),
                Piece(f"{words} ", "detail" if undone else "label"),
                Piece(tail, "count-read"),
            ]
        ]


def _told_time(entry: HistoryEntry) -> str:
    """Return the local time of an action; blank if unknown."""
    try:
        return f"{datetime.fromisoformat(entry.at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return " " * 16
