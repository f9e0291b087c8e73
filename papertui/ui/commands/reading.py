"""Reading on the main screen: from one unread paper to the next, back to the last one, and when one counts as read."""

from dataclasses import dataclass

from textual import on
from textual.timer import Timer

from papertui.library import Library
from papertui.library.listing import first_unread, next_with_unread
from papertui.library.marks import READ
from papertui.model import EVERYTHING, Scope, ScopeKind
from papertui.ui.commands.history import UndoingScreen
from papertui.ui.drawing.key_list import KeyList

TRAIL_LIMIT = 100
"""So many papers that were left by a jump can be gone back to."""
LINES_KEPT = 2
"""So many lines of a page of the abstract are seen again on the next one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A paper in the list of a scope."""

    scope: Scope
    key: str


class ReadingScreen(UndoingScreen):
    """A screen on which papers are read one after the other."""

    _passed_by: str | None = None
    """The paper on which the cursor came to be by moving through the sidebar: nothing to go back to."""
    _opened: str | None = None
    _dwelling: Timer | None = None

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self._trail: list[Place] = []

    @property
    def scopes(self) -> list[Scope]:
        """What the sidebar offers."""
        return [entry for entry in self.topics.keys if isinstance(entry, Scope)]

    def action_space(self) -> None:
        """Read on in the abstract; elsewhere select the paper at the cursor."""
        if self.pane is self.abstract:
            self._read_on()
        else:
            self.action_select()

    def _read_on(self) -> None:
        """Show the next page of the abstract; at its end mark the paper read and go to the next unread one."""
        abstract, key = self.abstract, self.current
        if key is None or abstract.scroll_offset.y < abstract.max_scroll_y:
            page = max(1, abstract.scrollable_content_region.height - LINES_KEPT)
            abstract.scroll_to(y=abstract.scroll_offset.y + page, animate=False, immediate=True)
            return
        if not self.library.mark(key).read:
            self.edit(lambda: self.library.apply(READ, [key]))
        self.action_next_unread()

    def action_next_unread(self) -> None:
        """Go to the next unread paper, in the next entry of the sidebar where this one has no more."""
        self._go_to_unread(1)

    def action_previous_unread(self) -> None:
        """Go to the unread paper before, in the entry of the sidebar before where this one has none."""
        self._go_to_unread(-1)

    def _go_to_unread(self, step: int) -> None:
        unread = self._nearest_unread(self.papers.row, step)
        if unread is not None:
            self.remember_place()
            self.papers.move_to(unread)
            return
        scope = self._next_scope(step)
        if scope is None:
            self.say("No more unread papers" if step > 0 else "No unread paper before this one")
            return
        self.remember_place()
        self.filter_bar.close(keep=False)
        self.topics.move_to_key(scope)
        self.look_at(self.view.within(scope))
        first = self._nearest_unread(-1 if step > 0 else len(self.papers.keys), step)
        if first is not None:
            self.papers.move_to(first)
        self.say(f"{'On' if step > 0 else 'Back'} to {scope.title}")

    def _next_scope(self, step: int) -> Scope | None:
        """Return the next entry of the sidebar with unread papers, around the end; or the one before this one."""
        if step > 0 or self.view.scope not in self.scopes:
            return next_with_unread(self.scopes, self.view.scope, self._unread_of)
        before = self.scopes[: self.scopes.index(self.view.scope)]
        return next((scope for scope in reversed(before) if self._unread_of(scope)), None)

    def _unread_of(self, scope: Scope) -> int:
        if scope.kind is ScopeKind.SEARCH and not self.library.index.ready:
            return 0
        return self.library.count(scope).unread

    def _nearest_unread(self, row: int, step: int) -> int | None:
        return first_unread(
            self.papers.keys, row, step, lambda key: key not in self.library or self.library.mark(key).read
        )

    def remember_place(self) -> None:
        """Keep the paper at the cursor, which is about to be left by a jump, to be gone back to."""
        key = self.current
        if key is not None and key != self._passed_by:
            place = Place(self.view.scope, key)
            self._trail[:] = [*(one for one in self._trail[-TRAIL_LIMIT + 1 :] if one != place), place]

    def action_go_back(self) -> None:
        """Go back to the paper that was left last by a jump."""
        while self._trail:
            place = self._trail.pop()
            if place.key in self.library and place != Place(self.view.scope, self.current or ""):
                super().go_to_paper(place.key, place.scope)
                return
        self.say("No paper was left by a jump")

    def go_to_paper(self, key: str, scope: Scope = EVERYTHING) -> None:
        """Put the cursor on a paper: in this list, or where it is not listed, in a scope that has it."""
        self.remember_place()
        super().go_to_paper(key, scope)

    def action_search(self) -> None:
        """Open the search bar."""
        self.remember_place()
        super().action_search()

    def action_page(self, pages: float) -> None:
        """Move by pages of the pane."""
        self.remember_place()
        super().action_page(pages)

    def action_end(self, direction: int) -> None:
        """Go to the first or last row, or the top or end of the abstract."""
        self.remember_place()
        super().action_end(direction)

    @on(KeyList.Moved, "#topics")
    def _topic_moved(self, event: KeyList.Moved) -> None:
        """Show the papers of the entry of the sidebar at which the cursor is now."""
        if isinstance(event.key, Scope) and event.key != self.view.scope:
            self.remember_place()
            self.filter_bar.close(keep=False)
            self.look_at(self.view.within(event.key))
            self._passed_by = self.current

    def on_descendant_focus(self) -> None:
        """Follow the focus, which in the abstract means that a paper is opened."""
        super().on_descendant_focus()
        self.note_opened()

    def note_opened(self) -> None:
        """Mark the paper that is open in the abstract read, at once or after a while, where the reader wants that."""
        key = self.current if self.focused is self.abstract else None
        if key == self._opened:
            return
        self._opened = key
        if self._dwelling is not None:
            self._dwelling.stop()
        if key is None:
            return
        rule = self.config.reading.read_rule
        if rule.when_opened:
            self._mark_opened((key,))
        elif rule.after_seconds is not None:
            self._dwelling = self.set_timer(rule.after_seconds, lambda: self._mark_opened((key,)))

    def _mark_opened(self, keys: tuple[str, ...]) -> None:
        if any(not self.library.mark(key).read for key in keys):
            self.edit(lambda: self.library.apply(READ, keys))

    def action_open(self) -> None:
        """Open papers in the browser, which may count as reading them."""
        pages = self._pages()
        if self._open_all(pages) and self.config.reading.read_rule.when_opened:
            self._mark_opened(self.targets)
