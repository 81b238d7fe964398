"""Fights: the chances of one, and what a march into enemies may lead to."""

from collections.abc import Iterator
from functools import lru_cache
from math import exp
from typing import NamedTuple

from attrs import frozen

from wargame_altar_of_freedom.board.actions import BATTLE, BattleCard
from wargame_altar_of_freedom.board.pieces import Contact, RetreatDie, Space, Token
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules import battle_cards
from wargame_altar_of_freedom.rules.contact import retreat_die, retreat_spaces
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_odds
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT

SLOPE, QUALITY, COVER = 0.7, 0.3, 0.8
"""How steeply the chance of a battle rises with a step of its hourly score, and the steps that a point of mean rating
and of cover count for. Fitted: benchmarks/notes/campaigns.md."""
DECISIVE = 1.5
"""Points that a tabletop battle brings who wins it beside those of the briefings."""
A_MOVE = 0.4
"""Points that a division's move is worth that a battle prevents by ending all movement of the turn."""
SCATTERED = 0.3
"""Points that an attack has to bring beyond standing still where it can be no battle: it shows and scatters."""
ON_THE_WAY = 0.5
"""The part of a division's weight that counts when it has to march to the battle."""


@frozen
class Encounter:
    """What both sides bring to a contact: brigades of the fighting divisions, divisions nearby, their Battle Cards.

    ``weight`` is the attacker's advantage in a tabletop battle, in steps of its hourly score; ``tempo`` are the points
    he gains by the end of all movement.
    """

    attacker_brigades: int
    defender_brigades: int
    nearby: tuple[int, int]
    attacker_cards: tuple[BattleCard, ...]
    defender_cards: tuple[BattleCard, ...]
    weight: float
    tempo: float = 0.0

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
    def of(situation: Situation, attacker: str, space: int | None = None) -> "Stakes":
        """What the briefings say of fights: of those for a space, or of any."""
        sides = attacker, situation.board.enemy(attacker)
        skirmish, battle = (
            tuple(situation.points_for(occasion, side, space) for side in sides)
            for occasion in (Occasion.SKIRMISH_WON, Occasion.BATTLE_WON)
        )
        return Stakes(skirmish, battle)


class Payoff(NamedTuple):
    """The points that two cards bring the attacker less the defender's, and the chance that he gets the space."""

    points: float
    chance: float


@lru_cache(maxsize=256)
def chance_in_skirmish(advantage: int) -> float:
    """The chance that an attacker wins a skirmish who has so many more brigades, bonuses included."""
    exact = skirmish_odds(max(advantage, 0), max(-advantage, 0))
    return float(exact.p(lambda score: score.winner is battle_cards.Role.ATTACKER))


def chance_in_battle(weight: float) -> float:
    """About how likely the attacker wins a tabletop battle with this advantage."""
    return 1 / (1 + exp(-SLOPE * max(-8.0, min(8.0, weight))))


def thrown_back(retreat: RetreatDie | None) -> float:
    """Points that a retreat of this die is estimated to cost: a tenth, and another for each space of it."""
    die = retreat_die(retreat or RetreatDie.D3)
    return (1 + sum(retreat_spaces(retreat or RetreatDie.D3, face) for face in die.faces) / len(die.faces)) / 10


def payoff(fight: Encounter, stakes: Stakes, attack: BattleCard, defence: BattleCard) -> Payoff:
    """What these two cards bring."""
    cards = battle_cards.BATTLE_RESULTS[defence, attack]
    if cards.outcome is battle_cards.CardOutcome.TABLETOP:
        chance, (won, lost) = chance_in_battle(fight.weight), stakes.battle
        points = chance * (won + DECISIVE) - (1 - chance) * (lost + DECISIVE)
        return Payoff(fight.tempo + points, chance)
    cost = thrown_back(cards.retreat)
    if cards.outcome is battle_cards.CardOutcome.RETREAT:
        return Payoff(cost, 1.0)
    attackers = fight.attacker_brigades + cards.bonus(battle_cards.Role.ATTACKER, fight.nearby[0])
    defenders = fight.defender_brigades + cards.bonus(battle_cards.Role.DEFENDER, fight.nearby[1])
    chance = chance_in_skirmish(attackers - defenders)
    points = chance * stakes.skirmish[0] - (1 - chance) * stakes.skirmish[1]
    if cards.retreats is battle_cards.Retreats.DEFENDER:
        return Payoff(points + cost, 1.0)
    return Payoff(points + (2 * chance - 1) * cost, chance)


def table_of(fight: Encounter, stakes: Stakes, ground: float = 0.0) -> list[list[float]]:
    """The payoffs in points, by attacker's card (row) and defender's card (column), when the space is worth so much."""
    rows = [
        [payoff(fight, stakes, attack, defence) for defence in fight.defender_cards] for attack in fight.attacker_cards
    ]
    return [[points + chance * ground for points, chance in row] for row in rows]


def maximin_row(table: list[list[float]]) -> int:
    """The row whose worst cell is best. With the printed points nobody gains by a mixture of cards."""
    return max(range(len(table)), key=lambda row: min(table[row]))


@lru_cache(maxsize=20_000)
def value(fight: Encounter, stakes: Stakes, ground: float = 0.0) -> float:
    """Expected points for the attacker when both play their cards well and the space is worth so much to him."""
    table = table_of(fight, stakes, ground)
    return min(table[maximin_row(table)])


# contacts


def battle_strength(situation: Situation, side: str, space: int, extra: str = "") -> tuple[float, float]:
    """Bases that a side can bring to a tabletop battle around a space, and their mean rating; ``extra`` is there."""
    reach, distance = situation.campaign.reinforcement_range, situation.map.distance
    bases = quality = 0.0
    for token_id, force_space, brigades, rating in situation.forces[side]:
        spaces_away = 0 if token_id == extra else distance(force_space, space)
        if spaces_away <= reach:
            coming = brigades * (1.0 if spaces_away <= 1 else ON_THE_WAY)
            bases += coming
            quality += coming * rating
    bases += situation.unattached_bases(side)
    return bases, quality / bases if bases else 0.0


def cover_at(situation: Situation, defender: str, space: int) -> float:
    """The steps of a battle's score that cover is worth to a side that is attacked in a space."""
    cover = 1.0 if situation.map.terrain[space] in ("woods", "town", "city") else 0.0
    for earthwork in situation.campaign.earthworks:
        if earthwork.side == defender and situation.map.distance(situation.campaign.space(earthwork.place), space) <= 1:
            cover = max(cover, float(earthwork.bonus))
    return COVER * cover


def fights_for(situation: Situation, attacker: Token, origin: int, space: int) -> Iterator[tuple[float, Encounter]]:
    """The fights that a march from a space into another may lead to, each with its chance."""
    contact_range, board = situation.campaign.contact_range, situation.board
    friends = situation.friends_within(space, contact_range)
    friends += not situation.map.within(space, contact_range) >> origin & 1
    defenders = [situation.brigades(token) for token in board.tokens_in(Space(space)) if token.side == situation.enemy]
    defending_brigades = round(max(defenders, default=situation.possible_pieces.brigades))
    for chance, enemies in situation.enemies_there(space, contact_range):
        contact = Contact(attacker.id, situation.side, Space(origin), Space(space), (), (friends, enemies))
        yield chance, encounter(situation, contact, round(situation.brigades(attacker)), defending_brigades)


def encounter(situation: Situation, contact: Contact, attackers: int, defenders: int) -> Encounter:
    """What a contact is fought with, by divisions of so many brigades."""
    may = [battle_cards.may_play_battle(situation.board, *nearby) for nearby in (contact.nearby, contact.nearby[::-1])]
    weight = tempo = 0.0
    if all(may):
        weight, tempo = battle_weight(situation, contact), battle_tempo(situation, contact.attacking_side)
    cards = battle_cards.cards_of(True, may[0]), battle_cards.cards_of(False, may[1])
    return Encounter(attackers, defenders, contact.nearby, *cards, weight, tempo)


def battle_weight(situation: Situation, contact: Contact) -> float:
    """The attacker's advantage in a tabletop battle, in steps of the hourly score; the defender has cover."""
    defending_side = situation.board.enemy(contact.attacking_side)
    bases, rating = battle_strength(situation, contact.attacking_side, contact.space, contact.attacker)
    defending_strength, their_rating = battle_strength(situation, defending_side, contact.space)
    cover = cover_at(situation, defending_side, contact.space)
    return (bases - defending_strength) / BASES_A_POINT + QUALITY * (rating - their_rating) - cover


def battle_tempo(situation: Situation, attacker: str) -> float:
    """Points by which the defender's corps that have yet to move are missed more than the attacker's."""
    board, worth_of_waiting = situation.board, dict[str, float]()
    for side in situation.campaign.seats:
        commands = situation.campaign.command_ids[side]
        to_move = [one for one in commands if one not in board.activated_commands and one != board.command]
        divisions = situation.own_divisions if side == situation.side else situation.enemy_divisions
        worth_of_waiting[side] = len(to_move) / len(commands) * sum(divisions.values())
    return A_MOVE * (worth_of_waiting[board.enemy(attacker)] - worth_of_waiting[attacker])
