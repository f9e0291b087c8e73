"""What the reader follows: topics, authors, categories and saved searches, kept with the state of the library."""

from papertui.model import Scope, ScopeKind
from papertui.saving import Saving
from papertui.store import JournalStorage, TableChange

TABLE = "follows"
FOLLOWABLE = frozenset({ScopeKind.TOPIC, ScopeKind.AUTHOR, ScopeKind.CATEGORY, ScopeKind.SEARCH})


class Follows:
    """The scopes that are followed, in the order in which that began."""

    def __init__(self, storage: JournalStorage, saving: Saving) -> None:
        self._storage = storage
        self._saving = saving
        self._scopes: dict[Scope, None] = {}
        self.reload()

    def reload(self) -> None:
        """Read again what is followed, after another program wrote."""
        self._scopes = {}
        for _, document in self._storage.iterate(TABLE):
            kind, name = document.get("kind"), document.get("name")
            if isinstance(name, str) and kind in FOLLOWABLE:
                self._scopes[Scope(ScopeKind(str(kind)), name)] = None

    def __contains__(self, scope: object) -> bool:
        return scope in self._scopes

    def __len__(self) -> int:
        return len(self._scopes)

    @property
    def scopes(self) -> list[Scope]:
        """All that is followed."""
        return list(self._scopes)

    def toggle(self, scope: Scope) -> bool:
        """Follow a scope, or no longer; return whether it is followed now."""
        key = (f"{scope.kind.value}:{scope.name}",)
        if scope in self._scopes:
            del self._scopes[scope]
            self._saving.save([TableChange(TABLE, key, None)])
            return False
        self._scopes[scope] = None
        self._saving.save([TableChange(TABLE, key, {"kind": scope.kind.value, "name": scope.name})])
        return True
