"""Special actions: a Staff Die after movement, 4 or more succeeds.

Source: GotW p.8 Special Actions (AFI p.8). Readings: Movement and special actions.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

from attrs import frozen

from wargame_altar_of_freedom.board import contact_events
from wargame_altar_of_freedom.board.actions import Done, SpecialAction
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.naming import chance_in_words
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_events import SideDone, StaffDieSpent
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules.fog_of_war import sees_token
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, expected_points, score_at_once
from wargame_core.authoring import D6, ListedChoices, Procedure, Table


def special_action_succeeds(campaign: Campaign, die: int) -> bool:
    """Whether a special action with this die succeeds. Source: GotW p.8 Special Actions (AFI p.8)."""
    return die >= campaign.special_action_target


def roll_needed(board: CampaignBoard, action: str) -> int:
    """The least result that succeeds now; an event may change it."""
    reduced_rolls = (roll for effect in board.effects if (roll := effect.roll_needed(action)) is not None)
    return next(reduced_rolls, board.campaign.special_action_target)


def special_actions(board: CampaignBoard) -> list[SpecialAction]:
    """What the tokens of the active corps may try now: one die each, none after a retreat in this activation."""
    if not board.staff_dice[board.mover]:
        return []
    able_kinds, actions = board.campaign.special_action_tokens, []
    for token in board.tokens_under(board.command):
        if token.id in board.acted_tokens or token.id in board.retreated_tokens or token.kind not in able_kinds:
            continue
        for action_name, action in board.campaign.special_actions.items():
            actions += [SpecialAction(token.id, action_name, target) for target in action.targets(board, token)]
    return actions


def may_try(board: CampaignBoard, token: Token) -> bool:
    """Whether a token of this kind could try a special action where it stands."""
    campaign = board.campaign
    return token.kind in campaign.special_action_tokens and any(
        action.targets(board, token) for action in campaign.special_actions.values()
    )


class SpecialActionChoices(ListedChoices):
    """What may be tried now, each with what its Staff Die must show."""

    __slots__ = ()

    def help(self, action: object, board: CampaignBoard) -> str:
        """The least roll that succeeds, with its chance."""
        if not isinstance(action, SpecialAction):
            return ""
        return chance_in_words(roll_needed(board, action.what))


def take_special_action(table: Table[CampaignBoard]) -> Procedure[None]:
    """One token of the corps tries a special action, or its owner is done with them.

    Source: GotW p.8 Special Actions (AFI p.8).
    """
    board = table.board
    side, cite = board.mover, board.cite("Special Actions")
    actions = special_actions(board)
    if not actions:
        table.record(SideDone(side))
        return
    prompt = "Which special action do you pay a Staff Die for, if any?"
    answer = yield from table.ask(side, SpecialActionChoices([*actions, Done()], cite=cite), prompt, cite)
    if isinstance(answer, Done):
        table.record(SideDone(side))
        return
    table.record(StaffDieSpent(side))
    label, seen_by = f"special action: {answer.what} {answer.target}", sees_token(board, board.tokens[answer.token])
    die = yield from table.roll(D6, label, cite, seen_by=seen_by)
    is_success = die >= roll_needed(board, answer.what)
    table.record(contact_events.SpecialActionTried(answer.token, answer.what, answer.target, die, is_success))
    if is_success:
        action = board.campaign.special_actions[answer.what]
        yield from action.carry_out(table, board.tokens[answer.token], answer.target)


@frozen
class SpecialActionRule(ABC):
    """What a token may try. A subclass is one special action: its fields are what a campaign's file may say of it.

    It promises that whatever `targets` names can be carried out, and `worth` answers alike for equal boards.

    It may not change the board itself: `carry_out` asks, rolls and records events, and the system rolls for success.

    Example::

        from attrs import frozen
        from wargame_altar_of_freedom.board.turn_events import StaffDiceSet
        from wargame_altar_of_freedom.printed.data_files import Vocabulary
        from wargame_altar_of_freedom.rules.special_actions import SpecialActionRule

        @frozen
        class Forage(SpecialActionRule):
            kind = "forage"

            def targets(self, board, token):
                return ("the countryside",)

            def carry_out(self, t, token, target):
                yield from ()
                t.record(StaffDiceSet(token.side, t.board.staff_dice[token.side] + 1))

            def worth(self, board, side, target):
                return 0.5

        WORDS = Vocabulary(special_actions=(Forage,))
    """

    kind: ClassVar[str] = ""

    @property
    def brings(self) -> Mapping[str, str]:
        """The kind of token that it puts on the map, by side."""
        return {}

    def new_tokens(self, campaign: Campaign) -> Mapping[str, int]:
        """How many tokens it may put on the map in the whole campaign, by side."""
        return {}

    def explanation(self, board: CampaignBoard) -> str:
        """What players read of it in the briefing beside its name: on what it may be tried, what it does."""
        return ""

    def places(self, board: CampaignBoard) -> tuple[str, ...]:
        """The places where it may yet be tried, for players who want what it brings; each is a target there."""
        return ()

    def unusable_crossings(self, target: str) -> frozenset[str]:
        """The crossings that nobody can use after success: players know what detours cost."""
        return frozenset()

    def reopened_crossings(self, target: str) -> frozenset[str]:
        """The destroyed crossings that can be used again after success."""
        return frozenset()

    @abstractmethod
    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        """The names of what a token may try it on where it stands."""

    @abstractmethod
    def carry_out(self, table: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        """What success does."""

    @abstractmethod
    def worth(self, board: CampaignBoard, side: str, target: str) -> float:
        """The victory points that success is worth to a side, as far as its other answers leave it out.

        The bots go by it: they try what is worth most for its Staff Die, and march to the `places` for it.
        """


def crossings_at(board: CampaignBoard, token: Token, *, is_standing: bool) -> tuple[str, ...]:
    """The standing (or destroyed) crossings at one of whose ends the token stands. Readings: Bridges and ferries."""
    crossings = board.campaign.map.crossings_of(board.at[token.id])
    return tuple(
        [crossing.id for crossing in crossings if (crossing.id not in board.destroyed_crossings) == is_standing]
    )


@frozen
class DestroyCrossing(SpecialActionRule):
    """The bridge or ferry at an edge of the token's space can no longer be used by either army.

    Source: GotW p.8 Special Actions (AFI p.8).
    """

    kind: ClassVar[str] = "destroy_crossing"

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        return crossings_at(board, token, is_standing=True)

    def unusable_crossings(self, target: str) -> frozenset[str]:
        return frozenset((target,))

    def carry_out(self, table: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        table.record(contact_events.CrossingDestroyed(target))
        yield from score_at_once(
            table, ScoringOccasion(token.side, token, crossing=target), Occasion.CROSSING_DESTROYED
        )

    def worth(self, board: CampaignBoard, side: str, target: str) -> float:
        return expected_points(board, side, Occasion.CROSSING_DESTROYED, ScoringOccasion(side, crossing=target))


@frozen
class RepairCrossing(SpecialActionRule):
    """The destroyed bridge or ferry can be used again. Source: GotW p.8 Special Actions (AFI p.8)."""

    kind: ClassVar[str] = "repair_crossing"

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        return crossings_at(board, token, is_standing=False)

    def reopened_crossings(self, target: str) -> frozenset[str]:
        return frozenset((target,))

    def carry_out(self, table: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        table.record(contact_events.CrossingRepaired(target))
        yield from ()

    def worth(self, board: CampaignBoard, side: str, target: str) -> float:
        return 0.0


SPECIAL_ACTIONS: Final = (DestroyCrossing, RepairCrossing)
"""The special actions that every campaign may have."""
