"""AFI p.11-13: unattached artillery, Baltimore's earthworks, the garrison, and the example of reinforcements."""

from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import battle_at, gettysburg, position, told
from tests.gettysburg.kit import board_with, standing

from wargame_altar_of_freedom.board.actions import BATTLE, CallReinforcements, ComeBy, HoldBack
from wargame_altar_of_freedom.board.board import CampaignBoard, DivisionHeld
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken
from wargame_altar_of_freedom.board.turn_events import TokensRevealed
from wargame_altar_of_freedom.rules.tabletop.battlefield import (
    approaches,
    arrival_turn,
    battle_hours,
    best_approach,
    callable_divisions,
)
from wargame_altar_of_freedom.rules.tabletop.brief import battle_brief

BLOCK = ("20,22", "20,23", "Emmitsburg", "21,23")


def board_at(block: tuple[str, ...], contact: str, attacker: str, at: dict[str, str]) -> CampaignBoard:
    board = board_with(at)
    board.battle = battle_at(board, attacker, contact, *block)
    return board


# time


@pytest.mark.parametrize(
    ("die", "start", "turns"),
    [(1, "08:00", 12), (2, "09:00", 11), (3, "10:00", 10), (4, "11:00", 9), (5, "12:00", 8), (6, "13:00", 7)],
)
def test_summer_battles_go_on_until_eight_in_the_evening(die: int, start: str, turns: int) -> None:
    hours = battle_hours(gettysburg().rules.printed["campaign"], die)
    assert (hours.start, hours.turns) == (start, turns)
    assert int(start[:2]) + turns == 20


# who is there


def fight() -> CampaignBoard:
    at = {"heth": "20,22", "hood": "20,23", "us_i_wadsworth": "Emmitsburg", "us_i_robinson": "Emmitsburg"}
    return board_at(BLOCK, "Emmitsburg", "heth", at)


def test_unattached_artillery_joins_any_battle_of_its_army() -> None:
    brief = battle_brief(fight())
    for side, guns in (
        ("federal", ["Ransom", "McGilvery", "Taft", "Huntington", "Fitzhugh"]),
        ("confederate", ["Walton", "Brown", "Walker"]),
    ):
        reserve = [unit for unit in brief.side(side).units if unit.square == "with the army"]
        assert [unit.name for unit in reserve] == guns
        assert {(unit.arm, unit.rating, unit.arrives) for unit in reserve} == {("artillery", 0, 0)}


def test_it_counts_for_the_breakpoint_and_a_broken_battery_is_broken_for_the_campaign() -> None:
    board = fight()
    brief = battle_brief(board)
    federal = brief.side("federal")
    assert len(federal.entered(0)) == 3 + 2 + 5
    broken = federal.units[-1].id
    board.broken_brigades.add(broken)
    assert broken not in {unit.id for unit in battle_brief(board).side("federal").units}


def test_it_never_counts_in_a_skirmish() -> None:
    from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_brigades

    board = fight()
    assert skirmish_brigades(board, board.tokens["us_i_robinson"]) == 2


def test_generals_are_there_with_any_division_of_theirs() -> None:
    board = fight()
    names = {side.side: [general.name for general in side.generals] for side in battle_brief(board).sides}
    assert names == {"federal": ["Meade", "Reynolds"], "confederate": ["Lee", "Longstreet", "A.P. Hill"]}


def test_sykes_and_slocum_have_a_question_mark_for_priority_points() -> None:
    board = board_at(BLOCK, "Emmitsburg", "heth", {"heth": "20,22", "barnes": "Emmitsburg", "geary": "21,23"})
    points = {general.name: general.priority_points for general in battle_brief(board).side("federal").generals}
    assert points == {"Meade": 5, "Sykes": "?", "Slocum": "?"}


# Baltimore


def works(block: tuple[str, ...], contact: str, attacker: str = "heth") -> tuple[int, tuple[str, ...]]:
    at = {"heth": "33,39", "birney": contact, "barnes": "34,39"}
    brief = battle_brief(board_at(block, contact, attacker, at))
    return brief.side("federal").cover, tuple(line for line in brief.features if line.startswith("earthworks"))


def test_federals_attacked_at_baltimore_stand_behind_plus_two_earthworks() -> None:
    cover, features = works(("33,38", "33,39", "34,38", "34,39"), "34,39")
    assert cover == 2
    assert features == ("earthworks: +2 for federal units at Baltimore when they are attacked there",)


def test_next_to_baltimore_there_are_none_but_the_table_shows_them() -> None:
    cover, features = works(("33,38", "33,39", "34,38", "34,39"), "34,38")
    assert cover < 2
    assert len(features) == 1


def test_elsewhere_there_are_none() -> None:
    assert works(BLOCK, "Emmitsburg") == (1, ())


def test_confederates_holding_baltimore_have_no_use_of_them() -> None:
    at = {"birney": "33,39", "heth": "Baltimore"}
    board = board_at(("33,38", "33,39", "34,38", "34,39"), "34,39", "birney", at)
    assert battle_brief(board).side("confederate").cover == 1  # the city, nothing more


# French's garrison


HARPERS = ("32,12", "32,13", "33,12", "33,13")


def test_a_fixed_garrison_does_not_march_to_the_guns() -> None:
    at = {"heth": "30,13", "us_i_wadsworth": "30,14", "french": "33,13", "birney": "29,14"}
    board = board_at(("30,13", "30,14", "31,13", "31,14"), "30,14", "heth", at)
    held = DivisionHeld("us_reserve_french")
    assert best_approach(board, board.tokens["french"]) is not None
    assert [token.id for token in callable_divisions(board, "federal")] == ["french", "birney"]
    board.effects.append(held)
    assert [token.id for token in callable_divisions(board, "federal")] == ["birney"]


def test_attacked_it_fights_with_battle_cards_and_once_beaten_it_is_free() -> None:
    held = DivisionHeld("us_reserve_french")
    at = {"french": "Harpers Ferry", "heth": "32,13"}
    play = standing("Move one token", at, moving="cs_iii", effects=[held])
    play.march("heth", "Harpers Ferry")
    play.cards("skirmish", "skirmish")
    assert play.pending_roll == "attacker's skirmish die"
    play.roll(6, 2, 1)
    assert held not in play.board.effects
    assert play.where("heth") == "Harpers Ferry"


def test_victorious_it_stays_fixed_where_it_stands() -> None:
    held = DivisionHeld("us_reserve_french")
    at = {"french": "Harpers Ferry", "heth": "33,12", "birney": "32,13"}
    board = board_with(at, effects=[held])
    board.battle = battle_at(board, "heth", "33,13", *HARPERS)
    play = position("Fight", game=gettysburg(), board=board)
    while play.pending_roll and play.step == "Fight":
        label = play.pending_roll
        play.roll(6 if "federal" in label else 1)
    assert play.board.points("federal") or play.pending_roll
    if play.board.battle is not None:
        assert "french" not in play.board.battle.spreading
    assert held in play.board.effects


# many divisions near


def test_with_many_divisions_near_any_of_them_may_be_called_though_few_combinations_are_listed() -> None:
    corps = {"us_i": "22,22", "us_xi": "22,23", "us_vi": "23,22", "us_ii": "23,23"}
    campaign = gettysburg().rules.printed["campaign"]
    near = {piece_id: corps[piece.formation] for piece_id, piece in campaign.pieces.items() if piece.formation in corps}
    at = {"heth": "19,22", "hood": "20,22", "birney": "Emmitsburg", **near}
    board = board_with(at)
    battle = battle_at(board, "heth", "Emmitsburg", *BLOCK)
    board.battle = evolve(battle, called=("confederate",))
    play = position("Call reinforcements", game=gettysburg(), board=board)
    options = play.match.choices("federal")
    assert len(near) == 12
    assert len(options) == len(list(options)) < 400
    some = tuple(token for token in near)[1:9:2]
    assert CallReinforcements(some) in options
    assert CallReinforcements(some) not in list(options)
    assert play.refused(CallReinforcements((*some, "hood")), "federal").codes == ("not_to_choose",)
    update = play.play(CallReinforcements(some), "federal")
    rolled = play.roll(1, 2, 3, 4)
    revealed = told(update, TokensRevealed) + told(rolled, TokensRevealed)
    assert set(some) <= {token.id for event in revealed for token in event.tokens}


def test_an_attacker_may_hold_any_of_his_divisions_back() -> None:
    at = {"heth": "19,22", "hood": "20,22", "pender": "20,23", "birney": "Emmitsburg"}
    board = board_with(at)
    board.battle = evolve(battle_at(board, "heth", "Emmitsburg", *BLOCK), attackers=(), defenders=())
    play = position("Tabletop battle > Deploy", game=gettysburg(), board=board)
    assert set(play.match.choices("confederate")) == {
        HoldBack(()),
        HoldBack(("hood",)),
        HoldBack(("pender",)),
        HoldBack(("hood", "pender")),
    }


# the worked example of reinforcements, on our map


def test_a_division_that_must_go_round_to_a_ferry_comes_two_spaces_and_with_a_four_at_the_end_of_turn_three() -> None:
    """Division A is next to the table but across the river; the way leads along the bank to a crossing."""
    block = ("23,10", "23,11", "24,10", "24,11")
    at = {"heth": "22,11", "us_i_wadsworth": "24,10", "hood": "25,10"}
    board = board_at(block, "24,10", "heth", at)
    ways = approaches(board, board.tokens["hood"])
    assert [way.spaces for way in ways] == [2]
    assert arrival_turn(board.campaign, 2, 4, by_road=False) == 3


def test_a_division_one_space_away_may_come_two_spaces_to_arrive_elsewhere() -> None:
    """Division A wants to come on at another edge: now it is two spaces away, and off the road."""
    board = board_with({"heth": "21,24", "hood": "19,22", "us_i_wadsworth": "21,23"})
    battle = battle_at(board, "heth", "21,23", "20,22", "20,23", "Emmitsburg", "21,23")
    board.battle = evolve(battle, called=("federal",))
    play = position("Call reinforcements", game=gettysburg(), board=board)
    play.play(CallReinforcements(("hood",)))
    offers = [(play.label(way.entry), way.by_road) for way in list[Any](play.match.choices())]
    assert offers == [("(20,22)", True), ("(20,23)", False)]
    play.play(ComeBy("hood", play.space("20,23"), False))
    play.roll(4)
    (coming,) = play.board.open_battle.reinforcements
    assert (coming.spaces, coming.by_road, coming.turn) == (2, False, 3)


def test_a_division_behind_the_mountains_is_too_far_when_its_road_is_four_spaces_long() -> None:
    """Division B stands three spaces off but has to use a road to cross the mountains."""
    campaign = gettysburg().rules.printed["campaign"]
    game_map = campaign.map
    board = board_with({"us_i_wadsworth": "Emmitsburg", "heth": "20,22", "hood": "22,18"})
    board.battle = battle_at(board, "heth", "Emmitsburg", "20,21", "20,22", "21,21", "Emmitsburg")
    assert min(game_map.distance(game_map.parse("22,18"), game_map.parse(space)) for space in ("20,21", "21,21")) <= 4
    assert best_approach(board, board.tokens["hood"]) is None


def test_a_division_whose_way_is_blocked_by_the_enemy_does_not_come() -> None:
    """Division C could come only through a Federal unit."""
    block = ("23,10", "23,11", "24,10", "24,11")
    at = {"heth": "22,11", "us_i_wadsworth": "24,10", "hood": "25,10", "birney": "25,11"}
    board = board_at(block, "24,10", "heth", at)
    blocked = approaches(board, board.tokens["hood"])
    del board.at["birney"]
    free = approaches(board, board.tokens["hood"])
    assert (blocked, bool(free)) == ([], True)


def test_a_battle_won_scores_six_and_a_die_for_the_federals_and_a_die_for_the_confederates() -> None:
    lines = {
        award.side: str(award.points)
        for award in gettysburg().rules.printed["campaign"].awards.values()
        if award.when.kind == "battle_won"
    }
    assert lines == {"federal": "6+d6", "confederate": "d6"}


def test_a_battle_ends_the_turn_at_once() -> None:
    at = {"heth": "20,22", "pender": "19,22", "hood": "20,23"}
    at |= {"us_i_wadsworth": "Emmitsburg", "us_i_robinson": "Emmitsburg", "us_i_doubleday": "Emmitsburg"}
    play = standing("Move one token", at, moving="cs_iii")
    play.march("heth", "Emmitsburg")
    update = play.cards(BATTLE, BATTLE)
    assert play.step == "Define the battlefield"
    assert play.board.battle_ended_movement
    assert told(update, BrigadeBroken) == []
