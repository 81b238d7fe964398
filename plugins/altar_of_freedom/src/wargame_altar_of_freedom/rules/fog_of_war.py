"""Fog of war: turning face-down tokens over.

Source: GotW p.5 Fog of War (AFI p.5). Readings: Fog of war.
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.token_events import TokensRevealed
from wargame_core.authoring import EVERYBODY, Table


def reveal(t: Table[CampaignBoard], tokens: tuple[Token, ...]) -> None:
    """Who sees where these tokens stand knows their faces from now on; nothing happens when all of them do already."""
    board = t.board
    unknown = tuple(sorted((token for token in tokens if _news(board, token)), key=lambda token: token.id))
    if unknown:
        t.record(TokensRevealed(unknown))


def show_to_both(t: Table[CampaignBoard], tokens: tuple[Token, ...]) -> None:
    """Everybody sees the faces of tokens that take part in a battle; with a referee both sides do, near or far."""
    reveal(t, tokens)
    board = t.board
    for side in board.campaign.seats if board.fog is Fog.REFEREE else ():
        known = board.known.get(side, frozenset())
        unknown = (token for token in tokens if token.side != side and token.id not in known)
        if in_order := tuple(sorted(unknown, key=lambda token: token.id)):
            t.record(TokensRevealed(in_order, side))


def _news(board: CampaignBoard, token: Token) -> bool:
    """Whether turning a token over shows somebody what he does not know."""
    if board.fog is not Fog.REFEREE:
        return token.id not in board.face_up
    seeing = (seat for seat in board.campaign.seats if board.shows(seat, token.id))
    return any(token.id not in board.known.get(seat, frozenset()) for seat in seeing if seat != token.side)


def sees_token(board: CampaignBoard, token: Token) -> frozenset[str] | None:
    """Who sees the dice rolled for a token: all, with a referee its side and who sees it.

    Readings: What a referee announces.
    """
    if board.fog is not Fog.REFEREE:
        return EVERYBODY
    return frozenset(seat for seat in board.campaign.seats if seat == token.side or board.shows(seat, token.id))


def own_side(board: CampaignBoard, side: str) -> frozenset[str] | None:
    """Who sees the dice rolled for what an enemy cannot see with a referee, such as losses.

    Readings: What a referee announces.
    """
    return frozenset({side}) if board.fog is Fog.REFEREE else EVERYBODY


def both_sides(board: CampaignBoard) -> frozenset[str] | None:
    """Who sees the dice of a contact: everybody, with a referee the two sides. Readings: What a referee announces."""
    return frozenset(board.campaign.seats) if board.fog is Fog.REFEREE else EVERYBODY
