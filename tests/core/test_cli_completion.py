"""Tab completes commands, options and words of queries, tried in the shells themselves where they are installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.terminal import Terminal

LISTED = "arxiv:2608.05466"


@pytest.fixture
def environment(papertui: Run, folder: Path, tmp_path: Path) -> Mapping[str, str]:
    """Return an environment in which ``papertui`` is the program, over a library with a tag and a saved search."""
    papertui("tag", LISTED, "to discuss")
    papertui("searches", "--save", "morning", "terminal is:unread")
    program = tmp_path / "bin" / "papertui"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m papertui "$@"\n')
    program.chmod(0o755)
    return {
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PAPERTUI_LIBRARY": str(folder),
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PS1": "$ ",
    }


@pytest.mark.parametrize(
    ("word", "completed"),
    [
        ("topic:termi", 'topic:"Terminal Agents"'),
        ("-tag:to", '-tag:"to discuss"'),
        ("@mo", "@morning"),
        ("is:unr", "is:unread"),
        ("sort:ti", "sort:title"),
        ("top", "topic:"),
    ],
)
def test_words_of_queries_are_completed_from_the_library(
    papertui: Run, environment: Mapping[str, str], word: str, completed: str
) -> None:
    told = papertui("completion", f"--words={word}")
    assert told.returncode == 0
    assert told.stdout.splitlines()[0] == completed


def test_a_script_needs_no_library_and_a_shell_must_be_named(papertui: Run, folder: Path) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "papertui completion --words" in papertui("completion", shell).stdout
    assert papertui("completion").returncode == 2
    assert papertui("completion", "csh").returncode == 2
    assert papertui("completion", "--words", "topic:").stdout == ""
    assert not folder.exists()


TYPED = {
    "topic:Termi": 'topic:"Terminal Agents"',
    "'topic:Termi": 'topic:"Terminal Agents"',
    "@mo": "@morning",
    "tag:to": 'tag:"to discuss"',
    "is:starr": "is:starred",
}
"""Queries as typed before Tab, and the queries that they become."""


def keys_of_completed(papertui: Run) -> list[set[str]]:
    """Return the keys that the completed queries list."""
    return [set(papertui("list", query, "--format", "keys").stdout.split()) for query in TYPED.values()]


def keys_listed_in(command: list[str], begin: str, environment: Mapping[str, str]) -> list[set[str]]:
    """Complete each query of `TYPED` in a shell with Tab, and return the keys that it then lists."""
    listed = []
    with Terminal(command, {**environment, "TERM": "dumb"}, width=200) as terminal:
        terminal.send(f"{begin}; echo REA''DY\n")
        terminal.until("READY")
        for number, typed in enumerate(TYPED):
            start = len(terminal.seen)
            terminal.send(f"papertui list --format keys {typed}\t")
            terminal.send(f"\necho END''{number}\n")
            end = terminal.until(f"END{number}", after=start)
            listed.append(set(re.findall(r"arxiv:\d+\.\d+", terminal.seen[start:end].decode())))
        terminal.send("papertui comple\tba\t")
        terminal.send("\n")
        terminal.until("_papertui_words")
    return listed


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes(papertui: Run, environment: Mapping[str, str], tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(papertui("completion", "bash").stdout)
    command = ["bash", "--norc", "--noprofile", "-i"]
    assert keys_listed_in(command, f". {script}", environment) == keys_of_completed(papertui)


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_completes(papertui: Run, environment: Mapping[str, str], tmp_path: Path) -> None:
    (tmp_path / "zfunc").mkdir()
    (tmp_path / "zfunc" / "_papertui").write_text(papertui("completion", "zsh").stdout)
    begin = f"fpath=({tmp_path / 'zfunc'} $fpath); autoload -U compinit; compinit -D -u"
    assert keys_listed_in(["zsh", "-f", "-i"], begin, environment) == keys_of_completed(papertui)


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes(papertui: Run, environment: Mapping[str, str], tmp_path: Path) -> None:
    script = tmp_path / "completion.fish"
    script.write_text(papertui("completion", "fish").stdout)
    for line, completed in (
        ("papertui list topic:Termi", 'topic:"Terminal Agents"'),
        ("papertui list @mo", "@morning"),
        ("papertui completion ba", "bash"),
        ("papertui list --so", "--sort"),
    ):
        told = subprocess.run(
            ["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **environment},
        )
        assert told.stdout.split("\t")[0].strip() == completed
