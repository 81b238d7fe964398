"""Moving one token with all that follows from it: pickets driven off, depots taken, contact and its outcome.

Source: GotW p.6-11 (AFI p.6-11). Rulings: decisions 0103-0105.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from wargame_altar_of_freedom.board.actions import EndMarch, Move, MoveNext, RailMove
from wargame_altar_of_freedom.board.battle_events import BattleChanged
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import ContactDecided, ContactEnded
from wargame_altar_of_freedom.board.contacts import Contact, RetreatDie, TabletopBattle
from wargame_altar_of_freedom.board.pieces import Depot, Space, Token
from wargame_altar_of_freedom.board.token_events import (
    MoveEnded,
    StaffDieRolled,
    TokenMoved,
    TokenRemoved,
    TokenTakenUp,
)
from wargame_altar_of_freedom.board.turn_events import DepotChange, DepotSetUp, MarchEnded
from wargame_altar_of_freedom.printed.conditions import Occasion
from wargame_altar_of_freedom.printed.vocabulary import PICKET
from wargame_altar_of_freedom.rules.award_conditions import ScoringOccasion
from wargame_altar_of_freedom.rules.battle_cards import (
    CardOutcome,
    Retreats,
    announce,
    battle_result,
    choose_defender,
    make_contact,
    play_battle_cards,
)
from wargame_altar_of_freedom.rules.fog_of_war import both_sides, own_side, reveal
from wargame_altar_of_freedom.rules.march_options import MarchChoices
from wargame_altar_of_freedom.rules.march_reach import TokenMarch
from wargame_altar_of_freedom.rules.minor_skirmishes import minor_skirmish
from wargame_altar_of_freedom.rules.movement_rates import allowances, staff_die_spaces
from wargame_altar_of_freedom.rules.raids import enter
from wargame_altar_of_freedom.rules.railroads import RailChoices, rail_effect, travel
from wargame_altar_of_freedom.rules.retreats import leave_if_empty, retreat
from wargame_altar_of_freedom.rules.scoring import score_at_once
from wargame_altar_of_freedom.rules.stacking import tokens_under
from wargame_core.authoring import D3, D6, ListedChoices, Procedure, Table
from wargame_core.dice import Die


def movable(board: CampaignBoard) -> list[Token]:
    """The tokens of the active corps that have not moved in this activation."""
    moved = board.moved
    return [token for token in tokens_under(board, board.command) if token.id not in moved]


def move_one_token(t: Table[CampaignBoard]) -> Procedure[None]:
    """The owner takes up a token of the corps (rolling its Staff Die, if any) and moves it; or ends the march.

    Source: GotW p.6 Movement Rates, p.7 How to Roll Staff Dice (AFI p.6-7).
    """
    board = t.board
    side = board.mover
    cite = board.cite("How to Roll Staff Dice")
    tokens = movable(board)
    choices = ListedChoices([*(MoveNext(token.id) for token in tokens), EndMarch()], cite=cite)
    chosen = yield from t.ask(side, choices, "Which token moves next?", cite)
    if isinstance(chosen, EndMarch):
        t.record(MarchEnded(side))
        return
    token = board.tokens[chosen.token]
    t.record(TokenTakenUp(token.id))
    die = None
    if token.id in board.allotted:
        label = f"Staff Die of {board.label(board.at[token.id])}"
        die = yield from t.roll(D6, label, cite, seen_by=own_side(board, side))
        t.record(StaffDieRolled(token.id, die, staff_die_spaces(board.campaign, die)))
    by_road, cross_country = allowances(board, token, die)
    march = TokenMarch(token, board.at[token.id], by_road, cross_country)
    going = True
    while going:
        going, march = yield from _one_leg(t, march)
    # Points come last: their dice are secret, and pickets driven off on the way ask the enemy for their retreat.
    for space in march.path:
        if token.id in board.at:
            yield from enter(t, token, space)
    t.record(MoveEnded(token.id))


def _one_leg(t: Table[CampaignBoard], march: TokenMarch) -> Procedure[tuple[bool, TokenMarch]]:
    """One Move of the token, up to its end or to what stops it; whether it may go on, and the march so far."""
    board = t.board
    token = march.token
    rail = rail_effect(board, token) if not march.path and token.id not in board.allotted else None
    choices = MarchChoices(board, march, token.side) if rail is None else RailChoices(board, march, token.side, rail)
    prompt = f"Where does {token.name} march?"
    chosen = yield from t.ask(token.side, choices, prompt, board.cite("Movement Rates"))
    if rail is not None and isinstance(chosen, RailMove):
        way = travel(t, token, chosen.path, rail)
        yield from arrive(t, token, way)
        return False, march
    if not isinstance(chosen, Move):
        return False, march
    return (yield from walk(t, march, chosen.path))


def walk(t: Table[CampaignBoard], march: TokenMarch, path: tuple[Space, ...]) -> Procedure[tuple[bool, TokenMarch]]:
    """Enter the spaces of a path one by one until an enemy is met; whether the token may go on afterwards."""
    board = t.board
    token = march.token
    roads = board.campaign.map.passage(True, None, board.closed_crossings(token.side))
    enemy = board.mask(board.enemy(token.side))
    here, on_road, entered = march.here, march.on_road, []
    met: Space | None = None
    for space in path:
        if enemy >> space & 1:
            met = space
            break
        on_road = on_road and roads.leads(here, space)
        entered.append(space)
        here = space
    if entered:
        t.record(TokenMoved(token.id, march.here, tuple(entered)))
        march = evolve(march, path=(*march.path, *entered), on_road=on_road)
        take_depots(t, token, tuple(entered))
    if met is None:
        return False, march
    entered_it = yield from meet_enemy(t, march, met)
    if not entered_it:
        return False, march
    march = evolve(march, path=(*march.path, met), on_road=on_road and roads.leads(here, met))
    left = max(march.by_road if march.on_road else 0, march.cross_country) - len(march.path)
    return left > 0, march


def arrive(t: Table[CampaignBoard], token: Token, entered: tuple[Space, ...]) -> Procedure[None]:
    """What entering spaces brings at once: captured depots and points for first entry.

    Source: GotW p.11 Capturing Supply Depots, p.15 Victory Points.
    """
    take_depots(t, token, entered)
    for space in entered:
        if token.id in t.board.at:
            yield from enter(t, token, space)


def take_depots(t: Table[CampaignBoard], token: Token, entered: tuple[Space, ...]) -> None:
    """A division captures the enemy depots in the spaces it enters. Source: GotW p.11 Capturing Supply Depots."""
    for space in entered if token.is_division else ():
        depot = t.board.depot_in(space)
        if depot is not None and depot.side != token.side:
            capture_depot(t, depot, token.side)


def capture_depot(t: Table[CampaignBoard], depot: Depot, side: str) -> None:
    """An unguarded depot changes hands; it is worth its captured value to the enemy and its own to its builder.

    Source: GotW p.11 Capturing Supply Depots (AFI p.11). Decision 0107.
    """
    worth = t.board.campaign.depots[depot.id].staff_dice
    value = worth.value if side == depot.builder else worth.captured
    t.record(DepotSetUp(evolve(depot, side=side, value=value), DepotChange.CAPTURED))


def meet_enemy(t: Table[CampaignBoard], march: TokenMarch, space: Space) -> Procedure[bool]:
    """A token is about to enter a space with enemies: returns whether it entered and may go on.

    Divisions in the space make a contact, which is dealt with in a step of its own.
    Source: GotW p.9 Contact is Made, p.11 Contact with Pickets.
    """
    board = t.board
    token = march.token
    enemies = tuple(other for other in board.tokens_in(space) if other.side != token.side)
    if not token.is_division:
        return False
    reveal(t, (token, *enemies))
    if any(other.is_division for other in enemies):
        if board.campaign.reference.fortresses.get(space, token.side) == token.side:
            announce(t, make_contact(board, token, march.here, space))
        return False
    for other in enemies:
        yield from drive_off(t, other, space, march.here)
    if board.mask(board.enemy(token.side)) >> space & 1:
        return False
    t.record(TokenMoved(token.id, board.at[token.id], (space,)))
    take_depots(t, token, (space,))
    return True


def drive_off(t: Table[CampaignBoard], other: Token, space: Space, attacker_at: Space | None = None) -> Procedure[None]:
    """A picket alone in the space retreats d3; a baggage train without an escort is taken.

    Source: GotW p.11 Contact with Pickets (AFI p.11).
    """
    board = t.board
    if other.kind == PICKET:
        spaces = yield from t.roll(
            D3, "the picket's retreat", board.cite("Contact with Pickets"), seen_by=both_sides(board)
        )
        yield from retreat(t, (other,), (space,), spaces, attacker_at=attacker_at)
    else:
        t.record(TokenRemoved(other.id, "taken by the enemy"))


def clear_space(t: Table[CampaignBoard], contact: Contact, die: Die) -> Procedure[None]:
    """The beaten defenders leave their space, all of them together with one roll, and pickets and trains with them.

    Where no division is left to retreat, pickets are driven off and trains taken. Source: GotW p.11 Retreating from
    Battle, AFI p.7 Logistical Limitations. Decisions 0105, 0113.
    """
    board, space = t.board, contact.space
    group = tuple(token for token in board.tokens_in(space) if token.side != contact.attacking_side)
    if any(token.is_division for token in group):
        spaces = yield from t.roll(
            die, "the defender's retreat", board.cite("Retreating from Battle"), seen_by=both_sides(board)
        )
        yield from retreat(t, group, (space,), spaces, attacker_at=contact.origin)
    elif contact.attacker in board.at:
        for token in group:
            yield from drive_off(t, token, space, contact.origin)


def resolve_contact(t: Table[CampaignBoard]) -> Procedure[None]:
    """Battle Cards are played for a space and lead to a tabletop battle, a skirmish or a retreat.

    Source: GotW p.9-11 Battle Cards to Retreating from Battle (AFI p.9-11). Rulings: decisions 0104, 0105.
    """
    board = t.board
    contact = board.open_contact
    attacker, space = board.tokens[contact.attacker], contact.space
    attack_card, defence_card = yield from play_battle_cards(t, contact)
    result = battle_result(defence_card, attack_card)
    defending = board.enemy(attacker.side)
    match result.outcome:
        case CardOutcome.TABLETOP:
            t.record(BattleChanged(TabletopBattle(contact), f"A pitched battle begins at {board.label(space)}."))
            t.record(ContactEnded())
        case CardOutcome.RETREAT:
            t.record(ContactDecided(defending, result.retreat or RetreatDie.NONE))
        case CardOutcome.SKIRMISH:
            defender = yield from choose_defender(t, contact)
            winner = yield from minor_skirmish(t, contact, defender, result)
            leave_if_empty(t, defender)
            leave_if_empty(t, attacker)
            beaten = board.enemy(winner) if result.retreats is Retreats.LOSER else defending
            t.record(ContactDecided(beaten, result.retreat or RetreatDie.NONE))
            yield from score_at_once(t, ScoringOccasion(winner, space=space), Occasion.SKIRMISH_WON)
        case _:
            assert_never(result.outcome)


def retreat_from_contact(t: Table[CampaignBoard]) -> Procedure[None]:
    """The beaten side retreats; an attacker who has won enters the space.

    This is a step of its own because the dice for points, rolled before it, are secret.
    Source: GotW p.11 Retreating from Battle (AFI p.11). Decision 0105.
    """
    board = t.board
    contact = board.open_contact
    attacker, space = board.tokens[contact.attacker], contact.space
    die = D3 if contact.retreat == RetreatDie.D3 else D6
    if contact.beaten == attacker.side:
        if attacker.id in board.at:
            spaces = yield from t.roll(
                die, "the attacker's retreat", board.cite("Retreating from Battle"), seen_by=both_sides(board)
            )
            yield from retreat(t, (attacker,), (space,), spaces)
    else:
        yield from clear_space(t, contact, die)
        if attacker.id in board.at and not board.mask(contact.beaten) >> space & 1:
            t.record(TokenMoved(attacker.id, contact.origin, (space,)))
            yield from arrive(t, attacker, (space,))
    t.record(ContactEnded())
