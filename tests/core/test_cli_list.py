"""How the shell lists papers: tables that fit the terminal, plain lines, columns, NUL, and keys from standard input."""

import fcntl
import json
import os
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from papertui.cli.cells import cells, fitted
from papertui.cli.table import COLUMNS
from papertui.formats import WRITTEN_FORMATS
from papertui.ui.session import Session
from tests.conftest import Run

KEY = "arxiv:2608.06197"
WIDE = [
    {"title": "训练长程智能体" * 12, "authors": ["王小明"], "id": "2601.00001"},
    {
        "title": "Emoji 🚀 in 🧪 a title 👩‍🔬 👍🏽 🇩🇪 of some length " * 3,
        "authors": ["Zoë 🐍 Müller"],
        "id": "2601.00002",
    },
    {"title": "Combining e\u0301 accents and شبكة عصبية " * 3, "authors": ["José"], "id": "2601.00003"},
    {"title": "Plain", "authors": ["Ann Lee"], "id": "2601.00004"},
]


def on_terminal(folder: Path, width: int, *words: str) -> list[str]:
    """Return the lines that a command prints on a terminal of so many columns."""
    controller, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    command = [sys.executable, "-m", "papertui", "--library", str(folder), *words]
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(command, stdout=terminal, stderr=subprocess.DEVNULL, env=environment):
        os.close(terminal)
        printed = b""
        try:
            while piece := os.read(controller, 1 << 16):
                printed += piece
        except OSError:  # the end of a pseudo terminal
            pass
    os.close(controller)
    return printed.decode().replace("\r\n", "\n").splitlines()


@pytest.fixture
def wide(papertui: Run, folder: Path, tmp_path: Path) -> Path:
    """Return a library with wide letters, emoji and combining marks beside the seeds."""
    path = tmp_path / "wide.jsonl"
    path.write_text(
        "\n".join(json.dumps({**record, "arxiv_id": record["id"], "date": "2026"}) for record in WIDE)
    )
    papertui("import", str(path))
    return folder


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_a_table_fits_the_terminal_and_its_columns_stand_under_each_other(wide: Path, width: int) -> None:
    lines = on_terminal(wide, width, "list")
    assert len(lines) == 39
    assert max(map(cell_len, lines)) <= width
    starts = {cell_len(line[: line.index("arxiv:")]) for line in lines if "arxiv:" in line}
    assert len(starts) == 1
    if width >= 80:
        assert len([line for line in lines if "arxiv:" in line]) == 39


def test_a_table_shows_marks_and_with_ascii_only_ascii(papertui: Run, folder: Path) -> None:
    papertui("star", KEY)
    papertui("read", KEY)
    row = next(line for line in on_terminal(folder, 120, "list") if KEY in line)
    assert row.startswith("  ★ ")
    lines = on_terminal(folder, 90, "--ascii", "list", "-terminal")
    cut = [line for line in lines if "…" in line or "..." in line]
    assert cut
    assert all(line.isascii() for line in cut)
    assert any(line.startswith("* ") for line in lines)


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_can_be_asked_for_in_a_table_and_in_lines(wide: Path, papertui: Run, name: str) -> None:
    plain = papertui("list", "--columns", f"key,{name}").stdout.splitlines()
    assert len(plain) == 39
    assert all(line.count("\t") == (name != "key") for line in plain)
    table = on_terminal(wide, 100, "list", "--columns", f"key,{name}", "--limit", "5")
    assert len(table) == 5
    assert all(cell_len(line) <= 100 for line in table)


def test_columns_that_do_not_exist_or_fit_no_table_are_refused(papertui: Run) -> None:
    assert (
        "Unknown column colour; choose from abstract, " in papertui("list", "--columns", "key,colour").stderr
    )
    assert papertui("list", "--columns", ",").returncode == 2
    assert papertui("list", "--columns", "key", "--format", "json").returncode == 2


def test_sort_and_limit(papertui: Run) -> None:
    titles = papertui("list", "--columns", "title", "--sort", "title", "--limit", "4").stdout.splitlines()
    assert len(titles) == 4
    assert titles == sorted(titles, key=str.casefold)
    dates = papertui("list", "--columns", "date", "--sort", "oldest").stdout.splitlines()
    assert dates == sorted(dates)


@pytest.mark.parametrize("form", WRITTEN_FORMATS)
def test_every_format_is_offered_and_has_every_paper(papertui: Run, form: str) -> None:
    listed = papertui("list", "--format", form)
    assert listed.returncode == 0
    assert listed.stdout.count("2608.06197") >= 1
    assert papertui("show", KEY, "--format", form).returncode == 0


def test_nul_ends_each_paper_and_is_read_back(papertui: Run) -> None:
    keys = papertui("list", "terminal", "--format", "keys").stdout.split()
    ended = papertui("list", "terminal", "--format", "keys", "-0").stdout
    assert ended == "".join(f"{key}\0" for key in keys)
    assert papertui("star", "-", given=ended).returncode == 0
    assert set(papertui("list", "is:starred", "--format", "keys").stdout.split()) == set(keys)
    assert papertui("list", "-0", "terminal").stdout.count("\0") == len(keys)
    assert papertui("list", "-0", "--format", "json").returncode == 2


def test_keys_from_standard_input_may_be_plain_lines_of_a_list(papertui: Run) -> None:
    lines = papertui("list", "terminal").stdout
    assert papertui("star", "-", given=lines).returncode == 0
    assert papertui("list", "is:starred").stdout.count("\n") == lines.count("\n")
    assert papertui("note", "-", "a note", given=lines.splitlines()[0]).returncode == 0
    assert papertui("note", "-", "a note", given=lines).returncode == (0 if lines.count("\n") == 1 else 2)
    assert papertui("copy", "-", given="").returncode in {1, 2}


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30), st.integers(3, 20))
def test_fitted_text_takes_exactly_its_cells(text: str, width: int) -> None:
    assert cells(fitted(text, width)) == width
    assert cells(fitted(text, width, "...")) == width


@pytest.mark.parametrize(
    "query", ["is:strred", "@nosuch", "author:", "before:2026-13", "is:r", "sort:tit", 'title:""']
)
@pytest.mark.parametrize("command", ["list", "export", "delete", "topics"])
def test_a_query_that_is_wrong_or_unfinished_is_a_fault_and_gives_no_data(
    papertui: Run, command: str, query: str
) -> None:
    run = papertui(command, query)
    assert (run.returncode, run.stdout) == (2, "")
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("query", ["", " ", "((", "*", "OR", "sort:title"])
def test_a_query_without_a_condition_deletes_nothing(papertui: Run, query: str) -> None:
    assert papertui("delete", query).returncode == 2
    assert len(papertui("list", "--format", "keys").stdout.split()) == 35


def test_a_name_that_is_no_field_is_searched_as_text(papertui: Run) -> None:
    run = papertui("list", "EnvACE: Internalizing")
    assert run.returncode == 0
    assert "Unknown field envace:" in run.stderr


def test_new_papers_are_those_added_since_the_reader_last_quit_the_screen(
    papertui: Run, folder: Path
) -> None:
    papertui("list")
    assert papertui("list", "is:new", "--format", "keys").stdout == ""
    Session(left_at="2020-01-01T00:00:00Z").save(folder)
    assert len(papertui("list", "is:new", "--format", "keys").stdout.split()) == 35
    Session(left_at="2999-01-01T00:00:00Z").save(folder)
    assert papertui("list", "is:new", "--format", "keys").stdout == ""
