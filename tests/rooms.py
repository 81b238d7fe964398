"""The rooms of core and of each system, and what the modules of a package import from one another.

Imports for types only and imports inside functions count like all others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.syntax import nodes_of

TOP = "(top)"
"""The package's own folder, for what is in no room."""

CORE_ROOMS: tuple[tuple[str, ...], ...] = (
    ("version", "quoting", "shapes"),
    ("json_form",),
    ("rulings",),
    ("errors",),
    ("exact", "dice", "odds_pictures"),
    ("odds",),
    ("data",),
    ("maps", "charts", "forces"),
    ("flow",),
    ("draw",),
    ("interchange",),
    ("handouts",),
    ("sheet",),
    ("encoding",),
    ("presentation", "game_files"),
    ("game",),
    ("plugins",),
    ("players", "records"),
    ("narrative", "wire"),
    ("adapters", "mail", "testing", "printing", "watching"),
    ("cli",),
)
"""The rooms of core from the ground up; some are a single module. A room imports only what stands before it here."""

SYSTEM_ROOMS: tuple[tuple[str, ...], ...] = (
    ("charts",),
    ("printed",),
    ("board",),
    ("rules",),
    ("players", "questions", "picture", "pictures"),
    ("table",),
    ("game",),
    ("authoring",),
    ("plugin",),
    ("scenario_plugin",),
)
"""The rooms of every system, from the ground up."""


def modules_of(package: Path) -> dict[str, Path]:
    """Every module of a package by its dotted name without the package's own; packages by their `__init__`."""
    names = {}
    for path in package.rglob("*.py"):
        parts = path.relative_to(package).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


def imports_of(package: Path) -> dict[str, set[str]]:
    """By module, the modules of the same package that it imports."""
    modules = modules_of(package)
    found = {}
    for name, path in modules.items():
        wanted: set[str] = set()
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                wanted |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
        found[name] = {target for name_ in wanted if (target := _module(name_, package.name, modules)) is not None}
        found[name].discard(name)
    return found


def _module(name: str, package: str, modules: Mapping[str, Path]) -> str | None:
    """The module that a dotted name of an import lies in, None for another package's."""
    if name != package and not name.startswith(package + "."):
        return None
    name = name.removeprefix(package).removeprefix(".")
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def room_of(module: str) -> str:
    """The room a module is in."""
    return module.partition(".")[0] or TOP


def arrows_up(imports: Mapping[str, Iterable[str]], rooms: tuple[tuple[str, ...], ...]) -> set[str]:
    """Imports from a room that is not below, as "module -> module"; the face of the package may import everything."""
    floor = {room: number for number, floor in enumerate(rooms) for room in floor}
    return {
        f"{module} -> {target or TOP}"
        for module, targets in imports.items()
        for target in targets
        if module and room_of(module) != room_of(target)
        if room_of(target) == TOP or floor[room_of(module)] <= floor[room_of(target)]
    }


def circles(imports: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Sets of modules that import one another in a circle."""
    reached: dict[str, set[str]] = {}
    for module in imports:
        todo, seen = list(imports[module]), set[str]()
        while todo:
            target = todo.pop()
            if target not in seen:
                seen.add(target)
                todo += imports.get(target, ())
        reached[module] = seen
    together = [frozenset({m for m in reached[module] if module in reached[m]}) for module in imports]
    return [set(group) for group in dict.fromkeys(group for group in together if group)]


def rooms_imported(imports: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """By room, the rooms its modules import; the package's own folder left out."""
    found: dict[str, set[str]] = {}
    for module, targets in imports.items():
        room = room_of(module)
        found.setdefault(room, set()).update(room_of(target) for target in targets)
        found[room] -= {room, TOP}
    return {room: targets for room, targets in found.items() if room != TOP}


def picture(arrows: Mapping[str, set[str]]) -> str:
    """The rooms as a mermaid flowchart: an arrow to what a room imports, unless it follows from other arrows."""

    def reached(room: str, seen: set[str]) -> set[str]:
        for target in arrows.get(room, ()):
            if target not in seen:
                seen.add(target)
                reached(target, seen)
        return seen

    lines = ["flowchart BT"]
    for room in sorted(arrows):
        for target in sorted(arrows[room]):
            others = set().union(*(reached(other, set()) for other in arrows[room] if other != target), set())
            if target not in others:
                lines.append(f"    {room} --> {target}")
    return "\n".join(lines)
