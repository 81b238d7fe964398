"""GotW p.11 Retreating from Battle, Blocked Retreats (AFI p.11). Readings: Retreats."""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import (
    Play,
    bare_board,
    campaign_of,
    contact_at,
    gettysburg,
    position,
    told,
    vicksburg,
)

from wargame_altar_of_freedom.board.actions import RETREAT, SKIRMISH, Halt, RetreatAlong
from wargame_altar_of_freedom.board.board import DivisionHeld
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, RetreatBegan, RetreatBlocked
from wargame_altar_of_freedom.board.turn_events import TokenMoved, TokenRemoved
from wargame_altar_of_freedom.printed.lines import DivisionId
from wargame_altar_of_freedom.questions.worked_examples import road_spaces as road_distance
from wargame_altar_of_freedom.rules.event_cards import CloseCrossings
from wargame_altar_of_freedom.rules.retreats import RetreatChoices, nearest_depot, retreat_ways
from wargame_core import D6, MalformedAction
from wargame_core.maps.masks import bits

CORNER = {"loring": "21,32", "carr": "22,32"}  # the south-east corner of the map


def retreating(spaces: int, at: dict[str, str] | None = None, **changes: Any) -> Play:
    """Carr, attacked by Loring, has played Retreat and must go back so many spaces."""
    at = at or {"loring": "12,15", "carr": "Auburn"}
    play = position(
        "Move one token",
        at,
        moving="cs_mississippi",
        dice=[spaces],
        **changes,
    )
    play.march("loring", at["carr"])
    play.cards(SKIRMISH, RETREAT)
    return play


def settle(play: Play) -> None:
    """Take the first way where there is a choice."""
    if play.board.contact is not None:
        play.play(next(iter(play.match.choices())))


# the way back


@pytest.mark.parametrize("spaces", [1, 2, 3, 4, 5, 6])
def test_every_step_leads_further_from_the_enemy_and_the_whole_number_is_used(spaces: int) -> None:
    play = retreating(spaces)
    auburn, distance = play.space("Auburn"), play.board.campaign.map.distance
    choices = list[Any](play.match.choices()) if play.board.contact is not None else []
    for one in choices:
        assert [distance(auburn, space) for space in one.path] == list(range(1, spaces + 1))
    if choices:
        play.play(choices[0])
    assert distance(auburn, play.board.at["carr"]) == spaces
    assert play.where("loring") == "Auburn"


def test_it_ends_in_the_space_nearest_by_road_to_a_friendly_depot() -> None:
    play = retreating(2)
    settle(play)
    theater, board = play.board.campaign.map, play.board
    here = board.at["carr"]
    spaces = [space for space in range(theater.size) if theater.distance(space, play.space("Auburn")) == 2]
    by_road = {space: road_distance(board.campaign, "federal", space, play.space("Willow Springs")) for space in spaces}
    assert by_road[here] == min(steps for steps in by_road.values() if steps is not None)


def test_the_owner_chooses_among_ends_equally_near() -> None:
    board = bare_board(vicksburg(), {"loring": "12,15", "carr": "Auburn"}, depots=False)
    ways = retreat_ways(board, (board.tokens["carr"],), (board.at["carr"],), 1)
    assert {board.campaign.map.label(end) for end in bits(ways.ends)} == {"(13,14)", "(14,15)", "(13,16)"}


def test_the_question_goes_to_the_owner_and_wrong_ways_are_refused_with_the_rule() -> None:
    play = retreating(2, depots=False)
    assert play.match.waiting_for == ("federal",)
    assert play.match.pending.prompt.startswith("Which way does ")  # type: ignore[union-attr]
    for action, code in (
        (RetreatAlong("carr", play.spaces("14,15")), "wrong_length"),
        (RetreatAlong("carr", play.spaces("14,15", "Auburn")), "bad_step"),
        (RetreatAlong("carr", play.spaces("12,15", "11,15")), "bad_step"),  # through the enemy
        (RetreatAlong("loring", play.spaces("14,15", "15,15")), "not_offered"),
        (Halt("carr"), "not_offered"),
    ):
        verdict = play.refused(action)
        assert verdict.codes == (code,)
        assert str(verdict.reasons[0].cite) == "GotW p.11 Retreating from Battle"
    with pytest.raises(MalformedAction, match="there is no square number"):
        play.play(RetreatAlong("carr", (-1, 10**6)))  # type: ignore[arg-type]
    play.retreat("carr", "14,15", "15,15")
    assert play.where("carr") == "(15,15)"


def test_an_end_further_from_the_depots_is_refused() -> None:
    board = bare_board(vicksburg(), {"gregg": "Raymond", "carr": "12,20"}, retreats="nearest_depot")
    ways = retreat_ways(board, (board.tokens["gregg"],), (board.at["gregg"],), 2)
    assert {board.campaign.map.label(end) for end in bits(ways.ends)} == {"Mississippi Springs"}
    choices = RetreatChoices(board, (board.tokens["gregg"],), ways)
    west = tuple(board.campaign.map.parse(name) for name in ("11,19", "11,18"))
    verdict = choices.judge(RetreatAlong("gregg", west))  # type: ignore[arg-type]
    assert verdict.codes == ("not_towards_depot",)
    assert "Mississippi Springs" in str(verdict)


def test_friends_may_be_passed_and_an_end_that_is_taken_sends_it_on() -> None:
    at = {"gregg": "Raymond", "walker": "11,21", "french": "Mississippi Springs"}
    board = bare_board(vicksburg(), at, retreats="nearest_depot")
    ways = retreat_ways(board, (board.tokens["gregg"],), (board.at["gregg"],), 3)
    assert {board.campaign.map.label(end) for end in bits(ways.ends)} == {"(11,23)"}
    through = ways.path(board.campaign.map.parse("11,23"))
    assert [board.campaign.map.label(space) for space in through] == ["(11,21)", "Mississippi Springs", "(11,23)"]
    taken = retreat_ways(board, (board.tokens["gregg"],), (board.at["gregg"],), 2)
    assert not taken.ends >> board.at["french"] & 1


def test_when_every_space_at_the_distance_is_taken_the_retreat_goes_on_to_the_next_free_one() -> None:
    at = {"carr": "22,32", "hovey": "22,31", "us_xiii_smith": "21,32", "osterhaus": "22,30"}
    board = bare_board(vicksburg(), at)
    ways = retreat_ways(board, (board.tokens["carr"],), (board.at["carr"],), 1)
    assert not ways.blocked
    assert {board.campaign.map.label(end) for end in bits(ways.ends)} <= {"(21,31)", "(20,32)"}
    assert len(ways.layers) == 3


def test_a_beaten_attacker_goes_back_from_where_it_came() -> None:
    play = position("Move one token", {"loring": "12,15", "carr": "Auburn"}, moving="cs_mississippi", dice=[2, 5, 2])
    play.march("loring", "Auburn")
    play.cards(SKIRMISH, SKIRMISH)
    settle(play)
    assert play.where("carr") == "Auburn"
    distance = play.board.campaign.map.distance(play.board.at["loring"], play.space("Auburn"))
    assert distance == 3


def test_without_depots_any_end_will_do() -> None:
    board = bare_board(vicksburg(), {"carr": "Auburn"}, depots=False)
    assert nearest_depot(board, "federal", 0b1011) == 0b1011


def test_where_no_road_leads_to_a_depot_the_way_over_land_counts() -> None:
    board = bare_board(vicksburg(), {"carr": "10,13"})
    ends = sum(1 << board.campaign.map.parse(name) for name in ("10,13", "7,12"))
    assert nearest_depot(board, "confederate", ends).bit_count() == 1


# the liberal reading

AUBURN = {"carr": "13,15", "loring": "14,15"}
"""Loring attacks Carr at Auburn from the south."""


def carrs_ends(spaces: int, **options: Any) -> set[str]:
    board = bare_board(vicksburg(), AUBURN, **options)
    carr = board.tokens["carr"]
    ways = retreat_ways(board, (carr,), (board.at["carr"],), spaces, None, board.at["loring"])
    return {board.campaign.map.label(end) for end in bits(ways.ends)}


def test_by_the_strict_reading_a_retreat_may_lead_past_the_attacker_towards_a_depot() -> None:
    assert "(16,14)" in carrs_ends(4, retreats="nearest_depot")


def test_by_the_liberal_reading_it_leads_away_from_where_the_attacker_came_from_too() -> None:
    ends = carrs_ends(4)
    assert ends
    assert "(16,14)" not in ends
    board = bare_board(vicksburg(), AUBURN)
    space = board.campaign.map.parse
    assert {board.campaign.map.distance(space(end), board.at["loring"]) for end in ends} == {5}


def test_by_the_liberal_reading_any_end_will_do_that_is_no_farther_from_a_depot() -> None:
    at = {"gregg": "Raymond", "carr": "12,20"}
    strict, liberal = (bare_board(vicksburg(), at, retreats=reading) for reading in ("nearest_depot", "liberal"))
    ends = [
        retreat_ways(board, (board.tokens["gregg"],), (board.at["gregg"],), 2, None, board.at["carr"]).ends
        for board in (strict, liberal)
    ]
    assert ends[0] & ends[1] == ends[0]
    campaign = campaign_of(vicksburg())
    start = road_distance(campaign, "confederate", strict.at["gregg"], campaign.space("Jackson"))
    for end in bits(ends[1]):
        distance = road_distance(campaign, "confederate", end, campaign.space("Jackson"))
        assert distance is not None
        assert start is not None
        assert distance <= start


def test_by_the_liberal_reading_nobody_is_blocked_who_would_not_be_by_the_other() -> None:
    at = {"carr": "22,32", "loring": "21,32"}
    for spaces in D6.faces:
        ways = []
        for reading in ("nearest_depot", "liberal"):
            board = bare_board(vicksburg(), at, retreats=reading)
            carr = board.tokens["carr"]
            ways.append(retreat_ways(board, (carr,), (board.at["carr"],), spaces, None, board.at["loring"]))
        assert ways[0].blocked == ways[1].blocked


def test_by_the_liberal_reading_a_division_steps_aside_before_it_is_blocked() -> None:
    at = {
        "heth": "22,20", "birney": "21,20",
        "humphreys": "23,18", "caldwell": "22,23", "gibbon": "19,20", "wright": "21,23",
    }  # fmt: skip
    found = {}
    for reading in ("nearest_depot", "liberal"):
        board = bare_board(gettysburg(), at, retreats=reading)
        heth, here = board.tokens["heth"], board.at["heth"]
        found[reading] = retreat_ways(board, (heth,), (here,), 5, None, board.at["birney"])
    assert (found["nearest_depot"].blocked, found["liberal"].blocked) == (True, False)
    distance = board.campaign.map.distance
    got = max(distance(here, end) for end in bits(found["nearest_depot"].ends))
    for end in bits(found["liberal"].ends):
        path = found["liberal"].path(end)
        assert (len(path), len(set(path))) == (5, 5)
        assert distance(here, end) > got
        assert not board.enemies_seen("confederate") & sum(1 << space for space in path)


# what a retreat may not enter


def layers(board: object, token: str, spaces: int) -> set[str]:
    campaign = board.campaign  # type: ignore[attr-defined]
    ways = retreat_ways(board, (board.tokens[token],), (board.at[token],), spaces)  # type: ignore[arg-type, attr-defined]
    return {campaign.map.label(space) for layer in ways.layers[1:] for space in bits(layer)}


def test_no_space_with_an_enemy_token_be_it_a_picket() -> None:
    board = bare_board(vicksburg(), {"carr": "Auburn", "cs_relief_picket_1": "14,15"})
    assert "(14,15)" not in layers(board, "carr", 1)


def test_no_enemy_depot() -> None:
    board = bare_board(vicksburg(), {"carr": "10,25"})
    assert "Jackson" not in layers(board, "carr", 1)


def test_no_river_without_a_standing_crossing() -> None:
    board = bare_board(vicksburg(), {"loring": "12,13"})
    assert "(12,12)" in layers(board, "loring", 1)
    board.destroyed_crossings.add("baldwins_ferry")
    assert "(12,12)" not in layers(board, "loring", 1)
    board.destroyed_crossings.clear()
    board.effects.append(CloseCrossings("Big Black", "ferry"))
    assert "(12,12)" not in layers(board, "loring", 1)


def test_a_federal_ferry_carries_no_confederate_off() -> None:
    board = bare_board(vicksburg(), {"loring": "Grand Gulf", "carr": "19,3"})
    assert "(18,2)" not in layers(board, "loring", 1)
    assert "(18,2)" in layers(bare_board(vicksburg(), {"carr": "Grand Gulf"}), "carr", 1)


# blocked retreats


def test_without_any_way_every_brigade_breaks_and_the_division_leaves_the_map() -> None:
    play = blocked({**CORNER, "bowen": "22,31"}, 3)
    update = play.cards(SKIRMISH, RETREAT)
    assert told(update, RetreatBlocked) == [RetreatBlocked(("carr",))]
    units = campaign_of(vicksburg()).brigades[DivisionId("us_xiii_carr")]
    assert {event.unit for event in told(update, BrigadeBroken)} == play.board.broken_brigades == set(units)
    assert play.where("carr") is None
    assert play.where("loring") == "(22,32)"


def blocked(at: dict[str, str], spaces: int) -> Play:
    """Loring meets Carr in the corner of the map."""
    board = bare_board(vicksburg(), at, moving="cs_mississippi")
    board.contact = contact_at(board, "loring", at["carr"], ["carr"])
    return position("Contact", board=board, dice=[spaces])


def test_a_way_that_ends_too_early_is_blocked_too_and_the_token_got_as_far_as_that() -> None:
    play = blocked({**CORNER, "bowen": "22,30", "forney": "21,31"}, 2)
    update = play.cards(SKIRMISH, RETREAT)
    assert [event.path for event in told(update, TokenMoved) if event.how == "retreat"] == [play.spaces("22,31")]
    assert told(update, RetreatBlocked)
    assert [event.token for event in told(update, TokenRemoved)] == ["carr"]


def test_with_a_referee_a_retreat_ends_before_an_enemy_that_was_not_seen_and_goes_no_further() -> None:
    at = {"loring": "12,15", "carr": "Auburn", "bowen": "14,14"}
    play = retreating(4, at, fog="referee")
    update = play.retreat("carr", "13,14", "14,14", "15,14", "16,14")
    assert [event.path for event in told(update, TokenMoved) if event.how == "retreat"] == [play.spaces("13,14")]
    assert told(update, RetreatBlocked)
    assert play.where("bowen") == "(14,14)"


def test_the_broken_brigades_of_a_blocked_retreat_may_rally_at_the_end_of_the_turn() -> None:
    play = blocked({**CORNER, "bowen": "22,31"}, 1)
    play.board.staff_dice["federal"] = 1
    play.cards(SKIRMISH, RETREAT)
    assert len(play.board.broken_brigades) == 3
    assert not play.board.lost_brigades


def test_one_space_less_of_room_than_needed_is_enough_to_block() -> None:
    at = {**CORNER, "bowen": "22,30", "forney": "21,31"}
    assert not told(blocked(at, 1).cards(SKIRMISH, RETREAT), RetreatBlocked)
    assert told(blocked(at, 2).cards(SKIRMISH, RETREAT), RetreatBlocked)


def test_a_retreat_does_not_use_up_the_move_of_its_own_corps() -> None:
    play = retreating(1)
    assert "carr" not in play.board.moved_tokens


def test_a_retreat_is_told_with_its_distance() -> None:
    play = blocked({**CORNER, "bowen": "22,31"}, 4)
    assert told(play.cards(SKIRMISH, RETREAT), RetreatBegan) == [RetreatBegan(("carr",), 4)]


# what Gettysburg adds


def test_everything_in_the_space_retreats_together_with_one_roll() -> None:
    at = {"heth": "23,22", "us_i_wadsworth": "Emmitsburg", "us_i_robinson": "Emmitsburg"}
    play = position("Move one token", at, game=gettysburg(), moving="cs_iii", tokens_with_dice={"heth"}, dice=[5, 2])
    play.take_up("heth")
    play.play(next(move for move in list[Any](play.match.choices()) if move.path[-1] == play.space("Emmitsburg")))
    play.cards(SKIRMISH, RETREAT)
    settle(play)
    assert play.board.at["us_i_wadsworth"] == play.board.at["us_i_robinson"]
    assert play.where("heth") == "Emmitsburg"


def test_a_fixed_division_that_must_retreat_is_free_from_then_on() -> None:
    board = bare_board(vicksburg(), {"loring": "12,15", "carr": "Auburn"}, moving="cs_mississippi")
    board.effects.append(DivisionHeld("us_xiii_carr"))
    play = position("Move one token", board=board, dice=[1])
    play.march("loring", "Auburn")
    play.cards(SKIRMISH, RETREAT)
    settle(play)
    assert play.board.effects == []
