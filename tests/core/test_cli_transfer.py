"""Papers in from files and out again, by real processes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
BIB = "@misc{a, title={Growing Trees}, author={Lee, Ann}, year=2020, abstract={%s}}\n"
ABSTRACT = " ".join(f"word{number}" for number in range(60))


@pytest.fixture
def papertui(tmp_path: Path) -> Run:
    """Return a function that runs papertui over an empty library of the test's own."""

    def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "papertui", "--library", str(tmp_path / "library"), "--empty", *words],
            input=given, capture_output=True, text=True, timeout=60, check=False, env=os.environ,
        )  # fmt: skip

    return run


def test_many_files_at_once_are_reported_by_line(papertui: Run, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(BIB % "A" + "@misc{b, title={Cut\n")
    (tmp_path / "b.ris").write_bytes("TY  - JOUR\nTI  - Café\nER  - \n".encode("cp1252"))
    run = papertui("import", str(tmp_path / "a.bib"), str(tmp_path / "b.ris"), str(tmp_path / "c.txt"))
    assert run.returncode == 0
    assert "Read 3 records: 2 new, 0 merged, 0 revised, 1 skipped." in run.stderr
    assert "a.bib:2: skipped" in run.stderr
    assert "Windows-1252" in run.stderr
    assert "c.txt cannot be read" in run.stderr
    assert run.stdout == ""
    assert papertui("list", "café").stdout.startswith("local:")


def test_a_dry_run_prints_records_and_writes_nothing(papertui: Run) -> None:
    run = papertui("import", "--dry-run", "--format", "jsonl", "-", given=BIB % "A" + BIB % "B")
    assert [json.loads(line)["abstract"] for line in run.stdout.splitlines()] == ["A", "B"]
    assert papertui("list").returncode == 1


def test_the_format_can_be_named(papertui: Run) -> None:
    assert papertui("import", "--as", "ris", "-", given="TI  - T\n").returncode == 0
    wrong = papertui("import", "--as", "docx", "-", given="x")
    assert wrong.returncode == 2


@pytest.mark.parametrize("content", ["<!DOCTYPE a [<!ENTITY b 'c'>]><feed/>", "{[", "Dear all"])
def test_a_file_that_is_no_list_is_a_fault_in_one_sentence(papertui: Run, content: str) -> None:
    run = papertui("import", "-", given=content)
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert "Traceback" not in run.stderr


def test_a_library_out_and_in_again_is_the_same(papertui: Run, tmp_path: Path) -> None:
    papertui(
        "import", "-", given=BIB % "A" + "@misc{b, title={Two}, eprint={2608.00001v2}, archiveprefix={arXiv}}"
    )
    papertui("star", "2608.00001")
    papertui("tag", "2608.00001", "later")
    papertui("note", "2608.00001", "Compare.")
    before = papertui("list", "--format", "jsonl").stdout
    out = tmp_path / "all.jsonl"
    assert papertui("export", "-o", str(out)).returncode == 0
    other = str(tmp_path / "other")
    for words in (["import", str(out)], ["list", "--format", "jsonl"]):
        run = subprocess.run(
            [sys.executable, "-m", "papertui", "--library", other, "--empty", *words],
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
    assert run.stdout == before


def test_an_export_never_replaces_a_file_unasked(papertui: Run, tmp_path: Path) -> None:
    papertui("import", "-", given=BIB % "A")
    out = tmp_path / "out.bib"
    out.write_text("precious")
    refused = papertui("export", "-o", str(out))
    assert (refused.returncode, out.read_text()) == (2, "precious")
    assert "--force" in refused.stderr
    assert papertui("export", "-o", str(out), "--force").returncode == 0
    assert "Growing Trees" in out.read_text()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".out")] == []


def test_an_export_goes_to_standard_output_in_each_format(papertui: Run) -> None:
    papertui("import", "-", given=BIB % "A")
    for form, part in (
        ("bibtex", "@misc"),
        ("ris", "TY  - UNPB"),
        ("csl-json", '"issued"'),
        ("links", "https://"),
    ):
        assert part in papertui("export", "trees", "--format", form).stdout
    assert papertui("export", "nothing-like-it").returncode == 1
    assert papertui("export", "-o", "x.docx").returncode == 2


def test_likely_duplicates_are_told_and_joined_by_hand(papertui: Run) -> None:
    papertui("import", "-", given=BIB % ABSTRACT)
    again = BIB.replace("Growing Trees", "How Trees Grow").replace("2020", "2021") % (ABSTRACT + " more")
    told = papertui("import", "-", given=again).stderr
    [line] = [line for line in told.splitlines() if line.startswith("Possible duplicates: ")]
    one, other = line.split()[-2:]
    papertui("star", other)
    assert papertui("merge", one, other).returncode == 0
    assert papertui("list", "--format", "keys").stdout.split() == [one]
    assert papertui("list", "is:starred", "--format", "keys").stdout.split() == [one]
    papertui("undo")
    assert len(papertui("list", "--format", "keys").stdout.split()) == 2


def test_papers_with_other_ids_are_never_joined(papertui: Run) -> None:
    papertui("import", "-", given="2608.00001\n2608.00002\n")
    refused = papertui("merge", "2608.00001", "2608.00002")
    assert refused.returncode == 2
    assert "ids differ" in refused.stderr
