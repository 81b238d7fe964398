"""The turn: its beginning, entrenchment and recovery at its end; and the sequence of play.

Source: GCACW rules 1.4, 3 Sequence of Play, 8 Recovery and 9 Entrenchment
"""

from operator import attrgetter
from typing import Final

from wargame_core.authoring import Procedure, Repeat, Secrecy, Sequence, Step, Table
from wargame_gcacw.board.actions import Done, Entrench
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.board.turn_events import CycleBegan, Entrenched, RainBegan, Recovered, TurnBegan
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FRESH, NATION, SIDES, Digging, Side
from wargame_gcacw.rules import action_cycle
from wargame_gcacw.rules.action_cycle import NEXT_WORK
from wargame_gcacw.rules.leaders_and_objectives import transfer_leaders
from wargame_gcacw.rules.march import march_on
from wargame_gcacw.rules.special_rules import RainAllTurn
from wargame_gcacw.rules.victory_points import count_victory_points


def begin_turn(table: Table[FieldBoard]) -> None:
    """A new turn; in some it rains from the beginning."""
    board = table.board
    table.record(TurnBegan(board.scenario.dates[board.turn].isoformat()))
    if any(board.turn in rule.turns for rule in board.scenario.rules_of(RainAllTurn)):
        table.record(RainBegan("the scenario says so", board.holds_trains))


def begin_cycle(table: Table[FieldBoard]) -> None:
    """The action cycle of the day."""
    table.record(CycleBegan())


def may_entrench(board: FieldBoard, unit: str) -> bool:
    """Whether a unit may take or improve works: infantry that kept its hex this turn and is not too tired.

    Source: GCACW rules 1.4, 9 Entrenchment
    """
    state = board.units[unit]
    return (
        board.unit(unit).arm == "infantry"
        and state.fatigue <= FRESH
        and state.work in NEXT_WORK
        and unit not in board.left_hex
    )


def entrench(table: Table[FieldBoard], side: Side) -> Procedure[None]:
    """The units of a side that dig, each once. Source: GCACW rules 1.4, 9 Entrenchment."""
    board = table.board
    options = [Entrench(unit_id) for unit_id in board.of(side) if may_entrench(board, unit_id)]
    while options:
        prompt = f"Which {NATION[side]} unit digs in next, if any?"
        answer = yield from table.ask(side, [*options, Done()], prompt, cites.ENTRENCHMENT)
        if isinstance(answer, Done):
            return
        options.remove(answer)
        table.record(Entrenched(answer.unit, NEXT_WORK[board.units[answer.unit].work]))


REST: Final = 3
"""The fatigue levels that a turn's rest takes off."""


def recovery_of(unit: str, state: UnitState) -> Recovered:
    """A unit after its recovery: order, demoralization and side by the fatigue it had, then three levels less of it.

    Source: GCACW rules 1.4, 8 Recovery
    """
    is_rested = state.fatigue <= FRESH
    return Recovered(
        unit,
        fatigue=max(0, state.fatigue - REST),
        exhausted=not is_rested,
        disorganized=state.disorganized and not is_rested,
        demoralized=max(0, state.demoralized - 1) if is_rested else state.demoralized,
    )


def recovery(table: Table[FieldBoard]) -> Procedure[None]:
    """Infantry that rests may dig first, except after the last turn, when works help nobody; then every unit recovers.

    Source: GCACW rules 1.4, 8 Recovery
    """
    board = table.board
    if board.digging is Digging.RECOVERY and not board.last_turn:
        for side in SIDES:
            yield from entrench(table, side)
    for unit_id, unit_state in list(board.units.items()):
        recovered = recovery_of(unit_id, unit_state)
        state = (recovered.fatigue, recovered.exhausted, recovered.disorganized, recovered.demoralized)
        if state != (unit_state.fatigue, unit_state.exhausted, unit_state.disorganized, unit_state.demoralized):
            table.record(recovered)


ACTION_PHASE = (
    Step("Initiative", action_cycle.initiative, cites.INITIATIVE),
    Step("Choose an action", action_cycle.choose_action, cites.CYCLE),
    Repeat(
        "Marches",
        Step("Begin a march", action_cycle.next_march, cites.ACTIVATE, when=action_cycle.is_halted),
        Repeat("March", Step("March on", march_on, cites.MARCH), until=action_cycle.is_halted, cite=cites.MARCH),
        until=action_cycle.action_over,
    ),
    Step("End the action", action_cycle.end_action, when=action_cycle.action_under_way),
)
CAMPAIGN = Sequence(
    "Campaign",
    Repeat(
        "Turn",
        Step("Begin the turn", begin_turn, cites.SEQUENCE),
        Step("Leader transfer", transfer_leaders, cites.TRANSFER),
        Step("Begin the action cycle", begin_cycle, cites.CYCLE),
        Repeat("Action cycle", *ACTION_PHASE, until=action_cycle.cycle_over, cite=cites.CYCLE),
        Step("Recovery", recovery, cites.RECOVERY),
        until=attrgetter("last_turn"),
        cite=cites.SEQUENCE,
    ),
    Step("Count the victory points", count_victory_points, cites.VICTORY),
)
SECRETS = (Secrecy("Nothing is hidden: everybody sees every counter, track and die.", cites.SEQUENCE),)
"""Who may know what."""
