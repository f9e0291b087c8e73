"""The controller without a terminal: a display that records what it is asked to show."""

from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from typing import TypeVar

from textual.screen import Screen

from papertui.errors import StoreError
from papertui.library import Library
from papertui.library.listing import Listing
from papertui.library.marks import EDITS, tag
from papertui.model import Change, Scope, ScopeKind, Sort, View
from papertui.ui.controller import Controller
from papertui.ui.drawing.symbols import UNICODE
from papertui.ui.panes.layout import Panes
from papertui.ui.selection import Selection
from papertui.ui.session import Session
from papertui.ui.startup import InitialState
from papertui.ui.trail import Visit

Result = TypeVar("Result")
TOPIC = Scope(ScopeKind.TOPIC, "Terminal Agents")


class Recorder:
    """A display that keeps what it shows."""

    panes: Panes

    def __init__(self) -> None:
        self.cursor: str | None = None
        self.listing = Listing()
        self.headings = ("", "")
        self.paper: str | None = None
        self.selected = ""
        self.drawn: list[Sequence[str]] = []
        self.said: list[str] = []
        self.faults: list[str] = []

    def show_listing(self, listing: Listing, cursor: str | None, *, else_first: bool) -> None:
        self.listing = listing
        self.cursor = cursor or self.cursor
        if self.cursor not in listing.keys or else_first:
            self.cursor = listing.keys[0] if listing.keys else None

    def show_headings(self, title: str, subtitle: str) -> None:
        self.headings = title, subtitle

    def show_paper(self, key: str | None, listing: Listing) -> None:
        self.paper = key

    def show_selection(self, selection: Selection, changed: Collection[str] | None) -> None:
        self.selected = selection.describe()

    def show_topics(self, scope: Scope) -> None:
        self.drawn.append(("topics",))

    def redraw(self, change: Change, scope: Scope) -> None:
        self.drawn.append(change.keys)

    def recount(self) -> None:
        self.drawn.append(("counts",))

    def complain(self, text: str) -> None:
        self.faults.append(text)

    def say(self, text: str, *, fault: bool) -> None:
        (self.faults if fault else self.said).append(text)

    def ask(self, dialog: Screen[Result]) -> Awaitable[Result]:
        raise NotImplementedError

    def start(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        raise NotImplementedError


def shown(library: Library) -> tuple[Controller, Recorder]:
    """Return a controller that shows all papers, and its display."""
    display = Recorder()
    controller = Controller(library, display, InitialState(Session(), UNICODE, key_names={"u": "F8"}))
    controller.show(View())
    return controller, display


def test_a_view_is_listed_with_its_headings_and_first_paper(library: Library) -> None:
    controller, display = shown(library)
    assert display.listing.keys == library.listing(View()).keys
    assert display.headings == ("All papers", "35 papers · 35 unread · newest first")
    assert display.paper == controller.current == display.listing.keys[0]
    controller.show(View(TOPIC, sort=Sort.OLDEST))
    assert display.headings[0] == "Terminal Agents"
    assert set(display.listing.keys) == set(library.scopes.keys(TOPIC))


def test_an_edit_draws_what_it_changed_and_names_the_way_back(library: Library) -> None:
    controller, display = shown(library)
    key = controller.current
    assert key is not None
    controller.edit(lambda: library.toggle(EDITS["read"], controller.targets))
    assert library.mark(key).read
    assert display.drawn == [(key,), ("counts",)]
    assert display.said[-1].endswith("· F8 undoes")
    assert "34 unread" in display.headings[1]
    controller.edit(library.redo)
    assert display.said[-1] == "Nothing to redo"
    assert display.drawn == [(key,), ("counts",)]


def test_an_edit_that_fails_is_a_fault_and_changes_nothing(library: Library) -> None:
    controller, display = shown(library)

    def fail() -> Change:
        raise StoreError("The disk is full.")

    controller.edit(fail)
    assert display.faults == ["The disk is full."]
    assert (display.said, display.drawn) == ([], [])


def test_selected_papers_are_the_targets_in_list_order_then_those_not_listed(library: Library) -> None:
    controller, display = shown(library)
    first, *_, last = library.listing(View(TOPIC)).keys
    other = next(key for key in controller.listing.keys if key not in set(library.scopes.keys(TOPIC)))
    for key in (last, other, first):
        controller.toggle_selected(key)
    controller.show(View(TOPIC))
    assert controller.targets == (first, last, other)
    assert display.selected == "3 selected, 1 not shown"
    controller.edit(lambda: library.apply(tag("soon"), controller.targets))
    assert set(library.tagged("soon")) == {first, last, other}
    controller.toggle_selected(last)
    assert list(controller.targets) == [first, other]


def test_deleted_papers_are_deselected(library: Library) -> None:
    controller, display = shown(library)
    first, second = controller.listing.keys[:2]
    controller.select([first, second])
    controller.edit(lambda: library.delete([first]))
    assert display.selected == "1 selected"
    assert controller.targets == (second,)


def test_a_range_may_begin_at_the_first_row(library: Library) -> None:
    controller, _ = shown(library)
    keys = controller.listing.keys
    controller.selection.begin_range(keys, 0)
    assert controller.selection.ranging
    assert set(controller.selection.extend_range(keys, 2)) == set(keys[:3])
    assert controller.selection.keys == set(keys[:3])


def test_a_place_left_twice_is_kept_once_and_skipped_while_it_is_shown(library: Library) -> None:
    controller, display = shown(library)
    first, second = controller.listing.keys[:2]
    for key in (first, second, first):
        display.cursor = key
        controller.leave_place()
    present = Visit(controller.view.scope, first)
    assert controller.trail.back(present, library.__contains__) == Visit(controller.view.scope, second)
    assert controller.trail.back(present, library.__contains__) is None


def test_a_paper_passed_in_the_sidebar_is_no_place_to_return_to(library: Library) -> None:
    controller, _ = shown(library)
    controller.trail.passing = controller.current
    controller.leave_place()
    assert controller.trail.back(Visit(TOPIC, ""), library.__contains__) is None


def test_a_narrowed_search_widens_to_the_one_before(library: Library) -> None:
    controller, _ = shown(library)
    controller.trail.narrow("agent", "agent topic:x")
    controller.trail.narrow("agent topic:x", "agent topic:x aff:y")
    assert controller.trail.widen("agent topic:x aff:y") == "agent topic:x"
    assert controller.trail.widen("agent topic:x") == "agent"
    assert controller.trail.widen("agent") == ""
