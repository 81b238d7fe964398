"""Generals in trouble: casualty checks, retreat, escape. Source: BC150 p.11 General Casualty Check, p.12, p.13.

The document breaks off inside the last of these. Readings: Generals.
"""

from __future__ import annotations

from collections.abc import Iterator

from wargame_battlecry.board.actions import OFF, Escape, RetreatGeneral
from wargame_battlecry.board.battle_events import EscapeTried, GeneralChecked, GeneralLost, GeneralRetreated
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import BACK, BASELINE, HEXES, SPACE
from wargame_battlecry.printed.pieces import GeneralId
from wargame_battlecry.printed.sides import FOE
from wargame_battlecry.rules.dice import text, throw
from wargame_battlecry.rules.victory import settle
from wargame_core.authoring import Procedure, Table
from wargame_core.maps.masks import bits

RETREAT_HEXES = 3


def casualty_check(t: Table[BattleBoard], general: GeneralId, *, unit_lost: bool) -> Procedure[bool]:
    """Whether the general survives: two sabers of two dice hit it with its unit, one saber of one die without.

    Source: BC150 p.11 General Casualty Check.
    """
    dice = 1 if unit_lost else 2
    roll: str = yield from throw(t, dice, "general casualty check", cites.CASUALTY)
    t.record(GeneralChecked(general, text(roll)))
    if roll.count("S") < dice:
        return True
    t.record(GeneralLost(general, True, "is hit"))
    settle(t)
    return False


def general_goes_back(t: Table[BattleBoard], general: GeneralId) -> Procedure[None]:
    """A general left alone has retreated one to three hexes, left the board, slipped through enemies or is taken.

    Source: BC150 p.13 General's Retreat. Readings: Generals on retreat, Escape of a general.
    """
    board = t.board
    side = board.side_of(general)
    ways = retreats(board, general)
    if ways:
        chosen = yield from t.ask(side, [RetreatGeneral(to) for to in ways], "Where does the general go?", GR)
        _go(t, general, chosen.to)
    else:
        paths = list(escapes(board, general))
        if not paths:
            t.record(GeneralLost(general, True, "has no way out"))
            settle(t)
            return
        chosen = yield from t.ask(side, [Escape(path) for path in paths], "By which way does he escape?", GR)
        enemies = board.unit_mask[FOE[side]] | board.general_mask[FOE[side]]
        for name in chosen.path:
            if name != OFF and enemies >> SPACE[name] & 1:
                roll: str = yield from throw(t, 1, f"escape through {name}", cites.R_GENERALS)
                t.record(EscapeTried(general, name, text(roll)))
                if "S" in roll:
                    t.record(GeneralLost(general, True, f"is caught at {name}"))
                    settle(t)
                    return
        _go(t, general, chosen.path[-1])


GR = cites.GENERALS_RETREAT


def _go(t: Table[BattleBoard], general: GeneralId, to: str) -> None:
    board = t.board
    if to == OFF:
        t.record(GeneralLost(general, False, "leaves the field"))
    else:
        t.record(GeneralRetreated(general, HEXES[board.place[general]], to))


def retreats(board: BattleBoard, general: GeneralId) -> list[str]:
    """The ends of a general's retreat: hexes, and "off" when it may or must leave over its own edge.

    One to three hexes, each a row back; friends may be passed. It ends in an empty hex or with a friendly unit that has
    no general. On its own edge it leaves the board. Source: BC150 p.13 General's Retreat.
    Readings: Generals on retreat.
    """
    side = board.side_of(general)
    foe = FOE[side]
    barred = board.unit_mask[foe] | board.general_mask[foe] | board.battle.impassable
    full = board.general_mask[side]
    back, edge = BACK[side], BASELINE[side]
    here, ends, off = 1 << board.place[general], 0, False
    for _ in range(RETREAT_HEXES):
        off = off or bool(here & edge)
        following = 0
        for space in bits(here):
            for step in back[space]:
                following |= 1 << step
        here = following & ~barred
        ends |= here & ~full
    return [HEXES[space] for space in bits(ends)] + ([OFF] if off else [])


def escapes(board: BattleBoard, general: GeneralId) -> Iterator[tuple[str, ...]]:
    """The paths through enemies, one to three hexes long, for a general that cannot retreat.

    Readings: Escape of a general.
    """
    side = board.side_of(general)
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
