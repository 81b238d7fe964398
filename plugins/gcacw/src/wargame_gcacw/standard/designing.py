"""For designers of scenarios: every problem of their files at once, and a scenario to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wargame_core import Game
from wargame_core.documents import DataFolder
from wargame_core.errors import DataError
from wargame_gcacw.standard.data_types import Book
from wargame_gcacw.standard.game import scenario_game
from wargame_gcacw.standard.scenario_files import MAP, UNITS, is_scenario, load_book

NEW_SCENARIO: Final = """\
source = { document = "my own design", basis = "reconstruction" }

# A small scenario on the map and with the counters of On the 4th Day. To change counters or ground, put a units.toml or
# map.toml of your own beside this file.
# Try: wargame play ./my_scenario.toml

[scenario]
id = "first-light"
title = "First Light at Fairfield"
game = "RTG"
dates = [1863-07-05]
scored = "confederate"
help = "Stuart's rear guard holds the road to the gap"

[[unit]]
unit = "csa_robertson"
hex = "S2504"
manpower = 3

[[unit]]
unit = "csa_jones"
hex = "S2405"
manpower = 2

[[unit]]
unit = "csa_hampton"
hex = "S2604"
manpower = 2

[[unit]]
unit = "usa_wright"
hex = "S2804"
manpower = 9

[[unit]]
unit = "usa_newton"
hex = "S2904"
manpower = 9
fatigue = 1

[[leader]]
leader = "ldr_stuart"
unit = "csa_hampton"

[[leader]]
leader = "ldr_sedgwick"
unit = "usa_wright"

# Who holds the objectives when the game begins.
[[rule]]
kind = "objectives"
confederate = ["S2504", "S2105"]

[[rule]]
kind = "rain_after_ties"
turn = 1
ties = 3

[[victory]]
kind = "control"
hex = "S2504"
points = 6

[[victory]]
kind = "control"
hex = "S2105"
points = 10

[[victory]]
kind = "manpower"
side = "union"
causes = ["combat", "retreat", "cavalry_retreat"]
points = 1

[[victory]]
kind = "manpower"
side = "confederate"
causes = ["combat", "retreat", "cavalry_retreat"]
points = -1

# From most to fewest points; the last row is for everything below.
[[level]]
at_least = 12
winner = "confederate"
title = "Confederate victory"

[[level]]
winner = "union"
title = "Union victory"
"""


def _read(path: Path, packaged: Path) -> Book:
    folder = path if path.is_dir() else path.parent
    only = None if path.name in (UNITS, MAP) else sorted(path.glob("*.toml")) if path.is_dir() else [path]
    return load_book(DataFolder(packaged, folder), only)


def open_scenario(path: Path, id: str, documents: tuple[str, ...], packaged: Path) -> Game | None:
    """The game of a designer's scenario file or folder, or None for anything else. Raises `DataError`."""
    if not is_scenario(path):
        return None
    book = _read(path, packaged)
    title = " / ".join(one.title for one in book.scenarios.values())
    overlay = path if path.is_dir() else path.parent
    return scenario_game(id, title, documents, packaged, overlay, book)


def lint_scenario(path: Path, packaged: Path) -> list[str]:
    """Everything wrong with a scenario file, or with a folder of data files, one problem a line."""
    try:
        _read(path, packaged)
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


def write_scenario(folder: Path) -> None:
    """Write a small scenario that can be played as it is: my_scenario.toml. Raises `FileExistsError`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "my_scenario.toml").open("x", encoding="utf-8") as file:
        file.write(NEW_SCENARIO)
