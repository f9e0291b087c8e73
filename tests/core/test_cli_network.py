"""The commands add and fetch: real processes that ask a server of the test's own, named in the reader's config."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from papertui.library import Library
from papertui.model import Scope, ScopeKind
from tests.conftest import Run
from tests.core.scripted_server import Handler, ScriptedServer, answer, feed, scripted_server

AUTHOR = Scope(ScopeKind.AUTHOR, "Ada Author")
TOPIC = Scope(ScopeKind.TOPIC, "Tool Gardens")
OFFLINE = "Cannot reach arXiv; check the network."


def configure(address: str) -> None:
    """Let the reader's config name an address, and no pause between requests."""
    path = Path(os.environ["XDG_CONFIG_HOME"]) / "papertui" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'[arxiv]\naddress = "{address}"\ninterval = 0\n')


@pytest.fixture(autouse=True)
def _configured(server: ScriptedServer) -> None:
    configure(server.address)


def follow(folder: Path, *scopes: Scope) -> None:
    with Library.open(folder) as library:
        for scope in scopes:
            library.follow(scope)


def test_add_takes_ids_addresses_and_dois(papertui: Run, server: ScriptedServer) -> None:
    server.script(answer(feed([1, 2])))
    done = papertui("add", "2608.00001", "https://arxiv.org/abs/2608.00002", "https://doi.org/10.1000/abc")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == [
        "Only the DOI of 10.1000/abc is known; import its BibTeX to complete the record.",
        "3 new, 0 known, 0 revised.",
    ]
    shown = papertui("show", "2608.00002", "doi:10.1000/abc", "--format", "json")
    assert [one["title"] for one in json.loads(shown.stdout)] == ["Paper 2", None]
    assert papertui("undo").returncode == 0
    assert papertui("show", "2608.00002").returncode == 1


def test_add_tells_what_is_not_there(papertui: Run, server: ScriptedServer) -> None:
    server.script(answer(feed([])))
    done = papertui("add", "2608.00001", "nonsense")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "nonsense is not an arXiv id, a DOI or an address of one.",
        "arXiv has no paper 2608.00001.",
        "0 new, 0 known, 0 revised.",
    ]


def test_without_a_network_both_say_so_in_one_sentence(papertui: Run, folder: Path) -> None:
    follow(folder, TOPIC, AUTHOR)
    with scripted_server() as gone:
        configure(gone.address)
    added = papertui("add", "2608.00001", "10.1000/abc")
    assert (added.returncode, added.stdout, added.stderr) == (2, "", f"papertui: {OFFLINE}\n")
    fetched = papertui("fetch")
    assert (fetched.returncode, fetched.stdout, fetched.stderr) == (2, "", f"{OFFLINE}\n")
    assert papertui("undo").returncode == 1


def test_fetch_brings_what_is_followed(papertui: Run, folder: Path, server: ScriptedServer) -> None:
    server.script(answer(feed([])))
    nothing = papertui("fetch")
    assert nothing.returncode == 1
    assert nothing.stderr.startswith("Nothing to fetch yet")
    assert server.requests == []
    follow(folder, TOPIC, AUTHOR)
    recent = feed(range(100, 103)).replace("2026-08-05", "2999-01-01")
    server.script(answer(recent), answer(recent.replace("00100", "00200")))
    done = papertui("fetch")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "4 new, 2 known, 0 revised.\n"
    filed = papertui("list", 'topic:="Tool Gardens"', "--format", "keys").stdout.split()
    assert set(filed) == {f"arxiv:2608.00{number}" for number in (100, 101, 102)}
    assert papertui("undo").returncode == 0
    assert papertui("show", "2608.00100").returncode == 1


def test_fetch_tells_what_failed_and_keeps_the_rest(
    papertui: Run, folder: Path, server: ScriptedServer
) -> None:
    follow(folder, TOPIC, AUTHOR)
    recent = feed([7]).replace("2026-08-05", "2999-01-01")
    server.script(answer("", 400), answer(recent))
    done = papertui("fetch")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "Tool Gardens: arXiv refuses to answer (400).",
        "1 new, 0 known, 0 revised.",
    ]
    assert papertui("show", "2608.00007").returncode == 0


def test_a_wrong_address_is_told(papertui: Run) -> None:
    configure("ftp://127.0.0.1/")
    done = papertui("add", "10.1000/abc")
    assert "arxiv.address must be an https address" in done.stderr


@pytest.mark.parametrize("command", [["fetch"], ["add", *(f"2608.{number:05d}" for number in range(150))]])
def test_ctrl_c_keeps_what_fetch_brought_and_adds_nothing_half(
    folder: Path, server: ScriptedServer, command: list[str]
) -> None:
    follow(folder, AUTHOR)
    asked = Event()

    def wait(handler: Handler) -> None:
        asked.set()
        handler.server.closing.wait()

    server.script(answer(feed(range(100), 200).replace("2026-08-05", "2999-01-01")), wait)
    words = [sys.executable, "-m", "papertui", "--library", str(folder), *command]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert asked.wait(60)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    with Library.open(folder) as library:
        if command[0] == "fetch":
            assert told.splitlines() == ["Stopped.", "100 new, 0 known, 0 revised."]
            assert len(library) == 135
            library.undo()
        else:
            assert told == "Stopped. Nothing added.\n"
        assert len(library) == 35


def test_progress_stands_on_a_terminal(folder: Path, server: ScriptedServer) -> None:
    follow(folder, AUTHOR)
    server.script(answer(feed([1]).replace("2026-08-05", "2999-01-01")))
    terminal, theirs = pty.openpty()
    try:
        words = [sys.executable, "-m", "papertui", "--library", str(folder), "fetch"]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=theirs, check=False, timeout=60)
        told = os.read(terminal, 10_000).decode()
    finally:
        os.close(theirs)
        os.close(terminal)
    assert (done.returncode, done.stdout) == (0, b"")
    assert "Fetching Ada Author (1 of 1): 1 paper, 1 new" in told
    assert told.endswith("\r\x1b[K1 new, 0 known, 0 revised.\r\n")
