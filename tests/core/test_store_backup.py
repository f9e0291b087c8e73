"""Backups, restoring, checking, repairing, older and newer formats, and copies left by synced folders."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from papertui.errors import NewerSchemaError, StoreError
from papertui.store import Store, TableChange
from papertui.store.check import check, repair

DATA = Path(__file__).parent / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    opened = Store.open(folder)
    opened.papers.commit([TableChange("papers", ("p1", "p2"), {"title": "Ein Übersichtsartikel"})])
    opened.state.commit([TableChange("marks", ("p1",), {"read_at": "2026-08-06T10:00:00.000Z"})])
    yield opened
    opened.close()


def everything(folder: Path) -> list[object]:
    reader = Store.open(folder, read_only=True)
    found: list[object] = [reader.papers.read(), reader.state.read()]
    reader.close()
    return found


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("name", ["kept.json", "kept.json.gz"])
def test_a_backup_is_one_file_that_restores_everything(
    store: Store, folder: Path, tmp_path: Path, name: str
) -> None:
    before = everything(folder)
    assert store.backup(tmp_path / name) == tmp_path / name
    store.state.commit(
        [TableChange("marks", ("p1",), None), TableChange("marks", ("p3",), {"note": "later"})]
    )
    later = everything(folder)
    other = Store.open(folder)
    kept = store.restore(tmp_path / name)
    assert everything(folder) == before
    assert set(other.state.refresh()["marks"]) == {"p1", "p3"}
    assert [other.papers.read(), other.state.read()] == before
    store.restore(kept)
    assert everything(folder) == later
    assert not check(folder).lost
    other.close()


def test_a_restored_library_goes_on_and_compacts(store: Store, folder: Path, tmp_path: Path) -> None:
    store.restore(store.backup(tmp_path / "kept.json"))
    store.state.commit([TableChange("marks", ("p2",), {"starred_at": "now"})])
    store.state.compact()
    assert everything(folder) == [store.papers.read(), store.state.read()]


def test_a_damaged_backup_changes_nothing(store: Store, folder: Path, tmp_path: Path) -> None:
    for name in ("plain.json", "packed.json.gz"):
        path = store.backup(tmp_path / name)
        content = path.read_bytes()
        before = bytes_of(folder)
        for damaged in (
            content[: len(content) // 2],
            content[:60] + b"#" + content[61:],
            b"",
            b"{}",
            b"\x1f\x8b",
        ):
            path.write_bytes(damaged)
            with pytest.raises(StoreError, match="not a whole backup"):
                store.restore(path)
        assert bytes_of(folder) == before
    with pytest.raises(StoreError, match="gone"):
        store.restore(tmp_path / "nothing.json")


def test_a_backup_of_one_database_is_none(store: Store, folder: Path) -> None:
    with pytest.raises(StoreError, match="not a whole backup"):
        store.restore(folder / "state.json")


def test_a_daily_backup_is_written_once_a_day_and_seven_are_kept(folder: Path) -> None:
    moment = datetime(2026, 8, 1, 9, tzinfo=UTC)
    for day in range(9):
        store = Store.open(folder, clock=lambda day=day: moment + timedelta(days=day))  # type: ignore[misc]  # a default binds the day
        assert store.backup_due is (day > 0)
        store.state.commit([TableChange("marks", ("p",), {"n": day})])
        store.backup()
        assert not store.backup_due
        store.close()
    names = sorted(path.name for path in (folder / "backup").iterdir())
    assert names == [f"daily-2026-08-{day:02}.json.gz" for day in range(3, 10)]
    assert b'"n":8' in gzip.decompress((folder / "backup" / names[-1]).read_bytes())


def test_a_check_counts_what_is_there_and_changes_nothing(store: Store, folder: Path) -> None:
    before = bytes_of(folder)
    report = check(folder)
    assert not report.lost
    assert not report.repairable
    assert report.sentences[0] == "papers.json: 2 papers."
    assert report.sentences[-1] == "Nothing is lost."
    assert bytes_of(folder) == before


def test_a_check_without_a_library_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no library"):
        check(tmp_path)


def test_a_torn_tail_is_sound(store: Store, folder: Path) -> None:
    with (folder / "state.json.1.log").open("ab") as journal:
        journal.write(b'["01234567",2,["marks"')
    report = check(folder)
    assert not report.lost
    assert any("never finished" in sentence for sentence in report.sentences)


def test_a_loss_is_told_before_and_after_the_repair(store: Store, folder: Path) -> None:
    store.state.commit([TableChange("marks", ("p2",), {"read_at": "now"})])
    path = folder / "state.json.1.log"
    path.write_bytes(path.read_bytes().replace(b'"p1"', b'"p7"'))
    before = bytes_of(folder)
    report = check(folder)
    assert report.lost
    assert report.repairable
    assert "The journal of state.json is damaged: 1 action lost." in report.sentences
    assert bytes_of(folder) == before
    repaired = repair(folder)
    assert repaired.lost
    assert not repaired.repairable
    assert "Set aside earlier: The journal of state.json is damaged: 1 action lost." in repaired.sentences
    assert b'"p7"' in (folder / "backup" / "damaged-1" / "state.json.1.log").read_bytes()
    assert everything(folder)[1] == {"marks": {"p2": {"read_at": "now"}}}


def test_a_newer_format_is_refused_and_not_touched(store: Store, folder: Path) -> None:
    from papertui.store.lines import seal

    (folder / "state.json").write_bytes(seal(b'{"schema":2,"generation":9,"records":{}}') * 2)
    before = bytes_of(folder)
    for read_only in (True, False):
        with pytest.raises(NewerSchemaError, match="newer papertui"):
            Store.open(folder, read_only=read_only)
    with pytest.raises(NewerSchemaError):
        check(folder)
    assert bytes_of(folder) == before


def test_a_plain_tinydb_file_is_migrated_once_and_kept(folder: Path) -> None:
    folder.mkdir()
    content = (DATA / "state.format-0.json").read_bytes()
    (folder / "state.json").write_bytes(content)
    store = Store.open(folder)
    assert store.state.read() == json.loads(content)
    assert store.notices == ()
    store.close()
    assert (folder / "backup" / "state.json.format-0").read_bytes() == content
    before = bytes_of(folder)
    Store.open(folder).close()
    assert bytes_of(folder) == before
    assert everything(folder)[1] == json.loads(content)


def test_files_of_format_1_are_read(folder: Path) -> None:
    folder.mkdir()
    (folder / "state.json").write_bytes((DATA / "state.format-1.json").read_bytes())
    (folder / "state.json.7.log").write_bytes((DATA / "state.format-1.7.log").read_bytes())
    store = Store.open(folder)
    assert store.notices == ()
    assert store.state.read() == {
        "marks": {
            "arxiv:2608.06197": {"read_at": "2026-08-06T10:00:00.000Z", "note": 'Größe "n"'},
            "doi:10.1000/x\\y": {"starred_at": "2026-08-07T10:00:00.000Z"},
        }
    }
    store.close()
    assert (folder / "state.json").read_bytes() == (DATA / "state.format-1.json").read_bytes()


def test_conflict_copies_of_a_journal_are_merged_field_by_field(store: Store, folder: Path) -> None:
    path = folder / "state.json.1.log"
    common = path.read_bytes()
    other = Store.open(folder)
    other.state.commit([TableChange("marks", ("p1",), {"starred_at": "theirs", "note": "theirs"})])
    other.state.commit([TableChange("marks", ("p2",), {"read_at": "theirs"})])
    other.close()
    theirs = path.read_bytes()
    store.close()
    path.write_bytes(common)
    ours = Store.open(folder)
    ours.state.commit([TableChange("marks", ("p1",), {"note": "ours"})])
    ours.close()
    copy = folder / "state.json.1.sync-conflict-20260807-101010-ABCDEFG.log"
    copy.write_bytes(theirs)
    assert check(folder).repairable
    merged = Store.open(folder)
    assert merged.notices == ("Conflict copies of a synced folder were merged and moved to backup.",)
    assert merged.state.read() == {
        "marks": {
            "p1": {"read_at": "2026-08-06T10:00:00.000Z", "starred_at": "theirs", "note": "ours"},
            "p2": {"read_at": "theirs"},
        }
    }
    merged.close()
    assert not copy.exists()
    assert (folder / "backup" / copy.name).read_bytes() == theirs


def test_a_conflict_copy_of_a_snapshot_adds_only_what_is_missing(store: Store, folder: Path) -> None:
    store.state.commit([TableChange("marks", ("p1", "p5"), {"note": "theirs"})])
    store.state.compact()
    theirs = (folder / "state.json").read_bytes()
    store.state.commit([TableChange("marks", ("p5",), None), TableChange("marks", ("p1",), {"note": "ours"})])
    store.close()
    (folder / "state (conflicted copy 2026-08-07).json").write_bytes(theirs)
    (folder / "state (notes of mine).json").write_bytes(b"{}")
    merged = Store.open(folder)
    assert merged.state.get("marks", "p1") == {"read_at": "2026-08-06T10:00:00.000Z", "note": "ours"}
    assert merged.state.get("marks", "p5") == {"note": "theirs"}
    merged.close()
    assert (folder / "state (notes of mine).json").exists()


def test_a_file_that_is_not_ours_is_damage_and_kept(folder: Path) -> None:
    folder.mkdir()
    (folder / "state.json").write_text(json.dumps(["not", "a", "library"]))
    store = Store.open(folder)
    assert store.state.damage.lost
    store.state.commit([TableChange("marks", ("p",), {"n": 1})])
    store.close()
    assert everything(folder)[1] == {"marks": {"p": {"n": 1}}}
    assert (folder / "backup" / "damaged-1" / "state.json").read_bytes() == b'["not", "a", "library"]\n'
