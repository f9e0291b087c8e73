"""Background jobs of the screen: imports, fetches and requests to arXiv."""

import asyncio
from collections.abc import Callable
from concurrent.futures import wait
from contextlib import suppress
from functools import cached_property
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Self

from papertui.errors import PapertuiError

if TYPE_CHECKING:
    from papertui.arxiv import ArxivClient

POLL_SECONDS = 0.1
LEFT = "papertui was closed before the response was saved."


class TransferJobs:
    """The import and the fetch that run, at most one of each, and the client that all requests share."""

    def __init__(self, address: str, interval: float) -> None:
        self.is_importing = False
        self.fetch_cancel: Event | None = None
        """Cancels the fetch that runs; None if none runs."""
        self._address = address
        self._interval = interval

    @cached_property
    def client(self) -> "ArxivClient":
        """The arXiv client; one for all requests, so that it keeps the interval between them."""
        from papertui.arxiv import ArxivClient

        return ArxivClient(self._address, interval=self._interval)


class ClosedError(PapertuiError):
    """The screen, and with it the event loop that changes the library, is closed."""


class ArxivRequest:
    """A request that runs in a thread and changes the library in the event loop; leaving the block cancels it."""

    def __init__(self, client: "ArxivClient", say: Callable[[str], None]) -> None:
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

    def report(self, text: str) -> None:
        """Show progress, from any thread; ignored once the event loop is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._say, text)

    def call(self, step: Callable[[], None]) -> None:
        """Run a step in the event loop and wait for it, from another thread. Raises ClosedError if the loop closes."""

        async def run() -> None:
            step()

        running = run()
        try:
            done = asyncio.run_coroutine_threadsafe(running, self._loop)
        except RuntimeError as error:
            running.close()
            raise ClosedError(LEFT) from error
        while not done.done():
            wait((done,), POLL_SECONDS)
            if self._loop.is_closed():
                raise ClosedError(LEFT)
        done.result()
