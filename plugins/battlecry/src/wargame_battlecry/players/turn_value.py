"""What a turn is worth as a whole: the attacks it makes, where its units stand after it, and the enemy's best answer.

In enemy figures, like everything in `evaluation`. The enemy answers with few orders, so many units in reach of it are
hardly worse off than one: that is why units should come into reach together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import comb
from operator import mul
from typing import Final

from attrs import define, field, frozen

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.players.evaluation import (
    NEXT,
    blow,
    dice_worth,
    ground_worth,
    hit_faces,
    hitting_faces,
    next_attack,
)
from wargame_battlecry.printed.game_board import DISTANCE, WITHIN
from wargame_battlecry.rules.battle_dice import battle_dice
from wargame_battlecry.rules.targets import targets
from wargame_core.maps.masks import bits

ANSWER: tuple[float, ...] = (1.5, 1.25, 1.0, 0.75, 0.5, 0.4, 0.25, 0.25)
"""What the blows of the enemy's units count, the worst first. They stand for the turns after the next as well."""
CHARGE = 0.8
"""The part of a blow after a move that counts: the move may be barred or the unit wanted elsewhere."""
REACH: Final = 5
"""Hexes beyond which no unit does any harm next turn."""


@cache
def losses(dice: int, faces: int, figures: int) -> float:
    """The share of a unit that so many dice are expected to take, ``faces`` of whose six hit."""
    chance = faces / 6
    return sum(
        comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) * min(hits, figures) / figures
        for hits in range(1, dice + 1)
    )


@frozen(order=True)
class PlannedAttack:
    """An attack by its worth; ``enemy`` is the number of the unit attacked (-1: a lone general)."""

    worth: float
    enemy: int
    share: float
    """The share of the enemy that it is expected to take."""
    target: int = -1
    """The hex attacked; -1 for no attack."""


NO_ATTACK: Final = PlannedAttack(0.0, -1, 0.0)


@frozen
class Stand:
    """A unit on a hex at the end of its move: its best attack, the enemies' blows at it, the worth of the place."""

    space: int
    blows: tuple[float, ...]
    attack: PlannedAttack
    place_worth: float


@define
class Enemies:
    """The enemy's units as a turn finds them, and what each can do next turn to a unit on any hex."""

    board: BattleBoard
    side: str
    units: list[str] = field(init=False)
    _numbers: dict[int, int] = field(init=False)
    _blows: dict[tuple[int, int, int], tuple[float, ...]] = field(factory=dict)
    _dice: dict[tuple[int, int], int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        spaces = list(bits(self.board.unit_mask[self.side]))
        self.units = [self.board.unit_at[space] for space in spaces]
        self._numbers = {space: number for number, space in enumerate(spaces)}

    def blows(self, piece: str) -> tuple[float, ...]:
        """What each enemy may do next turn to a unit where it stands now."""
        board = self.board
        here, faces, figures = board.place[piece], hit_faces(board, piece), board.figures[piece]
        key = (here, faces, figures)
        if key not in self._blows:
            worths = [0.0] * len(self.units)
            for space in bits(board.unit_mask[self.side] & WITHIN[here][REACH]):
                number = self._numbers[space]
                worths[number] = self._strike(number, here, faces, figures)
            self._blows[key] = tuple(worths)
        return self._blows[key]

    def _strike(self, number: int, here: int, faces: int, figures: int) -> float:
        """The worth of the blow that an enemy may strike next turn at a unit on a hex: from where it stands, or moving.

        ``faces`` of a die hit the unit at a distance.
        """
        board, enemy = self.board, self.units[number]
        distance = DISTANCE[board.place[enemy]][here]
        arm, strength = board.battle.units[enemy].kind.arm, board.figures[enemy]
        if arm == "cavalry" and 2 <= distance <= 4:
            return CHARGE * blow(strength, faces + 1, figures)
        if arm == "infantry" and distance == 4:
            return blow(strength // 2, faces, figures)
        dice = self._dice.get((number, here))
        if dice is None:
            dice = self._dice[number, here] = battle_dice(board, enemy, here)
        worth = blow(dice, faces + (distance == 1), figures)
        if arm == "infantry" and distance == 2:
            return max(worth, CHARGE * blow(dice, faces + 1, figures))
        return worth

    def stand(self, piece: str) -> Stand:
        """What a unit's place is good for, where it stands on the board now."""
        board = self.board
        here = board.place[piece]
        worth = ground_worth(board, piece)
        attack, far = NO_ATTACK, board.battle.units[piece].kind.range + 1
        if (board.unit_mask[self.side] | board.general_mask[self.side]) & WITHIN[here][far]:
            attack = max(self._attacks(piece), default=NO_ATTACK)
            if piece in board.moved and not attack.worth:
                worth += NEXT * next_attack(board, piece)
            worth += NEXT * attack.worth
        return Stand(here, self.blows(piece), attack, worth)

    def _attacks(self, piece: str) -> Iterator[PlannedAttack]:
        """The attacks of a unit from where it stands now."""
        board = self.board
        for target in bits(targets(board, piece)):
            dice, enemy = battle_dice(board, piece, target), board.unit_at[target]
            worth = dice_worth(board, piece, target, dice)
            if enemy:
                share = losses(dice, hitting_faces(board, piece, target), board.figures[enemy])
                yield PlannedAttack(worth, self._numbers[target], share, target)
            else:
                yield PlannedAttack(worth, -1, 0.0, target)


def answer(worst: Iterable[float], left: Iterable[float]) -> float:
    """What the enemy is expected to do in its turn, by the worst blow of each of its units and what is left of each."""
    ranked = sorted(map(mul, worst, left), reverse=True)
    expected: float = sum(map(mul, ANSWER, ranked))
    return expected
