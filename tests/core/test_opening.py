"""Only web addresses are opened, nothing disturbs the terminal, and a missing browser is no fault of the reader."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.system.browser import is_web_address, open_url

ADDRESS = "https://arxiv.org/abs/2608.06197"
HEADLESS = {"PATH": "/nowhere"}


class Starts:
    """What would have been started."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.environments: list[Mapping[str, str]] = []

    def __call__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.commands.append(list(command))
        self.environments.append(environment)


@pytest.fixture
def starts() -> Starts:
    """Return what takes down what is started."""
    return Starts()


@pytest.fixture
def desktop(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a desktop with xdg-open, lynx and a browser called gecko."""
    for name in ("xdg-open", "lynx", "gecko"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    return {"PATH": str(tmp_path), "DISPLAY": ":0"}


@pytest.mark.parametrize(
    "address",
    [
        "--version",
        "-x",
        "javascript:1",
        "file:///etc/passwd",
        "ftp://x",
        "http://",
        "https:///abs/1",
        "http://-x",
        "https://a b",
        "https://a\nb",
        "https://a\tb",
        "https://a\u00a0b",
        "https://a\x1b]52;c;x\x07",
        "https://a\u202eb",
        "https://a\ud800b",
        'https://a"b',
        "https://a\\b",
        "https://a:port/",
        "https://[a",
        " https://a",
        "",
        "https://a/" + "x" * 2_000,
    ],
)
def test_anything_but_a_web_address_is_refused(address: str, starts: Starts) -> None:
    assert not is_web_address(address)
    opened = open_url(address, ("browser",), start=starts)
    assert (opened.ok, opened.text) == (False, "Not opened: not an http or https address")
    assert starts.commands == []


@pytest.mark.parametrize(
    "address",
    [
        ADDRESS,
        "http://localhost:8000/x?a=b#c",
        "HTTPS://arXiv.org",
        "https://müller.de/论文",
        "http://[::1]/",
    ],
)
def test_web_addresses_are_taken(address: str) -> None:
    assert is_web_address(address)


@given(st.text(max_size=40), st.sampled_from(["", "http://", "https://a", "https://a/"]))
def test_what_is_taken_is_one_plain_argument(text: str, prefix: str) -> None:
    address = prefix + text
    if is_web_address(address):
        assert address.isprintable()
        assert address.split() == [address]
        assert address.lower().startswith(("http://", "https://"))


def test_the_readers_browser_gets_the_address_as_one_argument(starts: Starts) -> None:
    address = "https://arxiv.org/abs/1?a=$(x);y"
    opened = open_url(address, ("my", "browser"), environment=HEADLESS, start=starts)
    assert (opened.ok, opened.text) == (True, f"Opening {address}")
    open_url(address, ("my", "--url", "%s", "--tab"), environment=HEADLESS, start=starts)
    assert starts.commands == [["my", "browser", address], ["my", "--url", address, "--tab"]]


def test_the_desktop_opens_where_nothing_else_is_wanted(desktop: dict[str, str], starts: Starts) -> None:
    assert open_url(ADDRESS, environment=desktop, platform="linux", start=starts).ok
    assert open_url(ADDRESS, environment=HEADLESS, platform="darwin", start=starts).ok
    assert open_url(ADDRESS, environment=HEADLESS, platform="win32", start=starts).ok
    assert starts.commands == [
        ["xdg-open", ADDRESS],
        ["open", ADDRESS],
        ["rundll32", "url.dll,FileProtocolHandler", ADDRESS],
    ]


def test_without_a_display_or_a_program_the_address_is_said(desktop: dict[str, str], starts: Starts) -> None:
    for environment in ({**desktop, "DISPLAY": ""}, {**HEADLESS, "DISPLAY": ":0"}):
        opened = open_url(ADDRESS, environment=environment, platform="linux", start=starts)
        assert (opened.ok, opened.text) == (False, f"No browser here: {ADDRESS}")
    assert starts.commands == []


@pytest.mark.parametrize("wanted", ["gecko --new-tab", "missing:gecko --new-tab", "lynx:gecko --new-tab %s"])
def test_the_browser_of_the_environment_comes_before_the_desktop(
    desktop: dict[str, str], starts: Starts, wanted: str
) -> None:
    environment = {**desktop, "DISPLAY": "", "BROWSER": wanted.replace(":", os.pathsep)}
    assert open_url(ADDRESS, environment=environment, platform="linux", start=starts).ok
    assert starts.commands == [["gecko", "--new-tab", ADDRESS]]


@pytest.mark.parametrize("wanted", ["", "missing", "'unclosed", os.pathsep])
def test_an_odd_browser_in_the_environment_is_passed_by(
    desktop: dict[str, str], starts: Starts, wanted: str
) -> None:
    assert open_url(ADDRESS, environment={**desktop, "BROWSER": wanted}, platform="linux", start=starts).ok
    assert starts.commands == [["xdg-open", ADDRESS]]


def test_browsers_that_take_over_the_terminal_are_never_started(
    desktop: dict[str, str], starts: Starts
) -> None:
    opened = open_url(ADDRESS, ("/usr/bin/w3m",), environment=desktop, start=starts)
    assert (opened.ok, opened.text) == (False, f"/usr/bin/w3m would take over the terminal: {ADDRESS}")
    headless = {**desktop, "DISPLAY": "", "BROWSER": "lynx"}
    assert open_url(ADDRESS, environment=headless, platform="linux", start=starts).text.startswith(
        "No browser"
    )
    assert starts.commands == []
    assert open_url(ADDRESS, environment={**desktop, "BROWSER": "lynx"}, platform="linux", start=starts).ok
    assert starts.commands == [["xdg-open", ADDRESS]]
    assert "BROWSER" not in starts.environments[0]


def test_a_browser_that_does_not_exist_is_told(tmp_path: Path) -> None:
    opened = open_url(ADDRESS, (f"{tmp_path}/none",))
    assert (opened.ok, opened.text) == (False, f"{tmp_path}/none does not start: {ADDRESS}")


def test_a_browser_writes_nothing_to_the_terminal_and_outlives_the_shell(tmp_path: Path) -> None:
    browser, pipe = tmp_path / "browser", tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    browser.write_text(f'#!/bin/sh\necho noise; echo noise >&2; cat; echo $$ "$1" > {pipe}; sleep 60\n')
    browser.chmod(0o755)
    code = f"from papertui.system.browser import open_url; print(open_url({ADDRESS!r}, ({str(browser)!r},)).text)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (told.stdout, told.stderr) == (f"Opening {ADDRESS}\n", "")
    assert select.select([reader], [], [], 30.0)[0], "the browser never ran"
    with os.fdopen(reader) as words:
        process, address = words.read().split()
    assert address == ADDRESS
    assert os.getsid(int(process)) == int(process)
    os.killpg(int(process), signal.SIGKILL)
