"""What a player may be asked to choose in a campaign."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from wargame_altar_of_freedom.board.battle_actions import (
    BattleReport,
    CallReinforcements,
    ChooseBlock,
    ComeBy,
    Fight,
    HoldBack,
    LoseBrigade,
    PlayBattleCard,
    RetreatAlong,
)
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.event_names import chance_in_words
from wargame_altar_of_freedom.board.help_in_words import corps_in_words, dice_in_words
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.board.references import along, ends_of, labelled, standing
from wargame_altar_of_freedom.board.token_names import called
from wargame_altar_of_freedom.printed.vocabulary import CommandId
from wargame_core.authoring import Action
from wargame_core.flow.about import PATH, PIECE, TO, About


@frozen
class Deploy(Action):
    """Put one of one's tokens on the map before the campaign begins."""

    kind: ClassVar[str] = "deploy"
    token: Annotated[str, PIECE]
    space: Annotated[Space, TO]

    def text(self, board: CampaignBoard) -> str:
        return f"deploy {called(board, self.token)} at {board.label(self.space)}"


@frozen
class PlaceDepot(Action):
    """Set a supply depot up at one of the places the briefing names."""

    kind: ClassVar[str] = "place_depot"
    depot: Annotated[str, PIECE]
    space: Annotated[Space, TO]

    def text(self, board: CampaignBoard) -> str:
        return f"set the depot up at {board.label(self.space)}"


@frozen
class Decide(Action):
    """Say yes or no to something a rule or card offers, or pick one of the things it names."""

    kind: ClassVar[str] = "decide"
    choice: str

    def text(self, board: CampaignBoard) -> str:
        crossing = board.campaign.map.crossings.get(self.choice)
        return crossing.name if crossing else self.choice.replace("_", " ")

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.choice))


@frozen
class Nominate(Action):
    """Choose the corps that moves now."""

    kind: ClassVar[str] = "nominate"
    command: CommandId

    def text(self, board: CampaignBoard) -> str:
        return f"move {board.campaign.reference.command[self.command].name}"

    def help(self, board: CampaignBoard) -> str:
        return corps_in_words(board, self.command)

    def about(self, board: CampaignBoard) -> About:
        return standing(
            board,
            *(token.id for token in board.tokens.values() if token.command == self.command and token.id in board.at),
        )


@frozen
class AllotDice(Action):
    """Give one Staff Die each to some tokens of the corps, before any of them moves."""

    kind: ClassVar[str] = "allot_dice"
    tokens: Annotated[tuple[str, ...], PIECE]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "no Staff Dice for this corps"
        return "Staff Dice for " + ", ".join(called(board, token) for token in self.tokens)

    def help(self, board: CampaignBoard) -> str:
        return dice_in_words(board, self.tokens)


@frozen
class MoveNext(Action):
    """Take up the next token of the corps; its Staff Die, if it has one, is rolled now."""

    kind: ClassVar[str] = "move_next"
    token: Annotated[str, PIECE]

    def text(self, board: CampaignBoard) -> str:
        die = " (rolls its Staff Die)" if self.token in board.allotted else ""
        return f"{called(board, self.token)} at {board.label(board.at[self.token])}{die}"

    def about(self, board: CampaignBoard) -> About:
        return standing(board, self.token)


@frozen
class EndMarch(Action):
    """Leave the rest of the corps where it stands."""

    kind: ClassVar[str] = "end_march"

    def text(self, board: CampaignBoard) -> str:
        return "no further moves for this corps"


@frozen
class Move(Action):
    """March along a path: the spaces entered, in order."""

    kind: ClassVar[str] = "move"
    token: Annotated[str, PIECE]
    path: Annotated[tuple[Space, ...], PATH]

    def text(self, board: CampaignBoard) -> str:
        return f"march {len(self.path)} to {board.label(self.path[-1])}"

    def about(self, board: CampaignBoard) -> About:
        return along(board, self.token, board.at.get(self.token), self.path)


@frozen
class RailMove(Action):
    """Travel by rail instead of marching: the spaces entered, in order."""

    kind: ClassVar[str] = "rail_move"
    token: Annotated[str, PIECE]
    path: Annotated[tuple[Space, ...], PATH]

    def text(self, board: CampaignBoard) -> str:
        return f"by rail {len(self.path)} to {board.label(self.path[-1])}"

    def about(self, board: CampaignBoard) -> About:
        return along(board, self.token, board.at.get(self.token), self.path)


@frozen
class Halt(Action):
    """End this token's move here."""

    kind: ClassVar[str] = "halt"
    token: Annotated[str, PIECE]

    def text(self, board: CampaignBoard) -> str:
        return f"halt at {board.label(board.at[self.token])}"

    def about(self, board: CampaignBoard) -> About:
        return standing(board, self.token)


@frozen
class SpecialAction(Action):
    """Spend a Staff Die on a special action: ``what`` is its name, ``target`` a crossing's id or a place."""

    kind: ClassVar[str] = "special_action"
    token: Annotated[str, PIECE]
    what: str
    target: str

    def text(self, board: CampaignBoard) -> str:
        known = board.campaign.map.crossings
        name = known[self.target].name if self.target in known else self.target
        return f"{called(board, self.token)}: {self.what.partition('_')[0]} {name}"

    def about(self, board: CampaignBoard) -> About:
        return About((self.token,), places=ends_of(board, self.target))


@frozen
class Done(Action):
    """Nothing more of this kind."""

    kind: ClassVar[str] = "done"

    def text(self, board: CampaignBoard) -> str:
        return "done"


@frozen
class Rally(Action):
    """Spend an unspent Staff Die to reconstitute a broken brigade."""

    kind: ClassVar[str] = "rally"
    unit: Annotated[str, PIECE]

    def text(self, board: CampaignBoard) -> str:
        return f"rally {board.campaign.reference.unit_name(self.unit)}"

    def help(self, board: CampaignBoard) -> str:
        return chance_in_words(board.campaign.rally_target)


@frozen
class PlaceToken(Action):
    """Put a token down in a space: an arrival, a return, a victor making room."""

    kind: ClassVar[str] = "place"
    token: Annotated[str, PIECE]
    space: Annotated[Space, TO]

    def text(self, board: CampaignBoard) -> str:
        return f"{called(board, self.token)} to {board.label(self.space)}"


@frozen
class Inspect(Action):
    """Choose what the enemy has to show: a face-down token, or a space by name."""

    kind: ClassVar[str] = "inspect"
    target: str

    def text(self, board: CampaignBoard) -> str:
        return f"look at {self.target}"

    def about(self, board: CampaignBoard) -> About:
        return (
            standing(board, self.target) if self.target in board.tokens else About(places=labelled(board, self.target))
        )


ACTIONS = (
    Deploy, PlaceDepot, Decide, Nominate, AllotDice, MoveNext, EndMarch, Move, RailMove, Halt, PlayBattleCard, Fight,
    LoseBrigade, RetreatAlong, SpecialAction, Done, Rally, ChooseBlock, HoldBack, CallReinforcements, ComeBy,
    BattleReport, PlaceToken, Inspect,
)  # fmt: skip
