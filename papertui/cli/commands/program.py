"""The commands about the program itself, its settings, keys and files: none is given an open library."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

from papertui.cli.completion import completion
from papertui.cli.exit_codes import DONE, FAULT
from papertui.cli.output import emit, say
from papertui.errors import UsageError
from papertui.text.cleaning import clean_line


def config(_: Path, __: SimpleNamespace) -> int:
    """Print where the settings are, and each with its meaning and value, as a file that would say the same."""
    from papertui.config.config import Config  # noqa: PLC0415 - wanted by these commands only
    from papertui.ui.startup import config_problems  # noqa: PLC0415 - the screen knows keys and themes

    read = Config.of_reader()
    path = clean_line(str(read.path))
    there = read.path is not None and read.path.exists()
    emit(f"# {path}{'' if there else ' (not there: everything is as it comes)'}\n\n{read.text()}")
    problems = config_problems(read)
    for problem in problems:
        say(f"{path}: {problem}")
    return FAULT if problems else DONE


def keys(_: Path, __: SimpleNamespace) -> int:
    """Print the keys of the screen, as the reader's config has them."""
    from papertui.config.config import Config  # noqa: PLC0415 - wanted by these commands only
    from papertui.ui.keymap.remapping import remapped  # noqa: PLC0415
    from papertui.ui.keymap.table import key_table  # noqa: PLC0415 - the screen knows its keys

    group = ""
    for title, names, action, text in key_table(remapped(Config.of_reader().keys).groups):
        if title != group:
            group = title
            emit(f"{title}\n")
        emit(f"  {names:<12} {text}  [{action}]\n")
    return DONE


def check(folder: Path, arguments: SimpleNamespace) -> int:
    """Tell what is in a library, and whether all of it is readable; repair it where that is asked for."""
    from papertui.store.check import check as examine  # noqa: PLC0415 - wanted by this command only
    from papertui.store.check import repair  # noqa: PLC0415

    report = repair(folder) if arguments.repair else examine(folder)
    for sentence in report.sentences:
        emit(f"{clean_line(sentence)}\n")
    return FAULT if report.lost else DONE


def serve(folder: Path, arguments: SimpleNamespace) -> int:
    """Serve the screen to a browser until Ctrl-C."""
    try:
        from papertui.cli.web_server import WebServer  # noqa: PLC0415 - an extra, and wanted by this command only
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


COMMANDS: dict[str, Callable[[Path, SimpleNamespace], int]] = {
    "check": check,
    "completion": completion,
    "config": config,
    "keys": keys,
    "serve": serve,
}
"""The functions of the commands by name; each is given the folder of the library."""
