"""For designers of scenarios: every problem of their files at once, and a scenario to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wargame_core import Game
from wargame_core.data import DataFolder, write_new, write_whole
from wargame_core.errors import DataError
from wargame_gcacw.game import scenario_game
from wargame_gcacw.printed.scenario import Book
from wargame_gcacw.printed.scenario_files import MAP, UNITS, is_scenario, load_book

NEW_SCENARIO: Final = """\
source = { document = "my own design", basis = "reconstruction" }

# A small scenario: Stuart's rear guard at Fairfield holds the road to the gap against Sedgwick's corps, which
# comes up from Emmitsburg.
# units.toml and map.toml beside this file are copies of the packaged ones, to look names up and to change. Delete the
# one you do not change, and the packaged one is used.

[scenario]
id = "first_light"
title = "First Light at Fairfield"
game = "RTG"                        # the game of the series whose modifiers hold: Roads to Gettysburg
dates = [1863-07-05, 1863-07-06]    # a turn for each day
scored = "confederate"              # the side that counts the victory points below
help = "Stuart's rear guard holds the road to the gap"

# Who stands where: a counter of units.toml, a hex of map.toml, its manpower.

[[unit]]
unit = "csa_robertson"
hex = "S2504"          # Fairfield
manpower = 3

[[unit]]
unit = "csa_jones"
hex = "S2405"
manpower = 2

[[unit]]
unit = "csa_hampton"
hex = "S2604"
manpower = 2
exhausted = true

[[unit]]
unit = "usa_wright"
hex = "S2907"          # Moritz Tavern
manpower = 9

[[unit]]
unit = "usa_newton"
hex = "S2908"          # Saw Mill
manpower = 9
fatigue = 1

# Leaders stand with a unit of their command.

[[leader]]
leader = "ldr_stuart"
unit = "csa_hampton"

[[leader]]
leader = "ldr_sedgwick"
unit = "usa_wright"

# Special rules. Infantry takes control of an objective by entering it.

[[rule]]
kind = "objectives"
confederate = ["S2504", "S2105"]

[[rule]]
kind = "rain_after_ties"
turn = 1
ties = 3

# Victory points, all for the side that is scored.

[[victory]]
kind = "control"
hex = "S2504"          # Fairfield
points = 6

[[victory]]
kind = "control"
hex = "S2105"          # Fairfield Gap
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

# The victory table, from most to fewest points; the last row is for everything below.

[[level]]
at_least = 15
winner = "confederate"
title = "Confederate Decisive Victory"

[[level]]
at_least = 10
winner = "confederate"
title = "Confederate Marginal Victory"

[[level]]
at_least = 5
winner = "union"
title = "Union Marginal Victory"

[[level]]
winner = "union"
title = "Union Decisive Victory"
"""


def _read(path: Path, packaged: Path) -> Book:
    folder = path if path.is_dir() else path.parent
    only = None if path.name in (UNITS, MAP) else sorted(path.glob("*.toml")) if path.is_dir() else [path]
    return load_book(DataFolder(packaged, folder), only)


def open_scenario(path: Path, game_id: str, documents: tuple[str, ...], packaged: Path) -> Game | None:
    """The game of a designer's scenario file or folder, or None for anything else. Raises `DataError`."""
    if not is_scenario(path):
        return None
    book = _read(path, packaged)
    title = " / ".join(scenario.title for scenario in book.scenarios.values())
    overlay = path if path.is_dir() else path.parent
    return scenario_game(game_id, title, documents, packaged, overlay, book)


def lint_scenario(path: Path, packaged: Path) -> list[str]:
    """Everything wrong with a scenario file, or with a folder of data files, one problem a line."""
    try:
        _read(path, packaged)
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


def write_scenario(folder: Path, packaged: Path) -> None:
    """Write a small scenario that can be played as it is: my_scenario.toml, and copies of the counters and the map.

    Raises `FileExistsError`.
    """
    write_new(folder / "my_scenario.toml", NEW_SCENARIO)
    for name in (UNITS, MAP):
        write_whole(folder / name, (packaged / name).read_bytes())
