"""The one screen: keys become edits of the library or another view, and every change repaints what it touched."""

import asyncio
import gc
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingsMap, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from papertui.errors import PapertuiError
from papertui.library import Library
from papertui.library.listing import Listing
from papertui.library.marks import EDITS, READ
from papertui.model import Change, Scope, ScopeKind, View
from papertui.ui.commands.layout import ComfortScreen
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.keymap.table import GROUPS, all_bindings, spoken
from papertui.ui.panes.papers import ELSEWHERE, AbstractPane, PaperPane
from papertui.ui.panes.search_bar import FilterBar
from papertui.ui.panes.status_bar import StatusBar
from papertui.ui.panes.topics import Entry, TopicPane
from papertui.ui.session import ScreenMemory
from papertui.ui.startup import Start

REFRESH_SECONDS = 0.5
RETRY_SECONDS = 5.0
TIDY_SECONDS = 300.0
WELCOME = (
    "Welcome. j and k move, Enter opens, Esc comes back, n goes to the next unread.",
    "r marks read, s stars and d dismisses; u undoes whatever you did.",
    "/ searches as you type, Space selects, ? shows all keys, q leaves.",
)


class MainScreen(ComfortScreen):
    """Three panes, a search bar and a status line over one library."""

    BINDINGS: ClassVar[list[BindingType]] = list(all_bindings())

    def __init__(self, library: Library, start: Start) -> None:
        super().__init__(library, start.memory)
        self.view: View = start.memory.view
        self.listing = Listing()
        self.commands = list(start.memory.commands)
        self.jumps = dict(start.memory.jumps)
        self.symbols = start.symbols
        self._start = start
        self._memory = start.memory
        self._complete_yet = False
        self._headings = ("", "")
        if start.groups is not GROUPS:
            self._bindings = BindingsMap([*all_bindings(start.groups), *Screen.BINDINGS])

    def compose(self) -> ComposeResult:
        """Make the panes, side by side, and the status line."""
        with Horizontal(id="panes"):
            yield TopicPane(self.library, self.symbols, self._memory.ranking)
            with Vertical(id="middle"):
                yield PaperPane(self.library, self.symbols, self._memory.row_height)
                yield FilterBar(self._memory.searches, id="filter")
            yield AbstractPane(self.library, self.symbols)
        yield StatusBar(id="status")

    class Written(Message, bubble=False):
        """The writer thread has finished something, well or not."""

        def can_replace(self, message: Message) -> bool:
            """One look is enough for several results."""
            return isinstance(message, MainScreen.Written)

    def on_mount(self) -> None:
        """Show the papers of the last time at once, and all else right after the first paint."""
        self.look_at(self.view, self._memory.cursor or None)
        self.action_focus_pane(self._memory.pane)
        self.call_after_refresh(self._complete)

    def _complete(self) -> None:
        """Fill the panes beside the list, and begin to follow what happens to the library."""
        self.topics.refill(self.view.scope)
        self._complete_yet = True
        self._show_paper()
        self.library.pending_writes.on_result = self._tell_written
        self.set_interval(REFRESH_SECONDS, self.look_for_changes)
        self.set_interval(RETRY_SECONDS, self.library.retry)
        if not self._memory.seen_before:
            names = self._start.key_names
            self.query_one(StatusBar).welcome([spoken(line, names) for line in WELCOME])
        for notice in (self._start.notice, *self.library.notices):
            self.say(notice, fault=True)
        self._was_written()
        gc.freeze()
        gc.enable()
        self._prepare()

    @work(exit_on_error=False, group="prepare")
    async def _prepare(self) -> None:
        """Make ready what a large library needs for its first search, and tidy its files, between the keys."""
        if not self.library.scopes.frequent_authors():
            for _ in self.library.scopes.count_authors():
                await asyncio.sleep(0)
            self.topics.refill(self.view.scope)
        finder = self.library.index
        await asyncio.to_thread(finder.import_modules)
        await asyncio.to_thread(finder.load)
        for count in finder.prepare():
            if self.view.query and not finder.ready:
                self.filter_bar.complain(f"Preparing the search: {count:,} papers of {len(self.library):,}")
            await asyncio.sleep(0)
        if self.view.query:
            self.look_at(self.view)
        self.renew_topics()
        self.set_interval(TIDY_SECONDS, self._tidy)
        await self._tidy()

    async def _tidy(self) -> None:
        """Do what is due at idle: new snapshots, the daily backup, and windows that end on another day."""
        self.renew_topics()
        try:
            await asyncio.to_thread(self.library.tidy)
        except PapertuiError as error:
            self.say(str(error), fault=True)

    @property
    def memory(self) -> ScreenMemory:
        """What is to be remembered of the screen until the next start."""
        return replace(
            self._memory,
            view=replace(self.view, query=""),
            cursor=self.current or "",
            pane=self._pane_number(),
            ranking=self.topics.ranking,
            zoomed=self.wishes.zoomed,
            sidebar_hidden=self.wishes.sidebar_hidden,
            topics_width=self.wishes.topics_width,
            abstract_width=self.wishes.abstract_width,
            row_height=1 if self.papers.row_height == 1 else 2,
            theme=self.app.theme,
            searches=tuple(self.filter_bar.history),
            commands=tuple(self.commands),
            jumps=self.jumps,
            seen_before=True,
        )

    def say(self, text: str, *, fault: bool = False) -> None:
        """Tell the reader what happened."""
        if text:
            self.query_one(StatusBar).say(spoken(text, self._start.key_names), fault=fault)

    def look_at(self, view: View, cursor: str | None = None) -> None:
        """Show another view; the cursor keeps its paper where the view has it."""
        if view.query and not self.library.index.ready:
            self.view = view
            self.filter_bar.complain("Preparing the search ...")
            return
        other = (view.scope, view.query) != (self.view.scope, self.view.query)
        self.view = view
        self.listing = self.library.listing(view)
        self.papers.show_listing(self.listing, cursor, else_first=other)
        self.relist_chosen()
        self._show_headings()
        self._show_paper()
        self.filter_bar.complain(self.listing.complaint)

    def edit(self, action: Callable[[], Change]) -> None:
        """Do one edit of the library and show what it changed, or why it could not be done."""
        try:
            change = action()
        except PapertuiError as error:
            self.say(str(error), fault=True)
            return
        self.show_change(change)

    def show_change(self, change: Change) -> None:
        """Repaint what a change touched: the one place where edits reach the screen."""
        self.say(change.text)
        self.topics.overview.expire()
        if change.whole:
            self.chosen.keep_papers()
            self.topics.refill(self.view.scope)
            self.look_at(self.view)
            self.renew_topics()
            return
        if not change.keys:
            return
        self.papers.redraw(frozenset(change.keys))
        self.topics.follow_tags(self.view.scope)
        self.topics.redraw(self._touched_entries(change))
        self.renew_topics()
        self._show_headings()
        if self.abstract.key in change.keys:
            self._show_paper()

    def _touched_entries(self, change: Change) -> frozenset[Entry] | None:
        """Return the entries of the sidebar whose figures a change may have moved; None for any of them."""
        if not change.topics:
            return None
        topics = change.topics
        return frozenset(
            scope for scope in self.scopes if scope.kind is not ScopeKind.TOPIC or scope.name in topics
        )

    def _tell_written(self) -> None:
        """Wake the screen up; called from the writer thread."""
        self.post_message(self.Written())

    @on(Written)
    def _was_written(self) -> None:
        """Show memory as the disk has it, and say at once what could not be saved."""
        waiting = bool(self.library.pending_writes.failures)
        touched = self.library.absorb()
        if touched:
            self.show_change(Change(touched, "Saved after all" if waiting else ""))
        if self.library.unsaved:
            reason = self.library.unsaved
            self.say(reason if reason.startswith("Not saved") else f"Not saved: {reason}", fault=True)

    def action_mark(self, marking: str) -> None:
        """Toggle a mark of the selected papers, or of that at the cursor."""
        if targets := self.targets:
            self.edit(lambda: self.library.toggle(EDITS[marking], targets))

    def action_mark_shown_read(self) -> None:
        """Mark all that the list shows as read."""
        self.edit(lambda: self.library.apply(READ, self.listing.keys))

    def action_follow(self) -> None:
        """Follow the scope that is shown, or no longer."""
        self.edit(lambda: self.library.follow(self.view.scope))

    def action_theme(self) -> None:
        """Choose the colours."""
        self.app.action_change_theme()

    def look_at_scope(self, scope: Scope) -> None:
        """Show the papers of a scope, and put the sidebar's cursor on it."""
        self.topics.move_to_key(scope)
        self.look_at(self.view.within(scope))
        self.papers.focus()

    def action_hide_read(self) -> None:
        """Hide or show what is read."""
        self.look_at(replace(self.view, hide_read=not self.view.hide_read))
        if self.view.hide_read:
            papers = "paper" if self.listing.hidden == 1 else "papers"
            self.say(f"{self.listing.hidden:,} read {papers} hidden · . shows them")
        else:
            self.say("All papers shown")

    @on(KeyList.Moved, "#papers")
    def _paper_moved(self) -> None:
        self.extend_range()
        self._show_paper()

    @on(KeyList.Chosen)
    def _row_chosen(self) -> None:
        self.action_enter()

    def action_enter(self) -> None:
        """Go one pane further, and from the abstract to the whole screen."""
        number = self._pane_number()
        if number == 1 and self.papers.cursor == ELSEWHERE:
            self.widen()
        elif number < 2:
            self.action_focus_pane(number + 1)
        else:
            self._zoom(on=True)

    def action_back(self) -> None:
        """Back out one step: selection, zoom, search, pane."""
        if self.clear_chosen() or self.step_out():
            return
        if self.zoomed:
            self._zoom(on=False)
        elif wider := self.wider_search():
            self.search_for(wider)
        elif self.view.query:
            self.filter_bar.close(keep=False)
            self._arrange()
            self.look_at(replace(self.view, query=""))
        else:
            self.action_focus_pane(max(0, self._pane_number() - 1))

    async def action_quit(self) -> None:
        """Leave papertui."""
        self.app.exit()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say what went wrong in the background; the screen goes on."""
        if event.state is WorkerState.ERROR:
            logging.getLogger("papertui").error("in the background", exc_info=event.worker.error)
            self.say(f"That did not work: {event.worker.error}", fault=True)

    def _unread_listed(self) -> int:
        if self.view.query or self.view.hide_read:
            return sum(not self.library.mark(key).read for key in self.listing.keys)
        return self.library.count(self.view.scope).unread

    def _show_paper(self) -> None:
        if not self._complete_yet:
            return
        empty = spoken(self.listing.empty_text, self._start.key_names)
        self.abstract.show(self.current, self.listing.spans, empty)
        self.note_opened()

    def _show_headings(self) -> None:
        """Set title and subtitle of the list where they are others: to set either draws the whole list anew."""
        headings = self.view.scope.title, self.listing.describe(self._unread_listed())
        if headings != self._headings:
            self._headings = headings
            self.papers.border_title, self.papers.border_subtitle = map(Content, headings)

    async def look_for_changes(self) -> None:
        """Take in what other programs have written to the library."""
        papers, state = await asyncio.wrap_future(self.library.look_for_changes())
        change = self.library.take_in(papers, state)
        if change is not None:
            self.show_change(change)
