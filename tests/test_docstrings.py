"""Whoever reads a module is told what each of its public parts is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.test_sizes import ROOT, sources


def undescribed(source: str) -> Iterator[str]:
    """The public classes and functions of a module without a docstring, and the module itself as ""."""
    tree = ast.parse(source)
    if ast.get_docstring(tree) is None:
        yield ""
    for node in tree.body:
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef() if not node.name.startswith("_"):
                if ast.get_docstring(node) is None:
                    yield node.name


def test_every_module_and_its_public_classes_and_functions_say_what_they_are() -> None:
    silent = {str(path.relative_to(ROOT)): list(undescribed(path.read_text("utf-8"))) for path in sources()}
    assert {path: names for path, names in silent.items() if names} == {}


def test_a_class_or_function_without_a_docstring_is_seen() -> None:
    assert list(undescribed("class Unit: ...\ndef _inner(): ...")) == ["", "Unit"]
    assert list(undescribed('"""Units."""\nasync def move():\n    """Move."""')) == []
