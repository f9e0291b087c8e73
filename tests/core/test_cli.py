"""The shell: real processes over a library of the test's own."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from papertui.library import Library
from papertui.transfer.copy_formats import copy_papers
from tests.conftest import Run

KEY = "arxiv:2608.06197"
FIELDS = [
    "key",
    "title",
    "authors",
    "date",
    "category",
    "categories",
    "topics",
    "affiliations",
    "affiliations_omitted",
    "abstract",
    "alternates",
    "arxiv_id",
    "version",
    "doi",
    "venue",
    "url",
    "links",
    "sources",
    "added",
    "read",
    "starred",
    "dismissed",
    "read_at",
    "starred_at",
    "dismissed_at",
    "tags",
    "note",
]


def test_list_prints_plain_lines_into_a_pipe_and_stable_json(papertui: Run) -> None:
    plain = papertui("list")
    assert plain.returncode == 0
    assert len(plain.stdout.splitlines()) == 35
    listed = json.loads(papertui("list", "envace", "--format", "json").stdout)
    assert [paper["key"] for paper in listed] == [KEY]
    assert listed[0]["url"] == "https://arxiv.org/abs/2608.06197"
    assert listed[0]["read"] is False
    assert listed[0]["read_at"] is None
    assert list(listed[0]) == FIELDS
    lines = papertui("list", "is:unread", "--format", "jsonl").stdout.splitlines()
    assert len([json.loads(line) for line in lines]) == 35


def test_nothing_found_is_an_empty_array_and_exit_1(papertui: Run) -> None:
    nothing = papertui("list", "qqqqzzzz", "--format", "json")
    assert nothing.returncode == 1
    assert json.loads(nothing.stdout) == []


def test_marks_undo_and_redo(papertui: Run, folder: Path) -> None:
    assert papertui("read", KEY, "2608.05587").returncode == 0
    assert papertui("star", "https://arxiv.org/abs/2608.06197v2").returncode == 0
    with Library.open(folder, read_only=True) as library:
        assert library.mark(KEY).read
        assert library.mark(KEY).starred
    undone = papertui("undo")
    assert "Starred" in undone.stderr
    assert undone.stdout == ""
    papertui("undo")
    assert papertui("undo").returncode == 1
    papertui("redo")
    assert papertui("list", "is:read", "--format", "keys").stdout.split() == ["arxiv:2608.05587", KEY]


def test_keys_come_from_standard_input(papertui: Run) -> None:
    keys = papertui("list", "terminal", "--format", "keys").stdout
    assert papertui("read", "-", given=keys).returncode == 0
    assert papertui("list", "is:read", "terminal", "--format", "keys").stdout == keys


def test_delete_takes_keys_or_a_query_and_undo_brings_back(papertui: Run) -> None:
    assert papertui("delete", "author:liang").returncode == 0
    left = len(papertui("list").stdout.splitlines())
    assert left < 35
    papertui("undo")
    assert len(papertui("list").stdout.splitlines()) == 35
    assert papertui("delete", KEY).returncode == 0
    assert len(papertui("list").stdout.splitlines()) == 34


def test_a_query_may_begin_with_a_minus(papertui: Run) -> None:
    without = papertui("list", "-terminal").stdout.splitlines()
    assert 0 < len(without) < 35


def test_tags_and_notes(papertui: Run) -> None:
    papertui("tag", KEY, "2608.05587", "to discuss")
    assert len(papertui("list", 'tag:"to discuss"').stdout.splitlines()) == 2
    papertui("tag", "--remove", KEY, "to discuss")
    assert papertui("list", 'tag:"to discuss"', "--format", "keys").stdout.split() == ["arxiv:2608.05587"]
    papertui("note", KEY, "compare with RST")
    assert papertui("list", "note:compare", "--format", "keys").stdout.split() == [KEY]
    papertui("note", KEY, "")
    assert papertui("list", "has:note").returncode == 1


def test_import_reports_each_bad_line_and_counts_all(papertui: Run, tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    good = {"title": "A paper", "authors": ["Ann Lee"], "year": 2020, "unknown": 1}
    path.write_text(
        "\n".join(["{broken", json.dumps(good), "[]", "", json.dumps({"year": 3}), json.dumps(good)])
    )
    report = papertui("import", str(path))
    assert report.returncode == 0
    assert report.stdout == ""
    assert f"{path}:1: skipped, not JSON" in report.stderr
    assert f"{path}:5: skipped, neither title nor abstract" in report.stderr
    assert "Read 5 records: 1 new, 1 merged, 0 revised, 3 skipped" in report.stderr
    assert len(papertui("list").stdout.splitlines()) == 36
    papertui("undo")
    assert len(papertui("list").stdout.splitlines()) == 35


def test_a_dry_run_writes_nothing(papertui: Run, tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    path.write_text('{"title": "One"}\n{"abstract": "Two words"}\n')
    run = papertui("import", "--dry-run", "--format", "jsonl", str(path))
    assert [json.loads(line)["title"] for line in run.stdout.splitlines()] == ["One", None]
    assert len(papertui("list").stdout.splitlines()) == 35


def test_what_goes_out_as_jsonl_comes_in_the_same(papertui: Run, tmp_path: Path) -> None:
    papertui("read", KEY)
    papertui("tag", KEY, "x")
    out = papertui("list", "--format", "jsonl").stdout
    (tmp_path / "all.jsonl").write_text(out)
    other = ["--library", str(tmp_path / "other"), "--empty"]
    command = [sys.executable, "-m", "papertui", *other]
    subprocess.run([*command, "import", str(tmp_path / "all.jsonl")], check=True, capture_output=True)
    again = subprocess.run(
        [*command, "list", "--format", "jsonl"], check=True, capture_output=True, text=True
    ).stdout
    known = [json.loads(line) for line in out.splitlines()]
    came = [json.loads(line) for line in again.splitlines()]
    for paper in (*known, *came):
        paper.pop("added")
    assert sorted(known, key=lambda paper: paper["key"]) == sorted(came, key=lambda paper: paper["key"])


def test_faults_are_one_sentence_and_exit_2(papertui: Run, tmp_path: Path) -> None:
    missing = papertui("import", str(tmp_path / "nowhere.jsonl"))
    assert missing.returncode == 2
    assert len(missing.stderr.splitlines()) == 1
    assert "Traceback" not in missing.stderr
    assert papertui("list", "--sort", "nonsense").returncode == 2
    assert papertui("frobnicate").returncode == 2
    assert papertui("show", "2699.99999").returncode == 1


def test_explain_tells_terms_and_whether_they_are_exact(papertui: Run) -> None:
    told = json.loads(papertui("list", "termnal", "--explain", "--limit", "1").stdout)
    terms = [term for field in told[0]["fields"].values() for term in field]
    assert terms
    assert not any(term["exact"] for term in terms)
    assert told[0]["score"] > 0


def test_check_backup_and_restore(papertui: Run, folder: Path, tmp_path: Path) -> None:
    papertui("star", KEY)
    assert papertui("check").returncode == 0
    assert papertui("backup", str(tmp_path / "all.gz")).returncode == 0
    papertui("unstar", KEY)
    assert papertui("restore", str(tmp_path / "all.gz"), given="n\n").returncode == 1
    assert papertui("list", "is:starred").returncode == 1
    assert papertui("restore", str(tmp_path / "all.gz"), "--yes").returncode == 0
    assert papertui("list", "is:starred", "--format", "keys").stdout.split() == [KEY]
    papertui("read", "2608.05587")
    papertui("read", "2608.05466")
    journal = max(folder.glob("state.json.*.log"), key=lambda path: int(path.name.split(".")[2]))
    damaged = bytearray(journal.read_bytes())
    damaged[len(damaged) // 2] ^= 4
    journal.write_bytes(bytes(damaged))
    checked = papertui("check")
    assert checked.returncode == 2
    assert "damaged" in checked.stdout


def test_saved_searches_are_used_by_name(papertui: Run) -> None:
    assert papertui("searches").returncode == 1
    papertui("searches", "--save", "mine", "terminal is:unread")
    assert papertui("searches").stdout == "mine\tterminal is:unread\n"
    assert papertui("list", "@mine").stdout == papertui("list", "terminal", "is:unread").stdout != ""
    papertui("searches", "--rename", "mine", "yours")
    assert papertui("list", "@yours").returncode == 0
    papertui("searches", "--delete", "yours")
    assert papertui("searches").returncode == 1
    assert papertui("searches", "--delete", "yours").returncode == 2


def test_version_help_and_a_closed_pipe(papertui: Run, folder: Path) -> None:
    assert papertui("--version").stdout.startswith("papertui ")
    assert "examples:" in papertui("list", "--help").stdout
    command = f"{sys.executable} -m papertui --library {folder} list --format json | head -c 10"
    piped = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert piped.stderr == ""


def test_no_command_loads_textual(papertui: Run, folder: Path) -> None:
    papertui("list")
    code = (
        "import sys; from papertui.cli.main import main; "
        f"main(['--library', {str(folder)!r}, 'list', 'agent']); "
        "sys.exit(any(name.split('.')[0] in ('textual', 'rich') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_copying_without_a_clipboard_fails_truthfully(papertui: Run) -> None:
    copied = papertui("copy", KEY)
    assert copied.returncode == 2
    assert "not copied" in copied.stderr


def test_over_ssh_the_shell_copies_through_the_terminal(folder: Path) -> None:
    controller, terminal = os.openpty()
    code = (
        "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
        "from papertui.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    try:
        copied = subprocess.run(
            [sys.executable, "-c", code, "--library", str(folder), "copy", KEY],
            stdin=terminal,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "TERM": "xterm-256color", "SSH_TTY": "/dev/pts/1"},
            start_new_session=True,
        )
        assert copied.stdout == ""
        assert copied.stderr == "Link sent to the terminal\n"
        link = base64.b64encode(b"https://arxiv.org/abs/2608.06197").decode()
        assert os.read(controller, 1_000).decode() == f"\x1b]52;c;{link}\x07"
    finally:
        os.close(terminal)
        os.close(controller)


def test_two_commands_at_once_make_one_library(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "papertui", "--library"]
    for number in range(4):
        folder = str(tmp_path / str(number))
        with (
            subprocess.Popen(
                [*command, folder, "list", "--format", "keys"], stdout=subprocess.PIPE
            ) as listing,
            subprocess.Popen([*command, folder, "list", "--format", "keys"], stdout=subprocess.PIPE) as other,
        ):
            told = [running.communicate(timeout=60)[0].split() for running in (listing, other)]
        assert [len(keys) for keys in told] == [35, 35]


def test_undismiss_takes_back_a_dismissal(papertui: Run) -> None:
    assert papertui("dismiss", "2608.06197").returncode == 0
    assert papertui("list", "is:dismissed", "--format", "keys").stdout == "arxiv:2608.06197\n"
    assert papertui("undismiss", "2608.06197").returncode == 0
    assert papertui("list", "is:dismissed", "--format", "keys").stdout == ""
    assert papertui("undo").returncode == 0
    assert papertui("list", "is:dismissed", "--format", "keys").stdout == "arxiv:2608.06197\n"


def test_the_shell_copies_the_same_text_as_the_screen(
    papertui: Run, library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copied = tmp_path / "copied"
    program = tmp_path / "bin" / "wl-copy"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ncat > '{copied}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    keys = ["arxiv:2608.06197", "arxiv:2608.05102"]
    assert papertui("copy", *keys, "--form", "bibtex").returncode == 0
    assert copied.read_text("utf-8") == copy_papers([library.paper(key) for key in keys], "bibtex").text
    assert "}\n\n@" in copied.read_text("utf-8")
