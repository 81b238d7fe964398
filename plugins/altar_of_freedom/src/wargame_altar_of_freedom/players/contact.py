"""Contacts: what a fight would look like, and the Battle Card to play in one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from wargame_altar_of_freedom.board.battle_actions import PlayBattleCard
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import Contact
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.players.odds import Encounter, Odds, Stakes, best_mix, cards_of
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.rules.battle_cards import may_play_battle
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_brigades
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT
from wargame_core.flow.choices import Choices

A_MOVE = 0.4
"""Points that a division's move is estimated to be worth."""
ON_THE_WAY = 0.5
"""The part of a division's weight that counts when it has to march to the battle.

Fitted: benchmarks/notes/campaigns.md.
"""
QUALITY, COVER = 0.3, 0.8
"""What a point of mean rating and a point of cover count for beside the weight.

Fitted: benchmarks/notes/campaigns.md.
"""


def battle_strength(now: Situation, side: str, space: int, extra: Token | None = None) -> tuple[float, float]:
    """Bases that a side can bring to a tabletop battle around a space, and their mean rating."""
    board, units = now.board, now.campaign.oob.units
    bases = quality = 0.0
    for token_id, where in board.at.items():
        token = board.tokens[token_id]
        if token.side != side:
            continue
        away = 0 if extra is not None and token_id == extra.id else now.map.distance(where, space)
        if away > now.campaign.reinforcement_range:
            continue
        weight = 1.0 if away <= 1 else ON_THE_WAY
        if token.kind:
            there = board.brigades(token)
            bases += weight * len(there)
            quality += weight * sum(units[unit].rating for unit in there)
        else:
            likely = weight * now.division_chance(token) * now.unknown.brigades
            bases += likely
            quality += likely * now.unknown.rating
    for group in now.campaign.unattached:
        if group.side == side:
            bases += sum(1 for unit in group.units if unit.id not in board.broken and unit.id not in board.lost)
    return bases, quality / bases if bases else 0.0


def battle_weight(now: Situation, contact: Contact) -> float:
    """The attacker's advantage in a tabletop battle, in steps of the hourly score; the defender has cover."""
    attacker = now.board.tokens[contact.attacker]
    other = now.board.enemy(contact.attacking_side)
    bases, rating = battle_strength(now, contact.attacking_side, contact.space, attacker)
    against, their_rating = battle_strength(now, other, contact.space)
    cover = COVER * cover_at(now, other, contact.space)
    return (bases - against) / BASES_A_POINT + QUALITY * (rating - their_rating) - cover


def cover_at(now: Situation, defender: str, space: int) -> float:
    """The points of cover that a side would have that is attacked in a space."""
    cover = 1.0 if now.map.terrain[space] in ("woods", "town", "city") else 0.0
    for works in now.campaign.earthworks:
        if works.side == defender and now.map.distance(now.campaign.space(works.place), space) <= 1:
            cover = max(cover, float(works.bonus))
    return cover


def expected_fights(
    now: Situation, attacker: Token, origin: int, space: int, ground: float
) -> Iterator[tuple[float, Encounter]]:
    """The fights that marching into a space may lead to, each with its chance.

    There are two where face-down tokens may or may not give the defender divisions enough for the Battle Card.
    """
    board, near = now.board, now.campaign.contact_range
    defenders = [token for token in board.tokens_in(space) if token.side == now.enemy]
    brigades = max((now.brigades(token) for token in defenders), default=now.unknown.brigades)
    friends = now.friends_within(space, near) + (0 if now.near(space, near) >> origin & 1 else 1)
    for chance, enemies in now.enemies_there(space, near):
        contact = Contact(attacker.id, now.side, Space(origin), Space(space), (), (friends, enemies))
        yield chance, _fight(now, contact, round(now.brigades(attacker)), round(brigades), ground, 0.0)


def _fight(now: Situation, contact: Contact, attackers: int, defenders: int, ground: float, post: float) -> Encounter:
    may = [may_play_battle(now.board, contact, attacking) for attacking in (True, False)]
    weight, tempo = (battle_weight(now, contact), battle_tempo(now, contact)) if all(may) else (0.0, 0.0)
    cards = cards_of(may[0], True), cards_of(may[1], False)
    return Encounter(attackers, defenders, contact.nearby, *cards, weight, tempo, ground, post)


def battle_tempo(now: Situation, contact: Contact) -> float:
    """Points by which the defender's corps that have yet to move are missed more than the attacker's."""
    board, reference = now.board, now.campaign.reference
    left = {}
    for side in now.campaign.seats:
        commands = reference.commands[side]
        share = sum(1 for command in commands if command not in board.activated and command != board.command) / len(
            commands
        )
        divisions = now.own_divisions if side == now.side else now.enemy_divisions
        left[side] = share * sum(divisions.values())
    attacker = contact.attacking_side
    return A_MOVE * (left[board.enemy(attacker)] - left[attacker])


def card_to_play(now: Situation, plan: Plan, odds: Odds, choices: Choices, luck: float) -> PlayBattleCard:
    """The Battle Card by the odds of all pairs of cards; where several are to be mixed, ``luck`` (0 to 1) decides."""
    board: CampaignBoard = now.board
    contact = board.open_contact
    attacking = contact.attacking_side == now.side
    attacker = board.tokens[contact.attacker]
    defenders = [board.tokens[token_id] for token_id in contact.defenders]
    best = max(_brigades(now, token) for token in defenders)
    ground = post = 0.0
    if attacking:
        ground = plan.prize(now, attacker, contact.space) - plan.prize(now, attacker, contact.origin)
    else:
        post = max(plan.prize(now, token, contact.space) for token in defenders)
    fight = _fight(now, contact, _brigades(now, attacker), best, ground, post)
    table = odds.table(fight, Stakes.of(now, contact.attacking_side))
    names = fight.attacker_cards if attacking else fight.defender_cards
    if not attacking:
        table = [[-row[column] for row in table] for column in range(len(names))]
    chances = accumulate(best_mix(table))
    card = PlayBattleCard(
        next((name for name, reached in zip(names, chances, strict=True) if luck < reached), names[-1])
    )
    return card if card in choices else next(iter(choices))


def _brigades(now: Situation, token: Token) -> int:
    return skirmish_brigades(now.board, token) if token.kind else round(now.unknown.brigades)
