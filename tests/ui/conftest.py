"""The app over a library of the test's own, and what is drawn as plain text."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from textual import _wait
from textual.pilot import Pilot

from papertui.config.config import Config
from papertui.library import Library
from papertui.ui.app import PapertuiApp
from papertui.ui.main_screen import MainScreen
from papertui.ui.panes.status_bar import StatusBar

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
    def message(self) -> str:
        """The sentence in the status line."""
        return self.main.query_one(StatusBar).text

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
