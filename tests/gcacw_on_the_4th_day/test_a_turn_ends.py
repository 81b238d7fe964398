"""Nobody can keep a turn from ending while the other side passes. Readings: Units of an assault."""

import pytest

from wargame_core import Action, load
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import Entrenched, FlanksRefused

MOST = 100
"""Decisions of a first turn in which one side orders assaults that it does not join, and the other passes."""


@pytest.mark.parametrize("scenario", ["lees_retreat", "the_battle_continues"])
@pytest.mark.parametrize("spiteful", ["union", "confederate"])
def test_a_side_that_orders_assaults_and_joins_none_does_not_keep_a_turn_open(scenario: str, spiteful: str) -> None:
    match = load("gcacw_on_the_4th_day").start(scenario=scenario, seed=9)
    turn_of = match.rules.turn_of
    assert turn_of is not None
    for _ in range(MOST):
        seat = match.waiting_for[0]
        choices = match.choices(seat).head()
        match.play(spite(choices) if seat == spiteful else least(choices), seat)
        if turn_of(match.board) != 1:
            return
    raise AssertionError(f"the first turn has not ended after {MOST} decisions")


STAYING = ("entrench", "refuse_flanks")
"""Actions that move nobody."""


@pytest.mark.parametrize("option", [{"entrench": "action"}, {"refuse_flanks": "yes"}])
@pytest.mark.parametrize("first", ["union", "confederate"])
def test_a_side_that_stays_where_it_is_and_acts_does_not_keep_a_turn_open(first: str, option: dict[str, str]) -> None:
    match = load("gcacw_on_the_4th_day").start(scenario="the_battle_continues", seed=9, options=option)
    for _ in range(MOST):
        seat = match.waiting_for[0]
        choices = match.choices(seat).head()
        staying = [choice for choice in choices if choice.kind in STAYING]
        match.play(staying[0] if staying and seat != first else least(choices), seat)
        assert isinstance(match.board, FieldBoard)
        assert len(match.board.passed_sides) <= 2
        if match.board.turn != 1:
            return
    raise AssertionError(f"the first turn has not ended after {MOST} decisions")


def test_after_any_action_both_sides_must_pass_again() -> None:
    board = load("gcacw_on_the_4th_day").start(scenario="the_battle_continues").board
    assert isinstance(board, FieldBoard)
    unit = next(board.of("union", "infantry"))
    for event in (Entrenched(unit, "breastworks", tired=1), FlanksRefused(board.hex(unit))):
        board.passed_sides = ("confederate",)
        event.apply(board)
        assert not board.passed_sides


def spite(choices: list[Action]) -> Action:
    """What does as little as possible and passes as late as it can."""
    by_kind = {choice.kind: choice for choice in choices}
    return next((by_kind[kind] for kind in ("done", "assault", "pass") if kind in by_kind), choices[0])


def least(choices: list[Action]) -> Action:
    """A pass where there is one."""
    by_kind = {choice.kind: choice for choice in choices}
    return next((by_kind[kind] for kind in ("pass", "done") if kind in by_kind), choices[0])
