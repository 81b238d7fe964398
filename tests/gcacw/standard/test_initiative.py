"""The end of the action cycle: GCACW rules 1.4, 4 Action Cycle."""

from __future__ import annotations

import pytest
from tests.gcacw.standard.field_kit import field

from wargame_gcacw.printed.counters import Side
from wargame_gcacw.rules.action_cycle import cycle_over

UNITS = ("a union infantry 0504 4", "d confederate infantry 0509 4")


@pytest.mark.parametrize("passed", [(), ("union",), ("confederate",)])
def test_a_cycle_goes_on_until_both_sides_have_passed(passed: tuple[Side, ...]) -> None:
    board = field(*UNITS)
    board.passed = passed
    assert not cycle_over(board)


def test_a_cycle_is_over_when_both_sides_have_passed() -> None:
    board = field(*UNITS)
    board.passed = ("union", "confederate")
    assert cycle_over(board)
