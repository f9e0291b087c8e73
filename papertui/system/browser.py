"""Browser: open http and https addresses, without a shell."""

import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import urlsplit

from papertui.system.process import has_program, start_detached

Start = Callable[[Sequence[str], Mapping[str, str]], None]
"""Starts a detached command in an environment. Raises OSError if it does not start."""

LONGEST_ADDRESS = 2_000
"""Maximum length of an address passed to a program, in characters."""

_TEXT_BROWSERS = frozenset(
    {
        "browsh",
        "carbonyl",
        "chawan",
        "cha",
        "elinks",
        "links",
        "links2",
        "lynx",
        "netsurf-fb",
        "w3m",
        "www-browser",
    }
)
"""Browsers that would take over the terminal of papertui."""
_DESKTOP = {"darwin": ("open",), "win32": ("rundll32", "url.dll,FileProtocolHandler")}
_LAUNCHERS = (
    ("xdg-open",),
    ("gio", "open"),
    ("wslview",),
    ("firefox",),
    ("chromium",),
    ("google-chrome",),
)
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")


@dataclass(frozen=True, slots=True)
class Opened:
    """The result of opening an address, as a sentence."""

    ok: bool
    text: str


def open_url(
    address: str,
    browser: Sequence[str] = (),
    *,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    start: Start = start_detached,
) -> Opened:
    """Open an address with the configured command, ``BROWSER`` or the desktop's; report the address if there is none.

    Returns as soon as the program has started. Other addresses than http and https are refused, and so is a browser
    that would take over the terminal.
    """
    if not is_web_address(address):
        return Opened(ok=False, text="Not opened: not an http or https address")
    command = browser or _command(environment, platform)
    if not command:
        return Opened(ok=False, text=f"No browser here: {address}")
    if _is_text_browser(command):
        return Opened(ok=False, text=f"{command[0]} would take over the terminal: {address}")
    try:
        start(_with_address(command, address), _without_text_browsers(environment))
    except OSError:
        return Opened(ok=False, text=f"{command[0]} does not start: {address}")
    return Opened(ok=True, text=f"Opening {address}")


def is_web_address(address: str) -> bool:
    """Return whether a text is a safe http or https address with a host."""
    if not 0 < len(address) <= LONGEST_ADDRESS or not address.isprintable():
        return False
    if any(letter.isspace() or letter in '\\"<>`' for letter in address):
        return False
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and host != "" and not host.startswith("-")


def _command(environment: Mapping[str, str], platform: str) -> Sequence[str]:
    """Return the command that opens an address; empty if there is none."""
    for command in _wanted(environment):
        if not _is_text_browser(command) and has_program(command[0], environment):
            return command
    if platform in _DESKTOP:
        return _DESKTOP[platform]
    if not any(environment.get(name) for name in _DISPLAYS):
        return ()
    return next((command for command in _LAUNCHERS if has_program(command[0], environment)), ())


def _wanted(environment: Mapping[str, str]) -> Sequence[Sequence[str]]:
    """Return the commands in ``BROWSER``, which is separated like a search path."""
    try:
        commands = [shlex.split(words) for words in environment.get("BROWSER", "").split(os.pathsep)]
    except ValueError:
        return []
    return [command for command in commands if command]


def _is_text_browser(command: Sequence[str]) -> bool:
    return PurePath(command[0]).name in _TEXT_BROWSERS


def _without_text_browsers(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return an environment without text browsers in ``BROWSER``, for launchers such as xdg-open."""
    if any(_is_text_browser(command) for command in _wanted(environment)):
        return {name: value for name, value in environment.items() if name != "BROWSER"}
    return environment


def _with_address(command: Sequence[str], address: str) -> list[str]:
    """Return a command with the address in place of ``%s``, or appended."""
    if "%s" in command:
        return [address if word == "%s" else word for word in command]
    return [*command, address]
