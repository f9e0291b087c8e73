"""The app over a library of the test's own, and what is drawn as plain text."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from textual import _wait
from textual.pilot import Pilot

from papertui.config.config import Config
from papertui.library import Library
from papertui.library.listing import Listing
from papertui.model import Scope, View
from papertui.ui.app import PapertuiApp
from papertui.ui.controller import Controller
from papertui.ui.main_screen import MainScreen
from papertui.ui.panes.abstract import AbstractPane
from papertui.ui.panes.papers import PaperPane
from papertui.ui.panes.search_bar import SearchBar
from papertui.ui.panes.status_bar import Hint, StatusBar
from papertui.ui.panes.topics import TopicPane
from papertui.ui.selection import Selection
from papertui.ui.session import Session

_wait.SLEEP_GRANULARITY = 1 / 200
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 20
"""Textual's pilot looks so often whether all is done; at its own pace it waits longer than it works."""


class Screen:
    """A running app as a reader sees it: keys in, drawn lines out."""

    def __init__(self, app: PapertuiApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def main(self) -> MainScreen:
        """The main screen."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    @property
    def controller(self) -> Controller:
        """The controller of the main screen."""
        return self.main.controller

    @property
    def library(self) -> Library:
        """The library that is open."""
        return self.main.library

    @property
    def papers(self) -> PaperPane:
        """The list of papers."""
        return self.main.panes.papers

    @property
    def topics(self) -> TopicPane:
        """The sidebar."""
        return self.main.panes.topics

    @property
    def abstract(self) -> AbstractPane:
        """The paper at the cursor."""
        return self.main.panes.abstract

    @property
    def panes(self) -> tuple[TopicPane, PaperPane, AbstractPane]:
        """The three panes from left to right."""
        return self.topics, self.papers, self.abstract

    @property
    def search_bar(self) -> SearchBar:
        """The search bar."""
        return self.main.panes.search_bar

    @property
    def view(self) -> View:
        """The view that is shown."""
        return self.controller.view

    @property
    def listing(self) -> Listing:
        """The listing of the view."""
        return self.controller.listing

    @property
    def selection(self) -> Selection:
        """The selected papers."""
        return self.controller.selection

    @property
    def targets(self) -> tuple[str, ...]:
        """The papers that the next action applies to."""
        return self.controller.targets

    @property
    def current(self) -> str | None:
        """The paper at the cursor."""
        return self.controller.current

    @property
    def scopes(self) -> list[Scope]:
        """The entries of the sidebar."""
        return self.topics.scopes

    @property
    def session(self) -> Session:
        """The state that the next start begins with."""
        return self.main.session

    @property
    def message(self) -> str:
        """The sentence in the status line."""
        return self.main.query_one(StatusBar).text

    @property
    def selected(self) -> str:
        """The number of selected papers, as the status line says it."""
        return self.main.query_one(StatusBar).selected

    @property
    def hints(self) -> Sequence[Hint]:
        """The keys in the status line, each with its label."""
        return self.main.query_one(StatusBar).hints

    def say(self, text: str) -> None:
        """Show a sentence in the status line."""
        self.controller.say(text)

    def show(self, view: View) -> None:
        """Show a view."""
        self.controller.show(view)

    def show_scope(self, scope: Scope) -> None:
        """Show the papers of a scope, with the sidebar's cursor on it."""
        self.controller.show_scope(scope)

    def go_to_paper(self, key: str) -> None:
        """Put the cursor on a paper."""
        self.controller.jump_to(key)

    async def look_for_changes(self) -> None:
        """Take in what other programs have written to the library."""
        await self.main.look_for_changes()

    async def press(self, *keys: str) -> None:
        """Press keys and wait until all that they caused is done."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type text letter by letter."""
        names = {
            " ": "space",
            "-": "minus",
            ":": "colon",
            "/": "slash",
            '"': "quotation_mark",
            ".": "full_stop",
        }
        await self.press(*(names.get(letter, letter) for letter in text))

    async def settle(self) -> None:
        """Wait until all messages are handled."""
        await self.pilot.pause()
        await self.pilot.pause()

    async def until(self, holds: Callable[[], bool], seconds: float = 10.0) -> None:
        """Wait until something holds that a thread brings about; fails when it never does."""
        async with asyncio.timeout(seconds):
            while not holds():
                await self.pilot.pause(0.01)

    def lines(self) -> list[str]:
        """Return what is drawn, line by line."""
        return [strip.text for strip in self.app.screen._compositor.render_strips(self.app.size)]

    def drawn(self) -> str:
        """Return all that is drawn."""
        return "\n".join(self.lines())


Open = Callable[..., AbstractAsyncContextManager[Screen]]


@pytest.fixture
def opened() -> Open:
    """Return what opens the app over a library in a terminal of some size."""

    @asynccontextmanager
    async def opening(
        library: Library, width: int = 120, height: int = 40, *, config: Config | None = None
    ) -> AsyncIterator[Screen]:
        app = PapertuiApp(library, config=config)
        async with app.run_test(size=(width, height)) as pilot:
            screen = Screen(app, pilot)
            await screen.settle()
            yield screen

    return opening
