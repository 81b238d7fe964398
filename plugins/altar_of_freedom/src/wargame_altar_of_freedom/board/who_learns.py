"""Who learns of an event: bases of the events of which, with a referee, not everybody does.

Readings: What a referee announces.
"""

from __future__ import annotations

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.fog import Fog
from wargame_core.authoring import Event


@frozen
class OfBothSides(Event):
    """An event that both sides see; without a referee so does everybody else."""

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.fog is not Fog.REFEREE or seat in board.campaign.seats else None


@frozen
class OfOneSide(Event):
    """An event that only the side sees whose doing it is; without a referee everybody does."""

    def doer(self, board: CampaignBoard) -> str:
        """The side whose doing it is."""
        raise NotImplementedError(f"{type(self).__name__} must say whose doing it is")

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.fog is not Fog.REFEREE or self.doer(board) == seat else None
