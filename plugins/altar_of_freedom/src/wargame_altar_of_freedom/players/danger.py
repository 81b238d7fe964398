"""What standing in a space may cost: who of the enemy can come, with how many, and what his attack would bring him."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS, Token
from wargame_altar_of_freedom.players.contact import COVER, cover_at
from wargame_altar_of_freedom.players.odds import Odds, Stakes
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.vocabulary import INFANTRY
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT

DANGER = 1.3
"""How likely an enemy who can come is estimated to attack when the odds are his."""
BY_DIE = (1.0, 0.5, 0.2)
"""How likely an enemy comes who needs nothing of his Staff Die, up to `STRIDE` of it, and up to twice as much."""
STRIDE = 2
"""Spaces of a Staff Die from one of these chances to the next."""
REPEATED = 0.3
"""The part of an attack that each further enemy who can come, up to three, is estimated to add."""
FOLLOWING = 0.6
"""What a friend counts for who is bound for the same place and has yet to come near."""


@frozen
class Threat:
    """An enemy token that may come: the spaces it reaches (masks, nearest first), each with how likely a division does.

    ``widest`` is the last of these masks, ``soon`` how much of its answer is still to come, ``brigades`` what it
    attacks with.
    """

    rings: tuple[tuple[int, float], ...]
    widest: int
    soon: float
    brigades: float


class Threats:
    """The enemies who may attack, as one side sees them before one of its tokens marches."""

    def __init__(self, now: Situation, plan: Plan, odds: Odds, token: Token) -> None:
        self.now, self.plan, self.odds, self.token = now, plan, odds, token
        self.stakes = Stakes.of(now, now.enemy)
        self.own = now.brigades(token)
        self._attacks: dict[tuple[int, int, float], float] = {}

    @cached_property
    def threats(self) -> list[Threat]:
        """The enemy's tokens that may be divisions."""
        now, board = self.now, self.now.board
        seen = []
        for token_id, space in board.at.items():
            enemy = board.tokens[token_id]
            if enemy.side != now.enemy:
                continue
            likely = now.division_chance(enemy)
            if likely <= 0.0:
                continue
            kind = enemy.kind if enemy.kind in DIVISIONS else INFANTRY
            base = now.campaign.base_move[kind]
            masks = now.fields.reached(board, now.enemy, space, base, STRIDE, len(BY_DIE))
            rings = tuple((mask, likely * chance) for mask, chance in zip(masks, BY_DIE, strict=True))
            seen.append(Threat(rings, masks[-1], now.answer_of(enemy), now.brigades(enemy)))
        return seen

    def near(self, space: int) -> tuple[float, float, float]:
        """Divisions that may come to a space, how much of their answer is to come, and the brigades of the largest."""
        number = soon = most = 0.0
        bit = 1 << space
        for threat in self.threats:
            if not threat.widest & bit:
                continue
            weight = 0.0
            for mask, likely in threat.rings:
                if mask & bit:
                    weight = likely
                    break
            number += weight
            soon += weight * threat.soon
            if weight > 0.1 and threat.brigades > most:
                most = threat.brigades
        return number, soon / number if number else 0.0, most

    @cached_property
    def following(self) -> list[int]:
        """Where friends stand who are bound for the same goal as the token, and have yet to move."""
        now, board, plan = self.now, self.now.board, self.plan
        order = plan.orders.get(self.token.id)
        if order is None:
            return []
        return [
            board.at[friend.id]
            for friend in now.own
            if friend.id != self.token.id
            and friend.is_division
            and (friend.command == board.command or friend.command not in board.activated)
            and (other := plan.orders.get(friend.id)) is not None
            and other.goal is order.goal
        ]

    def friends(self, space: int) -> float:
        """Friends who stand or will soon stand within reach of the token's space, itself left out."""
        now = self.now
        near = now.near(space, now.campaign.contact_range)
        here = now.board.at[self.token.id]
        count = now.friends_within(space, now.campaign.contact_range) - (near >> here & 1) * self.token.is_division
        wide = now.near(space, now.reach + now.campaign.contact_range)
        coming = sum(1 for where in self.following if wide >> where & 1 and not near >> where & 1)
        return count + FOLLOWING * coming

    def cost(self, space: int) -> float:
        """Points that attacks on the token in a space are expected to bring the enemy."""
        number, soon, most = self.near(space)
        if number < 0.1:
            return 0.0
        friends = self.friends(space)
        value = 0.0
        for enemies, chance in _around(number):
            for others, share in _around(friends + 1):
                value += chance * share * max(0.0, self._attack(space, enemies, others, most))
        attacks = min(1.0, number) * (1 + REPEATED * max(0.0, min(number, 4) - 1))
        return DANGER * soon * attacks * value

    def _attack(self, space: int, enemies: int, ours: int, brigades: float) -> float:
        needed = self.now.campaign.divisions_for_battle
        if enemies >= needed and ours >= needed:
            weight = (enemies * brigades - ours * self.own) / BASES_A_POINT
            return self._worth(enemies, ours, brigades, weight - COVER * cover_at(self.now, self.now.side, space))
        key = (enemies, ours, brigades)
        worth = self._attacks.get(key)
        if worth is None:
            worth = self._attacks[key] = self._worth(enemies, ours, brigades, 0.0)
        return worth

    def _worth(self, enemies: int, ours: int, brigades: float, weight: float) -> float:
        needed, alone = self.now.campaign.divisions_for_battle, self.now.board.options["battle_card"] == "own"
        attack = enemies >= needed and (alone or ours >= needed)
        defend = ours >= needed and (alone or enemies >= needed)
        numbers = (max(1, round(brigades)), round(self.own)), (max(enemies, 1), max(ours, 1))
        return self.odds.attack(*numbers, (attack, defend), weight, self.stakes)


def _around(number: float) -> list[tuple[int, float]]:
    """The whole numbers below and above, with weights whose mean is the number."""
    below = int(number)
    part = number - below
    if part < 0.05:
        return [(below, 1.0)]
    return [(below, 1 - part), (below + 1, part)]
