"""An effect of a card that no campaign has: words of one's own, for the tests that bring some."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect
from wargame_altar_of_freedom.printed.lines import Side


@frozen
class NoRallying(CardEffect):
    """No broken brigade of a side rallies this turn."""

    kind: ClassVar[str] = "no_rallying"
    side: Side

    def no_rallying(self, board: CampaignBoard, unit: str) -> bool:
        return board.campaign.side_of[unit] == self.side

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        yield f"no {board.campaign.side_name(self.side)} brigade rallies", ""
