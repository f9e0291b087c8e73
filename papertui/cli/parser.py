"""The commands and options of the shell."""

from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Sequence
from itertools import islice
from types import SimpleNamespace

from papertui import __version__
from papertui.cli.commands import arxiv as network
from papertui.cli.commands.insights import add_commands, positive
from papertui.cli.completion import SHELLS
from papertui.formats import READ_FORMATS, WRITTEN_FORMATS
from papertui.library.marks import EDITS
from papertui.model import Sort
from papertui.transfer.copy_formats import COPY_FORMS

LIST_FORMATS = ("table", *WRITTEN_FORMATS)
QUERY_COMMANDS = frozenset({"list", "delete", "export", "topics", "authors"})


def parse(words: Sequence[str]) -> SimpleNamespace:
    """Read the words of the command line. Raises SystemExit after help, version or a complaint."""
    parser = build_parser()
    return SimpleNamespace(**vars(parser.parse_args(guard_query(words, parser))))


def build_parser() -> ArgumentParser:
    """Return the parser of all commands."""
    parser = ArgumentParser(
        prog="papertui",
        description="A reading list for research papers. Without a command it opens the screen.",
        epilog="papertui COMMAND --help explains a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"papertui {__version__}")
    parser.add_argument("--library", metavar="DIR", help="the folder of the library (else PAPERTUI_LIBRARY)")
    parser.add_argument("--empty", action="store_true", help="make a new library without the seed papers")
    parser.add_argument("--debug", action="store_true", help="show tracebacks of faults")
    parser.add_argument("--ascii", action="store_true", help="use ASCII signs only")
    parser.add_argument("--no-color", action="store_true", help="use no colours")
    parser.set_defaults(command=None)
    choices = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_reading(choices)
    _add_marking(choices)
    _add_outward(choices)
    _add_transfer(choices)
    _add_keeping(choices)
    _add_program(choices)
    add_commands(choices, _command)
    network.add_commands(choices, _command)
    return parser


def guard_query(words: Sequence[str], parser: ArgumentParser) -> list[str]:
    """Return the words with those of a query that begin with ``-`` kept from being read as options."""
    command = _place_of_command(words)
    if command is None or words[command] not in QUERY_COMMANDS or "--" in words:
        return list(words)
    takes_value = _options(parser, words[command])
    options: list[str] = []
    query: list[str] = []
    rest = iter(words[command + 1 :])
    for word in rest:
        name, equals, _ = word.partition("=")
        if name not in takes_value:
            query.append(word)
            continue
        options.append(word)
        if takes_value[name] and not equals:
            options += islice(rest, 1)
    return [*words[: command + 1], *options, *(["--", *query] if query else [])]


def _options(parser: ArgumentParser, command: str) -> dict[str, bool]:
    """Return the options of a command, and whether a value follows each of them."""
    commands = next(action for action in parser._actions if isinstance(action, _SubParsersAction))  # noqa: SLF001 - argparse has no other way
    actions = commands.choices[command]._actions  # noqa: SLF001 - likewise
    return {name: action.nargs != 0 for action in actions for name in action.option_strings}


def _place_of_command(words: Sequence[str]) -> int | None:
    """Return where the command stands: it is the first word that is no global option."""
    places = (place for place, word in enumerate(words) if not word.startswith("-"))
    return next((place for place in places if place == 0 or words[place - 1] != "--library"), None)


def _command(
    choices: "_SubParsersAction[ArgumentParser]", name: str, run: str, text: str, examples: str
) -> ArgumentParser:
    parser = choices.add_parser(
        name,
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_reading(choices: "_SubParsersAction[ArgumentParser]") -> None:
    listing = _command(
        choices, "list", "list_papers", "list the papers that match a query, best or newest first",
        "  papertui list agent rl\n  papertui list is:unread topic:'RL for Tool Use' --format json\n"
        "  papertui list -- -survey\n  papertui list --columns key,date,topics --sort title --limit 20\n"
        "  papertui list is:unread --format keys | papertui star -\n"
        "  papertui list is:starred --format links -0 | xargs -0 -n 1 curl -O",
    )  # fmt: skip
    listing.add_argument("query", nargs="*", help="words, fields and states; all papers without one")
    listing.add_argument("--format", choices=LIST_FORMATS, default="table", help="how papers are written")
    listing.add_argument("--sort", choices=[order.value for order in Sort], help="the order of the papers")
    listing.add_argument(
        "--columns", metavar="NAME,...", help="the columns of a table, such as key,title,topics"
    )
    listing.add_argument(
        "-0", dest="null", action="store_true", help="end each paper with NUL, not with a line"
    )
    listing.add_argument("--explain", action="store_true", help="print as JSON why each paper matches")
    listing.add_argument("--limit", type=positive, metavar="N", help="at most N papers")
    searches = _command(
        choices, "searches", "searches", "list the saved searches, or save, rename or delete one",
        "  papertui searches\n  papertui searches --save morning 'is:unread after:2w'\n  papertui list @morning",
    )  # fmt: skip
    change = searches.add_mutually_exclusive_group()
    change.add_argument("--save", nargs=2, metavar=("NAME", "QUERY"), help="keep a query under a name")
    change.add_argument(
        "--rename", nargs=2, metavar=("NAME", "OTHER"), help="give a saved search another name"
    )
    change.add_argument("--delete", metavar="NAME", help="forget a saved search")
    show = _command(
        choices, "show", "show", "show all of a paper",
        "  papertui show 2608.06197\n  papertui show arxiv:2608.06197 --format json",
    )  # fmt: skip
    show.add_argument(
        "keys", nargs="+", metavar="KEY", help="key, id, DOI or address; - reads them from standard input"
    )
    show.add_argument("--format", choices=("text", *LIST_FORMATS[1:]), default="text")


def _add_marking(choices: "_SubParsersAction[ArgumentParser]") -> None:
    for name, edit in EDITS.items():
        text = edit.verb.format(papers="papers").lower()
        marking = _command(choices, name, "mark", text, f"  papertui {name} 2608.06197\n  papertui undo")
        marking.add_argument("keys", nargs="+", metavar="KEY", help="- reads keys from standard input")
    delete = _command(
        choices, "delete", "delete", "delete papers, by keys or by a query; undo brings them back",
        "  papertui delete 2608.06197\n  papertui delete is:read before:2026",
    )  # fmt: skip
    delete.add_argument("words", nargs="+", metavar="KEY|QUERY")
    _command(choices, "undo", "undo", "take back the last action", "  papertui undo")
    _command(choices, "redo", "redo", "do again what was undone", "  papertui redo")

    tagging = _command(
        choices, "tag", "tag", "put a tag on papers, or take it from them",
        "  papertui tag 2608.06197 to-discuss\n  papertui tag --remove 2608.06197 to-discuss",
    )  # fmt: skip
    tagging.add_argument("keys", nargs="+", metavar="KEY", help="- reads keys from standard input")
    tagging.add_argument("tag", metavar="TAG")
    tagging.add_argument("--remove", action="store_true", help="take the tag away")
    note = _command(
        choices, "note", "note", "write a note on a paper; an empty text removes it",
        "  papertui note 2608.06197 'compare with RST'",
    )  # fmt: skip
    note.add_argument("key", metavar="KEY")
    note.add_argument("text", metavar="TEXT")


def _add_keeping(choices: "_SubParsersAction[ArgumentParser]") -> None:
    checking = _command(
        choices, "check", "check", "tell what is in the library, what is damaged, and how much is lost",
        "  papertui check\n  papertui check --repair",
    )  # fmt: skip
    checking.add_argument(
        "--repair", action="store_true", help="set damaged bytes aside and write the files anew"
    )
    backup = _command(
        choices, "backup", "backup", "write everything into one file",
        "  papertui backup\n  papertui backup ~/papers-backup.gz",
    )  # fmt: skip
    backup.add_argument("file", nargs="?", metavar="FILE", help="the daily backup in the library without one")
    restore = _command(
        choices, "restore", "restore", "put a backup in place of everything, and keep what was there",
        "  papertui restore ~/papers-backup.gz",
    )  # fmt: skip
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--yes", action="store_true", help="do not ask")


def _add_outward(choices: "_SubParsersAction[ArgumentParser]") -> None:
    copy = _command(
        choices, "copy", "copy", "copy the link of a paper, or another form of it",
        "  papertui copy 2608.06197\n  papertui copy 2608.06197 --form bibtex",
    )  # fmt: skip
    copy.add_argument("keys", nargs="+", metavar="KEY")
    copy.add_argument("--form", choices=COPY_FORMS, default="link")
    opening = _command(
        choices, "open", "open_papers", "open papers in the browser", "  papertui open 2608.06197"
    )
    opening.add_argument("keys", nargs="+", metavar="KEY")


def _add_program(choices: "_SubParsersAction[ArgumentParser]") -> None:
    _command(choices, "keys", "keys", "list the keys of the screen", "  papertui keys")
    _command(
        choices, "config", "config", "show every setting with its meaning and value, and what is wrong with them",
        "  papertui config\n  papertui config > FILE    # a file to begin with, to be put at the path it names",
    )  # fmt: skip
    completing = _command(
        choices, "completion", "completion", "print what a shell is to read so that Tab completes",
        "  papertui completion bash > ~/.local/share/bash-completion/completions/papertui\n"
        "  papertui completion zsh > ~/.zfunc/_papertui    # where ~/.zfunc is in fpath\n"
        "  papertui completion fish > ~/.config/fish/completions/papertui.fish",
    )  # fmt: skip
    serving = _command(
        choices, "serve", "serve", "show the screen in a browser of this machine",
        "  papertui serve\n  papertui serve --port 8080\n"
        "  papertui serve --host 192.168.1.5    # for everybody who reaches that address",
    )  # fmt: skip
    serving.add_argument(
        "--host", default="127.0.0.1", help="the address; 127.0.0.1 without it, for this machine alone"
    )
    serving.add_argument("--port", type=positive, default=8000, metavar="N", help="the port, 8000 without it")
    completing.add_argument("shell", nargs="?", choices=SHELLS, help="the shell that is to complete")
    completing.add_argument("--words", metavar="WORD", help=SUPPRESS)


def _add_transfer(choices: "_SubParsersAction[ArgumentParser]") -> None:
    importing = _command(
        choices, "import", "import_files", "bring papers in from files",
        "  papertui import papers.jsonl\n  papertui import --dry-run --format jsonl refs.bib\n"
        "  papertui import - < refs.bib",
    )  # fmt: skip
    importing.add_argument("files", nargs="+", metavar="FILE", help="- reads standard input")
    importing.add_argument(
        "--as",
        dest="kind",
        choices=READ_FORMATS,
        metavar="FORMAT",
        help="the format, where its content does not tell it",
    )
    importing.add_argument("--dry-run", action="store_true", help="read, report, and write nothing")
    importing.add_argument(
        "--format", choices=("text", "jsonl"), default="text", help="with --dry-run: print each record"
    )
    exporting = _command(
        choices, "export", "export", "write papers to a file, or to standard output",
        "  papertui export is:starred -o reading.bib\n  papertui export --format ris topic:agents > agents.ris\n"
        "  papertui export -o everything.jsonl",
    )  # fmt: skip
    exporting.add_argument("query", nargs="*", help="words, fields and states; all papers without one")
    exporting.add_argument(
        "--format", choices=WRITTEN_FORMATS, help="told from the name of the file without it"
    )
    exporting.add_argument("-o", "--output", metavar="FILE", help="standard output without it")
    exporting.add_argument("--force", action="store_true", help="replace the file without asking")
    merging = _command(
        choices, "merge", "merge", "make one paper of two records; undo takes them apart",
        "  papertui merge arxiv:2608.06197 doi:10.1000/x",
    )  # fmt: skip
    merging.add_argument("keys", nargs=2, metavar="KEY")
