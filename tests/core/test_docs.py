"""The tables of the documentation are as the code has them."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_tables_of_keys_and_modules_are_as_the_code_has_them() -> None:
    script = [sys.executable, str(ROOT / "docs" / "make_tables.py"), "--check"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    checked = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_page_on_how_it_is_built_names_every_module() -> None:
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    named = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    package = ROOT / "papertui"
    there = {path.stem for path in package.glob("*.py")} | {
        path.parent.name for path in package.glob("*/__init__.py")
    }
    assert named == there - {"__init__"}


def test_every_picture_and_page_that_the_readme_shows_is_there() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"\]\(((?:docs|seeds)/[^)]+)\)", readme)
    assert shown
    assert all((ROOT / path).exists() for path in shown)
