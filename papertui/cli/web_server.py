"""Web server (papertui serve); the only module that uses textual-serve."""

import shlex
from collections.abc import Sequence
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler
from textual_serve.server import Server

from papertui.cli.output import say

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""Hosts that only this machine can reach."""
PATIENCE = 0.5
"""Seconds that the exit waits for open pages."""


class WebServer(Server):
    """Serves papertui to its own pages only.

    Any web page may try to reach a server on this machine. The browser sends the origin of the page and the host
    name of the server; both must be ours. Each opened page runs its own papertui.
    """

    def __init__(self, command: Sequence[str], host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        super().__init__(
            shlex.join(command), host, port, title="papertui", public_url=f"http://{shown}:{port}"
        )

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing yet, since the address may be in use."""

    def serve(self, debug: bool = False) -> None:  # noqa: ARG002 - the signature of textual-serve
        """Serve until Ctrl-C. Raises OSError if the address is not available."""
        web.run_app(
            self._make_app(),
            host=self.host,
            port=self.port,
            print=self._announce,
            access_log=None,
            shutdown_timeout=PATIENCE,
        )

    def _announce(self, *_: object) -> None:
        say(f"Serving papertui at {self.public_url}. Press Ctrl-C to stop.")
        if self.host not in LOOPBACK:
            say("Anyone who can reach this address can read and change the library.")

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._only_own_pages)
        return app

    @web.middleware
    async def _only_own_pages(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        own = urlsplit(self.public_url).netloc
        origin = request.headers.get("Origin")
        if self.host in LOOPBACK and (request.host != own or (origin and urlsplit(origin).netloc != own)):
            raise web.HTTPForbidden(text="This server accepts only pages of papertui.")
        if origin and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="This server accepts only pages of papertui.")
        return await handler(request)
