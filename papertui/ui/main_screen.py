"""Main screen: dispatch of keys, messages of the panes, background work."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import replace
from functools import partial
from inspect import iscoroutinefunction
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from papertui.errors import PapertuiError
from papertui.library import Library
from papertui.library.listing import Listing
from papertui.model import Change, Scope
from papertui.ui.controller import Controller
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.keymap.key_names import key_name, rename_keys
from papertui.ui.keymap.table import COMMANDS
from papertui.ui.panes.abstract import AbstractPane
from papertui.ui.panes.layout import Panes, is_too_small
from papertui.ui.panes.search_bar import SearchBar
from papertui.ui.panes.status_bar import StatusBar
from papertui.ui.selection import Selection
from papertui.ui.session import Session
from papertui.ui.startup import InitialState

REFRESH_SECONDS = 0.5
RETRY_SECONDS = 5.0
TIDY_SECONDS = 300.0
WELCOME = (
    "Welcome. j and k move, Enter opens, Esc goes back, n goes to the next unread.",
    "r marks read, s stars, d dismisses; u undoes any of it.",
    "/ searches as you type, Space selects, ? shows all keys, q quits.",
)
TOO_SMALL = "This terminal is too small.\npapertui needs 40 x 10."
Result = TypeVar("Result")


class MainScreen(Screen[None]):
    """The three panes with a status bar over one library; the `Display` of the controller."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            command.keys,
            f"run('{command.id}')",
            command.label,
            show=command.footer,
            tooltip=command.help,
            id=command.id,
        )
        for command in COMMANDS.values()
    ]

    class Written(Message, bubble=False):
        """The writer thread has finished a write, or failed to."""

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, MainScreen.Written)

    def __init__(self, library: Library, state: InitialState) -> None:
        super().__init__()
        self.library = library
        self.panes = Panes(library, state.symbols, state.session)
        self.controller = Controller(library, self, state)
        self._state = state
        self._status = StatusBar(id="status")
        self._is_complete = False
        """Whether the first paint is done, which shows the list alone."""
        self._had_targets = False

    def compose(self) -> ComposeResult:
        yield self.panes
        yield self._status

    def on_mount(self) -> None:
        session = self._state.session
        self.panes.adjust(self.size.width)
        self.controller.show(self.controller.view, session.cursor or None)
        self.panes.focus_pane(session.pane)
        self.call_after_refresh(self._complete)

    def _complete(self) -> None:
        """Fill the other panes after the first paint, and begin to follow the library."""
        self._is_complete = True
        self.show_topics(self.controller.view.scope)
        self.controller.show_paper()
        self.library.pending_writes.on_result = self._wake
        self.set_interval(REFRESH_SECONDS, self.look_for_changes)
        self.set_interval(RETRY_SECONDS, self.library.retry)
        if not self._state.session.seen_before:
            self._status.welcome([rename_keys(line, self._state.key_names) for line in WELCOME])
        for notice in (self._state.notice, *self.library.notices):
            self.controller.say(notice, fault=True)
        self._was_written()
        gc.freeze()
        gc.enable()
        self.start(self._prepare, "prepare")

    async def _prepare(self) -> None:
        """Prepare a large library for its first search, and tidy its files, between the keys."""
        if not self.library.scopes.frequent_authors():
            for _ in self.library.scopes.count_authors():
                await asyncio.sleep(0)
            self.show_topics(self.controller.view.scope)
        index = self.library.index
        await asyncio.to_thread(index.import_modules)
        await asyncio.to_thread(index.load)
        for count in index.prepare():
            if self.controller.view.query and not index.ready:
                self.complain(f"Preparing the search: {count:,} of {len(self.library):,} papers")
            await asyncio.sleep(0)
        if self.controller.view.query:
            self.controller.show(self.controller.view)
        self.set_interval(TIDY_SECONDS, self._tidy)
        await self._tidy()

    async def _tidy(self) -> None:
        """Write due snapshots and backups, and end the trends on the present day."""
        self.recount()
        try:
            await asyncio.to_thread(self.library.tidy)
        except PapertuiError as error:
            self.controller.say(str(error), fault=True)

    @property
    def session(self) -> Session:
        """The state of the screen for the next start."""
        return self.panes.save_to(
            replace(
                self._state.session,
                view=replace(self.controller.view, query=""),
                cursor=self.controller.current or "",
                theme=self.app.theme,
                commands=tuple(self.controller.command_lines),
                bookmarks=self.controller.bookmarks,
                seen_before=True,
            )
        )

    # Keys

    async def action_run(self, command_id: str) -> None:
        """Run a command of the table; one that waits runs in the background."""
        command = COMMANDS[command_id]
        if command.jumps:
            self.controller.leave_place()
        handler = command.load()
        if iscoroutinefunction(handler):
            group = "dialog" if command.dialog else command.id
            self.start(partial(handler, self.controller, *command.arguments), group)
        else:
            handler(self.controller, *command.arguments)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide commands without keys, and disable those that need a paper while there is none."""
        command = COMMANDS.get(str(parameters[0])) if action == "run" else None
        if command is None:
            return True
        if not self._state.keymap.get(command.id, command.keys):
            return False
        return True if not command.needs_paper or self.controller.has_targets else None

    def _update_hints(self) -> None:
        """Show other keys in the footer if commands became available or unavailable."""
        if self.controller.has_targets != self._had_targets:
            self._had_targets = self.controller.has_targets
            self.call_after_refresh(self._show_hints)

    def _show_hints(self) -> None:
        """Show the keys of the footer that are available now."""
        hints = {
            active.binding.id: (key_name(key), active.binding.description)
            for key, active in reversed(self.active_bindings.items())
            if active.binding.show and active.enabled
        }
        self._status.hints = tuple(reversed(hints.values()))

    # Display

    @property
    def cursor(self) -> str | None:
        return self.panes.papers.cursor

    def show_listing(self, listing: Listing, cursor: str | None, *, else_first: bool) -> None:
        self.panes.papers.show_listing(listing, cursor, else_first=else_first)
        self.complain(listing.complaint)

    def show_headings(self, title: str, subtitle: str) -> None:
        self.panes.papers.show_headings(title, subtitle)

    def show_paper(self, key: str | None, listing: Listing) -> None:
        if self._is_complete:
            empty = rename_keys(listing.empty_text, self._state.key_names)
            self.panes.abstract.show(key, listing.spans, empty)
        self._update_hints()

    def show_selection(self, selection: Selection, changed: Collection[str] | None) -> None:
        self.panes.papers.selected = selection.keys
        self.panes.papers.redraw(changed)
        self._status.selected = selection.describe()
        self._update_hints()

    def show_topics(self, scope: Scope) -> None:
        self.panes.topics.list_entries(scope)

    def redraw(self, change: Change, scope: Scope) -> None:
        self.panes.papers.redraw(frozenset(change.keys))
        self.panes.topics.redraw_changed(change, scope)

    def recount(self) -> None:
        _: Worker[None] = self.run_worker(
            self._recount, group="overview", exclusive=True, exit_on_error=False
        )

    async def _recount(self) -> None:
        if await self.panes.topics.count():
            self.panes.topics.redraw()
        else:
            self.show_topics(self.controller.view.scope)

    def complain(self, text: str) -> None:
        self.panes.search_bar.complain(text)

    def say(self, text: str, *, fault: bool = False) -> None:
        self._status.say(text, fault=fault)

    def ask(self, dialog: Screen[Result]) -> Awaitable[Result]:
        return self.app.push_screen_wait(dialog)

    def start(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        _: Worker[None] = self.run_worker(work, group=group, exit_on_error=False)

    # Messages of the panes

    @on(KeyList.Moved, "#papers")
    def _paper_moved(self) -> None:
        self.controller.follow_cursor()

    @on(KeyList.Moved, "#topics")
    def _topic_moved(self, event: KeyList.Moved) -> None:
        if isinstance(event.key, Scope):
            self.controller.pass_through(event.key)

    @on(KeyList.Chosen)
    async def _row_chosen(self) -> None:
        await self.action_run("enter")

    @on(KeyList.Picked, "#papers")
    def _picked(self, event: KeyList.Picked) -> None:
        self.controller.toggle_selected(str(event.key))

    @on(SearchBar.Edited)
    def _search_edited(self, event: SearchBar.Edited) -> None:
        self.controller.show(replace(self.controller.view, query=event.text))

    @on(SearchBar.Left)
    def _search_left(self, event: SearchBar.Left) -> None:
        self.controller.leave_search(keep=event.keep)

    @on(SearchBar.Completed)
    def _search_completed(self, event: SearchBar.Completed) -> None:
        self.controller.say(event.choices)

    @on(AbstractPane.Opened)
    def _opened(self, event: AbstractPane.Opened) -> None:
        rule = self.controller.config.reading.read_rule
        if rule.when_opened:
            self.controller.mark_read((event.key,))
        elif rule.after_seconds is not None:
            self.panes.abstract.start_dwell(rule.after_seconds)

    @on(AbstractPane.Dwelt)
    def _dwelt(self, event: AbstractPane.Dwelt) -> None:
        self.controller.mark_read((event.key,))

    def on_descendant_focus(self) -> None:
        self.call_after_refresh(self._show_hints)

    def on_resize(self, event: events.Resize) -> None:
        too_small = is_too_small(event.size.width, event.size.height)
        if too_small and not self.query("#too-small"):
            self.mount(Static(TOO_SMALL, id="too-small", markup=False))
        self.query("#too-small").set(display=too_small)
        self.panes.display = self._status.display = not too_small
        self.panes.adjust(event.size.width)

    # Other threads and programs

    def _wake(self) -> None:
        """Look at the results of writes; called from the writer thread."""
        self.post_message(self.Written())

    @on(Written)
    def _was_written(self) -> None:
        """Show the marks as they are on disk, and report what could not be saved."""
        failed = bool(self.library.pending_writes.failures)
        if touched := self.library.absorb():
            self.controller.redraw(Change(touched, "Saved after all" if failed else ""))
        if reason := self.library.unsaved:
            self.controller.say(
                reason if reason.startswith("Not saved") else f"Not saved: {reason}", fault=True
            )

    async def look_for_changes(self) -> None:
        """Show what other programs have written to the library."""
        papers, state = await asyncio.wrap_future(self.library.look_for_changes())
        if change := self.library.take_in(papers, state):
            self.controller.redraw(change)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Report an error in the background; the screen stays open."""
        if event.state is WorkerState.ERROR:
            logging.getLogger("papertui").error("in the background", exc_info=event.worker.error)
            self.controller.say(f"That did not work: {event.worker.error}", fault=True)
