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
    """All records by key. Former values of an action are kept in the table ``former`` under its id."""

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
        """A text that differs whenever a record was changed; also valid across runs."""
        return self._storage.stamp

    def stored(self, key: str) -> Paper:
        """Return the record of a key without keeping it decoded. Raises UnknownKeyError."""
        return paper_from_document(key, self.document(key))

    def document(self, key: str) -> Mapping[str, object]:
        """Return the stored document of a record. Raises UnknownKeyError."""
        document = self._storage.get(PAPERS, key)
        if document is None:
            raise UnknownKeyError(f"No paper of the library has the key {key}.")
        return document

    def names(self, key: str, field: str) -> tuple[str, ...]:
        """Return one list of a record, such as its ``authors``, without building the paper."""
        values = (self._storage.get(PAPERS, key) or {}).get(field)
        return (
            tuple(clean_line(name) for name in values if isinstance(name, str))
            if isinstance(values, list)
            else ()
        )

    def documents(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        """Yield every stored document, decoded one by one and not cached."""
        return self._storage.iterate(PAPERS)

    def topic(self, name: str) -> Mapping[str, object] | None:
        """Return the stored figures of a topic; None if there are none."""
        return self._storage.get(TOPICS, name)

    def alias(self, key: str) -> str | None:
        """Return the key of the paper that this one was merged into; None if it was not merged."""
        document = self._storage.get(ALIASES, key)
        return str(document["key"]) if document and "key" in document else None

    def forget(self, key: str) -> None:
        """Drop the decoded form of a record that has changed."""
        self._decoded.pop(key, None)

    def replacing(
        self, action: str, papers: Mapping[str, Paper | None], aliases: Mapping[str, str] | None = None
    ) -> list[list[TableChange]]:
        """Return the steps that write records and aliases and keep the former values for undo.

        None deletes a record. Several calls with one `action` add records to that action.
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
        """Return the steps that restore the former values of an action, and the keys that they change.

        The current values become the former ones, so that swapping twice changes nothing.
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
        """Return the number of records that an action wrote or deleted."""
        return sum(len(former.get(PAPERS, {})) for _, former in self._former_rows(action))

    def renamed_by(self, action: str) -> dict[str, str]:
        """Return the keys that papers had before an action merged them, with their current keys."""
        aliases = [alias for _, former in self._former_rows(action) for alias in former.get(ALIASES, {})]
        return {alias: key for alias in aliases if (key := self.alias(alias))}

    def forgetting(self, actions: Iterable[str]) -> list[TableChange]:
        """Return the changes that delete the former values of actions."""
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
