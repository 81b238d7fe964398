"""Special actions: a Staff Die after movement, 4 or more succeeds.

Source: GotW p.8 Special Actions (AFI p.8). Readings: Special actions after a fight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from wargame_altar_of_freedom.board.actions import Done, SpecialAction
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.campaign_events import CrossingDestroyed, CrossingRepaired, SpecialActionTried
from wargame_altar_of_freedom.board.event_names import chance_in_words
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_effects import SpecialActionEased
from wargame_altar_of_freedom.board.turn_events import SideDone, StaffDieSpent
from wargame_altar_of_freedom.printed import vocabulary as words
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.conditions import Occasion
from wargame_altar_of_freedom.rules.award_conditions import ScoringOccasion
from wargame_altar_of_freedom.rules.fog_of_war import sees_token
from wargame_altar_of_freedom.rules.raids import raid, raid_targets
from wargame_altar_of_freedom.rules.scoring import score_at_once
from wargame_altar_of_freedom.rules.stacking import tokens_under
from wargame_core.authoring import D6, ListedChoices, Procedure, Table


@frozen
class SpecialActionRule:
    """What a token may try a special action on, by its arguments in the campaign file, and what success does."""

    targets: Callable[[CampaignBoard, Token, Any], tuple[str, ...]]
    carry_out: Callable[[Table[CampaignBoard], Token, str, Any], Procedure[None]]


def special_action_succeeds(campaign: Campaign, die: int) -> bool:
    """Whether a special action with this die succeeds. Source: GotW p.8 Special Actions (AFI p.8)."""
    return die >= campaign.special_action_target


def roll_needed(board: CampaignBoard, action: str) -> int:
    """The least result that succeeds now; an event may change it."""
    eased = (effect.roll for effect in board.effects_of(SpecialActionEased) if effect.action == action)
    return next(eased, board.campaign.special_action_target)


def crossings_at(board: CampaignBoard, token: Token, standing: bool) -> tuple[str, ...]:
    """The standing (or destroyed) crossings at one of whose ends the token stands. Readings: Bridges and ferries."""
    here = board.campaign.map.crossings_of(board.at[token.id])
    return tuple(crossing.id for crossing in here if (crossing.id not in board.destroyed) == standing)


def destroy_crossing(
    t: Table[CampaignBoard], token: Token, target: str, args: words.DestroyCrossing
) -> Procedure[None]:
    """The bridge or ferry can no longer be used by either army. Source: GotW p.8 Special Actions (AFI p.8)."""
    t.record(CrossingDestroyed(target))
    yield from score_at_once(t, ScoringOccasion(token.side, token, crossing=target), Occasion.CROSSING_DESTROYED)


def repair_crossing(t: Table[CampaignBoard], token: Token, target: str, args: words.RepairCrossing) -> Procedure[None]:
    """The destroyed bridge or ferry can be used again. Source: GotW p.8 Special Actions (AFI p.8)."""
    t.record(CrossingRepaired(target))
    yield from ()


SPECIAL_ACTION_RULES: Mapping[str, SpecialActionRule] = {
    "destroy_crossing": SpecialActionRule(
        lambda board, token, args: crossings_at(board, token, standing=True), destroy_crossing
    ),
    "repair_crossing": SpecialActionRule(
        lambda board, token, args: crossings_at(board, token, standing=False), repair_crossing
    ),
    "raid": SpecialActionRule(raid_targets, raid),
}
"""The special actions that campaign files can name, with the arguments of `printed.vocabulary`."""


def special_actions(board: CampaignBoard) -> list[SpecialAction]:
    """What the tokens of the active corps may try now: one die each, none after a retreat in this activation."""
    if not board.staff_dice[board.mover]:
        return []
    able, actions = board.campaign.special_action_tokens, []
    for token in tokens_under(board, board.command):
        if token.id in board.acted or token.id in board.retreated or token.kind not in able:
            continue
        for what, printed in board.campaign.special_actions.items():
            targets = SPECIAL_ACTION_RULES[what].targets(board, token, printed.args)
            actions += [SpecialAction(token.id, what, target) for target in targets]
    return actions


def may_try(board: CampaignBoard, token: Token) -> bool:
    """Whether a token of this kind could try a special action where it stands."""
    printed = board.campaign.special_actions.items()
    return token.kind in board.campaign.special_action_tokens and any(
        SPECIAL_ACTION_RULES[what].targets(board, token, action.args) for what, action in printed
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
    t.record(SpecialActionTried(chosen.token, chosen.what, chosen.target, die, succeeded))
    if succeeded:
        args = board.campaign.special_actions[chosen.what].args
        token = board.tokens[chosen.token]
        yield from SPECIAL_ACTION_RULES[chosen.what].carry_out(t, token, chosen.target, args)
