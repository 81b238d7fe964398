"""What a battle promises to either side: the terms of a value learnt from games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.players.evaluation import attack_worth
from wargame_battlecry.printed.game_board import SIDES
from wargame_battlecry.rules.battle_dice import targets
from wargame_core.maps.masks import bits
from wargame_lab.lookahead import read_value


def features(board: BattleBoard) -> dict[str, float]:
    """Terms for the first side, less those of the other: flags, strength left in each unit, cover, attacks at hand.

    Meant for the end of a turn.
    """
    first, second = (_terms(board, side) for side in SIDES)
    return {name: amount - second[name] for name, amount in first.items()}


def _terms(board: BattleBoard, side: str) -> dict[str, float]:
    """What a side has: flags (the last count most), cards, units (fewer figures are a flag soon given away), cover."""
    battle, flags = board.battle, board.flags(side)
    figures = {"infantry": 0, "cavalry": 0, "artillery": 0}
    units = ones = twos = cover = 0
    for space in bits(board.unit_mask[side]):
        unit = battle.units[board.unit_at[space]]
        left = board.figures[unit.id]
        figures[unit.kind.arm] += left
        units += 1
        ones, twos = ones + (left == 1), twos + (left == 2)
        cover += battle.tiles[space].protection
    threats, to_move = _threats(board, side), side == board.active
    return {
        "flags": flags / battle.flags,
        "last flags": 1 / max(1, battle.flags - flags),
        "cards": board.held[side],
        **figures,
        "units": units,
        "units of one": ones,
        "units of two": twos,
        "cover": cover,
        "attacks now": threats * to_move,
        "attacks later": threats * (not to_move),
    }


def _threats(board: BattleBoard, side: str) -> float:
    """The worth of a side's three best attacks, of different targets."""
    best: dict[int, float] = {}
    for space in bits(board.unit_mask[side]):
        piece = board.unit_at[space]
        for target in bits(targets(board, piece)):
            best[target] = max(best.get(target, 0.0), attack_worth(board, piece, target))
    return sum(sorted(best.values())[-3:])


win_probability: Final = read_value(Path(__file__).with_suffix(".toml"), features, SIDES[0])
"""The chance that a side wins."""
