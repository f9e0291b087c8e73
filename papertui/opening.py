"""Addresses opened in the reader's browser: http and https only, no shell, never in the terminal's way."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

Start = Callable[[Sequence[str]], None]

_LAUNCHERS = ("xdg-open", "gio", "wslview", "firefox", "chromium", "google-chrome")
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Opened:
    """What became of an address, in words."""

    ok: bool
    text: str


def open_url(
    address: str,
    *,
    browser: Sequence[str] = (),
    environment: Mapping[str, str] = os.environ,
    start: Start | None = None,
) -> Opened:
    """Open an address with the reader's own command, or the one of the desktop; say the address where none is.

    Anything but an http or https address with a host is refused.
    """
    if not is_web_address(address):
        return Opened(ok=False, text="Not opened: this is no http or https address")
    command = _command(browser, environment)
    if command is None:
        return Opened(ok=False, text=f"No browser here: {address}")
    try:
        (start or _start)([*command, address])
    except OSError as error:
        return Opened(ok=False, text=f"{command[0]} does not start ({error.strerror}): {address}")
    return Opened(ok=True, text=f"Opened {address}")


def is_web_address(address: str) -> bool:
    """Tell whether a text is an http or https address that may be handed to a program."""
    if not 0 < len(address) <= _LONGEST or not address.isprintable() or any(map(str.isspace, address)):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    host = parts.hostname or ""
    return parts.scheme in {"http", "https"} and host != "" and not host.startswith("-")


def _command(browser: Sequence[str], environment: Mapping[str, str]) -> Sequence[str] | None:
    """Return the command that opens an address; None where nothing can show one."""
    if browser:
        return browser
    if sys.platform == "darwin":
        return ("open",)
    if not (
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or environment.get("WSL_DISTRO_NAME")
    ):
        return None
    found = next((name for name in _LAUNCHERS if shutil.which(name, path=environment.get("PATH"))), None)
    if found is None:
        return None
    return (found, "open") if found == "gio" else (found,)


def _start(command: Sequence[str]) -> None:
    """Start a program that outlives this one and cannot write to the terminal."""
    subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
