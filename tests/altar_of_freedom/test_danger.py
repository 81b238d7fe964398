"""What a campaign player fears: enemies who can come, and none who cannot."""

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import position

from wargame_altar_of_freedom.board.pieces import RetreatDie
from wargame_altar_of_freedom.players.fights import thrown_back
from wargame_altar_of_freedom.players.plan import make_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.stand import Outlook
from wargame_altar_of_freedom.players.weights import NORMAL, Weights


def dangers(at: dict[str, str], weights: Weights = NORMAL) -> dict[str, float]:
    """What standing where they stand is estimated to cost each division of a corps."""
    view = position("Move one token", at, depots=False, moving="cs_mississippi").match.view("confederate")
    now = Situation(view.board, "confederate", Fields(), weights=weights)
    outlook, corps = Outlook(now, make_plan(now)), view.board.tokens_under("cs_mississippi")
    stand = {token.id: view.board.at[token.id] for token in corps}
    return {
        token.id: -outlook.risk(token, stand[token.id], [stand[friend] for friend in stand if friend != token.id])
        for token in corps
    }


def test_danger_grows_with_those_who_can_come_and_falls_with_friends() -> None:
    alone = {"loring": "12,15", "carr": "Auburn"}
    corps = {**alone, "hovey": "13,14", "osterhaus": "13,13"}
    beside = {**corps, "stevenson": "11,15", "bowen": "12,16"}
    by_itself, before_a_corps, among_friends = (dangers(at)["loring"] for at in (alone, corps, beside))
    assert by_itself < before_a_corps
    assert among_friends < before_a_corps


def test_whom_nobody_can_reach_nobody_frightens() -> None:
    assert dangers({"loring": "Jackson", "carr": "Auburn"}) == {"loring": 0.0}


def test_who_stands_apart_pays_for_it_where_nobody_can_come_too_and_two_friends_near_are_company() -> None:
    sociable, at = evolve(NORMAL, company=1.0), {"loring": "Jackson", "stevenson": "Vicksburg"}
    assert dangers(at, sociable) == {"loring": 1.0, "stevenson": 1.0}
    one, two = {**at, "bowen": "10,24"}, {**at, "bowen": "10,24", "forney": "9,26"}
    assert [dangers(near, sociable)["loring"] for near in (one, two)] == [0.5, 0.0]
    assert dangers(one)["loring"] == 0.0


def test_what_a_retreat_costs_follows_the_rule_of_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [thrown_back(die) for die in (RetreatDie.D3, RetreatDie.D6)] == [0.3, 0.45]
    monkeypatch.setattr("wargame_altar_of_freedom.players.fights.retreat_spaces", lambda retreat, face: face + 1)
    assert [thrown_back(die) for die in (RetreatDie.D3, RetreatDie.D6)] == [0.4, 0.55]
