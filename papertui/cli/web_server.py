"""papertui in a browser, by textual-serve: each page that is opened runs a papertui of its own. The only user of it."""

import shlex
from collections.abc import Sequence
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler
from textual_serve.server import Server

from papertui.cli.output import say

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""Hosts that only this machine reaches."""
PATIENCE = 0.5
"""Seconds that the end waits for pages that are still open."""


class WebServer(Server):
    """Serves papertui to the pages that it gave out itself.

    Any page of any site may try to reach a server on this machine. Its browser says which page that is, and under
    which name the server was reached: both must be our own.
    """

    def __init__(self, command: Sequence[str], host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        super().__init__(
            shlex.join(command), host, port, title="papertui", public_url=f"http://{shown}:{port}"
        )

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing yet: whether the address can be had is not known."""

    def serve(self, debug: bool = False) -> None:  # noqa: ARG002 - as in textual-serve
        """Serve until Ctrl-C. Raises OSError where the address cannot be had."""
        web.run_app(
            self._make_app(),
            host=self.host,
            port=self.port,
            print=self._announce,
            access_log=None,
            shutdown_timeout=PATIENCE,
        )

    def _announce(self, *_: object) -> None:
        say(f"papertui is at {self.public_url} until Ctrl-C.")
        if self.host not in LOOPBACK:
            say("Everybody who reaches this address can read and change the library.")

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._only_own_pages)
        return app

    @web.middleware
    async def _only_own_pages(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        own = urlsplit(self.public_url).netloc
        origin = request.headers.get("Origin")
        if self.host in LOOPBACK and (request.host != own or (origin and urlsplit(origin).netloc != own)):
            raise web.HTTPForbidden(text="This is papertui, for its own pages alone.")
        if origin and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="This is papertui, for its own pages alone.")
        return await handler(request)
