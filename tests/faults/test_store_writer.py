"""The writer thread while the disk is slow or fails."""

import errno
import threading
from collections.abc import Callable

import pytest

from papertui.errors import StoreError
from papertui.store import TableChange, Writer
from tests.faults.campaign import contents, opened
from tests.faults.disk import Disk


def mark(number: int) -> list[TableChange]:
    return [TableChange("marks", (f"p{number}",), {"n": number})]


def test_what_queues_while_the_disk_is_busy_goes_out_with_one_sync() -> None:
    disk, writer = Disk(), Writer()
    busy, go_on, calls = threading.Event(), threading.Event(), list[str]()

    def before(call: str) -> None:
        calls.append(call)
        if call == "sync":
            busy.set()
            assert go_on.wait(10)

    with opened(disk) as storage:
        disk.before = before
        first = writer.submit(storage, mark(0))
        assert busy.wait(10)
        others = [writer.submit(storage, mark(number)) for number in range(1, 50)]
        assert not first.done()
        go_on.set()
        assert writer.close(timeout=10)
        assert calls.count("sync") == 2
        assert {future.result() for future in (first, *others)} == {None}
        assert len(contents(storage)["marks"]) == 50
    with opened(disk.after_kill()) as storage:
        assert len(contents(storage)["marks"]) == 50


@pytest.mark.parametrize("call", ["write", "sync"])
def test_actions_fail_while_the_disk_is_full_and_succeed_afterwards(call: str) -> None:
    disk, writer = Disk(), Writer()
    with opened(disk) as storage:
        writer.submit(storage, mark(0)).result(10)
        disk.before = full(call)
        failed = [writer.submit(storage, mark(number)) for number in range(1, 4)]
        errors = [future.exception(10) for future in failed]
        assert [str(error) for error in errors] == ["Not saved: the disk is full."] * 3
        assert all(isinstance(error, StoreError) for error in errors)
        assert writer.run(lambda: contents(storage)).result(10) == {"marks": {"p0": {"n": 0}}}
        disk.before = lambda called: None
        writer.submit(storage, mark(9)).result(10)
        assert writer.close(timeout=10)
    with opened(disk.after_kill()) as storage:
        assert contents(storage) == {"marks": {"p0": {"n": 0}, "p9": {"n": 9}}}


def test_one_action_that_cannot_be_written_does_not_take_its_neighbours_along() -> None:
    disk, writer = Disk(), Writer()
    waiting, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        waiting.set()
        assert go_on.wait(10)

    with opened(disk) as storage:
        writer.run(wait)
        assert waiting.wait(10)
        good = [writer.submit(storage, mark(number)) for number in range(2)]
        bad = writer.submit(storage, [TableChange("marks", ("p",), {"n": object()})])
        late = writer.submit(storage, mark(2))
        cancelled = writer.submit(storage, mark(3))
        assert cancelled.cancel()
        go_on.set()
        assert writer.close(timeout=10)
        assert isinstance(bad.exception(), StoreError)
        assert [future.exception() for future in (*good, late)] == [None] * 3
        assert set(contents(storage)["marks"]) == {"p0", "p1", "p2"}


def full(call: str) -> Callable[[str], None]:
    def before(called: str) -> None:
        if called == call:
            raise OSError(errno.ENOSPC, "no space")

    return before
