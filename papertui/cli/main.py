"""From the words of the command line to an exit code; the one door through which faults reach the shell."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from papertui.cli.parser import build_parser, guard_query
from papertui.errors import PapertuiError, UnknownKeyError

DONE, NOTHING, FAULT = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run papertui and return its exit code: 0 done, 1 nothing matched, 2 misuse or a fault told on stderr."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = build_parser()
    try:
        arguments = parser.parse_args(guard_query(words))
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else FAULT
    try:
        return _run(arguments)
    except UnknownKeyError as error:
        return _tell(error, arguments, NOTHING)
    except PapertuiError as error:
        return _tell(error, arguments, FAULT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130


def library_folder(arguments: Namespace) -> Path:
    """Return the folder of the library: as named, else from the environment, else the user's data folder."""
    from papertui.config import default_library  # noqa: PLC0415 - not needed by --help and --version

    return Path(arguments.library) if arguments.library else default_library(os.environ)


def _run(arguments: Namespace) -> int:
    from papertui.library import Library  # noqa: PLC0415 - not needed by --help and --version

    with Library.open(library_folder(arguments), seeds=not arguments.empty) as library:
        if arguments.command is None:
            from papertui.ui.app import run  # noqa: PLC0415 - the shell commands never pay for Textual

            return run(library, ascii_only=arguments.ascii)
        from papertui.cli import commands  # noqa: PLC0415 - not needed by the screen

        code: int = getattr(commands, arguments.run)(library, arguments)
        sys.stdout.flush()
        library.settle()
        return code


def _tell(error: PapertuiError, arguments: Namespace, code: int) -> int:
    if arguments.debug:
        raise error
    print(f"papertui: {error}", file=sys.stderr)  # noqa: T201 - the shell's own voice
    return code
