"""The chances of a fight, and which Battle Card to play when both sides choose in secret."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from attrs import frozen

from wargame_altar_of_freedom.board.battle_actions import BATTLE, RETREAT, SKIRMISH, BattleCard
from wargame_altar_of_freedom.board.contacts import RetreatDie
from wargame_altar_of_freedom.players.situation import Situation, points_for
from wargame_altar_of_freedom.rules.battle_cards import CardOutcome, Retreats, Role, battle_result
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_odds

THROWN_BACK = {RetreatDie.D3: 0.3, RetreatDie.D6: 0.45}
"""Points that a retreat is estimated to cost."""
BATTLE_SLOPE = 0.7
"""How steeply the chance to win a quick battle is taken to rise with a step of its hourly score.

Fitted: benchmarks/notes/campaigns.md.
"""


@frozen
class Encounter:
    """What both sides bring to a contact: brigades of the fighting divisions, divisions nearby, their Battle Cards.

    ``weight`` is the attacker's advantage in a tabletop battle, in steps of its hourly score; ``tempo`` are the points
    he gains by the end of all movement. ``ground`` is what the space is worth to him, ``post`` to the defender.
    """

    attacker_brigades: int
    defender_brigades: int
    nearby: tuple[int, int]
    attacker_cards: tuple[BattleCard, ...]
    defender_cards: tuple[BattleCard, ...]
    weight: float
    tempo: float = 0.0
    ground: float = 0.0
    post: float = 0.0

    @property
    def may_be_battle(self) -> bool:
        """Whether both sides may play the Battle Card."""
        return BATTLE in self.attacker_cards and BATTLE in self.defender_cards


@frozen
class Stakes:
    """Points for a won skirmish and a won battle: the attacker's and the defender's."""

    skirmish: tuple[float, float]
    battle: tuple[float, float]

    @staticmethod
    def of(now: Situation, attacker: str) -> Stakes:
        """What the briefings say."""
        sides = (attacker, now.board.enemy(attacker))
        skirmish, battle = (
            tuple(points_for(now.campaign, condition, side) for side in sides)
            for condition in ("skirmish_won", "battle_won")
        )
        return Stakes((skirmish[0], skirmish[1]), (battle[0], battle[1]))


class Odds:
    """Chances worked out so far, for one player."""

    def __init__(self) -> None:
        self._skirmish: dict[int, float] = {}
        self._attacks: dict[tuple[object, ...], float] = {}

    def skirmish(self, advantage: int) -> float:
        """The chance that an attacker wins who has so many more brigades, bonuses included."""
        chance = self._skirmish.get(advantage)
        if chance is None:
            exact = skirmish_odds(max(advantage, 0), max(-advantage, 0))
            chance = self._skirmish[advantage] = float(exact.p(lambda score: score.winner is Role.ATTACKER))
        return chance

    @staticmethod
    def battle(weight: float) -> float:
        """About how likely the attacker wins a tabletop battle with this advantage."""
        return 1 / (1 + exp(-BATTLE_SLOPE * max(-8.0, min(8.0, weight))))

    def payoff(self, fight: Encounter, stakes: Stakes, attack: BattleCard, defence: BattleCard) -> float:
        """Expected points for the attacker, less those for the defender, when these two cards are played."""
        cards = battle_result(defence, attack)
        if cards.outcome is CardOutcome.TABLETOP:
            chance = self.battle(fight.weight)
            won = stakes.battle[0] + fight.ground + fight.post + 1.5
            return fight.tempo + chance * won - (1 - chance) * (stakes.battle[1] + 1.5)
        given_up = THROWN_BACK[cards.retreat or RetreatDie.D3] + fight.ground + fight.post
        if cards.outcome is CardOutcome.RETREAT:
            return given_up
        bonus = {Role.ATTACKER: fight.nearby[0] - 1, Role.DEFENDER: 1 - fight.nearby[1], None: 0}[cards.bonus_side]
        advantage = fight.attacker_brigades - fight.defender_brigades + bonus * cards.bonus_per_division
        chance = self.skirmish(advantage)
        points = chance * stakes.skirmish[0] - (1 - chance) * stakes.skirmish[1]
        if cards.retreats is Retreats.DEFENDER:
            return points + given_up
        return points + chance * given_up - (1 - chance) * THROWN_BACK[cards.retreat or RetreatDie.D3]

    def table(self, fight: Encounter, stakes: Stakes) -> list[list[float]]:
        """The payoffs by attacker's card (row) and defender's card (column)."""
        return [
            [self.payoff(fight, stakes, attack, defence) for defence in fight.defender_cards]
            for attack in fight.attacker_cards
        ]

    def attack(
        self,
        brigades: tuple[int, int],
        nearby: tuple[int, int],
        may_battle: tuple[bool, bool],
        weight: float,
        stakes: Stakes,
    ) -> float:
        """The value of an attack with no ground at stake, kept for who asks again; the attacker's numbers are first."""
        key = (brigades, nearby, may_battle, round(weight, 1), stakes.skirmish, stakes.battle)
        value = self._attacks.get(key)
        if value is None:
            cards = cards_of(may_battle[0], True), cards_of(may_battle[1], False)
            fight = Encounter(*brigades, nearby, *cards, round(weight, 1))
            value = self._attacks[key] = self.value(fight, stakes)
        return value

    def value(self, fight: Encounter, stakes: Stakes) -> float:
        """Expected points for the attacker when both play their cards well."""
        table = self.table(fight, stakes)
        return sum(
            p * q * cell
            for p, row in zip(best_mix(table), table, strict=True)
            for q, cell in zip(best_mix(_turned(table)), row, strict=True)
        )


def cards_of(may_battle: bool, attacking: bool) -> tuple[BattleCard, ...]:
    """The Battle Cards of a side."""
    cards = (SKIRMISH,) if attacking else (SKIRMISH, RETREAT)
    return (BATTLE, *cards) if may_battle else cards


def _turned(table: Sequence[Sequence[float]]) -> list[list[float]]:
    """The same table from the other side."""
    return [[-row[column] for row in table] for column in range(len(table[0]))]


def best_mix(table: Sequence[Sequence[float]]) -> list[float]:
    """How often to choose each row, so that the worst that can follow is as good as can be.

    With two rows or two columns one row, or two in the right proportion, are enough: all are tried.

    >>> best_mix([[2, 0], [0, 6]])
    [0.75, 0.25]
    """
    rows = range(len(table))
    best, mix = max((min(table[row]), [float(row == row_played) for row_played in rows]) for row in rows)
    for first in rows:
        for second in range(first):
            above, below = table[first], table[second]
            for left in range(len(above)):
                for right in range(left):
                    rise, fall = above[left] - above[right], below[right] - below[left]
                    if not rise * fall > 0:
                        continue
                    share = fall / (rise + fall)
                    worst = min(share * a + (1 - share) * b for a, b in zip(above, below, strict=True))
                    if worst > best + 1e-9:
                        best = worst
                        mix = [share if row == first else 1 - share if row == second else 0.0 for row in rows]
    return mix
