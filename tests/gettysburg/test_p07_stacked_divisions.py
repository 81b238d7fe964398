"""AFI p.7 Logistical Limitations: Federal divisions of one corps share a space, with all that follows from it."""

from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import battle_at, gettysburg, position, told
from tests.gettysburg.kit import Play, board_with, standing

from wargame_altar_of_freedom.board.actions import BATTLE, RETREAT, SKIRMISH, Fight, Move, PlaceToken
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, RetreatBegan, RetreatBlocked
from wargame_altar_of_freedom.board.turn_events import TokenMoved
from wargame_altar_of_freedom.printed.lines import DivisionId
from wargame_altar_of_freedom.rules.contact import make_contact
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_altar_of_freedom.rules.tabletop.battlefield import callable_divisions
from wargame_altar_of_freedom.rules.tabletop.brief import battle_brief
from wargame_altar_of_freedom.rules.tabletop.resolvers import victors_spaces

I_CORPS = ("us_i_wadsworth", "us_i_robinson", "us_i_doubleday")


def moving(at: dict[str, str], corps: str = "us_i") -> Play:
    return standing("Move one token", at, moving=corps)


# moving


def test_divisions_of_a_corps_end_in_one_space() -> None:
    play = moving({"us_i_wadsworth": "Emmitsburg", "us_i_robinson": "22,22"})
    play.march("us_i_robinson", "Emmitsburg")
    assert play.where("us_i_robinson") == play.where("us_i_wadsworth") == "Emmitsburg"


def test_and_pass_through_each_other() -> None:
    play = moving({"us_i_wadsworth": "Emmitsburg", "us_i_robinson": "22,22"})
    play.take_up("us_i_robinson")
    through = [
        one for one in play.match.choices() if isinstance(one, Move) and play.space("Emmitsburg") in one.path[:-1]
    ]
    assert through


@pytest.mark.parametrize("other", ["us_xi_barlow", "french"])
def test_not_with_or_through_another_corps(other: str) -> None:
    play = moving({other: "Emmitsburg", "us_i_robinson": "22,22"})
    play.take_up("us_i_robinson")
    assert play.refused(Move("us_i_robinson", play.spaces("Emmitsburg"))).codes == ("no_stacking",)


def test_a_picket_and_a_depot_share_any_space() -> None:
    play = moving({"us_susquehanna_picket_1": "Hanover", "buford": "17,30"}, "us_cavalry")
    assert stacking(play.board, play.board.tokens["buford"]) == (0, 0)
    play.march("buford", "Hanover")
    assert play.where("buford") == "Hanover"


# contact with a stack


def attack_on_emmitsburg(attacker: str, defender: str, *dice: object, extra: dict[str, str] | None = None) -> Play:
    """Heth has met three divisions of I Corps; both sides play their cards."""
    at = {**dict.fromkeys(I_CORPS, "Emmitsburg"), "heth": "20,22", **(extra or {})}
    play = standing("Move one token", at, moving="cs_iii")
    play.march("heth", "Emmitsburg")
    play.cards(attacker, defender)
    play.roll(*dice)
    return play


def test_all_of_the_stack_are_defenders_and_all_count_as_near() -> None:
    board = board_with({**dict.fromkeys(I_CORPS, "Emmitsburg"), "heth": "20,22"})
    contact = make_contact(board, board.tokens["heth"], board.at["heth"], board.at[I_CORPS[0]])
    assert (contact.defenders, contact.nearby) == (tuple(sorted(I_CORPS)), (1, 3))  # by their numbers


def test_three_divisions_in_one_space_are_enough_for_a_pitched_battle() -> None:
    play = attack_on_emmitsburg(SKIRMISH, BATTLE)
    assert set(play.match.choices("federal")) == {Fight(division) for division in I_CORPS}


def test_the_defender_chooses_who_fights_and_the_others_add_to_him() -> None:
    play = attack_on_emmitsburg(SKIRMISH, BATTLE)
    play.play(Fight("us_i_robinson"))
    play.roll(6, 2)
    assert play.board.contact is not None
    attack, defence = 6 + 5, 2 + 2 + 2  # Heth has five bases, Robinson two, and two other divisions are near
    assert attack > defence
    assert play.board.contact.beaten == "federal"


def test_only_the_one_who_fights_loses_a_brigade() -> None:
    play = attack_on_emmitsburg(SKIRMISH, SKIRMISH)
    play.play(Fight("us_i_doubleday"))
    play.roll(6, 1)
    units = [choice.unit for choice in list[Any](play.match.choices("federal"))]
    assert units == ["us_i_doubleday_rowley", "us_i_doubleday_stone", "us_i_doubleday_stannard"]


def test_all_in_the_space_retreat_together_with_one_roll_and_one_path() -> None:
    play = attack_on_emmitsburg(SKIRMISH, RETREAT)
    assert play.pending_roll == "the defender's retreat"
    update = play.roll(3)
    if play.step == "Retreat":
        update = play.play(next(iter(play.match.choices("federal"))))
    paths = {event.token: event.path for event in told(update, TokenMoved) if event.how == "retreat"}
    assert set(paths) == set(I_CORPS)
    assert len(set(paths.values())) == 1
    assert {len(path) for path in paths.values()} == {3}
    assert play.where("heth") == "Emmitsburg"


def test_a_picket_in_the_space_goes_with_them() -> None:
    play = attack_on_emmitsburg(SKIRMISH, RETREAT, extra={"us_susquehanna_picket_1": "Emmitsburg"})
    update = play.roll(1)
    began = told(update, RetreatBegan)
    assert [set(event.tokens) for event in began] == [{*I_CORPS, "us_susquehanna_picket_1"}]


def test_a_stack_stops_only_where_all_of_it_may() -> None:
    at = {**dict.fromkeys(I_CORPS, "Emmitsburg"), "us_i_wadsworth": "22,22", "us_xi_barlow": "22,22"}
    board = board_with(at)
    del board.at["us_i_wadsworth"]
    assert stacking(board, board.tokens["us_i_robinson"])[1] == 1 << board.campaign.map.parse("22,22")


def test_a_blocked_retreat_breaks_every_brigade_of_every_division() -> None:
    around = {"heth": "20,22", "hood": "22,22", "pender": "21,21", "early": "21,23"}
    play = standing("Move one token", {**dict.fromkeys(I_CORPS, "Emmitsburg"), **around}, moving="cs_iii")
    play.march("heth", "Emmitsburg")
    play.cards(SKIRMISH, RETREAT)
    update = play.roll(2)
    assert [set(event.tokens) for event in told(update, RetreatBlocked)] == [set(I_CORPS)]
    broken = {event.unit for event in told(update, BrigadeBroken)}
    brigades = play.board.campaign.brigades
    assert broken == {unit for division in I_CORPS for unit in brigades[DivisionId(division)]}
    assert not set(I_CORPS) & play.board.at.keys()


def test_a_beaten_attacker_retreats_alone_from_the_stack_it_came_from() -> None:
    at = {**dict.fromkeys(I_CORPS, "22,22"), "heth": "Emmitsburg"}
    play = standing("Move one token", at, moving="us_i")
    play.march("us_i_robinson", "Emmitsburg")
    play.cards(SKIRMISH, SKIRMISH)
    update = play.roll(2, 6, 2, 1)
    began = [event.tokens for event in told(update, RetreatBegan)]
    assert began == [("us_i_robinson",)]
    assert {play.board.at[one] for one in ("us_i_wadsworth", "us_i_doubleday")} == {play.space("22,22")}


# battles


BLOCK = ("20,22", "20,23", "Emmitsburg", "21,23")


def battle_board() -> CampaignBoard:
    at = {**dict.fromkeys(I_CORPS, "Emmitsburg"), "us_xi_barlow": "21,23", "heth": "19,22", "pender": "20,23"}
    at |= {"birney": "23,23", "humphreys": "23,23", "us_xi_schurz": "22,22"}
    board = board_with(at)
    board.battle = battle_at(board, "heth", "Emmitsburg", *BLOCK)
    return board


def test_every_division_of_a_stack_stands_in_its_square() -> None:
    brief = battle_brief(battle_board())
    squares = {unit.division: unit.square for unit in brief.side("federal").units if unit.square != "with the army"}
    assert squares["Wadsworth's Division"] == squares["Robinson's Division"] == "Emmitsburg"
    assert squares["Barlow's Division"] != "Emmitsburg"


def test_each_division_of_a_stack_marches_to_the_guns_on_its_own() -> None:
    board = battle_board()
    near = [token.id for token in callable_divisions(board, "federal")]
    assert near == ["birney", "humphreys", "us_xi_schurz"]


def test_a_victorious_corps_may_stay_in_one_space_and_others_may_not_join_it() -> None:
    board = battle_board()
    battle = board.open_battle
    del board.at["heth"], board.at["pender"]
    emmitsburg = board.campaign.map.parse("Emmitsburg")
    assert emmitsburg in victors_spaces(board, battle, board.tokens["us_i_robinson"])
    assert emmitsburg not in victors_spaces(board, battle, board.tokens["us_xi_barlow"])


def test_victors_without_a_space_of_their_own_go_to_the_nearest_empty_one() -> None:
    at = {"heth": "20,22", "pender": "20,23", "hood": "Emmitsburg", "early": "21,23", "mclaws": "19,22"}
    board = board_with(at)
    board.battle = battle_at(board, "mclaws", "Emmitsburg", *BLOCK)
    board.at["mclaws"] = board.at["heth"]
    found = victors_spaces(board, board.open_battle, board.tokens["mclaws"])
    game_map = board.campaign.map
    assert {min(game_map.distance(space, one) for one in board.open_battle.block) for space in found} == {1}


def test_losers_of_one_stack_roll_and_retreat_one_by_one() -> None:
    board = battle_board()
    board.battle = evolve(board.open_battle, loser="federal", retreating=I_CORPS)
    play = position("Retreat a division", game=gettysburg(), board=board)
    rolls = []
    while play.board.battle and (play.board.battle.retreating or play.step == "Retreat a division"):
        if play.match.waiting_for:
            play.play(next(iter(play.match.choices())))
        else:
            rolls.append(play.pending_roll)
            play.roll(2)
    assert rolls == [f"retreat of {board.campaign.pieces[one].name}" for one in I_CORPS]
    assert len({play.board.at[one] for one in I_CORPS if one in play.board.at}) >= 1


def test_a_victor_is_offered_the_space_of_his_corps() -> None:
    board = battle_board()
    del board.at["heth"], board.at["pender"]
    board.battle = evolve(board.open_battle, loser="confederate", spreading=I_CORPS)
    play = position("Place a division", game=gettysburg(), board=board)
    for division in I_CORPS:
        play.play(PlaceToken(division, play.space("Emmitsburg")), "federal")
    assert {play.where(division) for division in I_CORPS} == {"Emmitsburg"}
