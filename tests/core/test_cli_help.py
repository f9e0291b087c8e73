"""Help: every command has examples, and every example is one that the parser takes."""

import shlex
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Mapping

import pytest

from papertui.cli.parser import build_parser, parse
from tests.conftest import Run


def commands() -> Mapping[str, ArgumentParser]:
    """Return the parsers of all commands by name."""
    actions = build_parser()._subparsers
    assert actions is not None
    found = next(action for action in actions._actions if isinstance(action, _SubParsersAction))
    return dict(found.choices)


def examples(text: str) -> list[list[str]]:
    """Return the words of the examples in a help, each without what is piped, redirected or remarked."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("  papertui ")]
    found = []
    for line in lines:
        for part in line.split(" | "):
            words = shlex.split(part, comments=True)
            if words[0] == "papertui":
                stop = next((place for place, word in enumerate(words) if word in {"<", ">"}), len(words))
                found.append(words[1:stop])
    return found


@pytest.mark.parametrize("name", commands())
def test_every_command_has_examples_that_the_parser_takes(name: str) -> None:
    epilog = commands()[name].epilog or ""
    assert epilog.startswith("examples:\n")
    given = examples(epilog)
    assert any(words[0] == name for words in given)
    for words in given:
        assert parse(words).command == words[0]


def test_help_tells_of_every_command_and_option(papertui: Run) -> None:
    told = papertui("--help").stdout
    assert all(f"\n    {name} " in told or f"\n    {name}\n" in told for name in commands())
    assert "examples:" in papertui("list", "--help").stdout
