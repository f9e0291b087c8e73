"""Moving about the main screen: cursor, panes, zoom, layout, and the help on the keys."""

from dataclasses import replace

from textual import events
from textual.widget import Widget
from textual.widgets import Static

from papertui.ui.commands.transfer import TransferScreen
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.keymap.table import key_name
from papertui.ui.panes.layout import Layout, Wishes, arrange
from papertui.ui.panes.papers import AbstractPane, PaperPane
from papertui.ui.panes.search_bar import FilterBar
from papertui.ui.panes.status_bar import StatusBar
from papertui.ui.panes.topics import TopicPane

TOO_SMALL = "This terminal is too small.\npapertui needs 40 x 10."


class NavigationScreen(TransferScreen):
    """A screen of three panes of which one has the focus, or had it before the search bar."""

    wishes = Wishes()
    """What the reader did to the panes."""
    panes_layout = Layout((0, 0, 0))
    _last_pane = 1

    @property
    def topics(self) -> TopicPane:
        """The sidebar."""
        return self.query_one(TopicPane)

    @property
    def papers(self) -> PaperPane:
        """The list."""
        return self.query_one(PaperPane)

    @property
    def abstract(self) -> AbstractPane:
        """The paper at the cursor."""
        return self.query_one(AbstractPane)

    @property
    def filter_bar(self) -> FilterBar:
        """The search bar."""
        return self.query_one(FilterBar)

    @property
    def panes(self) -> tuple[TopicPane, PaperPane, AbstractPane]:
        """The panes from left to right."""
        return self.topics, self.papers, self.abstract

    @property
    def pane(self) -> Widget:
        """The pane that has the focus, or had it before the search bar."""
        return self.panes[self._pane_number()]

    def action_move(self, rows: int) -> None:
        """Move the cursor of the pane, or scroll the abstract."""
        if isinstance(self.pane, KeyList):
            self.pane.move_by(rows)
        else:
            self.abstract.scroll_relative(y=rows, animate=False)

    def action_page(self, pages: float) -> None:
        """Move by pages of the pane."""
        if isinstance(self.pane, KeyList):
            self.pane.move_by(round(self.pane.rows_in_view * pages))
        else:
            self.abstract.scroll_relative(y=round(self.abstract.size.height * pages), animate=False)

    def action_end(self, direction: int) -> None:
        """Go to the first or last row, or the top or end of the abstract."""
        if isinstance(self.pane, KeyList):
            self.pane.move_to(0 if direction < 0 else len(self.pane.keys) - 1)
        elif direction < 0:
            self.abstract.scroll_home(animate=False)
        else:
            self.abstract.scroll_end(animate=False)

    def action_scroll_abstract(self, lines: int) -> None:
        """Scroll the abstract from any pane."""
        self.abstract.scroll_relative(y=lines * 2, animate=False)

    def action_focus_pane(self, number: int) -> None:
        """Give a pane the focus, and show it where it is hidden."""
        self._last_pane = number
        self._arrange()
        self.panes[number].focus()

    def action_pane(self, step: int) -> None:
        """Go to the pane on the left or right, stopping at the ends."""
        self.action_focus_pane(max(0, min(2, self._pane_number() + step)))

    def action_pane_cycle(self, step: int) -> None:
        """Go to the next pane, around the end."""
        self.action_focus_pane((self._pane_number() + step) % 3)

    def action_zoom(self) -> None:
        """Give the pane the whole screen, or the others back."""
        self._zoom(on=not self.zoomed)

    def action_next_topic(self) -> None:
        """Show the next entry of the sidebar."""
        self.topics.move_by(1)

    def action_previous_topic(self) -> None:
        """Show the previous entry of the sidebar."""
        self.topics.move_by(-1)

    def on_resize(self, event: events.Resize) -> None:
        """Arrange the panes for the new size."""
        self._arrange(event.size.width, event.size.height)

    def on_descendant_focus(self) -> None:
        """Follow the focus: hints, and the panes that a narrow terminal shows."""
        focused = self.focused
        self._last_pane = next((i for i, pane in enumerate(self.panes) if pane is focused), self._last_pane)
        self._arrange()
        self.call_after_refresh(self._offer_keys)

    def _pane_number(self) -> int:
        return self._last_pane

    @property
    def zoomed(self) -> bool:
        """Whether one pane has the whole screen."""
        return self.wishes.zoomed

    def _zoom(self, *, on: bool) -> None:
        self.wishes = replace(self.wishes, zoomed=on)
        self._arrange()

    def _arrange(self, width: int | None = None, height: int | None = None) -> None:
        size = self.size
        layout = arrange(width or size.width, height or size.height, self._pane_number(), self.wishes)
        if layout == self.panes_layout:
            return
        self.panes_layout = layout
        if layout.too_small and not self.query("#too-small"):
            self.mount(Static(TOO_SMALL, id="too-small", markup=False))
        self.query("#too-small").set(display=layout.too_small)
        self.query_one("#panes").display = not layout.too_small
        self.query_one(StatusBar).display = not layout.too_small
        for widget, columns in zip(
            (self.topics, self.query_one("#middle"), self.abstract), layout.widths, strict=True
        ):
            widget.display = columns > 0
            widget.styles.width = columns

    def _offer_keys(self) -> None:
        hints = {
            active.binding.id: (key_name(key), active.binding.description)
            for key, active in reversed(self.active_bindings.items())
            if active.binding.show and active.enabled
        }
        self.query_one(StatusBar).hints = tuple(reversed(hints.values()))

    def action_help(self) -> None:
        """Show all keys."""
        from papertui.ui.dialogs.help import Help, help_rows

        keys: dict[str, list[str]] = {}
        for key, active in self.active_bindings.items():
            keys.setdefault(active.binding.id or "", []).append(key)
        self.app.push_screen(Help(help_rows(keys)))

    def action_redraw(self) -> None:
        """Draw the whole screen anew."""
        self.refresh()

    def action_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()
