"""Controller of the screen: view, listing, selection, edits and jumps."""

from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from papertui.errors import PapertuiError
from papertui.library import Library
from papertui.library.listing import Listing
from papertui.library.marks import READ
from papertui.model import EVERYTHING, Change, Scope, View
from papertui.ui.keymap.key_names import rename_keys
from papertui.ui.selection import Selection
from papertui.ui.startup import InitialState
from papertui.ui.trail import Trail, Visit

if TYPE_CHECKING:
    from textual.screen import Screen

    from papertui.config.config import Config
    from papertui.ui.jobs import TransferJobs
    from papertui.ui.panes.layout import Panes

Result = TypeVar("Result")


class Display(Protocol):
    """The screen, as far as the controller uses it."""

    @property
    def panes(self) -> "Panes":
        """The panes, for the commands that move in them or arrange them."""

    @property
    def cursor(self) -> str | None:
        """The row of the list under the cursor: the key of a paper, or a divider."""

    def show_listing(self, listing: Listing, cursor: str | None, *, else_first: bool) -> None:
        """List papers; the cursor goes to `cursor`, else it keeps its paper, else it goes to the first or same row."""

    def show_headings(self, title: str, subtitle: str) -> None:
        """Set the headings of the list."""

    def show_paper(self, key: str | None, listing: Listing) -> None:
        """Show the abstract of a paper, or the advice for an empty list."""

    def show_selection(self, selection: Selection, changed: Collection[str] | None) -> None:
        """Draw the selection signs of the changed rows, or of all, and the number of selected papers."""

    def show_topics(self, scope: Scope) -> None:
        """List the entries of the sidebar again, with the cursor on a scope."""

    def redraw(self, change: Change, scope: Scope) -> None:
        """Draw the changed papers and the sidebar again; `scope` is the one that the list shows."""

    def recount(self) -> None:
        """Count the entries of the sidebar again, in the background."""

    def complain(self, text: str) -> None:
        """Show a problem of the query."""

    def say(self, text: str, *, fault: bool) -> None:
        """Show a message."""

    def ask(self, dialog: "Screen[Result]") -> Awaitable[Result]:
        """Show a dialog and wait for its result."""

    def start(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """Run work in the background; an error becomes a message."""


class Controller:
    """What the screen shows and what its commands change."""

    def __init__(self, library: Library, display: Display, state: InitialState) -> None:
        self.library = library
        self.display = display
        self.symbols = state.symbols
        self.view = state.session.view
        self.listing = Listing()
        self.selection = Selection(library.__contains__)
        self.trail = Trail()
        self.bookmarks = dict(state.session.bookmarks)
        self.command_lines = list(state.session.commands)
        self._key_names = state.key_names
        self._config = state.config

    @cached_property
    def config(self) -> "Config":
        """The user's settings."""
        from papertui.config.config import Config

        return self._config or Config()

    @cached_property
    def jobs(self) -> "TransferJobs":
        """The imports and fetches that run in the background."""
        from papertui.ui.jobs import TransferJobs

        return TransferJobs(self.config.arxiv.address, self.config.arxiv.interval)

    @property
    def panes(self) -> "Panes":
        """The panes of the screen."""
        return self.display.panes

    @property
    def current(self) -> str | None:
        """The paper under the cursor; None if there is none."""
        key = self.display.cursor
        return key if key is not None and key in self.library else None

    @property
    def has_targets(self) -> bool:
        """Whether there is a paper that a command would act on."""
        return bool(self.selection) or self.current is not None

    @property
    def targets(self) -> tuple[str, ...]:
        """The papers that a command acts on: the selected ones in list order, else the one under the cursor."""
        if not self.selection:
            return (self.current,) if self.current else ()
        selected = self.selection.keys
        listed = [key for key in self.listing.keys if key in selected]
        others = selected.difference(listed) if len(listed) < len(selected) else ()
        return tuple(key for key in (*listed, *sorted(others)) if key in self.library)

    def show(self, view: View, cursor: str | None = None) -> None:
        """Show a view; the cursor goes to `cursor`, else it keeps its paper if the view lists it."""
        if view.query and not self.library.index.ready:
            self.view = view
            self.display.complain("Preparing the search ...")
            return
        is_other = (view.scope, view.query) != (self.view.scope, self.view.query)
        self.view = view
        self.listing = self.library.listing(view)
        self.display.show_listing(self.listing, cursor, else_first=is_other)
        self.selection.relist(self.listing.keys)
        self.display.show_selection(self.selection, ())
        self._show_headings()
        self.show_paper()

    def show_scope(self, scope: Scope) -> None:
        """Show the papers of a scope and go to the list."""
        self.display.show_topics(scope)
        self.show(self.view.within(scope))
        self.panes.papers.focus()

    def search_for(self, query: str) -> None:
        """Show the results of a query that was not typed into the search bar."""
        self.show(replace(self.view, query=query))
        self.panes.search_bar.remind(query)
        self.panes.papers.focus()

    def leave_search(self, *, keep: bool) -> None:
        """Go from the search bar to the list with the query, or without it; a corrected query is offered first."""
        if keep and self.listing.meant:
            self.panes.search_bar.open(self.listing.meant)
            return
        if not keep:
            self.show(replace(self.view, query=""))
        self.panes.search_bar.close(keep=bool(self.view.query))
        self.panes.papers.focus()

    def pass_through(self, scope: Scope) -> None:
        """Show the papers of a scope while the cursor moves through the sidebar."""
        if scope != self.view.scope:
            self.leave_place()
            self.panes.search_bar.close(keep=False)
            self.show(self.view.within(scope))
            self.trail.passing = self.current

    def show_paper(self) -> None:
        """Show the abstract of the paper under the cursor."""
        self.display.show_paper(self.current, self.listing)

    def follow_cursor(self) -> None:
        """Extend an open range to the cursor and show the abstract of the paper there."""
        if self.selection.ranging:
            papers = self.panes.papers
            self.show_selection(self.selection.extend_range(papers.keys, papers.row))
        self.show_paper()

    def show_selection(self, changed: Collection[str] | None = None) -> None:
        """Show the selection signs of the changed papers, or of all."""
        self.display.show_selection(self.selection, changed)

    def toggle_selected(self, key: str) -> None:
        """Select or deselect a paper."""
        self.selection.toggle(key)
        self.show_selection((key,))

    def select(self, keys: Iterable[str]) -> None:
        """Select more papers."""
        self.selection.add(keys)
        self.selection.relist(self.listing.keys)
        self.show_selection()

    def edit(self, action: Callable[[], Change]) -> None:
        """Run an edit of the library and show the change, or the reason why it failed."""
        try:
            change = action()
        except PapertuiError as error:
            self.say(str(error), fault=True)
        else:
            self.redraw(change)

    def mark_read(self, keys: Collection[str]) -> None:
        """Mark papers read, without a message if they are."""
        if any(not self.library.mark(key).read for key in keys):
            self.edit(lambda: self.library.apply(READ, keys))

    def redraw(self, change: Change) -> None:
        """Draw everything that a change affects."""
        self.say(change.text)
        if not change.keys and not change.whole:
            return
        self.display.redraw(change, self.view.scope)
        if change.whole:
            self.selection.discard_deleted()
            self.show(self.view)
        else:
            self._show_headings()
            if self.current in change.keys:
                self.show_paper()
        self.display.recount()

    def say(self, text: str, *, fault: bool = False) -> None:
        """Show a message; keys that it mentions are named as they are bound now."""
        if text:
            self.display.say(rename_keys(text, self._key_names), fault=fault)

    async def ask(self, dialog: "Screen[Result]") -> Result:
        """Show a dialog and return its result."""
        return await self.display.ask(dialog)

    def start(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """Run work in the background; an error becomes a message."""
        self.display.start(work, group)

    def leave_place(self) -> None:
        """Keep the place at the cursor, which a jump is about to leave, for `go-back`."""
        if key := self.current:
            self.trail.leave(Visit(self.view.scope, key))

    def jump_to(self, key: str) -> None:
        """Put the cursor on a paper, and keep the place that this leaves."""
        self.leave_place()
        self.go_to(key)

    def go_to(self, key: str, scope: Scope = EVERYTHING) -> None:
        """Put the cursor on a paper: in this list, else in the list of `scope`."""
        if self.view.scope in (scope, EVERYTHING) and self.panes.papers.move_to_key(key):
            return
        self.panes.search_bar.close(keep=False)
        self.panes.topics.move_to_key(scope)
        self.show(self.view.within(scope), key)
        if self.current != key:
            self.show(replace(self.view, hide_read=False), key)
        if self.current != key:
            self.say(f"{self.library.naming((key,))} is dismissed · / is:dismissed finds it")

    def needs_index(self) -> bool:
        """Return whether the search index is not ready yet, and say so; else bring it up to date."""
        if self.library.index.ready:
            self.library.index.index()
            return False
        self.say("Preparing the search; try again in a moment")
        return True

    def _show_headings(self) -> None:
        listing, view = self.listing, self.view
        if view.query or view.hide_read:
            unread = sum(not self.library.mark(key).read for key in listing.keys)
        else:
            unread = self.library.count(view.scope).unread
        self.display.show_headings(view.scope.title, listing.describe(unread))
