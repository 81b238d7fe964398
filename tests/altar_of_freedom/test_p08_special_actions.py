"""GotW p.8 Special Actions (AFI p.8). Readings: Movement and special actions."""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, campaign_of, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import Done, EndMarch, SpecialAction
from wargame_altar_of_freedom.board.contact_events import SpecialActionTried
from wargame_altar_of_freedom.rules.event_cards import CloseCrossings, SpecialActionTarget
from wargame_altar_of_freedom.rules.special_actions import roll_needed, special_action_succeeds
from wargame_core import D6

BRIDGE = "big_black_bridge"


def acting(at: dict[str, str], **changes: Any) -> Play:
    changes.setdefault("dice_left", {"confederate": 3})
    return position("Special action", at, moving="cs_mississippi", **changes)


def offered(play: Play) -> set[tuple[str, str, str]]:
    return {(one.token, one.what, one.target) for one in play.match.choices() if isinstance(one, SpecialAction)}


def test_four_or_more_succeeds() -> None:
    campaign = campaign_of(vicksburg())
    assert [special_action_succeeds(campaign, die) for die in D6.faces] == [False, False, False, True, True, True]


@pytest.mark.parametrize(("die", "succeeds"), [(3, False), (4, True)])
def test_a_bridge_is_destroyed_on_four_or_more_and_the_die_is_spent(die: int, succeeds: bool) -> None:
    play = acting({"loring": "8,13"}, dice=[die])
    update = play.play(SpecialAction("loring", "destroy_crossing", BRIDGE))
    assert told(update, SpecialActionTried) == [SpecialActionTried("loring", "destroy_crossing", BRIDGE, die, succeeds)]
    assert play.board.destroyed_crossings == ({BRIDGE} if succeeds else set())
    assert play.board.staff_dice["confederate"] == 2


def test_the_same_roll_repairs_it() -> None:
    play = acting({"loring": "8,13"}, destroyed_crossings={BRIDGE}, dice=[4])
    assert offered(play) == {("loring", "repair_crossing", BRIDGE)}
    play.play(SpecialAction("loring", "repair_crossing", BRIDGE))
    assert play.board.destroyed_crossings == set()


def test_either_end_of_a_crossing_will_do_and_no_other_space() -> None:
    assert offered(acting({"loring": "Bovina"})) == {("loring", "destroy_crossing", BRIDGE)}
    assert offered(acting({"loring": "8,13"})) == {("loring", "destroy_crossing", BRIDGE)}
    assert acting({"loring": "9,13"}).step != "Special action"


def test_ferries_too() -> None:
    assert offered(acting({"loring": "12,13"})) == {("loring", "destroy_crossing", "baldwins_ferry")}


def test_an_enemy_at_the_other_end_does_not_hinder() -> None:
    assert offered(acting({"loring": "Bovina", "carr": "8,13"})) == {("loring", "destroy_crossing", BRIDGE)}


def test_pickets_may_try() -> None:
    play = acting({"cs_mississippi_picket_1": "Bovina"})
    assert offered(play) == {("cs_mississippi_picket_1", "destroy_crossing", BRIDGE)}


def test_one_try_for_each_token_a_turn() -> None:
    play = acting({"loring": "8,13", "bowen": "12,13"}, dice=[1])
    play.play(SpecialAction("loring", "destroy_crossing", BRIDGE))
    assert offered(play) == {("bowen", "destroy_crossing", "baldwins_ferry")}
    assert play.refused(SpecialAction("loring", "destroy_crossing", BRIDGE)).codes == ("not_offered",)


def test_what_one_token_destroyed_another_may_repair() -> None:
    play = acting({"loring": "8,13", "bowen": "Bovina"}, dice=[6])
    play.play(SpecialAction("loring", "destroy_crossing", BRIDGE))
    assert offered(play) == {("bowen", "repair_crossing", BRIDGE)}


def test_a_die_for_movement_does_not_stand_in_the_way() -> None:
    play = position(
        "Allot Staff Dice",
        {"loring": "Edwards Station"},
        moving="cs_mississippi",
        dice_left={"confederate": 2},
        dice=[2],
    )
    play.allot("loring")
    play.march("loring", "9,14", "9,13", "8,13")
    play.play(SpecialAction("loring", "destroy_crossing", BRIDGE))
    assert play.board.staff_dice["confederate"] == 0


def test_without_a_die_nothing_is_offered() -> None:
    assert acting({"loring": "8,13"}, dice_left={"confederate": 0}).step != "Special action"


def test_only_after_movement() -> None:
    play = position("Move one token", {"loring": "8,13"}, moving="cs_mississippi", dice_left={"confederate": 2})
    assert play.refused(SpecialAction("loring", "destroy_crossing", BRIDGE)).codes == ("not_offered",)
    play.play(EndMarch())
    assert play.step == "Special action"


def test_only_tokens_of_the_corps_that_moves() -> None:
    play = acting({"loring": "8,13", "gregg": "12,13"})
    assert play.refused(SpecialAction("gregg", "destroy_crossing", "baldwins_ferry")).codes == ("not_offered",)


def test_what_retreated_in_this_activation_may_not() -> None:
    play = acting({"loring": "8,13", "bowen": "12,13"}, retreated_tokens={"loring"})
    assert offered(play) == {("bowen", "destroy_crossing", "baldwins_ferry")}


def test_a_player_may_stop_at_any_time_and_save_his_dice() -> None:
    play = acting({"loring": "8,13", "bowen": "12,13"}, broken_brigades={"cs_relief_gregg_wilson"})
    play.play(Done())
    assert play.step == "Rally a brigade"
    assert play.board.staff_dice["confederate"] == 3


def test_high_water_does_not_keep_anybody_from_destroying_a_ferry() -> None:
    closed = CloseCrossings("Big Black", "ferry")
    assert offered(acting({"loring": "12,13"}, effects=[closed])) == {("loring", "destroy_crossing", "baldwins_ferry")}


def test_a_crossing_that_is_not_there_is_refused_with_the_rule() -> None:
    play = acting({"loring": "8,13"})
    verdict = play.refused(SpecialAction("loring", "destroy_crossing", "golden_gate"))
    assert str(verdict.reasons[0].cite) == "GotW p.8 Special Actions"


def test_destroyed_crossings_shut_off_both_armies() -> None:
    play = acting({"loring": "8,13"}, dice=[5])
    play.play(SpecialAction("loring", "destroy_crossing", BRIDGE))
    for side in play.game.seats:
        assert play.board.campaign.map.crossings[BRIDGE].edge in play.board.closed_crossings(side)


@pytest.mark.parametrize(("eased", "needed"), [("raid", 4), ("destroy_crossing", 3)])
def test_an_event_eases_the_special_action_it_names_and_no_other(eased: str, needed: int) -> None:
    board = acting({"loring": "8,13"}, effects=[SpecialActionTarget(eased, 3)]).board
    assert roll_needed(board, "destroy_crossing") == needed
