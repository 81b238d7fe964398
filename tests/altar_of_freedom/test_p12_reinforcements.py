"""GotW p.12 Calling Reinforcements, Reinforcement Arrival Example, p.13 Reinforcement Limitations, Reinforcement Table,
Generals Arriving (AFI p.12-13). Readings: Tabletop battles.
"""

from itertools import product
from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, battle_at, campaign_of, position, vicksburg

from wargame_altar_of_freedom.board.actions import BATTLE, CallReinforcements, ChooseBlock, ComeBy, HoldBack
from wargame_altar_of_freedom.board.board import CampaignBoard, DivisionHeld
from wargame_altar_of_freedom.board.pieces import Reinforcement, Space
from wargame_altar_of_freedom.rules.event_cards import CloseCrossings
from wargame_altar_of_freedom.rules.tabletop.battlefield import (
    Approach,
    approaches,
    arrival_turn,
    best_approach,
    callable_divisions,
)
from wargame_altar_of_freedom.rules.tabletop.brief import battle_brief
from wargame_core import D6, DiceError, UnknownName

# The book's example, staged on the Big Black: a table of six spaces, north expansion included, and four divisions near.
TABLE = ("9,13", "9,14", "10,13", "10,14", "11,13", "11,14")
EXAMPLE = {
    "carr": "10,14", "hovey": "10,13",  # the two Federal divisions already there
    "logan": "9,15",  # A: one space away by road
    "us_xiii_smith": "8,11",  # B: three spaces by road, over the bridge
    "crocker": "10,16",  # C: three by road past an enemy, two across country
    "tuttle": "10,12",  # D: across the river, too far by the bridge
    "loring": "11,14", "forney": "11,13", "bowen": "9,16",
}  # fmt: skip


def staged(at: dict[str, str] | None = None) -> Play:
    """The example up to the reinforcements: Loring has attacked Carr from the south, it is one o'clock."""
    play = position(
        "Move one token",
        at or EXAMPLE,
        moving="cs_mississippi",
        tokens_with_dice={"loring"},
        dice=[1],
        battles="reported",
    )
    play.march("loring", "10,14")
    play.cards(BATTLE, BATTLE)
    play.play(ChooseBlock(play.spaces(*TABLE[2:])))
    play.play(ChooseBlock(play.spaces(*TABLE)))
    play.dice.append(6)
    play.play(HoldBack(()))
    return play


def test_divisions_a_to_d_of_the_example() -> None:
    play = staged()
    assert play.match.waiting_for == ("federal",)  # the Confederates have nobody near enough
    assert {token.id for token in callable_divisions(play.board, "federal")} == {"logan", "us_xiii_smith", "crocker"}
    play.dice.extend([4, 2, 5])
    play.play(CallReinforcements(("logan", "us_xiii_smith", "crocker")))
    by_the_soonest(play)
    battle = play.board.battle
    assert battle is not None
    assert [(one.token, one.spaces, one.by_road, one.die, one.turn) for one in battle.reinforcements] == [
        ("logan", 1, True, 4, 1),
        ("us_xiii_smith", 3, True, 2, 4),
        ("crocker", 2, False, 5, 2),
    ]


def test_with_a_referee_the_enemy_is_told_who_is_called_near_or_far() -> None:
    board = battlefield({"hovey": "9,16"}, fog="referee")
    board.battle = evolve(board.open_battle, called=("confederate",))
    play = position("Call reinforcements", board=board)
    assert "hovey" not in play.match.view("confederate").board.tokens
    play.play(CallReinforcements(("hovey",)))
    view = play.match.view("confederate")
    assert "hovey" in view.board.tokens
    assert "Confederate sees: Hovey's Division." in view.log


# the table


@pytest.mark.parametrize(
    ("die", "turns"), [(1, (3, 5, 6)), (2, (3, 4, 5)), (3, (2, 3, 4)), (4, (2, 3, 4)), (5, (1, 2, 3)), (6, (1, 1, 2))]
)
def test_the_reinforcement_table_is_as_printed(die: int, turns: tuple[int, ...]) -> None:
    campaign = campaign_of(vicksburg())
    assert tuple(arrival_turn(campaign, spaces, die, by_road=False) for spaces in (1, 2, 3)) == turns


def test_a_road_adds_one_and_more_than_six_counts_as_six() -> None:
    campaign = campaign_of(vicksburg())
    for spaces, die in product((1, 2, 3), D6.faces):
        expected = arrival_turn(campaign, spaces, min(die + 1, 6), by_road=False)
        assert arrival_turn(campaign, spaces, die, by_road=True) == expected


def test_other_distances_and_dice_are_refused() -> None:
    campaign = campaign_of(vicksburg())
    for spaces in (0, 4):
        with pytest.raises(UnknownName, match=f"unknown spaces away {spaces}"):
            arrival_turn(campaign, spaces, 3, by_road=True)
    with pytest.raises(DiceError, match="7 is not a face of d6"):
        arrival_turn(campaign, 1, 7, by_road=True)


def by_the_soonest(play: Play) -> None:
    """Divisions that are called come by the way that is offered first."""
    while play.match.waiting_for and isinstance(way := next(iter(play.match.choices())), ComeBy):
        play.play(way)


# ways to the table


def battlefield(at: dict[str, str], **changes: Any) -> CampaignBoard:
    """A battle for (10,14) on the table of the example."""
    at = {"carr": "10,14", "loring": "11,14", **at}
    board = bare_board(vicksburg(), at, **changes)
    board.battle = battle_at(board, "loring", "10,14", *TABLE)
    return board


def way(board: CampaignBoard, token: str) -> tuple[int, bool] | None:
    found = best_approach(board, board.tokens[token])
    return (found.spaces, found.by_road) if found else None


def test_friends_do_not_stand_in_the_way() -> None:
    assert way(battlefield({"logan": "9,15", "hovey": "9,16"}), "hovey") == (2, True)


def test_an_enemy_token_does_be_it_a_picket() -> None:
    board = battlefield({"cs_relief_picket_1": "9,15", "hovey": "9,16"})
    assert way(board, "hovey") == (3, False)  # round him, over (10,16) and (10,15)


def test_a_river_without_a_crossing_does() -> None:
    assert way(battlefield({"hovey": "10,12"}), "hovey") is None
    assert way(battlefield({"hovey": "8,12"}), "hovey") == (2, True)
    assert way(battlefield({"hovey": "8,12"}, destroyed_crossings={"big_black_bridge"}), "hovey") is None


def test_a_ferry_closed_by_high_water_does() -> None:
    assert way(battlefield({"hovey": "12,12"}), "hovey") == (2, False)
    closed = CloseCrossings("Big Black", "ferry")
    assert way(battlefield({"hovey": "12,12"}, effects=[closed]), "hovey") is None


def test_more_than_three_spaces_are_too_far() -> None:
    assert way(battlefield({"hovey": "9,17"}), "hovey") == (3, True)
    assert way(battlefield({"hovey": "9,18"}), "hovey") is None


def test_of_two_ways_the_one_that_brings_it_sooner_on_the_average_is_taken() -> None:
    board = battlefield({"hovey": "11,15"})
    assert {(one.spaces, one.by_road) for one in approaches(board, board.tokens["hovey"])} == {(3, True), (2, False)}
    assert way(board, "hovey") == (2, False)


def test_a_way_leads_to_a_space_of_the_table() -> None:
    board = battlefield({"hovey": "9,15"})
    assert best_approach(board, board.tokens["hovey"]) == Approach(1, True, Space(board.campaign.map.parse("9,14")))


def test_pickets_and_what_stands_on_the_table_are_not_called() -> None:
    board = battlefield({"us_xiii_picket_1": "9,15", "hovey": "11,14", "logan": "10,15"})
    assert [token.id for token in callable_divisions(board, "federal")] == ["logan"]


def test_a_division_fixed_in_place_is_not_called() -> None:
    board = battlefield({"logan": "10,15"}, effects=[DivisionHeld("us_xvii_logan")])
    assert callable_divisions(board, "federal") == []


def test_nobody_is_called_through_the_works_of_vicksburg() -> None:
    board = bare_board(vicksburg(), {"loring": "9,10", "bowen": "Vicksburg", "carr": "8,10", "hovey": "7,8"})
    board.battle = battle_at(board, "loring", "8,10", "8,9", "8,10", "9,9", "9,10")
    assert way(board, "hovey") == (2, False)  # by (7,9), not through the city


def test_nobody_comes_on_through_a_space_of_the_table_that_the_enemy_holds() -> None:
    at = {
        "hovey": "11,8", "us_xv_steele": "11,10", "bowen": "10,8",
        "loring": "11,9", "forney": "9,8", "carr": "12,8",
    }  # fmt: skip
    board = bare_board(vicksburg(), at)
    board.battle = battle_at(board, "bowen", "11,8", "11,8", "11,9", "12,8", "12,9")
    ways = approaches(board, board.tokens["us_xv_steele"])
    assert {(way.spaces, board.campaign.map.label(way.entry)) for way in ways} == {(2, "(12,9)")}


def test_among_several_ways_the_owner_says_by_which_his_division_comes() -> None:
    board = battlefield({"hovey": "11,15"}, battles="reported")
    board.battle = evolve(board.open_battle, called=("confederate",))
    play = position("Call reinforcements", board=board, dice=[3])
    play.play(CallReinforcements(("hovey",)))
    assert play.match.waiting_for == ("federal",)
    offers = [(play.label(one.entry), one.by_road) for one in list[Any](play.match.choices())]
    assert offers == [("(10,14)", False), ("(9,14)", True)]  # the one that is soonest on the average comes first
    assert play.refused(ComeBy("hovey", play.space("11,14"), False)).codes == ("not_offered",)
    play.play(ComeBy("hovey", play.space("9,14"), True))
    (coming,) = play.board.open_battle.reinforcements
    assert (coming.spaces, coming.by_road, coming.turn) == (3, True, 4)


# calling


def test_the_attacker_calls_first_then_the_defender_and_each_may_leave_some_where_they_are() -> None:
    at = {
        "carr": "10,14", "hovey": "11,13", "logan": "9,15", "crocker": "10,16",
        "loring": "9,14", "forney": "9,13", "stevenson": "8,14",
    }  # fmt: skip
    play = staged(at)
    assert play.match.waiting_for == ("confederate",)
    assert set(play.match.choices()) == {CallReinforcements(("stevenson",)), CallReinforcements(())}
    assert not play.match.judge(CallReinforcements(("logan",)))
    play.play(CallReinforcements(()))
    assert play.match.waiting_for == ("federal",)
    play.dice.append(3)
    play.play(CallReinforcements(("crocker",)))
    by_the_soonest(play)
    assert play.board.battle is not None
    assert [one.token for one in play.board.battle.reinforcements] == ["crocker"]
    assert play.step == "Fight"


def test_each_rolls_for_itself() -> None:
    play = staged()
    play.play(CallReinforcements(("logan", "crocker")))
    by_the_soonest(play)
    assert play.pending_roll == "arrival of Logan's Division"
    play.roll(1)
    by_the_soonest(play)
    assert play.pending_roll == "arrival of Crocker's Division"


def test_what_comes_after_the_last_turn_does_not_come() -> None:
    board = battlefield({"hovey": "9,15", "logan": "9,16"})
    assert board.battle is not None
    entry = Space(board.campaign.map.parse("9,14"))
    arrivals = tuple(
        Reinforcement(division, 1, True, 1, turn, entry) for division, turn in (("hovey", 6), ("logan", 7))
    )
    board.battle = evolve(board.battle, reinforcements=arrivals, turns=6)
    arriving = {unit.division: unit.arrives for unit in battle_brief(board).defender.units if unit.arrives}
    assert arriving == {"Hovey's Division": 6}


# generals


def generals(board: CampaignBoard, side: str) -> set[str]:
    return {general.name for general in battle_brief(board).side(side).generals}


def test_a_general_is_there_with_any_division_of_his_and_the_army_general_always() -> None:
    board = battlefield({})
    assert generals(board, "federal") == {"Grant", "McClernand"}
    assert generals(board, "confederate") == {"Pemberton"}


def test_he_comes_with_his_first_reinforcement_too() -> None:
    board = battlefield({"logan": "9,15"})
    assert board.battle is not None
    entry = Space(board.campaign.map.parse("9,14"))
    late = Reinforcement("logan", 1, True, 1, 3, entry)
    board.battle = evolve(board.battle, reinforcements=(late,))
    assert generals(board, "federal") == {"Grant", "McClernand", "McPherson"}


def test_pemberton_and_johnston_each_come_with_their_own() -> None:
    board = battlefield({"gregg": "9,13"})
    assert generals(board, "confederate") == {"Pemberton", "Johnston"}


def test_generals_have_the_points_and_traits_of_the_order_of_battle() -> None:
    grant = next(one for one in battle_brief(battlefield({})).side("federal").generals if one.name == "Grant")
    assert (grant.role, grant.priority_points, grant.traits) == ("army", 5, ("Unflappable", "Sloppy Staff Work"))
