"""The Textual application: themes, signals, start and end. What can be done lives on the main screen."""

import asyncio
import logging
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType
from textual import work
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from papertui.errors import PapertuiError, StoreError
from papertui.library import Library
from papertui.text.dates import timestamp
from papertui.ui.drawing.themes import OWN_THEMES, token_defaults
from papertui.ui.main_screen import MainScreen
from papertui.ui.session import Session
from papertui.ui.startup import initial_state
from papertui.ui.terminal import marked_terminal
from papertui.ui.typed_ahead import TypedAheadApp

if TYPE_CHECKING:
    from papertui.config.config import Config

logging.getLogger("papertui").addHandler(
    logging.NullHandler()
)  # nothing is logged unless --debug asks for it

LARGE = 4 << 20
"""A library of so many bytes takes longer to open than one should wait for the first paint."""


@dataclass(frozen=True, slots=True)
class LibraryOpener:
    """A library that is opened when the screen is there."""

    folder: Path
    open: Callable[[], Library]

    @property
    def is_large(self) -> bool:
        """Whether opening takes so long that the screen should be there first."""
        files = (path for path in self.folder.glob("*.json*") if path.is_file())
        return sum(path.stat().st_size for path in files) > LARGE


class OpeningScreen(Screen[None]):
    """What is shown while a large library is opened."""

    def compose(self) -> ComposeResult:
        """Make the panes as they will be, empty."""
        with Horizontal(id="panes"):
            for name in ("topics", "papers", "abstract"):
                pane = Static("Opening the library ..." if name == "papers" else "", id=name, markup=False)
                pane.border_title = Content(
                    {"topics": "Topics", "papers": "All papers", "abstract": "Abstract"}[name]
                )
                yield pane


class Unawaited(ThreadPoolExecutor):
    """Threads for which the end does not wait: what they still do, such as a download, nobody wants any more."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - as in the standard library
        """Take no more work."""
        super().shutdown(wait=False, cancel_futures=True)


class PapertuiApp(TypedAheadApp[None]):
    """papertui on the screen, over one open library."""

    TITLE = "papertui"
    CSS_PATH = "papertui.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self, library: Library | LibraryOpener, *, config: "Config | None" = None, ascii_only: bool = False
    ) -> None:
        """Show an open library, or one that takes a while to open, behind a screen that says so."""
        super().__init__()
        self.library = library if isinstance(library, Library) else None
        self._main: MainScreen | None = None
        self._open_library = None if isinstance(library, Library) else library
        self.fault: Exception | None = None
        """What ended the app, where it was not the reader."""
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self._state = initial_state(Session.load(library.folder), config, ascii_only=ascii_only)
        self.session = self._state.session
        self.set_keymap({name: keys for name, keys in self._state.keymap.items() if keys})
        self._own_filters: list[LineFilter] = []
        if self._state.symbols.is_ascii:
            from papertui.ui.drawing.ascii_filter import AsciiFilter

            self._own_filters.append(AsciiFilter())
        few_colours = self.console.color_system == "standard"
        self._usual_theme = "papertui-16" if few_colours else "papertui-dark"
        self._set_first_theme(
            self.session.theme if self.session.theme in self.available_themes else self._usual_theme
        )

    def _set_first_theme(self, name: str) -> None:
        """Set the theme before any style is read, so that all of them are read once and not twice.

        A theme in the terminal's own colours also changes how lines are filtered, which Textual does itself.
        """
        theme = self.available_themes[name]
        if theme.ansi:
            self.theme = name
            return
        self.set_reactive(App.theme, name)
        self.update_classes(
            {f"-theme-{name}": True, "-dark-mode": theme.dark, "-light-mode": not theme.dark}, update=False
        )
        self.stylesheet.set_variables(self.get_css_variables())

    def is_opening(self) -> bool:
        """Tell whether a dialog or the search bar is about to take the keys."""
        screen = self.screen
        if isinstance(screen, ModalScreen):
            return not screen.is_mounted or (screen.focused is None and bool(screen.focus_chain))
        if screen is not self._main or self._main is None:
            return False
        asks = any(worker.group == "dialog" and not worker.is_finished for worker in self.workers)
        return asks or self._main.panes.search_bar.is_opening

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the platform, where it is that of Unix in our version."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from papertui.ui.driver import SteadyDriver

        return SteadyDriver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what changes lines before they are drawn: all of Textual's, and ours where only ASCII is wanted."""
        return [*super().get_line_filters(), *self._own_filters]

    def get_default_screen(self) -> Screen[None]:
        """Return the main screen, or the one that waits for the library."""
        if self.library is None:
            return OpeningScreen()
        return self._make_main(self.library)

    def _make_main(self, library: Library) -> MainScreen:
        self._main = MainScreen(library, self._state)
        return self._main

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our tokens for themes that do not have them."""
        return dict(token_defaults(self.current_theme))

    def on_mount(self) -> None:
        """End on SIGTERM and SIGHUP as on the quit key, so that the terminal is left in order."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(Unawaited())
        self.app_resume_signal.subscribe(self, self._draw_anew)
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))
        if self._open_library is not None:
            self.call_after_refresh(self._finish_opening, self._open_library)

    @work(exit_on_error=False, group="opening")
    async def _finish_opening(self, opener: LibraryOpener) -> None:
        """Open the library in a thread, then show it."""
        try:
            self.library = await asyncio.to_thread(opener.open)
            await asyncio.to_thread(self.library.listing, replace(self.session.view, query=""))
        except PapertuiError as error:
            self.fault = error
            self.exit(return_code=2)
            return
        await self.push_screen(self._make_main(self.library))

    def _draw_anew(self, _: App[None]) -> None:
        """Draw the whole screen: while papertui was suspended the terminal showed something else."""
        for screen in self.screen_stack:
            screen.refresh()

    def _handle_exception(self, error: Exception) -> None:
        """End with the fault; whoever runs the app tells of it, in place of Textual's report on many screens."""
        self.fault = self.fault or error
        super()._handle_exception(error)
        self._exit_renderables.clear()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Remember the screen as it is, then end."""
        if self._main is not None and self._main.is_running:
            theme = (
                "" if self.theme == self._usual_theme else self.theme
            )  # another terminal has another usual one
            left_at = timestamp(self._main.library.clock())
            self.session = replace(self._main.session, left_at=left_at, theme=theme)
        super().exit(result, return_code, message)


def run(opener: LibraryOpener, *, config: "Config | None" = None, ascii_only: bool = False) -> int:
    """Show a library until the reader leaves; return the exit code. Raises what ended the screen otherwise."""
    library = opener if opener.is_large else opener.open()
    app = PapertuiApp(library, config=config, ascii_only=ascii_only)
    with marked_terminal(opener.folder):
        app.run()
    if app.library is not None:
        with app.library:
            app.library.settle()
            if lost := app.library.pending_writes.failures:
                actions = "1 action was" if len(lost) == 1 else f"{len(lost):,} actions were"
                raise StoreError(f"{actions} not saved: {lost[0].reason.removeprefix('Not saved: ')}")
            app.session.save(app.library.folder)
    if app.fault is not None:
        raise app.fault
    return app.return_code or 0
