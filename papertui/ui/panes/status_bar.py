"""The last line: what happened and the way back on the left, the keys that matter on the right."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from papertui.text.cleaning import clean_line
from papertui.ui.drawing.line import filled, shorten

Hint = tuple[str, str]
"""The name of a key and what it does here."""


class StatusBar(Widget):
    """One line with a sentence and as many key hints as fit beside it, the most useful ones first."""

    _welcome: Sequence[str] = ()
    text: reactive[str] = reactive("", layout=False)
    fault: reactive[bool] = reactive(default=False, layout=False)
    selected: reactive[str] = reactive("", layout=False)
    """How many papers are selected, in words that stand before the sentence."""
    hints: reactive[Sequence[Hint]] = reactive((), layout=False)

    def welcome(self, lines: Sequence[str]) -> None:
        """Show several lines in place of one, until the first sentence."""
        self._welcome = [clean_line(line) for line in lines]
        self.text = self._welcome[0]
        self.styles.height = len(lines)

    def watch_selected(self) -> None:
        """Show how many are selected in place of the welcome."""
        self._end_welcome()

    def _end_welcome(self) -> None:
        if self._welcome:
            self._welcome = []
            self.text = ""
            self.styles.height = 1

    def say(self, text: str, *, fault: bool = False) -> None:
        """Show a sentence until the next one; a fault stands out."""
        self._end_welcome()
        self.text = clean_line(text)
        self.fault = fault

    def render(self) -> RenderResult:
        """Return the line: the sentence has the right of way."""
        if self._welcome:
            return Content("\n").join(Content(shorten(line, self.size.width)) for line in self._welcome)
        count = f"{self.selected} · " if self.selected and self.text else self.selected
        width = max(0, self.size.width - cell_len(count))
        sentence = min(cell_len(self.text), width)
        shown, taken = self._fitting(width - sentence - 2)
        room = width - taken
        style = "bold $error" if self.fault else "$foreground"
        return Content.styled(count, "bold $primary") + Content.styled(filled(self.text, room), style) + shown

    def _fitting(self, room: int) -> tuple[Content, int]:
        """Return the hints that fit into so many cells, and how many they take."""
        shown, taken = [], 0
        for key, label in self.hints:
            needed = cell_len(key) + cell_len(label) + 3
            if taken + needed > room:
                break
            taken += needed
            shown.append(Content.styled(f"  {key}", "bold $primary") + Content.styled(f" {label}", "$muted"))
        return Content("").join(shown), taken
