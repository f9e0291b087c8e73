"""The commands that ask arXiv."""

import signal
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING

from papertui.cli.output import progress, say

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction
    from collections.abc import Callable

    from papertui.arxiv import ArxivClient
    from papertui.fetching import Progress
    from papertui.library import Library

DONE, NOTHING, FAULT = 0, 1, 2


def add(library: "Library", arguments: SimpleNamespace) -> int:
    """Bring in papers by their ids."""
    from papertui.adding import add as add_papers  # noqa: PLC0415 - wanted by this command only

    report = add_papers(library, _client(), arguments.names, cancel=_stopped_by_ctrl_c(), tell=progress)
    progress("")
    for warning in report.warnings:
        say(warning)
    say(f"{report.sentence()}.")
    return DONE if report.papers.read else NOTHING


def fetch(library: "Library", _: SimpleNamespace) -> int:
    """Bring in what is new of all that is followed."""
    from papertui.fetching import fetch as fetch_papers  # noqa: PLC0415 - wanted by this command only

    def tell(reached: "Progress") -> None:
        progress(reached.sentence())

    report = fetch_papers(library, _client(), cancel=_stopped_by_ctrl_c(), tell=tell)
    progress("")
    for warning in report.warnings:
        say(warning)
    say(f"{report.sentence()}.")
    if report.warnings and not report.papers.read:
        return FAULT
    return DONE if report.papers.read else NOTHING


def _stopped_by_ctrl_c() -> Event:
    """Return an event that Ctrl-C sets, so that what came is kept and told."""
    stopped = Event()
    signal.signal(signal.SIGINT, lambda *_: stopped.set())
    return stopped


def _client() -> "ArxivClient":
    """Return a client for the address that the reader's config names."""
    from papertui.arxiv import ArxivClient  # noqa: PLC0415 - wanted by these commands only
    from papertui.config import Config  # noqa: PLC0415 - as above

    arxiv = Config.of_reader().arxiv
    return ArxivClient(arxiv.address, interval=arxiv.interval)


COMMANDS: "dict[str, Callable[[Library, SimpleNamespace], int]]" = {"add": add, "fetch": fetch}


def add_commands(
    choices: "_SubParsersAction[ArgumentParser]", command: "Callable[..., ArgumentParser]"
) -> None:
    """Add the commands that ask arXiv to the parser."""
    adding = command(
        choices, "add", "add", "bring in papers by arXiv id, DOI or address",
        "  papertui add 2608.06197\n  papertui add https://arxiv.org/abs/2608.06197 10.1000/x",
    )  # fmt: skip
    adding.add_argument("names", nargs="+", metavar="ID|URL|DOI")
    command(
        choices,
        "fetch",
        "fetch",
        "bring in new papers of what is followed",
        "  papertui fetch\n  papertui list is:new",
    )
