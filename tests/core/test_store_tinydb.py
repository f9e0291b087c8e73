"""The tables do what those of stock TinyDB do, over random operations and reopening."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tinydb import TinyDB, where
from tinydb.operations import decrement, delete, increment, subtract
from tinydb.operations import set as set_field
from tinydb.table import Document, Table

from papertui.store import Store

Answer = object


class TextKeyTable(Table):
    document_id_class = str  # type: ignore[assignment]  # TinyDB declares int


class StockDB(TinyDB):
    table_class = TextKeyTable


def operation(rng: random.Random) -> Callable[[Any], Answer]:
    """Return a random operation on a table; its answer is compared."""
    key, other = (f"k{rng.randrange(8)}" for _ in range(2))
    name, number = rng.choice("abc"), rng.randrange(3)
    value: object = rng.choice([number, True, False, None, "ä", [1, number], {"x": number}])
    query = rng.choice([where(name) == number, where(name).exists(), where("a") > 0, ~(where(name) == value)])
    change = rng.choice(
        [increment(name), decrement(name), delete(name), set_field(name, value), subtract(name, 1)]
    )
    document: Any = Document({name: value, "n": number}, doc_id=key)  # type: ignore[arg-type]  # TinyDB declares int
    choices: list[Callable[[Any], Answer]] = [
        lambda table: table.insert(document),
        lambda table: table.insert_multiple([document, Document({"m": 1}, doc_id=other)]),  # type: ignore[arg-type]
        lambda table: table.upsert(document),
        lambda table: table.upsert({name: value}, query) if table.contains(query) else None,
        lambda table: table.update({name: value}, query),
        lambda table: table.update({name: value}, doc_ids=[key, other]),
        lambda table: table.update(change, query),
        lambda table: table.update_multiple([({name: value}, query), ({"z": 1}, where("z").exists())]),
        lambda table: table.remove(query),
        lambda table: table.remove(doc_ids=[key, other]),
        lambda table: table.search(query),
        lambda table: table.get(query),
        lambda table: table.get(doc_id=key),
        lambda table: table.get(doc_ids=[key, other]),
        lambda table: table.contains(query),
        lambda table: table.count(query),
        len,
        lambda table: [(document.doc_id, document) for document in table],
    ]
    if rng.randrange(30) == 0:
        choices = [lambda table: table.truncate()]
    return rng.choice(choices)


def answered(work: Callable[[Any], Answer], table: object) -> Answer:
    try:
        return work(table)
    except (ValueError, TypeError, KeyError) as error:
        return type(error)


@pytest.mark.parametrize("seed", range(10))
def test_random_operations_answer_as_stock_tinydb(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    stock = StockDB(tmp_path / "stock.json")
    store = Store.open(tmp_path / "library")
    for _ in range(80):
        name = rng.choice(["one", "two"])
        work = operation(rng)
        assert answered(work, store.state_db.table(name)) == answered(work, stock.table(name))
        if rng.randrange(15) == 0:
            store.state.compact()
        if rng.randrange(15) == 0:
            store.close()
            store = Store.open(tmp_path / "library")
    for name in ("one", "two"):
        assert {doc.doc_id: dict(doc) for doc in store.state_db.table(name)} == {
            doc.doc_id: dict(doc) for doc in stock.table(name)
        }
    store.close()
    stock.close()
