"""A combat fought: dice, both results, retreats, the advance; and the whole of an attack from the march.

Source: GCACW rules 1.4, 7.1 to 7.6. Readings: Order of results.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from wargame_core import IllegalAction
from wargame_core.authoring import D6, Procedure, Table
from wargame_gcacw.board.actions import Advance, AssaultKind, Attack, AttackKind, Done, RetreatNext
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.combat_events import Advanced, Fought
from wargame_gcacw.board.march_events import MarchEnded, PointsSpent
from wargame_gcacw.board.turn_events import Exited
from wargame_gcacw.charts.combat_input import Combat
from wargame_gcacw.charts.combat_outcome import CombatDice, CombatOutcome, Parity
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import NO_LEADER, LeaderId
from wargame_gcacw.rules.attacks import cost_of_attack, judge_attack
from wargame_gcacw.rules.cavalry_retreat import clear_way, react
from wargame_gcacw.rules.combat_on_map import combat_at, explain_combat
from wargame_gcacw.rules.combat_results import suffer
from wargame_gcacw.rules.combat_values import largest
from wargame_gcacw.rules.control import note_entry
from wargame_gcacw.rules.leaders import resettle
from wargame_gcacw.rules.movement_costs import exit_of, exit_rows
from wargame_gcacw.rules.retreat import KIND_OF, retreat, retreat_all


def attack(table: Table[FieldBoard], action: Attack) -> Procedure[None]:
    """An attack by the marching unit, wholly resolved; the march is over unless the result lets it go on.

    Source: GCACW rules 1.4, 7.1 and 7.6
    """
    board = table.board
    march = board.the_march
    unit, target = march.unit, board.ground.map.parse(action.target)
    cost = cost_of_attack(board, unit, target, action.how, march.left)
    if cost is None:
        raise IllegalAction(judge_attack(board, unit, target, action.how))
    table.record(PointsSpent(cost, f"{action.how.replace('_', ' ')} attack"))
    outcome = yield from fight(table, (unit,), target, how=action.how)
    if board.march is None:
        return
    if outcome.attacker.ends_march or outcome.attacker.movement:
        table.record(MarchEnded())
    elif board.units[unit].space == target:
        yield from react(table, unit)
    else:
        clear_way(table, unit)


def fight(
    table: Table[FieldBoard],
    attackers: tuple[str, ...],
    target: int,
    *,
    how: AttackKind | AssaultKind,
    leader: LeaderId = NO_LEADER,
) -> Procedure[CombatOutcome]:
    """A combat with all that follows from it; the outcome of its dice.

    The defenders bear their result first, then the attackers; then defenders who were not driven off may give way, and
    attackers whose result allows it may advance into the hex if it is empty.
    """
    board = table.board
    defenders = board.at(target)
    start = board.units[largest(board, attackers)].space
    combat = combat_at(board, attackers, target, how=how, leader=leader)
    outcome = yield from roll_dice(table, combat, attackers, target, how)
    yield from suffer(table, defenders, outcome.defender)
    if outcome.defender.movement is not None:
        yield from retreat_all(table, defenders, KIND_OF[outcome.defender.movement], start)
    yield from suffer(table, attackers, outcome.attacker)
    if outcome.attacker.movement is not None:
        yield from retreat_all(table, attackers, KIND_OF[outcome.attacker.movement], target)
    if outcome.defender.movement is None:
        yield from give_way(table, defenders, start)
    if outcome.attacker.may_advance and not board.at(target):
        yield from advance(table, attackers, target)
    return outcome


def roll_dice(
    table: Table[FieldBoard], combat: Combat, attackers: tuple[str, ...], target: int, how: AttackKind | AssaultKind
) -> Procedure[CombatOutcome]:
    """The dice of a combat, and its outcome. The artillery die is rolled only where it makes a difference."""
    board, known = table.board, combat.prepared
    artillery, guns = 0, Parity.EVEN if known.needs_artillery_die else None
    if known.artillery[0] != known.artillery[1]:
        artillery = yield from table.roll_openly(D6, "artillery", cites.ARTILLERY)
        guns = Parity.of(artillery)
    attacker = yield from table.roll_openly(D6, "attacker", cites.COMBAT)
    defender = yield from table.roll_openly(D6, "defender", cites.COMBAT)
    dice = CombatDice(attacker, defender, guns)
    outcome = combat.outcome(dice)
    watched = table.events is not None
    table.record(
        Fought(
            attackers,
            board.at(target),
            board.ground.name(target),
            how,
            attacker,
            defender,
            artillery,
            outcome.attacker.raw,
            outcome.defender.raw,
            explain_combat(board, combat, attackers, target, dice, outcome) if watched else None,
        )
    )
    return outcome


def give_way(table: Table[FieldBoard], defenders: Sequence[str], start: int) -> Procedure[None]:
    """Defenders who were not made to retreat have done so where their owner wanted, each once.

    Source: GCACW rules 1.4, 7.6 Voluntary Retreat
    """
    board = table.board
    staying = [unit_id for unit_id in defenders if unit_id in board.units]
    while staying:
        options = [*(RetreatNext(unit_id) for unit_id in staying), Done()]
        prompt = "Retreat with defenders although they need not?"
        owner = board.unit(staying[0]).side
        chosen = yield from table.ask(owner, options, prompt, cites.VOLUNTARY, step="Voluntary retreat")
        if isinstance(chosen, Done):
            return
        staying.remove(chosen.unit)
        yield from retreat(table, chosen.unit, "voluntary", start)


def advance(table: Table[FieldBoard], attackers: Sequence[str], target: int) -> Procedure[None]:
    """The attackers that their owner wanted to are in the hex which the enemy left. It costs no points.

    Source: GCACW rules 1.4, 7.6 Advance after Combat
    """
    board = table.board
    able = [unit_id for unit_id in attackers if unit_id in board.units and not _barred(board, unit_id, target)]
    if not able:
        return
    options = [Advance(units) for count in range(len(able), 0, -1) for units in combinations(able, count)]
    owner, prompt = board.unit(able[0]).side, f"Advance into {board.ground.label(target)}?"
    chosen = yield from table.ask(owner, [*options, Done()], prompt, cites.ADVANCE, step="Advance after combat")
    if isinstance(chosen, Done):
        return
    name = board.ground.name(target)
    for unit_id in chosen.units:
        table.record(Advanced(unit_id, board.hex(unit_id), name))
        note_entry(table, unit_id)
        leave = exit_of(board, unit_id)
        if leave is not None and exit_rows(board.ground, leave) >> target & 1:
            table.record(Exited(unit_id, name))
    yield from resettle(table)


def _barred(board: FieldBoard, unit: str, target: int) -> bool:
    """Whether a unit may not enter a hex because it would leave the map by it in a turn when that is forbidden."""
    leave = exit_of(board, unit)
    if leave is None or board.turn in leave.turns:
        return False
    return bool(exit_rows(board.ground, leave) >> target & 1)
