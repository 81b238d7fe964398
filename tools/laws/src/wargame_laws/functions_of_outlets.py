"""Which functions of a package may let something of a match out: found by reading its sources, nothing is imported."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from wargame_core import Game
from wargame_core.interfaces import entry_points
from wargame_core.plugins.discovery import GROUP as PLUGINS
from wargame_core.plugins.outlets import OUTLETS

TRUTHS = {
    *("Match", "State", "Runner", "Record", "Session", "OpenTable", "TableSession", "LiveSession", "Position"),
    *("Correspondence", "Mailbox"),
}
"""The types of which each holds a whole position, secrets included."""
SEATS = {"seat", "role", "who", "viewer", "person"}
"""What the parameter is called that says for whom something is made."""
VIEWS = {"View", "Tabletop"}
"""The types that hold what one seat may know, and more in what is private of them."""
RULES = {"Procedure", "None"}
"""What functions return that belong to play, or that return nothing."""


@lru_cache(maxsize=64)
def functions_that_may_let_out(package: str) -> tuple[str, ...]:
    """The public functions of a package, or of a single module, that take a match and a seat, or a view.

    A state or a session is as much as a match. Methods of these types count as functions that take them. Raises
    `ModuleNotFoundError`.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    if spec.submodule_search_locations is None:
        return tuple(_of_file(Path(spec.origin), package))
    return tuple(name for folder in spec.submodule_search_locations for name in _of_folder(Path(folder), package))


def _of_folder(folder: Path, package: str) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        path_parts = path.relative_to(folder).with_suffix("").parts
        if not any(part.startswith("_") and part != "__init__" for part in path_parts):
            yield from _of_file(path, ".".join((package, *(part for part in path_parts if part != "__init__"))))


def _of_file(path: Path, module: str) -> Iterator[str]:
    text = path.read_text("utf-8")
    if any(word in text for word in (*TRUTHS, *VIEWS)):
        yield from (f"{module}:{name}" for name in functions_in(ast.parse(text)))


def functions_in(node: ast.AST, owner: str = "") -> Iterator[str]:
    """The public functions of a module or class that may let something out, by their qualified names."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield from functions_in(child, name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not child.name.startswith("_"):
                if _may_let_out(child, owner):
                    yield f"{owner}.{child.name}" if owner else child.name


def _may_let_out(function: ast.FunctionDef | ast.AsyncFunctionDef, owner: str) -> bool:
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    kinds = {owner}.union(*(_words(parameter.annotation) for parameter in parameters))
    if function.returns is not None and _words(function.returns) <= RULES | {"None"} and _words(function.returns):
        return False
    if _words(function.returns) & {"Procedure"}:
        return False
    names = {parameter.arg for parameter in parameters}
    return bool(kinds & VIEWS) or bool(kinds & TRUTHS and names & SEATS)


def _words(annotation: ast.expr | None) -> set[str]:
    return set(re.findall(r"\w+", ast.unparse(annotation))) if annotation is not None else set()


def packages_of(game: Game) -> list[str]:
    """The packages whose functions show this game alone: of its plugin, and of the plugin that has its board.

    Of a board that no plugin brings it is its module.
    """
    entries = entry_points(PLUGINS)
    by_plugin = {entry.name: _package_of(entry.value.partition(":")[0]) for entry in entries}
    module = game.rules.board.__module__
    packages = {_package_of(module) if _package_of(module) in by_plugin.values() else module}
    if game.rules.id in by_plugin:
        packages.add(by_plugin[game.rules.id])
    return sorted(package for package in packages if find_spec(package) is not None)


def _package_of(module: str) -> str:
    """The package of a distribution in which a module is; the module where it is only in a folder of that name."""
    package = module.partition(".")[0]
    spec = find_spec(package)
    return package if spec is not None and spec.origin is not None else module


def packages_with_registers() -> list[str]:
    """The packages that have a register of outlets."""
    return sorted({entry.value.partition(".")[0] for entry in OUTLETS.entries().values()})
