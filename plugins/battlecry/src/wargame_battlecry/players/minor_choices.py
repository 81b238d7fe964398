"""What the choices of a battle and of some cards are worth: retreats, ground, generals, fieldworks. In figures."""

from __future__ import annotations

from wargame_battlecry.board.actions import OFF, Build, ChoosePiece, Move, Retreat, RetreatGeneral, TakeGround
from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.evaluation import FLAG, best_attack, danger, potential, standing
from wargame_battlecry.printed.command_cards import CardEffect
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, SPACE, WITHIN, entry_sides
from wargame_battlecry.printed.sides import FOE
from wargame_core.maps.masks import bits


def general_move(board: BattleBoard, piece: str, offered: int) -> int | None:
    """Where an ordered general goes: to a unit without one that is near the front, if it is alone; else nowhere."""
    here, side = board.place[piece], board.side_of(piece)
    if board.unit_at[here]:
        return None
    with_units = offered & board.unit_mask[side]
    if with_units:
        return max(bits(with_units), key=lambda space: board.figures[board.unit_at[space]])
    mates = board.unit_mask[side]
    if not mates or not offered:
        return None
    return min(bits(offered), key=lambda space: min(DISTANCE[space][mate] for mate in bits(mates)))


def _worth_at(board: BattleBoard, unit: str, space: int) -> float:
    """The worth of a unit's place if it stood elsewhere."""
    here = board.place[unit]
    board.put(unit, space)
    worth = standing(board, unit) - danger(board, unit)
    board.put(unit, here)
    return worth


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


def take_ground_worth(board: BattleBoard, seat: str, action: TakeGround) -> float:
    """What the ground won is worth more than the ground left."""
    if not action.enter:
        return 0.0
    return _worth_at(board, action.unit, SPACE[action.to]) - standing(board, action.unit) + danger(board, action.unit)


def breakthrough_worth(board: BattleBoard, seat: str, action: Move) -> float:
    """What the further hex of a breakthrough gains."""
    piece = action.piece
    worth, to = potential(board, piece, 1 << SPACE[action.to], 1)
    return worth - best_attack(board, piece) if to != board.place[piece] else -1.0


def piece_worth(board: BattleBoard, seat: str, action: ChoosePiece) -> float:
    """For a Rally the weakest, for a Sharp Shooter anybody, for a Short Supply the enemy that does most harm."""
    piece = action.piece
    if is_general(piece):
        return 1.0
    if board.plays(CardEffect.RALLY):
        return best_attack(board, piece) - board.figures[piece]
    if board.side_of(piece) == seat:
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
