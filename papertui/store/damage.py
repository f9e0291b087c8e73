"""Damage of a database: report, and damaged lines kept in ``backup/damaged-N/``."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import orjson

from papertui.store import files
from papertui.store.changes import dump

_REPORT = "report.json"


@dataclass(frozen=True, slots=True)
class Damage:
    """What was found damaged when a database was read."""

    records_lost: int = 0
    """Records of the snapshot that no other file holds."""
    records_healed: int = 0
    """Damaged records that the previous generation still held."""
    actions_lost: int = 0
    """Actions of the journal that cannot be read."""
    uncounted: bool = False
    """Whether a whole file is missing or unreadable, so that the loss cannot be counted."""
    used_previous: bool = False
    """Whether the previous generation was needed."""
    bytes_set_aside: int = 0
    """Bytes of damaged lines."""
    torn_bytes: int = 0
    """Bytes of an incomplete last action; no damage, because it was never acknowledged."""

    @property
    def lost(self) -> bool:
        """Whether acknowledged data is lost."""
        return bool(self.records_lost or self.actions_lost or self.uncounted)

    def __bool__(self) -> bool:
        return self.lost or self.used_previous or bool(self.records_healed or self.bytes_set_aside)

    def __add__(self, other: "Damage") -> "Damage":
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Damage)}
        flags = {"uncounted": self.uncounted or other.uncounted}
        return Damage(**sums | flags | {"used_previous": self.used_previous or other.used_previous})

    def sentences(self, name: str) -> list[str]:
        """Return the damage of the database `name` as sentences."""
        told = [
            (self.records_lost, f"{name} is damaged: {_count(self.records_lost, 'record')} lost."),
            (
                self.actions_lost,
                f"The journal of {name} is damaged: {_count(self.actions_lost, 'action')} lost.",
            ),
            (self.uncounted, f"A file of {name} is damaged or missing; how much it held is unknown."),
            (
                self.records_healed,
                f"{_count(self.records_healed, 'damaged record')} of {name} healed, nothing lost.",
            ),
            (self.used_previous, f"The previous generation of {name} was used."),
            (
                self.torn_bytes,
                f"An action of {name} was never finished ({self.torn_bytes} bytes); nothing is lost.",
            ),
        ]
        return [sentence for happened, sentence in told if happened]


def set_aside(folder: Path, name: str, damage: Damage, lines: Mapping[str, Sequence[bytes]]) -> Path:
    """Keep damaged lines in a new folder ``backup/damaged-N/``, with a report; return the folder."""
    backup = files.make_backup_folder(folder)
    numbers = [int(n.removeprefix("damaged-")) for n in _damaged(backup)]
    target = backup / f"damaged-{max(numbers, default=0) + 1}"
    files.system.make_folder(target)
    for file, damaged in lines.items():
        if damaged:
            files.write_file(target / file, (line + b"\n" for line in damaged))
    files.write_file(target / _REPORT, [dump({"name": name, "damage": asdict(damage)})])
    files.system.sync_folder(target)
    files.system.sync_folder(backup)
    return target


def set_aside_before(folder: Path) -> list[tuple[str, Damage]]:
    """Return damage set aside earlier, with the names of the files; unreadable reports count as loss."""
    backup = folder / files.BACKUP
    if not files.exists(backup):
        return []
    found = []
    for name in _damaged(backup):
        try:
            report = orjson.loads(files.read_file(backup / name / _REPORT))
            found.append((str(report["name"]), Damage(**report["damage"])))
        except (OSError, ValueError, TypeError, KeyError):
            found.append((name, Damage(uncounted=True)))
    return found


def _damaged(backup: Path) -> list[str]:
    return [n for n in files.system.names(backup) if n.startswith("damaged-") and n[8:].isdigit()]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
