"""Files of a wrong shape, missing files, file systems without locks or read-only, and clocks that jump."""

import errno
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from papertui.errors import StoreError
from papertui.store import Store, TableChange, files
from papertui.store.check import check
from papertui.store.lines import seal
from tests.faults.campaign import contents, opened
from tests.faults.disk import Disk
from tests.faults.rot import PREVIOUS, SNAPSHOT, journal_of, written

SHAPES = {
    "empty": b"",
    "truncated": b'{"marks": {"a": {"read_at"',
    "zeros": bytes(512),
    "list": b"[]",
    "text": b'"hi"',
    "byte order mark": b'\xef\xbb\xbf{"marks": {}}',
    "list as a table": b'{"marks": []}',
    "number as a record": b'{"marks": {"1": 5}}',
    "nested without end": b"[" * 200_000,
    "not unicode": b'{"marks": {"a": {"n": "\xff"}}}',
    "sealed without sense": seal(b"{}") + seal(b"1") + seal(b'"marks",5,{}') + seal(b"{") + seal(b"\xff"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_wrong_shape_is_healed_from_the_previous_generation(shape: str) -> None:
    found, states = written()
    disk = Disk({**found, SNAPSHOT: SHAPES[shape]})
    with opened(disk) as storage:
        assert contents(storage) == states[-1]
        assert storage.damage.used_previous
        assert not storage.damage.lost
    kept = disk.files()
    assert kept.get("backup/damaged-1/state.json", b"").rstrip(b"\n") == SHAPES[shape].rstrip(b"\n")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_wrong_shape_alone_is_damage_and_not_an_empty_library(shape: str) -> None:
    disk = Disk({SNAPSHOT: SHAPES[shape]})
    with opened(disk) as storage:
        assert contents(storage) == {}
        assert storage.damage.lost
        assert not storage.is_new
        storage.commit([TableChange("marks", ("a",), {"n": 1})])
    with opened(disk.after_kill()) as storage:
        assert contents(storage) == {"marks": {"a": {"n": 1}}}
        assert not storage.damage


@pytest.mark.parametrize("shape", SHAPES)
def test_a_journal_of_a_wrong_shape_costs_its_actions_only(shape: str) -> None:
    found, states = written()
    disk = Disk({**found, journal_of(found): SHAPES[shape]})
    with opened(disk) as storage:
        assert contents(storage) in states
        storage.commit([TableChange("marks", ("a",), {"n": 1})])
    with opened(disk.after_kill()) as storage:
        assert contents(storage)["marks"]["a"] == {"n": 1}


def test_sealed_lines_of_a_journal_that_make_no_sense_are_damage() -> None:
    found, states = written()
    name = journal_of(found)
    generation = int(name.split(".")[2])
    senseless = [
        b"8",
        b'8,["marks"]',
        b"8,{",
        b'8,["marks",["a"],{},{"keys":3}]',
        b'"8",["marks",["a"],null]',
        b"",
    ]
    disk = Disk({**found, name: found[name] + b"".join(seal(content, generation) for content in senseless)})
    with opened(disk) as storage:
        assert contents(storage) == states[-1]
        assert storage.damage.actions_lost
        storage.commit([TableChange("marks", ("a",), {"n": 1})])
    with opened(disk.after_kill()) as storage:
        assert contents(storage)["marks"]["a"] == {"n": 1}
        assert not storage.damage


@pytest.mark.parametrize("gone", [SNAPSHOT, PREVIOUS])
def test_a_missing_snapshot_is_replaced_by_what_the_others_hold(gone: str) -> None:
    found, states = written()
    del found[gone]
    with opened(Disk(found)) as storage:
        assert contents(storage) == states[-1]
        assert not storage.damage.lost


def test_a_missing_journal_is_damage() -> None:
    found, states = written()
    del found[journal_of(found)]
    with opened(Disk(found)) as storage:
        assert contents(storage) in states
        assert storage.damage.lost


class LocklessSystem(files.System):
    """A file system that knows no locks, as some network file systems."""

    def lock(self, fd: int) -> bool:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))


class ReadOnlySystem(files.System):
    """A file system that is mounted for reading only."""

    def open(self, path: Path, flags: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return super().open(path, flags)


def test_without_locks_one_papertui_writes_and_the_next_one_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "system", LocklessSystem())
    first = Store.open(tmp_path)
    assert first.single_writer
    assert any("no file locks" in notice for notice in first.notices)
    first.state.commit([TableChange("marks", ("a",), {"n": 1})])
    assert (tmp_path / "lease").read_text() == f"{os.getpid()}@{os.uname().nodename}"
    first.close()
    holder = f"{os.getppid()}@{os.uname().nodename}"
    (tmp_path / "lease").write_text(holder)
    second = Store.open(tmp_path)
    assert second.read_only
    assert any(holder in notice for notice in second.notices)
    assert second.state.read() == {"marks": {"a": {"n": 1}}}
    with pytest.raises(StoreError, match="reading only"):
        second.state.commit([TableChange("marks", ("c",), {"n": 3})])
    second.close()
    assert (tmp_path / "lease").read_text() == holder


def test_without_locks_a_dead_papertui_does_not_keep_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "system", LocklessSystem())
    Store.open(tmp_path).close()
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    (tmp_path / "lease").write_text(f"{child}@{os.uname().nodename}")
    store = Store.open(tmp_path)
    assert store.single_writer
    store.close()


def test_a_read_only_file_system_is_opened_for_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(tmp_path)
    store.state.commit([TableChange("marks", ("a",), {"n": 1})])
    store.close()
    monkeypatch.setattr(files, "system", ReadOnlySystem())
    store = Store.open(tmp_path)
    assert store.read_only
    assert store.notices == ("The library is open for reading only: the file system is read-only.",)
    assert store.state.read() == {"marks": {"a": {"n": 1}}}
    with pytest.raises(StoreError, match="reading only"):
        store.state.commit([TableChange("marks", ("b",), {"n": 1})])
    assert not check(tmp_path).lost
    store.close()


def test_the_order_of_actions_decides_and_not_the_clock(tmp_path: Path) -> None:
    moments = [datetime(2026, 8, 6, tzinfo=UTC) + timedelta(days=days) for days in (0, -1, 3650, -3650)]
    for number, moment in enumerate(moments):
        store = Store.open(tmp_path, clock=lambda moment=moment: moment)  # type: ignore[misc]  # a default binds it
        store.state.commit([TableChange("marks", ("a",), {"read_at": number})])
        store.backup()
        if number % 2:
            store.state.compact()
        store.close()
    reader = Store.open(tmp_path, read_only=True)
    assert reader.state.read() == {"marks": {"a": {"read_at": 3}}}
    assert reader.notices == ()
    assert len(list((tmp_path / "backup").iterdir())) == 4
    reader.close()
