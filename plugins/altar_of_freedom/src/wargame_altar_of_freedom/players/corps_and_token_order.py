"""Which corps moves first, and in which order its tokens march."""

from __future__ import annotations

from wargame_altar_of_freedom.board.actions import EndMarch, MoveNext, Nominate
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.distance_fields import FAR
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.rules.stacking import tokens_under
from wargame_core.flow.choices import Choices

STRIDE = 3
"""Spaces that a Staff Die is estimated to add to a march."""
WIDER = 2
"""Spaces beyond the reach of most enemies from which one is still minded."""


def corps_to_move(now: Situation, plan: Plan, choices: Choices) -> Nominate:
    """Corps that may reach what scores at the end of the turn move last: nobody answers them before it is scored.

    Before them, corps that cannot be drawn into a pitched battle move first: one ends all movement of the turn. Of
    equals the one nearest to the enemy goes first, so that it clears the roads; one that can only wait goes last.
    """
    needed = now.campaign.divisions_for_battle

    def eagerness(action: Nominate) -> tuple[bool, float, bool, float, float]:
        tokens = tokens_under(now.board, action.command)
        urge = sum(_urge(now, plan, token) for token in tokens) / max(len(tokens), 1)
        waits = max((_at_the_end(now, plan, token) for token in tokens), default=0.0)
        battle = any(
            enemy_near(now, token) and now.enemies_within(now.board.at[token.id], now.reach) >= needed - 0.5
            for token in tokens
        )
        front = min((_to_the_enemy(now, now.board.at[token.id]) for token in tokens), default=FAR)
        return (urge > 0, -waits, not battle, -front, urge)

    chosen: Nominate = max(choices, key=eagerness)
    return chosen


def _at_the_end(now: Situation, plan: Plan, token: Token) -> float:
    """Points at the end of the turn that a token may still reach on this one."""
    order = plan.orders.get(token.id)
    if order is None or order.goal.guard or order.goal.fleeting or order.goal.at_once or order.goal.special:
        return 0.0
    distance = order.field(now.board.at[token.id])
    return order.points if 0 < distance <= now.base_move(token) + STRIDE else 0.0


def _to_the_enemy(now: Situation, space: int) -> int:
    distance = now.map.distance
    return min((distance(space, enemy) for enemy in now.enemy_divisions), default=FAR)


def _urge(now: Situation, plan: Plan, token: Token) -> float:
    order = plan.orders.get(token.id)
    if order is None:
        return 0.0
    distance = order.field(now.board.at[token.id])
    return order.points / (1 + distance / 4) if distance else 0.0


def enemy_near(now: Situation, token: Token) -> bool:
    """Whether a division stands within a march of an enemy."""
    here = now.board.at[token.id]
    return token.is_division and bool(now.near(here, now.base_move(token)) & now.enemy_units)


def token_to_move(now: Situation, plan: Plan, choices: Choices) -> MoveNext | EndMarch:
    """The head of the column first, so that it clears the road; whoever has nothing to do stays where it is."""
    best: MoveNext | EndMarch = EndMarch()
    first = (9, 0)
    for action in choices:
        if isinstance(action, MoveNext):
            rank = _rank(now, plan, now.board.tokens[action.token])
            if rank is not None and rank < first:
                best, first = action, rank
    return best


def _rank(now: Situation, plan: Plan, token: Token) -> tuple[int, int] | None:
    """The place of a token in the order of march, the lowest first; None when it need not move."""
    here = now.board.at[token.id]
    order = plan.orders.get(token.id)
    distance = order.field(here) if order else 0
    fights = enemy_near(now, token)
    in_danger = token.is_division and now.near(here, now.reach + WIDER) & now.enemy_units
    if not distance and not fights and not in_danger and token.id not in now.board.allotted:
        return None
    return (1 if fights else 0, distance)
