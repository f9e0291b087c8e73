"""Saved searches: queries under a name, stored in the library."""

from papertui.errors import UsageError
from papertui.library.pending_writes import PendingWrites
from papertui.store import JournalStorage, TableChange
from papertui.text.cleaning import clean_line

TABLE = "searches"
NAME_LIMIT = 60


class SavedSearches:
    """Names and queries, oldest first."""

    def __init__(self, storage: JournalStorage, writes: PendingWrites) -> None:
        self._storage = storage
        self._writes = writes
        self._queries: dict[str, str] = {}
        self.reload()

    def reload(self) -> None:
        """Reload the searches after another process wrote."""
        stored = self._storage.iterate(TABLE)
        self._queries = {name: str(document.get("query", "")) for name, document in stored}

    @property
    def names(self) -> list[str]:
        """The names of all saved searches."""
        return list(self._queries)

    def query(self, name: str) -> str | None:
        """Return the query saved under a name; None if there is none."""
        return self._queries.get(name)

    def save(self, name: str, query: str) -> str:
        """Save a query under a name, replacing a former one; return the cleaned name. Raises UsageError."""
        name = clean_line(name, NAME_LIMIT).replace('"', "")
        if not name or not query.strip():
            raise UsageError("A saved search needs a name and a query.")
        self._queries[name] = clean_line(query)
        self._writes.save([TableChange(TABLE, (name,), {"query": self._queries[name]})])
        return name

    def rename(self, name: str, other: str) -> str:
        """Rename a saved search, and return its new name. Raises UsageError."""
        query = self._queries.get(name)
        if query is None:
            raise UsageError(f"No saved search {name}.")
        other = self.save(other, query)
        if other != name:
            self.delete(name)
        return other

    def delete(self, name: str) -> None:
        """Delete a saved search. Raises UsageError if there is none of this name."""
        if self._queries.pop(name, None) is None:
            raise UsageError(f"No saved search {name}.")
        self._writes.save([TableChange(TABLE, (name,), None)])
