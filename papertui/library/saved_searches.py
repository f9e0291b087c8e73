"""Saved searches: queries under names of the reader's own, kept with the state of the library."""

from papertui.errors import UsageError
from papertui.library.pending_writes import Saving
from papertui.store import JournalStorage, TableChange
from papertui.text.cleaning import clean_line

TABLE = "searches"
NAME_LIMIT = 60


class SavedSearches:
    """Names and queries, in the order in which they were saved."""

    def __init__(self, storage: JournalStorage, saving: Saving) -> None:
        self._storage = storage
        self._saving = saving
        self._queries: dict[str, str] = {}
        self.reload()

    def reload(self) -> None:
        """Read again what there is, after another program wrote."""
        stored = self._storage.iterate(TABLE)
        self._queries = {name: str(document.get("query", "")) for name, document in stored}

    @property
    def names(self) -> list[str]:
        """The names of all saved searches."""
        return list(self._queries)

    def query(self, name: str) -> str | None:
        """Return the query of a name; None where there is none."""
        return self._queries.get(name)

    def save(self, name: str, query: str) -> str:
        """Keep a query under a name, in place of what it stood for, and return the name. Raises UsageError."""
        name = clean_line(name, NAME_LIMIT).replace('"', "")
        if not name or not query.strip():
            raise UsageError("A saved search needs a name and a query.")
        self._queries[name] = clean_line(query)
        self._saving.save([TableChange(TABLE, (name,), {"query": self._queries[name]})])
        return name

    def rename(self, name: str, other: str) -> str:
        """Give a saved search another name, and return it. Raises UsageError."""
        query = self._queries.get(name)
        if query is None:
            raise UsageError(f"There is no saved search {name}.")
        other = self.save(other, query)
        if other != name:
            self.delete(name)
        return other

    def delete(self, name: str) -> None:
        """Forget a saved search. Raises UsageError where there is none of this name."""
        if self._queries.pop(name, None) is None:
            raise UsageError(f"There is no saved search {name}.")
        self._saving.save([TableChange(TABLE, (name,), None)])
