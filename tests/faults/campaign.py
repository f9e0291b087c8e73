"""Runs a workload on the simulated disk with a fault at each operation in turn, and reports broken promises.

The store is imported inside the functions, so that a planted bug (`plant.py`) is what runs.
"""

import errno
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from tests.faults.disk import FOLDER, CrashError, Disk

if TYPE_CHECKING:
    from papertui.store import JournalStorage, TableChange

Contents = dict[str, dict[str, dict[str, object]]]


Campaign = Iterator[list[str]]
"""For each disk that was opened, the promises that the store broke."""


@dataclass(frozen=True)
class Step:
    """Actions written together; a compaction where there are none."""

    actions: "tuple[list[TableChange], ...]" = ()
    sync: bool = True

    def run(self, storage: "JournalStorage") -> None:
        """Do it."""
        if self.actions:
            storage.commit_many(self.actions, sync=self.sync)
        else:
            storage.compact()

    def states(self, before: Contents) -> list[Contents]:
        """Return what the store holds after each of the actions."""
        states = [before]
        for action in self.actions:
            states.append(applied(states[-1], action))
        return states[1:]


def workload() -> list[Step]:
    """Return what the campaigns do: single marks, bulk and grouped actions, deletions and compactions."""
    from papertui.store import TableChange

    def mark(number: int) -> list[TableChange]:
        key, value = f"p{number % 4}", (True, "n" * (40 * (number % 3)), number)[number % 3]
        name = ("read_at", "note", "starred_at")[number % 3]
        history = TableChange("history", (str(number),), {"keys": [key], "kind": name})
        return [TableChange("marks", (key,), {name: value, f"{name}_by": 1}), history]

    bulk = [TableChange("marks", ("p0", "p1", "p9"), {"read_at": "all", "": ["note"]})]
    deletion = [TableChange("marks", ("p2", "p3"), None)]
    return [
        *(Step((mark(number),)) for number in range(3)),
        Step((bulk,)),
        Step(),
        *(Step((mark(number),)) for number in range(3, 5)),
        Step((deletion, mark(5))),
        Step((mark(6), mark(7)), sync=False),
        Step((mark(8),)),
        Step(),
        Step((bulk, mark(9)), sync=False),
        *(Step((mark(number),)) for number in range(10, 13)),
    ]


def applied(contents: Contents, changes: "list[TableChange]") -> Contents:
    """Return what a store holds after changes: the plainest model of it."""
    tables = {
        table: {key: dict(record) for key, record in records.items()} for table, records in contents.items()
    }
    for change in changes:
        records = tables.setdefault(change.table, {})
        for key in change.keys:
            if change.fields is None:
                records.pop(key, None)
                continue
            record = records.setdefault(key, {})
            removed = change.fields.get("", ())
            for name in removed if isinstance(removed, list) else ():
                record.pop(name, None)
            record.update({name: value for name, value in change.fields.items() if name})
    return {table: records for table, records in tables.items() if records}


@contextmanager
def opened(disk: Disk) -> Iterator["JournalStorage"]:
    """Open the store on a simulated disk."""
    from papertui.store import JournalStorage, files
    from papertui.store.lock import FolderLock

    before = files.system
    files.system = disk
    try:
        with files.explained("Cannot open the library"):
            lock = FolderLock(FOLDER)
        yield JournalStorage(FOLDER, "state.json", lock)
    finally:
        files.system = before


def contents(storage: "JournalStorage") -> Contents:
    """Return all that a store holds in memory."""
    return storage.read() or {}


def violations(campaign: Campaign, at_least: int = 1) -> list[str]:
    """Run a campaign to its end and return the promises that were broken; it must open so many disks."""
    results = list(campaign)
    assert len(results) >= at_least
    return [violation for result in results for violation in result]


def crash_campaign(*, power: bool, seed: int, limit: int = 8) -> Campaign:
    """Kill the process, or cut the power, at each operation; each disk must hold what was acknowledged."""
    rng = random.Random(seed)
    for point in count(1):
        disk, left = Disk(), list[Disk]()
        disk.before = _crash_at(point, disk, left, power=power, rng=rng, limit=limit)
        allowed = _run(disk)
        if not left:
            return
        yield [f"written without the lock: {name}" for name in disk.unlocked]
        for found in left:
            yield _broken(found, allowed)


def crash_during(
    files: dict[str, bytes], work: Callable[["JournalStorage"], None], allowed: list[Contents], *, power: bool
) -> Campaign:
    """Crash at each operation of opening files and working on them; one of `allowed` must be there."""
    rng = random.Random(1)
    for point in count(1):
        disk, left = Disk(files), list[Disk]()
        disk.before = _crash_at(point, disk, left, power=power, rng=rng, limit=8)
        try:
            with opened(disk) as storage:
                work(storage)
        except CrashError:
            for found in left:
                yield _broken(found, allowed)
        else:
            return


def error_campaign(code: int, *, lasting: bool, short: bool) -> Campaign:
    """Let an operation fail, once or from then on; memory and disk must agree, and go on once the disk works.

    What failed may only be there after all where cutting it off failed as well.
    """
    for point in count(1):
        disk, struck = Disk(), list[str]()
        disk.before = _fail_at(point, disk, struck, code=code, lasting=lasting, short=short)
        broken = _run_through_errors(disk, lasting=lasting)
        if not struck:
            return
        yield broken + [f"written without the lock: {name}" for name in disk.unlocked]


def _crash_at(
    point: int, disk: Disk, left: list[Disk], *, power: bool, rng: random.Random, limit: int
) -> Callable[[str], None]:
    calls = 0

    def before(call: str) -> None:
        nonlocal calls
        if left:
            raise CrashError
        calls += call != "read"
        if calls == point and call != "read":
            left.extend(disk.after_power_cut(rng, limit) if power else [disk.after_kill()])
            raise CrashError

    return before


def _fail_at(
    point: int, disk: Disk, struck: list[str], *, code: int, lasting: bool, short: bool
) -> Callable[[str], None]:
    calls = 0

    def before(call: str) -> None:
        nonlocal calls
        if code != errno.EIO and call == "read":
            return
        calls += 1
        if calls == point and short and call == "write":
            disk.short = True
            struck.append("short")
        elif calls == point or (calls > point and lasting) or (struck == ["short"] and calls == point + 1):
            struck.append(call)
            raise OSError(code, os.strerror(code))

    return before


def _run(disk: Disk) -> list[Contents]:
    """Run the workload until the crash; return the states in which the store may be found then.

    Of the actions not yet acknowledged each may be there or not, but wholly.
    """
    allowed: list[Contents] = [{}]
    try:
        with opened(disk) as storage:
            for step in workload():
                for action in step.actions:
                    allowed += [applied(state, action) for state in allowed]
                step.run(storage)
                if step.sync:
                    allowed = allowed[-1:]
    except CrashError:
        pass
    return allowed


def _broken(disk: Disk, allowed: list[Contents]) -> list[str]:
    """Return which promises the disk breaks: readable, complete, writable again, and the same after that."""
    from papertui.errors import StoreError
    from papertui.store import TableChange

    try:
        with opened(disk) as storage:
            found = contents(storage)
            if found not in allowed:
                return ["an acknowledged action is lost or half there"]
            damage = storage.damage
            if damage.records_lost or damage.uncounted or 1 << damage.actions_lost > len(allowed):
                return [f"more than the last actions count as damaged: {damage}"]
            later = [TableChange("marks", ("later",), {"read_at": True})]
            storage.commit(later)
        with opened(disk.after_kill()) as storage:
            if contents(storage) != applied(found, later):
                return ["the next action is lost"]
            storage.compact()
        with opened(disk.after_kill()) as storage:
            if contents(storage) != applied(found, later):
                return ["a compaction loses something"]
    except StoreError as error:
        return [f"unusable: {error}"]
    return []


def _run_through_errors(disk: Disk, *, lasting: bool) -> list[str]:
    from papertui.errors import StoreError

    try:
        with opened(disk) as storage:
            return _run_on(storage, disk, lasting=lasting)
    except StoreError:
        disk.before = lambda call: None
        return _broken(disk.after_kill(), [{}])


def _run_on(storage: "JournalStorage", disk: Disk, *, lasting: bool) -> list[str]:
    from papertui.errors import StoreError

    allowed = [contents(storage)]
    for step in workload():
        states = step.states(allowed[-1])
        try:
            step.run(storage)
        except StoreError:
            disk.before = lambda call: None
            try:
                storage.refresh()
            except StoreError as error:
                return [f"unusable after an error: {error}"]
            kept = contents(storage)
            if kept not in allowed + (states if lasting else []):
                return ["memory differs from what was acknowledged after an error"]
            if broken := _broken(disk.after_kill(), [kept]):
                return [f"after an error: {broken[0]}"]
            allowed = [kept]
        else:
            allowed = (allowed + states)[-1:] if step.sync else allowed + states
    if contents(storage) != allowed[-1]:
        return ["memory differs at the end"]
    return _broken(disk.after_kill(), allowed)
