"""Check a library folder without changing it, and repair it."""

from dataclasses import dataclass
from pathlib import Path

from papertui.errors import StoreError
from papertui.store import files
from papertui.store.backup import automatic
from papertui.store.conflicts import conflict_copies
from papertui.store.damage import set_aside_before
from papertui.store.journal import JournalStorage
from papertui.store.store import DATABASES, Store


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of checking a library folder."""

    sentences: tuple[str, ...]
    lost: bool
    """Whether acknowledged data is lost, now or by damage that was set aside earlier."""
    repairable: bool
    """Whether a repair would change anything."""


def check(folder: Path) -> CheckReport:
    """Read every file of a library folder without changing it, and report the findings as sentences.

    Raise NewerSchemaError where a newer papertui wrote it, StoreError where there is no readable library.
    """
    if not any(files.exists(folder / name) or files.exists(folder / f"{name}.prev") for name in DATABASES):
        raise StoreError(f"There is no library in {folder}.")
    sentences: list[str] = []
    lost = repairable = False
    for name in DATABASES:
        storage = JournalStorage(folder, name, None)
        sentences += [_inventory(storage), *storage.damage.sentences(name)]
        lost |= storage.damage.lost
        repairable |= bool(storage.damage)
        storage.close()
    for name, damage in set_aside_before(folder):
        if damage.lost:
            sentences += [f"Set aside earlier: {sentence}" for sentence in damage.sentences(name)]
            lost = True
    if conflict_copies(folder):
        sentences.append("Conflict copies of a synced folder are not merged yet.")
        repairable = True
    sentences.append(_backups(folder))
    sentences.append("The library is damaged." if lost else "Nothing is lost.")
    return CheckReport(tuple(sentences), lost, repairable)


def repair(folder: Path) -> CheckReport:
    """Set damaged bytes aside, rewrite the files, merge conflict copies, and check again.

    Raise StoreError where the library cannot be written.
    """
    store = Store.open(folder)
    read_only = store.read_only
    store.close()
    if read_only:
        raise StoreError("The library cannot be repaired: it is open for reading only.")
    return check(folder)


def _inventory(storage: JournalStorage) -> str:
    counts = [f"{storage.count(table):,} {table}" for table in storage.tables()]
    return f"{storage.name}: {', '.join(counts) or 'empty'}."


def _backups(folder: Path) -> str:
    daily = automatic(folder, "daily")
    return f"{len(daily)} daily backups, the newest {daily[-1].name}." if daily else "No daily backup yet."
