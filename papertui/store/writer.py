"""The one thread that writes: actions go out in order, those that queue meanwhile with one sync."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from papertui.store.journal import JournalStorage
from papertui.store.lines import ChangeSet

Result = TypeVar("Result")
_Job = tuple[JournalStorage, ChangeSet, "Future[None]"] | Callable[[], None]


class Writer:
    """A queue of actions and of other work on the disk, done one after the other on a thread of its own."""

    def __init__(self) -> None:
        self._jobs: deque[_Job] = deque()
        self._wake = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="papertui-writer", daemon=True)
        self._thread.start()

    def submit(self, storage: JournalStorage, changes: ChangeSet) -> "Future[None]":
        """Queue one action; its future is done when it is on disk, or fails with StoreError."""
        future: Future[None] = Future()
        self._queue((storage, changes, future))
        return future

    def run(self, work: Callable[[], Result]) -> "Future[Result]":
        """Queue other work, done after all that was queued before it."""
        future: Future[Result] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the future
                future.set_exception(error)

        self._queue(job)
        return future

    def close(self, timeout: float = 10.0) -> None:
        """Finish what is queued and end the thread; waits at most so many seconds."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(timeout)

    def _queue(self, job: _Job) -> None:
        with self._wake:
            self._jobs.append(job)
            self._wake.notify()

    def _work(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._jobs or self._closing)
                if not self._jobs:
                    return
                first = self._jobs.popleft()
                if callable(first):
                    group = []
                else:
                    group = [first, *self._same_storage(first[0])]
            if callable(first):
                first()
            else:
                self._write(first[0], [(changes, future) for _, changes, future in group])

    def _same_storage(self, storage: JournalStorage) -> list[tuple[JournalStorage, ChangeSet, "Future[None]"]]:
        group = []
        while self._jobs and not callable(self._jobs[0]) and self._jobs[0][0] is storage:
            job = self._jobs.popleft()
            assert not callable(job)
            group.append(job)
        return group

    @staticmethod
    def _write(storage: JournalStorage, actions: list[tuple[ChangeSet, "Future[None]"]]) -> None:
        actions = [action for action in actions if action[1].set_running_or_notify_cancel()]
        try:
            storage.commit_many([changes for changes, _ in actions])
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the futures
            for _, future in actions:
                future.set_exception(error)
        else:
            for _, future in actions:
                future.set_result(None)
