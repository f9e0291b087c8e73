"""Command of the shell: name, help, examples, arguments and handler."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
"""The first argument of a handler: the open library, or the folder of the library."""


def no_arguments(_: ArgumentParser) -> None:
    """Add no arguments to the parser of a command."""


@dataclass(frozen=True, slots=True)
class Command(Generic[Subject]):
    """One command of the shell."""

    name: str
    help: str
    examples: str
    """Lines for the end of ``--help``."""
    run: Callable[[Subject, SimpleNamespace], int]
    """The handler: returns the exit code."""
    arguments: Callable[[ArgumentParser], None] = no_arguments
    """Adds the arguments to the parser of the command."""
    reads_only: bool = False
    """Whether the handler changes nothing, so that it needs no lock."""
    takes_query: bool = False
    """Whether the words may be a query, whose words can begin with ``-``."""


def positive(text: str) -> int:
    """Parse a positive number. Raises ArgumentTypeError."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("expected a number from 1 on")
    return int(text)


def add_query(parser: ArgumentParser) -> None:
    """Add the words of a query to the parser of a command."""
    parser.add_argument("query", nargs="*", help="words, fields and states; all papers if omitted")
