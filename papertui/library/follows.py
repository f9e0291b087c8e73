"""What the reader follows: topics, authors, categories and saved searches, kept with the state of the library."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from papertui.library.pending_writes import Saving
from papertui.model import Scope, ScopeKind
from papertui.store import JournalStorage, TableChange
from papertui.text.cleaning import clean_line

TABLE = "follows"
FOLLOWABLE = frozenset({ScopeKind.TOPIC, ScopeKind.AUTHOR, ScopeKind.CATEGORY, ScopeKind.SEARCH})
QUERY_LIMIT = 1_000


@dataclass(frozen=True, slots=True)
class Follow:
    """Something that is followed."""

    scope: Scope
    query: str = ""
    """The reader's own arXiv query for it; empty where the one made of its name will do."""
    fetched_at: str = ""
    """When arXiv was last asked for it to the end, UTC ISO 8601."""


class Follows:
    """The scopes that are followed, in the order in which that began."""

    def __init__(self, storage: JournalStorage, saving: Saving) -> None:
        self._storage = storage
        self._saving = saving
        self._follows: dict[Scope, Follow] = {}
        self._former: dict[Scope, Follow] = {}
        """What was followed until now, so that to follow it again brings back its query."""
        self.reload()

    def reload(self) -> None:
        """Read again what is followed, after another program wrote."""
        stored = (_from_document(document) for _, document in self._storage.iterate(TABLE))
        self._follows = {follow.scope: follow for follow in stored if follow is not None}

    def __contains__(self, scope: object) -> bool:
        return scope in self._follows

    def __len__(self) -> int:
        return len(self._follows)

    @property
    def scopes(self) -> list[Scope]:
        """All that is followed."""
        return list(self._follows)

    @property
    def all(self) -> list[Follow]:
        """All that is followed, with what is known of it."""
        return list(self._follows.values())

    def get(self, scope: Scope) -> Follow | None:
        """Return what is known of a scope that is followed; None where it is not."""
        return self._follows.get(scope)

    def toggle(self, scope: Scope) -> bool:
        """Follow a scope, or no longer; return whether it is followed now."""
        if scope in self._follows:
            self._former[scope] = self._follows.pop(scope)
            self._saving.save([TableChange(TABLE, (_key(scope),), None)])
            return False
        self._put(self._former.pop(scope, Follow(scope)))
        return True

    def set_query(self, scope: Scope, query: str) -> None:
        """Ask arXiv in the reader's own words for a scope that is followed; an empty text takes them back.

        The next fetch then begins anew, since other papers are wanted.
        """
        if scope in self._follows:
            self._put(Follow(scope, clean_line(query, QUERY_LIMIT)))

    def set_fetched(self, scope: Scope, moment: str) -> None:
        """Note when arXiv was asked for a scope that is followed."""
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
        self._saving.save([TableChange(TABLE, (_key(follow.scope),), document)])


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
