"""What never changes in a campaign once the counters are handed out, for the laws of the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.stacking import stacking


def brigades(board: CampaignBoard) -> bool:
    """No brigade is unknown, or broken and lost at once."""
    known = board.campaign.oob.units.keys()
    return board.broken <= known and board.lost <= known and not board.broken & board.lost


def tokens(board: CampaignBoard) -> bool:
    """Only tokens with a counter stand on the map."""
    return board.at.keys() <= board.tokens.keys()


def pieces(board: CampaignBoard) -> bool:
    """From the first turn on each printed piece that is not left out has one counter, and no piece has two."""
    if not board.turn:
        return True
    printed = [piece.id for piece in board.campaign.pieces.values() if piece.formation not in board.left_out]
    return sorted(token.piece for token in board.tokens.values() if token.piece) == sorted(printed)


def dice(board: CampaignBoard) -> bool:
    """No side owes Staff Dice."""
    return all(count >= 0 for count in board.staff_dice.values())


def cards(board: CampaignBoard) -> bool:
    """No card is drawn twice, and none after the last turn."""
    return len(set(board.drawn)) == len(board.drawn) <= board.campaign.turns


def stacks(board: CampaignBoard) -> bool:
    """No token stands where stacking forbids it. Source: GotW p.7 Logistical Limitations (AFI p.7)."""
    return not any(stacking(board, board.tokens[token_id])[1] >> space & 1 for token_id, space in board.at.items())


def sides_apart(board: CampaignBoard) -> bool:
    """No space holds tokens of both sides."""
    first, second = board.campaign.seats
    return not board.mask(first) & board.mask(second)


CONSERVED: Mapping[str, Callable[[CampaignBoard], bool]] = {
    "no brigade appears or is broken and lost at once": brigades,
    "only tokens with a counter stand on the map": tokens,
    "each printed piece has one counter": pieces,
    "no side owes Staff Dice": dice,
    "no card is drawn twice": cards,
    "no space holds more than the stacking rule allows": stacks,
    "no space holds tokens of both sides": sides_apart,
}
"""What holds at every decision of a campaign, by its name."""
