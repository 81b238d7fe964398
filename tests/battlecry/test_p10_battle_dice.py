"""BC150 p.8 Ranged Combat, p.10 Resolving Battles and Melee: how many dice, in which order. Readings: Battle dice."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.rules.battle_dice import battle_dice, ruling

ROW = "E4", "E5", "E6", "E7", "E8", "E9", "E10"


def dice(lay: Any, unit: Any, distance: int, **rest: Any) -> int:
    board = lay({"E4": unit, ROW[distance]: "confederate infantry"}, **rest)
    return battle_dice(board, "u1", SPACE[ROW[distance]])


CASES = tomllib.loads(Path(__file__).with_name("battle_dice.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_the_number_of_dice(lay: Any, case: dict[str, Any]) -> None:
    for roll in case["rolls"]:
        facts = {name: roll[name] for name in ("figures", "moved", "bonus") if name in roll}
        around = {name: roll[name] for name in ("terrain", "options") if name in roll}
        unit = f"union {roll['unit']}"
        assert dice(lay, (unit, facts) if facts else unit, roll["hexes"], **around) == roll["dice"], roll


def test_a_line_through_the_corner_of_a_covered_side_is_covered(lay: Any) -> None:
    board = lay(
        {"G6": "union infantry", "E6": "confederate infantry"},
        terrain={"E6": {"kind": "fence", "sides": ["SE", "E"]}},
    )
    assert battle_dice(board, "u1", SPACE["E6"]) == 3


def test_the_ruling_lists_every_step_and_its_sum_is_the_dice(lay: Any) -> None:
    board = lay(
        {"E4": ("union infantry", {"figures": 3, "moved": 1, "bonus": 1}), "E6": "confederate infantry"},
        terrain={"E6": "woods"},
    )
    account = ruling(board, "u1", SPACE["E6"])
    assert [line.value for line in account.modifiers] == [3, -1, -1, 1]
    assert account.total == account.result == battle_dice(board, "u1", SPACE["E6"]) == 2
