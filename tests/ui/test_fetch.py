"""arXiv asked from the screen, at a server on this machine."""

from collections.abc import Iterator

import pytest
from textual import events

from papertui.arxiv import ArxivClient
from papertui.library import Library
from papertui.model import Scope, ScopeKind
from tests.core.scripted_server import ScriptedServer, answer, feed, scripted_server, silence
from tests.ui.conftest import Open, Screen

TOPIC = Scope(ScopeKind.TOPIC, "LLM Agent Training")


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """Return a running server."""
    with scripted_server() as running:
        yield running


def ask(screen: Screen, server: ScriptedServer) -> None:
    """Let the screen ask the server."""
    screen.controller.jobs.client = ArxivClient(server.address, interval=0.0, seconds=5.0)


async def test_a_fetch_runs_beside_the_keys_and_counts_what_is_new(
    library: Library, opened: Open, server: ScriptedServer
) -> None:
    server.script(answer(feed([1, 2])))
    library.follow(TOPIC)
    async with opened(library) as screen:
        ask(screen, server)
        await screen.press("ctrl+r", "j", "j")
        await screen.until(lambda: "2 new" in screen.message and "undoes" in screen.message)
        assert screen.papers.row is not None
        await screen.press("slash")
        await screen.type("is:new")
        await screen.press("enter")
        assert "Paper 1" in screen.drawn()
        assert "Paper 2" in screen.drawn()
        await screen.press("escape", "u")
        assert len(library) == 35


async def test_the_same_key_stops_a_fetch(library: Library, opened: Open, server: ScriptedServer) -> None:
    server.script(silence)
    library.follow(TOPIC)
    async with opened(library) as screen:
        ask(screen, server)
        await screen.press("ctrl+r")
        await screen.until(lambda: bool(server.requests))
        await screen.press("j", "ctrl+r")
        await screen.until(lambda: "Stopped." in screen.message)
        assert len(server.requests) == 1


async def test_leaving_ends_a_fetch(library: Library, opened: Open, server: ScriptedServer) -> None:
    server.script(silence)
    library.follow(TOPIC)
    async with opened(library) as screen:
        ask(screen, server)
        await screen.press("ctrl+r")
        jobs = screen.controller.jobs
        await screen.until(lambda: bool(server.requests))
        await screen.press("q")
    assert jobs.fetch_cancel is None


async def test_an_id_is_added_from_arxiv(library: Library, opened: Open, server: ScriptedServer) -> None:
    server.script(answer(feed([7])))
    async with opened(library) as screen:
        ask(screen, server)
        await screen.press("i")
        screen.app.screen.post_message(events.Paste("https://arxiv.org/abs/2608.00007"))
        await screen.press("enter")
        await screen.until(lambda: "1 new" in screen.message)
        assert screen.papers.cursor == "arxiv:2608.00007"
        assert "Paper 7" in screen.drawn()


async def test_offline_is_one_calm_sentence(library: Library, opened: Open, server: ScriptedServer) -> None:
    server.script(answer("<html>busy</html>", status=404))
    library.follow(TOPIC)
    async with opened(library) as screen:
        ask(screen, server)
        await screen.press("ctrl+r")
        await screen.until(lambda: "404" in screen.message)
        assert len(library) == 35
