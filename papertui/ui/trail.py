"""Trail: papers left by jumps and searches that were narrowed."""

from collections.abc import Callable
from typing import NamedTuple

from papertui.model import Scope

LIMIT = 100
"""Maximum number of places kept."""


class Visit(NamedTuple):
    """A paper in the list of a scope."""

    scope: Scope
    key: str


class Trail:
    """Where `go-back` and `back` lead."""

    def __init__(self) -> None:
        self.passing: str | None = None
        """The paper under the cursor only because the sidebar showed its list: not a place to return to."""
        self._visits: list[Visit] = []
        self._narrowed: list[tuple[str, str]] = []

    def leave(self, visit: Visit) -> None:
        """Keep a place that a jump leaves."""
        if visit.key != self.passing:
            self._visits[:] = [*(one for one in self._visits[-LIMIT + 1 :] if one != visit), visit]

    def back(self, present: Visit, exists: Callable[[str], bool]) -> Visit | None:
        """Return and drop the place left last whose paper still exists; None if there is none."""
        while self._visits:
            visit = self._visits.pop()
            if visit != present and exists(visit.key):
                return visit
        return None

    def narrow(self, wider: str, narrower: str) -> None:
        """Keep the query that another one narrows."""
        self._narrowed.append((wider, narrower))

    def widen(self, query: str) -> str:
        """Return the query that this one narrows; empty if it narrows none."""
        while self._narrowed:
            wider, narrower = self._narrowed.pop()
            if narrower == query:
                return wider
        return ""
