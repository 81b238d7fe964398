"""What lies hidden, and what a seat sees of the fields of the board that hide something. Readings: Fog of war.

In what a seat gets the enemy's tokens stand in the order of their numbers: the order in which they got them would tell
what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Protocol, TypeVar

from wargame_altar_of_freedom.board.contacts import Contact, TabletopBattle
from wargame_altar_of_freedom.board.pieces import Award, Space, Token
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.vocabulary import CommandId
from wargame_core.authoring import Visible
from wargame_core.flow.events import Child, Outcome
from wargame_core.maps.masks import bits, mask_of

V = TypeVar("V")


class Fog(StrEnum):
    """What lies hidden: faces, with a referee positions too, or nothing. Source: GotW p.5 Fog of War (AFI p.5)."""

    FACE_DOWN = "face_down"
    REFEREE = "referee"
    OPEN = "open"


class Watched(Protocol):
    """What must be known of a board to say what a seat sees of it."""

    campaign: Campaign
    fog: Fog
    command: CommandId
    outcome: Outcome | None
    tokens: dict[str, Token]
    at: dict[str, Space]
    marched: dict[str, str]
    battle: TabletopBattle | None
    child: Child | None

    def mask(self, side: str) -> int:
        """Mask of the spaces with a token of this side."""

    def knows(self, seat: str, token: Token) -> bool:
        """Whether a seat knows the face of a token."""

    def sees(self, seat: str, space: int) -> bool:
        """Whether a seat knows that something stands in a space."""


def _in_order(values: Mapping[str, V], board: Watched, seat: str, seen: Iterable[str]) -> dict[str, V]:
    """What is seen: the seat's own as they are, then the others by number."""
    tokens = board.tokens
    shown = {token_id: value for token_id, value in values.items() if tokens[token_id].side == seat}
    for token_id in sorted(token_id for token_id in seen if tokens[token_id].side != seat):
        shown[token_id] = values[token_id]
    return shown


def _seen_tokens(tokens: dict[str, Token], board: Watched, seat: str) -> dict[str, Token]:
    shown: dict[str, Token] = {}
    at, hidden, held = board.at, board.fog is Fog.REFEREE, _held_back_in_a_game(board, seat)
    for token_id, token in tokens.items():
        if token.side == seat or token_id in held or board.knows(seat, token):
            shown[token_id] = token
        elif token_id in at and (not hidden or board.sees(seat, at[token_id])):
            shown[token_id] = token.turned_down()
    return _in_order(shown, board, seat, shown)


def _seen_places(at: dict[str, Space], board: Watched, seat: str) -> dict[str, Space]:
    if board.fog is not Fog.REFEREE:
        return _in_order(at, board, seat, at)
    return _in_order(at, board, seat, [token_id for token_id, space in at.items() if board.sees(seat, space)])


def _seen_commands(marched: dict[str, str], board: Watched, seat: str) -> dict[str, str]:
    return _in_order(marched, board, seat, marched if board.fog is not Fog.REFEREE else ())


def _seen_doings(tokens: set[str], board: Watched, seat: str) -> set[str]:
    if board.fog is not Fog.REFEREE:
        return tokens.copy()
    return {token_id for token_id in tokens if board.tokens[token_id].side == seat}


def _seen_moves(moved: set[str], board: Watched, seat: str) -> set[str]:
    """At the end of a march all tokens of the corps count as moved; the enemy knows of those that it saw march."""
    marched = board.marched if board.fog is not Fog.REFEREE else {}
    return {
        token_id for token_id in moved if board.tokens[token_id].side == seat or marched.get(token_id) == board.command
    }


def _seen_by_whom(known: dict[str, frozenset[str]], board: Watched, seat: str) -> dict[str, frozenset[str]]:
    """What a side was shown itself, and what it knows the others were shown of its own."""
    if seat not in board.campaign.seats:
        return {}
    own = {token_id for token_id, token in board.tokens.items() if token.side == seat}
    seen = {side: tokens if side == seat else tokens & own for side, tokens in known.items()}
    return {side: tokens for side, tokens in seen.items() if tokens}


def _own_awards(ledger: list[Award], board: Watched, seat: str) -> list[Award]:
    return ledger.copy() if board.outcome is not None else [award for award in ledger if award.side == seat]


def _seen_losses(units: set[str], board: Watched, seat: str) -> set[str]:
    """With a referee one's own, and of those that take part in a battle also the enemy's: its brief leaves them out."""
    if board.fog is not Fog.REFEREE:
        return units.copy()
    side_of, here = board.campaign.reference.side_of, _in_battle(board, seat) if seat in board.campaign.seats else ()
    return {unit for unit in units if side_of[unit] == seat or unit in here}


def _held_back_in_a_game(board: Watched, seat: str) -> tuple[str, ...]:
    """What is held back from a battle that is fought out in a game inside, for who sees that game.

    Readings: Divisions held back.
    """
    battle, child = board.battle, board.child
    return battle.held_back if battle is not None and child is not None and child.game.seat(seat) is not None else ()


def _in_battle(board: Watched, seat: str) -> set[str]:
    """The brigades and guns that belong to the divisions and armies of a tabletop battle, whole or not.

    What an attacker holds back he need not show, unless the battle is fought out in a game inside.
    """
    battle, campaign = board.battle, board.campaign
    if battle is None or not battle.attackers:
        return set()
    tokens = (*battle.attackers, *battle.defenders, *(came.token for came in battle.reinforcements))
    tokens += _held_back_in_a_game(board, seat)
    divisions = [board.tokens[token_id].unit for token_id in tokens if token_id in board.tokens]
    here = {unit for division in divisions if division for unit in campaign.reference.brigades[division]}
    if len(battle.called) == len(campaign.seats):  # both have their brief, and the guns of the army are in it
        here |= {gun.id for group in campaign.unattached for gun in group.units}
    return here


def _seen_rallies(units: set[str], board: Watched, seat: str) -> set[str]:
    if board.fog is not Fog.REFEREE:
        return units.copy()
    return {unit for unit in units if board.campaign.reference.side_of[unit] == seat}


def _seen_contact(contact: Contact | None, board: Watched, seat: str) -> Contact | None:
    return contact if board.fog is not Fog.REFEREE or seat in board.campaign.seats else None


def _seen_battle(battle: TabletopBattle | None, board: Watched, seat: str) -> TabletopBattle | None:
    return battle if board.fog is not Fog.REFEREE or seat in board.campaign.seats else None


def on_the_table(battle: TabletopBattle | None) -> tuple[Space, ...]:
    """The spaces of a tabletop battle, once those that stand there are on the table: both sides see them."""
    return battle.block if battle is not None and battle.attackers else ()


def in_sight(board: Watched, side: str) -> int:
    """Mask of the spaces that a side sees with a referee: its own, those next to them, and the table.

    Readings: A referee keeps the map.
    """
    return in_or_next_to(board, bits(board.mask(side))) | mask_of(on_the_table(board.battle))


def in_or_next_to(board: Watched, spaces: Iterable[int]) -> int:
    """Mask of these spaces and of those next to them, over rivers too: what who stands there sees, and from where."""
    near = 0
    for space in spaces:
        near |= 1 << space | board.campaign.map.adjacent[space]
    return near


TOKENS_SEEN = Visible(_seen_tokens)
PLACES_SEEN = Visible(_seen_places)
COMMANDS_SEEN = Visible(_seen_commands)
DOINGS_SEEN = Visible(_seen_doings)
MOVES_SEEN = Visible(_seen_moves)
KNOWN_SEEN = Visible(_seen_by_whom)
OWN_AWARDS = Visible(_own_awards)
LOSSES_SEEN = Visible(_seen_losses)
RALLIES_SEEN = Visible(_seen_rallies)
CONTACT_SEEN = Visible(_seen_contact)
BATTLE_SEEN = Visible(_seen_battle)
