"""Parser of the command line, built from the tables of commands."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Sequence
from itertools import islice
from types import SimpleNamespace

from papertui import __version__
from papertui.cli.command import Command, Subject
from papertui.cli.commands import arxiv, files, insights, papers, program

LIBRARY_COMMANDS = {
    command.name: command
    for command in (*papers.COMMANDS, *files.COMMANDS, *insights.COMMANDS, *arxiv.COMMANDS)
}
"""Commands on an open library."""
PROGRAM_COMMANDS = {command.name: command for command in program.COMMANDS}
"""Commands on the program itself; their handlers get the folder of the library."""


def parse(words: Sequence[str]) -> SimpleNamespace:
    """Parse the words of the command line. Raises SystemExit after help, version or a complaint.

    The result holds the parser itself, from which `completion` writes its scripts.
    """
    parser = build_parser()
    return SimpleNamespace(**vars(parser.parse_args(guard_query(words, parser))), parser=parser)


def build_parser() -> ArgumentParser:
    """Return the parser of all commands."""
    parser = ArgumentParser(
        prog="papertui",
        description="A reading list for research papers. Without a command it opens the screen.",
        epilog="papertui COMMAND --help explains a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"papertui {__version__}")
    parser.add_argument("--library", metavar="DIR", help="folder of the library (default: PAPERTUI_LIBRARY)")
    parser.add_argument("--empty", action="store_true", help="create a new library without the seed papers")
    parser.add_argument("--debug", action="store_true", help="show tracebacks and write a log")
    parser.add_argument("--ascii", action="store_true", help="use ASCII signs only")
    parser.add_argument("--no-color", action="store_true", help="use no colours")
    parser.set_defaults(command=None)
    choices = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for command in LIBRARY_COMMANDS.values():
        _add_command(choices, command)
    for program_command in PROGRAM_COMMANDS.values():
        _add_command(choices, program_command)
    return parser


def _add_command(choices: "_SubParsersAction[ArgumentParser]", command: Command[Subject]) -> None:
    parser = choices.add_parser(
        command.name,
        help=command.help,
        description=f"{command.help[0].upper()}{command.help[1:]}.",
        epilog=f"examples:\n{command.examples}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.arguments(parser)


def guard_query(words: Sequence[str], parser: ArgumentParser) -> list[str]:
    """Return the words so that argparse does not take words of a query that begin with ``-`` as options."""
    place = _place_of_command(words)
    command = LIBRARY_COMMANDS.get(words[place]) if place is not None else None
    if place is None or command is None or not command.takes_query or "--" in words:
        return list(words)
    takes_value = _options(parser, command.name)
    options: list[str] = []
    query: list[str] = []
    rest = iter(words[place + 1 :])
    for word in rest:
        name, equals, _ = word.partition("=")
        if name not in takes_value:
            query.append(word)
            continue
        options.append(word)
        if takes_value[name] and not equals:
            options += islice(rest, 1)
    return [*words[: place + 1], *options, *(["--", *query] if query else [])]


def _options(parser: ArgumentParser, command: str) -> dict[str, bool]:
    """Return the options of a command, and whether a value follows each of them."""
    commands = next(action for action in parser._actions if isinstance(action, _SubParsersAction))  # noqa: SLF001 - argparse has no public list of actions
    actions = commands.choices[command]._actions  # noqa: SLF001 - argparse has no public list of actions
    return {name: action.nargs != 0 for action in actions for name in action.option_strings}


def _place_of_command(words: Sequence[str]) -> int | None:
    """Return the index of the command: the first word that is no global option."""
    places = (place for place, word in enumerate(words) if not word.startswith("-"))
    return next((place for place in places if place == 0 or words[place - 1] != "--library"), None)
