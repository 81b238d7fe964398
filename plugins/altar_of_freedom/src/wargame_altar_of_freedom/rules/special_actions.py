"""Special actions: a Staff Die after movement, 4 or more succeeds.

Source: GotW p.8 Special Actions (AFI p.8). Readings: Movement and special actions, Raids and baggage trains.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from attrs import frozen

from wargame_altar_of_freedom.board import contact_events
from wargame_altar_of_freedom.board.actions import Done, SpecialAction
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.naming import chance_in_words
from wargame_altar_of_freedom.board.pieces import Space, Token, in_spaces
from wargame_altar_of_freedom.board.turn_events import SideDone, StaffDieSpent
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import NO_DIVISION, Occasion
from wargame_altar_of_freedom.rules.arrivals import place
from wargame_altar_of_freedom.rules.fog_of_war import reveal, sees_token, take_counter
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, score_at_once
from wargame_core.authoring import D6, ListedChoices, Procedure, Table, bits


def special_action_succeeds(campaign: Campaign, die: int) -> bool:
    """Whether a special action with this die succeeds. Source: GotW p.8 Special Actions (AFI p.8)."""
    return die >= campaign.special_action_target


def roll_needed(board: CampaignBoard, action: str) -> int:
    """The least result that succeeds now; an event may change it."""
    eased = (roll for effect in board.effects if (roll := effect.roll_needed(action)) is not None)
    return next(eased, board.campaign.special_action_target)


def special_actions(board: CampaignBoard) -> list[SpecialAction]:
    """What the tokens of the active corps may try now: one die each, none after a retreat in this activation."""
    if not board.staff_dice[board.mover]:
        return []
    able, actions = board.campaign.special_action_tokens, []
    for token in board.tokens_under(board.command):
        if token.id in board.acted or token.id in board.retreated or token.kind not in able:
            continue
        for what, action in board.campaign.special_actions.items():
            actions += [SpecialAction(token.id, what, target) for target in action.targets(board, token)]
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


def take_special_action(t: Table[CampaignBoard]) -> Procedure[None]:
    """One token of the corps tries a special action, or its owner is done with them.

    Source: GotW p.8 Special Actions (AFI p.8).
    """
    board = t.board
    side, cite = board.mover, board.cite("Special Actions")
    actions = special_actions(board)
    if not actions:
        t.record(SideDone(side))
        return
    chosen = yield from t.ask(side, SpecialActionChoices([*actions, Done()], cite=cite), "A special action?", cite)
    if isinstance(chosen, Done):
        t.record(SideDone(side))
        return
    t.record(StaffDieSpent(side))
    label, seen_by = f"special action: {chosen.what} {chosen.target}", sees_token(board, board.tokens[chosen.token])
    die = yield from t.roll(D6, label, cite, seen_by=seen_by)
    succeeded = die >= roll_needed(board, chosen.what)
    t.record(contact_events.SpecialActionTried(chosen.token, chosen.what, chosen.target, die, succeeded))
    if succeeded:
        action = board.campaign.special_actions[chosen.what]
        yield from action.carry_out(t, board.tokens[chosen.token], chosen.target)


@frozen
class SpecialActionRule:
    """What a token may try. A subclass is one special action: its fields are what a campaign's file may say of it."""

    kind: ClassVar[str] = ""

    @property
    def brings(self) -> Mapping[str, str]:
        """The kind of token that it puts on the map, by side."""
        return {}

    def new_tokens(self, campaign: Campaign) -> Mapping[str, int]:
        """How many tokens it may put on the map in the whole campaign, by side."""
        return {}

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        """The names of what a token may try it on where it stands."""
        raise NotImplementedError(f"{type(self).__name__} must say on what it may be tried")

    def carry_out(self, t: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        """What success does."""
        raise NotImplementedError(f"{type(self).__name__} must say what success does")


def crossings_at(board: CampaignBoard, token: Token, *, standing: bool) -> tuple[str, ...]:
    """The standing (or destroyed) crossings at one of whose ends the token stands. Readings: Bridges and ferries."""
    crossings = board.campaign.map.crossings_of(board.at[token.id])
    return tuple(crossing.id for crossing in crossings if (crossing.id not in board.destroyed) == standing)


@frozen
class DestroyCrossing(SpecialActionRule):
    """The bridge or ferry at an edge of the token's space can no longer be used by either army.

    Source: GotW p.8 Special Actions (AFI p.8).
    """

    kind: ClassVar[str] = "destroy_crossing"

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        return crossings_at(board, token, standing=True)

    def carry_out(self, t: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        t.record(contact_events.CrossingDestroyed(target))
        yield from score_at_once(t, ScoringOccasion(token.side, token, crossing=target), Occasion.CROSSING_DESTROYED)


@frozen
class RepairCrossing(SpecialActionRule):
    """The destroyed bridge or ferry can be used again. Source: GotW p.8 Special Actions (AFI p.8)."""

    kind: ClassVar[str] = "repair_crossing"

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        return crossings_at(board, token, standing=False)

    def carry_out(self, t: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        t.record(contact_events.CrossingRepaired(target))
        yield from ()


@frozen
class Raid(SpecialActionRule):
    """A token of the side in a place with this tag puts a ``token`` there; each place once a campaign.

    Source: AFI p.8 Special Actions, p.7 Logistical Limitations. Readings: Raids and baggage trains.
    """

    kind: ClassVar[str] = "raid"
    side: lines.Side
    place_tag: lines.PlaceTag
    token: lines.TokenKind

    @property
    def brings(self) -> Mapping[str, str]:
        return {self.side: self.token}

    def new_tokens(self, campaign: Campaign) -> Mapping[str, int]:
        return {self.side: sum(self.place_tag in place.tags for place in campaign.map.places)}

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        """The town or city in which the token stands, once a campaign, if there is room for the train."""
        space = board.at[token.id]
        if token.side != self.side or not self.train_spaces(board, space):
            return ()
        places = (place for place in board.campaign.map.places if place.space == space)
        return tuple(place.name for place in places if self.place_tag in place.tags and place.name not in board.raided)

    def train_spaces(self, board: CampaignBoard, space: int) -> list[Space]:
        """Where a new train goes: the raided space, or one next to it on the same bank if a train stands there."""
        trains = {board.at[token.id] for token in board.tokens_of(self.side) if token.kind == self.token}
        if space not in trains or self.token not in board.campaign.never_with_own_kind:
            return [Space(space)]
        game_map, enemy = board.campaign.map, board.enemy(self.side)
        rivers = frozenset(game_map.edges_on("river"))
        around = game_map.passage(False, None, rivers).next(1 << space) & game_map.enterable
        around &= ~board.mask(enemy) & ~board.depot_mask(enemy)
        return [near for near in in_spaces(bits(around)) if near not in trains]

    def carry_out(self, t: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        """A baggage train stands in the raided place, which cannot be raided again."""
        campaign = t.board.campaign
        t.record(contact_events.PlaceRaided(target))
        moved_by = (command.id for command in campaign.commands_of(self.side) if self.token in command.tokens)
        spaces = self.train_spaces(t.board, campaign.space(target))
        name = self.token.replace("_", " ").capitalize()
        train = yield from take_counter(t, self.side, self.token, next(moved_by), NO_DIVISION, name)
        yield from place(t, train, spaces, "is filled", t.board.cite("Special Actions"))
        reveal(t, (train,))


SPECIAL_ACTIONS: Final = (DestroyCrossing, RepairCrossing, Raid)
"""The special actions that every campaign may have."""
