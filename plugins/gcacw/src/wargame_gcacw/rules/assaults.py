"""The assault action: one attack by several units under a leader.

Source: GCACW rules 1.4, 5 Assault and 5 Grand Assault. Readings: Units of an assault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from wargame_core.authoring import D6, LEGAL, Action, Choices, Procedure, Table, Verdict, refuse
from wargame_core.flow.choices import Random
from wargame_gcacw.board.action_events import AssaultOrdered, Tired
from wargame_gcacw.board.actions import Assault, AssaultKind, Done, TakePart, names
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FOE, TIRED_OUT, LeaderId, Side
from wargame_gcacw.rules.combat import fight
from wargame_gcacw.rules.combat_on_map import largest
from wargame_gcacw.rules.retreats import offer, only_cavalry

GRAND_ASSAULT_HEXES: Final = 3


def near_leader(board: FieldBoard, leader: LeaderId) -> list[str]:
    """The units that a leader may order to assault: his own in his hex, or any near an army leader; no wagon trains.

    Source: GCACW rules 1.4, 5 Assault and 5 Grand Assault
    """
    chief, start = board.leader(leader), board.leader_space(leader)
    if chief.rank == "army":
        near = board.ground.map.within(start, GRAND_ASSAULT_HEXES)
        ids = [unit_id for unit_id in board.of(chief.side) if near >> board.units[unit_id].space & 1]
    else:
        ids = [unit_id for unit_id in board.at(start) if board.commands(leader, unit_id)]
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
        far = GRAND_ASSAULT_HEXES if chief.rank == "army" else 0
        if chief.side != side or not enemies & ground.map.within(board.leader_space(leader), far + 1):
            continue
        seen = 0
        for unit_id in near_leader(board, leader):
            if board.unit(unit_id).arm == "artillery" or not ground.map.adjacent[board.units[unit_id].space] & enemies:
                continue
            for target in ground.steps[board.rain][board.units[unit_id].space]:
                if enemies >> target & 1 and not seen >> target & 1:
                    seen |= 1 << target
                    assaults.append(Assault(leader, ground.name(target)))
    return assaults


def judge_assault(board: FieldBoard, action: Assault, side: Side) -> Verdict:
    """Whether a side may order an assault now, and if not, why."""
    leader, ground = action.leader, board.ground
    if leader not in board.leader_with or board.leader(leader).side != side:
        return refuse("no_leader", f"{leader} is no leader of that side on the map", cites.ASSAULT)
    if board.night:
        return refuse("night", "nobody assaults at night", cites.NIGHT)
    chief, name, target = board.leader(leader), board.name(leader), ground.space(action.target)
    if target is None:
        return refuse(
            "no_hex", f"{action.target} is no hex of the map (write its number, such as S3201)", cites.ASSAULT
        )
    cite = cites.GRAND_ASSAULT if chief.rank == "army" else cites.ASSAULT
    if board.holder(target) != FOE[side]:
        return refuse("no_enemy", f"no enemies are in {ground.label(target)}", cite)
    if any(board.unit(unit_id).arm != "artillery" for unit_id in eligible(board, leader, target)):
        return LEGAL
    near, label = near_leader(board, leader), ground.label(target)
    where = f"within {GRAND_ASSAULT_HEXES} hexes of {name}" if chief.rank == "army" else f"of {name}'s in his hex"
    if not near:
        return refuse("no_units", f"no unit {where} is fit to assault (fatigue below {TIRED_OUT}, no wagons)", cite)
    beside = [unit_id for unit_id in near if target in ground.map.neighbours[board.units[unit_id].space]]
    if not beside:
        return refuse("not_adjacent", f"{label} is next to no unit {where} ({names(board, tuple(near))})", cite)
    for unit_id in beside:
        barred = ground.judged[board.rain][board.units[unit_id].space][target]
        if isinstance(barred, Verdict):
            return barred
    return refuse("artillery_alone", f"artillery assaults {label} only beside infantry", cite)


def numbers_of_assault(board: FieldBoard, action: Assault) -> str:
    """How many units may take part in an assault, and who they may be. Source: GCACW rules 1.4, 5 Assault"""
    chief = board.leader(action.leader)
    able = eligible(board, action.leader, board.ground.map.parse(action.target))
    return f"up to {chief.command_value} less a die of {', '.join(map(board.condition, able))}"


class TakePartChoices(Choices):
    """Any of the units that may take part, up to a number; artillery only with infantry from its hex; or nobody."""

    __slots__ = ("board", "ids", "most")

    def __init__(self, board: FieldBoard, ids: Sequence[str], most: int) -> None:
        self.board, self.ids, self.most = board, tuple(ids), min(most, len(ids))

    def _fits(self, ids: Sequence[str]) -> bool:
        board = self.board
        guns = {board.units[unit_id].space for unit_id in ids if board.unit(unit_id).arm == "artillery"}
        return guns <= {board.units[unit_id].space for unit_id in ids if board.unit(unit_id).arm == "infantry"}

    def __iter__(self) -> Iterator[Action]:
        for count in range(self.most, 0, -1):
            yield from (TakePart(units) for units in combinations(self.ids, count) if self._fits(units))
        yield Done()

    def sample(self, rng: Random) -> Action:
        """Units drawn one after the other until enough, or until the die says stop: every set is possible."""
        free, taken = list(self.ids), set()
        for _ in range(self.most):
            place = int(rng.random() * (len(free) + 1))
            if place == len(free):
                break
            taken.add(free.pop(place))
        units = tuple(unit_id for unit_id in self.ids if unit_id in taken)
        return TakePart(units) if units and self._fits(units) else Done()

    def judge(self, action: Action) -> Verdict:
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, TakePart) or not action.units:
            return refuse("not_offered", f"{action.kind.replace('_', ' ')} does not say who takes part", cites.ASSAULT)
        wrong = [unit_id for unit_id in action.units if unit_id not in self.ids]
        if wrong or len(set(action.units)) < len(action.units):
            can = names(self.board, self.ids)
            return refuse(
                "not_eligible", f"{', '.join(wrong) or 'a unit twice'} cannot take part ({can} can)", cites.ASSAULT
            )
        if len(action.units) > self.most:
            text = f"{len(action.units)} units are too many: {self.most} may take part"
            return refuse("too_many", text, cites.ASSAULT)
        if not self._fits(action.units):
            return refuse("artillery_alone", "artillery takes part only with infantry from its hex", cites.ASSAULT)
        return LEGAL


def assault(table: Table[FieldBoard], action: Assault) -> Procedure[None]:
    """An assault, wholly resolved: the die for the numbers, the participants, cavalry giving way, the attack.

    Source: GCACW rules 1.4, 5 Assault and 7.5. Readings: Units of an assault
    """
    board = table.board
    chief, target = board.leader(action.leader), board.ground.map.parse(action.target)
    grand = chief.rank == "army"
    cite = cites.GRAND_ASSAULT if grand else cites.ASSAULT
    die = yield from table.roll_openly(D6, f"assault of {chief.name}", cite)
    most = max(0, chief.command_value - die)
    table.record(AssaultOrdered(action.leader, action.target, die, most))
    if not most:
        return
    choices = TakePartChoices(board, eligible(board, action.leader, target), most)
    prompt = f"Who assaults {board.ground.label(target)} (up to {choices.most})?"
    chosen = yield from table.ask(chief.side, choices, prompt, cite, step="Assault")
    if isinstance(chosen, Done):
        return
    for unit_id in chosen.units:
        table.record(Tired(unit_id))
    start = board.units[largest(board, chosen.units)].space
    infantry = any(board.unit(unit_id).arm == "infantry" for unit_id in chosen.units)
    if infantry and only_cavalry(board, target, FOE[chief.side]) and (yield from offer(table, target, start)):
        return
    how: AssaultKind = "grand_assault" if grand else "assault"
    yield from fight(table, chosen.units, target, how=how, leader=action.leader)
