"""The screen in a browser: served to our own pages on this machine, and to nobody else unasked."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from papertui.library import Library
from papertui.ui.session import Session
from tests.conftest import Run

if TYPE_CHECKING:
    from aiohttp import ClientWebSocketResponse

pytest.importorskip("textual_serve", reason="the extra web is not installed")
aiohttp = pytest.importorskip("aiohttp")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell", "headless_shell")


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    address: str
    port: int
    folder: Path


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    """Return papertui as it is served on a free port of this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "papertui", "--library", str(folder), "serve", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as server:
        try:
            assert server.stderr is not None
            said = server.stderr.readline()
            assert said == f"Serving papertui at http://127.0.0.1:{port}. Press Ctrl-C to stop.\n"
            yield Served(f"http://127.0.0.1:{port}", port, folder)
            server.send_signal(signal.SIGINT)
            assert server.wait(20) == 0
        finally:
            server.kill()


async def status(served: Served, path: str = "/", **headers: str) -> int:
    """Return how the server answers a request with some headers."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{served.address}{path}", headers=headers) as answer,
    ):
        return int(answer.status)


async def test_the_page_is_for_this_machine_and_its_own_pages(served: Served) -> None:
    assert await status(served) == 200
    assert await status(served, Host=f"evil.example:{served.port}") == 403
    assert await status(served, "/ws", Origin="http://evil.example") == 403
    assert await status(served, "/ws", Origin="null") == 403
    with socket.socket() as other:
        outward = socket.gethostbyname(socket.gethostname())
        if not outward.startswith("127."):
            assert other.connect_ex((outward, served.port)) != 0


async def test_keys_and_screen_go_through_the_page(served: Served) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{served.address}/ws?width=120&height=40", origin=served.address) as socket_,
        asyncio.timeout(30),
    ):
        await until(socket_, b"FlowBalance")
        await until(socket_, b"Welcome")
        await socket_.send_json(["stdin", "s"])
        await until(socket_, "Starred “".encode())
    with Library.open(served.folder, read_only=True) as library:
        assert library.mark(library.listing(Session().view).keys[0]).starred


async def until(socket_: "ClientWebSocketResponse", text: bytes) -> None:
    """Wait until a text comes from the server."""
    seen = b""
    while text not in seen:
        message = await socket_.receive()
        assert message.type is not aiohttp.WSMsgType.CLOSED, seen
        seen += message.data if isinstance(message.data, bytes) else b""


def test_a_port_in_use_is_told_in_a_sentence(papertui: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = papertui("serve", "--port", str(taken.getsockname()[1]))
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no Chromium is installed")
def test_a_real_browser_runs_it(served: Served, tmp_path: Path) -> None:
    browser = next(filter(None, map(shutil.which, BROWSERS)))
    assert browser is not None
    switches = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    opened = [browser, *switches, served.address]
    with subprocess.Popen(opened, stderr=subprocess.DEVNULL, start_new_session=True) as page:
        waited_for(served.folder / "state.json", page)
        os.killpg(page.pid, signal.SIGTERM)
    shown = subprocess.run(
        [browser, *switches, "--dump-dom", served.address],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "xterm" in shown.stdout


def waited_for(path: Path, process: "subprocess.Popen[bytes]") -> None:
    """Wait until a file is there; fails where it never comes, or the process ends before."""
    for _ in range(300):
        if path.exists():
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
            break
    raise AssertionError(f"{path} did not come")
