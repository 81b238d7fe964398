"""What an attack may be expected to do, exactly as the Combat Chart has it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache

from attrs import frozen

from wargame_core.maps.masks import bits
from wargame_gcacw.charts.combat import Combat
from wargame_gcacw.charts.combat_chart import ATTACKER_ROWS, DEFENDER_ROWS, HIGHEST_ROW, LOWEST_ROW, Result
from wargame_gcacw.players.memo import kept, remembered
from wargame_gcacw.players.situation import Situation, moved
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules.combat_on_map import combat_at

Modifiers = tuple[int, int]

FLANK_HEXES = 2
"""Units so many hexes from a defender matter to a combat."""
ROOM = 1000
"""For how many surroundings of a hex combats are kept."""


@frozen
class ExpectedCombat:
    """The means over all dice of a combat: losses in manpower points, fatigue in levels, the rest as chances."""

    attacker_loss: float
    attacker_fatigue: float
    attacker_disorganized: float
    defender_loss: float
    defender_fatigue: float
    defender_disorganized: float
    driven_off: float


def expected_combat(combat: Combat) -> ExpectedCombat:
    """The means of a combat."""
    known = combat.prepared
    return _expected(known.attacker_modifiers, known.defender_modifier, known.attacker_column, known.defender_column)


def march_combat(situation: Situation, unit: str, space: int, target: int, how: str) -> ExpectedCombat:
    """The means of an attack by a unit that has marched to a hex."""
    known, board = _combats_at(situation, target), situation.board
    key = unit, board.units[unit], space, how
    combat = known.get(key)
    if combat is None:
        known[key] = combat = expected_combat(combat_at(moved(board, unit, space), (unit,), target, how=how))
    return combat


def assault_combat(
    situation: Situation, units: Sequence[str], target: int, how: str, leader: LeaderId
) -> ExpectedCombat:
    """The means of an assault by some units from where they stand."""
    known, board = _combats_at(situation, target), situation.board
    key = how, leader, *((unit, board.units[unit]) for unit in units)
    combat = known.get(key)
    if combat is None:
        known[key] = combat = expected_combat(combat_at(board, units, target, how=how, leader=leader))
    return combat


@remembered
def _combats_at(situation: Situation, target: int) -> dict[Hashable, ExpectedCombat]:
    """The combats against a hex that are known, from earlier boards too on which all was the same that matters."""
    board = situation.board
    near = (board.enemies(situation.side) | board.mask(situation.side)) & board.ground.map.within(target, FLANK_HEXES)
    stacks = ((unit, board.units[unit]) for space in bits(near) for unit in board.stacks[space])
    met = (target, board.rain, target in board.refused, *board.leader_with.items(), *stacks)
    combats: dict[Hashable, ExpectedCombat] = kept(situation.kept["combats"], ROOM, met, dict)
    return combats


@cache
def _expected(attacker: Modifiers, defender: int, attacker_column: int, defender_column: int) -> ExpectedCombat:
    rolls: list[tuple[Result, Result]] = []
    for modifier in attacker:
        for difference in (a + modifier - d - defender for a in range(1, 7) for d in range(1, 7)):
            row = min(max(difference, LOWEST_ROW), HIGHEST_ROW) - LOWEST_ROW
            rolls.append((ATTACKER_ROWS[row][attacker_column], DEFENDER_ROWS[row][defender_column]))
    return ExpectedCombat(
        attacker_loss=sum(own.loss for own, _ in rolls) / len(rolls),
        attacker_fatigue=sum(own.fatigue for own, _ in rolls) / len(rolls),
        attacker_disorganized=sum(own.disorganized for own, _ in rolls) / len(rolls),
        defender_loss=sum(foe.loss for _, foe in rolls) / len(rolls),
        defender_fatigue=sum(foe.fatigue for _, foe in rolls) / len(rolls),
        defender_disorganized=sum(foe.disorganized for _, foe in rolls) / len(rolls),
        driven_off=sum(foe.movement is not None for _, foe in rolls) / len(rolls),
    )
