"""GotW p.7 Crossing Rivers (AFI p.7), and what destroyed crossings do (p.8 Special Actions)."""

import pytest
from tests.altar_of_freedom.kit import campaign_of, position, vicksburg

from wargame_altar_of_freedom.board.actions import Halt, Move
from wargame_altar_of_freedom.rules.event_cards import CloseCrossings
from wargame_altar_of_freedom.rules.march import OneRailMove


@pytest.mark.parametrize(
    ("start", "path"),
    [
        ("8,13", ("Bovina",)),  # the Big Black bridge
        ("12,13", ("12,12",)),  # Baldwin's Ferry
        ("10,27", ("Jackson",)),  # over the Pearl
    ],
)
def test_major_rivers_are_crossed_at_bridges_and_ferries(start: str, path: tuple[str, ...]) -> None:
    play = position("Move one token", {"loring": start}, moving="cs_mississippi")
    play.march("loring", *path)
    assert play.board.at["loring"] == play.space(path[-1])


@pytest.mark.parametrize(("start", "over"), [("9,12", "9,13"), ("Vicksburg", "8,7"), ("11,26", "11,27")])
def test_nowhere_else_whatever_the_die(start: str, over: str) -> None:
    play = position("Move one token", {"loring": start}, moving="cs_mississippi", tokens_with_dice={"loring"}, dice=[5])
    play.take_up("loring")
    verdict = play.refused(Move("loring", play.spaces(over)))
    assert verdict.codes == ("no_crossing",)
    assert str(verdict.reasons[0].cite) == "GotW p.7 Crossing Rivers"


def test_a_destroyed_bridge_carries_nobody() -> None:
    play = position(
        "Move one token", {"loring": "8,13"}, moving="cs_mississippi", destroyed_crossings={"big_black_bridge"}
    )
    play.take_up("loring")
    verdict = play.refused(Move("loring", play.spaces("Bovina")))
    assert verdict.codes == ("crossing_closed",)
    assert "Big Black Bridge" in str(verdict)


def test_a_destroyed_bridge_carries_no_train_either() -> None:
    rail = OneRailMove("confederate", "one_division", ("infantry",), 12)
    play = position(
        "Move one token",
        {"loring": "8,13"},
        moving="cs_mississippi",
        destroyed_crossings={"big_black_bridge"},
        effects=[rail],
    )
    play.take_up("loring")
    assert not any(play.space("Bovina") in getattr(move, "path", ()) for move in play.match.choices())


def test_only_federals_use_the_ferry_at_hard_times() -> None:
    federal = position("Move one token", {"carr": "Grand Gulf"}, moving="us_xiii")
    federal.march("carr", "18,2")
    assert federal.where("carr") == "(18,2)"
    confederate = position("Move one token", {"loring": "Grand Gulf"}, moving="cs_mississippi")
    confederate.take_up("loring")
    assert confederate.refused(Move("loring", confederate.spaces("18,2"))).codes == ("crossing_closed",)


def test_a_minor_river_costs_nothing() -> None:
    theater = campaign_of(vicksburg()).map
    play = position("Move one token", {"steele": "18,8"}, moving="us_xv")
    play.take_up("steele")
    bayou_pierre = {space for stream in theater.streams for space in stream.path if stream.name == "Bayou Pierre"}
    path = play.spaces("Grindstone Ford", "19,7", "20,7")
    assert set(path) <= bayou_pierre
    play.play(Move("steele", path))
    assert play.where("steele") == "(20,7)"


def test_a_crossing_closed_by_high_water_is_closed_for_the_march_only() -> None:
    closed = CloseCrossings("Big Black", "ferry")
    play = position("Move one token", {"loring": "12,13"}, moving="cs_mississippi", effects=[closed])
    play.take_up("loring")
    assert play.refused(Move("loring", play.spaces("12,12"))).codes == ("crossing_closed",)
    play.play(Halt("loring"))
    assert play.board.destroyed_crossings == set()
