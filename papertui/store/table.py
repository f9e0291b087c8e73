"""TinyDB tables over the journal, with text keys and field-wise updates."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from itertools import groupby
from typing import Any, NoReturn, cast

import orjson
from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Table
from tinydb.utils import LRUCache

from papertui.errors import StoreError
from papertui.store.changes import REMOVED, Fields, TableChange, difference, dump
from papertui.store.journal import JournalStorage

Storage.register(JournalStorage)
Record = dict[str, object]


class _NoCache(LRUCache[Any, Any]):  # the types of TinyDB's own cache
    """Keeps nothing: another process may change the answer to any query."""

    def set(self, key: object, value: object) -> None:
        """Forget the value."""


class _Records(Mapping[str, Record]):
    """The records of a table, decoded when asked for."""

    def __init__(self, raw: Mapping[str, bytes]) -> None:
        self._raw = raw

    def __getitem__(self, key: str) -> Record:
        return cast("Record", orjson.loads(self._raw[key]))

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._raw))

    def __len__(self) -> int:
        return len(self._raw)


class _Touched(MutableMapping[str, Record]):
    """The records of a table as an update leaves them; remembers which it touched."""

    def __init__(self, raw: Mapping[str, bytes]) -> None:
        self._raw = raw
        self._now: dict[str, Record | None] = {}

    def __getitem__(self, key: str) -> Record:
        if key not in self._now:
            self._now[key] = orjson.loads(self._raw[key])
        record = self._now[key]
        if record is None:
            raise KeyError(key)
        return record

    def __setitem__(self, key: str, record: Record) -> None:
        self._now[key] = record

    def __delitem__(self, key: str) -> None:
        if key not in self:
            raise KeyError(key)
        self._now[key] = None

    def __contains__(self, key: object) -> bool:
        return self._now[key] is not None if key in self._now else key in self._raw

    def __iter__(self) -> Iterator[str]:
        return (key for key in list(dict.fromkeys((*self._raw, *self._now))) if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def clear(self) -> None:
        """Remove all records."""
        self._now = dict.fromkeys((*self._raw, *self._now))

    def changes(self, table: str) -> list[TableChange]:
        """Return what was changed, neighbours with the same change as one."""
        groups = groupby(self._differences(), key=lambda difference: dump(difference[1]))
        grouped = [list(group) for _, group in groups]
        return [TableChange(table, tuple(key for key, _ in group), group[0][1]) for group in grouped]

    def _differences(self) -> Iterator[tuple[str, Fields | None]]:
        for key, record in self._now.items():
            if record is not None and REMOVED in record:
                raise StoreError("Not saved: a field needs a name.")
            before = self._raw.get(key)
            fields = difference(before, record)
            if fields or (fields is None) != (before is None):
                yield key, fields


class JournalTable(Table):
    """A TinyDB table whose documents have text keys and whose queries always see the newest records."""

    document_id_class = str  # type: ignore[assignment]  # TinyDB declares int, but accepts any type
    query_cache_class = _NoCache

    @property
    def _journal(self) -> JournalStorage:
        return cast("JournalStorage", self._storage)

    def _read_table(self) -> Mapping[str, Record]:  # type: ignore[override]  # TinyDB only reads it
        return _Records(self._journal.raw(self.name))

    def _update_table(
        self, updater: Callable[[Any], None]
    ) -> None:  # TinyDB's updaters declare dicts with int keys
        journal = self._journal
        with journal.transaction():
            touched = _Touched(journal.raw(self.name))
            updater(touched)
            journal.commit(touched.changes(self.name))

    def _get_next_id(self) -> NoReturn:
        raise TypeError("records are inserted as Document(fields, doc_id=key): keys are never made up")


class JournalDB(TinyDB):
    """A TinyDB database with journal tables."""

    table_class = JournalTable
