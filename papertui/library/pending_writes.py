"""Pending writes: changes on their way to the disk, and failed ones for retry."""

from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from papertui.errors import StoreError
from papertui.store import ChangeSet, JournalStorage, Writer

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class FailedWrite:
    """An action that could not be written and will be tried again."""

    changes: ChangeSet
    reason: str


class PendingWrites:
    """Hands changes to the writer thread, and keeps those that fail for another try."""

    def __init__(self, storage: JournalStorage, writer: Writer) -> None:
        self._storage = storage
        self._writer = writer
        self._waiting: dict[Future[None], ChangeSet] = {}
        self.failures: list[FailedWrite] = []
        self.on_result: Callable[[], None] = lambda: None
        """Called from the writer thread after each result, so that a screen can update itself."""

    def save(self, changes: ChangeSet) -> None:
        """Send one action to the disk; returns at once."""
        future = self._writer.submit(self._storage, changes)
        self._waiting[future] = changes
        future.add_done_callback(lambda _: self.on_result())

    @property
    def busy(self) -> bool:
        """Whether an action is not yet written."""
        return any(not future.done() for future in self._waiting)

    def collect(self) -> list[FailedWrite]:
        """Return the actions that have failed since the last call; they are kept in `failures`."""
        failed: list[FailedWrite] = []
        for future in [future for future in self._waiting if future.done()]:
            changes = self._waiting.pop(future)
            error = future.exception()
            if isinstance(error, StoreError):
                failed.append(FailedWrite(changes, str(error)))
            elif error is not None:
                raise error
        self.failures += failed
        return failed

    def retry(self) -> None:
        """Write all failed actions again."""
        failures, self.failures = self.failures, []
        for failure in failures:
            self.save(failure.changes)

    def settle(self, timeout: float | None = None) -> None:
        """Wait until everything is on disk. Raises StoreError with the reason where something is not."""
        wait(self._waiting, timeout)
        failed = self.collect()
        if failed:
            reason = failed[0].reason
            raise StoreError(reason if reason.startswith("Not saved") else f"Not saved: {reason}")
