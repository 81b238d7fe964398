"""Whom a unit may battle, and why it may not battle somebody else. Source: BC150 p.8 Battle and Units in Battle."""

from __future__ import annotations

from wargame_battlecry.board.board import MAY_BATTLE, BattleBoard, is_general
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, HEXES, WITHIN
from wargame_battlecry.printed.sides import FOE
from wargame_battlecry.rules.battle_dice import battle_dice, longest_range
from wargame_battlecry.rules.line_of_sight import in_the_way, sees
from wargame_core.authoring import LEGAL, Verdict, refuse
from wargame_core.maps.masks import bits


def targets(board: BattleBoard, unit_id: str) -> int:
    """Mask of the hexes a unit may battle from where it stands.

    With an enemy unit adjacent only adjacent ones; a lone general is attacked in melee only; no dice, no battle.
    """
    battle, here = board.battle, board.place[unit_id]
    unit = battle.units[unit_id]
    foe = FOE[unit.side]
    units = board.unit_mask[foe]
    near = ADJACENT[here]
    reached = 0
    for target in bits(near & (units | board.general_mask[foe])):
        if battle_dice(board, unit_id, target):
            reached |= 1 << target
    if near & units:
        return reached
    far = units & WITHIN[here][longest_range(board, unit)]
    gun_of = unit.side if unit.kind.dice else ""
    for target in bits(far):
        if battle_dice(board, unit_id, target) and sees(board, here, target, gun_of=gun_of):
            reached |= 1 << target
    return reached


def fit_to_battle(board: BattleBoard, unit_id: str) -> bool:
    """Whether a piece is a unit with an order to battle left. Source: BC150 p.8 Battle; Bombard battles twice."""
    if is_general(unit_id) or unit_id not in board.figures or not board.ordered.get(unit_id, 0) & MAY_BATTLE:
        return False
    return board.battled.get(unit_id, 0) < battles_allowed(board, unit_id)


def battles_allowed(board: BattleBoard, unit_id: str) -> int:
    """One battle a turn, two for artillery under Bombard."""
    return 2 if board.reach.get("artillery") and board.battle.units[unit_id].kind.arm == "artillery" else 1


def judge_target(board: BattleBoard, unit_id: str, target: int) -> Verdict:
    """Whether a unit may battle a hex, in words: too far, no line of sight and what is in the way, or no dice."""
    unit, here = board.battle.units[unit_id], board.place[unit_id]
    foe, where = FOE[unit.side], HEXES[target]
    bit = 1 << target
    distance = DISTANCE[here][target]
    if not (board.unit_mask[foe] | board.general_mask[foe]) & bit:
        return refuse("no_enemy", f"no enemy stands on {where}", cites.BATTLE)
    if distance > 1 and ADJACENT[here] & board.unit_mask[foe]:
        return refuse("adjacent_enemy", "an adjacent enemy unit must be battled first", cites.UNITS_IN_BATTLE)
    if distance > 1 and not board.unit_mask[foe] & bit:
        return refuse("lone_general", "a general alone can only be attacked in melee", cites.LONE_GENERAL)
    reach = longest_range(board, unit)
    if distance > reach:
        text = f"{where} is {distance} hexes away and {board.name(unit_id)} reaches {reach}"
        return refuse("out_of_range", text, cites.RANGED)
    if distance > 1:
        gun_of = unit.side if unit.kind.dice else ""
        blocked = in_the_way(board, here, target, gun_of=gun_of)
        if blocked:
            names = ", ".join(HEXES[space] for space in blocked)
            return refuse("no_line_of_sight", f"{names} blocks the line from {HEXES[here]} to {where}", cites.SIGHT)
    if not battle_dice(board, unit_id, target):
        return refuse("no_dice", f"{board.name(unit_id)} has no dice against {where}", cites.RESOLVING)
    return LEGAL
