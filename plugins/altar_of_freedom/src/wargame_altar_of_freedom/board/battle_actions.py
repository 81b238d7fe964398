"""What a player may be asked to choose in a contact or a tabletop battle."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from attrs import frozen

from wargame_altar_of_freedom.board.battle_ends import EndOfBattle
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.help_in_words import calls_in_words, retreat_in_words
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.board.references import along, standing
from wargame_altar_of_freedom.board.token_names import called
from wargame_core.authoring import Action
from wargame_core.flow.about import CARD, PATH, PIECE, PLACE, TO, About


class BattleCard(StrEnum):
    """A card by which a side says how far it commits itself. Source: GotW p.9 Battle Cards (AFI p.9)."""

    BATTLE = "battle"
    SKIRMISH = "skirmish"
    RETREAT = "retreat"


BATTLE, SKIRMISH, RETREAT = BattleCard


@frozen
class PlayBattleCard(Action):
    """Play a Battle Card, face down."""

    kind: ClassVar[str] = "battle_card"
    card: Annotated[BattleCard, CARD]

    def text(self, board: CampaignBoard) -> str:
        return {BATTLE: "Pitched Battle", SKIRMISH: "Skirmish", RETREAT: "Retreat"}[self.card]


@frozen
class Fight(Action):
    """Choose which of several divisions in the space does the fighting."""

    kind: ClassVar[str] = "fight_with"
    token: Annotated[str, PIECE]

    def text(self, board: CampaignBoard) -> str:
        return f"{called(board, self.token)} fights"

    def about(self, board: CampaignBoard) -> About:
        return standing(board, self.token)


@frozen
class LoseBrigade(Action):
    """Choose the brigade that is broken."""

    kind: ClassVar[str] = "lose_brigade"
    unit: Annotated[str, PIECE]

    def text(self, board: CampaignBoard) -> str:
        return board.campaign.reference.unit_name(self.unit)

    def help(self, board: CampaignBoard) -> str:
        unit = board.campaign.oob.units[self.unit]
        return f"{unit.arm}, rating {unit.rating:+d}"


@frozen
class RetreatAlong(Action):
    """Choose the way of a retreat: the spaces entered, in order."""

    kind: ClassVar[str] = "retreat_along"
    token: Annotated[str, PIECE]
    path: Annotated[tuple[Space, ...], PATH]

    def text(self, board: CampaignBoard) -> str:
        return f"retreat {len(self.path)} to {board.label(self.path[-1])}"

    def help(self, board: CampaignBoard) -> str:
        return retreat_in_words(board, self.token, self.path[-1])

    def about(self, board: CampaignBoard) -> About:
        return along(board, self.token, board.at.get(self.token), self.path)


@frozen
class ChooseBlock(Action):
    """Mark the battlefield on the theater map."""

    kind: ClassVar[str] = "choose_block"
    spaces: Annotated[tuple[Space, ...], PLACE]

    def text(self, board: CampaignBoard) -> str:
        return "table: " + ", ".join(board.label(space) for space in self.spaces)


@frozen
class HoldBack(Action):
    """Keep some of the attacking divisions off the table at first."""

    kind: ClassVar[str] = "hold_back"
    tokens: Annotated[tuple[str, ...], PIECE]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "all on the table at once"
        return "hold back " + ", ".join(called(board, token) for token in self.tokens)


@frozen
class CallReinforcements(Action):
    """Say which nearby divisions march to the sound of the guns."""

    kind: ClassVar[str] = "call_reinforcements"
    tokens: Annotated[tuple[str, ...], PIECE]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "call nobody"
        return "call " + ", ".join(called(board, token) for token in self.tokens)

    def help(self, board: CampaignBoard) -> str:
        return calls_in_words(board, self.tokens)


@frozen
class ComeBy(Action):
    """Say by which way a called division comes: the space of the table it leads to, and whether along roads."""

    kind: ClassVar[str] = "come_by"
    token: Annotated[str, PIECE]
    entry: Annotated[Space, TO]
    by_road: bool

    def text(self, board: CampaignBoard) -> str:
        return f"{'by road' if self.by_road else 'cross country'} into {board.label(self.entry)}"


@frozen
class BattleReport(Action):
    """What happened on the table: who won and how, the last turn played, and the brigades broken and not rallied.

    ``why`` is a word on an end that the book does not know: conceded, broken off, agreed.
    """

    kind: ClassVar[str] = "battle_report"
    winner: str
    reason: EndOfBattle
    last_turn: int
    broken: Annotated[tuple[str, ...], PIECE]
    story: str = ""
    why: str = ""

    def text(self, board: CampaignBoard) -> str:
        return f"{self.winner} won ({self.reason}, turn {self.last_turn}), {len(self.broken)} brigades broken"
