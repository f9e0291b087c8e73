"""List widget that draws only the visible rows, from keys, with a cursor."""

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Generic, TypeVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from papertui.ui.drawing.line import Line
from papertui.ui.drawing.themes import ROLE_STYLES

Key = TypeVar("Key", bound=Hashable)


class KeyList(ScrollView, Generic[Key], can_focus=True, inherit_bindings=False):
    """A list of keys, drawn line by line; each row has `row_height` lines, and the cost is independent of the rows.

    `draw` returns the lines of a row for a key and a width. The cursor belongs to a key: when another sequence is
    shown, it stays on its key if that is listed.
    """

    DEFAULT_CSS = """
    KeyList {
        scrollbar-size-vertical: 1;
        overflow-x: hidden;
        overflow-y: auto;
    }
    """
    row_height: var[int] = var(1)

    class Moved(Message):
        """The cursor moved to another key."""

        def __init__(self, sender: Widget, key: Hashable) -> None:
            super().__init__()
            self.sender = sender
            self.key = key

        @property
        def control(self) -> Widget:
            """The list whose cursor moved."""
            return self.sender

    class Chosen(Moved):
        """The row at the cursor was clicked."""

    class Picked(Moved):
        """A row was clicked with Ctrl."""

    def __init__(
        self,
        draw: Callable[[Key, int], Sequence[Line]],
        *,
        marker: str = "▌",
        can_hold_cursor: Callable[[Key], bool] = lambda _: True,
        id: str | None = None,  # noqa: A002 - Textual's name of the parameter
    ) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._marker = marker
        self._can_hold_cursor = can_hold_cursor
        self._keys: Sequence[Key] = ()
        self._row = -1
        self._strips: dict[int, list[Strip]] = {}
        self._styles: dict[str, RichStyle] = {}

    @property
    def keys(self) -> Sequence[Key]:
        """The listed keys."""
        return self._keys

    @property
    def row(self) -> int:
        """The row number of the cursor; -1 if no row can hold it."""
        return self._row

    @property
    def cursor(self) -> Key | None:
        """The key under the cursor."""
        return self._keys[self._row] if 0 <= self._row < len(self._keys) else None

    @property
    def rows_in_view(self) -> int:
        """Number of whole rows that fit."""
        return max(1, self.scrollable_content_region.height // self.row_height)

    def show(self, keys: Sequence[Key], cursor: Key | None = None, *, else_first: bool = False) -> None:
        """List other keys; the cursor goes to the given key, or else stays on its key.

        If that is not listed, it stays on its row number, or goes to the first row.
        """
        wanted = cursor if cursor is not None else self.cursor
        offset = self._row * self.row_height - self.scroll_offset.y
        before = self.cursor
        self._keys = keys
        self._strips.clear()
        if else_first:
            self._row = 0
        self._row = self._row_for(wanted)
        self._measure()
        if wanted is not None and self.cursor == wanted and wanted == before:
            self.scroll_to(y=self._row * self.row_height - offset, animate=False, force=True)
        self._keep_cursor_in_view()
        self.refresh()
        self._tell_moved(before)

    def move_to(self, row: int) -> None:
        """Put the cursor on a row, or the nearest one that can hold it."""
        if not self._keys:
            return
        before, old = self.cursor, self._row
        self._row = self._nearest(max(0, min(row, len(self._keys) - 1)), forward=row >= self._row)
        if self._row != old:
            self._keep_cursor_in_view()
            self._repaint_row(old)
            self._repaint_row(self._row)
            self._tell_moved(before)

    def move_by(self, rows: int) -> None:
        """Move the cursor by a number of rows, stopping at the ends."""
        self.move_to(self._row + rows)

    def move_to_key(self, key: Key) -> bool:
        """Put the cursor on a key; return False if it is not listed."""
        try:
            self.move_to(self._keys.index(key))
        except ValueError:
            return False
        return True

    def redraw(self, keys: Collection[Key] | None = None) -> None:
        """Redraw rows: the visible ones of the given keys, or all."""
        if keys is None:
            self._strips.clear()
            self.refresh()
            return
        for row in self._rows_in_view():
            if row < len(self._keys) and self._keys[row] in keys:
                self._repaint_row(row)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the visible part."""
        line = y + self.scroll_offset.y
        row, part = divmod(line, self.row_height)
        width = self.scrollable_content_region.width
        if row >= len(self._keys):
            return Strip.blank(width, self.rich_style)
        strips = self._strips.get(row)
        if strips is None:
            strips = self._strips[row] = self._draw_row(row, width)
        return strips[part] if part < len(strips) else Strip.blank(width, self.rich_style)

    def watch_row_height(self) -> None:
        """Set the row height and redraw all rows."""
        self._strips.clear()
        self._measure()
        self._keep_cursor_in_view()

    def notify_style_update(self) -> None:
        """Drop the cached rows, whose colours may have changed."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    def on_resize(self) -> None:
        """Drop the cached rows, whose width may have changed."""
        self._strips.clear()
        self._measure()
        self._keep_cursor_in_view()

    def on_focus(self) -> None:
        """Draw the cursor with focus."""
        self._repaint_row(self._row)

    def on_blur(self) -> None:
        """Draw the cursor without focus."""
        self._repaint_row(self._row)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row, or choose the row if the cursor is there."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = (offset.y + self.scroll_offset.y) // self.row_height
        if row >= len(self._keys) or not self._can_hold_cursor(self._keys[row]):
            return
        if event.ctrl:
            self.move_to(row)
            self.post_message(self.Picked(self, self._keys[row]))
        elif row == self._row:
            self.post_message(self.Chosen(self, self._keys[row]))
        else:
            self.move_to(row)

    def _row_for(self, key: Key | None) -> int:
        if not self._keys:
            return -1
        if key is not None and key in self._keys:
            return self._keys.index(key)
        return self._nearest(max(0, min(self._row, len(self._keys) - 1)), forward=True)

    def _nearest(self, row: int, *, forward: bool) -> int:
        ahead, behind = range(row, len(self._keys)), range(row, -1, -1)
        for rows in (ahead, behind) if forward else (behind, ahead):
            for candidate in rows:
                if self._can_hold_cursor(self._keys[candidate]):
                    return candidate
        return -1

    def _measure(self) -> None:
        self.virtual_size = Size(0, len(self._keys) * self.row_height)

    def _keep_cursor_in_view(self) -> None:
        height = self.scrollable_content_region.height
        if self._row < 0 or height <= 0:
            return
        top, bottom = self._row * self.row_height, (self._row + 1) * self.row_height
        at_first = self._nearest(0, forward=True) == self._row
        if at_first:
            self.scroll_to(y=0, animate=False, force=True)
        elif top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, force=True)
        elif bottom > self.scroll_offset.y + height:
            self.scroll_to(y=bottom - height, animate=False, force=True)

    def _rows_in_view(self) -> range:
        first = self.scroll_offset.y // self.row_height
        return range(first, first + self.scrollable_content_region.height // self.row_height + 2)

    def _repaint_row(self, row: int) -> None:
        if row < 0:
            return
        self._strips.pop(row, None)
        top = row * self.row_height - self.scroll_offset.y
        self.refresh(Region(0, top, self.scrollable_content_region.width, self.row_height))

    def _tell_moved(self, before: Key | None) -> None:
        key = self.cursor
        if key is not None and key != before:
            self.post_message(self.Moved(self, key))

    def _draw_row(self, row: int, width: int) -> list[Strip]:
        background = self._style("")
        marker = Segment(" ", background)
        if row == self._row:
            background += self._style("cursor" if self.has_focus else "cursor-blurred")
            marker = Segment(self._marker if self.has_focus else " ", background + self._style("marker"))
        strips = []
        for line in self._draw(self._keys[row], width - 1):
            segments = [
                marker,
                *(
                    Segment(piece.text, background + self._style(piece.role) if piece.role else background)
                    for piece in line
                ),
            ]
            strips.append(Strip(segments).adjust_cell_length(width, background))
        return strips

    def _style(self, role: str) -> RichStyle:
        """Return the style of a role; without a role that of the list."""
        style = self._styles.get(role)
        if style is None:
            described = ROLE_STYLES.get(role, "")
            named = Style.parse(described, self.app.theme_variables).rich_style
            style = self._styles[role] = named if role else self.rich_style
        return style
