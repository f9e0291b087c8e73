"""Dialog to edit tags: add and remove several as one action."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from papertui.library.marks import TAG_LIMIT
from papertui.text.cleaning import clean_line
from papertui.text.folding import fold
from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece, filled

LISTED = 12
"""Maximum number of visible tags."""


@dataclass(frozen=True, slots=True)
class Retagging:
    """Tags to add and tags to remove."""

    put: tuple[str, ...] = ()
    take: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TagRow:
    """A tag of the list, or a new one."""

    tag: str
    is_new: bool = False


class TagList(KeyList[TagRow], can_focus=False):
    """The tags that match the filter, one on each line."""


class TagInput(Input):
    """Input of a tag. No tag begins with a space, so Space toggles until something is typed."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Return whether a key is typed into the input."""
        return (key != "space" or bool(self.value)) and super().check_consume_key(key, character)


class TagDialog(Dialog[Retagging | None]):
    """Dialog to add and remove tags; Enter applies them with the typed one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back"),
        Binding("down", "move(1)", "down"),
        Binding("up", "move(-1)", "up"),
        Binding("tab,space", "change", "toggle", priority=True),
    ]

    def __init__(self, title: str, counts: Mapping[str, int], held: Sequence[Collection[str]]) -> None:
        """Offer the tags of `counts` with their numbers of papers; `held` are the tags of each target."""
        super().__init__()
        self._title = clean_line(title)
        self._counts = counts
        self._held = {tag: sum(tag in tags for tags in held) for tag in counts}
        self._targets = len(held)
        self._wanted: dict[str, bool] = {}
        self._moved = False

    def compose(self) -> ComposeResult:
        """Compose the input and the tags."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content("Space toggle · Enter done · Esc back")
            yield TagInput(placeholder="find a tag, or name a new one", max_length=TAG_LIMIT, compact=True)
            yield TagList(self._draw)

    def on_mount(self) -> None:
        """List all tags."""
        self._list()

    def action_leave(self) -> None:
        """Clear the input, or close without changes if it is empty."""
        if self._typed:
            self.query_one(Input).value = ""
        else:
            self.dismiss(None)

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self._moved = True
        self.query_one(TagList).move_by(rows)

    def action_change(self) -> None:
        """Add the tag at the cursor to all papers, or remove it if all have it."""
        row = self.query_one(TagList).cursor
        if row is None:
            return
        self._wanted[row.tag] = self._state(row.tag) != "all"
        self._moved = False
        self.query_one(Input).value = ""
        self._list(row.tag)

    @on(Input.Changed)
    def _found(self) -> None:
        self._list()

    @on(Input.Submitted)
    def _done(self) -> None:
        if self._typed or self._moved or not self._wanted:
            self.action_change()
        put = [tag for tag, wanted in self._wanted.items() if wanted]
        take = [tag for tag, wanted in self._wanted.items() if not wanted and self._held.get(tag)]
        self.dismiss(Retagging(tuple(put), tuple(take)))

    @on(KeyList.Chosen)
    def _clicked(self) -> None:
        self.action_change()

    @property
    def _typed(self) -> str:
        return clean_line(self.query_one(Input).value)

    def _state(self, tag: str) -> str:
        """Return whether all, some or none of the papers will have a tag."""
        if tag in self._wanted:
            return "all" if self._wanted[tag] else "none"
        held = self._held.get(tag, 0)
        return "all" if held == self._targets else "some" if held else "none"

    def _list(self, cursor: str = "") -> None:
        typed, wanted = self._typed, fold(self._typed)
        known = dict.fromkeys([*self._counts, *self._wanted])
        fitting = [tag for tag in known if wanted in fold(tag)]
        fitting.sort(key=lambda tag: (tag != typed, not fold(tag).startswith(wanted)))
        rows = [TagRow(tag) for tag in fitting]
        if typed and typed not in known:
            rows.append(TagRow(typed, is_new=True))
        tags = self.query_one(TagList)
        tags.styles.height = max(1, min(LISTED, len(rows)))
        tags.show(rows, TagRow(cursor) if cursor else None, else_first=True)

    def _draw(self, row: TagRow, width: int) -> Sequence[Line]:
        sign = {"all": "[x]", "some": "[-]", "none": "[ ]"}[self._state(row.tag)]
        count = "new tag" if row.is_new else f"{self._counts.get(row.tag, 0):,}"
        room = max(0, width - len(sign) - len(count) - 3)
        return [
            [
                Piece(f" {sign} ", "letter"),
                Piece(filled(row.tag, room), "label"),
                Piece(f"{count} ", "count-read"),
            ]
        ]
