"""How events name tokens."""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard


def name_of(board: CampaignBoard, token: str) -> str:
    """The token's name as the board's reader knows it."""
    found = board.tokens.get(token)
    return found.name if found else f"token {token}"
