"""The floor that start-up is measured against: an empty Textual app with three panes."""

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static


class FloorApp(App[None]):
    """Three bordered panes with nothing in them."""

    CSS = "Static { width: 1fr; height: 1fr; border: round white; }"

    def compose(self) -> ComposeResult:
        """Make the panes."""
        with Horizontal():
            yield Static("All papers")
            yield Static("two")
            yield Static("three")


if __name__ == "__main__":
    FloorApp().run()
