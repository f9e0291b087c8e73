"""How commands end: exit codes, one sentence on every fault, streams that are closed, full or not UTF-8."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

KEY = "arxiv:2608.06197"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--version"], 0),
        (["--help"], 0),
        (["list"], 0),
        (["list", "qqqqzzzz"], 1),
        (["list", "--sort", "nonsense"], 2),
        (["list", "--limit", "0"], 2),
        (["list", "--format", "nonsense"], 2),
        (["list", "--columns", "nonsense"], 2),
        (["show", KEY], 0),
        (["show", "2699.99999"], 1),
        (["star", KEY], 0),
        (["star", "2699.99999"], 1),
        (["unstar", KEY], 1),
        (["tag", KEY, "x"], 0),
        (["tag"], 2),
        (["note", KEY, "x"], 0),
        (["note", "2699.99999", "x"], 1),
        (["delete", "qqqqzzzz"], 1),
        (["undo"], 1),
        (["redo"], 1),
        (["copy", KEY], 2),
        (["open", KEY], 2),
        (["import", "nowhere.jsonl"], 2),
        (["import", os.devnull], 1),
        (["topics"], 0),
        (["topics", "qqqqzzzz"], 1),
        (["authors"], 0),
        (["similar", KEY], 0),
        (["similar", "2699.99999"], 1),
        (["ask", "what", "is", "qqqqzzzz"], 1),
        (["searches"], 1),
        (["searches", "--delete", "x"], 2),
        (["keys"], 0),
        (["config"], 0),
        (["check"], 0),
        (["backup"], 0),
        (["restore", "nowhere.gz", "--yes"], 2),
        (["--library", os.devnull, "list"], 2),
        (["--library"], 2),
        (["frobnicate"], 2),
    ],
)
def test_exit_codes(papertui: Run, words: list[str], code: int) -> None:
    papertui("show", KEY)
    ended = papertui(*words)
    assert ended.returncode == code, ended.stderr
    assert "Traceback" not in ended.stderr
    if code:
        assert ended.stderr
        assert ended.stdout.strip() in {"", "[]"}


def shell(folder: Path, command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of sh in which ``papertui`` is the program over the library in a folder."""
    script = f'papertui() {{ "{sys.executable}" -m papertui --library "{folder}" "$@"; }}\n{command}'
    return subprocess.run(
        ["sh", "-c", script], capture_output=True, check=False, env={**os.environ, **environment}, timeout=60
    )


@pytest.mark.parametrize(
    "command", ["list", "list --format json", "--help", "list --help", "keys", f"show {KEY}"]
)
def test_a_reader_that_closes_the_pipe_hears_nothing(folder: Path, command: str) -> None:
    assert shell(folder, f"papertui {command} | head -c 1").stderr == b""


def test_a_full_disk_and_a_closed_output_are_told_in_a_sentence(folder: Path) -> None:
    full = shell(folder, "papertui list > /dev/full")
    assert full.returncode == 2
    assert full.stderr == b"papertui: No space left on device.\n"
    closed = shell(folder, "papertui list >&-")
    assert closed.returncode == 2
    assert closed.stderr == b"papertui: Standard output is closed.\n"


def test_marks_are_saved_whatever_becomes_of_the_streams(folder: Path) -> None:
    assert shell(folder, f"papertui star {KEY} >&- 2>&-").returncode == 0
    assert shell(folder, "papertui list is:starred --format keys").stdout == f"{KEY}\n".encode()
    assert shell(folder, f"papertui read {KEY} > /dev/full 2> /dev/full").returncode == 0
    assert shell(folder, "papertui list is:read --format keys").stdout == f"{KEY}\n".encode()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16", "utf-8"])
def test_any_text_comes_out_in_any_encoding(folder: Path, encoding: str) -> None:
    shell(folder, f"papertui note {KEY} 'naïve 模型 ☃'")
    told = shell(folder, f"papertui show {KEY}", PYTHONIOENCODING=encoding)
    assert told.returncode == 0
    assert told.stderr == b""
    assert "Note:" in told.stdout.decode(encoding)


def test_bytes_that_are_no_text_are_no_fault(folder: Path) -> None:
    given = shell(folder, "printf '\\377\\376\\n' | papertui read -")
    assert given.returncode == 1
    assert len(given.stderr.splitlines()) == 1
    named = shell(folder, "papertui show \"$(printf '\\377')\"")
    assert named.returncode == 1
    assert len(named.stderr.splitlines()) == 1


PLANTED = """
import sys
from papertui.cli import main
from papertui.library import Library
def undo(library):
    raise KeyError("\\x1b[2J\\n" + "x" * 9)
Library.undo = undo
sys.exit(main.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("debug", [False, True])
def test_a_fault_of_papertui_itself_is_a_sentence_and_with_debug_a_traceback_and_a_log(
    folder: Path, tmp_path: Path, debug: bool
) -> None:
    logs = tmp_path / "state"
    ended = subprocess.run(
        [sys.executable, "-c", PLANTED, "--library", str(folder), *(["--debug"] if debug else []), "undo"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(logs)},
    )
    assert ended.returncode == 2
    assert "Internal error" in ended.stderr
    assert "\x1b" not in ended.stderr
    assert ("Traceback" in ended.stderr) is debug
    written = list(logs.rglob("*.log"))
    assert len(written) == debug
    if debug:
        log = written[0].read_text()
        assert "in undo" in log
        assert "'undo'" in log.splitlines()[0]
        assert "\x1b" not in log
        assert str(written[0]) in ended.stderr
        assert written[0].stat().st_mode & 0o077 == 0
    else:
        assert len(ended.stderr.splitlines()) == 1


def test_a_log_that_cannot_be_written_stops_nothing(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = shell(folder, "papertui --debug list --format json", XDG_STATE_HOME=str(tmp_path / "file"))
    assert ended.returncode == 0
    assert b"The log cannot be written." in ended.stderr
    assert len(json.loads(ended.stdout)) == 35


SCRIPT = "import sys; from papertui.__main__ import main; sys.argv[0] = 'papertui'; sys.exit(main())"


@pytest.mark.parametrize(
    "words", [["--version"], ["--help"], ["list", "terminal"], ["show", "x"], ["nonsense"]]
)
def test_the_module_and_the_script_are_the_same(folder: Path, words: list[str]) -> None:
    module, script = (
        subprocess.run(
            [sys.executable, *start, "--library", str(folder), *words], capture_output=True, check=False
        )
        for start in (["-m", "papertui"], ["-c", SCRIPT])
    )
    assert (module.returncode, module.stdout, module.stderr) == (
        script.returncode,
        script.stdout,
        script.stderr,
    )
