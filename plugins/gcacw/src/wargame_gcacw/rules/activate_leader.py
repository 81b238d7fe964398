"""Actions of marching: one unit alone, or those of a leader. Source: GCACW rules 1.4, 5.2 Activate Leader."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wargame_core.authoring import Procedure, Table
from wargame_gcacw.board.actions import ActivateLeader, MarchUnit, PlaceLeader
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.pieces import Activation
from wargame_gcacw.board.turn_events import ActionBegan, ActionEnded, LeaderPlaced
from wargame_gcacw.charts.marches import Order, SideUp, allowance_roll, extended_march_due
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import TIRED_OUT, LeaderId, Side
from wargame_gcacw.printed.ground import show_points
from wargame_gcacw.rules.leaders import reached_by
from wargame_gcacw.rules.march import MARCHES_LIKE, begin_march, roll_allowance
from wargame_gcacw.rules.special_rules import held

LED = {"corps": "infantry", "cavalry_corps": "cavalry_corps", "cavalry_division": "cavalry_division"}


def may_march(board: FieldBoard, unit: str) -> bool:
    """Whether a unit may begin a march: not tired out, a train once released, at night not twice."""
    now, counter = board.units[unit], board.unit(unit)
    if now.fatigue >= TIRED_OUT and not (board.tired_march and not now.disorganized):
        return False
    if counter.arm == "wagon" and held(board, counter.side):
        return False
    return not (board.night and unit in board.night_marched)


def fit_to_be_led(board: FieldBoard, units: Iterable[str]) -> set[str]:
    """Those of some units that an activation may name, whoever leads it: they may march and are not tired out."""
    return {unit_id for unit_id in units if may_march(board, unit_id) and board.units[unit_id].fatigue < TIRED_OUT}


def units_to_activate(
    board: FieldBoard, leader: LeaderId, free: int | None = None, fit: Collection[str] | None = None
) -> list[str]:
    """The units that an activation of a leader may name: his, in his radius, not tired out.

    ``free`` and ``fit`` save working out `open_to_leaders` and `fit_to_be_led` of his side again.

    Source: GCACW rules 1.4, 5.2 Activate Leader
    """
    chief = board.leader(leader)
    if chief.rank == "army":
        return []
    if fit is None:
        fit = fit_to_be_led(board, board.of(chief.side))
    own = [unit_id for unit_id in board.book.named_by[leader] if unit_id in fit]
    return reached_by(board, leader, own, chief.radius, free)


def begin_action(table: Table[FieldBoard], side: Side, chosen: MarchUnit | ActivateLeader) -> Procedure[None]:
    """Begin a march action or an activation, and roll the allowance of all its marches."""
    board = table.board
    if isinstance(chosen, MarchUnit):
        table.record(ActionBegan(Activation(side, (chosen.unit,), (chosen.unit,))))
        yield from roll_allowance(table, "march", MARCHES_LIKE[board.unit(chosen.unit).arm])
        return
    chief = board.leader(chosen.leader)
    named = chosen.units
    activation = Activation(side, named, named, chosen.leader, moves_leader=True, attacks=chief.attacks)
    table.record(ActionBegan(activation))
    yield from roll_allowance(table, "leader", LED[chief.rank])


def next_march(table: Table[FieldBoard]) -> Procedure[None]:
    """The next unit of the action begins its march; its leader may go to any of the units named before the last ends.

    Source: GCACW rules 1.4, 5.2 Activate Leader
    """
    board = table.board
    activation = board.the_activation
    choices: list[MarchUnit | PlaceLeader] = [MarchUnit(unit_id) for unit_id in activation.units]
    leader = activation.leader
    if leader and activation.moves_leader and leader in board.leader_with:
        choices += [
            PlaceLeader(leader, unit_id)
            for unit_id in activation.named
            if unit_id in board.units and unit_id != board.leader_with[leader] and board.stands_with(leader, unit_id)
        ]
    chosen = choices[0]
    if len(choices) > 1:
        chosen = yield from table.ask(activation.side, choices, "Which unit marches next?", cites.ACTIVATE)
    if isinstance(chosen, PlaceLeader):
        table.record(LeaderPlaced(chosen.leader, chosen.unit, "in the activation", spends=True))
    else:
        yield from begin_march(table, chosen.unit)


def end_action(table: Table[FieldBoard]) -> None:
    """The action is over; a new action phase begins."""
    table.record(ActionEnded())


def action_over(board: FieldBoard) -> bool:
    """Whether nobody marches and nobody may march any more in this action."""
    return board.march is None and (board.activation is None or not board.activation.units)


def march_begins(board: FieldBoard, action: MarchUnit, order: Order, kind: str) -> str:
    """How the allowance of a march is rolled, unless it is rolled already, and how tired the unit becomes."""
    activation = board.activation
    if activation is not None and activation.allowance:
        allowance = f"{show_points(activation.allowance)} MP"
    else:
        allowance = allowance_of(board, action.unit, order, kind)
    return f"{allowance}; {tiredness(board, action.unit)}"


def allowance_of(board: FieldBoard, unit: str, order: Order, kind: str) -> str:
    """How the allowance of a march or an activation is rolled. Source: Movement Summary"""
    rolled = allowance_roll(order, game=board.scenario.game, side=board.book.units[unit].side, unit=kind)
    return f"{rolled} MP"


def tiredness(board: FieldBoard, unit: str) -> str:
    """The fatigue that a unit has after it begins a march, and whether it rolls for an extended march."""
    fatigue = min(TIRED_OUT, board.units[unit].fatigue + 1)
    return f"fatigue {fatigue}" + (", with a roll on the Extended March Table" if rolls_for_march(board, unit) else "")


def rolls_for_march(board: FieldBoard, unit: str) -> bool:
    """Whether a unit that begins a march rolls on the Extended March Table. Source: Extended March Table"""
    now = board.units[unit]
    side_up: SideUp = "exhausted" if now.exhausted else "normal"
    return now.fatigue < TIRED_OUT and extended_march_due(side_up, now.fatigue + 1)


def activation(board: FieldBoard, action: ActivateLeader, kind: str) -> str:
    """How the common allowance of an activation is rolled, and who rolls for an extended march."""
    tired = [board.name(unit_id) for unit_id in action.units if rolls_for_march(board, unit_id)]
    extended = f"; extended march rolls for {', '.join(tired)}" if tired else ""
    allowance = allowance_of(board, action.units[0], "leader", kind)
    return f"{allowance} each{extended}"
