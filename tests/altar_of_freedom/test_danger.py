"""What a campaign player fears: enemies who can come, and none who cannot."""

from __future__ import annotations

from typing import Any

import pytest
from tests.altar_of_freedom.kit import position

from wargame_altar_of_freedom.board.pieces import RetreatDie
from wargame_altar_of_freedom.players.fights import Odds, Threats
from wargame_altar_of_freedom.players.plan import make_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation


def danger(at: dict[str, str], token: str, **changes: Any) -> float:
    """What standing where it stands is estimated to cost a token."""
    view = position("Move one token", at, depots=False, **changes).match.view("confederate")
    now = Situation(view.board, "confederate", Fields())
    return Threats(now, make_plan(now), Odds(), view.board.tokens[token]).cost(view.board.at[token])


def test_danger_grows_with_those_who_can_come_and_falls_with_friends() -> None:
    alone = {"loring": "12,15", "carr": "Auburn"}
    corps = {**alone, "hovey": "13,14", "osterhaus": "13,13"}
    beside = {**corps, "stevenson": "11,15", "bowen": "12,16"}
    moving = {"moving": "cs_mississippi"}
    assert danger(alone, "loring", **moving) < danger(corps, "loring", **moving)
    assert danger(beside, "loring", **moving) < danger(corps, "loring", **moving)


def test_whom_nobody_can_reach_nobody_frightens() -> None:
    assert danger({"loring": "Jackson", "carr": "Auburn"}, "loring", moving="cs_mississippi") == 0.0


def test_what_a_retreat_costs_follows_the_rule_of_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [Odds().thrown_back(die) for die in (RetreatDie.D3, RetreatDie.D6)] == [0.3, 0.45]
    monkeypatch.setattr("wargame_altar_of_freedom.players.fights.retreat_spaces", lambda retreat, face: face + 1)
    assert [Odds().thrown_back(die) for die in (RetreatDie.D3, RetreatDie.D6)] == [0.4, 0.55]
