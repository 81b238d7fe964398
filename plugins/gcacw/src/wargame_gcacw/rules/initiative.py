"""Who acts: the initiative, its ties, and the choice of an action. Source: GCACW rules 1.4, 4 Action Cycle."""

from __future__ import annotations

from typing import Final, assert_never

from wargame_core.authoring import D6, Procedure, Table
from wargame_gcacw.board.actions import ActivateLeader, Assault, MarchUnit, Pass, RefuseFlanks
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import FlanksRefused, InitiativeWon, Passed, RainBegan
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FOE, NATION, SIDES, Side
from wargame_gcacw.printed.special_rules import FirstInitiative, RainAfterTies
from wargame_gcacw.rules.action_choices import ActionChoices
from wargame_gcacw.rules.activate_leader import begin_action, may_march
from wargame_gcacw.rules.assaults import assault
from wargame_gcacw.rules.leaders import resettle

TIES_TO_UNION: Final = frozenset({"BAC", "AIO"})
"""The games of the series in which the Union wins a tied initiative; in all others the Confederates do."""


def can_act(board: FieldBoard, side: Side) -> bool:
    """Whether a side has a unit that could still march."""
    return any(may_march(board, unit_id) for unit_id in board.of(side))


def cycle_over(board: FieldBoard) -> bool:
    """Whether the action cycle has ended: both sides have passed, or neither can act."""
    if board.activation is not None or board.march is not None:
        return False
    return len(board.passed) == 2 or not (can_act(board, SIDES[0]) or can_act(board, SIDES[1]))


def initiative(table: Table[FieldBoard]) -> Procedure[None]:
    """Both sides roll a die for the initiative; a side that faces nobody who can act has it without.

    In a turn whose ties bring rain both roll in any case, and the tie that brings it does so at once.

    Source: GCACW rules 1.4, 4 Initiative
    """
    board = table.board
    scenario = board.scenario
    if board.initiatives == 0 and board.cycles == 1:
        for rule in scenario.rules_of(FirstInitiative):
            if rule.turn == board.turn:
                table.record(InitiativeWon(rule.side, (), "the scenario gives it"))
                return
    wet = next((rain for rain in scenario.rules_of(RainAfterTies) if rain.turn == board.turn), None)
    waiting = wet is not None and not board.rain
    if not waiting:
        for side in SIDES:
            if not can_act(board, FOE[side]):
                table.record(InitiativeWon(side, (), "the other side has no unit that can act"))
                return
    union = yield from table.roll_openly(D6, "initiative, Union", cites.INITIATIVE)
    confederate = yield from table.roll_openly(D6, "initiative, Confederates", cites.INITIATIVE)
    tied_to: Side = "union" if scenario.game in TIES_TO_UNION else "confederate"
    winner: Side = "union" if union > confederate else "confederate" if confederate > union else tied_to
    ties = board.ties + 1 if union == confederate else 0
    table.record(InitiativeWon(winner, (union, confederate), ties=ties))
    if wet is not None and waiting and board.ties >= wet.ties:
        table.record(RainBegan(f"the initiative was tied {board.ties} times"))


ActionTaken = Pass | MarchUnit | ActivateLeader | Assault | RefuseFlanks
"""What a side may do in an action phase."""


def choose_action(table: Table[FieldBoard]) -> Procedure[None]:
    """The side with the initiative acts or passes; when it passes the other does; when both pass the cycle ends.

    Source: GCACW rules 1.4, 4 Action Cycle
    """
    board = table.board
    first = board.the_active
    for side in (first, FOE[first]):
        chosen: ActionTaken = Pass()
        if can_act(board, side):
            choices = ActionChoices(board, side)
            chosen = yield from table.ask(side, choices, f"What does the {NATION[side]} side do?", cites.CYCLE)
        match chosen:
            case Pass():
                table.record(Passed(side))
                continue
            case RefuseFlanks():
                table.record(FlanksRefused(chosen.hex))
            case Assault():
                yield from assault(table, chosen)
                yield from resettle(table)
            case MarchUnit() | ActivateLeader():
                yield from begin_action(table, side, chosen)
            case _:
                assert_never(chosen)
        return
