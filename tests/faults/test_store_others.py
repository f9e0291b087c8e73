"""What other processes, tools for synced folders and people do to the files while the library is open."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from papertui.errors import NewerSchemaError, StoreError
from papertui.store import Store, TableChange, files
from papertui.store.check import check, repair
from papertui.store.lines import seal
from tests.faults.campaign import contents, opened
from tests.faults.disk import Disk
from tests.faults.rot import journal_of, written


def mark(key: str, value: object = 1) -> list[TableChange]:
    return [TableChange("marks", (key,), {"n": value})]


def test_a_reader_forgets_an_action_that_was_cut_off_again() -> None:
    disk = Disk()
    with opened(disk) as writer, opened(disk) as reader:
        writer.commit(mark("a"))

        def fail(call: str) -> None:
            if call == "sync":
                assert reader.refresh() == {"marks": ("a", "b")} or contents(reader)["marks"].keys() == {
                    "a",
                    "b",
                }
                raise OSError(errno.EIO, "no")

        disk.before = fail
        with pytest.raises(StoreError, match="disk reports an error"):
            writer.commit(mark("b"))
        disk.before = lambda call: None
        writer.commit(mark("a-longer-name"))
        reader.refresh()
        assert contents(reader) == contents(writer) == {"marks": {"a": {"n": 1}, "a-longer-name": {"n": 1}}}


def test_a_journal_that_was_replaced_is_read_anew() -> None:
    found, states = written()
    disk = Disk(found)
    with opened(disk) as storage:
        name = journal_of(found)
        shorter = found[name].splitlines(keepends=True)[:-1]
        with_another = Disk({**found, name: b"".join(shorter)})
        disk.inodes[99] = with_another.inodes[with_another.seen[name]]
        disk.seen[name] = 99
        assert storage.refresh()["history"] == ("12",)
        assert contents(storage) in states


def test_damage_that_appears_while_the_library_is_open_is_told_and_repaired() -> None:
    found, _ = written()
    disk = Disk(found)
    name = journal_of(found)
    with opened(disk) as one, opened(disk) as two:
        two.commit(mark("a"))
        two.commit(mark("b"))
        journal = disk.inodes[disk.seen[name]]
        journal.seen[:] = journal.seen.replace(b'["marks",["a"]', b'["marks",["x"]')
        one.refresh()
        assert one.damage.actions_lost == 1
        one.commit(mark("c"))
    with opened(disk.after_kill()) as storage:
        assert {"b", "c"} <= set(contents(storage)["marks"])
        assert "a" not in contents(storage)["marks"]
        assert not storage.damage


def test_a_snapshot_that_vanishes_while_it_is_read_is_read_again() -> None:
    found, states = written()
    disk, reads = Disk(found), list[str]()
    moved = Disk(found)
    with opened(moved) as storage:
        storage.compact()
        storage.compact()

    def compact(call: str) -> None:
        reads.append(call)
        if len(reads) == 8:
            disk.seen, disk.inodes = moved.seen, moved.inodes

    disk.before = compact
    with opened(disk) as storage:
        assert contents(storage) == states[-1]


def test_a_newer_journal_is_refused() -> None:
    found, _ = written()
    generation = int(journal_of(found).split(".")[2])
    disk = Disk({**found, journal_of(found): seal(b'0,{"schema":2}', generation)})
    with pytest.raises(NewerSchemaError, match="newer papertui"), opened(disk):
        pass


@pytest.mark.parametrize("call", ["write", "sync", "replace", "sync_folder"])
def test_everything_is_replaced_or_nothing(call: str) -> None:
    found, states = written()
    disk = Disk(found)
    with opened(disk) as storage:
        disk.before = full(call)
        with pytest.raises(StoreError, match="the disk is full"):
            storage.replace_all({"marks": {"n": b'{"n":1}'}})
        assert contents(storage) == states[-1]
        disk.before = lambda called: None
        storage.replace_all({"marks": {"n": b'{"n":1}'}})
        assert set(storage.refresh()) == {"marks", "history"}
    with opened(disk.after_kill()) as storage:
        assert contents(storage) == {"marks": {"n": {"n": 1}}}
        storage.replace_all({})
        assert contents(storage) == {}


def test_only_the_faster_of_two_compacts(tmp_path: Path) -> None:
    one, two = Store.open(tmp_path), Store.open(tmp_path)
    one.state.commit(mark("a", "n" * (1 << 20)))
    two.state.refresh()
    assert one.state.compaction_due
    assert two.state.compaction_due
    one.compact_if_due()
    two.compact_if_due()
    assert (tmp_path / "state.json.2.log").exists()
    assert not (tmp_path / "state.json.3.log").exists()
    one.close()
    two.close()


def test_a_backup_does_not_hide_what_others_changed(tmp_path: Path) -> None:
    one, two = Store.open(tmp_path / "library"), Store.open(tmp_path / "library")
    two.state.commit(mark("a"))
    one.backup(tmp_path / "kept.json")
    assert b'"a"' in (tmp_path / "kept.json").read_bytes()
    assert one.state.refresh() == {"marks": ("a",)}
    one.close()
    two.close()


def test_a_copy_that_cannot_be_read_stays_and_is_told(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.state.commit(mark("a"))
    store.close()
    copy = tmp_path / "state.json.1.sync-conflict-20260807-101010-ABC.log"
    copy.symlink_to(tmp_path / "state.json.1.log")
    store = Store.open(tmp_path)
    assert any("not merged" in notice for notice in store.notices)
    assert store.state.read() == {"marks": {"a": {"n": 1}}}
    store.close()
    assert copy.is_symlink()


def test_a_copy_of_a_journal_that_is_gone_adds_only_what_is_missing(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.state.commit(mark("a", "old"))
    store.state.commit(mark("b", "old"))
    theirs = (tmp_path / "state.json.1.log").read_bytes()
    store.state.commit([TableChange("marks", ("a",), {"n": "new"}), TableChange("marks", ("b",), None)])
    store.state.compact()
    store.state.compact()
    store.close()
    (tmp_path / "state.json.1 (Ada's conflicted copy).log").write_bytes(theirs)
    store = Store.open(tmp_path)
    assert store.state.read() == {"marks": {"a": {"n": "new"}, "b": {"n": "old"}}}
    store.close()


def test_reports_of_earlier_damage_that_are_unreadable_count_as_loss(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    (tmp_path / "backup" / "damaged-3").mkdir(parents=True)
    assert check(tmp_path).lost


def test_what_is_read_only_is_neither_restored_nor_repaired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(tmp_path / "library")
    store.backup(tmp_path / "kept.json")
    store.close()
    reader = Store.open(tmp_path / "library", read_only=True)
    with pytest.raises(StoreError, match="reading only"):
        reader.restore(tmp_path / "kept.json")
    assert not reader.backup_due
    reader.close()

    class NoFolders(files.System):
        def make_folder(self, folder: Path) -> None:
            raise OSError(errno.EACCES, "no")

    monkeypatch.setattr(files, "system", NoFolders())
    with pytest.raises(StoreError, match="reading only"):
        repair(tmp_path / "library")


def test_a_view_of_records_follows_changes(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.state.commit(mark("a"))
    view = store.state.raw("marks")
    store.state.commit(mark("b"))
    assert dict(view) == {"a": b'{"n":1}', "b": b'{"n":1}'}
    assert store.state.keys("marks") == ["a", "b"]
    assert store.state.contains("marks", "b")
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.state.commit(mark("c"))


def test_a_folder_that_is_gone_is_told_and_not_made_again(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "library")
    store.state.commit(mark("a"))
    for path in (tmp_path / "library").iterdir():
        path.unlink()
    (tmp_path / "library").rmdir()
    with pytest.raises(StoreError, match="gone"):
        store.state.commit(mark("b"))
    assert store.state.read() == {"marks": {"a": {"n": 1}}}
    assert not (tmp_path / "library").exists()
    store.close()


def full(call: str) -> Callable[[str], None]:
    def before(called: str) -> None:
        if called == call:
            raise OSError(errno.ENOSPC, "no space")

    return before
