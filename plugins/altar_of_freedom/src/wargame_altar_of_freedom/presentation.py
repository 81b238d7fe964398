"""What a campaign gives for pictures, stories and paper."""

from __future__ import annotations

from pathlib import Path

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.pictures import (
    campaign_caption,
    campaign_ground,
    campaign_heading,
    campaign_letters,
    campaign_markers,
    campaign_weight,
)
from wargame_altar_of_freedom.table.battle.packet import battle_packet
from wargame_altar_of_freedom.table.box import campaign_box
from wargame_altar_of_freedom.table.orders import turn_orders
from wargame_pictures import Presentation
from wargame_pictures.draw.art import art_in


def presentation(overlay: Path | None, packaged: Path) -> Presentation[CampaignBoard]:
    """The functions for pictures; art of the campaign or its owner may lie in either folder."""
    return Presentation(
        art=art_in(overlay, packaged),
        markers=campaign_markers,
        ground=campaign_ground,
        caption=campaign_caption,
        letters=campaign_letters,
        heading=campaign_heading,
        weight=campaign_weight,
        destroyed_crossings=lambda board: board.destroyed,
        handout=battle_packet,
        box=campaign_box,
        orders=turn_orders,
    )
