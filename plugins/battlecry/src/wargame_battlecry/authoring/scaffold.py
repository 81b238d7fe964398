"""For designers of battles: every problem of their files at once, and a battle to begin with."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

from wargame_battlecry.printed.battle_file import read_battle
from wargame_battlecry.printed.rulebook import DATA, TABLES, load_rulebook, load_tables
from wargame_core.data import DataFolder, Problems, write_new
from wargame_core.errors import DataError

NEW_BATTLE = """\
source = { document = "my own design", basis = "reconstruction" }

# Rows A to I from the top; rows A C E G I have hexes 1 to 13, rows B D F H have hexes 1 to 12.
# The Confederates' edge is row A, the Union's row I. Try: wargame play ./my_battle.toml

[battle]
id = "my-battle"
title = "My Battle"
date = "1862"
flags = 4
first = "union"

[union]
commander = "Somebody"
hand = 5

[confederate]
commander = "Somebody else"
hand = 5

[[terrain]]
kind = "woods"
hexes = ["D4", "E4", "F9"]

[[terrain]]
kind = "hill"
name = "The Knoll"
hexes = ["E7", "E8"]

[[terrain]]
kind = "fence"
hexes = ["D6"]
sides = ["SW", "SE"]

[[unit]]
side = "union"
kind = "infantry"
hexes = ["G3", "G5", "G7", "H6", "H8"]

[[unit]]
side = "union"
kind = "artillery"
hexes = ["H4"]

[[unit]]
side = "confederate"
kind = "infantry"
hexes = ["C5", "C7", "C9", "B6", "B8"]

[[unit]]
side = "confederate"
kind = "cavalry"
hexes = ["C11"]

[[general]]
side = "union"
hex = "H6"

[[general]]
side = "confederate"
hex = "B6"

# Flags for ground: delete this table, or add more (see the packaged battles for every kind of rule).
[[rule]]
kind = "hex_flags"
side = "union"
hexes = ["E7"]
when = "continuous"
text = "The Union holds a flag while it holds the Knoll."
"""


def lint(path: Path) -> list[str]:
    """Everything wrong with a battle file, or with a folder of data files, one problem a line."""
    try:
        if path.is_dir():
            load_rulebook(path)
            return []
        problems = Problems()
        overlay = path.parent if path.name in TABLES else None
        book = load_tables(DataFolder(DATA, overlay), problems)
        if path.name not in TABLES:
            read_battle(path, problems, book)
        problems.done()
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


def new_battle(folder: Path) -> None:
    """Write a small battle that can be played as it is: my_battle.toml. Raises `FileExistsError`."""
    book = load_rulebook()
    text = NEW_BATTLE.replace("[[terrain]]", f"{_listed('terrain', book.terrain)}[[terrain]]", 1)
    write_new(folder / "my_battle.toml", text.replace("[[unit]]", f"{_listed('units', book.kinds)}[[unit]]", 1))


def _listed(what: str, kinds: Iterable[str]) -> str:
    """The kinds there are, as comments above the first table that needs one."""
    return (
        textwrap.fill(f"Kinds of {what}: {', '.join(kinds)}.", 110, initial_indent="# ", subsequent_indent="# ") + "\n"
    )
