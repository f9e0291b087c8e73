"""Lock of a library folder: one process writes, others wait up to a second."""

import errno
import os
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from papertui.errors import StoreError
from papertui.store import files

WAIT = 1.0
"""Seconds that a writer waits for another one."""
_SHORT_WAIT = 0.05
_PAUSE = 0.0005
"""Seconds between two attempts; short, because a busy writer frees the lock only a tenth of the time."""
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EBADF, errno.EINVAL}


class LockedError(StoreError):
    """Another process kept the library locked for longer than `WAIT`."""


class FolderLock:
    """A lock that this process may take again while it holds it; a context manager.

    Where the file system knows no locks, the first process to open the library for writing holds it until
    it closes it (a file `lease` names it), and any other may only read.
    """

    def __init__(self, folder: Path) -> None:
        self.mutex = threading.RLock()
        """Held by the thread that reads or writes the library; enough where the disk is only read."""
        self.single_writer = False
        """Whether locks are unknown here, and this process alone may write."""
        self.refused = ""
        """Why this process may not write at all, as a sentence; empty where it may."""
        self._depth = 0
        self._patience = WAIT
        self._owner = f"{os.getpid()}@{socket.gethostname()}".encode()
        self._lease = folder / "lease"
        self._fd = files.system.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_APPEND)
        try:
            if files.system.lock(self._fd):
                files.system.unlock(self._fd)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            self._take_lease()

    def __enter__(self) -> Self:
        self.mutex.acquire()
        try:
            if not self._depth and not self.single_writer:
                self._wait()
            self._depth += 1
        except BaseException:
            self.mutex.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if not self._depth and not self.single_writer:
            files.system.unlock(self._fd)
        self.mutex.release()

    def close(self) -> None:
        """Give back what is held."""
        if self.single_writer:
            files.remove(self._lease)
            self.single_writer = False
        if self._fd >= 0:
            files.system.close(self._fd)
            self._fd = -1

    def _wait(self) -> None:
        if self._fd < 0:
            raise StoreError("Not saved: the library is closed.")
        deadline = time.monotonic() + self._patience
        while not self._locked():
            if time.monotonic() > deadline:
                # A process that held it for the whole wait may never release it: wait less from now on.
                self._patience = _SHORT_WAIT
                holder = files.system.read(self._fd, 200, 0).decode(errors="replace")
                raise LockedError(f"Another papertui ({holder}) keeps the library locked.")
            time.sleep(_PAUSE)
        self._patience = WAIT
        self._sign()

    def _locked(self) -> bool:
        with files.explained("Not saved: the library cannot be locked"):
            return files.system.lock(self._fd)

    def _sign(self) -> None:
        """Write the name of this process into the lock file, for the error message of others."""
        with suppress(OSError):  # the name is a courtesy: a full disk must not stop a lock
            if files.system.read(self._fd, 200, 0) != self._owner:
                files.system.truncate(self._fd, 0)
                files.write_all(self._fd, self._owner)

    def _take_lease(self) -> None:
        for _ in range(2):
            try:
                files.write_new(self._lease, self._owner)
            except FileExistsError:
                holder = files.read_file(self._lease).decode(errors="replace")
                if not _is_dead(holder):
                    break
                files.remove(self._lease)
            else:
                self.single_writer = True
                return
        self.refused = (
            f"This folder knows no file locks and {holder} has it open, so it is open for reading only;"
            f" if that papertui is gone, remove {self._lease}."
        )


def _is_dead(holder: str) -> bool:
    """Return whether a lease belongs to a process of this machine that no longer runs."""
    pid, _, host = holder.partition("@")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return int(pid) == os.getpid()
