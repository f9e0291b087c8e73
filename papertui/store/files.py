"""Files that are whole or absent after a crash, and the lock between programs.

All access to the disk goes through the functions of `os` as this module names them, so that a test can
put a simulated disk in their place.
"""

import errno
import fcntl
import os
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from papertui.errors import StoreError

FILE_MODE, FOLDER_MODE = 0o600, 0o700
LOCK_SECONDS = 1.0
_LOCK_PAUSE = 0.005
_CHUNK = 1 << 20
_NO_LOCKS = {errno.ENOLCK, errno.EBADF, errno.EOPNOTSUPP, errno.ENOSYS}


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter. Raises StoreError."""
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The folder {folder} cannot be made: {reason(error)}.") from error


def sync_folder(folder: Path) -> None:
    """Make sure that names made, changed or removed in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(descriptor: int, data: bytes) -> None:
    """Write all of the data, however many calls that takes."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_chunks(path: Path) -> Iterator[bytes]:
    """Yield the content of a file in pieces of a megabyte. Refuses to follow a symbolic link."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        while chunk := os.read(descriptor, _CHUNK):
            yield chunk
    finally:
        os.close(descriptor)


def write_atomically(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file aside, sync it and put it in place; a crash leaves the old file or the new one."""
    aside = path.with_name(f"{path.name}.new")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, FILE_MODE)
    try:
        buffer = bytearray()
        for piece in pieces:
            buffer += piece
            if len(buffer) >= _CHUNK:
                write_whole(descriptor, bytes(buffer))
                buffer.clear()
        write_whole(descriptor, bytes(buffer))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.replace(aside, path)  # noqa: PTH105 - the simulated disk stands behind os
    sync_folder(path.parent)


def reason(error: OSError) -> str:
    """Return why the system refused, in its own words."""
    return (error.strerror or str(error)).lower()


class FolderLock:
    """A lock that programs on this machine take in turn while they write. Readers never need it.

    On file systems without locks it counts as held, and `missing` is set.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._depth = 0
        self.missing = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock; waits at most a second for another program. Raises StoreError naming its holder."""
        if self._depth == 0:
            self._acquire()
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._release()

    def close(self) -> None:
        """Let go of the lock's file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _acquire(self) -> None:
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, FILE_MODE)
        for _ in range(round(LOCK_SECONDS / _LOCK_PAUSE)):
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                threading.Event().wait(_LOCK_PAUSE)
            except OSError as error:
                if error.errno not in _NO_LOCKS:
                    raise
                self.missing = True
                return
            else:
                os.pwrite(self._descriptor, f"{os.getpid()}@{socket.gethostname()}\n".encode(), 0)
                return
        raise StoreError(f"The library is being written by another program ({self._holder()}).")

    def _release(self) -> None:
        if self._descriptor is not None and not self.missing:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def _holder(self) -> str:
        if self._descriptor is None:
            return "unknown"
        return os.pread(self._descriptor, 200, 0).split(b"\n")[0].decode(errors="replace") or "unknown"
