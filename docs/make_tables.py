"""Update the tables of README.md and ARCHITECTURE.md from the code: ``python docs/make_tables.py``.

With ``--check`` nothing is written, and the exit code is 1 if a table is out of date.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from papertui.ui.keymap.key_names import key_names
from papertui.ui.keymap.table import GROUPS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "papertui"


def key_table() -> Iterator[str]:
    """Yield the lines of the table of keys."""
    yield "| key | what it does |"
    yield "|---|---|"
    for group in GROUPS:
        yield f"| **{group.title}** | |"
        for command in group.commands:
            keys = " ".join(f"`{key}`" for key in key_names(command.keys).split())
            yield f"| {keys} | {command.help} |"


def module_table() -> Iterator[str]:
    """Yield the lines of the table of modules, in the order of the layers that import-linter enforces."""
    yield "| module | what it is |"
    yield "|---|---|"
    placed = [name for layer in layers("papertui.", 0) for name in layer]
    for name in (*placed, *sorted(modules(PACKAGE) - set(placed))):
        yield f"| `{name}` | {summary(name)} |"


def screen_layers() -> Iterator[str]:
    """Yield a line for each layer of the screen, from the top."""
    for number, layer in enumerate(layers("", 1), start=1):
        yield f"{number}. {', '.join(f'`{name}`' for name in layer)}"


def layers(prefix: str, contract: int) -> list[list[str]]:
    """Return the modules of each layer of a contract in pyproject.toml, from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found = settings["tool"]["importlinter"]["contracts"][contract]["layers"]
    return [[name.strip().removeprefix(prefix) for name in layer.split("|")] for layer in found]


def modules(folder: Path) -> set[str]:
    """Return the names of the modules and packages in a folder."""
    found = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    return found - {"__init__"}


def summary(name: str) -> str:
    """Return the first line of a module's docstring."""
    path = PACKAGE / f"{name}.py"
    source = path if path.exists() else PACKAGE / name / "__init__.py"
    docstring = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return docstring.split("\n", 1)[0].replace("``", "`")


TABLES = {
    "README.md": {"keys": key_table},
    "docs/ARCHITECTURE.md": {"modules": module_table, "screen": screen_layers},
}
"""The tables of each file, by the NAME in the marks ``<!-- NAME -->`` and ``<!-- end of NAME -->`` around them."""


def filled(text: str, name: str, lines: Iterator[str]) -> str:
    """Return a text with the lines of a table between its marks. Raises ValueError if a mark is missing."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    start = text.index(begin) + len(begin)
    return text[:start] + "\n".join(lines) + "\n" + text[text.index(end, start) :]


def main() -> int:
    """Write the tables, or with ``--check`` only report those that are out of date."""
    stale = 0
    for name, tables in TABLES.items():
        path = ROOT / name
        text = wanted = path.read_text("utf-8")
        for table, lines in tables.items():
            wanted = filled(wanted, table, lines())
        if wanted != text:
            stale += 1
            if "--check" in sys.argv:
                sys.stderr.write(f"{name} is out of date; python docs/make_tables.py updates it.\n")
            else:
                path.write_text(wanted, "utf-8")
    return min(stale, 1) if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
