"""Where infantry gathers under its leader for an assault that no unit dares alone."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from wargame_core.maps.masks import bits, mask_of
from wargame_gcacw.players.attack_values import (
    WeighedAssault,
    assault_key,
    defenders_at,
    expected_retreat_loss,
    mean_value,
    numbers_by_die,
    weighed_assaults,
)
from wargame_gcacw.players.costs import distances, from_memory, memoized
from wargame_gcacw.players.situation import Situation, board_after_move, march_range
from wargame_gcacw.printed.counters import TIRED_OUT, LeaderId

MOST = 4
"""How many units are gathered for an assault at most."""
ROOM = 10_000
"""For how many gatherings it is kept what their assaults come to."""
FAR = 120
"""Half movement points within which units are looked for."""


@frozen
class Assembly:
    """A hex beside an objective of the enemy, the units that are to gather in it, and what that is worth to each."""

    space: int
    units: Sequence[str]
    value: float


def assemblies(situation: Situation, unit: str) -> Iterator[Assembly]:
    """Where a unit is to gather, under each leader who may name it."""
    for leader in situation.board.leader_with:
        assembly = assembly_under(situation, leader) if situation.board.commands(leader, unit) else None
        if assembly is not None and unit in assembly.units:
            yield assembly


@memoized
def assembly_under(situation: Situation, leader: LeaderId) -> Assembly | None:
    """For a leader who may order assaults, the objective that his infantry takes best together, if it takes any."""
    board, chief = situation.board, situation.board.leader(leader)
    if board.night or chief.side != situation.side or not chief.attacks:
        return None
    foes, hexes = situation.enemies, situation.objectives  # an own unit may have gone back into a hex that is theirs
    enemy_objectives = [
        space for space in hexes if board.control.get(space) == situation.enemy_side and foes >> space & 1
    ]
    value, _, space, units = max(_assaults_to_try(situation, leader, enemy_objectives), default=(0.0, 0, 0, ()))
    return Assembly(space, units, value / len(units)) if value > 0 else None


def _assaults_to_try(
    situation: Situation, leader: LeaderId, enemy_objectives: Sequence[int]
) -> Iterator[tuple[float, int, int, tuple[str, ...]]]:
    """What an assault on a held hex from each hex beside it would be worth, and by whom.

    That is: the worth, with the die for the number of units in it, how far it is to gather there (less is more), the
    hex, and the units. One unit alone assaults nothing.
    """
    board, steps = situation.board, situation.board.ground.steps[situation.board.rain]
    commanded_units = (unit for unit in board.of(situation.side, "infantry") if board.commands(leader, unit))
    fit_units = [unit for unit in commanded_units if board.units[unit].fatigue < TIRED_OUT]
    for space in bits(mask_of(space for target in enemy_objectives for space in steps[target]) & ~situation.enemies):
        ways = distances(board.ground, 1 << space, board.rain, FAR)
        way = {unit: ways[board.units[unit].space] for unit in fit_units}
        units_in_reach = (unit for unit in fit_units if way[unit] <= march_range(situation, unit))
        units = tuple(sorted(units_in_reach, key=lambda unit: way[unit])[:MOST])
        for target in enemy_objectives if len(units) > 1 else ():
            if space in steps[target]:
                assaults = _assaults(situation, leader, units, space, target)
                value = round(mean_value(situation, leader, target, assaults), 2)
                yield value, -sum(way[unit] for unit in units), space, units


def _assaults(
    situation: Situation, leader: LeaderId, units: tuple[str, ...], space: int, target: int
) -> Sequence[WeighedAssault]:
    """The assaults on a hex by some units when they have gathered in a hex beside it."""
    assembled_situation = _assembled(situation, units, space)
    board = assembled_situation.board

    def weigh() -> Sequence[WeighedAssault]:
        return weighed_assaults(assembled_situation, leader, units, target, max(numbers_by_die(situation, leader)))

    if situation.own_lines or situation.foe_lines:  # they depend on the whole board
        return weigh()
    retreat_loss = expected_retreat_loss(assembled_situation, frozenset((space,)), target)
    defence = board.last_turn, board.control.get(target), retreat_loss, *defenders_at(situation, target)
    key = leader, *defence, assault_key(assembled_situation, target), *((unit, board.units[unit]) for unit in units)
    return from_memory(situation.kept["assemblies"], ROOM, key, weigh)


@memoized
def _assembled(situation: Situation, units: tuple[str, ...], space: int) -> Situation:
    """The situation when some units stand in a hex."""
    board = board_after_move(situation.board, units, space)
    return Situation(board, situation.side, {}, situation.kept, weights=situation.weights)
