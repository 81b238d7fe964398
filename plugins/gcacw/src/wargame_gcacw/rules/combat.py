"""Attacks from the march, assaults under a leader, and a combat fought: dice, both results, retreats, the advance.

Source: GCACW rules 1.4, 5 Assault, 5 Grand Assault and 7.1 to 7.6; Attack Summary. Readings: Order of results, Units of
an assault.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, get_args

from attrs import evolve

from wargame_core import IllegalAction
from wargame_core.authoring import D6, LEGAL, Action, Choices, Procedure, Table, Verdict, refuse
from wargame_core.flow.choices import Random
from wargame_gcacw.board import action_events as events
from wargame_gcacw.board import actions
from wargame_gcacw.board.actions import Assault, AssaultKind, Attack, AttackKind, names
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.combat import Combat, attack_cost
from wargame_gcacw.charts.results import CombatDice, CombatOutcome, CombatState, Parity, Result, apply_result
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import POINT, show_points
from wargame_gcacw.printed.counters import FOE, NO_LEADER, TIRED_OUT, LeaderId, Side
from wargame_gcacw.rules.combat_on_map import combat_at, explain_combat, largest, odds_of_combat
from wargame_gcacw.rules.leaders_and_objectives import closed_hexes, exit_hexes, note_entry, reattach_leaders
from wargame_gcacw.rules.retreats import (
    KIND_OF,
    clear_way,
    may_give_way,
    offer_cavalry_retreat,
    react,
    retreat,
    retreat_all,
)

KINDS: Final[tuple[AttackKind, ...]] = get_args(AttackKind)


def cost_of_attack(board: FieldBoard, unit: str, target: int, kind_of_combat: str, points: int) -> int | None:
    """The half points that an attack takes from the ``points`` ones of a march, or None when they do not suffice.

    Costs are whole points, so a half point left over buys nothing. Source: Attack Summary
    """
    cavalry = board.unit(unit).arm == "cavalry"
    cost = attack_cost(
        kind_of_combat, cavalry=cavalry, terrain=board.ground.terrain(target), remaining_mp=points // POINT
    )
    return None if cost is None else cost * POINT


@cache
def _kinds(cavalry: bool, terrain: str, points: int) -> tuple[AttackKind, ...]:
    """The kinds of attack that so many movement points allow."""
    return tuple(
        kind_of_combat
        for kind_of_combat in KINDS
        if attack_cost(kind_of_combat, cavalry=cavalry, terrain=terrain, remaining_mp=points) is not None
    )


def judge_attacker(board: FieldBoard, unit: str) -> Verdict:
    """Whether a unit may attack from its march at all now."""
    march = board.march
    if unit not in board.units:
        return refuse("no_unit", f"{unit} is not a unit on the map", cites.MARCH)
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
    fitness = judge_attacker(board, unit)
    if not fitness:
        return fitness
    ground, start = board.ground, board.units[unit].space
    label, name = ground.label(target), board.name(unit)
    if kind not in KINDS:
        return refuse("no_such_attack", f"{kind!r} is not a kind of attack ({', '.join(KINDS)})", cites.ATTACKS)
    if target not in ground.map.neighbours[start]:
        return refuse("not_adjacent", f"{label} is not next to {name} in {ground.label(start)}", cites.COMBAT)
    if board.holding_side(target) in ("", board.unit(unit).side):
        return refuse("no_enemy", f"no enemies are in {label}", cites.COMBAT)
    step = ground.judged_steps[board.rain][start][target]
    if isinstance(step, Verdict):
        return step
    march = board.the_march
    if cost_of_attack(board, unit, target, kind, march.left) is None:
        least_cost = attack_cost(
            kind, cavalry=board.unit(unit).arm == "cavalry", terrain=ground.terrain(target), remaining_mp=99
        )
        needs_text = f"{name} has {show_points(march.left)} points left; a {kind.replace('_', ' ')} attack needs"
        return refuse("too_few_points", f"{needs_text} {max(1, least_cost or 0)}", cites.ATTACKS)
    return verdict_of_special_rules(board, unit, target, kind)


def verdict_of_special_rules(board: FieldBoard, unit: str, target: int, kind: str) -> Verdict:
    """What the rules of the scenario say to an attack from the march: legal, or the first refusal."""
    for rule in board.scenario.rules_with_hook("attack"):
        verdict: Verdict = rule.attack(board, unit, target, kind)
        if not verdict:
            return verdict
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
            attacks += [
                Attack(name, kind_of_combat)
                for kind_of_combat in kinds
                if verdict_of_special_rules(board, unit, target, kind_of_combat)
            ]
    return attacks


def odds_of_attack(board: FieldBoard, unit: str, action: Attack) -> str:
    """What an attack from the march costs, both combat values, and what the dice may bring."""
    target = board.ground.map.parse(action.target)
    cost = cost_of_attack(board, unit, target, action.how, board.the_march.left)
    points = "" if cost is None else f"costs {show_points(cost)} of {show_points(board.the_march.left)} MP; "
    return f"{points}{in_full(board, target)}: {odds_of_combat(board, (unit,), target, action.how)}"


def in_full(board: FieldBoard, space: int) -> str:
    """The units in a hex, each with its strength and state."""
    return ", ".join(map(board.condition, board.units_at(space)))


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
    outcome = yield from fight(table, (unit,), target, kind_of_combat=action.how)
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
    kind_of_combat: AttackKind | AssaultKind,
    leader: LeaderId = NO_LEADER,
) -> Procedure[CombatOutcome]:
    """A combat with all that follows from it; the outcome of its dice.

    The defenders bear their result first, then the attackers; then defenders who were not driven off may give way, if
    an attacker is left to give way to, and attackers whose result allows it may advance into the hex if it is empty.
    """
    board = table.board
    defenders = board.units_at(target)
    start = board.units[largest(board, attackers)].space
    combat = combat_at(board, attackers, target, how=kind_of_combat, leader=leader)
    outcome = yield from roll_dice(table, combat, attackers, target, kind_of_combat)
    yield from apply_losses(table, defenders, outcome.defender)
    if outcome.defender.movement is not None:
        yield from retreat_all(table, defenders, KIND_OF[outcome.defender.movement], start)
    yield from apply_losses(table, attackers, outcome.attacker)
    if outcome.attacker.movement is not None:
        yield from retreat_all(table, attackers, KIND_OF[outcome.attacker.movement], target)
    if outcome.defender.movement is None and any(unit_id in board.units for unit_id in attackers):
        yield from offer_voluntary_retreat(table, defenders, start)
    if outcome.attacker.may_advance and not board.units_at(target):
        yield from advance(table, attackers, target)
    return outcome


def roll_dice(
    table: Table[FieldBoard],
    combat: Combat,
    attackers: tuple[str, ...],
    target: int,
    kind_of_combat: AttackKind | AssaultKind,
) -> Procedure[CombatOutcome]:
    """The dice of a combat, and its outcome. The artillery die is rolled only where it makes a difference."""
    board, prepared_combat = table.board, combat.prepared
    artillery, guns = 0, Parity.EVEN if prepared_combat.needs_artillery_die else None
    if prepared_combat.artillery[0] != prepared_combat.artillery[1]:
        artillery = yield from table.roll_openly(D6, "artillery", cites.ARTILLERY)
        guns = Parity.of(artillery)
    attacker = yield from table.roll_openly(D6, "attacker", cites.COMBAT)
    defender = yield from table.roll_openly(D6, "defender", cites.COMBAT)
    dice = CombatDice(attacker, defender, guns)
    outcome = combat.outcome(dice)
    is_watched = table.events is not None
    table.record(
        events.Fought(
            attackers,
            board.units_at(target),
            board.ground.name(target),
            kind_of_combat,
            attacker,
            defender,
            artillery,
            outcome.attacker.raw,
            outcome.defender.raw,
            explain_combat(board, combat, attackers, target, dice, outcome) if is_watched else None,
        )
    )
    return outcome


def apply_losses(table: Table[FieldBoard], ids: Sequence[str], result: Result) -> Procedure[None]:
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
        state_before = CombatState(state.manpower, state.fatigue, state.disorganized, state.demoralized)
        state_after = apply_result(letters, state_before, active=False).unit
        if (state_after.fatigue, state_after.disorganized, state_after.demoralized) != (
            state_before.fatigue,
            state_before.disorganized,
            state_before.demoralized,
        ):
            table.record(
                events.Suffered(unit_id, state_after.fatigue, state_after.disorganized, state_after.demoralized)
            )
        if state_after.manpower < state_before.manpower:
            events.lose(table, unit_id, state_before.manpower - state_after.manpower, "combat")
    yield from reattach_leaders(table)


def lose_manpower(table: Table[FieldBoard], ids: Sequence[str], points: int) -> Procedure[None]:
    """Each point is lost by the unit with the most manpower left; among equal ones the owner chooses.

    Nobody is asked while there are enough points for every one of the equal units. Source: GCACW rules 1.4, 7.6
    """
    board = table.board
    while points:
        manpower = {unit_id: board.units[unit_id].manpower for unit_id in ids if unit_id in board.units}
        manpower_after = dict(manpower)
        tied_units = share_losses(manpower_after, points)
        for unit_id, manpower_left in manpower_after.items():
            if manpower_left < manpower[unit_id]:
                events.lose(table, unit_id, manpower[unit_id] - manpower_left, "combat")
        points -= sum(manpower.values()) - sum(manpower_after.values())
        if not tied_units:
            return
        side, prompt = board.unit(tied_units[0]).side, "Which unit loses the next point of manpower?"
        losses = [actions.TakeLoss(unit_id) for unit_id in tied_units]
        answer = yield from table.ask(side, losses, prompt, cites.RESULTS, step="Losses")
        events.lose(table, answer.unit, 1, "combat")
        points -= 1


def share_losses(manpower_left: dict[str, int], points: int) -> list[str]:
    """Take points off the manpower left to units, always from the most; the equal ones among whom a choice is open.

    Nobody when all points are taken, or when no unit is left to lose any.
    """
    while points and any(manpower_left.values()):
        maximum = max(manpower_left.values())
        tied_units = [unit_id for unit_id, manpower in manpower_left.items() if manpower == maximum]
        if points < len(tied_units):
            return tied_units
        for unit_id in tied_units:
            manpower_left[unit_id] -= 1
        points -= len(tied_units)
    return []


def offer_voluntary_retreat(table: Table[FieldBoard], defenders: Sequence[str], start: int) -> Procedure[None]:
    """Defenders who were not made to retreat have done so where their owner wanted, each once.

    Source: GCACW rules 1.4, 7.6 Voluntary Retreat
    """
    board = table.board
    staying = [unit_id for unit_id in defenders if unit_id in board.units]
    while staying:
        options = [*(actions.RetreatNext(unit_id) for unit_id in staying), actions.Done()]
        prompt = "Do you retreat with defenders that need not?"
        owner = board.unit(staying[0]).side
        answer = yield from table.ask(owner, options, prompt, cites.VOLUNTARY, step="Voluntary retreat")
        if isinstance(answer, actions.Done):
            return
        staying.remove(answer.unit)
        yield from retreat(table, answer.unit, "voluntary", start)


def advance(table: Table[FieldBoard], attackers: Sequence[str], target: int) -> Procedure[None]:
    """The attackers that their owner wanted to are in the hex which the enemy left. It costs no points.

    Source: GCACW rules 1.4, 7.6 Advance after Combat
    """
    board = table.board
    units_alive = [unit_id for unit_id in attackers if unit_id in board.units]
    able = [unit_id for unit_id in units_alive if not closed_hexes(board, unit_id) >> target & 1]
    if not able:
        return
    options = [actions.Advance(units) for count in range(len(able), 0, -1) for units in combinations(able, count)]
    owner, prompt = board.unit(able[0]).side, f"Advance into {board.ground.label(target)}?"
    answer = yield from table.ask(owner, [*options, actions.Done()], prompt, cites.ADVANCE, step="Advance after combat")
    if isinstance(answer, actions.Done):
        return
    name = board.ground.name(target)
    for unit_id in answer.units:
        table.record(events.Advanced(unit_id, board.hex(unit_id), name))
        note_entry(table, unit_id)
        if exit_hexes(board, unit_id) >> target & 1:
            table.record(events.Exited(unit_id, name))
    yield from reattach_leaders(table)


# The assault action: one attack by several units under a leader
GRAND_ASSAULT_HEXES: Final = 3


def near_leader(board: FieldBoard, leader: LeaderId) -> list[str]:
    """The units that a leader may order to assault: his own in his hex, or any near an army leader; no wagon trains.

    Source: GCACW rules 1.4, 5 Assault and 5 Grand Assault
    """
    chief, start = board.leader(leader), board.leader_space(leader)
    if chief.rank == "army":
        hexes_in_radius = board.ground.map.within(start, GRAND_ASSAULT_HEXES)
        ids = [unit_id for unit_id in board.of(chief.side) if hexes_in_radius >> board.units[unit_id].space & 1]
    else:
        ids = [unit_id for unit_id in board.units_at(start) if board.commands(leader, unit_id)]
    return [
        unit_id for unit_id in ids if board.unit(unit_id).arm != "wagon" and board.units[unit_id].fatigue < TIRED_OUT
    ]


def eligible(board: FieldBoard, leader: LeaderId, target: int) -> list[str]:
    """The units that may take part in an assault of a leader on a hex; artillery only beside infantry that may."""
    steps, units = board.ground.steps[board.rain], board.units
    ids = [unit_id for unit_id in near_leader(board, leader) if target in steps[units[unit_id].space]]
    infantry = {units[unit_id].space for unit_id in ids if board.unit(unit_id).arm == "infantry"}
    return [unit_id for unit_id in ids if board.unit(unit_id).arm != "artillery" or units[unit_id].space in infantry]


def assault_choices(board: FieldBoard, side: Side) -> list[Assault]:
    """Every assault that a side may order now."""
    assaults: list[Assault] = []
    if board.night:
        return assaults
    enemies, ground = board.enemies(side), board.ground
    for leader in board.leader_with:
        chief = board.leader(leader)
        radius = GRAND_ASSAULT_HEXES if chief.rank == "army" else 0
        if chief.side != side or leader in board.failed_orders:
            continue
        if not enemies & ground.map.within(board.leader_space(leader), radius + 1):
            continue
        listed_targets = 0
        for unit_id in near_leader(board, leader):
            if board.unit(unit_id).arm == "artillery" or not ground.map.adjacent[board.units[unit_id].space] & enemies:
                continue
            for target in ground.steps[board.rain][board.units[unit_id].space]:
                if enemies >> target & 1 and not listed_targets >> target & 1:
                    listed_targets |= 1 << target
                    assaults.append(Assault(leader, ground.name(target)))
    return assaults


def judge_assault(board: FieldBoard, action: Assault, side: Side) -> Verdict:
    """Whether a side may order an assault now, and if not, why."""
    leader, ground = action.leader, board.ground
    if leader not in board.leader_with or board.leader(leader).side != side:
        return refuse("no_leader", f"{leader} is not a leader of that side on the map", cites.ASSAULT)
    if board.night:
        return refuse("night", "nobody assaults at night", cites.NIGHT)
    if leader in board.failed_orders:
        text = f"{board.name(leader)} has ordered an assault this turn that nobody could join"
        return refuse("order_failed", text, cites.ASSAULT)
    chief, name, target = board.leader(leader), board.name(leader), ground.space(action.target)
    if target is None:
        return refuse(
            "no_hex", f"{action.target} is not a hex of the map (write its number, such as S3201)", cites.ASSAULT
        )
    cite = cites.GRAND_ASSAULT if chief.rank == "army" else cites.ASSAULT
    if board.holding_side(target) != FOE[side]:
        return refuse("no_enemy", f"no enemies are in {ground.label(target)}", cite)
    if any(board.unit(unit_id).arm != "artillery" for unit_id in eligible(board, leader, target)):
        return LEGAL
    near_units, label = near_leader(board, leader), ground.label(target)
    reach_text = f"within {GRAND_ASSAULT_HEXES} hexes of {name}" if chief.rank == "army" else f"of {name}'s in his hex"
    if not near_units:
        return refuse(
            "no_units", f"no unit {reach_text} is fit to assault (fatigue below {TIRED_OUT}, no wagons)", cite
        )
    adjacent_units = [unit_id for unit_id in near_units if target in ground.map.neighbours[board.units[unit_id].space]]
    if not adjacent_units:
        return refuse(
            "not_adjacent", f"{label} is next to no unit {reach_text} ({names(board, tuple(near_units))})", cite
        )
    for unit_id in adjacent_units:
        step = ground.judged_steps[board.rain][board.units[unit_id].space][target]
        if isinstance(step, Verdict):
            return step
    return refuse("artillery_alone", f"artillery assaults {label} only beside infantry", cite)


def numbers_of_assault(board: FieldBoard, action: Assault) -> str:
    """How many units may take part in an assault, and who they may be. Source: GCACW rules 1.4, 5 Assault"""
    chief = board.leader(action.leader)
    target = board.ground.map.parse(action.target)
    able = eligible(board, action.leader, target)
    who_takes_part = ", ".join(map(board.condition, able))
    return f"{in_full(board, target)}: up to {chief.command_value} less a die of {who_takes_part}"


class TakePartChoices(Choices):
    """Any of the units that may take part, up to a number; artillery only with infantry from its hex; or nobody."""

    __slots__ = ("board", "ids", "most")

    def __init__(self, board: FieldBoard, ids: Sequence[str], unit_limit: int) -> None:
        self.board, self.ids, self.most = board, tuple(ids), min(unit_limit, len(ids))

    def _is_allowed_set(self, ids: Sequence[str]) -> bool:
        board = self.board
        guns = {board.units[unit_id].space for unit_id in ids if board.unit(unit_id).arm == "artillery"}
        return guns <= {board.units[unit_id].space for unit_id in ids if board.unit(unit_id).arm == "infantry"}

    def __iter__(self) -> Iterator[Action]:
        for count in range(self.most, 0, -1):
            yield from (
                actions.TakePart(units) for units in combinations(self.ids, count) if self._is_allowed_set(units)
            )
        yield actions.Done()

    def sample(self, rng: Random) -> Action:
        """Units drawn one after the other until enough, or until the die says stop: every set is possible."""
        free_units, sample = list(self.ids), set()
        for _ in range(self.most):
            place = int(rng.random() * (len(free_units) + 1))
            if place == len(free_units):
                break
            sample.add(free_units.pop(place))
        units = tuple(unit_id for unit_id in self.ids if unit_id in sample)
        return actions.TakePart(units) if units and self._is_allowed_set(units) else actions.Done()

    def judge(self, action: Action) -> Verdict:
        if isinstance(action, actions.Done):
            return LEGAL
        if not isinstance(action, actions.TakePart) or not action.units:
            return refuse("not_offered", f"{action.kind.replace('_', ' ')} does not say who takes part", cites.ASSAULT)
        wrong_units = [unit_id for unit_id in action.units if unit_id not in self.ids]
        if wrong_units or len(set(action.units)) < len(action.units):
            able_in_words = names(self.board, self.ids)
            return refuse(
                "not_eligible",
                f"{', '.join(wrong_units) or 'a unit twice'} cannot take part ({able_in_words} can)",
                cites.ASSAULT,
            )
        if len(action.units) > self.most:
            text = f"{len(action.units)} units are too many: {self.most} may take part"
            return refuse("too_many", text, cites.ASSAULT)
        if not self._is_allowed_set(action.units):
            return refuse("artillery_alone", "artillery takes part only with infantry from its hex", cites.ASSAULT)
        return LEGAL


def assault(table: Table[FieldBoard], action: Assault) -> Procedure[bool]:
    """An assault, wholly resolved: the die for the numbers, the participants, cavalry giving way, the attack.

    False where units may take part and their owner sends none: that is a pass.

    Source: GCACW rules 1.4, 5 Assault and 7.5. Readings: Units of an assault
    """
    board = table.board
    chief, target = board.leader(action.leader), board.ground.map.parse(action.target)
    grand = chief.rank == "army"
    cite = cites.GRAND_ASSAULT if grand else cites.ASSAULT
    die = yield from table.roll_openly(D6, f"assault of {chief.name}", cite)
    unit_limit = max(0, chief.command_value - die)
    table.record(events.AssaultOrdered(action.leader, action.target, die, unit_limit))
    if not unit_limit:
        return True
    choices = TakePartChoices(board, eligible(board, action.leader, target), unit_limit)
    prompt = f"Which units assault {board.ground.label(target)} (up to {choices.most})?"
    answer = yield from table.ask(chief.side, choices, prompt, cite, step="Assault")
    if isinstance(answer, actions.Done):
        return False
    for unit_id in answer.units:
        table.record(events.Tired(unit_id))
    start = board.units[largest(board, answer.units)].space
    infantry = any(board.unit(unit_id).arm == "infantry" for unit_id in answer.units)
    if (
        infantry
        and may_give_way(board, target, FOE[chief.side])
        and (yield from offer_cavalry_retreat(table, target, start))
    ):
        return True
    kind_of_combat: AssaultKind = "grand_assault" if grand else "assault"
    yield from fight(table, answer.units, target, kind_of_combat=kind_of_combat, leader=action.leader)
    return True
