"""The commands that ask arXiv."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeVar

from papertui.cli.commands.files import tell_doubtful
from papertui.cli.exit_codes import DONE, FAULT, NOTHING, STOPPED
from papertui.cli.output import progress, say
from papertui.errors import NetworkError

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction
    from collections.abc import Callable

    from papertui.arxiv import ArxivClient
    from papertui.library import Library
    from papertui.transfer.fetch import Progress
    from papertui.transfer.intake import Call


T = TypeVar("T")


def add(library: "Library", arguments: SimpleNamespace) -> int:
    """Bring in papers by their ids."""
    from papertui.transfer.add import add as add_papers  # noqa: PLC0415 - wanted by this command only

    client, cancel, call = _client(), Event(), _step_of(library)
    try:
        report = _stoppable(
            lambda: add_papers(library, client, arguments.names, cancel=cancel, call=call, tell=progress),
            cancel,
        )
    except NetworkError:
        if not cancel.is_set():
            raise
        say("Stopped; nothing was added.")
        return STOPPED
    finally:
        progress("")
    for warning in report.warnings:
        say(warning)
    tell_doubtful(report.doubtful)
    say(f"{report.sentence()}.")
    return DONE if report.papers.read else NOTHING


def fetch(library: "Library", _: SimpleNamespace) -> int:
    """Bring in what is new of all that is followed."""
    from papertui.transfer.fetch import fetch as fetch_papers  # noqa: PLC0415 - wanted by this command only

    def tell(reached: "Progress") -> None:
        progress(reached.sentence())

    client, cancel, call = _client(), Event(), _step_of(library)
    try:
        report = _stoppable(
            lambda: fetch_papers(library, client, cancel=cancel, tell=tell, call=call), cancel
        )
    finally:
        progress("")
    for warning in report.warnings:
        say(warning)
    tell_doubtful(report.doubtful)
    if report.complete or report.papers.read:
        say(f"{report.sentence()}.")
    if cancel.is_set():
        return STOPPED
    if not report.complete:
        return FAULT
    return DONE if report.asked else NOTHING


def _stoppable(work: "Callable[[], T]", cancel: Event) -> T:
    """Do some work in a thread of its own and return what comes of it; Ctrl-C tells it to stop, in good order."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            return future.result()
        except KeyboardInterrupt:
            cancel.set()
            return future.result()


def _step_of(library: "Library") -> "Call":
    """Return what runs a step on the library as it is then: another program may have written meanwhile."""

    def call(step: "Callable[[], None]") -> None:
        library.take_in(*library.look_for_changes().result())
        step()

    return call


def _client() -> "ArxivClient":
    """Return a client for the address that the reader's config names, and tell what is wrong with the config."""
    from papertui.arxiv import ArxivClient  # noqa: PLC0415 - wanted by these commands only
    from papertui.config.config import Config  # noqa: PLC0415 - as above

    config = Config.of_reader()
    for problem in config.problems:
        say(f"{config.path}: {problem}")
    return ArxivClient(config.arxiv.address, interval=config.arxiv.interval)


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
