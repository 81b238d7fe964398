"""The Staff Dice of a turn: as many as the depots that a side holds are worth.

Source: GotW p.6 Collect Staff Dice (AFI p.6).
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.turn_effects import StaffDiceChanged
from wargame_altar_of_freedom.board.turn_events import StaffDiceSet
from wargame_core.authoring import Table


def collect_staff_dice(t: Table[CampaignBoard]) -> None:
    """Each side has as many Staff Dice as its depots are worth; dice of earlier turns are gone.

    Source: GotW p.6 Collect Staff Dice (AFI p.6).
    """
    board = t.board
    for side in board.campaign.seats:
        dice = sum(depot.value for depot in board.depots.values() if depot.side == side)
        dice += sum(effect.dice for effect in board.effects_of(StaffDiceChanged) if effect.side == side)
        t.record(StaffDiceSet(side, max(dice, 0)))
