"""`Any` stands where files are read and where generators are driven; elsewhere it becomes rarer, never more.

``python3 -m tests.test_any`` prints how often it stands in each module that counts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from tests.syntax import STRUCTURE, nodes, nodes_of

pytestmark = STRUCTURE

ROOT = Path(__file__).resolve().parent.parent
CORE, PLUGINS = "src/wargame_core/", "plugins/*/src/*/"

READS_FILES = (
    CORE + "json_types.py",  # the one name of what JSON holds
    CORE + "data/*",  # TOML and JSON become checked values here
    CORE + "charts/load.py",
    CORE + "forces/decks.py",
    CORE + "interchange/*",  # files of other programs become rows
    CORE + "maps/files/*",
    CORE + "records/*",
    CORE + "mail/letters.py",
    CORE + "flow/codec.py",  # values to JSON and back
    CORE + "flow/child_codecs.py",
    CORE + "wire/*",  # the schema of that JSON
    CORE + "plugins/parameters.py",  # words of a command line and JSON become arguments
    CORE + "plugins/worked_examples.py",
    PLUGINS + "board/json_hooks.py",
    PLUGINS + "brief_json.py",
    PLUGINS + "printed/*",
    PLUGINS + "questions/*",
    PLUGINS + "translation.py",
)
"""Modules that turn what nobody has checked yet into values, or values into JSON."""

DRIVES_GENERATORS = (
    CORE + "flow/child.py",
    CORE + "flow/procedures.py",
    CORE + "flow/runner.py",
    CORE + "flow/sequence.py",
    CORE + "testing/driving.py",
)
"""Modules that send answers into procedures: Python has one type for everything that a generator may be sent."""

MOST = 276
"""How often it stands elsewhere. Whoever needs fewer lowers the number; it never rises."""


def names_of_any(module: Iterable[ast.AST]) -> int:
    """How often a module names `Any`, in annotations that are written as text too."""
    return sum(names_it(node) for node in module)


def names_it(node: ast.AST) -> int:
    match node:
        case ast.Name(id="Any") | ast.Attribute(attr="Any"):
            return 1
        case ast.Constant(value=str(text)) if text == "Any" or ("Any]" in text and " " not in text.replace(", ", "")):
            return text.count("Any")
        case _:
            return 0


def counted(modules: Iterable[Path]) -> dict[str, int]:
    """How often each module names it that neither reads files nor drives generators; those that do not are left out."""
    spared = (*READS_FILES, *DRIVES_GENERATORS)
    paths = [path for path in modules if not any(path.relative_to(ROOT).match(pattern) for pattern in spared)]
    counts = {str(path.relative_to(ROOT)): names_of_any(nodes_of(path)) for path in paths}
    return {path: count for path, count in counts.items() if count}


def modules() -> list[Path]:
    return sorted((*ROOT.glob("src/**/*.py"), *ROOT.glob("plugins/*/src/**/*.py")))


def test_any_stands_no_more_often_than_it_did() -> None:
    assert sum(counted(modules()).values()) <= MOST


def test_every_module_that_is_spared_is_there_and_needs_it() -> None:
    for pattern in (*READS_FILES, *DRIVES_GENERATORS):
        spared = [path for path in modules() if path.relative_to(ROOT).match(pattern)]
        assert any(names_of_any(nodes_of(path)) for path in spared), pattern


def test_a_name_of_any_is_counted_wherever_it_stands() -> None:
    assert names_of_any(nodes("from typing import Any")) == 0
    assert names_of_any(nodes('"""Any of these."""\ndef f(a: Any, b: list[Any]) -> typing.Any: ...')) == 3
    assert names_of_any(nodes('Array: TypeAlias = "numpy.typing.NDArray[Any]"\nx: "Any" = 1')) == 2


if __name__ == "__main__":
    by_module = counted(modules())
    for module, count in sorted(by_module.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:4}  {module}")
    print(f"{sum(by_module.values()):4}")
