"""What the enemy's face-down tokens are likely to be, by where they stood when both sides had deployed.

Briefings say where divisions begin, and pickets watch roads: who was set up where divisions had to be is one.
"""

from __future__ import annotations

from collections.abc import Mapping

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.lines import AtPlaces, Deployment, OneAtEach, RoadColumn
from wargame_altar_of_freedom.rules.deployment import all_deployed
from wargame_core.maps.masks import mask_of

PERHAPS, SURELY = 0.05, 0.97
"""The least and the most that a place tells of a token: it may have moved since, and pickets may stand anywhere."""


def turns_since_deployment(board: CampaignBoard) -> int:
    """How many turns have ended since both sides deployed; -1 as long as one of them has not."""
    return board.turns_ended if all_deployed(board) else -1


def chances_by_place(board: CampaignBoard, side: str) -> Mapping[str, float]:
    """For every token of a side on the map the chance that it is a division, as the other side may estimate.

    The enemy's lines of deployment are printed in his briefing, which both sides may have read.
    """
    at = {token_id: space for token_id, space in board.at.items() if board.tokens[token_id].side == side}
    chances = dict.fromkeys(at, 0.0)
    placed = 0
    for line in board.campaign.deployments:
        divisions = _divisions(board, line) if line.side == side else 0
        zone = _zone(board, line) if divisions else 0
        there = [token_id for token_id, space in at.items() if zone >> space & 1]
        for token_id in there:
            chances[token_id] += divisions / len(there)
        placed += divisions
    elsewhere = [token_id for token_id, chance in chances.items() if not chance]
    missing = placed - sum(min(1.0, chance) for chance in chances.values())
    for token_id in elsewhere:
        chances[token_id] = missing / len(elsewhere)
    return {token_id: min(max(chance, PERHAPS), SURELY) for token_id, chance in chances.items()}


def _divisions(board: CampaignBoard, line: Deployment) -> int:
    """How many divisions a line of a briefing puts on the map."""
    pieces = (board.campaign.pieces[piece] for piece in line.pieces)
    return sum(1 for piece in pieces if piece.division and piece.formation not in board.left_out)


def _zone(board: CampaignBoard, line: Deployment) -> int:
    """Mask of the spaces in which a line puts its tokens; empty where it names none."""
    where, campaign = line.where, board.campaign
    if isinstance(where, RoadColumn):
        return mask_of(campaign.map.grid.space(row, column) for row, column in where.cells)
    if not isinstance(where, AtPlaces | OneAtEach):
        return 0
    spaces = [campaign.space(place) for place in where.places]
    near = mask_of(near for space in spaces for near in campaign.map.neighbours[space]) if where.adjacent else 0
    return mask_of(spaces) | near
