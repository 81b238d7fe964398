"""What a side can imagine, with a referee, of an enemy that it met on a march."""

from random import Random

import pytest
from tests.gettysburg.kit import TRAIN_1, standing

from wargame_altar_of_freedom.board.actions import Move, MoveNext
from wargame_altar_of_freedom.board.board import Fog
from wargame_core.errors import HiddenStep


def test_where_an_unseen_train_stood_that_was_taken_on_the_march_nobody_imagines() -> None:
    play = standing("March > Move one token", {"wadsworth": "22,32", TRAIN_1: "22,34"}, moving="us_i", fog=Fog.REFEREE)
    play.play(MoveNext("wadsworth"))
    play.play(Move("wadsworth", tuple(play.space(name) for name in ("22,33", "22,34", "22,35", "22,36"))))
    assert TRAIN_1 not in play.board.at
    assert "wadsworth" in play.board.at
    assert play.match.waiting_for == ("federal",)
    with pytest.raises(HiddenStep, match="does not know where"):
        play.match.view("federal").world(Random(1))
