"""Reader of JSON files: an array of records, or a single record."""

from collections.abc import Iterator, Mapping

import orjson

from papertui.errors import ImportFileError
from papertui.formats import csl, jsonl
from papertui.formats.types import Found, Skipped

_DEPTH = 4


def read(text: str) -> Iterator[Found | Skipped]:
    """Yield every record, of CSL-JSON or papertui's own format; `line` is the number of the record."""
    try:
        stored = orjson.loads(text)
    except ValueError as error:
        raise ImportFileError(f"Invalid JSON: {error}.") from error
    return _records(stored)


def _records(stored: object) -> Iterator[Found | Skipped]:
    for number, item in enumerate(_items(stored, _DEPTH), 1):
        if not isinstance(item, Mapping):
            yield Skipped(number, "not a JSON object")
        elif csl.is_item(item):
            yield csl.read_item(item, number)
        else:
            yield jsonl.read_object(item, number)


def _items(stored: object, depth: int) -> Iterator[object]:
    """Yield the records of an array, wherever it is: ``[...]``, ``{"items": [...]}``, ``{"10.1000/x": [...]}``."""
    if isinstance(stored, list):
        for item in stored:
            yield from _items(item, depth - 1) if isinstance(item, list) and depth else [item]
    elif isinstance(stored, Mapping) and not _is_record(stored) and depth:
        for value in stored.values():
            if isinstance(value, list | dict):
                yield from _items(value, depth - 1)
    else:
        yield stored


def _is_record(stored: Mapping[object, object]) -> bool:
    return not {"title", "abstract", "author", "authors", "DOI"}.isdisjoint(map(str, stored))
