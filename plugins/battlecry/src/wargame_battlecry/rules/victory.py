"""Flags, ground worth flags, the end of the battle. Source: BC150 p.2 How to Win, p.6 Flag Tokens; decision 0057."""

from __future__ import annotations

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.turn_events import ObjectiveChanged
from wargame_battlecry.printed.pieces import FOE, SIDES, Objective
from wargame_core import Outcome, Table


def holds(board: BattleBoard, one: Objective) -> bool:
    """Whether the condition of an objective is met now. Units hold ground, lone generals do not."""
    if one.clear_of:
        return not board.unit_mask[FOE[one.side]] & one.clear_of
    mine = board.unit_mask[one.side]
    return all(mine & group for group in one.groups)


def settle(t: Table[BattleBoard], *, turn_start: bool = False) -> None:
    """Objective flags follow the pieces, and whoever has the flags of the battle wins at once.

    Flags that are won at the start of a turn are lost as soon as the ground is. When both sides have enough, the moving
    player wins. Source: BC150 p.2 How to Win; decision 0057.
    """
    board = t.board
    for one in board.battle.objectives:
        held = one.id in board.objectives
        if held != holds(board, one):
            if held:
                t.record(ObjectiveChanged(one.id, one.side, 0, f"no longer {one.text}"))
            elif not one.from_turn_start or (turn_start and one.side == board.active):
                t.record(ObjectiveChanged(one.id, one.side, one.flags, one.text))
    needed = board.battle.flags
    for side in (board.active, board.foe):
        if board.flags(side) >= needed:
            scores = {each: board.flags(each) for each in SIDES}
            text = f"{side.capitalize()} has {scores[side]} of {needed} flags and wins {board.battle.title}."
            t.finish(Outcome(side, "flags", scores, text))
