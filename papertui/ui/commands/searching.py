"""Searching on the main screen: the bar, its completions and history, and the saved searches."""

from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on, work

from papertui.errors import PapertuiError
from papertui.library import marks
from papertui.library.listing import Listing
from papertui.library.marks import TAG_LIMIT
from papertui.model import EVERYTHING, Scope, ScopeKind
from papertui.text.cleaning import clean_line
from papertui.ui.commands.moving import NavigationScreen
from papertui.ui.panes.search_bar import FilterBar

if TYPE_CHECKING:
    from papertui.query import Completion

OFFERED = 6
"""So many completions are shown at once."""


class SearchScreen(NavigationScreen):
    """A screen whose list follows what is typed into the search bar."""

    listing: Listing

    def action_search(self) -> None:
        """Open the search bar."""
        self.filter_bar.open(self.view.query)
        self._arrange()

    @on(FilterBar.Edited)
    def _search_edited(self, event: FilterBar.Edited) -> None:
        self.look_at(replace(self.view, query=event.text))

    @on(FilterBar.Left)
    def _search_left(self, event: FilterBar.Left) -> None:
        if event.keep and self.listing.meant:
            self.filter_bar.open(self.listing.meant)
            return
        if not event.keep:
            self.look_at(replace(self.view, query=""))
        self.filter_bar.close(keep=bool(self.view.query))
        self._arrange()
        self.papers.focus()

    def widen(self) -> None:
        """Look for the same words in the whole library."""
        query = self.view.query
        self.topics.move_to_key(EVERYTHING)
        self.look_at(replace(self.view, scope=EVERYTHING, query=query))

    @on(FilterBar.CompletionWanted)
    def _complete_search(self) -> None:
        """Put in the next of the completions, and show the others."""
        entry = self.filter_bar.input
        offered = self.library.lists.completions(entry.value, entry.cursor_position)
        if not offered:
            self.filter_bar.complain("Nothing completes this")
            return
        first = offered[0]
        entry.value = entry.value[: first.start] + first.insert + entry.value[first.end :]
        entry.cursor_position = first.start + len(first.insert)
        self.say("  ".join(_told(completion) for completion in offered[:OFFERED]))

    @work(exit_on_error=False, group="dialog")
    async def action_pick_search(self) -> None:
        """Choose a saved search and show its papers."""
        from papertui.ui.dialogs.simple import Choice, Pick

        names = self.library.saved_searches.names
        if not names:
            self.say("No search is saved yet · / searches, F saves the search")
            return
        choices = [Choice(name, f"{name}   {self.library.saved_searches.query(name)}") for name in names]
        name = await self.app.push_screen_wait(Pick("Saved searches", choices))
        if name:
            self.show_scope(Scope(ScopeKind.SEARCH, name))

    @work(exit_on_error=False, group="dialog")
    async def action_save_search(self) -> None:
        """Save the search under a name; on a saved search or a tag, rename or delete it."""
        from papertui.ui.dialogs.simple import AskLine

        scope = self.view.scope
        if not self.view.query and scope.kind is ScopeKind.SEARCH:
            await self._change_saved(scope.name)
        elif not self.view.query and scope.kind is ScopeKind.TAG:
            await self._change_tag(scope.name)
        elif not self.view.query:
            self.say("Nothing is searched for · / searches")
        else:
            saved = self.library.saved_searches.query(scope.name) if scope.kind is ScopeKind.SEARCH else None
            query = f"({saved}) {self.view.query}" if saved else self.view.query
            name = await self.app.push_screen_wait(AskLine("Save this search as", self.view.query))
            if name:
                self._keep(name, query)

    def _keep(self, name: str, query: str) -> None:
        try:
            name = self.library.saved_searches.save(name, query)
        except PapertuiError as error:
            self.say(str(error), fault=True)
            return
        self.topics.refill(self.view.scope)
        self.say(f"Saved the search as {name}")

    async def _change_saved(self, name: str) -> None:
        from papertui.ui.dialogs.simple import AskLine, Choice, Pick

        choices = [Choice("rename", "Rename", "r"), Choice("delete", "Delete", "d")]
        what = await self.app.push_screen_wait(Pick(f"Saved search {name}", choices))
        if what == "rename" and (other := await self.app.push_screen_wait(AskLine("Rename to", name))):
            self.show_scope(Scope(ScopeKind.SEARCH, self.library.saved_searches.rename(name, other)))
            self.say(f"Renamed to {other}")
        elif what == "delete":
            self.library.saved_searches.delete(name)
            self.show_scope(EVERYTHING)
            self.say(f"Deleted the saved search {name}")

    async def _change_tag(self, tag: str) -> None:
        from papertui.ui.dialogs.simple import AskLine, Choice, Pick

        choices = [Choice("rename", "Rename everywhere", "r"), Choice("delete", "Take from all papers", "d")]
        what = await self.app.push_screen_wait(Pick(f"Tag {tag}", choices))
        if what == "rename" and (name := await self.app.push_screen_wait(AskLine("Rename to", tag))):
            self.edit(lambda: self.library.apply(marks.rename_tag(tag, name), self.library.tagged(tag)))
            self.show_scope(Scope(ScopeKind.TAG, clean_line(name, TAG_LIMIT)))
        elif what == "delete":
            self.edit(lambda: self.library.apply(marks.untag(tag), self.library.tagged(tag)))
            self.show_scope(EVERYTHING)

    def show_scope(self, scope: Scope) -> None:
        """Show a scope that may be new in the sidebar."""
        self.topics.refill(scope)
        self.look_at(self.view.within(scope))
        self.papers.focus()


def _told(completion: "Completion") -> str:
    return f"{completion.label} {completion.count:,}" if completion.count else completion.label
