"""Who goes where: commands have their aims, and divisions leave them only for something that is worth it."""

from itertools import combinations

from attrs import evolve
from tests.altar_of_freedom.kit import gettysburg, position

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.players.plan import make_plan, turn_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.weights import NORMAL, Weights
from wargame_core.maps.masks import bits


def lees_army() -> Situation:
    """As his divisions stand when the first corps is named."""
    match = gettysburg().start(seed=1863)
    next(_ for _ in match.iter_play("heuristic", history=False) if match.cursor[-1] == "Nominate a corps")
    assert isinstance(match.board, CampaignBoard)
    return Situation(match.board, "confederate", Fields())


def together(army: Situation, weights: Weights = NORMAL) -> int:
    """Pairs of divisions of a command that go for places within four spaces of each other."""
    now = Situation(army.board, army.side, army.fields, weights=weights)
    divisions = [token for token in now.own_tokens if token.is_division]
    orders, count = make_plan(now).orders, 0
    for one, other in combinations([token for token in divisions if token.id in orders], 2):
        if one.command == other.command:
            wanted = orders[other.id].goal.spaces
            count += any(now.map.within(space, 4) & wanted for space in bits(orders[one.id].goal.spaces))
    return count


def test_divisions_of_a_corps_go_to_one_place() -> None:
    army = lees_army()
    free, dear = (evolve(NORMAL, command=points) for points in (0.0, 100.0))
    assert together(army, free) < together(army) <= together(army, dear)


def test_a_plan_says_what_a_command_is_about() -> None:
    at = {"carr": "12,8", "hovey": "9,8", "stevenson": "Vicksburg"}
    now = Situation(position("Nominate a corps", at).match.view("federal").board, "federal", Fields())
    assert turn_plan(now, make_plan(now)) == "XIII Corps: besiege Vicksburg (2)."
