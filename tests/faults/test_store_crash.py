"""Kill, power cut and failing disk at every operation; `PAPERTUI_FAULTS=20` runs twenty times as much."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from papertui.store import JournalStorage, TableChange
from tests.faults.campaign import (
    Contents,
    contents,
    crash_campaign,
    crash_during,
    error_campaign,
    opened,
    violations,
)
from tests.faults.disk import FOLDER, Disk
from tests.faults.rot import SNAPSHOT, cut_campaign, flip_campaign, journal_of, two_writer_campaign, written

SCALE = int(os.environ.get("PAPERTUI_FAULTS", "1"))
DATA = Path(__file__).parents[1] / "core" / "data"


def nothing(storage: JournalStorage) -> None:
    """Only open it."""


def test_a_kill_at_any_operation_loses_nothing() -> None:
    assert violations(crash_campaign(power=False, seed=0), at_least=100) == []


@pytest.mark.parametrize("seed", range(SCALE))
def test_a_power_cut_at_any_operation_loses_nothing(seed: int) -> None:
    assert violations(crash_campaign(power=True, seed=seed, limit=16), at_least=500) == []


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("lasting", [False, True], ids=["once", "lasting"])
@pytest.mark.parametrize("short", [False, True], ids=["whole", "short"])
def test_a_failing_operation_leaves_memory_and_disk_equal(code: int, *, lasting: bool, short: bool) -> None:
    assert violations(error_campaign(code, lasting=lasting, short=short), at_least=50) == []


def test_a_flipped_bit_is_never_served() -> None:
    assert violations(flip_campaign(tries=400 * SCALE, seed=SCALE)) == []


def test_a_file_cut_at_any_byte_is_read() -> None:
    assert violations(cut_campaign()) == []


def test_two_writers_in_turn_lose_nothing() -> None:
    assert violations(two_writer_campaign(runs=40 * SCALE, seed=SCALE)) == []


@pytest.mark.parametrize("power", [False, True], ids=["kill", "power cut"])
def test_a_crash_while_damage_is_repaired_loses_nothing_more(*, power: bool) -> None:
    files, states = written()
    damaged = {**files, SNAPSHOT: files[SNAPSHOT].replace(b'"marks","p0"', b'"marks","p7"')}
    assert damaged != files
    assert violations(crash_during(damaged, nothing, states[-1:], power=power), at_least=10) == []


@pytest.mark.parametrize("power", [False, True], ids=["kill", "power cut"])
def test_a_crash_while_an_older_format_is_migrated_loses_nothing(*, power: bool) -> None:
    files = {SNAPSHOT: (DATA / "state.format-0.json").read_bytes()}
    assert violations(crash_during(files, nothing, [in_disk(files)], power=power), at_least=10) == []


@pytest.mark.parametrize("power", [False, True], ids=["kill", "power cut"])
def test_a_crash_while_everything_is_replaced_leaves_the_old_or_the_new(*, power: bool) -> None:
    files, states = written()
    new: Contents = {"marks": {"n": {"read_at": "restored"}}}

    def replace(storage: JournalStorage) -> None:
        storage.replace_all({"marks": {"n": b'{"read_at":"restored"}'}})

    assert violations(crash_during(files, replace, [states[-1], new], power=power), at_least=10) == []


@pytest.mark.parametrize("call", ["write", "sync", "replace", "open"])
def test_damage_that_cannot_be_repaired_now_is_repaired_before_the_next_action(call: str) -> None:
    files, states = written()
    disk = Disk({**files, SNAPSHOT: b""})
    disk.before = fails(call)
    with opened(disk) as storage:
        assert contents(storage) == states[-1]
        assert "cannot be repaired now: the disk is full" in storage.notice
        disk.before = lambda called: None
        storage.commit([TableChange("marks", ("later",), {"n": 1})])
    with opened(disk.after_kill()) as storage:
        assert contents(storage)["marks"]["later"] == {"n": 1}
        assert not storage.damage


def test_files_that_vanish_while_the_library_is_open_are_written_anew() -> None:
    files, states = written()
    for gone in ([journal_of(files)], [SNAPSHOT], sorted(set(files) - {"lock"})):
        disk = Disk(files)
        with opened(disk) as storage:
            for name in gone:
                disk.unlink(FOLDER / name)
            assert storage.refresh() == {}
            storage.commit([TableChange("marks", ("later",), {"n": 1})])
        with opened(disk.after_kill()) as storage:
            found = contents(storage)
            assert found["marks"].pop("later") == {"n": 1}
            assert found == states[-1]
            assert not storage.damage.lost


def in_disk(files: dict[str, bytes]) -> Contents:
    with opened(Disk(files)) as storage:
        return contents(storage)


def fails(call: str) -> Callable[[str], None]:
    """Let every call of a name fail but those on the lock, which come first."""

    def before(called: str) -> None:
        if called == call:
            raise OSError(errno.ENOSPC, "no space")

    return before
