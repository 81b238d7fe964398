"""Fights: the chances of one, what a march into enemies may lead to, which Battle Card to play, who may attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp
from typing import NamedTuple, cast

from attrs import frozen

from wargame_altar_of_freedom.board.actions import BATTLE, BattleCard, PlayBattleCard
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Contact, RetreatDie, Space, Token
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.players.weights import NORMAL, Weights
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules import battle_cards
from wargame_altar_of_freedom.rules.contact import retreat_die, retreat_spaces
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_brigades, skirmish_odds
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT
from wargame_core.flow.choices import Choices

FALLING_BACK, PER_SPACE = 1, 1
"""Tenths of a point that a retreat is estimated to cost, and each space of it."""


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

    skirmish: tuple[float, ...]
    battle: tuple[float, ...]

    @staticmethod
    def of(situation: Situation, attacker: str, space: int | None = None) -> Stakes:
        """What the briefings say of fights: of those for a space, or of any."""
        sides = attacker, situation.board.enemy(attacker)
        skirmish, battle = (
            tuple(situation.points_for(occasion, side, space) for side in sides)
            for occasion in (Occasion.SKIRMISH_WON, Occasion.BATTLE_WON)
        )
        return Stakes(skirmish, battle)


class Payoff(NamedTuple):
    """What two cards bring the attacker, less what they bring the defender, before it is known what the place is worth.

    With a ``chance`` the attacker wins the place, and ``won`` and ``more`` points beside it; ``sure`` and ``lost`` are
    expected either way.
    """

    sure: float
    chance: float
    won: float
    more: float
    lost: float


Payoffs = tuple[tuple[Payoff, ...], ...]
"""What the cards bring, by attacker's card (row) and defender's card (column)."""


@lru_cache(maxsize=256)
def chance_in_skirmish(advantage: int) -> float:
    """The chance that an attacker wins a skirmish who has so many more brigades, bonuses included."""
    exact = skirmish_odds(max(advantage, 0), max(-advantage, 0))
    return float(exact.p(lambda score: score.winner is battle_cards.Role.ATTACKER))


class Odds:
    """Chances worked out so far, for one player and its weights."""

    def __init__(self, weights: Weights = NORMAL) -> None:
        self._weights = weights
        self._attacks: dict[tuple[object, ...], Attacks] = {}
        self._values: dict[tuple[object, ...], Values] = {}
        self._retreats: dict[RetreatDie | None, float] = {}

    def battle(self, weight: float) -> float:
        """About how likely the attacker wins a tabletop battle with this advantage."""
        return 1 / (1 + exp(-self._weights.battle_slope * max(-8.0, min(8.0, weight))))

    def thrown_back(self, retreat: RetreatDie | None) -> float:
        """Points that a retreat of this die is estimated to cost."""
        cost = self._retreats.get(retreat)
        if cost is None:
            die_of_retreat = retreat or RetreatDie.D3
            faces = retreat_die(die_of_retreat).faces
            mean = sum(retreat_spaces(die_of_retreat, face) for face in faces) / len(faces)
            cost = self._retreats[retreat] = (FALLING_BACK + PER_SPACE * mean) / 10
        return cost

    def payoff(self, fight: Encounter, stakes: Stakes, attack: BattleCard, defence: BattleCard) -> Payoff:
        """What these two cards bring the attacker, less what they bring the defender."""
        cards = battle_cards.BATTLE_RESULTS[defence, attack]
        if cards.outcome is battle_cards.CardOutcome.TABLETOP:
            chance = self.battle(fight.weight)
            lost_points = (1 - chance) * (stakes.battle[1] + self._weights.lost_more)
            return Payoff(fight.tempo, chance, stakes.battle[0], self._weights.won_more, lost_points)
        thrown_back = self.thrown_back(cards.retreat)
        if cards.outcome is battle_cards.CardOutcome.RETREAT:
            return Payoff(0.0, 1.0, thrown_back, 0.0, 0.0)
        attackers = fight.attacker_brigades + cards.bonus(battle_cards.Role.ATTACKER, fight.nearby[0])
        advantage = attackers - fight.defender_brigades - cards.bonus(battle_cards.Role.DEFENDER, fight.nearby[1])
        chance = chance_in_skirmish(advantage)
        points = chance * stakes.skirmish[0] - (1 - chance) * stakes.skirmish[1]
        if cards.retreats is battle_cards.Retreats.DEFENDER:
            return Payoff(points, 1.0, thrown_back, 0.0, 0.0)
        return Payoff(points, chance, thrown_back, 0.0, (1 - chance) * thrown_back)

    def payoffs(self, fight: Encounter, stakes: Stakes) -> Payoffs:
        """The payoffs by attacker's card (row) and defender's card (column), whatever ground is at stake."""
        return tuple(
            [
                tuple([self.payoff(fight, stakes, attack, defence) for defence in fight.defender_cards])
                for attack in fight.attacker_cards
            ]
        )

    def table(self, fight: Encounter, stakes: Stakes) -> list[list[float]]:
        """The payoffs in points, by attacker's card (row) and defender's card (column)."""
        return points_of(self.payoffs(fight, stakes), fight.ground, fight.post)

    def values(self, fight: Encounter, stakes: Stakes) -> Values:
        """The value of a fight by what the ground is worth; the same for fights that are alike, and kept for them."""
        if fight.may_be_battle:  # no two weigh the same
            return Values(self.payoffs(fight, stakes))
        cards = fight.attacker_cards, fight.defender_cards
        key = (fight.attacker_brigades, fight.defender_brigades, fight.nearby, cards, stakes)
        values = self._values.get(key)
        if values is None:
            values = self._values[key] = Values(self.payoffs(fight, stakes))
        return values

    def attacks(self, board: CampaignBoard, stakes: Stakes) -> Attacks:
        """The attacks of a side that has such stakes."""
        key = board.campaign.divisions_for_battle, board.options["battle_card"], stakes
        attacks = self._attacks.get(key)
        if attacks is None:
            attacks = self._attacks[key] = Attacks(self, board, stakes)
        return attacks

    def value(self, fight: Encounter, stakes: Stakes) -> float:
        """Expected points for the attacker when both play their cards well."""
        return value_of(self.table(fight, stakes))


class Values(dict[float, float]):
    """What a fight is worth to the attacker by what the ground is worth, when both play their cards well."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs

    def __missing__(self, ground: float) -> float:
        value = self[ground] = value_of(points_of(self._payoffs, ground))
        return value


class Attacks(dict[tuple[int, int, float, float, float], float]):
    """What attacks bring with no ground at stake, by the divisions near, the brigades that fight, and the weight.

    The attacker's divisions are first, and his brigades. The weight is rounded to a tenth.
    """

    def __init__(self, odds: Odds, board: CampaignBoard, stakes: Stakes) -> None:
        self._odds, self._board, self._stakes = odds, board, stakes

    def __missing__(self, numbers: tuple[int, int, float, float, float]) -> float:
        enemies, friends, enemy_brigades, brigades, weight = numbers
        may = [
            battle_cards.may_play_battle(self._board, *division_counts)
            for division_counts in ((enemies, friends), (friends, enemies))
        ]
        cards = battle_cards.cards_of(True, may[0]), battle_cards.cards_of(False, may[1])
        nearby = max(enemies, 1), max(friends, 1)
        fight = Encounter(max(1, round(enemy_brigades)), round(brigades), nearby, *cards, weight)
        value = self[numbers] = self._odds.value(fight, self._stakes)
        return value


def points_of(payoffs: Payoffs, ground: float, post: float = 0.0) -> list[list[float]]:
    """The payoffs in points, when the ground is worth so much to the attacker and the post to the defender."""
    return [
        [
            sure + chance * (won_points + ground + post + later_points) - lost_points
            for sure, chance, won_points, later_points, lost_points in row
        ]
        for row in payoffs
    ]


def value_of(table: Sequence[Sequence[float]]) -> float:
    """What a table of points is worth to who chooses the row, when both choose well."""
    worst = list(map(min, table))
    best = max(worst)
    if len(worst) == 1:
        return best
    for column in zip(*table, strict=True):
        if max(column) <= best:  # one card each is enough: neither gains by another
            return best
    return sum(
        p * q * cell
        for p, row in zip(best_mix(table), table, strict=True)
        for q, cell in zip(best_mix(_transposed(table)), row, strict=True)
    )


def _transposed(table: Sequence[Sequence[float]]) -> list[list[float]]:
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
            first_row, second_row = table[first], table[second]
            for first_column in range(len(first_row)):
                for second_column in range(first_column):
                    rise, fall = (
                        first_row[first_column] - first_row[second_column],
                        second_row[second_column] - second_row[first_column],
                    )
                    if not rise * fall > 0:
                        continue
                    share = fall / (rise + fall)
                    worst = min(share * a + (1 - share) * b for a, b in zip(first_row, second_row, strict=True))
                    if worst > best + 1e-9:
                        best = worst
                        mix = [share if row == first else 1 - share if row == second else 0.0 for row in rows]
    return mix


# contacts


def battle_strength(situation: Situation, side: str, space: int, extra: str = "") -> tuple[float, float]:
    """Bases that a side can bring to a tabletop battle around a space, and their mean rating; ``extra`` is there."""
    on_the_way, reach, distance = (
        situation.weights.on_the_way,
        situation.campaign.reinforcement_range,
        situation.map.distance,
    )
    strength = situation.strength(side)
    bases = quality = 0.0
    for token_id, where, likely, brigades, ratings in strength.tokens:
        spaces_away = 0 if token_id == extra else distance(where, space)
        if spaces_away <= reach:
            weight = 1.0 if spaces_away <= 1 else on_the_way
            if likely is None:
                bases += weight * brigades
                quality += weight * ratings
            else:
                coming = weight * likely * brigades
                bases += coming
                quality += coming * ratings
    bases += strength.unattached
    return bases, quality / bases if bases else 0.0


def cover_at(situation: Situation, defender: str, space: int) -> float:
    """The points of cover that a side would have that is attacked in a space."""
    cover = 1.0 if situation.map.terrain[space] in ("woods", "town", "city") else 0.0
    for works in situation.campaign.earthworks:
        if works.side == defender and situation.map.distance(situation.campaign.space(works.place), space) <= 1:
            cover = max(cover, float(works.bonus))
    return cover


@frozen(eq=False)
class Defence:
    """What the enemy has around a space in which he is seen, for all who may march into it.

    ``chances`` are those of numbers of divisions: two where face-down tokens may or may not give him enough for the
    Battle Card. ``strength`` is what he can bring to a battle, as `battle_strength`, and ``cover`` what it adds.
    """

    space: int
    brigades: int
    chances: tuple[tuple[float, int], ...]
    strength: tuple[float, float]
    cover: float

    @staticmethod
    def of(situation: Situation, space: int) -> Defence:
        """What the enemy has there now."""
        defenders = [token for token in situation.board.tokens_in(space) if token.side == situation.enemy]
        brigades = max([situation.brigades(token) for token in defenders], default=situation.unknown.brigades)
        return Defence(
            space,
            round(brigades),
            tuple(situation.enemies_there(space, situation.campaign.contact_range)),
            battle_strength(situation, situation.enemy, space),
            situation.weights.cover * cover_at(situation, situation.enemy, space),
        )

    def friends(self, situation: Situation, origin: int) -> int:
        """The attacker's divisions nearby when one of them comes from so far."""
        space, contact_range = self.space, situation.campaign.contact_range
        return situation.friends_within(space, contact_range) + (
            0 if situation.map.within(space, contact_range) >> origin & 1 else 1
        )

    def fights(
        self, situation: Situation, attacker: Token, origin: int, friends: int
    ) -> Iterator[tuple[float, Encounter]]:
        """The fights that a march into the space may lead to, each with its chance, with no ground at stake."""
        for chance, enemies in self.chances:
            contact = Contact(attacker.id, situation.side, Space(origin), Space(self.space), (), (friends, enemies))
            yield chance, _fight(situation, contact, round(situation.brigades(attacker)), self.brigades, self)


def _fight(
    situation: Situation,
    contact: Contact,
    attackers: int,
    defenders: int,
    defence: Defence | None = None,
    ground: float = 0.0,
    post: float = 0.0,
) -> Encounter:
    may = [battle_cards.may_play_battle(situation.board, *nearby) for nearby in (contact.nearby, contact.nearby[::-1])]
    weight = tempo = 0.0
    if all(may):
        weight, tempo = battle_weight(situation, contact, defence), battle_tempo(situation, contact)
    cards = battle_cards.cards_of(True, may[0]), battle_cards.cards_of(False, may[1])
    return Encounter(attackers, defenders, contact.nearby, *cards, weight, tempo, ground, post)


def battle_weight(situation: Situation, contact: Contact, defence: Defence | None = None) -> float:
    """The attacker's advantage in a tabletop battle, in steps of the hourly score; the defender has cover."""
    bases, rating = battle_strength(situation, contact.attacking_side, contact.space, contact.attacker)
    if defence is not None:
        (against, their_rating), cover = defence.strength, defence.cover
    else:
        defending_side = situation.board.enemy(contact.attacking_side)
        against, their_rating = battle_strength(situation, defending_side, contact.space)
        cover = situation.weights.cover * cover_at(situation, defending_side, contact.space)
    return (bases - against) / BASES_A_POINT + situation.weights.quality * (rating - their_rating) - cover


def battle_tempo(situation: Situation, contact: Contact) -> float:
    """Points by which the defender's corps that have yet to move are missed more than the attacker's."""
    board = situation.board
    waiting_divisions = {}
    for side in situation.campaign.seats:
        commands = situation.campaign.command_ids[side]
        waiting = [
            command for command in commands if command not in board.activated_commands and command != board.command
        ]
        divisions = situation.own_divisions if side == situation.side else situation.enemy_divisions
        waiting_divisions[side] = len(waiting) / len(commands) * sum(divisions.values())
    attacker = contact.attacking_side
    return situation.weights.a_move * (waiting_divisions[board.enemy(attacker)] - waiting_divisions[attacker])


def card_to_play(situation: Situation, plan: Plan, odds: Odds, choices: Choices, luck: float) -> PlayBattleCard:
    """The Battle Card by the odds of all pairs of cards; where several are to be mixed, ``luck`` (0 to 1) decides."""
    board: CampaignBoard = situation.board
    contact = board.open_contact
    attacking = contact.attacking_side == situation.side
    attacker = board.tokens[contact.attacker]
    defenders = [board.tokens[token_id] for token_id in contact.defenders]
    best = max(_brigades(situation, token) for token in defenders)
    ground = post = 0.0
    if attacking:
        own_tokens = situation.others(attacker)
        ground = plan.prize(situation, attacker, contact.space, own_tokens) - plan.prize(
            situation, attacker, contact.origin, own_tokens
        )
    else:
        post = max(plan.prize(situation, token, contact.space, situation.others(token)) for token in defenders)
    fight = _fight(situation, contact, _brigades(situation, attacker), best, ground=ground, post=post)
    table = odds.table(fight, Stakes.of(situation, contact.attacking_side, contact.space))
    names = fight.attacker_cards if attacking else fight.defender_cards
    if not attacking:
        table = _transposed(table)
    chances = zip(names, accumulate(best_mix(table)), strict=True)
    card = PlayBattleCard(next((name for name, cumulative_chance in chances if luck < cumulative_chance), names[-1]))
    return card if card in choices else cast(PlayBattleCard, next(iter(choices)))


def _brigades(situation: Situation, token: Token) -> int:
    return skirmish_brigades(situation.board, token) if token.kind else round(situation.unknown.brigades)
