"""What a game inside asks and rolls, as the seats of the game around it are asked and shown it."""

from __future__ import annotations

from attrs import evolve
from tests.core.holding_toy import season
from tests.core.skirmish_toy import Go
from tests.core.test_games_inside import bids

from wargame_core import Roll
from wargame_core.authoring import D6, ListedChoices
from wargame_core.flow.child import ChildChoices, InChild, asked_outside


def test_rolls_of_a_game_that_nobody_watches_are_seen_by_its_players() -> None:
    game = bids(season().start(seed=7, watched="no")).view("referee").game_inside
    assert game is not None
    for watched, seen_by in ((False, frozenset({"ann", "bob"})), (True, None)):
        asked = asked_outside(Roll(D6, "what only they know", seen_by=None), evolve(game, watched=watched))
        assert isinstance(asked, Roll)
        assert asked.seen_by == seen_by


def test_a_choice_of_another_game_is_no_choice_here() -> None:
    choices = ChildChoices("toy", ListedChoices([Go(1)]))
    assert choices.judge(InChild("toy", Go(1)))
    assert choices.judge(InChild("chess", Go(1))).codes == ("other_game",)
