"""Writer thread: queues actions and writes those that are waiting with one sync."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeVar

from papertui.errors import StoreError
from papertui.store.changes import ChangeSet
from papertui.store.journal import JournalStorage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Action:
    storage: JournalStorage
    changes: ChangeSet
    future: Future[None]


@dataclass(frozen=True, slots=True)
class _Call:
    run: Callable[[], None]


class _Stop:
    """Ends the thread."""


class Writer:
    """Writes in the order asked for, on its own thread; a future is done when its action is on the disk."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[_Action | _Call | _Stop] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="papertui-writer", daemon=True)
        self._thread.start()

    def submit(self, storage: JournalStorage, changes: ChangeSet) -> Future[None]:
        """Commit changes as one action. The future fails with StoreError where they were not saved."""
        future: Future[None] = Future()
        self._put(_Action(storage, changes, future))
        return future

    def run(self, function: Callable[[], T]) -> "Future[T]":
        """Call a function on the writer thread, after everything asked for before."""
        future: Future[T] = Future()

        def call() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(function())
            except BaseException as error:  # noqa: BLE001  handed on to whoever asks for the result
                future.set_exception(error)

        self._put(_Call(call))
        return future

    def close(self, timeout: float | None = None) -> bool:
        """Finish what was asked for, for at most `timeout` seconds; tell whether all of it was done."""
        if not self._closed:
            self._closed = True
            self._queue.put(_Stop())
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _put(self, item: _Action | _Call) -> None:
        if self._closed:
            raise StoreError("Not saved: the library is closed.")
        self._queue.put(item)

    def _work(self) -> None:
        item = self._queue.get()
        while not isinstance(item, _Stop):
            if isinstance(item, _Call):
                item.run()
                item = self._queue.get()
            else:
                group, following = self._group(item)
                _commit([action for action in group if action.future.set_running_or_notify_cancel()])
                item = following or self._queue.get()

    def _group(self, first: _Action) -> tuple[list[_Action], _Action | _Call | _Stop | None]:
        """Return the queued actions that follow on the same storage, and the item after them, if any."""
        group: list[_Action] = [first]
        while True:
            try:
                item = self._queue.get_nowait()
            except Empty:
                return group, None
            if not isinstance(item, _Action) or item.storage is not first.storage:
                return group, item
            group.append(item)


def _commit(group: list[_Action]) -> None:
    """Write actions with one wait for the disk; where that fails one by one, each with its own answer."""
    if not group:
        return
    try:
        group[0].storage.commit_many([action.changes for action in group])
    except BaseException as error:  # noqa: BLE001  handed on to whoever waits for the action
        if len(group) == 1:
            group[0].future.set_exception(error)
        else:
            for action in group:
                _commit([action])
    else:
        for action in group:
            action.future.set_result(None)
