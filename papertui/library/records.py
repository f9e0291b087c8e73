"""Records of papers on disk, and the former values that undo needs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from papertui.documents import paper_from_document, paper_to_document
from papertui.errors import UnknownKeyError
from papertui.model import Paper
from papertui.store import JournalStorage, TableChange
from papertui.text.cleaning import clean_line

PAPERS, TOPICS, FORMER, ALIASES = "papers", "topics", "former", "aliases"
_DECODED_LIMIT = 4_000


class Records:
    """All records by key. What an action replaced stays in the table ``former`` under the action's id."""

    def __init__(self, storage: JournalStorage) -> None:
        self._storage = storage
        self._decoded: dict[str, Paper] = {}

    def __contains__(self, key: str) -> bool:
        return self._storage.contains(PAPERS, key)

    def paper(self, key: str) -> Paper:
        """Return the record of a key. Raises UnknownKeyError."""
        known = self._decoded.get(key)
        if known is not None:
            return known
        if len(self._decoded) >= _DECODED_LIMIT:
            self._decoded.clear()
        paper = self._decoded[key] = self.stored(key)
        return paper

    @property
    def stamp(self) -> str:
        """What changes whenever a record does."""
        return self._storage.stamp

    def stored(self, key: str) -> Paper:
        """Return the record of a key without keeping it decoded. Raises UnknownKeyError."""
        return paper_from_document(key, self.document(key))

    def document(self, key: str) -> Mapping[str, object]:
        """Return a record as it is stored. Raises UnknownKeyError."""
        document = self._storage.get(PAPERS, key)
        if document is None:
            raise UnknownKeyError(f"No paper of the library has the key {key}.")
        return document

    def names(self, key: str, field: str) -> tuple[str, ...]:
        """Return a list of names of a record, such as its ``authors``, without the cost of reading all of it."""
        values = (self._storage.get(PAPERS, key) or {}).get(field)
        return (
            tuple(clean_line(name) for name in values if isinstance(name, str))
            if isinstance(values, list)
            else ()
        )

    def documents(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        """Yield every record as it is stored, decoded one by one and not kept."""
        return self._storage.iterate(PAPERS)

    def topic(self, name: str) -> Mapping[str, object] | None:
        """Return the published figures of a topic as they are stored; None if there are none."""
        return self._storage.get(TOPICS, name)

    def alias(self, key: str) -> str | None:
        """Return the key of the paper into which the one of this key was merged; None where it was not."""
        document = self._storage.get(ALIASES, key)
        return str(document["key"]) if document and "key" in document else None

    def forget(self, key: str) -> None:
        """Drop the decoded form of a record that has changed."""
        self._decoded.pop(key, None)

    def replacing(
        self, action: str, papers: Mapping[str, Paper | None], aliases: Mapping[str, str] | None = None
    ) -> list[list[TableChange]]:
        """Return what is to be written, in steps, so that these records and aliases stand, and can be swapped back.

        None deletes a record. `action` may be used again for further records of the same action.
        """
        documents = {
            key: None if paper is None else paper_to_document(paper) for key, paper in papers.items()
        }
        rows: dict[str, dict[str, Mapping[str, object] | None]] = {PAPERS: dict(documents)}
        if aliases:
            rows[ALIASES] = {alias: {"key": key} for alias, key in aliases.items()}
        first = next(iter(papers), "")
        return [[*self._keep_former(f"{action}/{first}", rows), *_put(rows)]]

    def swapping(self, action: str) -> tuple[list[list[TableChange]], list[str]]:
        """Return what is to be written to put back all that an action replaced, and the keys it concerns.

        What stands now is kept in its place, so that swapping twice changes nothing.
        """
        steps: list[list[TableChange]] = []
        touched: list[str] = []
        for row, former in self._former_rows(action):
            touched += former.get(PAPERS, {})
            steps.append([*self._keep_former(row, former), *_put(former)])
        return steps, touched

    def actions(self) -> set[str]:
        """Return the ids of the actions whose former values are kept."""
        return {row.partition("/")[0] for row in self._storage.keys(FORMER)}

    def replaced_by(self, action: str) -> int:
        """Return how many records an action put in place or deleted."""
        return sum(len(former.get(PAPERS, {})) for _, former in self._former_rows(action))

    def renamed_by(self, action: str) -> dict[str, str]:
        """Return the keys that papers had before an action merged them, each with the key that they have now."""
        aliases = [alias for _, former in self._former_rows(action) for alias in former.get(ALIASES, {})]
        return {alias: key for alias in aliases if (key := self.alias(alias))}

    def forgetting(self, actions: Iterable[str]) -> list[TableChange]:
        """Return what is to be written so that the former values of actions no longer take room."""
        gone = tuple(row for action in actions for row, _ in self._former_rows(action))
        return [TableChange(FORMER, gone, None)] if gone else []

    def _former_rows(
        self, action: str
    ) -> list[tuple[str, dict[str, dict[str, Mapping[str, object] | None]]]]:
        rows = []
        for row in sorted(key for key in self._storage.keys(FORMER) if key.startswith(f"{action}/")):
            document = self._storage.get(FORMER, row) or {}
            tables = {name: value for name, value in document.items() if isinstance(value, dict)}
            rows.append((row, tables))
        return rows

    def _keep_former(
        self, row: str, replaced: Mapping[str, Mapping[str, Mapping[str, object] | None]]
    ) -> list[TableChange]:
        now = {
            table: {key: self._storage.get(table, key) for key in keys} for table, keys in replaced.items()
        }
        return [TableChange(FORMER, (row,), now)]


def _put(rows: Mapping[str, Mapping[str, Mapping[str, object] | None]]) -> Sequence[TableChange]:
    """Return the changes after which each key holds exactly the given document."""
    changes: list[TableChange] = []
    for table, documents in rows.items():
        changes.append(TableChange(table, tuple(documents), None))
        changes += [TableChange(table, (key,), doc) for key, doc in documents.items() if doc is not None]
    return changes
