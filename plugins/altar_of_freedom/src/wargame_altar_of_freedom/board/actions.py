"""What a player may be asked to choose in a campaign."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, Space
from wargame_core import Action

BATTLE, SKIRMISH, RETREAT = "battle", "skirmish", "retreat"


@frozen
class Deploy(Action):
    """Put a token of one's own on the map before the campaign begins."""

    kind: ClassVar[str] = "deploy"
    token: str
    space: Space

    def text(self, board: CampaignBoard) -> str:
        return f"deploy {board.tokens[self.token].name} at {board.label(self.space)}"


@frozen
class PlaceDepot(Action):
    """Set a supply depot up at one of the places the briefing names."""

    kind: ClassVar[str] = "place_depot"
    depot: str
    space: Space

    def text(self, board: CampaignBoard) -> str:
        return f"set the depot up at {board.label(self.space)}"


@frozen
class Decide(Action):
    """Say yes or no to something a rule or card offers, or pick one of the things it names."""

    kind: ClassVar[str] = "decide"
    choice: str

    def text(self, board: CampaignBoard) -> str:
        return self.choice.replace("_", " ")


@frozen
class Nominate(Action):
    """Choose the corps that moves now."""

    kind: ClassVar[str] = "nominate"
    command: str

    def text(self, board: CampaignBoard) -> str:
        return f"move {board.campaign.reference.command[self.command].name}"


@frozen
class AllotDice(Action):
    """Give one Staff Die each to some tokens of the corps, before any of them moves."""

    kind: ClassVar[str] = "allot_dice"
    tokens: tuple[str, ...]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "no Staff Dice for this corps"
        return "Staff Dice for " + ", ".join(board.tokens[token].name for token in self.tokens)


@frozen
class MoveNext(Action):
    """Take up the next token of the corps; its Staff Die, if it has one, is rolled now."""

    kind: ClassVar[str] = "move_next"
    token: str

    def text(self, board: CampaignBoard) -> str:
        token = board.tokens[self.token]
        die = " (rolls its Staff Die)" if self.token in board.allotted else ""
        return f"{token.name} at {board.label(board.at[self.token])}{die}"


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
    token: str
    path: tuple[Space, ...]

    def text(self, board: CampaignBoard) -> str:
        return f"march {len(self.path)} to {board.label(self.path[-1])}"


@frozen
class RailMove(Action):
    """Travel by rail instead of marching: the spaces entered, in order."""

    kind: ClassVar[str] = "rail_move"
    token: str
    path: tuple[Space, ...]

    def text(self, board: CampaignBoard) -> str:
        return f"by rail {len(self.path)} to {board.label(self.path[-1])}"


@frozen
class Halt(Action):
    """End this token's move here."""

    kind: ClassVar[str] = "halt"
    token: str

    def text(self, board: CampaignBoard) -> str:
        return f"halt at {board.label(board.at[self.token])}"


@frozen
class PlayBattleCard(Action):
    """Play a Battle Card, face down."""

    kind: ClassVar[str] = "battle_card"
    card: str

    def text(self, board: CampaignBoard) -> str:
        return {BATTLE: "Pitched Battle", SKIRMISH: "Skirmish", RETREAT: "Retreat"}.get(self.card, self.card)


@frozen
class Fight(Action):
    """Choose which of several divisions in the space does the fighting."""

    kind: ClassVar[str] = "fight_with"
    token: str

    def text(self, board: CampaignBoard) -> str:
        return f"{board.tokens[self.token].name} fights"


@frozen
class LoseBrigade(Action):
    """Choose the brigade that is broken."""

    kind: ClassVar[str] = "lose_brigade"
    unit: str

    def text(self, board: CampaignBoard) -> str:
        return board.campaign.reference.unit_name(self.unit)


@frozen
class RetreatAlong(Action):
    """Choose the way of a retreat: the spaces entered, in order."""

    kind: ClassVar[str] = "retreat_along"
    token: str
    path: tuple[Space, ...]

    def text(self, board: CampaignBoard) -> str:
        return f"retreat {len(self.path)} to {board.label(self.path[-1])}"


@frozen
class SpecialAction(Action):
    """Spend a Staff Die on a special action: ``what`` is its name, ``target`` a crossing's id or a place."""

    kind: ClassVar[str] = "special_action"
    token: str
    what: str
    target: str

    def text(self, board: CampaignBoard) -> str:
        known = board.campaign.map.crossings
        name = known[self.target].name if self.target in known else self.target
        return f"{board.tokens[self.token].name}: {self.what.partition('_')[0]} {name}"


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
    unit: str

    def text(self, board: CampaignBoard) -> str:
        return f"rally {board.campaign.reference.unit_name(self.unit)}"


@frozen
class ChooseBlock(Action):
    """Mark the battlefield on the theater map."""

    kind: ClassVar[str] = "choose_block"
    spaces: tuple[Space, ...]

    def text(self, board: CampaignBoard) -> str:
        return "table: " + ", ".join(board.label(space) for space in self.spaces)


@frozen
class HoldBack(Action):
    """Keep some of the attacking divisions off the table at first."""

    kind: ClassVar[str] = "hold_back"
    tokens: tuple[str, ...]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "all on the table at once"
        return "hold back " + ", ".join(board.tokens[token].name for token in self.tokens)


@frozen
class CallReinforcements(Action):
    """Say which nearby divisions march to the sound of the guns."""

    kind: ClassVar[str] = "call_reinforcements"
    tokens: tuple[str, ...]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "call nobody"
        return "call " + ", ".join(board.tokens[token].name for token in self.tokens)


@frozen
class ComeBy(Action):
    """Say by which way a called division comes: the space of the table it leads to, and whether along roads."""

    kind: ClassVar[str] = "come_by"
    token: str
    entry: Space
    by_road: bool

    def text(self, board: CampaignBoard) -> str:
        return f"{'by road' if self.by_road else 'cross country'} into {board.label(self.entry)}"


@frozen
class BattleReport(Action):
    """What happened on the table: who won and how, the last turn played, and the brigades broken and not rallied."""

    kind: ClassVar[str] = "battle_report"
    winner: str
    reason: str
    last_turn: int
    broken: tuple[str, ...]
    story: str = ""

    def text(self, board: CampaignBoard) -> str:
        return f"{self.winner} won ({self.reason}, turn {self.last_turn}), {len(self.broken)} brigades broken"


@frozen
class Place(Action):
    """Put a token down in a space: an arrival, a return, a victor making room."""

    kind: ClassVar[str] = "place"
    token: str
    space: Space

    def text(self, board: CampaignBoard) -> str:
        return f"{board.tokens[self.token].name} to {board.label(self.space)}"


@frozen
class Inspect(Action):
    """Choose what the enemy has to show: a face-down token, or a space by name."""

    kind: ClassVar[str] = "inspect"
    target: str

    def text(self, board: CampaignBoard) -> str:
        return f"look at {self.target}"


ACTIONS = (
    Deploy, PlaceDepot, Decide, Nominate, AllotDice, MoveNext, EndMarch, Move, RailMove, Halt, PlayBattleCard, Fight,
    LoseBrigade, RetreatAlong, SpecialAction, Done, Rally, ChooseBlock, HoldBack, CallReinforcements, ComeBy,
    BattleReport, Place, Inspect,
)  # fmt: skip
