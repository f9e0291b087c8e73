"""Selecting on the main screen: the papers that every action is then about."""

from collections.abc import Iterable

from papertui.library import Library
from papertui.ui.commands.searching import SearchScreen
from papertui.ui.panes.status_bar import StatusBar
from papertui.ui.selection import Selection


class SelectingScreen(SearchScreen):
    """A screen on which papers are selected by key, by range, by query, or all that are shown."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.chosen = Selection(library.__contains__)
        self._unseen = 0

    @property
    def current(self) -> str | None:
        """The paper at the cursor; None where the list is empty or the cursor is on no paper."""
        key = self.papers.cursor
        return key if key is not None and key in self.library else None

    @property
    def selected(self) -> tuple[str, ...]:
        """The papers that the reader selected; empty where none are."""
        return self.targets if self.chosen else ()

    @property
    def targets(self) -> tuple[str, ...]:
        """The papers that an action is about: the selected ones in the order of the list, or that at the cursor."""
        if not self.chosen:
            return (self.current,) if self.current else ()
        listed = [key for key in self.listing.keys if key in self.chosen.keys]
        others = self.chosen.keys.difference(listed) if len(listed) < len(self.chosen) else ()
        return tuple(key for key in (*listed, *sorted(others)) if key in self.library)

    def select(self, keys: Iterable[str]) -> None:
        """Select papers beside those that are."""
        self.chosen.add(keys)
        self.show_chosen()
        self.relist_chosen()

    def show_chosen(self, touched: frozenset[str] | None = None) -> None:
        """Draw the signs of the rows anew whose selection changed, or of all, and count the selected."""
        self.papers.selected = self.chosen.keys
        self.papers.redraw(touched)
        self.count_chosen()

    def relist_chosen(self) -> None:
        """Count anew how many of the selected papers the list does not show; an open range ends."""
        self.chosen.end_range()
        self._unseen = len(self.chosen.keys.difference(self.listing.keys)) if self.chosen else 0
        self.count_chosen()

    def count_chosen(self) -> None:
        """Tell the status line how many papers are selected, and how many of them the list does not show."""
        unseen = f", {self._unseen:,} not shown" if self._unseen else ""
        end = ", v ends the range" if self.chosen.ranging else ""
        self.query_one(StatusBar).selected = (
            f"{len(self.chosen):,} selected{unseen}{end}" if self.chosen else ""
        )

    def action_select(self) -> None:
        """Select the paper at the cursor, or no longer, and go down a row."""
        if self.current is None:
            return
        touched = frozenset((self.current,))
        self.chosen.toggle(self.current)
        self.show_chosen(touched)
        self.papers.move_by(1)

    def action_select_range(self) -> None:
        """Begin a range at the cursor, or end the one that is open."""
        if self.chosen.ranging:
            self.chosen.end_range()
            self.count_chosen()
        elif self.current is not None:
            self.chosen.begin_range(self.papers.keys, self.papers.row)
            self.show_chosen(frozenset((self.current,)))

    def action_extend(self, rows: int) -> None:
        """Move the cursor with a range behind it."""
        if not self.chosen.ranging:
            self.action_select_range()
        self.papers.move_by(rows)

    def action_select_shown(self) -> None:
        """Select all that the list shows, or where all of it is selected, nothing of it."""
        self.chosen.toggle_all(self.listing.keys)
        self.show_chosen()
        self.say(
            "Every action takes the selection · Esc lets go of it" if self.chosen else "Nothing is selected"
        )

    def extend_range(self) -> None:
        """Bring an open range to where the cursor is."""
        if self.chosen.ranging:
            self.show_chosen(self.chosen.extend_range(self.papers.keys, self.papers.row))

    def clear_chosen(self) -> bool:
        """Select nothing; False where nothing was selected."""
        if not self.chosen:
            return False
        self.chosen.clear()
        self._unseen = 0
        self.show_chosen()
        self.say("Nothing is selected")
        return True
