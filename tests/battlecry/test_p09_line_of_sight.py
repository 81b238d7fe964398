"""BC150 p.9 Line of Sight: its ten examples, then the edges."""

from pathlib import Path
from typing import Any

import pytest

from wargame_battlecry.printed.game_board import DISTANCE, HEXES, MAP, SIZE, SPACE, WITHIN
from wargame_battlecry.questions import cases
from wargame_battlecry.rules.battle_dice import in_the_way, sees
from wargame_core.maps.masks import bits, mask_of
from wargame_terminal.questions import read_cases, run_cases

EXAMPLES = Path(__file__).parent / "line_of_sight.json"


def test_all_examples_of_the_rules_text_come_out_as_printed() -> None:
    report = run_cases(cases(), read_cases(EXAMPLES))
    assert report.passed == 13
    assert report, str(report)


def test_an_example_may_be_a_table_that_says_what_is_visible() -> None:
    table = {"id": "over-woods", "source": "E4", "target": "E6", "terrain": {"E5": "woods"}, "visible": False}
    assert run_cases(cases(), {"cases": [table]}).passed == 1


def test_the_hexes_that_block_are_named(lay: Any) -> None:
    board = lay({"G6": "union infantry", "C6": "confederate infantry"}, terrain={"F5": "woods", "D6": "homestead"})
    assert {HEXES[s] for s in in_the_way(board, SPACE["G6"], SPACE["C6"])} == {"F5", "D6"}
    assert in_the_way(board, SPACE["G6"], SPACE["F6"]) == ()


def test_ground_beside_a_line_obstructs_it_on_both_sides_or_not_at_all(lay: Any) -> None:
    board = lay({}, terrain={"D4": "woods", "C5": "woods"})  # in the line, and on its left
    assert {HEXES[s] for s in in_the_way(board, SPACE["E3"], SPACE["C6"])} == {"D4"}
    board = lay({}, terrain={"D4": "woods", "C5": "woods", "E4": "woods"})
    assert {HEXES[s] for s in in_the_way(board, SPACE["E3"], SPACE["C6"])} == {"D4", "C5", "E4"}


@pytest.mark.parametrize("kind", ["woods", "orchard", "field", "homestead", "town", "rough"])
def test_terrain_that_blocks_blocks(lay: Any, kind: str) -> None:
    assert not sees(lay({}, terrain={"E5": kind}), SPACE["E4"], SPACE["E6"])


@pytest.mark.parametrize("kind", ["waterway", "bridge", "fence", "ford"])
def test_low_terrain_does_not_block(lay: Any, kind: str) -> None:
    assert sees(lay({}, terrain={"E5": {"kind": kind, "sides": ["W"]}}), SPACE["E4"], SPACE["E6"])


def test_a_lone_general_blocks_like_a_unit(lay: Any) -> None:
    board = lay({"E4": "union infantry"}, generals={"E5": "union"})
    assert not sees(board, SPACE["E4"], SPACE["E6"])


def test_terrain_in_the_target_hex_does_not_block(lay: Any) -> None:
    assert sees(lay({}, terrain={"E6": "woods", "E4": "town"}), SPACE["E4"], SPACE["E6"])


def test_hill_artillery_does_not_see_over_an_enemy_or_over_two_friends(lay: Any) -> None:
    terrain = {"G6": "hill", "G9": "hill"}
    enemy = lay({"G6": "confederate artillery", "G7": "union infantry"}, terrain=terrain)
    assert not sees(enemy, SPACE["G6"], SPACE["G9"])
    friends = {"G6": "confederate artillery", "G7": "confederate infantry", "G8": "confederate infantry"}
    assert not sees(lay(friends, terrain=terrain), SPACE["G6"], SPACE["G9"])


def test_hill_artillery_does_not_see_over_a_friend_in_woods(lay: Any) -> None:
    terrain = {"G6": "hill", "G9": "hill", "G7": "woods"}
    board = lay({"G6": "confederate artillery", "G7": "confederate infantry"}, terrain=terrain)
    assert not sees(board, SPACE["G6"], SPACE["G9"])


def test_field_can_be_seen_through_where_the_battle_says_so(lay: Any) -> None:
    board = lay({}, terrain={"E5": "field"}, see_through=frozenset({"field"}))
    assert sees(board, SPACE["E4"], SPACE["E6"])


def _slow_line(a: int, b: int) -> tuple[int, int, int]:
    """Cut, left and right by cross products over every hex of the board: a second way to the same answer."""
    (ax, arow), (bx, brow) = MAP.grid.doubled(a), MAP.grid.doubled(b)
    dx, dy = bx - ax, 3 * (brow - arow)
    cut: list[int] = []
    left: list[int] = []
    right: list[int] = []
    for space in range(SIZE):
        x, row = MAP.grid.doubled(space)
        cx, cy = x - ax, 3 * (row - arow)
        if space in (a, b) or not 0 < 3 * cx * dx + cy * dy < 3 * dx * dx + dy * dy:
            continue
        corners = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        crosses = [dx * (cy + v) - dy * (cx + u) for u, v in corners]
        if min(crosses) < 0 < max(crosses):
            cut.append(space)
        elif crosses.count(0) == 2:
            (right if max(crosses) > 0 else left).append(space)
    return mask_of(cut), mask_of(left), mask_of(right)


def test_every_line_from_the_middle_of_the_board_agrees_with_a_second_way_to_find_it() -> None:
    for a in (SPACE["E7"], SPACE["D6"], SPACE["A1"]):
        for b in bits(WITHIN[a][6] & ~(1 << a)):
            line = MAP.grid.line_of_sight(a, b)
            assert (line.cut, line.left, line.right) == _slow_line(a, b), (HEXES[a], HEXES[b])


def test_sight_without_the_exception_is_the_same_in_both_directions(lay: Any) -> None:
    board = lay(
        {"D6": "union infantry", "F6": "confederate infantry"},
        terrain={"E5": "woods", "E7": "hill", "D7": "hill", "F4": "homestead", "E9": "hill"},
    )
    for a in range(SIZE):
        for b in range(SIZE):
            if a < b and DISTANCE[a][b] <= 6:
                assert sees(board, a, b) == sees(board, b, a), (HEXES[a], HEXES[b])
