"""How many dice a unit battles with, step by step: range, halving, terrain, cards.

Source: BC150 p.8 Ranged Combat, p.10 Resolving Battles and Melee Combat; the order of the steps is the document's own,
Readings: Battle dice, Terrain and sight.
"""

from __future__ import annotations

from typing import TypeAlias

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import DISTANCE, HEXES, entry_sides
from wargame_battlecry.printed.pieces import HillRule, Limit, Unit
from wargame_core import Ruling
from wargame_core.authoring import Cite, Modifier

Log: TypeAlias = "list[Modifier] | None"


def longest_range(board: BattleBoard, unit: Unit) -> int:
    """The most hexes over which a unit may battle from where it stands, whatever is in the way."""
    reach = unit.kind.range
    if unit.kind.dice and board.battle.hills >> board.place[unit.id] & 1:
        return reach + 1
    if unit.kind.arm == "cavalry" and board.cavalry_fire and not board.moved.get(unit.id):
        return 2
    return reach


def battle_dice(board: BattleBoard, unit_id: str, target: int, log: Log = None) -> int:
    """The dice of a unit against a hex, 0 when it may not battle it. Sight is asked elsewhere.

    ``log`` collects each step as a `Modifier`; `ruling` prints them. Source: BC150 p.10 Resolving Battles.
    """
    battle, here = board.battle, board.place[unit_id]
    unit = battle.units[unit_id]
    kind = unit.kind
    distance = DISTANCE[here][target]
    if distance > kind.range and distance > longest_range(board, unit):
        return 0
    moved = board.moved.get(unit_id, 0)
    if moved and moved > may_move_and_battle(board, unit):
        return 0
    dice = _dice_for_range(board, unit, distance, log)
    if moved and kind.halved and distance > 1:
        lost = dice // 2
        _note(log, -lost, "moved infantry", cites.RANGED, f"half of {dice}, rounded up")
        dice -= lost
    tile = battle.tiles[here]
    if tile.inside or (moved and tile.enter):
        for when, limits in (("entered", tile.enter if moved else None), ("in", tile.inside)):
            limit = limits.get(kind.arm) if limits else None
            if limit is not None:
                dice = _limited(dice, limit, distance, f"{when} {tile.title}", log)
                if dice < 0:
                    return 0
    if battle.cover >> target & 1 or board.works:
        dice -= protection(board, unit, target, log)
    dice = max(dice, 0)
    bonus = board.bonus.get(unit_id, 0)
    if bonus:
        _note(log, bonus, "command card", cites.TACTIC_CARDS, board.acting_card.title)
    return dice + bonus


def _note(log: Log, value: int, label: str, cite: Cite, because: str = "") -> None:
    if log is not None:
        log.append(Modifier(value, label, cite, because))


def may_move_and_battle(board: BattleBoard, unit: Unit) -> int:
    """How far a unit may move and still battle. Source: BC150 p.7 Moving Units, p.8 Ranged Combat (horse artillery)."""
    if unit.kind.arm == "artillery" and board.reach.get("artillery"):
        return 0
    return unit.kind.battle_after


def _dice_for_range(board: BattleBoard, unit: Unit, distance: int, log: Log) -> int:
    kind, figures = unit.kind, board.figures[unit.id]
    if log is None and not kind.dice:
        return min(figures, kind.most[distance - 1]) if kind.most else figures
    cite = cites.MELEE if distance == 1 else cites.RANGED
    far = f"{distance} hex{'es' if distance > 1 else ''}"
    if not kind.dice:
        dice = figures
        _note(log, figures, f"{kind.title} at {far}", cite, "one die a figure")
        if kind.most and dice > kind.most[distance - 1]:
            _note(
                log, kind.most[distance - 1] - dice, f"{kind.title}", cites.R_DICE, f"{kind.most[distance - 1]} at most"
            )
            dice = kind.most[distance - 1]
        return dice
    dice = kind.dice[distance - 1] if distance <= len(kind.dice) else 1
    cite = cite if distance <= len(kind.dice) else cites.R_TERRAIN
    _note(
        log, dice, f"{kind.title} at {far}", cite, "" if distance <= len(kind.dice) else "one hex further from a hill"
    )
    if kind.scant and figures == 1:
        _note(log, -1, "one figure left", cite)
        dice -= 1
    return dice


def _limited(dice: int, limit: Limit, distance: int, why: str, log: Log) -> int:
    """Dice under a limit of the ground; negative when it forbids this battle."""
    if limit.dice is not None:
        if distance > len(limit.dice):
            return -1
        most = limit.dice[distance - 1]
        if dice > most:
            _note(log, most - dice, why, cites.R_TERRAIN, f"at most {most} at this range")
            dice = most
    if limit.lose:
        _note(log, -limit.lose, why, cites.R_TERRAIN)
        dice = max(0, dice - limit.lose)
    return dice


def protection(board: BattleBoard, unit: Unit, target: int, log: Log = None) -> int:
    """The dice an attacker loses for the target's ground: the best of tile and works, not their sum.

    Readings: Terrain and sight.
    """
    battle, here = board.battle, board.place[unit.id]
    tile = battle.tiles[target]
    best, why = 0, ""
    if tile.protection:
        if tile.sight == "hill":
            best = _height(board, unit, here, target)
        elif not tile.directional or entry_sides(here, target) & battle.sides[target]:
            best = tile.protection
        why = f"target on {tile.title}"
    for work in board.works.get(HEXES[target], ()):
        terrain = board.book.terrain[work.kind]
        if terrain.protection > best and (not terrain.directional or entry_sides(here, target) & work.sides):
            best, why = terrain.protection, f"target behind {terrain.title}"
    if best:
        _note(log, -best, why, cites.R_TERRAIN)
    return best


def _height(board: BattleBoard, unit: Unit, here: int, target: int) -> int:
    """The die lost against a hill hex: uphill, and between hill hexes that do not touch. Readings: Hills."""
    if not board.battle.hills >> here & 1 or board.hill_rule is HillRule.PRINTED:
        return 1
    return 0 if unit.kind.arm == "artillery" or DISTANCE[here][target] == 1 else 1


def ruling(board: BattleBoard, unit_id: str, target: int) -> Ruling:
    """The dice of `battle_dice`, itemised."""
    steps: list[Modifier] = []
    dice = battle_dice(board, unit_id, target, steps)
    title = f"{board.name(unit_id)} against {HEXES[target]}"
    return Ruling(
        title, dice, 0, tuple(steps), cites.RESOLVING, detail={"range": DISTANCE[board.place[unit_id]][target]}
    )
