"""Fog of war: turning face-down tokens over.

Source: GotW p.5 Fog of War (AFI p.5). Decision 0106.
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.token_events import TokensRevealed
from wargame_core.authoring import Table


def reveal(t: Table[CampaignBoard], tokens: tuple[Token, ...]) -> None:
    """Everybody sees the faces of these tokens from now on; nothing happens when they lie open already."""
    board = t.board
    unknown = tuple(token for token in tokens if token.id not in board.face_up)
    if unknown:
        t.record(TokensRevealed(unknown))
