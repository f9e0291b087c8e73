"""The journal store on a good day: actions, readers, other processes, compaction, TinyDB, the writer."""

import stat
from pathlib import Path
from typing import Any

import pytest
from tinydb import where
from tinydb.operations import delete, increment
from tinydb.table import Document

from papertui.errors import StoreError
from papertui.store import JournalStorage, Store, TableChange, Writer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


def read(*keys: str, at: str = "2026-08-06T10:00:00.000Z") -> TableChange:
    return TableChange("marks", keys, {"read_at": at})


def contents(storage: JournalStorage) -> dict[str, dict[str, dict[str, object]]]:
    return storage.read() or {}


def document(key: str) -> Document:
    return Document({"n": 1, "note": "one"}, doc_id=key)  # type: ignore[arg-type]  # TinyDB declares int


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def reopened(folder: Path) -> dict[str, dict[str, dict[str, object]]]:
    store = Store.open(folder, read_only=True)
    state = contents(store.state)
    store.close()
    return state


def test_a_first_start_creates_both_files_for_the_owner_alone(folder: Path) -> None:
    store = Store.open(folder)
    assert store.is_new
    assert {"papers.json", "state.json", "state.json.1.log", "lock"} <= names(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    store.close()
    again = Store.open(folder)
    assert not again.is_new
    assert again.notices == ()
    again.close()


def test_an_action_over_several_tables_is_one_line(folder: Path) -> None:
    store = Store.open(folder)
    store.state.commit([read("a", "b"), TableChange("history", ("1",), {"said": "Marked 2 papers read"})])
    lines = (folder / "state.json.1.log").read_bytes().splitlines()
    assert len(lines) == 2
    assert reopened(folder) == contents(store.state)
    assert store.state.get("marks", "b") == {"read_at": "2026-08-06T10:00:00.000Z"}
    assert store.state.get("marks", "c") is None
    assert store.state.count("marks") == 2
    store.close()


def test_fields_are_merged_removed_and_records_deleted(folder: Path) -> None:
    store = Store.open(folder)
    store.state.commit([read("a", "b")])
    store.state.commit([TableChange("marks", ("a",), {"note": "again", "": ["read_at"]})])
    store.state.commit([TableChange("marks", ("b",), None)])
    assert contents(store.state) == {"marks": {"a": {"note": "again"}}}
    assert reopened(folder) == contents(store.state)
    store.close()


def test_the_keys_of_a_bulk_action_are_written_once(folder: Path) -> None:
    store = Store.open(folder)
    keys = tuple(f"arxiv:2608.{number:05}" for number in range(1000))
    store.state.commit([read(*keys), TableChange("history", ("1",), {"keys": keys, "kind": "read"})])
    written = (folder / "state.json.1.log").read_bytes()
    assert written.count(b"arxiv:2608.00123") == 1
    assert reopened(folder)["history"]["1"] == {"keys": list(keys), "kind": "read"}
    store.close()


def test_what_json_cannot_hold_is_refused_before_anything_is_written(folder: Path) -> None:
    store = Store.open(folder)
    store.state.commit([read("a")])
    for value in (object(), "\ud800", 1 << 70):
        with pytest.raises(StoreError, match="JSON"):
            store.state.commit([read("b"), TableChange("marks", ("c",), {"note": value})])
    assert list(contents(store.state)["marks"]) == ["a"]
    assert reopened(folder) == contents(store.state)
    store.close()


def test_two_stores_see_each_other_by_refresh_and_lose_nothing(folder: Path) -> None:
    one, two = Store.open(folder), Store.open(folder)
    one.state.commit([read("a")])
    two.state.commit([TableChange("marks", ("a",), {"starred_at": "now"})])
    assert one.state.refresh() == {"marks": ("a",)}
    assert one.state.refresh() == {}
    assert two.state.refresh() == {"marks": ("a",)}
    assert contents(one.state) == contents(two.state) == reopened(folder)
    one.close()
    two.close()


def test_what_a_commit_read_of_others_is_told_by_the_next_refresh(folder: Path) -> None:
    one, two = Store.open(folder), Store.open(folder)
    one.state.commit([read("a")])
    two.state.commit([read("b")])
    assert two.state.refresh() == {"marks": ("a",)}
    one.close()
    two.close()


@pytest.mark.parametrize("compactions", [1, 2, 3])
def test_a_compaction_by_another_process_is_followed(folder: Path, compactions: int) -> None:
    one, two = Store.open(folder), Store.open(folder)
    reader = Store.open(folder, read_only=True)
    for number in range(compactions):
        two.state.commit([read(f"before-{number}")])
        two.state.compact()
    two.state.commit([read("after")])
    for store in (one, reader):
        assert set(store.state.refresh()["marks"]) == {
            "after",
            *(f"before-{number}" for number in range(compactions)),
        }
        assert contents(store.state) == contents(two.state)
        assert not store.state.damage
    one.state.commit([read("last")])
    assert set(reopened(folder)["marks"]) == {"after", "last", *(f"before-{n}" for n in range(compactions))}
    for store in (one, two, reader):
        store.close()


def test_compaction_keeps_one_previous_generation(folder: Path) -> None:
    store = Store.open(folder)
    for number in range(4):
        store.state.commit([read(str(number))])
        store.state.compact()
    assert {name for name in names(folder) if name.startswith("state")} == {
        "state.json",
        "state.json.prev",
        "state.json.4.log",
        "state.json.5.log",
    }
    assert set(reopened(folder)["marks"]) == {"0", "1", "2", "3"}
    store.close()


def test_compaction_is_due_above_a_megabyte_of_journal(folder: Path) -> None:
    store = Store.open(folder)
    due = [store.state.compaction_due]
    store.state.commit([TableChange("marks", ("a",), {"note": "n" * (1 << 20)})])
    due.append(store.state.compaction_due)
    store.state.compact()
    assert [*due, store.state.compaction_due] == [False, True, False]
    store.close()


def test_many_actions_are_one_write_and_one_line_each(folder: Path) -> None:
    store = Store.open(folder)
    store.papers.commit_many(
        [[TableChange("papers", (str(number),), {"title": "T" * 50})] for number in range(1000)], sync=False
    )
    store.papers.commit_many([[read("x")], [], [TableChange("marks", (), {"a": 1})]])
    assert len((folder / "papers.json.1.log").read_bytes().splitlines()) == 1002
    reader = Store.open(folder, read_only=True)
    assert reader.papers.read() == store.papers.read()
    reader.close()
    store.close()


def test_a_reader_neither_writes_nor_creates_anything(folder: Path) -> None:
    reader = Store.open(folder, read_only=True)
    with pytest.raises(StoreError, match="reading only"):
        reader.state.commit([read("a")])
    assert not folder.exists()
    reader.close()


def test_tinydb_updates_are_journalled_field_by_field(folder: Path) -> None:
    store = Store.open(folder)
    marks: Any = store.state_db.table("marks")  # TinyDB declares that ids are int
    marks.insert_multiple([document("a"), document("b")])
    before = (folder / "state.json.1.log").stat().st_size
    assert marks.update(increment("n"), where("note") == "one") == ["a", "b"]
    assert marks.update(delete("note"), doc_ids=["b"]) == ["b"]
    assert marks.update({"n": 2}, doc_ids=["a"]) == ["a"]
    added = (folder / "state.json.1.log").read_bytes()[before:]
    assert [line[12:] for line in added.splitlines()] == [
        b'2,["marks",["a","b"],{"n":2}]]',
        b'3,["marks",["b"],{"":["note"]}]]',
    ]
    assert marks.get(doc_id="b") == {"n": 2}
    assert len(marks) == 2
    store.close()


def test_tinydb_never_makes_up_a_key(folder: Path) -> None:
    store = Store.open(folder)
    with pytest.raises(TypeError, match="doc_id"):
        store.state_db.table("marks").insert({"n": 1})
    assert contents(store.state) == {}
    store.close()


def test_tinydb_tables_can_be_emptied_and_dropped(folder: Path) -> None:
    store = Store.open(folder)
    store.state.commit([read("a"), TableChange("searches", ("s",), {"query": "x"})])
    store.state_db.table("marks").truncate()
    assert store.state_db.tables() == {"searches"}
    store.state_db.drop_tables()
    assert reopened(folder) == {}
    store.close()


def test_the_writer_keeps_the_order_and_answers_each_action(folder: Path) -> None:
    store = Store.open(folder)
    writer = store.writer
    futures = [writer.submit(store.state, [read("a", at=str(number))]) for number in range(50)]
    count = writer.run(lambda: store.state.count("marks"))
    bad = writer.submit(store.state, [TableChange("marks", ("b",), {"note": object()})])
    good = writer.submit(store.papers, [TableChange("papers", ("p",), {"title": "T"})])
    assert writer.close(timeout=10)
    assert [future.result() for future in futures] == [None] * 50
    assert count.result() == 1
    assert isinstance(bad.exception(), StoreError)
    assert good.result() is None
    assert reopened(folder)["marks"]["a"] == {"read_at": "49"}
    with pytest.raises(StoreError, match="closed"):
        writer.submit(store.state, [read("c")])
    store.close()


def test_the_writer_hands_on_what_a_function_raises(folder: Path) -> None:
    writer = Writer()
    future = writer.run(lambda: dict[str, str]()["nothing"])
    assert isinstance(future.exception(timeout=10), KeyError)
    assert writer.close(timeout=10)


def test_symbolic_links_in_the_folder_are_refused(folder: Path, tmp_path: Path) -> None:
    Store.open(folder).close()
    (folder / "state.json").rename(tmp_path / "elsewhere")
    (folder / "state.json").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="symbolic link"):
        Store.open(folder)


def test_a_backup_folder_that_is_a_symbolic_link_is_refused(folder: Path, tmp_path: Path) -> None:
    store = Store.open(folder)
    (folder / "backup").symlink_to(tmp_path)
    with pytest.raises(StoreError, match="symbolic link"):
        store.backup()
    store.close()
