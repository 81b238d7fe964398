"""Flags rolled against a unit: those it may ignore, and the way back. Source: BC150 p.12 Bolster Morale, Retreat.

Always a row toward the side's own edge. Readings: Direction of a retreat. Distances in hexes.
"""

from __future__ import annotations

from wargame_battlecry.board.actions import IgnoreFlags, Retreat
from wargame_battlecry.board.battle_events import FiguresLost, FlagsIgnored, Retreated
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ADJACENT, BACK, HEXES, SPACE, entry_sides
from wargame_battlecry.printed.sides import FOE
from wargame_battlecry.rules.generals import casualty_check, general_goes_back
from wargame_battlecry.rules.victory import settle
from wargame_core.authoring import Modifier, Procedure, Ruling, Table


def morale(board: BattleBoard, unit: str, attacker: int) -> Ruling:
    """How many flags a unit may ignore against an attacker in a hex: its general, its supports, its ground.

    Source: BC150 p.12 Bolster Morale. Readings: Tile and work together, Supports.
    """
    here, side = board.place[unit], board.side_of(unit)
    lines = []
    if board.general_at[here]:
        lines.append(Modifier(1, "attached general", cites.BOLSTER))
    supports = (ADJACENT[here] & (board.unit_mask[side] | board.general_mask[side])).bit_count()
    if supports >= 2:
        lines.append(Modifier(1, "supported", cites.BOLSTER, f"{supports} friends adjacent"))
    tile = board.battle.tiles[here]
    covered = not tile.directional or entry_sides(attacker, here) & board.battle.sides[here]
    best, why = tile.ignore_flags if covered else 0, tile.title
    for work in board.works.get(HEXES[here], ()):
        terrain = board.book.terrain[work.kind]
        if terrain.ignore_flags > best and (not terrain.directional or entry_sides(attacker, here) & work.sides):
            best, why = terrain.ignore_flags, terrain.title
    if best:
        lines.append(Modifier(best, why, cites.R_TERRAIN))
    for owner, hexes, flags in board.battle.morale:
        if owner == side and hexes >> here & 1:
            lines.append(Modifier(flags, "rule of this battle", cites.R_BOARD))
    return Ruling("flags that may be ignored", sum(line.value for line in lines), 0, tuple(lines), cites.BOLSTER)


def resolve_flags(t: Table[BattleBoard], unit: str, flags: int, attacker: int, *, checked: bool) -> Procedure[None]:
    """The owner has ignored what it may and wants to, and the unit has gone back for the rest or lost figures.

    ``checked``: its general had a casualty check for this roll. Source: BC150 p.12 Bolster Morale, Retreat.
    """
    board = t.board
    may = min(flags, morale(board, unit, attacker).total)
    if may:
        options = [IgnoreFlags(n) for n in range(may, -1, -1)]
        chosen = yield from t.ask(board.side_of(unit), options, f"{flags} flags: ignore how many?", cites.BOLSTER)
        t.record(FlagsIgnored(unit, chosen.count))
        flags -= chosen.count
    if flags:
        per_flag = board.battle.green.get(board.battle.units[unit].kind.arm, 1)
        yield from go_back(t, unit, flags * per_flag, checked=checked)


def go_back(t: Table[BattleBoard], unit: str, hexes: int, *, checked: bool) -> Procedure[None]:
    """The unit has retreated as many hexes as it can, its owner choosing the way, and lost a figure for each other.

    Source: BC150 p.12 Retreat.
    """
    board = t.board
    side = board.side_of(unit)
    left = hexes
    while left:
        here = board.place[unit]
        ways = _best_steps(board, unit, here, left)
        if not ways:
            break
        to = ways[0]
        if len(ways) > 1:
            options = [Retreat(HEXES[space]) for space in ways]
            chosen = yield from t.ask(side, options, f"Retreat {left} more: where to?", cites.RETREAT)
            to = SPACE[chosen.to]
        met = board.general_at[to]
        t.record(Retreated(unit, HEXES[here], HEXES[to], board.general_at[here]))
        left = 0 if met else left - 1
    settle(t)
    if left:
        yield from _lose_instead(t, unit, left, checked=checked)


def steps_back(board: BattleBoard, unit: str, here: int) -> list[int]:
    """The hexes to which a unit may go back one step: free ones, and a lone friendly general for one without."""
    side = board.side_of(unit)
    foe = FOE[side]
    general = board.general_at[board.place[unit]]
    barred = board.unit_mask[foe] | board.general_mask[foe] | board.unit_mask[side]
    barred |= board.battle.barred[board.battle.units[unit].kind.arm]
    if general:
        barred |= board.general_mask[side]
    barred &= ~(1 << board.place[unit])
    return [step for step in BACK[side][here] if not barred >> step & 1]


def _best_steps(board: BattleBoard, unit: str, here: int, left: int) -> list[int]:
    """Those of the possible steps that let the unit complete most of its retreat. Readings: Direction of a retreat."""
    rated = [(_depth(board, unit, step, left - 1) + 1, step) for step in steps_back(board, unit, here)]
    most = max((depth for depth, _ in rated), default=0)
    return [step for depth, step in rated if depth == most]


def _depth(board: BattleBoard, unit: str, here: int, left: int) -> int:
    """How many more hexes of a retreat can be completed from here; all of it with a lone friendly general."""
    if board.general_mask[board.side_of(unit)] >> here & 1:
        return left
    best = 0
    if left:
        for step in steps_back(board, unit, here):
            best = max(best, 1 + _depth(board, unit, step, left - 1))
    return best


def _lose_instead(t: Table[BattleBoard], unit: str, hexes: int, *, checked: bool) -> Procedure[None]:
    """A figure is lost for each hex not retreated, and the general checked unless it was for the same roll.

    Source: BC150 p.11 General Casualty Check, p.12 Retreat. Readings: Generals of units lost.
    """
    board = t.board
    general = board.general_at[board.place[unit]]
    lost = min(hexes, board.figures[unit])
    t.record(FiguresLost(unit, lost, "retreat blocked", board.figures[unit] - lost))
    settle(t)
    alive = unit in board.figures
    if not general:
        return
    if not checked:
        survived = yield from casualty_check(t, general, unit_lost=not alive)
        if not survived:
            return
    if not alive:
        yield from general_goes_back(t, general)
