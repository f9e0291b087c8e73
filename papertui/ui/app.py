"""The Textual application: themes, signals, startup and exit."""

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
from textual.events import Event
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
from papertui.ui.typed_ahead import TypedAhead

if TYPE_CHECKING:
    from papertui.config.config import Config

logging.getLogger("papertui").addHandler(logging.NullHandler())  # without --debug nothing is logged

LARGE = 4 << 20
"""Size of a library, in bytes, that is opened after the first paint."""


@dataclass(frozen=True, slots=True)
class LibraryOpener:
    """A library that may be opened after the first paint."""

    folder: Path
    open: Callable[[], Library]

    @property
    def is_large(self) -> bool:
        """Whether opening takes too long to wait for it before the first paint."""
        files = (path for path in self.folder.glob("*.json*") if path.is_file())
        return sum(path.stat().st_size for path in files) > LARGE


class OpeningScreen(Screen[None]):
    """The screen shown while a large library is opened."""

    def compose(self) -> ComposeResult:
        """Compose empty panes in their final arrangement."""
        with Horizontal(id="panes"):
            for name in ("topics", "papers", "abstract"):
                pane = Static("Opening the library ..." if name == "papers" else "", id=name, markup=False)
                pane.border_title = Content(
                    {"topics": "Topics", "papers": "All papers", "abstract": "Abstract"}[name]
                )
                yield pane


class DetachedThreadPool(ThreadPoolExecutor):
    """Thread pool that drops running work at exit, so that quitting never waits for a download."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - the signature of Executor.shutdown
        """Accept no more work."""
        super().shutdown(wait=False, cancel_futures=True)


class PapertuiApp(App[None]):
    """The application, showing one library."""

    TITLE = "papertui"
    CSS_PATH = "papertui.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self, library: Library | LibraryOpener, *, config: "Config | None" = None, ascii_only: bool = False
    ) -> None:
        """Show a library; a large one is opened behind an opening screen."""
        super().__init__()
        self._typed_ahead = TypedAhead(self, self.is_opening)
        self.library = library if isinstance(library, Library) else None
        self._main: MainScreen | None = None
        self._open_library = None if isinstance(library, Library) else library
        self.fault: Exception | None = None
        """The error that ended the app; None after a normal exit."""
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
        """Set the theme before any style is parsed, so that styles are parsed only once.

        For an ANSI theme, Textual also changes its line filters.
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

    async def on_event(self, event: Event) -> None:
        """Hold keys that are typed ahead; pass all other events to Textual."""
        if not self._typed_ahead.holds(event):
            await super().on_event(event)
            self._typed_ahead.handled(event)

    def is_opening(self) -> bool:
        """Return whether a dialog or the search bar is opening and will take the keys."""
        screen = self.screen
        if isinstance(screen, ModalScreen):
            return not screen.is_mounted or (screen.focused is None and bool(screen.focus_chain))
        if screen is not self._main or self._main is None:
            return False
        asks = any(worker.group == "dialog" and not worker.is_finished for worker in self.workers)
        return asks or self._main.panes.search_bar.is_opening

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the platform; the Unix driver in our version."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from papertui.ui.driver import SteadyDriver

        return SteadyDriver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the line filters of Textual, and the ASCII filter if configured."""
        return [*super().get_line_filters(), *self._own_filters]

    def get_default_screen(self) -> Screen[None]:
        """Return the main screen, or the opening screen of a large library."""
        if self.library is None:
            return OpeningScreen()
        return self._make_main(self.library)

    def _make_main(self, library: Library) -> MainScreen:
        self._main = MainScreen(library, self._state)
        return self._main

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return defaults for theme variables of our own."""
        return dict(token_defaults(self.current_theme))

    def on_mount(self) -> None:
        """Quit on SIGTERM and SIGHUP as with the quit key, so that the terminal is restored."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(DetachedThreadPool())
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
        """Redraw the whole screen after a suspension."""
        for screen in self.screen_stack:
            screen.refresh()

    def _handle_exception(self, error: Exception) -> None:
        """Exit with the error, which the caller reports instead of Textual's long traceback."""
        self.fault = self.fault or error
        super()._handle_exception(error)
        self._exit_renderables.clear()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Save the session and exit."""
        if self._main is not None and self._main.is_running:
            theme = (
                "" if self.theme == self._usual_theme else self.theme
            )  # the default differs between terminals
            left_at = timestamp(self._main.library.clock())
            self.session = replace(self._main.session, left_at=left_at, theme=theme)
        super().exit(result, return_code, message)


def run(opener: LibraryOpener, *, config: "Config | None" = None, ascii_only: bool = False) -> int:
    """Show a library until the user quits; return the exit code. Raises the error that ended the screen."""
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
