"""The players' cavalry: what it stays away from, the raids it plans on lines, and when it leaves the map."""

from collections.abc import Callable
from typing import Any

import pytest

from wargame_core import Game
from wargame_gcacw.board.actions import CavalryRetreat
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players import heuristic as reactions
from wargame_gcacw.players.costs import cost_to_march
from wargame_gcacw.players.lines import Lines, points_of_all_lines, total_barred
from wargame_gcacw.players.plans import blocking_value, exposure
from wargame_gcacw.players.situation import Errand, Situation, lines_without
from wargame_gcacw.players.targets import APART, errands, targets
from wargame_gcacw.players.weights import NORMAL
from wargame_gcacw.rules.lines_of_communication import LinePoints

Lay = Callable[..., FieldBoard]


def rule(board: FieldBoard) -> LinePoints:
    (counted,) = board.scenario.victory_of(LinePoints)
    return counted


def test_weak_cavalry_gives_way_before_strong_infantry(lay: Lay) -> None:
    board = lay(
        csa_hood=("S3103", {"manpower": 11}), usa_devin=("S3104", {"manpower": 2}), marching="csa_hood", points=6
    )
    situation = Situation(board, "union")
    goes, stays = (reactions.cavalry_retreat(situation, CavalryRetreat(goes)) for goes in (True, False))
    assert goes > stays


def test_cavalry_stays_away_from_infantry_the_more_the_weaker_it_is(lay: Lay) -> None:
    def risk(unit: str, **state: int) -> float:
        board = lay(csa_hood="S3103", usa_devin=("S3105", {"manpower": 4, **state}))
        return exposure(Situation(board, board.unit(unit).side), unit, board.units[unit].space)

    assert risk("usa_devin", fatigue=3, manpower=1) > risk("usa_devin") > 0
    assert risk("csa_hood") == 0


def test_cavalry_stays_away_from_enemy_cavalry_too_but_less_than_from_infantry(lay: Lay) -> None:
    def risk(enemy: str, **state: int) -> float:
        board = lay(**{enemy: ("S3103", state)}, usa_devin="S3105")
        return exposure(Situation(board, "union"), "usa_devin", board.units["usa_devin"].space)

    assert risk("csa_hood") > risk("csa_jones") > 0
    assert risk("csa_jones", fatigue=4) == 0


@pytest.mark.parametrize(("scenario", "unit"), [("lees_retreat", "csa_jones"), ("the_battle_continues", "usa_devin")])
def test_cavalry_is_kept_fresh_for_the_last_cut_and_for_nothing_else(lay: Lay, scenario: str, unit: str) -> None:
    def cost(unit: str, scenario: str, turn: int) -> float:
        return cost_to_march(NORMAL, lay(scenario, turn=turn, **{unit: "S3105"}), unit)

    assert cost("usa_devin", "lees_retreat", 2) > 1 > cost(unit, scenario, 2)
    assert cost("usa_devin", "lees_retreat", 1) < 1


def test_infantry_fears_what_may_fall_upon_it_unless_ground_or_lines_are_fought_for(lay: Lay) -> None:
    def risk(unit: str, scenario: str = "lees_retreat", space: str = "S3105", **others: str) -> float:
        board = lay(scenario=scenario, csa_hood="S3103", usa_barnes="S3107", **others)
        return exposure(Situation(board, board.unit(unit).side), unit, board.ground.map.parse(space))

    assert risk("usa_barnes", csa_heth="S3103") > risk("usa_barnes") > 0
    assert risk("usa_barnes", "the_battle_continues") == 0
    assert risk("csa_hood") == 0  # the side that has lines to keep open
    assert risk("usa_barnes", space="S3107", csa_heth="S3106") == 0  # it does not march off from where it stands


def test_cavalry_that_infantry_may_drive_off_counts_less_on_a_cut_point(lay: Lay) -> None:
    """The brigade on S1606 cuts a line; infantry two hexes away may come upon it."""

    def value(**others: str) -> float:
        board = lay(csa_hood="S2905", usa_custer="S1606", **others)
        situation = Situation(board, "union")
        space = board.units["usa_custer"].space
        (lines,) = lines_without(situation, "usa_custer")
        return blocking_value(situation, lines, "usa_custer", space)

    assert value() > value(csa_heth="S1608") >= 0


def test_two_brigades_bar_together_what_neither_bars_alone(lay: Lay) -> None:
    board = lay(csa_hood="S2504", csa_early="S2404", usa_merritt="S1212", usa_devin="S1512", turn=2)
    given = errands(Situation(board, "union"))
    assert set(given) == {"usa_merritt", "usa_devin"}
    alone = Lines(board, rule(board))
    first, second = (errand.space for errand in given.values())
    assert first != second
    assert total_barred(alone, (first,)) == total_barred(alone, (second,)) == points_of_all_lines(alone)
    assert total_barred(alone, (first, second)) < points_of_all_lines(alone) / 2


def test_a_second_raid_cuts_elsewhere_should_the_first_cut_be_opened(lay: Lay) -> None:
    army = {"csa_hood": "S2504", "csa_early": "S2404", "csa_rodes": "S2503", "csa_heth": "S2404"}
    riders = {"usa_merritt": "S1212", "usa_devin": "S1512", "usa_gamble": "S1111", "usa_huey": "S1411"}
    board = lay(**army, **riders, csa_johnson="S2504", turn=2)
    given = errands(Situation(board, "union"))
    worths = sorted({errand.value for errand in given.values()}, reverse=True)
    first, second = ({errand.space for errand in given.values() if errand.value == worth} for worth in worths)
    distance = board.ground.map.distance
    assert min(distance(there, here) for there in first for here in second) > APART
    alone = Lines(lay(**army, csa_johnson="S2504", turn=2), rule(board))
    assert all(total_barred(alone, tuple(hexes)) < points_of_all_lines(alone) / 2 for hexes in (first, second))


def test_a_brigade_rides_to_the_hex_of_its_errand_and_no_other_is_drawn_there(lay: Lay) -> None:
    board = lay(csa_hood="S2504", csa_early="S2404", usa_merritt="S1212", usa_devin="S1512", turn=2)
    space = board.ground.map.parse("S1408")
    situation = Situation(board, "union", {"usa_devin": Errand(space, 50.0)})
    cuts = {unit: [target.at for target in targets(situation, unit) if target.value == 50.0] for unit in board.units}
    assert cuts["usa_devin"] == [space]
    assert cuts["usa_merritt"] == []


def test_a_side_whose_enemy_counts_no_lines_plans_no_raid(lay: Lay) -> None:
    assert errands(Situation(lay("the_battle_continues", csa_hood="S2504", usa_devin="S1512"), "union")) == {}


def test_leaving_the_map_saves_a_brigade_besides_its_points(game: Game) -> None:
    board: Any = game.start("lees_retreat", seed=4).board
    assert Situation(board, "union").exit_value > 2
    assert Situation(board, "confederate").exit_value < 0
