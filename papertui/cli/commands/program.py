"""Commands on the program itself: check, config, keys, completion and serve."""

import sys
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from papertui.cli.command import Command, positive
from papertui.cli.completion import SHELLS, completion
from papertui.cli.exit_codes import DONE, FAULT
from papertui.cli.output import emit, say
from papertui.errors import UsageError
from papertui.text.cleaning import clean_line


def config(_: Path, __: SimpleNamespace) -> int:
    """Print every setting with its meaning and value, in the form of a config file."""
    from papertui.config.config import Config  # noqa: PLC0415 - loaded by this command only
    from papertui.ui.startup import config_problems  # noqa: PLC0415 - loaded by this command only

    read = Config.of_reader()
    path = clean_line(str(read.path))
    there = read.path is not None and read.path.exists()
    emit(f"# {path}{'' if there else ' (no such file: all settings are defaults)'}\n\n{read.text()}")
    problems = config_problems(read)
    for problem in problems:
        say(f"{path}: {problem}")
    return FAULT if problems else DONE


def keys(_: Path, __: SimpleNamespace) -> int:
    """Print the keys of the screen as configured."""
    from papertui.config.config import Config  # noqa: PLC0415 - loaded by this command only
    from papertui.ui.keymap.remapping import remap  # noqa: PLC0415 - loaded by this command only
    from papertui.ui.keymap.table import key_table  # noqa: PLC0415 - loaded by this command only

    group = ""
    for title, names, action, text in key_table(remap(Config.of_reader().keys).groups):
        if title != group:
            group = title
            emit(f"{title}\n")
        emit(f"  {names:<12} {text}  [{action}]\n")
    return DONE


def check(folder: Path, arguments: SimpleNamespace) -> int:
    """Check a library for damage, and repair it with ``--repair``."""
    from papertui.store.check import check as examine  # noqa: PLC0415 - loaded by this command only
    from papertui.store.check import repair  # noqa: PLC0415 - loaded by this command only

    report = repair(folder) if arguments.repair else examine(folder)
    for sentence in report.sentences:
        emit(f"{clean_line(sentence)}\n")
    return FAULT if report.lost else DONE


def serve(folder: Path, arguments: SimpleNamespace) -> int:
    """Serve the screen to a browser until Ctrl-C."""
    try:
        from papertui.cli.web_server import WebServer  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError as error:
        raise UsageError(
            f"papertui serve needs {error.name}, which comes with: pip install 'papertui[web]'"
        ) from error

    switches = (
        ["--empty"] * arguments.empty + ["--ascii"] * arguments.ascii + ["--no-color"] * arguments.no_color
    )
    command = [sys.executable, "-m", "papertui", "--library", str(folder.absolute()), *switches]
    WebServer(command, arguments.host, arguments.port).serve()
    return DONE


def _check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="set damaged bytes aside and rewrite the files")


def _completion_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", nargs="?", choices=SHELLS, help="shell to complete for")
    parser.add_argument("--words", metavar="WORD", help=SUPPRESS)


def _serve_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address, default 127.0.0.1: this machine only")
    parser.add_argument("--port", type=positive, default=8000, metavar="N", help="port, default 8000")


COMMANDS: Sequence[Command[Path]] = (
    Command(
        "check", "check the library for damage and losses", "  papertui check\n  papertui check --repair",
        check, _check_arguments,
    ),
    Command(
        "config", "print every setting with its meaning and value, and report invalid ones",
        "  papertui config\n  papertui config > FILE    # a file to start from",
        config,
    ),
    Command("keys", "list the keys of the screen", "  papertui keys", keys),
    Command(
        "completion", "print the completion script for a shell",
        "  papertui completion bash > ~/.local/share/bash-completion/completions/papertui\n"
        "  papertui completion zsh > ~/.zfunc/_papertui    # where ~/.zfunc is in fpath\n"
        "  papertui completion fish > ~/.config/fish/completions/papertui.fish",
        completion, _completion_arguments,
    ),
    Command(
        "serve", "show the screen in a browser on this machine",
        "  papertui serve\n  papertui serve --port 8080\n"
        "  papertui serve --host 192.168.1.5    # anyone who can reach this address can use it",
        serve, _serve_arguments,
    ),
)  # fmt: skip
