"""A new game of hexes and counters: a small one that plays, as a distribution for its author to change."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Final

from wargame_core.data import write_new, write_package

TEMPLATES: Final = Path(__file__).parent / "new_game"


def new_game(folder: Path, name: str) -> None:
    """Write a game with this id into a folder: two sides fight for a crossroads. Raises OSError."""
    texts = {file.name.removesuffix(".txt"): file.read_text("utf-8") for file in sorted(TEMPLATES.glob("*.txt"))}
    words = {
        "id": name,
        "title": name.replace("_", " ").title(),
        "package": f"wargame_{name}",
        "distribution": f"wargame-{name.replace('_', '-')}",
    }
    tables = {file: text for file, text in texts.items() if file.endswith(".toml") and file != "pyproject.toml"}
    package = write_package(folder, {file: text for file, text in texts.items() if file not in tables}, words)
    for file, text in tables.items():
        write_new(package / "data" / file, Template(text).substitute(words))
