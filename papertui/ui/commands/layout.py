"""Commands for the layout: pane widths, sidebar, row height, zoom."""

from papertui.ui.controller import Controller


def widen(app: Controller, step: int) -> None:
    """Widen the pane, or narrow it if the step is negative."""
    app.panes.widen(step)


def toggle_sidebar(app: Controller) -> None:
    """Hide or show the sidebar; it is also shown while it is active."""
    hidden = app.panes.toggle_sidebar()
    app.say("Sidebar hidden · 1 goes to it, b shows it" if hidden else "Sidebar shown")


def toggle_row_height(app: Controller) -> None:
    """Give each paper one line or two."""
    papers = app.panes.papers
    papers.row_height = 1 if papers.row_height == 2 else 2
    app.say("One line for each paper" if papers.row_height == 1 else "Two lines for each paper")


def toggle_zoom(app: Controller) -> None:
    """Give the pane the whole screen, or show the others again."""
    app.panes.zoom(on=not app.panes.preferences.zoomed)
