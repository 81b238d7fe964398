"""What may be taken back with a referee is worked out from what seats see, not from a flag."""

import pytest
from tests.altar_of_freedom.kit import Play, position
from tests.vicksburg.test_p06_event_cards import by_rail

from wargame_altar_of_freedom.board.actions import RailMove
from wargame_altar_of_freedom.board.board import Fog
from wargame_altar_of_freedom.board.turn_events import TokenMoved

CARR = {"carr": "9,15", "us_xiii_smith": "3,20", "loring": "3,3"}
"""A division, another one of its corps far away, and an enemy far from both."""
ALL_ROUND = {"hovey": "9,17", "us_xiii_picket_1": "8,16", "logan": "10,16"}
"""Tokens of its side at every space next to (9,16)."""


SEEN_FROM_BEHIND = {"hovey": "9,17", "us_xiii_picket_1": "7,16", "logan": "10,16", "loring": "8,16"}
"""The same with an enemy in the place of one of them, whom another one sees."""


def march(*path: str, **at: str) -> Play:
    play = position(
        "Move one token", {**CARR, **at}, moving="us_xiii", fog=Fog.REFEREE, tokens_with_dice={"carr"}, dice=[6]
    )
    play.march("carr", *path)
    assert play.match.waiting_for == ("federal",)
    return play


def test_a_march_within_what_the_side_sees_anyway_may_be_taken_back() -> None:
    assert march("9,16", **ALL_ROUND).match.can_undo("federal")


@pytest.mark.parametrize("loring", ["3,3", "8,16"])
def test_a_march_to_where_nobody_looked_may_not_whether_an_enemy_stands_there_or_not(loring: str) -> None:
    assert not march("9,16", loring=loring).match.can_undo("federal")


NEAR = {"hovey": "9,18", "us_xiii_picket_1": "8,18", "logan": "10,17"}
"""Tokens of its side from which all spaces next to (9,17) are seen, and those next to (9,16) but (8,16)."""


@pytest.mark.parametrize("loring", ["3,3", "8,16"])
def test_a_march_that_an_unseen_enemy_could_watch_may_not_whether_one_watches_or_not(loring: str) -> None:
    """From (8,16), which Carr's side does not see, (9,16) is seen, where he comes by."""
    play = march("9,16", "9,17", **{**NEAR, "loring": loring})
    assert "loring" not in play.match.view("federal").board.at
    assert "carr" not in play.match.view("confederate").board.at
    assert not play.match.can_undo("federal")
    assert not play.match.can_undo("federal", exact=False)


def test_a_march_that_only_enemies_it_sees_could_watch_may_unless_they_saw_it() -> None:
    """The picket sees (8,16): nobody can stand there unseen."""
    near = {**NEAR, "us_xiii_picket_1": "8,17"}
    assert march("9,16", "9,17", **near).match.can_undo("federal")
    assert not march("9,16", "9,17", **{**near, "loring": "8,16"}).match.can_undo("federal")


def test_the_button_goes_by_what_the_side_knows_and_not_by_what_an_enemy_saw() -> None:
    """All who can watch are known: undo is offered, and refused if one of them saw what he had not seen."""
    alone, watched = march("9,16", **ALL_ROUND), march("9,16", **SEEN_FROM_BEHIND)
    assert "loring" in watched.match.view("federal").board.at
    assert [play.match.can_undo("federal", exact=False) for play in (alone, watched)] == [True, True]
    assert [play.match.can_undo("federal") for play in (alone, watched)] == [True, False]


@pytest.mark.parametrize(("carr", "goes"), [("8,16", False), ("2,2", True)])
def test_with_a_referee_cars_reveal_whether_they_go_or_stand(carr: str, goes: bool) -> None:
    """An unseen enemy next to the line stops them; whoever looks at the events must see that this was learnt."""
    play = by_rail({"loring": "Edwards Station", "forney": "3,3", "carr": carr}, fog=Fog.REFEREE)
    play.take_up("loring")
    (answer,) = play.match.play(RailMove("loring", play.spaces("9,16", "9,17"))).entries
    assert any(isinstance(event, TokenMoved) for event in answer.events) is goes
    assert any(event.revealing(play.board) for event in answer.events)
    assert play.match.waiting_for == ("confederate",)
    assert not play.match.can_undo("confederate")
    assert not play.match.can_undo("confederate", exact=False)  # in either case
