"""Modules and functions are short enough to have one subject."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.syntax import STRUCTURE, nodes, nodes_of

pytestmark = STRUCTURE

ROOT = Path(__file__).resolve().parent.parent
MODULE = 300
TEST_FILE = 400
FUNCTION = 40
"""Lines of its body, the docstring not counted."""


def sources() -> list[Path]:
    """The modules that are installed: core, plugins and front ends."""
    return [path for pattern in ("src", "plugins/*/src", "frontends/*/src") for path in python_files(pattern)]


def python_files(pattern: str) -> list[Path]:
    return sorted(path for folder in ROOT.glob(pattern) for path in folder.rglob("*.py"))


def longer_than(most: int, paths: list[Path]) -> dict[str, int]:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in paths}
    return {path: length for path, length in lengths.items() if length > most}


def long_functions(module: Iterable[ast.AST]) -> Iterator[str]:
    """The functions of a module whose bodies are longer than `FUNCTION`."""
    for node in module:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if body and (node.end_lineno or 0) - body[0].lineno + 1 > FUNCTION:
                yield node.name


def test_no_module_is_so_long_that_it_has_two_subjects() -> None:
    assert len(sources()) > 400
    assert longer_than(MODULE, sources()) == {}


def test_no_file_of_tests_is_so_long_that_it_has_two_subjects() -> None:
    assert longer_than(TEST_FILE, [*python_files("tests"), *python_files("benchmarks"), *ROOT.glob("*.py")]) == {}


def test_no_function_is_so_long_that_it_has_two_subjects() -> None:
    long = {str(path.relative_to(ROOT)): list(long_functions(nodes_of(path))) for path in sources()}
    assert {path: names for path, names in long.items() if names} == {}


def test_a_long_function_is_seen_and_its_docstring_is_not_counted() -> None:
    docstring = '    """One.\n' + "\n" * 50 + '    """\n'
    short = "def short():\n" + docstring + "    pass\n" * FUNCTION
    assert list(long_functions(nodes(short))) == []
    assert list(long_functions(nodes("class A:\n def long(self):\n" + "  pass\n" * (FUNCTION + 1)))) == ["long"]
