"""Attacks from the march, and a combat fought: dice, both results, retreats, the advance.

Source: GCACW rules 1.4, 7.1 to 7.6; Attack Summary. Readings: Order of results.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, get_args

from attrs import evolve

from wargame_core import IllegalAction
from wargame_core.authoring import D6, LEGAL, Procedure, Table, Verdict, refuse
from wargame_gcacw.board import action_events as events
from wargame_gcacw.board.actions import Advance, AssaultKind, Attack, AttackKind, Done, RetreatNext, TakeLoss
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.combat import Combat, attack_cost
from wargame_gcacw.charts.results import CombatDice, CombatOutcome, CombatState, Parity, Result, apply_result
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import POINT, show_points
from wargame_gcacw.printed.counters import NO_LEADER, LeaderId
from wargame_gcacw.rules.combat_on_map import combat_at, explain_combat, largest, odds_of_combat
from wargame_gcacw.rules.leaders_and_objectives import closed_hexes, exit_hexes, note_entry, resettle
from wargame_gcacw.rules.retreats import KIND_OF, clear_way, react, retreat, retreat_all

KINDS: Final[tuple[AttackKind, ...]] = get_args(AttackKind)


def cost_of_attack(board: FieldBoard, unit: str, target: int, how: str, points: int) -> int | None:
    """The half points that an attack takes from the ``points`` ones of a march, or None when they do not suffice.

    Costs are whole points, so a half point left over buys nothing. Source: Attack Summary
    """
    cavalry = board.unit(unit).arm == "cavalry"
    cost = attack_cost(how, cavalry=cavalry, terrain=board.ground.terrain(target), remaining_mp=points // POINT)
    return None if cost is None else cost * POINT


@cache
def _kinds(cavalry: bool, terrain: str, points: int) -> tuple[AttackKind, ...]:
    """The kinds of attack that so many movement points allow."""
    return tuple(
        how for how in KINDS if attack_cost(how, cavalry=cavalry, terrain=terrain, remaining_mp=points) is not None
    )


def judge_attacker(board: FieldBoard, unit: str) -> Verdict:
    """Whether a unit may attack from its march at all now."""
    march = board.march
    if unit not in board.units:
        return refuse("no_unit", f"{unit} is no unit on the map", cites.MARCH)
    name = board.name(unit)
    if march is None or march.unit != unit:
        return refuse("not_marching", f"{name} does not march now", cites.MARCH)
    if board.night:
        return refuse("night", "nobody attacks at night", cites.NIGHT)
    if board.unit(unit).arm not in ("infantry", "cavalry"):
        return refuse("arm", f"{name} is {board.unit(unit).arm}: only infantry and cavalry attack", cites.ATTACKS)
    if board.activation is not None and not board.activation.attacks:
        leader = board.name(board.activation.leader)
        return refuse("no_attacks", f"units that {leader} activates may not attack", cites.CAVALRY_LEADERS)
    return LEGAL


def judge_attack(board: FieldBoard, unit: str, target: int, kind: str) -> Verdict:
    """Whether the marching unit may attack a hex in this way, and if not, why.

    Source: GCACW rules 1.4, 7.1; Attack Summary
    """
    fit = judge_attacker(board, unit)
    if not fit:
        return fit
    ground, start = board.ground, board.units[unit].space
    label, name = ground.label(target), board.name(unit)
    if kind not in KINDS:
        return refuse("no_such_attack", f"{kind!r} is no kind of attack ({', '.join(KINDS)})", cites.ATTACKS)
    if target not in ground.map.neighbours[start]:
        return refuse("not_adjacent", f"{label} is not next to {name} in {ground.label(start)}", cites.COMBAT)
    if board.holder(target) in ("", board.unit(unit).side):
        return refuse("no_enemy", f"no enemies are in {label}", cites.COMBAT)
    judged = ground.judged[board.rain][start][target]
    if isinstance(judged, Verdict):
        return judged
    march = board.the_march
    if cost_of_attack(board, unit, target, kind, march.left) is None:
        least = attack_cost(
            kind, cavalry=board.unit(unit).arm == "cavalry", terrain=ground.terrain(target), remaining_mp=99
        )
        needs = f"{name} has {show_points(march.left)} points left; a {kind.replace('_', ' ')} attack needs"
        return refuse("too_few_points", f"{needs} {max(1, least or 0)}", cites.ATTACKS)
    return LEGAL


def attack_choices(board: FieldBoard, unit: str) -> list[Attack]:
    """Every attack that the marching unit may make now."""
    ground, book, stacks = board.ground, board.book.units, board.stacks
    counter, march = book[unit], board.march
    attacks: list[Attack] = []
    if march is None or march.left < POINT or not judge_attacker(board, unit):
        return attacks
    for target in ground.steps[board.rain][board.units[unit].space]:
        stack = stacks.get(target)
        if stack is not None and book[stack[0]].side != counter.side:
            name = ground.name(target)
            kinds = _kinds(counter.arm == "cavalry", ground.terrain(target), march.left // POINT)
            attacks += [Attack(name, how) for how in kinds]
    return attacks


def odds_of_attack(board: FieldBoard, unit: str, action: Attack) -> str:
    """What an attack from the march costs, both combat values, and what the dice may bring."""
    target = board.ground.map.parse(action.target)
    cost = cost_of_attack(board, unit, target, action.how, board.the_march.left)
    points = "" if cost is None else f"costs {show_points(cost)} of {show_points(board.the_march.left)} MP; "
    return points + odds_of_combat(board, (unit,), target, action.how)


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
    table.record(events.PointsSpent(cost, f"{action.how.replace('_', ' ')} attack"))
    outcome = yield from fight(table, (unit,), target, how=action.how)
    if board.march is None:
        return
    if outcome.attacker.ends_march or outcome.attacker.movement:
        table.record(events.MarchEnded())
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
    board, prepared = table.board, combat.prepared
    artillery, guns = 0, Parity.EVEN if prepared.needs_artillery_die else None
    if prepared.artillery[0] != prepared.artillery[1]:
        artillery = yield from table.roll_openly(D6, "artillery", cites.ARTILLERY)
        guns = Parity.of(artillery)
    attacker = yield from table.roll_openly(D6, "attacker", cites.COMBAT)
    defender = yield from table.roll_openly(D6, "defender", cites.COMBAT)
    dice = CombatDice(attacker, defender, guns)
    outcome = combat.outcome(dice)
    watched = table.events is not None
    table.record(
        events.Fought(
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


def suffer(table: Table[FieldBoard], ids: Sequence[str], result: Result) -> Procedure[None]:
    """The units of a side have lost the manpower of a result, and each survivor bears its letters.

    Leaders whose unit is gone have joined another.
    """
    board = table.board
    yield from lose_manpower(table, ids, result.loss)
    letters = evolve(result, loss=0)
    for unit_id in ids:
        if unit_id not in board.units:
            continue
        state = board.units[unit_id]
        was = CombatState(state.manpower, state.fatigue, state.disorganized, state.demoralized)
        after = apply_result(letters, was, active=False).unit
        if (after.fatigue, after.disorganized, after.demoralized) != (was.fatigue, was.disorganized, was.demoralized):
            table.record(events.Suffered(unit_id, after.fatigue, after.disorganized, after.demoralized))
        if after.manpower < was.manpower:
            events.lose(table, unit_id, was.manpower - after.manpower, "combat")
    yield from resettle(table)


def lose_manpower(table: Table[FieldBoard], ids: Sequence[str], points: int) -> Procedure[None]:
    """Each point is lost by the unit with the most manpower left; among equal ones the owner chooses.

    Nobody is asked while there are enough points for every one of the equal units. Source: GCACW rules 1.4, 7.6
    """
    board = table.board
    while points:
        manpower = {unit_id: board.units[unit_id].manpower for unit_id in ids if unit_id in board.units}
        after = dict(manpower)
        tied = share_losses(after, points)
        for unit_id, remaining in after.items():
            if remaining < manpower[unit_id]:
                events.lose(table, unit_id, manpower[unit_id] - remaining, "combat")
        points -= sum(manpower.values()) - sum(after.values())
        if not tied:
            return
        side, prompt = board.unit(tied[0]).side, "Who loses the next point of manpower?"
        losses = [TakeLoss(unit_id) for unit_id in tied]
        chosen = yield from table.ask(side, losses, prompt, cites.RESULTS, step="Losses")
        events.lose(table, chosen.unit, 1, "combat")
        points -= 1


def share_losses(left: dict[str, int], points: int) -> list[str]:
    """Take points off the manpower left to units, always from the most; the equal ones among whom a choice is open.

    Nobody when all points are taken, or when no unit is left to lose any.
    """
    while points and any(left.values()):
        most = max(left.values())
        tied = [unit_id for unit_id, manpower in left.items() if manpower == most]
        if points < len(tied):
            return tied
        for unit_id in tied:
            left[unit_id] -= 1
        points -= len(tied)
    return []


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
    alive = [unit_id for unit_id in attackers if unit_id in board.units]
    able = [unit_id for unit_id in alive if not closed_hexes(board, unit_id) >> target & 1]
    if not able:
        return
    options = [Advance(units) for count in range(len(able), 0, -1) for units in combinations(able, count)]
    owner, prompt = board.unit(able[0]).side, f"Advance into {board.ground.label(target)}?"
    chosen = yield from table.ask(owner, [*options, Done()], prompt, cites.ADVANCE, step="Advance after combat")
    if isinstance(chosen, Done):
        return
    name = board.ground.name(target)
    for unit_id in chosen.units:
        table.record(events.Advanced(unit_id, board.hex(unit_id), name))
        note_entry(table, unit_id)
        if exit_hexes(board, unit_id) >> target & 1:
            table.record(events.Exited(unit_id, name))
    yield from resettle(table)
