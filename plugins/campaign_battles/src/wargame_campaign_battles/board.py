"""The battlefield of a campaign's battle: that of Battle Cry, with the hour and who is yet to come."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import define, field, frozen

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import SPACE, Side
from wargame_battlecry.printed.pieces import NO_GENERAL, GeneralId
from wargame_campaign_battles.plan import BattlePlan
from wargame_core.authoring import Public, PublicEvent, Static
from wargame_core.flow.about import PIECE, TO


@define
class CampaignBattleBoard(BattleBoard):
    """Everything on the table of a campaign's battle."""

    plan: Static[BattlePlan] = field(kw_only=True)
    hour: Public[int] = 1
    """The hour that is being fought: a turn of the campaign's battle."""
    waiting: Public[dict[str, int]] = field(factory=dict)
    """The units yet to come, with the hour at whose end each is due."""

    def broken(self) -> frozenset[str]:
        """The brigades whose units are lost."""
        gone = self.plan.brigade.keys() - self.figures.keys() - self.waiting.keys()
        return frozenset(self.plan.brigade[unit] for unit in gone)

    def broken_of(self, side: Side) -> int:
        """How many brigades of a side are broken."""
        units = (unit.id for unit in self.battle.units.values() if unit.side == side)
        return sum(1 for unit in units if unit not in self.figures and unit not in self.waiting)


@frozen
class UnitArrived(PublicEvent):
    """A unit came on the board, with its general if one rides with it."""

    kind: ClassVar[str] = "unit_arrived"
    unit: Annotated[str, PIECE]
    to: Annotated[str, TO]
    general: Annotated[GeneralId, PIECE] = NO_GENERAL

    def apply(self, board: CampaignBattleBoard) -> None:
        board.figures[self.unit] = board.battle.units[self.unit].kind.figures
        board.put_with(self.unit, SPACE[self.to], self.general)
        del board.waiting[self.unit]

    def text(self, board: CampaignBattleBoard) -> str:
        return f"{board.name(self.unit)} comes on the field at {self.to}."


@frozen
class HourEnded(PublicEvent):
    """An hour is over, and the next one begins."""

    kind: ClassVar[str] = "hour_ended"
    hour: int

    def apply(self, board: CampaignBattleBoard) -> None:
        board.hour = self.hour + 1

    def text(self, board: CampaignBattleBoard) -> str:
        return f"Hour {self.hour} of {board.plan.orders.brief.turns} is over."
