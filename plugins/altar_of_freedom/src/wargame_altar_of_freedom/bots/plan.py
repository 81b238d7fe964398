"""Who goes where: every token is given the goal at which it is expected to bring most points."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from attrs import frozen

from wargame_altar_of_freedom.board import Token
from wargame_altar_of_freedom.bots.fields import FAR, Field
from wargame_altar_of_freedom.bots.goals import Goal, goals_of
from wargame_altar_of_freedom.bots.situation import Situation
from wargame_altar_of_freedom.logistics import held_divisions

WEARINESS = 0.03
"""Points that each space of a march is reckoned to cost, so that the nearest of equal tokens goes."""


@frozen(eq=False)
class Order:
    """A token's goal, the field that leads there, and the points that this token adds to it."""

    goal: Goal
    field: Field
    points: float

    @property
    def pace(self) -> float:
        """Points that one space nearer to the goal is worth."""
        return min(0.6, max(0.15, self.points / 12))


@frozen(eq=False)
class Plan:
    """The orders by token id, and all goals."""

    goals: tuple[Goal, ...]
    orders: dict[str, Order]
    turns_left: int

    def prize(self, token: Token, space: int) -> float:
        """Points for standing in a space at the end of the turn: its own goal whole, others' at a discount."""
        order = self.orders.get(token.id)
        total = 0.0
        for goal in self.goals:
            if goal.spaces >> space & 1 and token.kind in goal.takers and not goal.fleeting:
                ours = order is not None and order.goal is goal
                share = order.points if ours and order else goal.worth(1, self.turns_left) * goal.share(0)
                total += share * (0.5 if ours else 0.05 if goal.guard else 0.2)
        return total


def make_plan(now: Situation) -> Plan:
    """Give each token the goal where it adds most, the best pair of token and goal first."""
    board, left, held = now.board, now.turns_left, held_divisions(now.board)
    goals = goals_of(now)
    fields = [now.field(goal.spaces) for goal in goals]
    pairs: list[tuple[float, str, int, float, int]] = []
    for token in now.own:
        here, speed = board.at[token.id], now.base_move(token) + 1
        weight = 0.7 + 0.1 * now.brigades(token) if token.is_division else 1.0
        fixed = speed <= 1 or token.unit in held
        for number, goal in enumerate(goals):
            if token.kind not in goal.takers:
                continue
            if goal.fleeting and now.map.distance(here, goal.spaces.bit_length() - 1) > 2 * speed:
                continue
            distance = fields[number](here)
            if distance >= FAR or (fixed and distance):
                continue
            worth = weight * goal.worth(-(-distance // speed), left)
            if worth > 0:
                cost = WEARINESS * distance
                pairs.append((cost - worth * goal.share(0), token.id, number, worth, 0))
    heapify(pairs)
    taken = [0] * len(goals)
    orders: dict[str, Order] = {}
    while pairs:
        negative, id, number, worth, counted = heappop(pairs)
        if id in orders:
            continue
        goal = goals[number]
        if counted != taken[number]:
            cost = negative + worth * goal.share(counted)
            heappush(pairs, (cost - worth * goal.share(taken[number]), id, number, worth, taken[number]))
            continue
        orders[id] = Order(goal, fields[number], worth * goal.share(counted))
        taken[number] += 1
    return Plan(tuple(goals), orders, left)
