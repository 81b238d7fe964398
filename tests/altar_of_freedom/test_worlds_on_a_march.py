"""What a side can imagine, with a referee, of an enemy it has just met. Readings: Moments that are not imagined."""

from random import Random
from typing import Any

import pytest
from tests.altar_of_freedom.kit import position, vicksburg

from wargame_altar_of_freedom.board.actions import SKIRMISH
from wargame_altar_of_freedom.board.board import Fog
from wargame_core.errors import HiddenStep
from wargame_core.match import Match

PICKET = "cs_mississippi_picket_1"


@pytest.mark.parametrize(("die", "seen"), [(1, True), (3, False)])
def test_where_a_picket_retreats_to_hangs_on_friends_whom_nobody_sees(die: int, seen: bool) -> None:
    at = {"carr": "9,15", PICKET: "9,16", "us_xiii_smith": "3,20", "loring": "3,3"}
    play = position("Move one token", at, moving="us_xiii", fog=Fog.REFEREE, tokens_with_dice={"carr"}, dice=[6, die])
    play.take_up("carr")
    play.match.view("federal").world(Random(1))
    play.march("carr", "9,16")
    if play.match.waiting_for == ("confederate",):
        play.play(next(iter(play.match.choices())))
    view = play.match.view("federal")
    assert play.match.waiting_for == ("federal",)
    assert (PICKET in view.board.at) is seen
    with pytest.raises(HiddenStep, match="could have retreated as well"):
        view.world(Random(1))


def test_whom_the_scores_of_a_skirmish_told_the_brigades_of_the_enemy_imagines_no_others() -> None:
    """Carr has one brigade left: it breaks, and nobody is asked which; in a world with all his side would be."""
    lost = vicksburg().rules.printed["campaign"].brigades["us_xiii_carr"][1:]
    at = {"loring": "12,15", "carr": "Auburn"}
    play = position(
        "Move one token", at, moving="cs_mississippi", fog=Fog.REFEREE, broken_brigades=set(lost), dice=(1, 1)
    )
    play.march("loring", "Auburn")
    play.match.view("confederate").world(Random(1))
    play.cards(SKIRMISH, SKIRMISH)
    assert play.match.waiting_for == ("confederate",)
    with pytest.raises(HiddenStep, match="knows by the scores how many brigades"):
        play.match.view("confederate").world(Random(1))


def test_a_world_knows_nothing_of_a_face_down_token_that_marched_and_left_the_map() -> None:
    done: dict[str, Any] = {
        "moved_tokens": {"carr"},
        "acted_tokens": {"carr"},
        "tokens_with_dice": {"carr"},
        "retreated_tokens": {"carr"},
    }
    at = {"loring": "3,3", "us_xiii_smith": "3,20"}
    gone = {"marching_commands": {"carr": "us_xiii"}, "reserve": ("carr",), **done}
    match = position("Move one token", at, moving="us_xiii", fog=Fog.FACE_DOWN, **gone).match
    for seat, known in (("federal", {"carr"}), ("confederate", set())):
        seen = match.view(seat).board
        assert [seen.tokens.keys() & {"carr"}, {*seen.marching_commands}, *(getattr(seen, name) for name in done)] == [
            known
        ] * 6
    for number in range(12):
        world = Match.of(match.view("confederate").world(Random(number)), chance="explicit")
        assert world.view("federal").board.at.keys() == at.keys()
