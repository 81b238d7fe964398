"""Events of tabletop battles."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from wargame_altar_of_freedom.board.battle_ends import EndOfBattle
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import TabletopBattle
from wargame_altar_of_freedom.board.references import of_battle
from wargame_altar_of_freedom.board.who_learns import OfBothSides
from wargame_core.authoring import Ruling
from wargame_core.flow.about import About


@frozen
class BattleChanged(OfBothSides):
    """A tabletop battle began or went on to its next stage (None: it is over); who takes part is seen by all."""

    kind: ClassVar[str] = "battle_changed"
    reveals: ClassVar[bool] = True
    tells_rolls: ClassVar[bool] = True
    battle: TabletopBattle | None
    story: str = ""

    def apply(self, board: CampaignBoard) -> None:
        board.battle = self.battle
        if self.battle is not None:
            board.fought = True

    def text(self, board: CampaignBoard) -> str:
        return self.story

    def about(self, board: CampaignBoard) -> About:
        return of_battle(board, self.battle)


@frozen
class BattleFought(OfBothSides):
    """A tabletop battle was decided."""

    kind: ClassVar[str] = "battle_fought"
    tells_rolls: ClassVar[bool] = True
    winner: str
    loser: str
    reason: EndOfBattle
    last_turn: int
    ruling: Ruling
    story: tuple[str, ...] = ()
    why: str = ""

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.reference.side_name
        hours = " ".join(self.story)
        how = self.reason.replace("_", " ")
        why = f": {self.why}" if self.why else ""
        return f"{hours} {name(self.winner)} wins the battle ({how}, turn {self.last_turn}{why}).".strip()
