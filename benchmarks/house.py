"""The house in numbers: what each distribution holds, who imports whom, and what is too long.

``python3 -m benchmarks.house`` prints a row a distribution and a sum; ``--one-importer``, ``--circles``, ``--long`` and
``--unused`` list what is counted, ``--pictures`` prints the arrows between distributions and between the rooms of core.
`tests/test_architecture.py` and `tests/test_sizes.py` read the tree with the functions here.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("src", "tools/*/src", "frontends/*/src", "plugins/*/src")
"""Where the sources of distributions are."""
LONG_MODULE = 500
"""Lines of a module that holds one idea, at most; a longer one is worth a second look."""
LONG_FUNCTION = 40
"""Lines of the body of a function, its docstring not counted, at most."""

WORDS = frozenset({
    "chances", "dice", "errors", "id_list", "interfaces", "json_form", "kinds", "limits", "names", "odds",
    "odds_answers", "pools", "reprs", "rulings", "shapes", "version",
})  # fmt: skip
"""The modules of core that everybody uses and that use none but one another."""
FACES = ("wargame_core", "wargame_core.authoring")
"""What core shows to users and to authors: they import everything, and nothing in core imports them."""

Imports = Mapping[str, frozenset[str]]
"""By module the modules it imports, all by their whole dotted names."""


@frozen
class Module:
    """A module of the tree, read once: `nodes` are those of its syntax, parents before what is in them."""

    name: str
    path: Path
    text: str
    nodes: tuple[ast.AST, ...]

    @property
    def lines(self) -> int:
        """All its lines."""
        return len(self.text.splitlines())

    @property
    def long_functions(self) -> list[str]:
        """Its functions whose bodies are longer than `LONG_FUNCTION`."""
        return [name for name, length in function_lengths(self.nodes) if length > LONG_FUNCTION]


def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Every node of the syntax of a text, parents before what is in them."""
    return tuple(ast.walk(ast.parse(source)))


def packages(root: Path = ROOT) -> dict[str, Path]:
    """The folder of each package of the tree."""
    folders = (folder for place in PLACES for source in sorted(root.glob(place)) for folder in sorted(source.iterdir()))
    return {folder.name: folder for folder in folders if (folder / "__init__.py").exists()}


@cache
def modules_of(folder: Path) -> tuple[Module, ...]:
    """Every module of a package; the package itself and those within it by their `__init__`."""
    return tuple(_module_at(path, folder) for path in sorted(folder.rglob("*.py")))


def _module_at(path: Path, folder: Path) -> Module:
    parts = path.relative_to(folder.parent).with_suffix("").parts
    text = path.read_text("utf-8")
    return Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path, text, nodes_of(text))


def all_modules(root: Path = ROOT) -> dict[str, Module]:
    """Every module of the tree by its whole dotted name."""
    return {module.name: module for folder in packages(root).values() for module in modules_of(folder)}


def names_imported(nodes: Iterable[ast.AST], package: str = "") -> set[str]:
    """The dotted names that a module imports, those for types only and those inside functions too.

    Args:
        nodes: those of the module
        package: the package that the module is in, from which its relative imports are counted
    """
    names: set[str] = set()
    for node in nodes:
        match node:
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=module, level=level):
                above = package.rsplit(".", level - 1)[0] + "." if level else ""
                names |= {f"{above}{module or ''}.{alias.name}".replace("..", ".") for alias in node.names}
            case ast.Call(func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module")):
                names |= {str(word.value) for word in node.args if isinstance(word, ast.Constant)}
    return names


def imports(modules: Mapping[str, Module]) -> Imports:
    """By module those of ``modules`` that it imports, itself left out."""

    def nearest(name: str) -> str:
        while name and name not in modules:
            name = name.rpartition(".")[0]
        return name

    found = {}
    for name, module in modules.items():
        package = name if module.path.name == "__init__.py" else name.rpartition(".")[0]
        found[name] = frozenset(filter(None, map(nearest, names_imported(module.nodes, package)))) - {name}
    return found


def circles(arrows: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Sets of modules that import one another in a circle."""
    reached = {module: _reached(module, arrows) for module in arrows}
    together = [frozenset({m for m in reached[module] if module in reached.get(m, ())}) for module in arrows]
    return [set(group) for group in dict.fromkeys(group for group in together if group)]


def _reached(start: str, arrows: Mapping[str, Iterable[str]]) -> set[str]:
    """Where the arrows from ``start`` lead, directly and through others."""
    reached, waiting = set[str](), list(arrows.get(start, ()))
    while waiting:
        target = waiting.pop()
        if target not in reached:
            reached.add(target)
            waiting += arrows.get(target, ())
    return reached


def between(arrows: Imports, room_of: Mapping[str, str]) -> dict[str, set[str]]:
    """By room the rooms that its modules import; modules in no room are left out."""
    rooms: dict[str, set[str]] = {room: set() for room in room_of.values()}
    for module, targets in arrows.items():
        if module in room_of:
            rooms[room_of[module]] |= {room_of[target] for target in targets if target in room_of}
    return {room: targets - {room} for room, targets in rooms.items()}


def picture(arrows: Mapping[str, set[str]]) -> str:
    """A mermaid flowchart: an arrow to what is imported, unless the arrow follows from others."""
    lines = ["flowchart BT"]
    for room in sorted(arrows):
        for target in sorted(arrows[room]):
            if not any(target in _reached(other, arrows) for other in arrows[room] - {target}):
                lines.append(f"    {room} --> {target}")
    return "\n".join(lines)


def picture_of_distributions(arrows: Imports) -> str:
    """The distributions as a mermaid flowchart."""
    return picture(between(arrows, {name: name.partition(".")[0].removeprefix("wargame_") for name in arrows}))


def picture_of_core(arrows: Imports) -> str:
    """The rooms of core as a mermaid flowchart, without the faces that show what is in them."""
    return picture(between(arrows, {name: room_of(name) for name in arrows if in_core(name)}))


def in_core(module: str) -> bool:
    """Whether a module is in a room of core."""
    return module.startswith("wargame_core.") and module not in FACES


def room_of(module: str) -> str:
    """The room of its package that a module is in; in core, single modules of words are in one room."""
    package, _, rest = module.partition(".")
    room = rest.partition(".")[0]
    return "words" if package == "wargame_core" and room in WORDS else room


def importers(arrows: Imports) -> dict[str, set[str]]:
    """By module those that import it."""
    found: dict[str, set[str]] = {module: set() for module in arrows}
    for module, targets in arrows.items():
        for target in targets:
            found[target].add(module)
    return found


def function_lengths(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """The name of each function of a module, and the lines of its body without the docstring."""
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            yield node.name, (node.end_lineno or 0) - body[0].lineno + 1 if body else 0


def code_lines(module: Module) -> int:
    """Lines that are neither empty nor comments nor docstrings (and other texts that stand alone)."""
    apart = set[int]()
    for node in module.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            apart |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(module.text.splitlines(), 1)
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") and n not in apart for n, line in lines)


def import_lines(module: Module) -> int:
    """Lines of statements that import."""
    statements = [node for node in module.nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in statements)


def one_importer(modules: Iterable[Module], arrows: Imports) -> list[str]:
    """Modules that one other module imports, and that might belong to it; a package's own `__init__` is not meant."""
    by_module = importers(arrows)
    return [one.name for one in modules if one.path.name != "__init__.py" and len(by_module[one.name]) == 1]


HEAD = ("distribution", "files", "lines", "code", "imports", "one importer", "circles", "long functions", "longest")


def row(title: str, modules: Sequence[Module], arrows: Imports) -> tuple[str, ...]:
    """The numbers of some modules, as the table shows them."""
    code, imported = sum(map(code_lines, modules)), sum(map(import_lines, modules))
    longest = max(modules, key=lambda module: module.lines)
    alone = one_importer(modules, arrows)
    own = {module.name for module in modules}
    return (
        title,
        str(len(modules)),
        f"{sum(module.lines for module in modules):,}",
        f"{code:,}",
        f"{100 * imported / max(code, 1):.1f} %",
        f"{len(alone)} ({100 * len(alone) / len(modules):.0f} %)",
        str(len(circles({name: arrows[name] & own for name in own}))),
        str(sum(len(module.long_functions) for module in modules)),
        f"{longest.name.partition('.')[2] or longest.name} {longest.lines}",
    )


def table(root: Path) -> Iterator[str]:
    """The numbers of every distribution and of all together."""
    modules = all_modules(root)
    arrows = imports(modules)
    rows = [HEAD, *(row(name, modules_of(folder), arrows) for name, folder in packages(root).items())]
    rows.append(row("all", list(modules.values()), arrows))
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        yield "  ".join(
            cell.ljust(width) if n in (0, len(HEAD) - 1) else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(cells, wide, strict=True))
        ).rstrip()


def too_long(modules: Iterable[Module]) -> Iterator[str]:
    """Modules longer than `LONG_MODULE`, with their lines: worth a second look, and no mistake."""
    for module in sorted(modules, key=lambda module: -module.lines):
        if module.lines > LONG_MODULE:
            yield f"{module.name}: {module.lines} lines"


def listed(asked: argparse.Namespace, root: Path) -> Iterator[str]:
    """What the options ask to be listed."""
    modules = all_modules(root)
    arrows = imports(modules)
    if asked.one_importer:
        by_module = importers(arrows)
        for name in one_importer(modules.values(), arrows):
            yield f"{modules[name].lines:4}  {name} <- {min(by_module[name])}"
    if asked.circles:
        yield from (" ".join(sorted(circle)) for circle in circles(arrows))
    if asked.long:
        yield from too_long(modules.values())
        yield from (f"{one.name}.{name}" for one in modules.values() for name in one.long_functions)
    if asked.unused:
        by_module = importers(arrows)
        faces = {name for name, module in modules.items() if module.path.name in ("__init__.py", "__main__.py")}
        yield from sorted(name for name, users in by_module.items() if not users and name not in faces)
    if asked.pictures:
        yield from (picture_of_distributions(arrows), "", picture_of_core(arrows))


def main(arguments: Sequence[str]) -> int:
    """Prints the table, or what the options ask for."""
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks.house", description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="another tree")
    wishes = ("one-importer", "circles", "long", "unused", "pictures")
    for wish in wishes:
        parser.add_argument(f"--{wish}", action="store_true")
    asked = parser.parse_args(arguments)
    any_wish = any(getattr(asked, wish.replace("-", "_")) for wish in wishes)
    print("\n".join(listed(asked, asked.root) if any_wish else table(asked.root)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
