"""A question for arXiv from the screen: the network waits in a thread, the library is touched in the loop alone."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from threading import Event
from types import TracebackType
from typing import Self

from papertui.arxiv import ArxivClient
from papertui.errors import PapertuiError

LOOK_SECONDS = 0.1
LEFT = "papertui was left before the answer was taken in."


class LeftError(PapertuiError):
    """The reader has left, and with the screen the loop in which the library is touched."""


class Asking:
    """One question; leaving its block, also because the app ends, gives it up."""

    def __init__(self, client: ArxivClient, say: Callable[[str], None]) -> None:
        self.client = client
        self.cancel = Event()
        self._say = say
        self._loop = asyncio.get_running_loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel.set()

    def tell(self, text: str) -> None:
        """Tell the reader how far it is; from any thread. Who has left is told nothing."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._say, text)

    def call(self, step: Callable[[], None]) -> None:
        """Run a step in the loop and wait for its end; from another thread. Raises LeftError where the reader left."""
        done: Future[None] = Future()

        def run() -> None:
            try:
                step()
            except BaseException as error:  # noqa: BLE001 - raised again where the step is waited for
                done.set_exception(error)
            else:
                done.set_result(None)

        try:
            self._loop.call_soon_threadsafe(run)
        except RuntimeError as error:
            raise LeftError(LEFT) from error
        while not done.done():
            wait((done,), LOOK_SECONDS)
            if self._loop.is_closed():
                raise LeftError(LEFT)
        done.result()
