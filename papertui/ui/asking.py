"""A question for arXiv from the screen: the network waits in a thread, the library is touched in the loop alone."""

import asyncio
from collections.abc import Callable
from threading import Event
from types import TracebackType
from typing import Self

from papertui.arxiv import ArxivClient


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
        """Tell the reader how far it is; from any thread."""
        self._loop.call_soon_threadsafe(self._say, text)

    def call(self, step: Callable[[], None]) -> None:
        """Run a step in the loop and wait for its end; from another thread."""

        async def run() -> None:
            step()

        asyncio.run_coroutine_threadsafe(run(), self._loop).result()
