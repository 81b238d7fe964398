"""Entering the hex that melee has emptied. Source: BC150 p.11 and p.12, which name it. Readings: Taking ground."""

from __future__ import annotations

from wargame_battlecry.board.actions import TakeGround
from wargame_battlecry.board.battle_events import GroundTaken
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import HEXES
from wargame_battlecry.rules.victory import settle
from wargame_core.authoring import Procedure, Table


def may_take_ground(board: BattleBoard, unit: str, space: int) -> bool:
    """Whether infantry or cavalry may enter the hex it has just won: empty, and ground it may stand on."""
    kind = board.battle.units[unit].kind
    if kind.arm == "artillery" or board.unit_at[space] or board.general_at[space]:
        return False
    return not board.battle.barred[kind.arm] >> space & 1


def take_ground(t: Table[BattleBoard], unit: str, space: int) -> Procedure[bool]:
    """Whether the unit, with its general, has entered the hex: its player may choose not to."""
    board = t.board
    if not may_take_ground(board, unit, space):
        return False
    options = [TakeGround(unit, HEXES[space], enter) for enter in (True, False)]
    chosen = yield from t.ask(board.side_of(unit), options, f"Take the ground at {HEXES[space]}?", cites.R_RETREAT)
    if chosen.enter:
        here = board.place[unit]
        t.record(GroundTaken(unit, HEXES[here], HEXES[space], board.general_at[here]))
        settle(t)
    return bool(chosen.enter)
