"""AFI p.14-16: the victory points of both briefings, and how the campaign ends. Readings: Victory."""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import gettysburg, told
from tests.gettysburg.kit import Play, standing

from wargame_altar_of_freedom.board.actions import BATTLE, SKIRMISH, SpecialAction
from wargame_altar_of_freedom.board.contact_events import PointsScored
from wargame_altar_of_freedom.board.pieces import Award

CLEAR = {"heth": "Cashtown", "birney": "Frederick"}
ROUTES = ("Hancock", "Williamsport", "Shepherdstown", "Point of Rocks", "Harpers Ferry")


def points(side: str, fixed: int) -> list[Award]:
    """A side has so many points already."""
    return [Award("before", side, "before", 1, fixed, 0)]


def turn_end(at: dict[str, str], *dice: Any, **changes: Any) -> Play:
    """A turn is scored; nothing else happens before the next card."""
    return standing("Score", at, dice=dice, **changes)


def scored(play: Play, side: str, award: str) -> list[int]:
    return [one.points for one in play.board.ledger if (one.side, one.id) == (side, award)]


# crossings


def destroying(crossing: str, place: str, who: str, command: str, *dice: Any, **changes: Any) -> Play:
    side = "federal" if command.startswith("us") else "confederate"
    play = standing("Special action", {who: place}, moving=command, dice_left={side: 1}, **changes)
    play.play(SpecialAction(who, "destroy_crossing", crossing))
    play.roll(6, *dice)
    return play


@pytest.mark.parametrize(
    ("crossing", "place"),
    [("harrisburg_bridge", "Harrisburg"), ("rockville_bridge", "1,32"), ("columbia_bridge", "Columbia")],
)
@pytest.mark.parametrize(("who", "command"), [("birney", "us_iii"), ("early", "cs_ii")])
def test_each_susquehanna_bridge_costs_the_federals_a_die_whoever_destroys_it(
    crossing: str, place: str, who: str, command: str
) -> None:
    play = destroying(crossing, place, who, command, 2)
    assert scored(play, "federal", "us_susquehanna_bridge") == [-2]
    assert play.board.points("confederate") == 0


def test_the_total_may_fall_below_zero() -> None:
    play = destroying("columbia_bridge", "Columbia", "birney", "us_iii", 3)
    assert sum(scored(play, "federal", "us_susquehanna_bridge")) == -3


@pytest.mark.parametrize(
    ("crossing", "place", "worth"),
    [
        ("hancock_ferry", "Hancock", [3]),
        ("williamsport_ferry", "Williamsport", [3]),
        ("shepherdstown_ferry", "Shepherdstown", [3]),
        ("point_of_rocks_ferry", "Point of Rocks", []),
        ("harpers_ferry_bridge", "Harpers Ferry", []),
    ],
)
def test_three_of_the_potomac_crossings_are_worth_a_die(crossing: str, place: str, worth: list[int]) -> None:
    play = destroying(crossing, place, "birney", "us_iii", *worth)
    assert play.board.destroyed_crossings == {crossing}
    assert scored(play, "federal", "us_potomac_ferry") == worth


def test_they_are_worth_it_when_the_confederates_destroy_them_too() -> None:
    play = destroying("hancock_ferry", "Hancock", "hood", "cs_i", 1)
    assert scored(play, "federal", "us_potomac_ferry") == [1]


def test_each_crossing_scores_once_even_if_it_is_repaired() -> None:
    before = [Award("us_potomac_ferry", "federal", "ferry", 1, 0, 2, "hancock_ferry")]
    play = destroying("hancock_ferry", "Hancock", "birney", "us_iii", ledger=before)
    assert scored(play, "federal", "us_potomac_ferry") == [2]
    other = destroying("williamsport_ferry", "Williamsport", "birney", "us_iii", 1, ledger=before)
    assert scored(other, "federal", "us_potomac_ferry") == [2, 1]


def test_what_a_crossing_scored_by_another_line_takes_nothing_from_this_one() -> None:
    before = [Award("us_susquehanna_bridge", "federal", "bridge", 1, 0, -2, "hancock_ferry")]
    play = destroying("hancock_ferry", "Hancock", "birney", "us_iii", 3, ledger=before)
    assert scored(play, "federal", "us_potomac_ferry") == [3]


# Harrisburg and Baltimore


@pytest.mark.parametrize(("place", "point"), [("Harrisburg", []), ("4,34", []), ("4,32", []), ("4,35", [1])])
def test_harrisburg_scores_each_turn_no_confederate_division_is_in_or_next_to_it(place: str, point: list[int]) -> None:
    play = turn_end({**CLEAR, "early": place}, *[4] * (place == "Harrisburg"))
    assert scored(play, "federal", "us_harrisburg_clear") == point


def test_a_confederate_picket_does_not_spoil_it_and_it_scores_turn_after_turn() -> None:
    before = [Award("us_harrisburg_clear", "federal", "clear", 0, 1, 0, "Harrisburg")]
    play = turn_end({**CLEAR, "cs_army_troops_picket_1": "Harrisburg"}, ledger=before)
    assert scored(play, "federal", "us_harrisburg_clear") == [1, 1]


@pytest.mark.parametrize(
    ("place", "award", "die", "total"),
    [("Harrisburg", "cs_harrisburg", 5, 5), ("Baltimore", "cs_baltimore", 5, 11)],
)
def test_a_division_there_at_the_end_of_a_turn_scores_once(place: str, award: str, die: int, total: int) -> None:
    play = turn_end({**CLEAR, "early": place}, die)
    assert scored(play, "confederate", award) == [total]
    again = turn_end({**CLEAR, "early": place}, ledger=play.board.ledger)
    assert scored(again, "confederate", award) == [total]


@pytest.mark.parametrize(("place", "award"), [("Harrisburg", "cs_harrisburg"), ("Baltimore", "cs_baltimore")])
def test_by_option_a_town_scores_each_turn_with_a_division_in_it(place: str, award: str) -> None:
    play = turn_end({**CLEAR, "early": place}, 5, towns="each_turn")
    again = turn_end({**CLEAR, "early": place}, 4, ledger=play.board.ledger, towns="each_turn")
    fixed = 6 * (place == "Baltimore")
    assert scored(again, "confederate", award) == [5 + fixed, 4 + fixed]


@pytest.mark.parametrize(("towns", "points"), [("on_entry", [3]), ("once", []), ("each_turn", [])])
def test_by_option_a_town_scores_as_soon_as_a_division_enters(towns: str, points: list[int]) -> None:
    play = standing("Move one token", {"early": "4,32"}, moving="cs_ii", towns=towns)
    play.march("early", "Harrisburg")
    play.roll(*points)
    assert scored(play, "confederate", "cs_harrisburg") == points
    ended = turn_end({**CLEAR, "early": "Harrisburg"}, ledger=play.board.ledger, towns="on_entry")
    assert scored(ended, "confederate", "cs_harrisburg") == points  # a turn that ends there adds nothing


def test_a_picket_or_passing_through_scores_nothing() -> None:
    play = turn_end({**CLEAR, "cs_army_troops_picket_1": "Harrisburg"})
    assert scored(play, "confederate", "cs_harrisburg") == []
    passing = standing("Move one token", {"early": "4,35"}, moving="cs_ii")
    passing.take_up("early")
    assert scored(passing, "confederate", "cs_harrisburg") == []


# skirmishes and battles


def skirmish(*dice: Any) -> Play:
    """Heth meets Wadsworth at Emmitsburg; both skirmish."""
    play = standing("Move one token", {"heth": "20,22", "us_i_wadsworth": "Emmitsburg"}, moving="cs_iii")
    play.march("heth", "Emmitsburg")
    play.cards(SKIRMISH, SKIRMISH)
    play.roll(*dice)
    return play


def test_a_skirmish_won_is_worth_one_to_the_confederates() -> None:
    assert scored(skirmish(4, 2), "confederate", "cs_skirmish") == [1]


def test_and_a_die_to_the_federals_rolled_in_secret_before_the_enemy_retreats() -> None:
    play = skirmish(2, 6)
    assert play.pending_roll == "points: a minor skirmish won"
    pending: Any = play.match.pending
    assert pending.seen_by == frozenset({"federal"})
    update = play.roll(3)
    assert [event.award.points for event in told(update, PointsScored)] == [3]
    assert play.step == "Retreat"


def test_the_enemy_sees_neither_the_die_nor_the_total() -> None:
    play = skirmish(2, 6, 3)
    assert play.match.view("federal").board.points("federal") == 3
    assert play.match.view("confederate").board.points("federal") == 0
    assert play.match.view("spectator").board.ledger == []


def test_the_secret_die_lies_in_a_step_before_the_one_in_which_the_beaten_side_chooses_its_way() -> None:
    play = skirmish(2, 6, 3)
    assert play.step == "Retreat"
    assert play.match.state.answers == ()


# the end


def test_twenty_five_points_end_the_campaign_at_once_with_a_major_victory() -> None:
    play = skirmish(4, 2)
    assert play.outcome is None
    at = {"heth": "20,22", "us_i_wadsworth": "Emmitsburg"}
    play = standing("Move one token", at, moving="cs_iii", ledger=points("confederate", 24))
    play.march("heth", "Emmitsburg")
    play.cards(SKIRMISH, SKIRMISH)
    play.roll(4, 2)
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.level) == ("confederate", "major strategic victory")


def final(at: dict[str, str], *dice: Any, federal: int = 10, confederate: int = 12) -> Play:
    ledger = points("federal", federal) + points("confederate", confederate)
    return standing("Decide the campaign", at, dice=dice, ledger=ledger)


@pytest.mark.parametrize("blocked", range(6))
def test_with_fewer_than_two_clear_routes_the_confederates_lose_two_dice(blocked: int) -> None:
    federals = ("us_i_wadsworth", "birney", "barnes", "geary", "gregg")
    at = dict(zip(federals[:blocked], ROUTES, strict=False))
    play = final(at, *[3, 4] * (blocked > 3))
    assert play.outcome is not None
    assert play.outcome.scores == {"federal": 10, "confederate": 12 - 7 * (blocked > 3)}
    assert play.outcome.winner == ("federal" if blocked > 3 else "confederate")
    assert play.outcome.level == "minor strategic victory"


@pytest.mark.parametrize("who", ["birney", "us_susquehanna_picket_1"])
def test_an_enemy_unit_next_to_a_place_blocks_its_route_even_a_picket(who: str) -> None:
    at = {"us_i_wadsworth": "Hancock", "barnes": "Williamsport", "geary": "Shepherdstown", who: "34,18"}
    assert gettysburg().rules.game_map is not None
    play = final(at, 1, 1)
    assert play.outcome is not None
    assert play.outcome.scores["confederate"] == 10


def test_a_destroyed_ferry_is_a_clear_route_all_the_same() -> None:
    at = {"us_i_wadsworth": "Hancock", "barnes": "Williamsport", "geary": "Shepherdstown"}
    play = standing("Decide the campaign", at, destroyed_crossings={"point_of_rocks_ferry", "harpers_ferry_bridge"})
    assert play.outcome is not None
    assert play.outcome.scores["confederate"] == 0


def test_the_garrison_of_harpers_ferry_blocks_that_route_from_the_first_day() -> None:
    at = {"french": "Harpers Ferry", "us_i_wadsworth": "Hancock", "barnes": "Williamsport", "geary": "Shepherdstown"}
    play = final(at, 6, 6)
    assert play.outcome is not None
    assert play.outcome.scores["confederate"] == 0


def one_point_short(*dice: Any, **options: Any) -> Play:
    """The Confederates win the skirmish that brings their 25th point, and have one route home."""
    at = dict(zip(("birney", "barnes", "geary", "gregg"), ROUTES, strict=False)) | {
        "heth": "20,22",
        "us_i_wadsworth": "Emmitsburg",
    }
    ledger = points("confederate", 24) + points("federal", 10)
    play = standing("Move one token", at, moving="cs_iii", ledger=ledger, **options)
    play.march("heth", "Emmitsburg")
    play.cards(SKIRMISH, SKIRMISH)
    play.roll(*dice)
    return play


def test_whenever_the_campaign_ends_the_routes_count_even_for_one_who_has_just_reached_25() -> None:
    play = one_point_short(4, 2, 5, 6)
    assert play.outcome is not None
    assert play.outcome.scores == {"federal": 10, "confederate": 25 - 11}
    assert (play.outcome.winner, play.outcome.level) == ("confederate", "minor strategic victory")


def test_by_the_other_reading_an_announcement_stands() -> None:
    play = one_point_short(4, 2, major_victory="announced")
    assert play.outcome is not None
    assert play.outcome.scores == {"federal": 10, "confederate": 25}
    assert (play.outcome.winner, play.outcome.level) == ("confederate", "major strategic victory")


def test_equal_totals_are_a_draw() -> None:
    play = final({}, federal=7, confederate=7)
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.level) == (None, "draw")


def test_a_battle_card_is_no_victory() -> None:
    at = {"heth": "20,22", "pender": "19,22", "hood": "20,23", "us_i_wadsworth": "Emmitsburg"}
    play = standing("Move one token", at, moving="cs_iii")
    play.march("heth", "Emmitsburg")
    play.cards(BATTLE, SKIRMISH)
    assert play.board.ledger == []
