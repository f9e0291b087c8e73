"""The answer to a view: which papers, in which order, and what to say about them."""

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
    """The papers of a view and what is to be told of them."""

    keys: tuple[str, ...] = ()
    view: View = field(default_factory=View)
    total: int = 0
    """How many papers match the search; more than are listed where it is about common words."""
    exact: int = 0
    """How many of the first keys match all words of the search exactly; the others match nearly."""
    ranked: bool = False
    """Whether the best match stands first, in place of the order of the view."""
    hidden: int = 0
    """How many read papers are not listed because the view hides them."""
    elsewhere: int = 0
    """How many papers outside the scope match the search."""
    alone: tuple[tuple[str, int], ...] = ()
    """Where nothing matches: how many papers each word of the search finds by itself."""
    meant: str = ""
    """Where nothing matches: the search with the nearest words that the library has."""
    complaint: str = ""
    """One line on what is wrong with the search; empty where nothing is."""
    found_in: Callable[[str], tuple[str, ...]] = _found_nowhere
    """In which fields a paper matches the search."""
    spans: Callable[[str], Sequence[Span]] = _no_spans
    """Which letters of a text match the search."""

    def describe(self, unread: int) -> str:
        """Return the listing in a few words for its border, given how many of it are unread."""
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
        """Return what to do next where the list is empty."""
        if self.view.query and self.elsewhere:
            return f"Nothing here matches. {self.elsewhere:,} papers elsewhere do: go to All papers (1, g)."
        if self.view.query:
            alone = [f"{word}: {count:,} papers" for word, count in self.alone] if len(self.alone) > 1 else []
            meant = [f"Did you mean “{self.meant}”? Enter takes it."] if self.meant else []
            return "\n\n".join(["No paper matches this search.", *meant, *alone, "Esc drops it."])
        if self.hidden:
            return f"Everything here is read.\n\n. shows the {self.hidden:,} read papers, ] goes to the next topic."
        empty = {
            ScopeKind.SEARCH: "No paper matches this saved search now.\n\nF renames or deletes it.",
            ScopeKind.TAG: "No paper has this tag any more.\n\nt tags the paper at the cursor.",
            ScopeKind.STARRED: "Nothing is starred yet.\n\ns stars the paper at the cursor.",
            ScopeKind.FOLLOWING: "Nothing is followed yet.\n\nw follows the topic or author that is shown.",
            ScopeKind.ALL: "The library is empty.\n\npapertui import FILE brings papers in.",
        }
        return empty.get(self.view.scope.kind, "No papers here.\n\n] shows the next entry of the sidebar.")


def first_unread(keys: Sequence[str], row: int, step: int, is_read: Callable[[str], bool]) -> int | None:
    """Return the row of the nearest unread paper after (step 1) or before (step -1) a row; None where none is."""
    rows: Iterable[int] = range(row + 1, len(keys)) if step > 0 else range(row - 1, -1, -1)
    return next((candidate for candidate in rows if not is_read(keys[candidate])), None)


def next_with_unread(scopes: Sequence[Scope], current: Scope, unread: Callable[[Scope], int]) -> Scope | None:
    """Return the next scope after the current one that holds unread papers, around the end; None where none does."""
    at = scopes.index(current) if current in scopes else -1
    around = [*scopes[at + 1 :], *scopes[: max(0, at)]]
    return next((scope for scope in around if unread(scope)), None)
