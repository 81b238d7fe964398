"""Staff Dice: who gets one for his march, and what special actions are worth one."""

from __future__ import annotations

from itertools import islice

from wargame_altar_of_freedom.board.actions import AllotDice, Done, SpecialAction
from wargame_altar_of_freedom.players.distance_fields import FAR
from wargame_altar_of_freedom.players.marching import die_gains, open_field
from wargame_altar_of_freedom.players.opportunities import train_points
from wargame_altar_of_freedom.players.plan import THERE, Plan
from wargame_altar_of_freedom.players.situation import Situation, mean_points
from wargame_altar_of_freedom.printed.conditions import CrossingIsDestroyed
from wargame_altar_of_freedom.printed.vocabulary import Raid, RepairCrossing
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.rallying import rallies, rally_succeeds
from wargame_altar_of_freedom.rules.special_actions import roll_needed
from wargame_core import D6
from wargame_core.flow.choices import Choices

RALLIED = 0.5
"""Points that a rallied brigade is estimated to bring."""
ARRIVAL = 0.3
"""The part of an order's points that getting to its goal this turn is estimated to be worth."""
DELAY = 0.012
"""The part of what the enemy is after that each space of detour is estimated to cost one of his tokens."""
LEAST = 0.15
"""Points that a Staff Die has to be expected to bring in a special action."""


def dice_for(now: Situation, plan: Plan, choices: AllotChoices) -> AllotDice:
    """Staff Dice for those whose road they shorten most, of this corps and of the others that have yet to move.

    Dice that are expected to do better in special actions and rallies are kept for those.
    """
    board = now.board
    bids: list[tuple[float, str]] = []
    for token in now.own:
        order = plan.orders.get(token.id)
        if order is None or token.command in board.activated or token.command == "":
            continue
        field = open_field(now, order, token)
        saved, arrives = die_gains(now, field, token)
        if saved > 0:
            bids.append((saved * order.pace + arrives * ARRIVAL * min(order.points, THERE), token.id))
        if order.goal.special and field(board.at[token.id]) <= now.base_move(token):
            bids.append((order.points, ""))
    chance = sum(rally_succeeds(now.campaign, face) for face in D6.faces) / len(D6)
    bids += [(RALLIED * chance, "")] * len(rallies(board, now.side))
    bids.sort(key=lambda bid: (-bid[0], bid[1]))
    chosen = {token_id for points, token_id in bids[: board.staff_dice[now.side]] if points > 0.1}
    return AllotDice(tuple(token_id for token_id in choices.tokens if token_id in chosen)[: choices.dice])


def special_action(now: Situation, plan: Plan, choices: Choices) -> SpecialAction | Done:
    """The special action that is expected to bring most for its Staff Die, or none."""
    best: SpecialAction | Done = Done()
    points = LEAST
    for action in choices:
        if isinstance(action, SpecialAction):
            chance = sum(face >= roll_needed(now.board, action.what) for face in D6.faces) / len(D6)
            worth = chance * _worth(now, plan, action)
            if worth > points + 1e-9:
                best, points = action, worth
    return best


def _worth(now: Situation, plan: Plan, action: SpecialAction) -> float:
    """Points that the special action brings when it succeeds."""
    args = now.campaign.special_actions[action.what].args
    if isinstance(args, Raid):
        points, home = train_points(now, args.token)
        here = now.board.at[action.token]
        turns = now.field(home)(here) / (now.campaign.base_move[args.token] + 1) if home else FAR
        return points * 0.95**turns if turns < now.turns_left else 0.0
    return crossing_worth(now, plan, action.target, repaired=isinstance(args, RepairCrossing))


def crossing_worth(now: Situation, plan: Plan, crossing: str, *, repaired: bool) -> float:
    """Points that destroying a crossing (or repairing it) brings: scored by the briefings, and by the detours."""
    return _detours(now, plan, crossing, repaired) + (0.0 if repaired else _scored(now, crossing))


def _scored(now: Situation, crossing: str) -> float:
    """Points for us, less those for the enemy, when a crossing is destroyed."""
    points = 0.0
    for line in now.campaign.awards.values():
        if isinstance(line.args, CrossingIsDestroyed) and crossing in line.args.crossings:
            known = any(award.id == line.id and award.place == crossing for award in now.board.ledger)
            points += 0.0 if known else mean_points(line.points) * (1 if line.side == now.side else -1)
    return points


def _detours(now: Situation, plan: Plan, crossing: str, repaired: bool) -> float:
    """Points that the enemy's detours cost him, less our own, when a crossing is destroyed (or ``repaired``)."""
    edge = frozenset({now.map.crossing(crossing).edge})
    board, points = now.board, 0.0
    before = {side: board.closed_crossings(side) for side in (now.side, now.enemy)}
    after = {side: closed - edge if repaired else closed | edge for side, closed in before.items()}
    for goal in plan.goals:
        if goal.guard:
            field = now.fields.to(board, now.enemy, goal.spaces)
            changed = now.fields.to(board, now.enemy, goal.spaces, closed=after[now.enemy])
            for distance, enemy in islice(field.inwards(now.enemy_units), 3):
                points += (changed(enemy) - distance) * DELAY * goal.worth(1, now.turns_left)
    for token_id, order in plan.orders.items():
        changed = now.fields.to(board, now.side, order.goal.spaces, now.barred, closed=after[now.side])
        here = board.at[token_id]
        points -= (changed(here) - order.field(here)) * order.pace
    return points
