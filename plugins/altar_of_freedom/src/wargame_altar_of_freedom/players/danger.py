"""Danger: which enemies may come to a space, and what attacks by them are expected to cost whoever stands there."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS
from wargame_altar_of_freedom.players.fights import Encounter, Stakes, cover_at, value
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.lines import INFANTRY
from wargame_altar_of_freedom.rules import battle_cards
from wargame_altar_of_freedom.rules.movement import roads_only
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT

LEAST_FEARED_DIVISIONS = 0.1
"""Fewer divisions that may come than this frighten nobody."""
BY_DIE, STRIDE = (1.0, 0.5, 0.2), 2
"""How likely an enemy comes who needs nothing of his Staff Die, up to so many spaces of it, and up to twice as many."""


@frozen
class Threat:
    """An enemy token that may come: the spaces it reaches (masks, nearest first), each with how likely a division does.

    ``soon`` is how much of its answer is still to come, ``brigades`` what it attacks with.
    """

    rings: tuple[tuple[int, float], ...]
    soon: float
    brigades: float


class LikelyAttackers(NamedTuple):
    """The enemy divisions that may come to a space: their expected number, and who they are (bits).

    ``soon`` is how much of their answer is to come, ``brigades`` what the largest has.
    """

    number: float
    soon: float
    brigades: float
    who: int


class Threats:
    """The enemies who may attack, as one side sees them before its tokens march. It serves until one of them moves."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._stakes = Stakes.of(situation, situation.enemy)
        self._coming: dict[int, LikelyAttackers] = {}
        self._costs: dict[tuple[int, float, int], float] = {}

    @cached_property
    def threats(self) -> list[Threat]:
        """The enemy's tokens that may be divisions."""
        situation, board = self.situation, self.situation.board
        threats = []
        for token_id, space in board.at.items():
            enemy = board.tokens[token_id]
            likely = situation.division_chance(enemy) if enemy.side == situation.enemy else 0.0
            if likely <= 0.0:
                continue
            kind = enemy.kind if enemy.kind in DIVISIONS else INFANTRY
            base, off_road = situation.campaign.base_move[kind], True
            if situation.moves_left if not enemy.command else enemy.command not in board.activated_commands:
                base, off_road = situation.base_move(evolve(enemy, kind=kind)), not roads_only(board, enemy.side)
            masks = situation.fields.reach_masks(
                board, situation.enemy, space, base, STRIDE, len(BY_DIE), off_road=off_road
            )
            rings = tuple([(mask, likely * chance) for mask, chance in zip(masks, BY_DIE, strict=True)])
            threats.append(Threat(rings, situation.answer_of(enemy), situation.brigades(enemy)))
        return threats

    @cached_property
    def spaces(self) -> int:
        """Mask of the spaces to which any of them may come."""
        mask = 0
        for threat in self.threats:
            mask |= threat.rings[-1][0]
        return mask

    def attackers_of(self, space: int) -> LikelyAttackers:
        """Which divisions may come to a space."""
        coming = self._coming.get(space)
        if coming is None:
            number = soon = brigades = 0.0
            attackers_mask = 0
            for bit, threat in enumerate(self.threats):
                likely = next((likely for mask, likely in threat.rings if mask >> space & 1), 0.0)
                if not likely:
                    continue
                attackers_mask |= 1 << bit
                number += likely
                soon += likely * threat.soon
                if likely > LEAST_FEARED_DIVISIONS:
                    brigades = max(brigades, threat.brigades)
            coming = self._coming[space] = LikelyAttackers(
                number, soon / number if number else 0.0, brigades, attackers_mask
            )
        return coming

    def share(self, spaces: Sequence[int]) -> float:
        """The part of the attacks on divisions in such spaces for which there are enemies: each comes but once."""
        coming = [self.attackers_of(space) for space in spaces if self.spaces >> space & 1]
        who = ways = 0
        for one in coming:
            who, ways = who | one.who, ways + one.who.bit_count()
        wanted_number = sum([min(1.0, one.number) for one in coming])
        return (
            min(1.0, who.bit_count() / ways * sum([one.number for one in coming]) / wanted_number)
            if wanted_number
            else 1.0
        )

    def cost(self, space: int, brigades: float, friends: int) -> float:
        """Points that attacks on a division of so many brigades in a space, with so many friends near, cost it."""
        key = space, brigades, friends
        cost = self._costs.get(key)
        if cost is None:
            cost = self._costs[key] = self._cost(space, brigades, friends + 1)
        return cost

    def _cost(self, space: int, brigades: float, defenders: int) -> float:
        number, soon, largest, _ = self.attackers_of(space)
        if number < LEAST_FEARED_DIVISIONS:
            return 0.0
        attackers = int(number)
        part = number - attackers
        gains = [
            (chance, self._attack(space, enemies, largest, defenders, brigades))
            for enemies, chance in ((attackers, 1 - part), (attackers + 1, part))
            if chance
        ]
        return soon * min(1.0, number) * sum([chance * max(0.0, gain) for chance, gain in gains])

    def _attack(self, space: int, enemies: int, largest: float, defenders: int, brigades: float) -> float:
        """What an attack brings so many enemies."""
        board = self.situation.board
        may = [
            battle_cards.may_play_battle(board, *numbers) for numbers in ((enemies, defenders), (defenders, enemies))
        ]
        weight = 0.0
        if all(may):
            cover = cover_at(self.situation, self.situation.side, space)
            weight = round((enemies * largest - defenders * brigades) / BASES_A_POINT - cover, 1)
        cards = battle_cards.cards_of(True, may[0]), battle_cards.cards_of(False, may[1])
        nearby = max(enemies, 1), max(defenders, 1)
        return value(Encounter(max(1, round(largest)), round(brigades), nearby, *cards, weight), self._stakes)
