"""Changes of records: their encoding in the journal and how they are applied."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import orjson

from papertui.errors import StoreError

Fields = Mapping[str, object]
"""The fields that change; the empty name lists the fields that are removed."""
Records = dict[str, bytes]
"""The records of a table by key, each as JSON: decoded dicts would need three times the memory."""
Tables = dict[str, Records]

REMOVED = ""


@dataclass(frozen=True, slots=True)
class TableChange:
    """The same change of some records of a table: fields to set, or None to delete the records."""

    table: str
    keys: tuple[str, ...]
    fields: Fields | None


ChangeSet = Sequence[TableChange]


ChangedKeys = Mapping[str, tuple[str, ...]]
"""The keys of the records that changed, by table."""


def encode(changes: Iterable[TableChange]) -> bytes:
    """Return changes as items of a JSON array: ``[table,keys,fields]`` each.

    A field that holds the tuple of keys of an earlier change of the set, as the undo entry of a bulk action
    does, is left out and named in a fourth item ``{field: number of that change}``. Raise StoreError for
    what JSON cannot hold.
    """
    parts: list[list[object]] = []
    keys: list[object] = []
    for change in changes:
        fields = None if change.fields is None else dict(change.fields)
        same = {name: keys.index(value) for name, value in (fields or {}).items() if value in keys}
        if fields and same:
            parts.append(
                [change.table, change.keys, {k: v for k, v in fields.items() if k not in same}, same]
            )
        else:
            parts.append([change.table, change.keys, fields])
        keys.append(change.keys)
    return dump(parts)[1:-1]


def decode(items: Iterable[object]) -> list[TableChange] | None:
    """Return the changes that `encode` wrote, from decoded JSON; None where they are none."""
    changes: list[TableChange] = []
    for item in items:
        match item:
            case [str(table), [*keys], None]:
                changes.append(TableChange(table, tuple(map(str, keys)), None))
            case [str(table), [*keys], dict(fields)]:
                changes.append(TableChange(table, tuple(map(str, keys)), fields))
            case [str(table), [*keys], dict(fields), dict(same)] if set(same.values()) <= set(
                range(len(changes))
            ):
                shared = {name: changes[number].keys for name, number in same.items()}
                changes.append(TableChange(table, tuple(map(str, keys)), fields | shared))
            case _:
                return None
    return changes


def apply(tables: Tables, change: TableChange) -> None:
    """Apply a change to tables in memory."""
    records = tables.setdefault(change.table, {})
    if change.fields is None:
        for key in change.keys:
            records.pop(key, None)
        return
    fields = {name: value for name, value in change.fields.items() if name != REMOVED}
    removed = removed_fields(change.fields)
    fresh = dump_record(fields)
    for key in change.keys:
        before = records.get(key)
        records[key] = fresh if before is None else _merged(before, fields, removed)


def removed_fields(fields: Fields) -> Sequence[str]:
    """Return the names of the fields that a change removes."""
    names = fields.get(REMOVED, ())
    return [str(name) for name in names] if isinstance(names, list | tuple) else ()


def difference(before: bytes | None, after: Fields | None) -> Fields | None:
    """Return the fields that change one record into another; None for a deletion, empty for no change.

    Values are compared as JSON, so that ``true`` and ``1`` differ.
    """
    if after is None:
        return None
    if before is None:
        return after
    old: dict[str, object] = orjson.loads(before)
    fields = {
        name: value for name, value in after.items() if name not in old or dump(old[name]) != dump(value)
    }
    gone = [name for name in old if name not in after]
    return {**fields, REMOVED: gone} if gone else fields


def dump(value: object) -> bytes:
    """Return a value as compact JSON. Raise StoreError if JSON cannot represent it."""
    try:
        return orjson.dumps(value)
    except TypeError as error:
        raise StoreError(f"Not saved: a value cannot be written as JSON ({error}).") from error


def dump_record(record: Mapping[str, object]) -> bytes:
    """Return a record as JSON to be kept in memory. Raise StoreError if JSON cannot represent it."""
    return b"%b" % dump(record)  # a copy, as orjson hands out short bytes in blocks of kilobytes


def _merged(before: bytes, fields: Fields, removed: Sequence[str]) -> bytes:
    record: dict[str, object] = orjson.loads(before)
    for name in removed:
        record.pop(name, None)
    record.update(fields)
    return dump_record(record)
