"""The digest of the rules and bots of a game: what is measured with one says nothing of another.

It is made of the program and the data files of the game's distribution and of the systems that it imports, and of what
their bots import of the lab. Comments, docstrings, the form of the lines and the names of parameters and of what else
is bound within a function do not count, nor does what no result depends on: pictures, panels, questions, authors'
tools, what was measured, of bots too. Core does not count either: what it promises is tested.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from wargame_core import discover
from wargame_core.errors import UnknownName
from wargame_core.flow.players import Strength
from wargame_core.plugins.discovery import SIGN

IGNORED_MODULES: Final = frozenset(
    {
        "authoring",
        "balance",
        "contents",
        "game_files",
        "picture",
        "questions",
        "table",
        "environments",
        "chances",
        "lessons",
        "puzzles",
    }
)
"""The rooms, modules and data files of a game on which no result depends."""
DATA_ENDINGS: Final = (".toml", ".csv", ".npz")
LAB: Final = "wargame_lab"


def made_with(game_id: str) -> str:
    """The digest of the rules and bots of an installed game. Raises `UnknownName` for another one."""
    packages = _packages_of(game_id.partition(SIGN)[0])
    digest = blake2b(digest_size=8)
    for path in sorted(path for package in packages for path in _files_of(package)):
        digest.update(_content_of_file(path))
    for module in sorted(_lab_modules(packages)):
        digest.update(_content_of_file(_lab_file(module)))
    return digest.hexdigest()


def _packages_of(game_id: str) -> frozenset[str]:
    """The packages of a game: its own, and those of the systems that it imports."""
    plugins = {
        installed_plugin.id: installed_plugin.claims[0].value.partition(":")[0]
        for installed_plugin in discover()
        if installed_plugin.plugin is not None
    }
    owners = {
        entry.id: plugins[installed_plugin.id] for installed_plugin in discover() for entry in installed_plugin.games
    }
    if game_id not in owners:
        raise UnknownName("game", game_id, owners)
    plugin_packages, packages = set(plugins.values()), {owners[game_id]}
    while (
        further_packages := {
            name for package in packages for name in _imported_packages(package) if name in plugin_packages
        }
        - packages
    ):
        packages |= further_packages
    return frozenset(packages)


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None, "a plugin or the lab imports it"
    return Path(spec.origin or "").parent


def _files_of(package: str) -> Iterator[Path]:
    """The files of a package on which results depend."""
    folder = _folder(package)
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).with_suffix("").parts
        if path.suffix in (".py", *DATA_ENDINGS) and not IGNORED_MODULES.intersection(parts):
            yield path


@cache
def _imported_packages(package: str) -> frozenset[str]:
    """The packages that the modules of a package import, and of the lab its modules."""
    names = set()
    for path in _files_of(package):
        if path.suffix == ".py":
            names |= set(_imports_of_file(path))
    return frozenset(name if name.startswith(f"{LAB}.") else name.partition(".")[0] for name in names)


def _imports_of_file(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _lab_modules(packages: frozenset[str]) -> frozenset[str]:
    """The modules of the lab that the packages import, and those that these import."""
    lab_prefix = f"{LAB}."
    modules = {
        name.removeprefix(lab_prefix)
        for package in packages
        for name in _imported_packages(package)
        if name.startswith(lab_prefix)
    }
    while (
        further_modules := {
            name.removeprefix(lab_prefix)
            for module in modules
            for name in _imports_of_file(_lab_file(module))
            if name.startswith(lab_prefix)
        }
        - modules
    ):
        modules |= further_modules
    return frozenset(modules - IGNORED_MODULES)


def _lab_file(module: str) -> Path:
    return _folder(LAB).joinpath(*module.split(".")).with_suffix(".py")


@cache
def _content_of_file(path: Path) -> bytes:
    """What a file says: of a program its tree, without docstrings and with numbers for the names within functions."""
    if path.suffix != ".py":
        return path.read_bytes().replace(b"\r\n", b"\n")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == _MEASURED:
            node.body = [ast.Pass()]
        elif isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            node.body = [line for line in node.body if not _is_text(line)] or [ast.Pass()]
        elif isinstance(node, ast.Dict):
            pairs = [pair for pair in zip(node.keys, node.values, strict=True) if not _is_strength(pair[1])]
            node.keys, node.values = [key for key, _ in pairs], [value for _, value in pairs]
        elif isinstance(node, ast.Call) and _is_strength(node):
            node.args, node.keywords = [], []
        elif isinstance(node, ast.Call):
            node.keywords = [word for word in node.keywords if not _says_length(word)]
    for function in _functions_of(tree.body):
        _number_names(function)
    return ast.dump(tree).encode()


def _functions_of(lines: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """The functions and methods of a module or class, without those that stand within functions."""
    for line in lines:
        if isinstance(line, ast.FunctionDef):
            yield line
        elif isinstance(line, ast.ClassDef):
            yield from _functions_of(line.body)


def _number_names(function: ast.FunctionDef) -> None:
    """Put a number in place of each name that is bound within a function: which number, its place decides."""
    nodes = list(ast.walk(function))
    numbers: dict[str, str] = {}
    for node in nodes:
        if node is not function and (name := _bound_name(node)):
            numbers.setdefault(name, str(len(numbers)))
    for node in nodes:
        match node:
            case ast.Name(id=name) if name in numbers:
                node.id = numbers[name]
            case ast.arg(arg=name):
                node.arg = numbers[name]
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                node.name = numbers[name]
            case ast.FunctionDef(name=name) if node is not function:
                node.name = numbers[name]
            case ast.Nonlocal(names=names):
                node.names = [numbers[name] for name in names]
            case _:
                pass


def _bound_name(node: ast.AST) -> str | None:
    """The name that a part of a function binds."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            return name
        case ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name):
            return name
        case _:
            return None


_MEASURED: Final = f"Mapping[str, {Strength.__name__}]"
"""What a function returns that tells what was measured of bots: no result depends on it."""


def _is_strength(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == Strength.__name__


def _says_length(word: ast.keyword) -> bool:
    """Whether it says in words how long a game lasts: that was measured, too."""
    return word.arg == "length" and isinstance(word.value, ast.Constant)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
