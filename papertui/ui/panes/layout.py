"""Layout of the panes: visibility, widths, zoom and dividers."""

from dataclasses import replace
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from papertui.library import Library
from papertui.ui.drawing.symbols import Symbols
from papertui.ui.panes.abstract import AbstractPane
from papertui.ui.panes.papers import PaperPane
from papertui.ui.panes.search_bar import SearchBar
from papertui.ui.panes.topics import TopicPane
from papertui.ui.session import Session

MINIMUM_SIZE = (40, 10)
"""Minimum columns and lines of a terminal."""
TWO_PANES, THREE_PANES = 60, 100
"""Minimum columns for two and for three panes."""
TOPICS_SHARE, MINIMUM_TOPICS, MAXIMUM_TOPICS = 26, 30, 48
"""Default width of the topics: percent of the columns, and its limits."""
MINIMUM_WIDTHS = (16, 24, 24)
"""Minimum columns of topics, papers and abstract beside each other."""
STEP = 4
"""Columns by which one key moves a divider."""


class Arrangement(NamedTuple):
    """The columns of topics, papers and abstract; 0 for a hidden pane."""

    topics: int = 0
    papers: int = 0
    abstract: int = 0

    @property
    def dividers(self) -> tuple[int | None, int | None]:
        """The first columns of papers and abstract, if there is a pane on their left."""
        return (
            self.topics if self.topics and self.papers else None,
            self.topics + self.papers if self.papers and self.abstract else None,
        )


class Preferences(NamedTuple):
    """The user's changes of the layout; a width of 0 means the default."""

    zoomed: bool = False
    sidebar_hidden: bool = False
    topics_width: int = 0
    abstract_width: int = 0


def is_too_small(width: int, height: int) -> bool:
    """Return whether a terminal has no room for any pane."""
    return width < MINIMUM_SIZE[0] or height < MINIMUM_SIZE[1]


def arrange(width: int, pane: int, preferences: Preferences) -> Arrangement:
    """Return the arrangement for a number of columns while pane 0, 1 or 2 is active.

    Three panes from 100 columns, two from 60, else one. A hidden sidebar is shown while it is active.
    """
    if preferences.zoomed or width < TWO_PANES:
        return Arrangement(*(width if pane == number else 0 for number in range(3)))
    topics = _clamp(
        preferences.topics_width or default_topics_width(width), MINIMUM_WIDTHS[0], width - MINIMUM_WIDTHS[1]
    )
    if width < THREE_PANES and pane == 0:
        return Arrangement(topics, width - topics)
    if width < THREE_PANES or (preferences.sidebar_hidden and pane != 0):
        topics = 0
    topics = min(topics, width - MINIMUM_WIDTHS[1] - MINIMUM_WIDTHS[2])
    rest = width - topics
    abstract = _clamp(preferences.abstract_width or rest // 2, MINIMUM_WIDTHS[2], rest - MINIMUM_WIDTHS[1])
    return Arrangement(topics, rest - abstract, abstract)


def default_topics_width(width: int) -> int:
    """Return the default columns of the topics; papers and abstract share the rest equally."""
    return _clamp(width * TOPICS_SHARE // 100, MINIMUM_TOPICS, MAXIMUM_TOPICS)


def _clamp(value: int, least: int, most: int) -> int:
    return max(least, min(value, most))


class Panes(Horizontal):
    """The three panes. One is active: it has the focus, or had it before the search bar."""

    def __init__(self, library: Library, symbols: Symbols, session: Session) -> None:
        super().__init__(id="panes")
        self.topics = TopicPane(library, symbols, session.ranking)
        self.papers = PaperPane(library, symbols, session.row_height)
        self.search_bar = SearchBar(library, session.searches)
        self.abstract = AbstractPane(library, symbols)
        self.in_order = (self.topics, self.papers, self.abstract)
        self.preferences = Preferences(
            session.zoomed, session.sidebar_hidden, session.topics_width, session.abstract_width
        )
        self.arrangement = Arrangement()
        self.number = 1
        """The number of the active pane, from 0 on the left."""
        self._middle = Vertical(self.papers, self.search_bar, id="middle")
        self._width = 0
        self._dragged: int | None = None
        """The divider that the mouse drags: 0 between topics and papers, 1 between papers and abstract."""

    def compose(self) -> ComposeResult:
        yield self.topics
        yield self._middle
        yield self.abstract

    @property
    def active(self) -> TopicPane | PaperPane | AbstractPane:
        """The active pane."""
        return self.in_order[self.number]

    def save_to(self, session: Session) -> Session:
        """Return a session with the state of the panes."""
        return replace(
            session,
            pane=self.number,
            ranking=self.topics.ranking,
            zoomed=self.preferences.zoomed,
            sidebar_hidden=self.preferences.sidebar_hidden,
            topics_width=self.preferences.topics_width,
            abstract_width=self.preferences.abstract_width,
            row_height=1 if self.papers.row_height == 1 else 2,
            searches=tuple(self.search_bar.history),
        )

    def focus_pane(self, number: int) -> None:
        """Activate a pane, and show it if it is hidden."""
        self.number = number
        self.adjust()
        self.active.focus()

    def zoom(self, *, on: bool) -> None:
        """Give the active pane the whole screen, or show the others again."""
        self.preferences = self.preferences._replace(zoomed=on)
        self.adjust()

    def toggle_sidebar(self) -> bool:
        """Hide or show the sidebar; return whether it is hidden now."""
        hidden = not self.preferences.sidebar_hidden
        self.preferences = self.preferences._replace(sidebar_hidden=hidden)
        if hidden and self.number == 0:
            self.focus_pane(1)
        self.adjust()
        return hidden

    def widen(self, step: int) -> None:
        """Move the divider of the active pane to make the pane wider, or narrower if the step is negative."""
        topics, _, abstract = self.arrangement
        if self.number == 0 and topics:
            self._move_divider(0, topics + step * STEP)
        elif abstract:
            self._move_divider(1, self._width - abstract + (-step if self.number == 2 else step) * STEP)

    def adjust(self, width: int | None = None) -> None:
        """Show and size the panes for the columns of the screen."""
        self._width = width or self._width
        arrangement = arrange(self._width, self.number, self.preferences)
        if arrangement == self.arrangement:
            return
        self.arrangement = arrangement
        for widget, columns in zip((self.topics, self._middle, self.abstract), arrangement, strict=True):
            widget.display = columns > 0
            widget.styles.width = columns

    def on_descendant_focus(self) -> None:
        focused = self.screen.focused
        self.number = next(
            (number for number, pane in enumerate(self.in_order) if pane is focused), self.number
        )
        self.adjust()
        self.abstract.follow_focus()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        column = int(event.screen_x)
        for number, first in enumerate(self.arrangement.dividers):
            if first is not None and column in (first - 1, first):
                self._dragged = number
                event.stop()
                self.screen.clear_selection()  # dragging a divider selects no text
                return
        self._dragged = None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragged is not None and event.button:
            self._move_divider(self._dragged, int(event.screen_x))

    def on_mouse_up(self) -> None:
        self._dragged = None

    def _move_divider(self, divider: int, column: int) -> None:
        """Move a divider to a column, within the minimum widths of the panes beside it."""
        if self.arrangement.dividers[divider] is None:
            return
        least_topics, least_papers, least_abstract = MINIMUM_WIDTHS
        if divider == 0:
            topics = _clamp(column, least_topics, self._width - least_papers - least_abstract)
            self.preferences = self.preferences._replace(topics_width=topics)
        else:
            room = self._width - self.arrangement.topics - least_papers
            abstract = _clamp(self._width - column, least_abstract, room)
            self.preferences = self.preferences._replace(abstract_width=abstract)
        self.adjust()
