"""Contact: a division meets enemies; Battle Cards decide how it goes on, and the beaten side retreats.

Source: GotW p.9 Contact is Made, p.9-11 Battle Cards to Retreating from Battle, p.11 Contact with Pickets (AFI p.9-11).
Readings: Contact and skirmish, Retreats.
"""

from typing import assert_never

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BattleChanged, ContactDecided, ContactEnded, ContactMade
from wargame_altar_of_freedom.board.pieces import Contact, RetreatDie, Space, TabletopBattle, Token, ids
from wargame_altar_of_freedom.board.turn_events import TokenMoved, TokenRemoved
from wargame_altar_of_freedom.printed.lines import PICKET, Occasion
from wargame_altar_of_freedom.rules import battle_cards
from wargame_altar_of_freedom.rules.arrivals import arrive, take_depots
from wargame_altar_of_freedom.rules.fog_of_war import both_sides, reveal
from wargame_altar_of_freedom.rules.minor_skirmishes import minor_skirmish
from wargame_altar_of_freedom.rules.movement import TokenMarch
from wargame_altar_of_freedom.rules.retreats import leave_if_empty, retreat
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, score_at_once
from wargame_altar_of_freedom.rules.tabletop.battlefield import returns_to_fortress
from wargame_core.authoring import D3, D6, Die, Procedure, Table


def meet_enemy(table: Table[CampaignBoard], march: TokenMarch, space: Space) -> Procedure[bool]:
    """A token is about to enter a space with enemies: returns whether it entered and may go on.

    Divisions in the space make a contact, which is dealt with in a step of its own.
    Source: GotW p.9 Contact is Made, p.11 Contact with Pickets.
    """
    board = table.board
    token = march.token
    enemies = tuple(other_token for other_token in board.tokens_in(space) if other_token.side != token.side)
    if not token.is_division:
        return False
    reveal(table, (token, *enemies))
    if any(other_token.is_division for other_token in enemies):
        if board.campaign.fortresses.get(space, token.side) == token.side:
            table.record(ContactMade(make_contact(board, token, march.position, space)))
        return False
    for enemy_token in enemies:
        yield from drive_off(table, enemy_token, space, march.position)
    if board.mask(board.enemy(token.side)) >> space & 1:
        return False
    table.record(TokenMoved(token.id, board.at[token.id], (space,)))
    take_depots(table, token, (space,))
    return True


def make_contact(board: CampaignBoard, attacker: Token, origin: Space, space: Space) -> Contact:
    """The contact of a division with the enemy divisions in a space; nearby divisions counted for both sides.

    The contacting division counts from the space it comes from. Source: GotW p.9 Contact is Made.
    Readings: Divisions near a contact.
    """
    campaign = board.campaign
    enemy = board.enemy(attacker.side)
    defenders = [token for token in board.tokens_in(space) if token.side == enemy and token.is_division]
    contact_range = campaign.contact_range
    counts = tuple(board.divisions_within(side, space, contact_range) for side in (attacker.side, enemy))
    return Contact(attacker.id, attacker.side, origin, space, ids(defenders), (counts[0], counts[1]))


def resolve_contact(table: Table[CampaignBoard]) -> Procedure[None]:
    """Battle Cards are played for a space and lead to a tabletop battle, a skirmish or a retreat.

    Source: GotW p.9-11 Battle Cards to Retreating from Battle (AFI p.9-11). Readings: Contact and skirmish, Retreats.
    """
    board = table.board
    contact = board.open_contact
    attacker, space = board.tokens[contact.attacker], contact.space
    attack_card, defence_card = yield from battle_cards.play_battle_cards(table, contact)
    result = battle_cards.battle_result(defence_card, attack_card)
    defending_side = board.enemy(attacker.side)
    match result.outcome:
        case battle_cards.CardOutcome.TABLETOP:
            table.record(BattleChanged(TabletopBattle(contact), f"A pitched battle begins at {board.label(space)}."))
            table.record(ContactEnded())
        case battle_cards.CardOutcome.RETREAT:
            table.record(ContactDecided(defending_side, result.retreat or RetreatDie.NONE))
        case battle_cards.CardOutcome.SKIRMISH:
            defender = yield from battle_cards.choose_defender(table, contact)
            winner = yield from minor_skirmish(table, contact, defender, result)
            leave_if_empty(table, defender)
            leave_if_empty(table, attacker)
            beaten_side = board.enemy(winner) if result.retreats is battle_cards.Retreats.LOSER else defending_side
            table.record(ContactDecided(beaten_side, result.retreat or RetreatDie.NONE))
            yield from score_at_once(table, ScoringOccasion(winner, space=space), Occasion.SKIRMISH_WON)
        case _:
            assert_never(result.outcome)


def retreat_from_contact(table: Table[CampaignBoard]) -> Procedure[None]:
    """The beaten side retreats; an attacker who has won enters the space.

    This is a step of its own because the dice for points, rolled before it, are secret.
    An attacker who came out of his fortress goes back into it. Source: GotW p.11 Retreating from Battle (AFI p.11).
    Readings: Beaten attackers, Battle against Retreat, Fortress of Vicksburg.
    """
    board = table.board
    contact = board.open_contact
    attacker, space = board.tokens[contact.attacker], contact.space
    back_into = ""
    if contact.beaten == attacker.side:
        if attacker.id in board.at and returns_to_fortress(board, attacker):
            back_into = board.label(board.at[attacker.id])
        elif attacker.id in board.at:
            spaces = yield from _roll_retreat(table, contact, "the attacker's retreat")
            yield from retreat(table, (attacker,), (space,), spaces)
    else:
        yield from clear_space(table, contact)
        if attacker.id in board.at and not board.mask(contact.beaten) >> space & 1:
            table.record(TokenMoved(attacker.id, contact.origin, (space,)))
            yield from arrive(table, attacker, (space,), contact.origin)
    table.record(ContactEnded(back_into))


def retreat_die(retreat: RetreatDie) -> Die:
    """The die that the Battle Results Table prints. Source: GotW p.10 Battle Results Table (AFI p.10)."""
    return D3 if retreat is RetreatDie.D3 else D6


def retreat_spaces(retreat: RetreatDie, face: int) -> int:
    """How many spaces a beaten side goes back for a face of its die; players reckon with it as well."""
    return face


def _roll_retreat(table: Table[CampaignBoard], contact: Contact, retreating_side: str) -> Procedure[int]:
    cite, seen_by = table.board.cite("Retreating from Battle"), both_sides(table.board)
    face = yield from table.roll(retreat_die(contact.retreat), retreating_side, cite, seen_by=seen_by)
    return retreat_spaces(contact.retreat, face)


def clear_space(table: Table[CampaignBoard], contact: Contact) -> Procedure[None]:
    """The beaten defenders leave their space, all of them together with one roll, and pickets and trains with them.

    Where no division is left to retreat, pickets are driven off and trains taken. Source: GotW p.11 Retreating from
    Battle, AFI p.7 Logistical Limitations. Readings: Stacks in retreat, Trains taken.
    """
    board, space = table.board, contact.space
    beaten_tokens = [token for token in board.tokens_in(space) if token.side != contact.attacking_side]
    group = tuple(sorted(beaten_tokens, key=lambda token: not token.is_division))  # whom the others go with first
    if any(token.is_division for token in group):
        spaces = yield from _roll_retreat(table, contact, "the defender's retreat")
        yield from retreat(table, group, (space,), spaces, attacker_at=contact.origin)
    elif contact.attacker in board.at:
        for token in group:
            yield from drive_off(table, token, space, contact.origin)


def drive_off(
    table: Table[CampaignBoard], driven_token: Token, space: Space, attacker_at: Space | None = None
) -> Procedure[None]:
    """A picket alone in the space retreats d3; a baggage train without an escort is taken.

    Source: GotW p.11 Contact with Pickets (AFI p.11).
    """
    board = table.board
    if driven_token.kind == PICKET:
        spaces = yield from table.roll(
            D3, "the picket's retreat", board.cite("Contact with Pickets"), seen_by=both_sides(board)
        )
        yield from retreat(table, (driven_token,), (space,), spaces, attacker_at=attacker_at)
    else:
        table.record(TokenRemoved(driven_token.id, "taken by the enemy"))
