"""Listing: the papers of a view in order, with match counts and hints."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from papertui.model import Scope, ScopeKind, View

Span = tuple[int, int, bool]
"""Start, end, and whether the letters match exactly; offsets in a shown text."""


def _no_spans(_: str) -> Sequence[Span]:
    return ()


def _found_nowhere(_: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Listing:
    """The papers of a view in order, with the counts and hints shown beside them."""

    keys: tuple[str, ...] = ()
    view: View = field(default_factory=View)
    total: int = 0
    """Number of papers that match the search; more than are listed if its words are common."""
    exact: int = 0
    """Number of leading keys that match all words of the search exactly; the others match similar words."""
    ranked: bool = False
    """Whether the papers are ordered by relevance instead of the order of the view."""
    hidden: int = 0
    """Number of read papers that the view hides."""
    elsewhere: int = 0
    """Number of papers outside the scope that match the search."""
    alone: tuple[tuple[str, int], ...] = ()
    """If nothing matches: each word of the search with the number of papers that it finds alone."""
    meant: str = ""
    """If nothing matches: the search corrected to words of the library."""
    complaint: str = ""
    """One line that names the fault of the search; empty if it has none."""
    found_in: Callable[[str], tuple[str, ...]] = _found_nowhere
    """Returns the fields in which a paper matches the search."""
    spans: Callable[[str], Sequence[Span]] = _no_spans
    """Returns the spans of a text that match the search."""

    def describe(self, unread: int) -> str:
        """Return a short summary for the border of the list, given the number of unread papers."""
        count = len(self.keys)
        of_all = f" of {self.total:,}" if self.total > count + self.hidden else ""
        parts = [f"{count:,}{of_all} paper{'' if count == 1 else 's'}"]
        if self.ranked and self.exact < count:
            parts.append(f"{count - self.exact:,} similar")
        if unread:
            parts.append(f"{unread:,} unread")
        parts.append("best first" if self.ranked else self.view.sort.label)
        if self.hidden:
            parts.append(f"{self.hidden:,} read hidden")
        return " · ".join(parts)

    @property
    def empty_text(self) -> str:
        """Return why the list is empty and which key helps."""
        if self.view.query and self.elsewhere:
            return f"Nothing here matches. {self.elsewhere:,} papers elsewhere do. Go to All papers (1, g)."
        if self.view.query:
            alone = [f"{word}: {count:,} papers" for word, count in self.alone] if len(self.alone) > 1 else []
            meant = [f"Did you mean “{self.meant}”? Enter searches for it."] if self.meant else []
            return "\n\n".join(["No matching papers.", *meant, *alone, "Esc drops it."])
        if self.hidden:
            return f"Everything here is read.\n\n. shows the {self.hidden:,} read papers, ] goes to the next topic."
        empty = {
            ScopeKind.SEARCH: "No papers match this saved search.\n\nF renames or deletes it.",
            ScopeKind.TAG: "No papers with this tag.\n\nt tags the paper at the cursor.",
            ScopeKind.STARRED: "No starred papers.\n\ns stars the paper at the cursor.",
            ScopeKind.FOLLOWING: "No follows.\n\nw follows the shown topic or author.",
            ScopeKind.ALL: "The library is empty.\n\ni imports papers.",
        }
        return empty.get(self.view.scope.kind, "No papers here.\n\n] shows the next entry of the sidebar.")


def first_unread(keys: Sequence[str], row: int, step: int, is_read: Callable[[str], bool]) -> int | None:
    """Return the row of the nearest unread paper after (step 1) or before (step -1) a row; None if there is none."""
    rows: Iterable[int] = range(row + 1, len(keys)) if step > 0 else range(row - 1, -1, -1)
    return next((candidate for candidate in rows if not is_read(keys[candidate])), None)


def next_with_unread(scopes: Sequence[Scope], current: Scope, unread: Callable[[Scope], int]) -> Scope | None:
    """Return the next scope with unread papers after the current one, wrapping around; None if there is none."""
    at = scopes.index(current) if current in scopes else -1
    around = [*scopes[at + 1 :], *scopes[: max(0, at)]]
    return next((scope for scope in around if unread(scope)), None)
