"""Which symbols of a throw are hits. Source: BC150 p.11 Hit, p.12 Unattached General."""

from __future__ import annotations

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.printed.pieces import Unit
from wargame_battlecry.rules.dice import SYMBOL


def count_hits(board: BattleBoard, unit: Unit, defender: str, roll: str, *, melee: bool) -> int:
    """Hits of a throw: the target's own symbol, sabers in melee (or of units that always score them).

    A lone general is hit by any saber and by nothing else. Source: BC150 p.11 Hit, p.12 Unattached General.
    """
    sabers = roll.count("S")
    if is_general(defender):
        return min(sabers, 1)
    hits = roll.count(SYMBOL[board.battle.units[defender].kind.arm])
    return hits + sabers if melee or unit.kind.sharpshooters else hits
