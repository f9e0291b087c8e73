"""The Textual application: themes, signals, start and end. What can be done lives on the main screen."""

import asyncio
import signal
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

from rich.console import RenderableType
from textual.app import App, SystemCommand
from textual.command import Provider
from textual.screen import Screen

from papertui.errors import StoreError
from papertui.library import Library
from papertui.screen_memory import ScreenMemory
from papertui.ui.main_screen import MainScreen
from papertui.ui.symbols import ASCII, UNICODE
from papertui.ui.themes import OWN_THEMES, token_defaults


def _paper_commands() -> type[Provider]:
    from papertui.ui.palette import PaperCommands

    return PaperCommands


class PapertuiApp(App[None]):
    """papertui on the screen, over one open library."""

    TITLE = "papertui"
    CSS_PATH = "papertui.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_paper_commands}
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "f24"

    def __init__(self, library: Library, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.library = library
        self.memory = ScreenMemory.load(library.folder)
        self.symbols = ASCII if ascii_only else UNICODE
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self.theme = self.memory.theme if self.memory.theme in self.available_themes else "papertui-dark"

    def get_default_screen(self) -> Screen[None]:
        """Return the main screen."""
        self._main = MainScreen(self.library, self.memory, self.symbols)
        return self._main

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our tokens for themes that do not have them."""
        return dict(token_defaults(self.current_theme))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer of Textual's own commands the choice of a theme; all else is in the table of keys."""
        del screen
        yield SystemCommand("Theme", "Change the colours", self.action_change_theme)

    def on_mount(self) -> None:
        """End on SIGTERM and SIGHUP as on the quit key, so that the terminal is left in order."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Remember the screen as it is, then end."""
        if self.is_running:
            self.memory = self._main.memory
        super().exit(result, return_code, message)


def run(library: Library, *, ascii_only: bool = False) -> int:
    """Show the library until the reader leaves; return the exit code."""
    app = PapertuiApp(library, ascii_only=ascii_only)
    app.run()
    try:
        library.settle()
        app.memory.save(library.folder)
    except StoreError as error:
        print(error)  # noqa: T201 - the screen is gone, the terminal is what is left
        return 2
    return app.return_code or 0
