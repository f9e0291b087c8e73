"""Entry point of the command line: arguments to exit code."""

import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, TextIO, cast

from papertui.cli.exit_codes import FAULT
from papertui.cli.faults import Faults
from papertui.config.folders import config_file, default_library
from papertui.errors import UsageError

if TYPE_CHECKING:
    from papertui.config.config import Config
    from papertui.library import Library

_SWITCHES = {"--empty", "--debug", "--ascii", "--no-color"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run papertui and return its exit code: 0 done, 1 nothing matched, 2 misuse or a fault reported on stderr."""
    words = list(sys.argv[1:] if argv is None else argv)
    with Faults() as faults:
        faults.code = _main(words, faults)
        if cast("TextIO | None", sys.stdout) is not None:
            sys.stdout.flush()
    return faults.code


def _main(words: Sequence[str], faults: Faults) -> int:
    arguments = screen_options(words)
    if arguments is None:
        from papertui.cli.parser import parse  # noqa: PLC0415 - the screen needs no commands

        try:
            arguments = parse(words)
        except SystemExit as leaving:
            return leaving.code if isinstance(leaving.code, int) else FAULT
    if arguments.debug:
        faults.debug(words)
    return _run(arguments)


def screen_options(words: Sequence[str]) -> SimpleNamespace | None:
    """Return the global options if there is no command, so that the screen opens; else None."""
    options: dict[str, object] = {
        "library": None,
        "command": None,
        **{_name(word): False for word in _SWITCHES},
    }
    rest = iter(words)
    for word in rest:
        if word in _SWITCHES:
            options[_name(word)] = True
        elif word.startswith("--library="):
            options["library"] = word.partition("=")[2]
        elif word == "--library" and (folder := next(rest, None)) is not None:
            options["library"] = folder
        else:
            return None
    return SimpleNamespace(**options)


def _name(switch: str) -> str:
    return switch.removeprefix("--").replace("-", "_")


def library_folder(arguments: SimpleNamespace) -> Path:
    """Return the folder of the library: the given one, else from the environment, else in the user's data folder."""
    if arguments.library:
        return Path(arguments.library)
    return default_library(os.environ)


def _run(arguments: SimpleNamespace) -> int:
    folder = library_folder(arguments)
    if arguments.command is None:
        _require_terminal()
        if arguments.no_color:
            os.environ["NO_COLOR"] = "1"
        from papertui.ui.app import LibraryOpener, run  # noqa: PLC0415 - shell commands do not load Textual

        opener = LibraryOpener(folder, partial(_open, folder, seeds=not arguments.empty))
        return run(opener, config=_config_if_any(), ascii_only=arguments.ascii)
    gc.enable()
    from papertui.cli.parser import LIBRARY_COMMANDS, PROGRAM_COMMANDS  # noqa: PLC0415 - the screen needs no commands

    if program_command := PROGRAM_COMMANDS.get(arguments.command):
        return program_command.run(folder, arguments)
    command = LIBRARY_COMMANDS[arguments.command]
    reads_only = command.reads_only and (folder / "state.json").exists()
    with _open(folder, seeds=not arguments.empty, read_only=reads_only) as library:
        code = command.run(library, arguments)
        library.settle()
        return code


def _require_terminal() -> None:
    """Raise UsageError if there is no suitable terminal, unless Textual is set to draw elsewhere."""
    if os.environ.get("TEXTUAL_DRIVER"):
        return
    if not all(stream and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__)):
        raise UsageError("The screen needs a terminal; papertui list prints papers anywhere.")
    if os.environ.get("TERM", "") in {"", "dumb"}:
        raise UsageError("This terminal cannot show the screen; papertui list works in it.")


def _config_if_any() -> "Config | None":
    """Return the user's config; None without a file, to avoid loading the config modules at startup."""
    path = config_file()
    if not os.access(path, os.F_OK):
        return None
    from papertui.config.config import Config  # noqa: PLC0415 - not needed by --help and --version

    return Config.load(path)


def _open(folder: Path, *, seeds: bool, read_only: bool = False) -> "Library":
    """Open the library; papers added since the screen was last closed are new."""
    from papertui.library import Library  # noqa: PLC0415 - --help and --version do not need it

    def left_at() -> str:
        from papertui.ui.session import Session  # noqa: PLC0415 - few queries ask for new papers

        return Session.load(folder).left_at

    return Library.open(folder, seeds=seeds, read_only=read_only, new_since=left_at)
