"""Commands that ask arXiv: add and fetch."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeVar

from papertui.cli.command import Command
from papertui.cli.commands.files import report_duplicates
from papertui.cli.exit_codes import DONE, FAULT, NOTHING, STOPPED
from papertui.cli.output import progress, say
from papertui.errors import NetworkError

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Sequence

    from papertui.arxiv import ArxivClient
    from papertui.library import Library
    from papertui.transfer.fetch import Progress
    from papertui.transfer.intake import Call


T = TypeVar("T")


def add(library: "Library", arguments: SimpleNamespace) -> int:
    """Add papers by id, DOI or address."""
    from papertui.transfer.add import add as add_papers  # noqa: PLC0415 - loaded by this command only

    client, cancel, call = _client(), Event(), _step_of(library)
    try:
        report = _stoppable(
            lambda: add_papers(library, client, arguments.names, cancel=cancel, call=call, tell=progress),
            cancel,
        )
    except NetworkError:
        if not cancel.is_set():
            raise
        say("Stopped. Nothing added.")
        return STOPPED
    finally:
        progress("")
    for warning in report.warnings:
        say(warning)
    report_duplicates(report.doubtful)
    say(f"{report.sentence()}.")
    return DONE if report.papers.read else NOTHING


def fetch(library: "Library", _: SimpleNamespace) -> int:
    """Fetch new papers of everything followed."""
    from papertui.transfer.fetch import fetch as fetch_papers  # noqa: PLC0415 - loaded by this command only

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
    report_duplicates(report.doubtful)
    if report.complete or report.papers.read:
        say(f"{report.sentence()}.")
    if cancel.is_set():
        return STOPPED
    if not report.complete:
        return FAULT
    return DONE if report.asked else NOTHING


def _stoppable(work: "Callable[[], T]", cancel: Event) -> T:
    """Run work in a thread and return its result; Ctrl-C asks it to stop and waits for it."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            return future.result()
        except KeyboardInterrupt:
            cancel.set()
            return future.result()


def _step_of(library: "Library") -> "Call":
    """Return a function that runs a step on the library after reading the changes of other processes."""

    def call(step: "Callable[[], None]") -> None:
        library.take_in(*library.look_for_changes().result())
        step()

    return call


def _client() -> "ArxivClient":
    """Return a client for the configured address, and report problems of the config."""
    from papertui.arxiv import ArxivClient  # noqa: PLC0415 - loaded by these commands only
    from papertui.config.config import Config  # noqa: PLC0415 - loaded by these commands only

    config = Config.of_reader()
    for problem in config.problems:
        say(f"{config.path}: {problem}")
    return ArxivClient(config.arxiv.address, interval=config.arxiv.interval)


def _add_arguments(parser: "ArgumentParser") -> None:
    parser.add_argument("names", nargs="+", metavar="ID|URL|DOI")


COMMANDS: "Sequence[Command[Library]]" = (
    Command(
        "add", "add papers by arXiv id, DOI or address",
        "  papertui add 2608.06197\n  papertui add https://arxiv.org/abs/2608.06197 10.1000/x",
        add, _add_arguments,
    ),
    Command("fetch", "fetch new papers of followed topics", "  papertui fetch\n  papertui list is:new", fetch),
)  # fmt: skip
