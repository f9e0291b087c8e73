"""Campaigns of damage: flipped bits, cut files and files of a wrong shape, and two writers on one disk."""

import random
from collections import defaultdict

from tests.faults.campaign import Campaign, Contents, applied, contents, opened, workload
from tests.faults.disk import Disk

SNAPSHOT, PREVIOUS = "state.json", "state.json.prev"


def written() -> tuple[dict[str, bytes], list[Contents]]:
    """Return the files that the workload leaves, and all states of the store on the way."""
    disk, states = Disk(), list[Contents]([{}])
    with opened(disk) as storage:
        for step in workload():
            step.run(storage)
            states += step.states(states[-1])
    return disk.files(), states


def flip_campaign(*, tries: int, seed: int) -> Campaign:
    """Flip one bit of a file; whatever is then served was written once, and a loss is told and small."""
    files, states = written()
    rng = random.Random(seed)
    names = sorted(name for name in files if name.startswith("state"))
    for _ in range(tries):
        name = rng.choice(names)
        content = bytearray(files[name])
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        yield _after_damage({**files, name: bytes(content)}, states, name)


def cut_campaign(*, step: int = 1) -> Campaign:
    """Cut a file after each byte; a cut snapshot loses nothing, a cut journal only its last actions."""
    files, states = written()
    for name in (SNAPSHOT, PREVIOUS, journal_of(files)):
        for length in range(0, len(files[name]), step):
            cut = {**files, name: files[name][:length]}
            yield _is_earlier(cut, states) if name.endswith(".log") else _after_damage(cut, states, name)


def journal_of(files: dict[str, bytes]) -> str:
    """Return the name of the newest journal."""
    return max(name for name in files if name.endswith(".log"))


def two_writer_campaign(*, runs: int, seed: int) -> Campaign:
    """Let two writers of one library act in turn at random; nothing of either may be lost."""
    rng = random.Random(seed)
    for _ in range(runs):
        yield _two_writers(rng)


def _two_writers(rng: random.Random) -> list[str]:
    from papertui.store import TableChange

    disk, doomed = Disk(), [f"d{number}" for number in range(30)]
    start = [TableChange("marks", tuple(doomed), {"a": 0})]
    with opened(disk) as one, opened(disk) as two:
        one.commit(start)
        two.refresh()
        wanted = applied({}, start)
        told: dict[int, set[str]] = defaultdict(set)
        for number in range(30):
            storage, other = rng.sample([one, two], 2)
            action = rng.randrange(8)
            if action == 0:
                storage.compact()
                continue
            deletion = TableChange("marks", (doomed.pop(),), None)
            setting = TableChange("marks", (f"p{rng.randrange(4)}",), {rng.choice("abc"): number})
            changes = [deletion if action == 1 else setting]
            storage.commit(changes)
            wanted = applied(wanted, changes)
            told[id(other)].update(changes[0].keys)
            if action == 2:
                if not told[id(other)] <= set(other.refresh().get("marks", ())):
                    return ["a refresh does not tell what others changed"]
                if contents(other) != wanted:
                    return ["a refresh misses what others wrote"]
                told[id(other)].clear()
        one.refresh()
        two.refresh()
        if contents(one) != wanted or contents(two) != wanted:
            return ["what one of two writers wrote is lost"]
    if disk.unlocked:
        return [f"written without the lock: {disk.unlocked[0]}"]
    return []


def _after_damage(files: dict[str, bytes], states: list[Contents], name: str) -> list[str]:
    from papertui.errors import StoreError
    from papertui.store import TableChange

    disk = Disk(files)
    later = [TableChange("marks", ("later",), {"read_at": True})]
    try:
        with opened(disk) as storage:
            found, damage = contents(storage), storage.damage
            storage.commit(later)
        with opened(disk.after_kill()) as storage:
            again, told_again = contents(storage), bool(storage.damage)
    except StoreError as error:
        return [f"unusable after damage of {name}: {error}"]
    if again != applied(found, later):
        return [f"the next action is lost after damage of {name}"]
    if told_again:
        return [f"damage of {name} is still there after a repair"]
    if found == states[-1]:
        return []
    if name != journal_of(files):
        return [f"damage of {name} is not healed from the other files"]
    if not damage.lost:
        return [f"silently wrong after damage of {name}"]
    if damage.actions_lost > 2:
        return [f"one bit of {name} costs more than two actions: {damage}"]
    if not _values(found) <= set().union(*map(_values, states)):
        return [f"a value that was never written is served after damage of {name}"]
    return []


def _is_earlier(files: dict[str, bytes], states: list[Contents]) -> list[str]:
    from papertui.errors import StoreError

    try:
        with opened(Disk(files)) as storage:
            found = contents(storage)
    except StoreError as error:
        return [f"unusable with a cut journal: {error}"]
    return [] if found in states else ["a cut journal leaves what never was"]


def _values(tables: Contents) -> set[str]:
    return {
        repr((table, key, name, value))
        for table, records in tables.items()
        for key, record in records.items()
        for name, value in record.items()
    }
