"""How the scopes of the sidebar stand: their counts and momentum, kept, and renewed between the keys."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from papertui.insights.momentum import Momentum, Trend, Trends
from papertui.library import Library
from papertui.library.contents import Count
from papertui.library.indexing import SMALL_LIBRARY
from papertui.model import Ranking, Scope, ScopeKind
from papertui.steps import finished

_COUNTED = frozenset({ScopeKind.ALL, ScopeKind.STARRED, ScopeKind.TOPIC, ScopeKind.CATEGORY, ScopeKind.TAG})
"""Kinds whose counts are at hand; the papers of others must be sought first."""
PAPERS_PER_STEP = 5_000
"""Papers counted between two pauses."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a scope; None stands for what is not counted yet, or is not told of such a scope."""

    count: Count | None = None
    momentum: Momentum | None = None

    def rank(self, ranking: Ranking) -> int:
        """Return how far before others the scope stands in an order; what is not counted yet stands last."""
        if self.count is None:
            return 0
        if self.momentum is not None:
            return Trend("", self.count, self.momentum).rank(ranking)
        return self.count.unread if ranking is Ranking.UNREAD else 0


_UNKNOWN = -1, Standing()


class Overview:
    """Knows at any time how scopes stood when they were last counted. Small libraries are counted at once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.trends = Trends(library.contents, library.clock)
        self._kept: dict[Scope, tuple[int, Standing]] = {}
        """How scopes stood, each with the edition of the library at which counting began."""
        self._edition = 0

    def standing(self, scope: Scope) -> Standing:
        """Return how a scope stands, as far as that is known without delay."""
        if scope.kind in _COUNTED:
            return Standing(self._library.count(scope), self._momentum(scope))
        if self._is_small and not self._is_fresh(scope):
            finished(self._count(scope))
        return self._kept.get(scope, _UNKNOWN)[1]

    def expire(self) -> None:
        """Take note that papers or marks have changed."""
        self._edition += 1

    def renew(self, scopes: Iterable[Scope]) -> Generator[None, None, None]:
        """Count what has changed of these scopes, in steps of a few milliseconds."""
        yield from self.trends.prepare()
        for scope in scopes:
            waits = scope.kind is ScopeKind.SEARCH and not self._library.index.ready
            if scope.kind not in _COUNTED and not waits and not self._is_fresh(scope):
                yield from self._count(scope)

    def in_order(self, scopes: Iterable[Scope], ranking: Ranking) -> list[Scope]:
        """Return scopes in an order; the largest first is how they come."""
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
        """Return the papers of a scope; those of all that is followed are sought in steps."""
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
