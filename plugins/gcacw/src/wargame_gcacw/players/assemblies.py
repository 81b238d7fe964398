"""Where infantry gathers under its leader for an assault that no unit dares alone."""

from collections.abc import Sequence

from attrs import frozen

from wargame_gcacw.players.attack_values import (
    WeighedAssault,
    defenders_at,
    mean_value,
    met_at,
    numbers_by_die,
    weighed_assaults,
)
from wargame_gcacw.players.costs import distances, kept, remembered
from wargame_gcacw.players.situation import Situation, march_range, moved
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


@remembered
def assemblies(situation: Situation) -> Sequence[Assembly]:
    """For each leader who may order assaults, the objective that his infantry takes best together, if it takes any."""
    board, found = situation.board, list[Assembly]()
    held = [space for space in situation.objectives if board.control.get(space) == situation.foe and board.at(space)]
    for leader in board.leader_with if held and not board.night else ():
        chief = board.leader(leader)
        if chief.side == situation.side and chief.attacks:
            steps = ((space, target) for target in held for space in board.ground.steps[board.rain][target])
            tried = (_tried(situation, leader, *step) for step in steps if not situation.enemies >> step[0] & 1)
            value, _, space, units = max(tried, default=(0.0, 0, 0, ()))
            found += [Assembly(space, units, value / len(units))] if value > 0 else []
    return found


def _tried(situation: Situation, leader: LeaderId, space: int, target: int) -> tuple[float, int, int, Sequence[str]]:
    """What an assault from a hex would be worth, how far that is (less is more), the hex, and who would gather there.

    The die for the number of units is in it. It is worth nothing to one unit alone.
    """
    board = situation.board
    ways = distances(board.ground, 1 << space, board.rain, FAR)
    led = [unit for unit in board.of(situation.side, "infantry") if board.commands(leader, unit)]
    fit = (unit for unit in led if board.units[unit].fatigue < TIRED_OUT)
    way = {unit: ways[board.units[unit].space] for unit in fit}
    near = (unit for unit in way if way[unit] <= march_range(situation, unit))
    units = sorted(near, key=lambda unit: way[unit])[:MOST]
    if len(units) < 2:
        return 0.0, 0, space, units

    def gather() -> Sequence[WeighedAssault]:
        gathered = Situation(moved(board, units, space), situation.side, {}, situation.kept)
        return weighed_assaults(gathered, leader, units, target, max(numbers_by_die(situation, leader)))

    there = board.last_turn, board.control.get(target), *defenders_at(situation, target)
    met = leader, space, *there, met_at(situation, target), *((unit, board.units[unit]) for unit in units)
    lines = situation.own_lines or situation.foe_lines  # they depend on the whole board
    assaults = gather() if lines else kept(situation.kept["assemblies"], ROOM, met, gather)
    return round(mean_value(situation, leader, target, assaults), 2), -sum(way[unit] for unit in units), space, units
