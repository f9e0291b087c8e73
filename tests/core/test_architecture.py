"""The shape of the package: small folders, files and functions, flat classes, no cycles, tables that resolve."""

import ast
import inspect
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

from papertui.cli.parser import LIBRARY_COMMANDS, PROGRAM_COMMANDS
from papertui.ui.keymap.table import COMMANDS

PACKAGE = Path(__file__).resolve().parents[2] / "papertui"
FILES = sorted(PACKAGE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text("utf-8")) for path in FILES}
BROAD_HANDLERS = {"store/writer.py": 2, "store/journal.py": 2, "store/lock.py": 1, "store/log.py": 1}
"""Handlers of every exception that hand it on to another thread or raise it again."""


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def nodes(kind: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the nodes of a kind with the name of their file."""
    for path, tree in TREES.items():
        yield from ((name_of(path), node) for node in ast.walk(tree) if isinstance(node, kind))


def classes() -> dict[str, list[str]]:
    """Return the names of the base classes of each top-level class."""
    return {
        node.name: [ast.unparse(base).split("[")[0].rsplit(".", 1)[-1] for base in node.bases]
        for tree in TREES.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def test_no_folder_has_more_than_20_modules() -> None:
    count = Counter(path.parent for path in FILES)
    assert [(name_of(folder), number) for folder, number in count.items() if number > 20] == []


def test_no_file_has_more_than_400_lines() -> None:
    lines = {name_of(path): path.read_text("utf-8").count("\n") for path in FILES}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def test_no_function_has_more_than_40_lines() -> None:
    long = []
    for name, node in [*nodes(ast.FunctionDef), *nodes(ast.AsyncFunctionDef)]:
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (node.end_lineno or 0) - node.lineno >= 40:
            long.append(f"{name}:{node.name}")
    assert long == []


def test_no_class_has_more_than_three_own_classes_above_it() -> None:
    bases = classes()

    def depth(name: str) -> int:
        return 1 + max((depth(base) for base in bases[name] if base in bases), default=0)

    assert [name for name in bases if depth(name) > 3] == []


def test_every_public_class_name_is_used_once() -> None:
    names = Counter(
        node.name
        for tree in TREES.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_every_module_has_a_docstring_with_a_first_line_of_at_most_80_characters() -> None:
    first = {name_of(path): (ast.get_docstring(tree) or "").split("\n")[0] for path, tree in TREES.items()}
    assert [name for name, line in first.items() if not 0 < len(line) <= 80] == []


def test_exceptions_are_caught_by_name() -> None:
    broad: Counter[str] = Counter()
    for name, node in nodes(ast.ExceptHandler):
        assert isinstance(node, ast.ExceptHandler)
        if node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"}:
            broad[name] += 1
    assert broad == BROAD_HANDLERS


def test_no_method_only_raises_not_implemented() -> None:
    raised = [name for name, node in nodes(ast.Raise) if "NotImplementedError" in ast.unparse(node)]
    assert raised == []


def test_modules_do_not_import_each_other_in_a_cycle() -> None:
    graph = grimp.build_graph("papertui", cache_dir=None)
    cycles = []
    for module in sorted(graph.modules):
        imported = graph.find_modules_directly_imported_by(module)
        cycles += [(module, other) for other in imported if graph.find_shortest_chain(other, module)]
    assert cycles == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_key_command_names_a_function_that_takes_its_arguments(command: str) -> None:
    row = COMMANDS[command]
    inspect.signature(row.load()).bind(object(), *row.arguments)


@pytest.mark.parametrize("command", [*LIBRARY_COMMANDS, *PROGRAM_COMMANDS])
def test_every_shell_command_has_help_and_a_handler_of_two_arguments(command: str) -> None:
    row = LIBRARY_COMMANDS.get(command) or PROGRAM_COMMANDS[command]
    assert row.help
    inspect.signature(row.run).bind(object(), object())
