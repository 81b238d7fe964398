"""After the dice: a general's casualty check, flags that are ignored or obeyed, the way back, generals left alone.

Source: BC150 p.11 General Casualty Check, p.12 Bolster Morale, Retreat, p.13 General's Retreat. Units go back toward
their own edge, a row at a time (Readings: Direction of a retreat). The document breaks off in the last heading; the
rest is ours (Readings: Generals).
"""

from __future__ import annotations

from collections.abc import Iterator

from wargame_battlecry.board import battle_events
from wargame_battlecry.board.actions import OFF, Escape, IgnoreFlags, Retreat, RetreatGeneral
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ADJACENT, BACK, BASELINE, FOE, HEXES, SPACE, a_row_back, entry_sides
from wargame_battlecry.printed.pieces import GeneralId, side_of
from wargame_battlecry.rules.battle_dice import text, throw
from wargame_battlecry.rules.victory import settle
from wargame_core.authoring import Modifier, Procedure, Ruling, Table
from wargame_core.maps.masks import bits

RETREAT_HEXES = 3
"""How far a general retreats at most."""


def casualty_check(t: Table[BattleBoard], general: GeneralId, *, unit_lost: bool) -> Procedure[bool]:
    """Whether the general survives: two sabers of two dice hit it with its unit, one saber of one die without.

    Source: BC150 p.11 General Casualty Check.
    """
    dice = 1 if unit_lost else 2
    roll: str = yield from throw(t, dice, "general casualty check", cites.CASUALTY)
    t.record(battle_events.GeneralChecked(general, text(roll)))
    if roll.count("S") < dice:
        return True
    t.record(battle_events.GeneralLost(general, True, "is hit"))
    settle(t)
    return False


def morale(board: BattleBoard, unit: str, attacker: int) -> Ruling:
    """How many flags a unit may ignore against an attacker in a hex: its general, its supports, its ground.

    Source: BC150 p.12 Bolster Morale. Readings: Tile and work together, Supports.
    """
    here, side = board.place[unit], side_of(unit)
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
        chosen = yield from t.ask(side_of(unit), options, f"{flags} flags: ignore how many?", cites.BOLSTER)
        t.record(battle_events.FlagsIgnored(unit, chosen.count))
        flags -= chosen.count
    if flags:
        per_flag = board.battle.green.get(board.battle.units[unit].kind.arm, 1)
        yield from go_back(t, unit, flags * per_flag, checked=checked)


def go_back(t: Table[BattleBoard], unit: str, hexes: int, *, checked: bool) -> Procedure[None]:
    """The unit has retreated as many hexes as it can, its owner choosing the way, and lost a figure for each other.

    Source: BC150 p.12 Retreat.
    """
    board = t.board
    side = side_of(unit)
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
        t.record(battle_events.Retreated(unit, HEXES[here], HEXES[to], board.general_at[here]))
        left = 0 if met else left - 1
    settle(t)
    if left:
        yield from _lose_instead(t, unit, left, checked=checked)


def steps_back(board: BattleBoard, unit: str, here: int) -> list[int]:
    """The hexes to which a unit may go back one step: free ones, and a lone friendly general for one without."""
    side = side_of(unit)
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
    if board.general_mask[side_of(unit)] >> here & 1:
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
    t.record(battle_events.FiguresLost(unit, lost, "retreat blocked", board.figures[unit] - lost))
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


def general_goes_back(t: Table[BattleBoard], general: GeneralId) -> Procedure[None]:
    """A general left alone has retreated one to three hexes, left the board, slipped through enemies or is taken.

    Source: BC150 p.13 General's Retreat. Readings: Generals on retreat, Escape of a general.
    """
    board = t.board
    side = side_of(general)
    ways = retreats(board, general)
    if ways:
        options = [RetreatGeneral(to) for to in ways]
        chosen = yield from t.ask(side, options, "Where does the general go?", cites.GENERALS_RETREAT)
        _go(t, general, chosen.to)
    else:
        paths = list(escapes(board, general))
        if not paths:
            t.record(battle_events.GeneralLost(general, True, "has no way out"))
            settle(t)
            return
        prompt = "By which way does he escape?"
        chosen = yield from t.ask(side, [Escape(path) for path in paths], prompt, cites.GENERALS_RETREAT)
        enemies = board.unit_mask[FOE[side]] | board.general_mask[FOE[side]]
        for name in chosen.path:
            if name != OFF and enemies >> SPACE[name] & 1:
                roll: str = yield from throw(t, 1, f"escape through {name}", cites.R_GENERALS)
                t.record(battle_events.EscapeTried(general, name, text(roll)))
                if "S" in roll:
                    t.record(battle_events.GeneralLost(general, True, f"is caught at {name}"))
                    settle(t)
                    return
        _go(t, general, chosen.path[-1])


def _go(t: Table[BattleBoard], general: GeneralId, to: str) -> None:
    board = t.board
    if to == OFF:
        t.record(battle_events.GeneralLost(general, False, "leaves the field"))
    else:
        t.record(battle_events.GeneralRetreated(general, HEXES[board.place[general]], to))


def retreats(board: BattleBoard, general: GeneralId) -> list[str]:
    """The ends of a general's retreat: hexes, and "off" when it may or must leave over its own edge.

    One to three hexes, each a row back; friends may be passed. It ends in an empty hex or with a friendly unit that has
    no general. On its own edge it leaves the board. Source: BC150 p.13 General's Retreat.
    Readings: Generals on retreat.
    """
    side = side_of(general)
    foe = FOE[side]
    barred = board.unit_mask[foe] | board.general_mask[foe] | board.battle.impassable
    full = board.general_mask[side]
    here, ends, off = 1 << board.place[general], 0, False
    for _ in range(RETREAT_HEXES):
        off = off or bool(here & BASELINE[side])
        here = a_row_back(here, side) & ~barred
        ends |= here & ~full
    return [HEXES[space] for space in bits(ends)] + ([OFF] if off else [])


def escapes(board: BattleBoard, general: GeneralId) -> Iterator[tuple[str, ...]]:
    """The paths through enemies, one to three hexes long, for a general that cannot retreat.

    Readings: Escape of a general.
    """
    side = side_of(general)
    foe = FOE[side]
    taken = board.unit_mask[foe] | board.general_mask[foe] | board.general_mask[side]
    back, edge, barred = BACK[side], BASELINE[side], board.battle.impassable

    def onward(space: int, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) == RETREAT_HEXES:
            return
        if edge >> space & 1:
            yield (*path, OFF)
        for step in back[space]:
            if not barred >> step & 1:
                way = (*path, HEXES[step])
                if not taken >> step & 1:
                    yield way
                yield from onward(step, way)

    return onward(board.place[general], ())
