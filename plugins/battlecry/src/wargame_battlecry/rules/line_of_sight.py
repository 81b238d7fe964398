"""Whether a unit sees its target. Source: BC150 p.9 Line of Sight.

Readings: Lines of sight, Guns firing over friends.
"""

from __future__ import annotations

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import ADJACENT, MAP
from wargame_battlecry.printed.sides import CONFEDERATE, UNION
from wargame_core.maps.masks import bits


def sees(board: BattleBoard, source: int, target: int, *, gun_of: str = "") -> bool:
    """Whether nothing obstructs the line from one hex to another.

    A hex cut by the line obstructs alone; hexes that the line only runs along obstruct when there are some on both
    sides of it. ``gun_of`` is the side of an artillery unit at the source: from a hill it sees over one friend in an
    adjacent lower hex. Source: BC150 p.9 Line of Sight.
    """
    blockers = obstructions(board, source, target)
    if MAP.sees(source, target, blockers):
        return True
    over = _seen_over(board, source, gun_of) & blockers if gun_of else 0
    return any(MAP.sees(source, target, blockers & ~(1 << friend)) for friend in bits(over))


def obstructions(board: BattleBoard, source: int, target: int) -> int:
    """Mask of the hexes that obstruct this line when they lie on it: terrain, units and generals of either side.

    Hills do not when both ends are on hills.
    """
    battle, units, generals = board.battle, board.unit_mask, board.general_mask
    mask = battle.blocks | units[UNION] | units[CONFEDERATE] | generals[UNION] | generals[CONFEDERATE]
    hills = battle.hills
    if not (hills >> source & 1 and hills >> target & 1):
        mask |= hills
    return mask & ~(1 << source | 1 << target)


def _seen_over(board: BattleBoard, source: int, side: str) -> int:
    """Mask of the friends that artillery on a hill sees over. Source: BC150 p.9 Line of Sight, example 8."""
    battle = board.battle
    if not battle.hills >> source & 1:
        return 0
    friends = board.unit_mask[side] | board.general_mask[side]
    return ADJACENT[source] & friends & ~battle.hills & ~battle.blocks


def in_the_way(board: BattleBoard, source: int, target: int, *, gun_of: str = "") -> tuple[int, ...]:
    """The hexes that obstruct a line; none when the target is seen."""
    if sees(board, source, target, gun_of=gun_of):
        return ()
    line = MAP.line_of_sight(source, target)
    blockers = obstructions(board, source, target)
    in_line = line.cut & blockers
    if line.left & blockers and line.right & blockers:
        in_line |= (line.left | line.right) & blockers
    return tuple(bits(in_line))
