"""Counts and momentum of the scopes in the sidebar, cached and recounted in steps."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from papertui.insights.momentum import Momentum, Trend, Trends
from papertui.library import Library
from papertui.library.contents import Count
from papertui.library.indexing import SMALL_LIBRARY
from papertui.model import Ranking, Scope, ScopeKind
from papertui.steps import finished

_COUNTED = frozenset({ScopeKind.ALL, ScopeKind.STARRED, ScopeKind.TOPIC, ScopeKind.CATEGORY, ScopeKind.TAG})
"""Kinds whose counts are known at once; for others the papers must be searched first."""
PAPERS_PER_STEP = 5_000
"""Number of papers counted between two pauses."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Counts and momentum of a scope; None while not counted, or not shown for this kind."""

    count: Count | None = None
    momentum: Momentum | None = None

    def rank(self, ranking: Ranking) -> int:
        """Return the sort key of the scope in an order; scopes not counted yet are last."""
        if self.count is None:
            return 0
        if self.momentum is not None:
            return Trend("", self.count, self.momentum).rank(ranking)
        return self.count.unread if ranking is Ranking.UNREAD else 0


_UNKNOWN = -1, Standing()


class Overview:
    """Cache of the last counts of each scope. Small libraries are counted at once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.trends = Trends(library.contents, library.clock)
        self._kept: dict[Scope, tuple[int, Standing]] = {}
        """The counts of scopes, each with the revision of the library when counting began."""
        self._edition = 0

    def standing(self, scope: Scope) -> Standing:
        """Return the counts of a scope that are known without delay."""
        if scope.kind in _COUNTED:
            return Standing(self._library.count(scope), self._momentum(scope))
        if self._is_small and not self._is_fresh(scope):
            finished(self._count(scope))
        return self._kept.get(scope, _UNKNOWN)[1]

    def expire(self) -> None:
        """Mark the counts as outdated after a change of papers or marks."""
        self._edition += 1

    def renew(self, scopes: Iterable[Scope]) -> Generator[None, None, None]:
        """Recount the outdated scopes, in steps of a few milliseconds."""
        yield from self.trends.prepare()
        for scope in scopes:
            waits = scope.kind is ScopeKind.SEARCH and not self._library.index.ready
            if scope.kind not in _COUNTED and not waits and not self._is_fresh(scope):
                yield from self._count(scope)

    def in_order(self, scopes: Iterable[Scope], ranking: Ranking) -> list[Scope]:
        """Return scopes in an order; unchanged for largest first."""
        if ranking is Ranking.SIZE:
            return list(scopes)
        return sorted(
            scopes,
            key=lambda scope: (-self.standing(scope).rank(ranking), scope.title.casefold(), scope.title),
        )

    def _is_fresh(self, scope: Scope) -> bool:
        return self._kept.get(scope, _UNKNOWN)[0] == self._edition

    @property
    def _is_small(self) -> bool:
        return len(self._library) <= SMALL_LIBRARY

    def _momentum(self, scope: Scope) -> Momentum | None:
        trends = self.trends
        if not (self._is_small or trends.ready):
            return None
        match scope.kind:
            case ScopeKind.ALL:
                return trends.everything
            case ScopeKind.TOPIC:
                return trends.topic(scope.name)
            case ScopeKind.CATEGORY:
                return trends.category(scope.name)
            case _:
                return None

    def _count(self, scope: Scope) -> Generator[None, None, None]:
        """Count the papers of a scope in steps."""
        edition = self._edition
        keys = yield from self._keys(scope)
        count = Count()
        for at in range(0, len(keys), PAPERS_PER_STEP):
            yield
            for key in keys[at : at + PAPERS_PER_STEP]:
                count.add(self._library.mark(key))
        momentum = yield from self.trends.counting(keys)
        self._kept[scope] = edition, Standing(count, momentum)

    def _keys(self, scope: Scope) -> Generator[None, None, Sequence[str]]:
        """Return the papers of a scope; those of all follows are searched in steps."""
        followed, rows = self._library.follows.scopes, self._library.contents.rows
        if scope.kind is not ScopeKind.FOLLOWING or not followed:
            return tuple(self._library.scopes.keys(scope))
        topics = {scope.name for scope in followed if scope.kind is ScopeKind.TOPIC}
        found: set[str] = set()
        keys = tuple(rows)
        for at in range(0, len(keys), PAPERS_PER_STEP):
            yield
            step = ((key, rows.get(key)) for key in keys[at : at + PAPERS_PER_STEP])
            found.update(key for key, row in step if row and not topics.isdisjoint(row.topics))
        for other in followed:
            yield
            if other.kind is not ScopeKind.TOPIC:
                found.update(self._library.scopes.keys(other))
        return tuple(found)
