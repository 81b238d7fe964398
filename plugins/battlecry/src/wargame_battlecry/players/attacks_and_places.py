"""What attacks and places are worth to a side as the board stands, in enemy figures: rules of thumb, no rules."""

from functools import cache, lru_cache
from math import comb
from typing import Final

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.players.weights import NORMAL, Weights
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, FOE, WITHIN
from wargame_battlecry.printed.pieces import is_general, side_of
from wargame_battlecry.rules.battle_dice import SYMBOL, WAYS, battle_dice, letters_that_hit, targets
from wargame_core.maps.masks import bits

HARDEST, REST = 0.5, 0.25
"""The parts of the worst blow, and of all blows, that the enemy is expected to strike."""
APPROACH = 0.18
"""The worth of a hex nearer to the enemy."""
FAR: Final = 5
"""Hexes from the enemy at which a unit of one figure is safe."""


def hit_faces(board: BattleBoard, unit: str) -> int:
    """The faces of a die that hit a unit at a distance."""
    return WAYS[SYMBOL[board.battle.units[unit].kind.arm]]


@cache
def blow_worth(
    dice: int, faces: int, figures: int, flag: float = NORMAL.flag, flag_rolled: float = NORMAL.flag_rolled
) -> float:
    """The worth of so many dice, ``faces`` of whose six hit, against a unit: figures, the flag, and flags rolled."""
    if dice <= 0:
        return 0.0
    chance, worth = faces / 6, 0.0
    for hits in range(dice + 1):
        p = comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)
        worth += p * (hits if hits < figures else figures + flag)
    return worth + flag_rolled * dice


def flag_worth(board: BattleBoard, side: str, weights: Weights, last_flag: float) -> float:
    """The worth of a flag to a side: ``last_flag`` is how much more the one that wins the battle is worth."""
    return weights.flag * (1 + last_flag / max(1, board.battle.flags - board.flags(side)))


def attack_worth(board: BattleBoard, piece: str, target: int, weights: Weights = NORMAL) -> float:
    """The worth of an attack as the board stands."""
    return dice_worth(board, piece, target, battle_dice(board, piece, target), weights)


def dice_worth(board: BattleBoard, piece: str, target: int, dice: int, weights: Weights) -> float:
    """The worth of an attack with so many dice."""
    defender, flag = board.unit_at[target], flag_worth(board, side_of(piece), weights, weights.last_flag)
    if not defender:
        return flag * (1 - (5 / 6) ** dice)
    faces = hitting_faces(board, piece, target)
    worth = blow_worth(dice, faces, board.figures[defender], flag, weights.flag_rolled)
    if board.battle.units[defender].kind.arm == "artillery":
        worth += weights.guns * dice
    return worth + 0.2 if board.general_at[target] else worth


def hitting_faces(board: BattleBoard, piece: str, target: int) -> int:
    """The faces of a die that hit the unit in a hex."""
    unit, melee = board.battle.units[piece], DISTANCE[board.place[piece]][target] == 1
    return sum(WAYS[letter] for letter in letters_that_hit(board, unit, board.unit_at[target], melee=melee))


def best_attack(board: BattleBoard, piece: str, weights: Weights = NORMAL) -> float:
    """The worth of the best attack a unit has from where it stands."""
    return max((attack_worth(board, piece, target, weights) for target in bits(targets(board, piece))), default=0.0)


def approach_factor(board: BattleBoard, weights: Weights) -> float:
    """How much more an approach is worth than at the start of a battle: 1, and more the longer no flag is captured."""
    flags = sum(board.captured_flags.values())
    return 1 + max(0.0, board.turn - weights.quiet - weights.flag_by * flags) / weights.patience


def danger(board: BattleBoard, piece: str, weights: Weights = NORMAL) -> float:
    """What the enemy may do to a unit where it stands, when it orders about a third of what can reach it.

    The longer nothing happens the less of it counts, see `haste`.
    """
    start = board.place[piece]
    foe = FOE[side_of(piece)]
    if is_general(piece):
        enemy_count = (ADJACENT[start] & board.unit_mask[foe]).bit_count()
        return 0.0 if board.unit_at[start] else 1.0 + 1.5 * enemy_count
    faces, figures = hit_faces(board, piece), board.figures[piece]
    largest_share = total = 0.0
    for space in bits(board.unit_mask[foe] & WITHIN[start][4]):
        enemy = board.unit_at[space]
        distance = DISTANCE[start][space]
        dice = battle_dice(board, enemy, start)
        if not dice and distance in (2, 4):
            dice = board.figures[enemy] // 2
        worth = blow_worth(dice, faces + (distance == 1), figures, weights.flag, weights.flag_rolled)
        largest_share, total = max(largest_share, worth), total + worth
    return (HARDEST * largest_share + REST * total) / approach_factor(board, weights)


def place_worth(board: BattleBoard, piece: str, weights: Weights = NORMAL) -> float:
    """The worth of a unit's place: its ground, and the best attack from there when it need not move for it."""
    return ground_worth(board, piece, weights) + weights.next_attack * next_attack(board, piece, weights)


def ground_worth(board: BattleBoard, piece: str, weights: Weights) -> float:
    """The worth of the ground a unit stands on: what brings flags, cover, and nearness to the enemy."""
    space, side, battle = board.place[piece], side_of(piece), board.battle
    hex_worth = objective_worth(board, side, space) if battle.objectives else 0.0
    wish = 3 if battle.units[piece].kind.arm == "artillery" else 2
    enemy_distance = hexes_to(board.unit_mask[FOE[side]], space)
    hex_worth += weights.cover * battle.tiles[space].protection
    if board.figures[piece] == 1:
        hex_worth -= weights.last_figure * max(0, FAR - enemy_distance)
    return hex_worth - APPROACH * approach_factor(board, weights) * max(0, enemy_distance - wish)


def objective_worth(board: BattleBoard, side: str, space: int) -> float:
    """The worth of a hex for the flags that it helps to win, or denies to the enemy."""
    hex_worth = 0.0
    for objective in board.battle.objectives:
        if not any(group >> space & 1 for group in objective.groups) or board.is_taken(objective):
            continue
        hex_worth += 1.5 * objective.flags / len(objective.groups) if objective.side == side else 0.5
    return hex_worth


@lru_cache(maxsize=8192)
def hexes_to(enemies: int, space: int) -> int:
    """How far the nearest enemy is; 8 hexes when none is within 6."""
    return next((distance for distance in range(1, 7) if WITHIN[space][distance] & enemies), 8)


def next_attack(board: BattleBoard, piece: str, weights: Weights) -> float:
    """The worth of the best attack that a unit has from where it stands when it has not moved.

    The board must be a copy to try things on, as it is for a moment not what it was.
    """
    hexes_moved = board.hexes_moved.pop(piece, None)
    worth = best_attack(board, piece, weights)
    if hexes_moved is not None:
        board.hexes_moved[piece] = hexes_moved
    return worth
