"""BC150 p.8 Ranged Combat, p.10 Resolving Battles and Melee: how many dice, in which order. Readings: Battle dice."""

from __future__ import annotations

from typing import Any

import pytest

from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.rules.battle_dice import battle_dice, ruling

ROW = "E4", "E5", "E6", "E7", "E8", "E9", "E10"


def dice(lay: Any, unit: Any, distance: int, target: str = "confederate infantry", **rest: Any) -> int:
    board = lay({"E4": unit, ROW[distance]: target}, **rest)
    return battle_dice(board, "u1", SPACE[ROW[distance]])


def test_the_printed_example_of_leadership_against_woods_counts_three_dice(lay: Any) -> None:
    shooter = ("union infantry", {"figures": 3, "bonus": 1})
    assert dice(lay, shooter, 2, terrain={"E6": "woods"}) == 3


def test_full_infantry_three_hexes_away_rolls_four_dice_and_two_when_moved(lay: Any) -> None:
    assert dice(lay, "union infantry", 3) == 4
    assert dice(lay, ("union infantry", {"moved": 1}), 3) == 2


def test_halving_rounds_up_and_spares_melee(lay: Any) -> None:
    assert dice(lay, ("union infantry", {"figures": 3, "moved": 1}), 3) == 2
    assert dice(lay, ("union infantry", {"figures": 1, "moved": 1}), 3) == 1
    assert dice(lay, ("union infantry", {"figures": 3, "moved": 1}), 1) == 3


def test_halving_comes_before_terrain(lay: Any) -> None:
    assert dice(lay, ("union infantry", {"figures": 4, "moved": 1}), 2, terrain={"E6": "woods"}) == 1


@pytest.mark.parametrize(("distance", "guns"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)])
def test_artillery_rolls_a_die_less_for_each_hex_and_one_less_with_one_figure(
    lay: Any, distance: int, guns: int
) -> None:
    assert dice(lay, "union artillery", distance) == guns
    assert dice(lay, "union artillery 1", distance) == max(0, guns - 1)


@pytest.mark.parametrize(("distance", "guns"), [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0)])
def test_horse_artillery_rolls_four_to_one(lay: Any, distance: int, guns: int) -> None:
    assert dice(lay, "union horse_artillery", distance) == guns


def test_artillery_that_moved_does_not_battle_but_horse_artillery_may_after_one_hex(lay: Any) -> None:
    assert dice(lay, ("union artillery", {"moved": 1}), 2) == 0
    assert dice(lay, ("union horse_artillery", {"moved": 1}), 2) == 3
    assert dice(lay, ("union horse_artillery", {"moved": 2}), 2) == 0


def test_infantry_reaches_three_hexes_and_cavalry_one(lay: Any) -> None:
    assert dice(lay, "union infantry", 4) == 0
    assert dice(lay, "union cavalry", 2) == 0
    assert dice(lay, ("union cavalry", {"moved": 3}), 1) == 3


def test_cavalry_fire_is_an_option_for_unmoved_cavalry_at_two_hexes(lay: Any) -> None:
    fire = {"cavalry_fire": "yes"}
    assert dice(lay, "union cavalry", 2, options=fire) == 3
    assert dice(lay, "union cavalry", 3, options=fire) == 0
    assert dice(lay, ("union cavalry", {"moved": 1}), 2, options=fire) == 0


def test_the_cadets_roll_three_two_one(lay: Any) -> None:
    assert [dice(lay, "union cadets", distance) for distance in (1, 2, 3, 4)] == [3, 2, 1, 0]
    assert dice(lay, "union cadets 2", 1) == 2


@pytest.mark.parametrize(("kind", "left"), [("woods", 3), ("orchard", 3), ("field", 3), ("homestead", 3), ("town", 2)])
def test_ground_protects_its_holder(lay: Any, kind: str, left: int) -> None:
    assert dice(lay, "union infantry", 1, terrain={"E5": kind}) == left
    assert dice(lay, "union infantry", 2, terrain={"E6": kind}) == left


def test_uphill_costs_a_die_but_not_between_neighbouring_hill_hexes(lay: Any) -> None:
    assert dice(lay, "union infantry", 2, terrain={"E6": "hill"}) == 3
    assert dice(lay, "union infantry", 2, terrain={"E4": "hill", "E6": "hill"}) == 3
    assert dice(lay, "union infantry", 1, terrain={"E4": "hill", "E5": "hill"}) == 4
    printed = {"hill_rule": "printed"}
    assert dice(lay, "union infantry", 1, terrain={"E4": "hill", "E5": "hill"}, options=printed) == 3


def test_artillery_on_a_hill_reaches_six_hexes_and_does_not_mind_other_hills(lay: Any) -> None:
    assert dice(lay, "union artillery", 6, terrain={"E4": "hill"}) == 1
    assert dice(lay, "union artillery 1", 6, terrain={"E4": "hill"}) == 0
    assert dice(lay, "union artillery", 3, terrain={"E4": "hill", "E7": "hill"}) == 3
    assert dice(lay, "union horse_artillery", 5, terrain={"E4": "hill"}) == 1


def test_entering_woods_limits_infantry_and_silences_the_rest(lay: Any) -> None:
    woods = {"E4": "woods"}
    moved = {"moved": 1}
    assert [dice(lay, ("union infantry", moved), hexes_away, terrain=woods) for hexes_away in (1, 2, 3)] == [2, 1, 0]
    assert dice(lay, ("union cavalry", moved), 1, terrain=woods) == 0
    assert dice(lay, "union infantry", 3, terrain=woods) == 4


def test_homestead_and_town_limit_who_enters_and_who_fires_from_them(lay: Any) -> None:
    moved = {"moved": 1}
    assert dice(lay, ("union infantry", moved), 1, terrain={"E4": "homestead"}) == 3
    assert dice(lay, "union artillery", 1, terrain={"E4": "homestead"}) == 4
    assert dice(lay, "union artillery", 5, terrain={"E4": "homestead"}) == 0
    assert dice(lay, ("union infantry", moved), 1, terrain={"E4": "town"}) == 0
    assert [dice(lay, "union infantry", hexes_away, terrain={"E4": "town"}) for hexes_away in (1, 2, 3)] == [3, 2, 1]
    assert dice(lay, "union cavalry", 1, terrain={"E4": "town"}) == 2
    assert [dice(lay, "union artillery", hexes_away, terrain={"E4": "town"}) for hexes_away in (1, 2, 3, 4)] == [
        3,
        2,
        1,
        0,
    ]


def test_water_costs_whoever_battles_out_of_it_a_die(lay: Any) -> None:
    assert dice(lay, "union infantry", 1, terrain={"E4": "waterway"}) == 3
    assert dice(lay, "union infantry", 1, terrain={"E5": "waterway"}) == 4


def test_a_fence_and_a_fieldwork_protect_only_through_their_sides(lay: Any) -> None:
    for kind in ("fence", "fieldwork"):
        facing = {"E5": {"kind": kind, "sides": ["W", "SW"]}}
        behind = {"E5": {"kind": kind, "sides": ["E", "NE"]}}
        assert dice(lay, "union infantry", 1, terrain=facing) == 3
        assert dice(lay, "union infantry", 1, terrain=behind) == 4


def test_a_line_through_the_corner_of_a_covered_side_is_covered(lay: Any) -> None:
    board = lay(
        {"G6": "union infantry", "E6": "confederate infantry"},
        terrain={"E6": {"kind": "fence", "sides": ["SE", "E"]}},
    )
    assert battle_dice(board, "u1", SPACE["E6"]) == 3


def test_tile_and_work_do_not_add_up_the_better_counts(lay: Any) -> None:
    sides = ["W", "SW", "NW", "E", "NE", "SE"]
    both = {"E5": ["town", {"kind": "fieldwork", "sides": sides}]}
    assert dice(lay, "union infantry", 1, terrain=both) == 2
    assert dice(lay, "union infantry", 1, terrain={"E5": ["woods", "entrenchment"]}) == 2


def test_cards_add_dice_last_even_to_none(lay: Any) -> None:
    remnant = ("union infantry", {"figures": 1, "bonus": 1})
    assert dice(lay, remnant, 1, terrain={"E5": "town"}) == 1
    assert dice(lay, ("union infantry", {"figures": 1}), 1, terrain={"E5": "town"}) == 0


def test_no_card_lets_a_unit_battle_that_may_not(lay: Any) -> None:
    assert dice(lay, ("union infantry", {"moved": 1, "bonus": 1}), 1, terrain={"E4": "town"}) == 0
    assert dice(lay, ("union infantry", {"bonus": 1}), 4) == 0


def test_the_ruling_lists_every_step_and_its_sum_is_the_dice(lay: Any) -> None:
    board = lay(
        {"E4": ("union infantry", {"figures": 3, "moved": 1, "bonus": 1}), "E6": "confederate infantry"},
        terrain={"E6": "woods"},
    )
    account = ruling(board, "u1", SPACE["E6"])
    assert [line.value for line in account.modifiers] == [3, -1, -1, 1]
    assert account.total == account.result == battle_dice(board, "u1", SPACE["E6"]) == 2
