"""The commands that answer from the library as a whole: topics, authors, similar papers and questions."""

import shutil
from argparse import ArgumentParser, ArgumentTypeError, _SubParsersAction
from collections.abc import Callable, Iterable, Sequence
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING

import orjson

from papertui.cli.cells import cells, fitted
from papertui.cli.exit_codes import DONE, NOTHING
from papertui.cli.output import emit, is_terminal, say
from papertui.errors import ProgramError
from papertui.text.cleaning import clean_line

if TYPE_CHECKING:
    from papertui.insights.momentum import Trend, Trends
    from papertui.insights.questions import Answer
    from papertui.library import Library

RANKINGS = ("size", "unread", "momentum", "name", "hot")
_FORMATS = ("table", "json")
_PROGRAM_SECONDS = 120.0
_WIDTH = 120
"""Cells of a line where no terminal tells."""


def topics(library: "Library", arguments: SimpleNamespace) -> int:
    """Print the topics of the library, or of the papers that match a query, with their momentum."""
    query = " ".join(arguments.query)
    rows, trends = library.contents.rows, _trends(library)
    found = (
        trends.grouped([(key, rows[key].topics) for key in _matching(library, query)], library.mark)
        if query
        else trends.topics()
    )
    return _print_trends(library, found, arguments, "topic")


def authors(library: "Library", arguments: SimpleNamespace) -> int:
    """Print the authors of the library, or of the papers that match a query, with their momentum."""
    keys = _matching(library, " ".join(arguments.query))
    groups = [(key, frozenset(library.records.names(key, "authors"))) for key in keys]
    return _print_trends(library, _trends(library).grouped(groups, library.mark), arguments, "author")


def _trends(library: "Library") -> "Trends":
    from papertui.insights.momentum import Trends  # noqa: PLC0415 - loaded by these commands only

    return Trends(library.contents, library.clock)


def similar_papers(library: "Library", arguments: SimpleNamespace) -> int:
    """Print the papers most like one, with the words that they share."""
    from papertui.insights.similar import similar  # noqa: PLC0415 - wanted by this command only

    found = similar(library, arguments.key, arguments.limit)
    if arguments.format == "json":
        _print_json(found)
    for one in found if arguments.format == "table" else ():
        emit(f"{one.score:.3f}  {clean_line(one.title)}  {one.key}\n       {', '.join(one.terms)}\n")
    return _ended(found, "No paper shares enough words with this one.")


def answer(library: "Library", arguments: SimpleNamespace) -> int:
    """Print the sentences of the abstracts that answer a question best, each with its paper.

    Above them stands what the reader's own program makes of them, where the config names one.
    """
    from papertui.insights.questions import ask  # noqa: PLC0415 - wanted by this command only

    question = " ".join(arguments.question)
    within = frozenset(_matching(library, arguments.within)) if arguments.within else None
    found = ask(library, question, within)
    if arguments.format == "json":
        _print_json(found)
    elif found:
        if said := _said_by_program(question, found):
            emit(f"{said}\n\n")
        for one in found:
            emit(f"“{clean_line(one.sentence)}”\n    {clean_line(one.title)}  {one.key}\n")
    return _ended(found, "Nothing here answers that.")


def _said_by_program(question: str, found: Sequence["Answer"]) -> str:
    """Return what the reader's own program says; nothing where there is none, or where it fails, which is told."""
    from papertui.config.config import Config  # noqa: PLC0415
    from papertui.insights.questions import run_program  # noqa: PLC0415 - wanted by this command only

    command = Config.of_reader().ask.command
    if not command:
        return ""
    try:
        return run_program(command, question, found, seconds=_PROGRAM_SECONDS, cancel=Event())
    except ProgramError as error:
        say(str(error))
        return ""


COMMANDS: dict[str, Callable[["Library", SimpleNamespace], int]] = {
    "topics": topics,
    "authors": authors,
    "similar": similar_papers,
    "ask": answer,
}
"""The functions of the commands by name."""


def add_commands(
    choices: "_SubParsersAction[ArgumentParser]", command: Callable[..., ArgumentParser]
) -> None:
    """Add the commands to the parser, each made by `command` from its name, function, text and examples."""
    for name, examples in (
        ("topics", "  papertui topics --sort hot\n  papertui topics 'topic:\"LLM Agents\"' --format json"),
        (
            "authors",
            "  papertui authors --limit 20\n  papertui authors 'topic:\"LLM Agents\"' --sort momentum",
        ),
    ):
        text = f"list the {name} of the papers that match a query, with their momentum"
        listing = command(choices, name, name, text, examples)
        listing.add_argument("query", nargs="*", help="words, fields and states; all papers without one")
        listing.add_argument("--sort", choices=RANKINGS, default="size", help="hot: much new and much unread")
        listing.add_argument("--limit", type=positive, metavar="N", help=f"at most N {name}")
        listing.add_argument("--format", choices=_FORMATS, default="table")
    like = command(
        choices, "similar", "similar", "list the papers most like a paper, with the words that they share",
        "  papertui similar 2608.06197\n  papertui similar 2608.06197 --format json",
    )  # fmt: skip
    like.add_argument("key", metavar="KEY", help="key, id, DOI or address")
    like.add_argument(
        "--limit", type=positive, default=10, metavar="N", help="at most N papers, 10 without it"
    )
    like.add_argument("--format", choices=_FORMATS, default="table")
    asking = command(
        choices, "ask", "ask", "answer a question by sentences of the abstracts",
        "  papertui ask 'How are search agents rewarded?'\n"
        "  papertui ask 'What does training cost?' --in 'topic:\"LLM Agent Training\"'",
    )  # fmt: skip
    asking.add_argument("question", nargs="+", help="in words; no model and no network is asked")
    asking.add_argument("--in", dest="within", metavar="QUERY", help="only of the papers that match a query")
    asking.add_argument("--format", choices=_FORMATS, default="table")


def positive(text: str) -> int:
    """Return the number that a word of the command line is. Raises ArgumentTypeError."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("a number from 1 on is wanted")
    return int(text)


def _matching(library: "Library", query: str) -> Sequence[str]:
    from papertui.cli.queries import found_by  # noqa: PLC0415 - wanted by some of these commands only

    return found_by(library, query).keys


def _print_trends(library: "Library", found: Iterable["Trend"], arguments: SimpleNamespace, kind: str) -> int:
    from papertui.insights.momentum import ranked  # noqa: PLC0415
    from papertui.model import Ranking  # noqa: PLC0415 - wanted by these commands only

    trends = ranked(found, Ranking(arguments.sort))[: arguments.limit]
    if arguments.format == "json":
        told = [_trend_fields(library, trend, kind) for trend in trends]
        emit(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode() + "\n")
    elif trends:
        for line in _trend_lines(trends, ascii_only=arguments.ascii):
            emit(f"{line}\n")
        say(_windows(library))
    return _ended(trends, f"No {kind}s here.")


def _trend_fields(library: "Library", trend: "Trend", kind: str) -> dict[str, object]:
    """Return a topic or author under stable names. What a source published stands apart from what is counted."""
    from papertui.model import Scope, ScopeKind  # noqa: PLC0415 - wanted by these commands only

    momentum = trend.momentum
    fields: dict[str, object] = {
        "name": trend.name,
        "total": trend.count.total,
        "unread": trend.count.unread,
        "starred": trend.count.starred,
        "last_four_weeks": momentum.last,
        "previous_four_weeks": momentum.previous,
        "change_percent": momentum.change,
        "share_percent": momentum.share,
        "weekly": momentum.weekly,
        "anchor": momentum.anchor,
        "imprecise": momentum.imprecise,
        "followed": Scope(ScopeKind(kind), trend.name) in library.follows,
    }
    if kind == "topic":
        published = library.scopes.published(trend.name)
        fields["published"] = published.published if published else None
    return fields


def _trend_lines(trends: Sequence["Trend"], *, ascii_only: bool) -> Iterable[str]:
    """Return a line each: unread of total, papers of the last four weeks with the change, weeks, name."""
    from papertui.insights.momentum import ASCII_BARS, BARS, bars  # noqa: PLC0415 - wanted by these commands only

    for trend in trends:
        count, momentum, name = trend.count, trend.momentum, clean_line(trend.name)
        change = "new" if momentum.change is None and momentum.last else f"{momentum.change or 0:+}%"
        columns = (f"{count.unread}/{count.total}", str(momentum.last), change, f"{momentum.share:g}%")
        if not is_terminal():
            yield "\t".join((name, *columns, *map(str, momentum.weekly)))
            continue
        width = max(20, shutil.get_terminal_size((_WIDTH, 24)).columns - 44)
        chart = bars(momentum.weekly, ASCII_BARS if ascii_only else BARS)
        shown = fitted(name, width) if cells(name) > width else name
        yield f"{columns[0]:>11} {columns[1]:>6} {change:>6} {columns[3]:>6} {chart} {shown}"


def _windows(library: "Library") -> str:
    everything = _trends(library).everything
    dated = f" {everything.imprecise:,} papers are not dated to the day." if everything.imprecise else ""
    return f"Four weeks that end on {everything.anchor.isoformat()}.{dated}"


def _print_json(found: Sequence[object]) -> None:
    emit(orjson.dumps(found, option=orjson.OPT_INDENT_2).decode() + "\n")


def _ended(found: Sequence[object], nothing: str) -> int:
    if not found:
        say(nothing)
    return DONE if found else NOTHING
