"""The store among real processes: killed, stopped, out of space, and several at once."""

import ast
import os
import random
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from papertui.errors import StoreError
from papertui.store import Store, TableChange
from papertui.store.check import check
from tests.faults.child import started

SCALE = int(os.environ.get("PAPERTUI_FAULTS", "1"))


def line(child: "object") -> str:
    output = getattr(child, "stdout", None)
    assert output is not None
    return str(output.readline()).strip()


def test_a_kill_at_a_random_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    rng = random.Random(SCALE)
    for _ in range(3 * SCALE):
        with started(tmp_path, "count_up") as child:
            last = [line(child) for _ in range(rng.randrange(1, 150))][-1]
            child.kill()
            rest = child.stdout.read().split() if child.stdout else []
        acknowledged = int((rest or [last])[-1])
        reader = Store.open(tmp_path, read_only=True)
        number = (reader.state.get("marks", "p") or {})["n"]
        assert number in {acknowledged, acknowledged + 1}
        assert reader.state.get("history", "h") == {"n": number}
        assert not reader.state.damage
        reader.close()
    assert not check(tmp_path).lost


def test_three_writers_at_once_lose_no_update(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    watcher = Store.open(tmp_path)
    with ExitStack() as stack:
        children = [stack.enter_context(started(tmp_path, "mark", f"{name}:{250 * SCALE}")) for name in "abc"]
        wanted = {name: ast.literal_eval(line(child)) for name, child in zip("abc", children, strict=True)}
    reader = Store.open(tmp_path, read_only=True)
    watcher.state.refresh()
    assert watcher.state.read() == reader.state.read()
    marks = dict(reader.state.iterate("marks"))
    lost = [
        (key, name)
        for name, last in wanted.items()
        for key, number in last.items()
        if marks.get(key, {}).get(name) != number
    ]
    assert len(marks) == 200
    assert lost == []
    watcher.close()
    reader.close()


def test_a_stopped_process_with_the_lock_is_named_and_does_not_stop_us(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with started(tmp_path, "hold") as child:
        assert line(child) == "held"
        os.kill(child.pid, signal.SIGSTOP)
        with pytest.raises(StoreError, match=f"{child.pid}@"):
            store.state.commit([TableChange("marks", ("a",), {"n": 1})])
        assert store.state.read() is None
        late = Store.open(tmp_path)
        assert any(f"{child.pid}@" in notice for notice in late.notices)
    store.state.commit([TableChange("marks", ("a",), {"n": 1})])
    late.state.commit([TableChange("marks", ("b",), {"n": 1})])
    assert late.state.read() == {"marks": {"a": {"n": 1}, "b": {"n": 1}}}
    late.close()
    store.close()


def test_a_limit_on_the_size_of_files_is_told_and_survived(tmp_path: Path) -> None:
    with started(tmp_path, "fill") as child:
        assert line(child) == "Not saved: the file would pass the size limit."
        assert line(child) == "True"
        count = int(line(child))
    reader = Store.open(tmp_path, read_only=True)
    assert reader.state.count("marks") == count
    assert not reader.state.damage
    reader.close()
