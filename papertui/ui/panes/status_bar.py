"""Status bar: a message on the left and key hints on the right."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from papertui.text.cleaning import clean_line
from papertui.ui.drawing.line import filled, shorten

Hint = tuple[str, str]
"""A printed key and its label."""


class StatusBar(Widget):
    """One line with a message and as many key hints as fit beside it, in order of use."""

    _welcome: Sequence[str] = ()
    text: reactive[str] = reactive("", layout=False)
    fault: reactive[bool] = reactive(default=False, layout=False)
    selected: reactive[str] = reactive("", layout=False)
    """The number of selected papers, shown before the message."""
    hints: reactive[Sequence[Hint]] = reactive((), layout=False)

    def welcome(self, lines: Sequence[str]) -> None:
        """Show several lines until the first message."""
        self._welcome = [clean_line(line) for line in lines]
        self.text = self._welcome[0]
        self.styles.height = len(lines)

    def watch_selected(self) -> None:
        self._end_welcome()

    def _end_welcome(self) -> None:
        if self._welcome:
            self._welcome = []
            self.text = ""
            self.styles.height = 1

    def say(self, text: str, *, fault: bool = False) -> None:
        """Show a message until the next one; a fault is highlighted."""
        self._end_welcome()
        self.text = clean_line(text)
        self.fault = fault

    def render(self) -> RenderResult:
        if self._welcome:
            return Content("\n").join(Content(shorten(line, self.size.width)) for line in self._welcome)
        count = f"{self.selected} · " if self.selected and self.text else self.selected
        width = max(0, self.size.width - cell_len(count))
        text_width = min(cell_len(self.text), width)
        shown, taken = self._fitting(width - text_width - 2)
        room = width - taken
        style = "bold $error" if self.fault else "$foreground"
        return Content.styled(count, "bold $primary") + Content.styled(filled(self.text, room), style) + shown

    def _fitting(self, room: int) -> tuple[Content, int]:
        """Return the hints that fit into a number of cells, and the cells that they take."""
        shown, taken = [], 0
        for key, label in self.hints:
            needed = cell_len(key) + cell_len(label) + 3
            if taken + needed > room:
                break
            taken += needed
            shown.append(Content.styled(f"  {key}", "bold $primary") + Content.styled(f" {label}", "$muted"))
        return Content("").join(shown), taken
