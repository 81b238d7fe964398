"""What a player may be asked to choose in a campaign: a class for each kind of choice, with what it costs or brings."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from attrs import field, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.naming import (
    about_path,
    about_tokens,
    chance_in_words,
    count,
    ends_of,
    name_at,
    place_called,
    places_labelled,
    unique_name,
)
from wargame_altar_of_freedom.board.pieces import EndOfBattle, Space
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_core.authoring import CARD, PATH, PIECE, PLACE, TO, About, Action
from wargame_core.flow.choices import LONGEST_LABEL

_WITHOUT_OWNER = re.compile(r"('s)? Division| of [^,]*?'s troops")
MOST_SPACES_TOLD = 6
"""Of an enemy so many spaces away at the most the distance is told."""


def label_with_names(label_start: str, names: list[str]) -> str:
    """Several names behind a word; where they are long together, the shortest of each: counter, space or commander.

    >>> pickets = [f"Picket of Stuart's troops at {town}" for town in ("Charlestown", "Leesburg", "Manchester")]
    >>> label_with_names("Staff Dice for ", pickets[:2])
    "Staff Dice for Picket of Stuart's troops at Charlestown, Picket of Stuart's troops at Leesburg"
    >>> label_with_names("Staff Dice for ", pickets)
    'Staff Dice for Picket at Charlestown, Picket at Leesburg, Picket at Manchester'
    """
    label = label_start + ", ".join(names)
    if len(label) <= LONGEST_LABEL:
        return label
    brackets = (re.search(r"\([^)]*\)", name) for name in names)
    short_names = (bracket[0] if bracket else name for bracket, name in zip(brackets, names, strict=True))
    return label_start + ", ".join(_WITHOUT_OWNER.sub("", name) for name in short_names)


@frozen
class TokenAction(Action, kind=""):
    """A choice for one token where it stands."""

    token: Annotated[str, PIECE]

    def about(self, board: CampaignBoard) -> About:
        return about_tokens(board, self.token)


@frozen
class PathAction(Action, kind=""):
    """A choice of a token's way: the spaces entered, in order."""

    token: Annotated[str, PIECE]
    path: Annotated[tuple[Space, ...], PATH]

    def about(self, board: CampaignBoard) -> About:
        return about_path(board, self.token, board.at.get(self.token), self.path)


@frozen
class Deploy(Action):
    """Put one of one's tokens on the map before the campaign begins."""

    token: Annotated[str, PIECE]
    space: Annotated[Space, TO]

    def text(self, board: CampaignBoard) -> str:
        return f"deploy {unique_name(board, self.token)} at {board.label(self.space)}"


@frozen
class PlaceDepot(Action, says="set the depot up at {space}"):
    """Set a supply depot up at one of the places the briefing names."""

    depot: Annotated[str, PIECE]
    space: Annotated[Space, TO]


@frozen
class Decide(Action):
    """Say yes or no to something a rule or card offers, or pick one of the things it names."""

    choice: str

    def text(self, board: CampaignBoard) -> str:
        return place_called(board, self.choice).replace("_", " ")

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.choice))


@frozen
class Nominate(Action):
    """Choose the corps that moves now."""

    command: CommandId

    def text(self, board: CampaignBoard) -> str:
        return f"move {board.campaign.command[self.command].name}"

    def help(self, board: CampaignBoard) -> str:
        """The tokens of the corps on the map, and the Staff Dice there are for them."""
        tokens = [token for token in board.tokens.values() if token.command == self.command and token.id in board.at]
        if not tokens:
            return ""
        divisions = sum(token.is_division for token in tokens)
        other_count = len(tokens) - divisions
        words = [count(divisions, "division")] * bool(divisions) + [count(other_count, "other token")] * bool(
            other_count
        )
        dice_left = board.staff_dice.get(tokens[0].side, 0)
        return f"{' and '.join(words)} on the map; {count(dice_left, 'Staff Die', 'Staff Dice')} left"

    def about(self, board: CampaignBoard) -> About:
        command, space_of = self.command, board.at
        of_it = [token.id for token in board.tokens.values() if token.command == command and token.id in space_of]
        return about_tokens(board, *of_it)


@frozen
class AllotDice(Action):
    """Give one Staff Die each to some tokens of the corps, before any of them moves."""

    tokens: Annotated[tuple[str, ...], PIECE]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "no Staff Dice for this corps"
        return label_with_names("Staff Dice for ", [unique_name(board, token) for token in self.tokens])

    def help(self, board: CampaignBoard) -> str:
        """What a Staff Die adds to a march on average, and how many are left after these."""
        if not self.tokens:
            return ""
        dice_left = board.staff_dice.get(board.tokens[self.tokens[0]].side, 0) - len(self.tokens)
        gain_text = f"each adds {board.campaign.staff_die_adds} spaces on average to its march"
        return f"{gain_text}; {count(dice_left, 'Staff Die', 'Staff Dice')} left after it"


@frozen
class MoveNext(TokenAction):
    """Take up the next token of the corps; its Staff Die, if it has one, is rolled now."""

    def text(self, board: CampaignBoard) -> str:
        die = " (rolls its Staff Die)" if self.token in board.tokens_with_dice else ""
        return f"{name_at(board, self.token)}{die}"


@frozen
class EndMarch(Action, says="no further moves for this corps"):
    """Leave the rest of the corps where it stands."""


@frozen
class Move(PathAction):
    """March along a path: the spaces entered, in order."""

    def text(self, board: CampaignBoard) -> str:
        return f"march {len(self.path)} to {board.label(self.path[-1])}"


@frozen
class RailMove(PathAction):
    """Travel by rail instead of marching: the spaces entered, in order."""

    def text(self, board: CampaignBoard) -> str:
        return f"by rail {len(self.path)} to {board.label(self.path[-1])}"


@frozen
class Halt(TokenAction):
    """End this token's move here."""

    def text(self, board: CampaignBoard) -> str:
        return f"halt at {board.label(board.at[self.token])}"


@frozen
class SpecialAction(Action):
    """Spend a Staff Die on a special action: ``what`` is its name, ``target`` a crossing's id or a place."""

    token: Annotated[str, PIECE]
    what: str
    target: str

    def text(self, board: CampaignBoard) -> str:
        action_name = self.what.partition("_")[0]
        return f"{unique_name(board, self.token)}: {action_name} {place_called(board, self.target)}"

    def about(self, board: CampaignBoard) -> About:
        return About((self.token,), places=ends_of(board, self.target))


@frozen
class Done(Action):
    """Nothing more of this kind."""


@frozen
class Rally(Action, says="rally {unit}"):
    """Spend an unspent Staff Die to reconstitute a broken brigade."""

    unit: Annotated[str, PIECE]

    def help(self, board: CampaignBoard) -> str:
        return chance_in_words(board.campaign.rally_target)


@frozen
class PlaceToken(Action, kind="place"):
    """Put a token down in a space: an arrival, a return, a victor making room."""

    token: Annotated[str, PIECE]
    space: Annotated[Space, TO]

    def text(self, board: CampaignBoard) -> str:
        return f"{unique_name(board, self.token)} to {board.label(self.space)}"


@frozen
class Inspect(Action):
    """Choose what the enemy has to show: a face-down token, or a space by name."""

    target: str

    def text(self, board: CampaignBoard) -> str:
        return f"look at {name_at(board, self.target) if self.target in board.at else self.target}"

    def about(self, board: CampaignBoard) -> About:
        return (
            about_tokens(board, self.target)
            if self.target in board.tokens
            else About(places=places_labelled(board, self.target))
        )


# in a contact or a tabletop battle


class BattleCard(StrEnum):
    """A card by which a side says how far it commits itself. Source: GotW p.9 Battle Cards (AFI p.9)."""

    BATTLE = "battle"
    SKIRMISH = "skirmish"
    RETREAT = "retreat"

    @property
    def in_words(self) -> str:
        """What people call it."""
        return "Pitched Battle" if self is BattleCard.BATTLE else self.value.capitalize()


BATTLE, SKIRMISH, RETREAT = BattleCard.BATTLE, BattleCard.SKIRMISH, BattleCard.RETREAT


@frozen
class PlayBattleCard(Action, kind="battle_card"):
    """Play a Battle Card, face down."""

    card: Annotated[BattleCard, CARD]

    def text(self, board: CampaignBoard) -> str:
        return self.card.in_words


@frozen
class Fight(TokenAction, kind="fight_with"):
    """Choose which of several divisions in the space does the fighting."""

    def text(self, board: CampaignBoard) -> str:
        return f"{unique_name(board, self.token)} fights"


@frozen
class LoseBrigade(Action):
    """Choose the brigade that is broken."""

    unit: Annotated[str, PIECE]

    def text(self, board: CampaignBoard) -> str:
        return board.campaign.unit_name(self.unit)

    def help(self, board: CampaignBoard) -> str:
        unit = board.campaign.oob.units[self.unit]
        return f"{unit.arm}, rating {unit.rating:+d}"


@frozen
class RetreatAlong(PathAction):
    """Choose the way of a retreat: the spaces entered, in order."""

    def text(self, board: CampaignBoard) -> str:
        return f"retreat {len(self.path)} to {board.label(self.path[-1])}"

    def help(self, board: CampaignBoard) -> str:
        """How far from the nearest enemy that is seen the retreat ends."""
        enemies, spaces_within = board.enemies_seen(board.tokens[self.token].side), board.campaign.map.within
        enemy_distance = next(
            (spaces for spaces in range(1, MOST_SPACES_TOLD + 1) if spaces_within(self.path[-1], spaces) & enemies),
            None,
        )
        if enemy_distance is None:
            return f"more than {MOST_SPACES_TOLD} spaces from any enemy"
        return f"{count(enemy_distance, 'space')} from the nearest enemy"


@frozen
class ChooseBlock(Action):
    """Mark the battlefield on the theater map."""

    spaces: Annotated[tuple[Space, ...], PLACE]

    def text(self, board: CampaignBoard) -> str:
        return label_with_names("table: ", [board.label(space) for space in self.spaces])


@frozen
class HoldBack(Action):
    """Keep some of the attacking divisions off the table at first."""

    tokens: Annotated[tuple[str, ...], PIECE]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "all on the table at once"
        return label_with_names("hold back ", [unique_name(board, token) for token in self.tokens])


@frozen
class CallReinforcements(Action):
    """Say which nearby divisions march to the sound of the guns."""

    tokens: Annotated[tuple[str, ...], PIECE]

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return "call nobody"
        return "call " + ", ".join(unique_name(board, token) for token in self.tokens)

    def help(self, board: CampaignBoard) -> str:
        """How far the divisions that are called stand from the fight, by the map alone."""
        if board.battle is None:
            return ""
        table, spaces_within = board.battle.contact.space, board.campaign.map.within
        distances = {
            token: next(
                (
                    spaces
                    for spaces in range(MOST_SPACES_TOLD + 1)
                    if spaces_within(table, spaces) >> board.at[token] & 1
                ),
                MOST_SPACES_TOLD + 1,
            )
            for token in self.tokens
            if token in board.at
        }
        return ", ".join(
            f"{board.tokens[token].name} {count(spaces, 'space')} away" for token, spaces in distances.items()
        )


@frozen
class ComeBy(Action):
    """Say by which way a called division comes: the space of the table it leads to, and whether along roads."""

    token: Annotated[str, PIECE]
    entry: Annotated[Space, TO]
    by_road: bool

    def text(self, board: CampaignBoard) -> str:
        return f"{'by road' if self.by_road else 'cross country'} into {board.label(self.entry)}"


def in_order(units: Iterable[str]) -> tuple[str, ...]:
    """A set of units in the one order that it is written in."""
    return tuple(sorted(units))


@frozen
class BattleReport(Action):
    """What happened on the table: who won and how, the last turn played, and the brigades broken and not rallied.

    ``why`` is a word on an end that the book does not know: conceded, broken off, agreed.
    """

    winner: str
    reason: EndOfBattle
    last_turn: int
    broken: Annotated[tuple[str, ...], PIECE] = field(converter=in_order)
    story: str = ""
    why: str = ""

    def text(self, board: CampaignBoard) -> str:
        return f"{self.winner} won ({self.reason}, turn {self.last_turn}), {len(self.broken)} brigades broken"


ACTIONS = (
    Deploy, PlaceDepot, Decide, Nominate, AllotDice, MoveNext, EndMarch, Move, RailMove, Halt, PlayBattleCard, Fight,
    LoseBrigade, RetreatAlong, SpecialAction, Done, Rally, ChooseBlock, HoldBack, CallReinforcements, ComeBy,
    BattleReport, PlaceToken, Inspect,
)  # fmt: skip
