"""File operations of the store; all calls to the system go through `system`."""

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from papertui.errors import StoreError

if sys.platform != "win32":
    import fcntl

CHUNK = 1 << 20
"""Bytes read or written in one call: small enough that no call holds up another thread."""
BACKUP = "backup"
"""The folder, in the library folder, of backups, damaged lines and merged copies."""
LARGEST_FILE = 4 << 30
"""Maximum size of a file of the library, in bytes."""

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would pass the size limit",
    errno.EIO: "the disk reports an error",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.ELOOP: "it is a symbolic link, which is not followed in a library folder",
    errno.ENOENT: "the folder or file is gone",
    errno.EISDIR: "it is a folder",
}


class System:
    """The calls to the operating system, replaceable by a simulated file system."""

    def open(self, path: Path, flags: int) -> int:
        """Open a file, readable and writable by its owner alone where it is created, never through a link."""
        return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0), 0o600)

    def close(self, fd: int) -> None:
        """Close a file."""
        os.close(fd)

    def read(self, fd: int, size: int, offset: int) -> bytes:
        """Read up to `size` bytes at `offset`; fewer only where the file ends."""
        return os.pread(fd, size, offset)

    def write(self, fd: int, data: memoryview) -> int:
        """Write at the end of what was written, and return how many bytes were taken."""
        return os.write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        """Cut a file to `size` bytes."""
        os.ftruncate(fd, size)

    def sync(self, fd: int) -> None:
        """Flush the content of a file to the disk (fdatasync)."""
        if sys.platform == "darwin":
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        elif sys.platform == "win32":
            os.fsync(fd)
        else:
            os.fdatasync(fd)

    def sync_folder(self, folder: Path) -> None:
        """Flush the entries of a folder to the disk; ignored by file systems without this call."""
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno not in {errno.EINVAL, errno.EBADF}:
                raise
        finally:
            os.close(fd)

    def stat(self, path: Path) -> tuple[int, int, int]:
        """Return inode, size in bytes and modification time in nanoseconds of a path."""
        status = os.lstat(path)
        return status.st_ino, status.st_size, status.st_mtime_ns

    def status(self, fd: int) -> tuple[int, int]:
        """Return inode and size in bytes of an open file."""
        status = os.fstat(fd)
        return status.st_ino, status.st_size

    def replace(self, source: Path, target: Path) -> None:
        """Rename a file, replacing an existing one."""
        source.replace(target)

    def unlink(self, path: Path) -> None:
        """Remove a name."""
        path.unlink()

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder, sorted."""
        return sorted(entry.name for entry in folder.iterdir())

    def is_link(self, path: Path) -> bool:
        """Return whether a path is a symbolic link."""
        return path.is_symlink()

    def make_folder(self, folder: Path) -> None:
        """Create a folder for its owner alone, and those above it."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def lock(self, fd: int) -> bool:
        """Try to lock an open file; return whether that worked. Raise OSError if locks are not supported."""
        if sys.platform == "win32":
            raise OSError(errno.ENOLCK, "no file locks")
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(self, fd: int) -> None:
        """Release a lock."""
        if sys.platform != "win32":
            fcntl.flock(fd, fcntl.LOCK_UN)


system: System = System()
"""The operating system; the fault tests put a simulated one here."""


def reason(error: OSError) -> str:
    """Return the reason of an OSError in plain words."""
    return _REASONS.get(error.errno or 0, (error.strerror or str(error)).lower())


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn an OSError into a StoreError of one sentence that begins with `what`."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{what}: {reason(error)}.") from error


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data`, in as many calls as the operating system needs."""
    view = memoryview(data)
    while view:
        view = view[system.write(fd, view[:CHUNK]) :]


def read_lines(fd: int, start: int = 0) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines of an open file from `start` without their line ends, and whether each had one.

    Only the last can lack it. The file is read in pieces of `CHUNK` bytes, larger ones only while a single
    line is larger still. Raise StoreError above `LARGEST_FILE` bytes.
    """
    if system.status(fd)[1] > LARGEST_FILE:
        raise StoreError("A file of the library is larger than 4 GB, which is more than papertui reads.")
    rest, size = b"", CHUNK
    while piece := system.read(fd, size, start):
        start += len(piece)
        lines = (rest + piece).split(b"\n")
        rest = lines.pop()
        size = CHUNK if lines else size * 2
        for line in lines:
            yield line, True
    if rest:
        yield rest, False


def read_file(path: Path) -> bytes:
    """Return the content of a file. Raise StoreError above `LARGEST_FILE` bytes."""
    fd = system.open(path, os.O_RDONLY)
    try:
        return b"".join(line + b"\n" * ended for line, ended in read_lines(fd))
    finally:
        system.close(fd)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that must not exist yet. Raise FileExistsError where it does."""
    fd = system.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        write_all(fd, content)
    finally:
        system.close(fd)


def write_file(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a new file and wait until it is on the disk; nothing of it stays when that fails."""
    fd = system.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        for piece in pieces:
            write_all(fd, piece)
        system.sync(fd)
    except OSError:
        remove(path)
        raise
    finally:
        system.close(fd)


def write_atomically(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a temporary file and rename it: a crash leaves the old file or the new one."""
    aside = path.with_name(f"{path.name}.tmp")
    write_file(aside, pieces)
    try:
        system.replace(aside, path)
    except OSError:
        remove(aside)
        raise
    system.sync_folder(path.parent)


def make_backup_folder(folder: Path) -> Path:
    """Make the folder ``backup`` of a library, and return it. Raise OSError where it is a symbolic link."""
    backup = folder / BACKUP
    system.make_folder(backup)
    if system.is_link(backup):
        raise OSError(errno.ELOOP, "is a symbolic link", str(backup))
    return backup


def remove(path: Path) -> None:
    """Remove a file that is no longer needed."""
    with suppress(OSError):  # a leftover does no harm, and the next compaction removes it
        system.unlink(path)


def exists(path: Path) -> bool:
    """Return whether a path exists."""
    try:
        system.stat(path)
    except FileNotFoundError:
        return False
    return True
