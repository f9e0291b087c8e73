"""Follows: the topics, authors, categories and saved searches to watch."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from papertui.library.pending_writes import PendingWrites
from papertui.model import Scope, ScopeKind
from papertui.store import JournalStorage, TableChange
from papertui.text.cleaning import clean_line

TABLE = "follows"
FOLLOWABLE = frozenset({ScopeKind.TOPIC, ScopeKind.AUTHOR, ScopeKind.CATEGORY, ScopeKind.SEARCH})
QUERY_LIMIT = 1_000


@dataclass(frozen=True, slots=True)
class Follow:
    """A followed scope."""

    scope: Scope
    query: str = ""
    """The reader's arXiv query; empty for the default made from the name."""
    fetched_at: str = ""
    """When it was last fetched completely, UTC ISO 8601."""


class Follows:
    """The followed scopes, oldest first."""

    def __init__(self, storage: JournalStorage, writes: PendingWrites) -> None:
        self._storage = storage
        self._writes = writes
        self._follows: dict[Scope, Follow] = {}
        self._former: dict[Scope, Follow] = {}
        """Unfollowed scopes of this run, so that following one again restores its query."""
        self.reload()

    def reload(self) -> None:
        """Reload the follows after another process wrote."""
        stored = (_from_document(document) for _, document in self._storage.iterate(TABLE))
        self._follows = {follow.scope: follow for follow in stored if follow is not None}

    def __contains__(self, scope: object) -> bool:
        return scope in self._follows

    def __len__(self) -> int:
        return len(self._follows)

    def has_topic(self, topics: Iterable[str]) -> bool:
        """Return whether one of these topics is followed."""
        return any(Scope(ScopeKind.TOPIC, topic) in self._follows for topic in topics)

    @property
    def scopes(self) -> list[Scope]:
        """The followed scopes."""
        return list(self._follows)

    @property
    def all(self) -> list[Follow]:
        """All follows with their queries and times."""
        return list(self._follows.values())

    def get(self, scope: Scope) -> Follow | None:
        """Return the follow of a scope; None if it is not followed."""
        return self._follows.get(scope)

    def toggle(self, scope: Scope) -> bool:
        """Follow or unfollow a scope; return whether it is followed now."""
        if scope in self._follows:
            self._former[scope] = self._follows.pop(scope)
            self._writes.save([TableChange(TABLE, (_key(scope),), None)])
            return False
        self._put(self._former.pop(scope, Follow(scope)))
        return True

    def set_query(self, scope: Scope, query: str) -> None:
        """Set the arXiv query of a followed scope; an empty text restores the default.

        The next fetch starts over, since other papers match.
        """
        if scope in self._follows:
            self._put(Follow(scope, clean_line(query, QUERY_LIMIT)))

    def set_fetched(self, scope: Scope, moment: str) -> None:
        """Record when a followed scope was fetched."""
        if follow := self._follows.get(scope):
            self._put(replace(follow, fetched_at=moment))

    def _put(self, follow: Follow) -> None:
        self._follows[follow.scope] = follow
        document = {
            "kind": follow.scope.kind.value,
            "name": follow.scope.name,
            "query": follow.query,
            "fetched_at": follow.fetched_at,
        }
        self._writes.save([TableChange(TABLE, (_key(follow.scope),), document)])


def _key(scope: Scope) -> str:
    return f"{scope.kind.value}:{scope.name}"


def _from_document(document: Mapping[str, object]) -> Follow | None:
    kind, name = document.get("kind"), document.get("name")
    if not isinstance(name, str) or kind not in FOLLOWABLE:
        return None
    scope = Scope(ScopeKind(str(kind)), name)
    return Follow(
        scope,
        clean_line(str(document.get("query", "")), QUERY_LIMIT),
        clean_line(str(document.get("fetched_at", "")), 40),
    )
