"""A simulated file system that can be killed, lose its power, fill up or fail at any operation.

It knows for each file what a running process sees and what is on the disk, with the writes between the two.
A kill leaves what the process saw. A power cut leaves what was synced and any subset of the rest: changes of
names in any order, writes whole, torn, filled with zeros or with stale bytes. Folders are never lost.
"""

import errno
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from papertui.store.files import System

FOLDER = Path("/library")


class CrashError(BaseException):
    """The process is dead from here on."""


@dataclass
class Inode:
    """A file: what is seen, what is on the disk, and the changes not yet there."""

    seen: bytearray = field(default_factory=bytearray)
    durable: bytes = b""
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Offset and bytes written there, or None where the file was cut at the offset."""
    time: int = 0


class Disk(System):
    """The simulated calls. `before` is called ahead of each with its name and may raise."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.inodes: dict[int, Inode] = {}
        self.seen: dict[str, int] = {}
        self.durable: dict[str, int] = {}
        self.pending: list[dict[str, int | None]] = []
        """Changes of names: which file each stands for then, None where it is taken away."""
        self.before: Callable[[str], None] = lambda call: None
        self.short = False
        """Whether the next write takes only half of its bytes."""
        self.unlocked: list[str] = []
        """Changes that were made while nobody held the lock."""
        self._locked = False
        self._folders = {FOLDER}
        self._open: dict[int, tuple[int, int]] = {}
        self._clock = 0
        for name, content in (files or {}).items():
            number = self._new_inode(content)
            self.seen[name] = self.durable[name] = number
            self._folders |= set((FOLDER / name).parents)

    def open(self, path: Path, flags: int) -> int:
        name = _name(path)
        if name not in self.seen:
            self.before("open")
            if not flags & os.O_CREAT:
                raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
            self._rename({name: self._new_inode()})
        elif flags & os.O_EXCL:
            raise FileExistsError(errno.EEXIST, "file exists", str(path))
        elif flags & os.O_TRUNC:
            self.before("open")
            self._change(self.seen[name], 0, None)
        else:
            self.before("read")
        fd = max(self._open, default=100) + 1
        self._open[fd] = (self.seen[name], 0)
        return fd

    def close(self, fd: int) -> None:
        del self._open[fd]

    def read(self, fd: int, size: int, offset: int) -> bytes:
        self.before("read")
        return bytes(self.inodes[self._open[fd][0]].seen[offset : offset + size])

    def write(self, fd: int, data: memoryview) -> int:
        self.before("write")
        content = bytes(data[: max(1, len(data) // 2)] if self.short else data)
        self.short = False
        number = self._open[fd][0]
        self._change(number, len(self.inodes[number].seen), content)
        return len(content)

    def truncate(self, fd: int, size: int) -> None:
        self.before("truncate")
        self._change(self._open[fd][0], size, None)

    def sync(self, fd: int) -> None:
        self.before("sync")
        inode = self.inodes[self._open[fd][0]]
        inode.durable, inode.pending = bytes(inode.seen), []

    def sync_folder(self, folder: Path) -> None:
        self.before("sync_folder")
        self.durable, self.pending = dict(self.seen), []

    def stat(self, path: Path) -> tuple[int, int, int]:
        if path in self._folders:
            return (0, 0, 0)
        if _name(path) not in self.seen:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
        number = self.seen[_name(path)]
        return number, len(self.inodes[number].seen), self.inodes[number].time

    def status(self, fd: int) -> tuple[int, int]:
        number = self._open[fd][0]
        return number, len(self.inodes[number].seen)

    def replace(self, source: Path, target: Path) -> None:
        self.before("replace")
        self._rename({_name(target): self.seen[_name(source)], _name(source): None})

    def unlink(self, path: Path) -> None:
        self.before("unlink")
        if _name(path) not in self.seen:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
        self._rename({_name(path): None})

    def names(self, folder: Path) -> list[str]:
        paths = [*(FOLDER / name for name in self.seen), *self._folders]
        return sorted({path.name for path in paths if path.parent == folder})

    def is_link(self, path: Path) -> bool:
        return False

    def make_folder(self, folder: Path) -> None:
        self.before("make_folder")
        self._folders |= {folder, *folder.parents}

    def lock(self, fd: int) -> bool:
        self._locked = True
        return True

    def unlock(self, fd: int) -> None:
        self._locked = False

    def after_kill(self) -> "Disk":
        """Return the disk as a new process finds it after this one was killed."""
        return Disk({name: bytes(self.inodes[number].seen) for name, number in self.seen.items()})

    def after_power_cut(self, rng: random.Random, limit: int) -> Iterator["Disk"]:
        """Yield up to `limit` of the disks that a power cut may leave."""
        writes = [(number, change) for number, inode in self.inodes.items() for change in inode.pending]
        total = len(writes) + len(self.pending)
        masks = range(1 << total) if 1 << total <= limit else self._some_masks(rng, total, limit)
        for mask in masks:
            names = dict(self.durable)
            contents = {number: bytearray(inode.durable) for number, inode in self.inodes.items()}
            for bit, change in enumerate(self.pending):
                if mask >> bit & 1:
                    names.update({name: -1 if number is None else number for name, number in change.items()})
            for bit, (number, (offset, content)) in enumerate(writes, len(self.pending)):
                if mask >> bit & 1:
                    _apply(contents[number], offset, content and _torn(content, rng))
            yield Disk({name: bytes(contents[number]) for name, number in names.items() if number >= 0})

    def files(self) -> dict[str, bytes]:
        """Return the files as a process sees them."""
        return {name: bytes(self.inodes[number].seen) for name, number in self.seen.items()}

    def _note_unlocked(self, *names: str) -> None:
        if not self._locked:
            self.unlocked.extend(name for name in names if name != "lock")

    @staticmethod
    def _some_masks(rng: random.Random, bits: int, limit: int) -> list[int]:
        return [0, (1 << bits) - 1, *(rng.getrandbits(bits) for _ in range(limit - 2))]

    def _new_inode(self, content: bytes = b"") -> int:
        number = len(self.inodes) + 1
        self.inodes[number] = Inode(bytearray(content), content)
        return number

    def _rename(self, change: dict[str, int | None]) -> None:
        for name, number in change.items():
            if number is None:
                del self.seen[name]
            else:
                self.seen[name] = number
        self.pending.append(change)
        self._note_unlocked(*change)

    def _change(self, number: int, offset: int, content: bytes | None) -> None:
        self._note_unlocked(*(name for name, other in self.seen.items() if other == number))
        inode = self.inodes[number]
        _apply(inode.seen, offset, content)
        inode.pending.append((offset, content))
        self._clock += 1
        inode.time = self._clock


def _name(path: Path) -> str:
    return str(path.relative_to(FOLDER))


def _apply(data: bytearray, offset: int, content: bytes | None) -> None:
    if content is None:
        del data[offset:]
        return
    data.extend(bytes(max(0, offset - len(data))))
    data[offset : offset + len(content)] = content


def _torn(content: bytes, rng: random.Random) -> bytes:
    """Return a write whole or as a power cut may leave it."""
    if len(content) < 2 or rng.random() < 0.5:
        return content
    cut = rng.randrange(1, len(content))
    kind = rng.randrange(3)
    if kind == 0:
        return content[:cut]
    if kind == 1:
        return content[:cut] + bytes(len(content) - cut)
    stale = bytes(rng.choice(b"0123456789abcdef") for _ in range(min(4, len(content) - cut)))
    return content[:cut] + stale + content[cut + len(stale) :]
