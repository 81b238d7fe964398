"""What a position is worth to the heuristic player, in enemy figures: rules of thumb, no rules of the game."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb

from wargame_battlecry.board.actions import OFF, Build, ChoosePiece, Move, Retreat, RetreatGeneral
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, FOE, SPACE, WITHIN, entry_sides
from wargame_battlecry.printed.pieces import Objective, When, is_general, side_of
from wargame_battlecry.rules.battle_dice import SYMBOL, WAYS, battle_dice, letters_that_hit, targets
from wargame_core.maps.masks import bits

FLAG = 3.0
"""A flag, in figures."""
QUIET, FLAG_BY, PATIENCE = 8, 4.0, 10.0
"""Turns before the first flag is missed, turns in which each further one is expected, and turns of waiting after which
an approach is worth twice as much and danger counts half."""
MOST, REST = 0.5, 0.25
"""The parts of the worst blow, and of all blows, that the enemy is expected to strike."""
APPROACH = 0.18
"""The worth of a hex nearer to the enemy."""
NEXT = 0.2
"""The part of the best attack from a hex that counts for the next turn, when the unit need not move for it."""


def hit_faces(board: BattleBoard, unit: str) -> int:
    """The faces of a die that hit a unit at a distance."""
    return WAYS[SYMBOL[board.battle.units[unit].kind.arm]]


@cache
def blow(dice: int, faces: int, figures: int) -> float:
    """The worth of so many dice, ``faces`` of whose six hit, against a unit: figures, the flag, and flags rolled."""
    if dice <= 0:
        return 0.0
    chance, worth = faces / 6, 0.0
    for hits in range(dice + 1):
        p = comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)
        worth += p * (hits if hits < figures else figures + FLAG)
    return worth + 0.08 * dice


def attack_worth(board: BattleBoard, piece: str, target: int) -> float:
    """The worth of an attack as the board stands."""
    return dice_worth(board, piece, target, battle_dice(board, piece, target))


def dice_worth(board: BattleBoard, piece: str, target: int, dice: int) -> float:
    """The worth of an attack with so many dice."""
    defender = board.unit_at[target]
    if not defender:
        return FLAG * (1 - (5 / 6) ** dice)
    worth = blow(dice, hitting_faces(board, piece, target), board.figures[defender])
    return worth + 0.2 if board.general_at[target] else worth


def hitting_faces(board: BattleBoard, piece: str, target: int) -> int:
    """The faces of a die that hit the unit in a hex."""
    unit, melee = board.battle.units[piece], DISTANCE[board.place[piece]][target] == 1
    return sum(WAYS[letter] for letter in letters_that_hit(board, unit, board.unit_at[target], melee=melee))


def best_attack(board: BattleBoard, piece: str) -> float:
    """The worth of the best attack a unit has from where it stands."""
    return max((attack_worth(board, piece, target) for target in bits(targets(board, piece))), default=0.0)


def haste(board: BattleBoard) -> float:
    """How much more an approach is worth than at the start of a battle: 1, and more the longer no flag is captured."""
    flags = sum(board.captured.values())
    return 1 + max(0.0, board.turn - QUIET - FLAG_BY * flags) / PATIENCE


def danger(board: BattleBoard, piece: str) -> float:
    """What the enemy may do to a unit where it stands, when it orders about a third of what can reach it.

    The longer nothing happens the less of it counts, see `haste`.
    """
    here = board.place[piece]
    foe = FOE[side_of(piece)]
    if is_general(piece):
        near = (ADJACENT[here] & board.unit_mask[foe]).bit_count()
        return 0.0 if board.unit_at[here] else 1.0 + 1.5 * near
    faces, figures = hit_faces(board, piece), board.figures[piece]
    most = total = 0.0
    for space in bits(board.unit_mask[foe] & WITHIN[here][4]):
        enemy = board.unit_at[space]
        distance = DISTANCE[here][space]
        dice = battle_dice(board, enemy, here)
        if not dice and distance in (2, 4):
            dice = board.figures[enemy] // 2
        worth = blow(dice, faces + (distance == 1), figures)
        most, total = max(most, worth), total + worth
    return (MOST * most + REST * total) / haste(board)


def standing(board: BattleBoard, piece: str) -> float:
    """The worth of a unit's place: its ground, and the best attack from there when it need not move for it."""
    return ground_worth(board, piece) + NEXT * next_attack(board, piece)


def ground_worth(board: BattleBoard, piece: str) -> float:
    """The worth of the ground a unit stands on: what brings flags, and nearness to the enemy."""
    here, side = board.place[piece], side_of(piece)
    worth = objective_worth(board, side, here) if board.battle.objectives else 0.0
    wish = 3 if board.battle.units[piece].kind.arm == "artillery" else 2
    return worth - APPROACH * haste(board) * max(0, hexes_to(board.unit_mask[FOE[side]], here) - wish)


def objective_worth(board: BattleBoard, side: str, here: int) -> float:
    """The worth of a hex for the flags that it helps to win, or denies to the enemy."""
    worth = 0.0
    for objective in board.battle.objectives:
        if not any(group >> here & 1 for group in objective.groups) or _is_settled(board, objective):
            continue
        worth += 1.5 * objective.flags / len(objective.groups) if objective.side == side else 0.5
    return worth


@lru_cache(maxsize=8192)
def hexes_to(enemies: int, here: int) -> int:
    """How far the nearest enemy is; 8 hexes when none is within 6."""
    return next((distance for distance in range(1, 7) if WITHIN[here][distance] & enemies), 8)


def next_attack(board: BattleBoard, piece: str) -> float:
    """The worth of the best attack that a unit has from where it stands when it has not moved.

    The board must be a copy to try things on, as it is for a moment not what it was.
    """
    moved = board.moved.pop(piece, None)
    worth = best_attack(board, piece)
    if moved is not None:
        board.moved[piece] = moved
    return worth


def _is_settled(board: BattleBoard, objective: Objective) -> bool:
    """Whether flags that are captured for good are gone from the ground."""
    if objective.when is not When.CAPTURED:
        return False
    token = objective.token
    return any(rival.token == token and rival.id in board.objectives for rival in board.battle.objectives)


def general_move(board: BattleBoard, piece: str, offered: int) -> int | None:
    """Where an ordered general goes: to a unit without one that is near the front, if it is alone; else nowhere."""
    here, side = board.place[piece], side_of(piece)
    if board.unit_at[here]:
        return None
    with_units = offered & board.unit_mask[side]
    if with_units:
        return max(bits(with_units), key=lambda space: board.figures[board.unit_at[space]])
    mates = board.unit_mask[side]
    if not mates or not offered:
        return None
    return min(bits(offered), key=lambda space: min(DISTANCE[space][mate] for mate in bits(mates)))


def retreat_worth(board: BattleBoard, seat: str, action: Retreat) -> float:
    """Friends beside the hex, less enemies near it."""
    space = SPACE[action.to]
    return (ADJACENT[space] & board.unit_mask[seat]).bit_count() - (
        WITHIN[space][2] & board.unit_mask[FOE[seat]]
    ).bit_count()


def general_retreat_worth(board: BattleBoard, seat: str, action: RetreatGeneral) -> float:
    """A unit without a general is best, then a hex far from enemies; leaving the board is safe."""
    if action.to == OFF:
        return 0.2
    space = SPACE[action.to]
    if board.unit_at[space]:
        return 2.0
    return 0.5 - (WITHIN[space][2] & board.unit_mask[FOE[seat]]).bit_count()


def breakthrough_worth(board: BattleBoard, seat: str, action: Move) -> float:
    """What the further hex of a breakthrough gains; less than staying if it is nothing."""
    unit, trial = action.piece, board.copy()
    before = _prospect(trial, unit)
    trial.put_with(unit, SPACE[action.to], board.general_at[board.place[unit]])
    trial.moved[unit] = 1
    gain = _prospect(trial, unit) - before
    return gain if gain > 0.01 else -1.0


def _prospect(board: BattleBoard, unit: str) -> float:
    """The worth of a unit's best attack and of its place, less its danger."""
    return best_attack(board, unit) + standing(board, unit) - danger(board, unit)


def piece_worth(board: BattleBoard, seat: str, action: ChoosePiece) -> float:
    """For a Rally the weakest, for a Sharp Shooter anybody, for a Short Supply the enemy that does most harm."""
    piece = action.piece
    if is_general(piece):
        return 1.0
    if board.acting_card.effect == "rally":
        return best_attack(board, piece) - board.figures[piece]
    if side_of(piece) == seat:
        return danger(board, piece) - FLAG
    foes = WITHIN[board.place[piece]][3] & board.unit_mask[seat]
    return foes.bit_count() + board.figures[piece] / 4


def build_worth(board: BattleBoard, seat: str, action: Build) -> float:
    """The danger of the unit behind the work, if it faces an enemy."""
    space = SPACE[action.hex]
    unit = board.unit_at[space]
    facing = 0
    for enemy in bits(board.unit_mask[FOE[seat]] & WITHIN[space][4]):
        facing += bool(entry_sides(enemy, space) & action.sides)
    return 0.1 * facing + danger(board, unit) if facing else 0.0
