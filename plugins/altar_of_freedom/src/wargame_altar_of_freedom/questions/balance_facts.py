"""What a campaign tells studies of balance: awards, where divisions stand, brigades out of action."""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_core.flow.facts import Facts, ScoredLine


def campaign_facts(board: CampaignBoard) -> Facts:
    """The board in numbers, with everything that is secret in play."""
    campaign = board.campaign
    divisions: dict[str, tuple[str, str]] = {
        token.unit: (token.side, board.place_id(space))
        for token_id, space in board.at.items()
        if (token := board.tokens[token_id]).unit
    }
    side_of = campaign.reference.side_of
    return Facts(
        points={side: board.points(side) for side in campaign.seats},
        scored=tuple(ScoredLine(row.id, row.side, row.turn, row.points, row.rolled) for row in board.ledger),
        lines={line.id: (line.side, line.text) for line in campaign.awards.values()},
        stands=divisions,
        lost={campaign.reference.unit_name(unit): side_of[unit] for unit in board.broken | board.lost},
    )
