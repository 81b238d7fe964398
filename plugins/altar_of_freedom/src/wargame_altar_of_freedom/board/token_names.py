"""What tokens are called where several could be meant."""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard


def called(board: CampaignBoard, token: str) -> str:
    """A token by name, and by its number too where another one bears the same name."""
    name = board.tokens[token].name
    twins = any(other.name == name and number != token for number, other in board.tokens.items())
    return f"{name} ({token})" if twins else name
