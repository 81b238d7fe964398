"""What stands on tokens, brigades and depots now, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_altar_of_freedom.board.board import CampaignBoard


def _brigades(board: CampaignBoard) -> Mapping[str, int]:
    brigades, gone = board.campaign.reference.brigades, board.broken | board.lost
    return {
        token.id: len(brigades[token.unit]) - len(gone.intersection(brigades[token.unit]))
        for token in board.tokens.values()
        if token.unit
    }


PIECE_FACTS: Mapping[str, Callable[[CampaignBoard], Mapping[str, int]]] = {
    "unbroken brigades": _brigades,
    "face up": lambda board: dict.fromkeys(board.face_up, 1),
    "has moved": lambda board: dict.fromkeys(board.moved, 1),
    "broken": lambda board: dict.fromkeys(board.broken, 1),
    "lost": lambda board: dict.fromkeys(board.lost, 1),
    "Staff Dice": lambda board: {depot.id: depot.value for depot in board.depots.values()},
}
"""Of divisions, as far as they are known; of brigades; of depots."""
