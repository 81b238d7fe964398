"""The rooms of the system: imports go one way, type-only and deferred ones too."""

from __future__ import annotations

import ast
from pathlib import Path

import wargame_battlecry

ROOT = Path(wargame_battlecry.__file__).parent
FLOOR = {
    "printed": 0,
    "board": 1,
    "rules": 2,
    "players": 3,
    "questions": 3,
    "picture": 3,
    "table": 4,
    "game": 5,
    "authoring": 6,
}
"""By room how high it lies; the package itself is on top. Two rooms on one floor do not see each other."""


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_no_module_imports_from_a_room_above_its_own_or_beside_it() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        own = path.relative_to(ROOT).parts[0].removesuffix(".py")
        if own == "__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wargame_battlecry"):
                other = room(node.module or "")
                if other != own and FLOOR.get(other, 9) >= FLOOR[own]:
                    wrong.append(f"{path.relative_to(ROOT)} imports {node.module}")
    assert wrong == []
