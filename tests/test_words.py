"""Variables say what they hold."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.syntax import STRUCTURE, nodes, nodes_of
from tests.test_sizes import ROOT, sources

pytestmark = STRUCTURE

VAGUE = frozenset({"each", "found", "heard", "one", "said", "shut", "some", "told"})
"""Words that any variable could be called."""


def vague_names(module: Iterable[ast.AST]) -> Iterator[str]:
    """The vague names that a module gives to variables and parameters."""
    for node in module:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name in VAGUE:
                yield name


def test_a_variable_says_what_it_holds() -> None:
    vague = {str(path.relative_to(ROOT)): sorted(vague_names(nodes_of(path))) for path in sources()}
    assert {path: names for path, names in vague.items() if names} == {}


def test_a_vague_name_is_seen_wherever_it_is_given() -> None:
    assert list(vague_names(nodes("one = 1\n[found for found in one]\ndef f(each): pass"))) == ["one", "each", "found"]
    assert list(vague_names(nodes("one.found = 1"))) == []
