"""Commands on the whole library: topics, authors, similar papers and questions."""

import shutil
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING

import orjson

from papertui.cli.cells import cells, fitted
from papertui.cli.command import Command, add_query, positive
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
    """Print the papers most similar to one, with the shared words."""
    from papertui.insights.similar import similar  # noqa: PLC0415 - loaded by this command only

    found = similar(library, arguments.key, arguments.limit)
    if arguments.format == "json":
        _print_json(found)
    for one in found if arguments.format == "table" else ():
        emit(f"{one.score:.3f}  {clean_line(one.title)}  {one.key}\n       {', '.join(one.terms)}\n")
    return _ended(found, "No similar papers.")


def answer(library: "Library", arguments: SimpleNamespace) -> int:
    """Print the sentences of abstracts that answer a question, each with its paper.

    If the config names an answer program, its output comes first.
    """
    from papertui.insights.questions import ask  # noqa: PLC0415 - loaded by this command only

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
    return _ended(found, "No answer found.")


def _said_by_program(question: str, found: Sequence["Answer"]) -> str:
    """Return the output of the answer program; empty without one, or if it fails, which is reported."""
    from papertui.config.config import Config  # noqa: PLC0415 - loaded by some of these commands only
    from papertui.system.answer_program import run_program  # noqa: PLC0415 - loaded by this command only

    command = Config.of_reader().ask.command
    if not command:
        return ""
    try:
        return run_program(command, question, found, seconds=_PROGRAM_SECONDS, cancel=Event())
    except ProgramError as error:
        say(str(error))
        return ""


def _matching(library: "Library", query: str) -> Sequence[str]:
    from papertui.cli.queries import found_by  # noqa: PLC0415 - loaded by some of these commands only

    return found_by(library, query).keys


def _print_trends(library: "Library", found: Iterable["Trend"], arguments: SimpleNamespace, kind: str) -> int:
    from papertui.insights.momentum import ranked  # noqa: PLC0415 - loaded by some of these commands only
    from papertui.model import Ranking  # noqa: PLC0415 - loaded by these commands only

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
    """Return a topic or author under stable names; published figures are separate from counted ones."""
    from papertui.model import Scope, ScopeKind  # noqa: PLC0415 - loaded by these commands only

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
    """Return lines with unread of total, papers of the last four weeks and their change, weeks, name."""
    from papertui.insights.momentum import ASCII_BARS, BARS, bars  # noqa: PLC0415 - loaded by these commands only

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
    dated = f" {everything.imprecise:,} papers have no exact date." if everything.imprecise else ""
    return f"Four weeks up to {everything.anchor.isoformat()}.{dated}"


def _print_json(found: Sequence[object]) -> None:
    emit(orjson.dumps(found, option=orjson.OPT_INDENT_2).decode() + "\n")


def _ended(found: Sequence[object], nothing: str) -> int:
    if not found:
        say(nothing)
    return DONE if found else NOTHING


def _trend_arguments(parser: ArgumentParser) -> None:
    add_query(parser)
    parser.add_argument("--sort", choices=RANKINGS, default="size", help="hot: rising and unread")
    parser.add_argument("--limit", type=positive, metavar="N", help="at most N rows")
    parser.add_argument("--format", choices=_FORMATS, default="table")


def _similar_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="key, id, DOI or address")
    parser.add_argument(
        "--limit", type=positive, default=10, metavar="N", help="at most N papers, default 10"
    )
    parser.add_argument("--format", choices=_FORMATS, default="table")


def _ask_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("question", nargs="+", help="in words; uses no model and no network")
    parser.add_argument("--in", dest="within", metavar="QUERY", help="only papers that match a query")
    parser.add_argument("--format", choices=_FORMATS, default="table")


COMMANDS: "Sequence[Command[Library]]" = (
    Command(
        "topics", "list the topics of the papers that match a query, with their trends",
        "  papertui topics --sort hot\n  papertui topics 'topic:\"LLM Agents\"' --format json",
        topics, _trend_arguments, reads_only=True, takes_query=True,
    ),
    Command(
        "authors", "list the authors of the papers that match a query, with their trends",
        "  papertui authors --limit 20\n  papertui authors 'topic:\"LLM Agents\"' --sort momentum",
        authors, _trend_arguments, reads_only=True, takes_query=True,
    ),
    Command(
        "similar", "list the papers most similar to a paper, with the words they share",
        "  papertui similar 2608.06197\n  papertui similar 2608.06197 --format json",
        similar_papers, _similar_arguments, reads_only=True,
    ),
    Command(
        "ask", "answer a question with sentences of the abstracts",
        "  papertui ask 'How are search agents rewarded?'\n"
        "  papertui ask 'What does training cost?' --in 'topic:\"LLM Agent Training\"'",
        answer, _ask_arguments, reads_only=True,
    ),
)  # fmt: skip
