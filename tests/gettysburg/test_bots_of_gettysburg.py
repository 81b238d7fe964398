"""What the player of campaigns does at Gettysburg: its own numbers, and bridges that its army needs."""

from itertools import combinations

import pytest
from attrs import evolve
from benchmarks.ablation import weighted
from benchmarks.weights import named
from tests.altar_of_freedom.kit import gettysburg
from tests.gettysburg.kit import standing

from wargame_altar_of_freedom.players.activation import Corps
from wargame_altar_of_freedom.players.goals import A_TURN, goals_of
from wargame_altar_of_freedom.players.marching import success_worth
from wargame_altar_of_freedom.players.plan import make_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.stand import Outlook
from wargame_altar_of_freedom.players.ways import Reaches
from wargame_altar_of_freedom.players.weights import NORMAL, Weights
from wargame_altar_of_freedom.rules.special_actions import DestroyCrossing

LEES: Weights = named(gettysburg(), "normal")["confederate"]


def seen(step: str, at: dict[str, str], weights: Weights = NORMAL, moving: str = "") -> Situation:
    """A position as the Confederates see it."""
    view = standing(step, at, moving=moving).match.view("confederate")
    return Situation(view.board, "confederate", Fields(), weights=weights)


@pytest.mark.parametrize(("rodes", "burned"), [("Bridgeport", False), ("Lancaster", True)])
def test_a_bridge_on_the_way_to_an_aim_is_not_burned(rodes: str, burned: bool) -> None:
    now = seen("Nominate a corps", {"rodes": rodes, "haller": "Harrisburg"})
    assert ("burn Harrisburg Bridges" in {goal.what for goal in goals_of(now)}) is burned
    assert (success_worth(now, make_plan(now), DestroyCrossing(), "harrisburg_bridge") > 0) is burned


def test_a_bridge_stands_until_as_many_are_over_as_the_aim_needs() -> None:
    army = {"rodes": "4,34", "early": "4,32", "haller": "Harrisburg", "wf_smith": "3,34"}
    assert "burn Harrisburg Bridges" not in {goal.what for goal in goals_of(seen("Nominate a corps", army))}


def test_nothing_is_guarded_where_no_enemy_can_be_before_the_game_ends() -> None:
    view = standing("Nominate a corps", {"rodes": "Chambersburg"}).match.view("federal")
    now = Situation(view.board, "federal", Fields())
    baltimore = next(goal for goal in goals_of(now) if goal.what == "guard Baltimore")
    turns = max(1, now.enemy_distance(baltimore.spaces) // A_TURN)
    assert turns > 1
    for turns_left, is_guarded in ((turns, True), (turns - 1, False)):
        late = Situation(view.board, "federal", Fields())
        late.turns_left = turns_left
        worths = [goal.worth(late, 1) for goal in goals_of(late) if goal.what == "guard Baltimore"]
        assert any(worth > 0 for worth in worths) is is_guarded


def pairs_after_a_march(weights: Weights) -> int:
    """Pairs of divisions of III Corps that are within three spaces of each other after its march."""
    at = {"heth": "Greencastle", "pender": "Chambersburg", "anderson": "14,16"}
    now = seen("Move one token", at, weights, moving="cs_iii")
    ends = {token: now.board.at[token] for token in at}
    corps = Corps(now, Outlook(now, make_plan(now)), Reaches(now.board, tuple(at)))
    ends |= {march.token: march.end for march in corps.best_plan().marches}
    return sum(now.map.within(one, 3) >> other & 1 for one, other in combinations(ends.values(), 2))


def test_lees_divisions_march_side_by_side() -> None:
    assert pairs_after_a_march(LEES) > pairs_after_a_march(evolve(LEES, company=0.0))


def test_a_search_and_an_ablation_begin_with_the_numbers_of_the_campaign() -> None:
    assert LEES.company > NORMAL.company
    weights = weighted("gettysburg", ["weights.march=0.0"])["weights"]
    assert weights == {"federal": evolve(NORMAL, march=0.0), "confederate": evolve(LEES, march=0.0)}
