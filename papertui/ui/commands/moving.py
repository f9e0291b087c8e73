"""Commands for moving: cursor, pages, panes, one step further in or back."""

from dataclasses import replace

from papertui.model import EVERYTHING
from papertui.ui.controller import Controller
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.panes.papers import ELSEWHERE

LINES_SCROLLED = 2
"""Lines that one key scrolls the abstract from another pane."""


def move(app: Controller, rows: int) -> None:
    """Move the cursor of the pane, or scroll the abstract."""
    pane = app.panes.active
    if isinstance(pane, KeyList):
        pane.move_by(rows)
    else:
        pane.scroll_relative(y=rows, animate=False)


def move_pages(app: Controller, pages: float) -> None:
    """Move by pages of the pane."""
    pane = app.panes.active
    if isinstance(pane, KeyList):
        pane.move_by(round(pane.rows_in_view * pages))
    else:
        pane.scroll_relative(y=round(pane.size.height * pages), animate=False)


def move_to_end(app: Controller, direction: int) -> None:
    """Go to the first row or the top, or if the direction is positive to the last row or the end."""
    pane = app.panes.active
    if isinstance(pane, KeyList):
        pane.move_to(0 if direction < 0 else len(pane.keys) - 1)
    elif direction < 0:
        pane.scroll_home(animate=False)
    else:
        pane.scroll_end(animate=False)


def scroll_abstract(app: Controller, direction: int) -> None:
    """Scroll the abstract from any pane."""
    app.panes.abstract.scroll_relative(y=direction * LINES_SCROLLED, animate=False)


def focus_pane(app: Controller, number: int) -> None:
    """Go to a pane by its number, from 0 on the left."""
    app.panes.focus_pane(number)


def move_pane(app: Controller, step: int) -> None:
    """Go to the pane on the left or right, if there is one."""
    app.panes.focus_pane(max(0, min(2, app.panes.number + step)))


def cycle_pane(app: Controller, step: int) -> None:
    """Go to the next pane, from the last to the first."""
    app.panes.focus_pane((app.panes.number + step) % 3)


def enter(app: Controller) -> None:
    """Go one pane further, from the abstract to full screen; on the link to other matches, search everywhere."""
    panes = app.panes
    if panes.active is panes.papers and panes.papers.cursor == ELSEWHERE:
        query = app.view.query
        panes.topics.move_to_key(EVERYTHING)
        app.show(replace(app.view, scope=EVERYTHING, query=query))
    elif panes.number < 2:
        panes.focus_pane(panes.number + 1)
    else:
        panes.zoom(on=True)


def go_back(app: Controller) -> None:
    """Go back one step: selection, topic filter, zoom, search, pane."""
    panes = app.panes
    if app.selection:
        app.selection.clear()
        app.show_selection()
        app.say("Selection cleared")
    elif panes.active is panes.topics and panes.topics.filter_text:
        panes.topics.filter_text = ""
        app.display.show_topics(app.view.scope)
    elif panes.preferences.zoomed:
        panes.zoom(on=False)
    elif wider := app.trail.widen(app.view.query):
        app.search_for(wider)
    elif app.view.query:
        panes.search_bar.close(keep=False)
        app.show(replace(app.view, query=""))
    else:
        panes.focus_pane(max(0, panes.number - 1))
