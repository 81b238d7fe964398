"""The modules of the tree as nodes of their syntax, each parsed once for all tests that look at the tree's structure.

These tests share the group `STRUCTURE`, so that one process parses for them all.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

STRUCTURE = pytest.mark.xdist_group("structure of the tree")


def nodes(source: str) -> tuple[ast.AST, ...]:
    """Every node of a module's text, parents before what is in them."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module."""
    return nodes(path.read_text("utf-8"))
