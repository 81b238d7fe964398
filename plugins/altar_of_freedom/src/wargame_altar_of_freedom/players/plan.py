"""Who goes where: every token is given the goal at which it is expected to bring most points; and that in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from attrs import frozen

from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.goals import TURNS_OF_FLEETING_GOAL, Goal, goals_of
from wargame_altar_of_freedom.players.situation import FAR, Field, Situation
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_core.maps.masks import bits

SPACES_OF_FLEETING_GOAL = 14
"""Spaces from which a goal that does not wait is still looked at."""
GARRISON = 3.0
"""How many times more the division that stands in a fortress is worth there than elsewhere."""
SPREAD, SLOWEST, FASTEST = 12.0, 0.15, 0.6
"""Spaces over which a token's points for its goal are spread, and the least and the most that one space is worth."""
TOGETHER = 7
"""Spaces around what a command is after in which its divisions are together."""


@frozen(eq=False)
class TokenOrder:
    """A token's goal, the field that leads there, and the points that this token adds to it.

    ``pace`` are the points that one space nearer to the goal is worth.
    """

    goal: Goal
    field: Field
    points: float
    pace: float


@frozen(eq=False)
class Plan:
    """The orders by token id, and all goals; ``made_for`` is the moment, ``positions`` where everybody stood."""

    goals: tuple[Goal, ...]
    orders: dict[str, TokenOrder]
    made_for: tuple[object, ...]
    positions: frozenset[tuple[str, int]]

    def still_holds(self, situation: Situation) -> bool:
        """Whether nothing has changed since but that the corps that is moving has moved."""
        if self.made_for != plan_conditions(situation):
            return False
        board = situation.board
        for token_id, _ in self.positions ^ frozenset(board.at.items()):
            token = board.tokens.get(token_id)
            if (
                token is None
                or token.side != situation.side
                or token.command != board.command
                or token_id not in board.at
            ):
                return False
        return True


def plan_conditions(situation: Situation) -> tuple[object, ...]:
    """What a plan depends on beside the positions."""
    board = situation.board
    depot_holders = frozenset((depot.id, depot.side, depot.space) for depot in board.depots.values())
    changing = (
        len(board.activated_commands),
        board.battle_ended_movement,
        len(board.ledger),
        frozenset(board.destroyed_crossings),
        frozenset(board.broken_brigades),
        frozenset(board.lost_brigades),
        depot_holders,
    )
    return (situation.map, situation.side, board.turns_ended, tuple(board.drawn_cards), *changing)


def make_plan(situation: Situation) -> Plan:
    """Give each command its aim, and each token the goal where it adds most.

    A command's aim is what most of it would go for if each token chose for itself. Then its divisions choose again, and
    go elsewhere only where that is worth what it costs to leave the `command`.
    """
    goals = goals_of(situation)
    fields = [situation.field(goal.spaces, SPACES_OF_FLEETING_GOAL if goal.fleeting else FAR) for goal in goals]
    pairs = worthwhile_pairs(situation, goals, fields)
    areas = command_areas(situation, match_tokens_to_goals(goals, fields, pairs))
    orders = match_tokens_to_goals(goals, fields, with_detachment_costs(situation, pairs, goals, areas))
    _stay_on_guard(situation, orders)
    return Plan(tuple(goals), orders, plan_conditions(situation), frozenset(situation.board.at.items()))


class Pair(NamedTuple):
    """A token and the number of a goal that it may be given: what the goal is worth to it alone, and what it costs."""

    token: str
    goal: int
    worth: float
    cost: float


def with_detachment_costs(
    situation: Situation, pairs: Iterable[Pair], goals: Sequence[Goal], areas: Mapping[str, int]
) -> list[Pair]:
    """The pairs, dearer where a division would leave the area of its command."""
    weight = situation.weights.command
    area_of = {
        token.id: areas[token.command] for token in situation.own_tokens if token.is_division and token.command in areas
    }
    return [
        pair
        if area_of.get(pair.token, -1) & goals[pair.goal].spaces
        else Pair(pair.token, pair.goal, pair.worth, pair.cost + weight)
        for pair in pairs
    ]


def worthwhile_pairs(situation: Situation, goals: Sequence[Goal], fields: Sequence[Field]) -> list[Pair]:
    """All pairs of a token and a goal that is worth anything to it."""
    own_spaces, forts, weight = situation.own_units, situation.own_fortresses, situation.weights.march
    tokens = [(token, situation.board.at[token.id], speed_of(situation, token)) for token in situation.own_tokens]
    soon = TURNS_OF_FLEETING_GOAL * max([speed for _, _, speed in tokens], default=0)
    fit_rows = {takers: [row for row in tokens if row[0].kind in takers] for takers in {goal.takers for goal in goals}}
    pairs: list[Pair] = []
    for number, goal in enumerate(goals):
        spaces = own_spaces & _spaces_around(situation, goal.spaces, soon) if goal.fleeting else own_spaces
        distances, worths = fields[number].distances(spaces), dict[int, float]()
        for token, space, speed in fit_rows[goal.takers]:
            distance = distances.get(space, FAR)
            if distance and (distance >= FAR or not speed):
                continue
            turns = -(-distance // speed) if distance else 0
            worth = worths.get(turns)
            if worth is None:
                worth = worths[turns] = goal.worth(situation, turns)
            if goal.guard and not distance and forts >> space & 1:
                worth *= GARRISON
            if worth > 0:
                pairs.append(Pair(token.id, number, worth, weight * distance))
    return pairs


def speed_of(situation: Situation, token: Token) -> int:
    """Spaces that a token may hope to march in a turn, 0 when it is held."""
    base = situation.campaign.base_move.get(token.kind, 0)
    return base + 1 if base and token.unit not in situation.held_divisions else 0


def _spaces_around(situation: Situation, spaces: int, distance: int) -> int:
    """Mask of what is within so many spaces of one of these (a mask), whatever lies between."""
    area = 0
    for space in bits(spaces):
        area |= situation.map.within(space, distance)
    return area


def match_tokens_to_goals(
    goals: Sequence[Goal], fields: Sequence[Field], pairs: Sequence[Pair]
) -> dict[str, TokenOrder]:
    """One order a token, the best pair first; who comes to a goal after others adds less there."""
    alone = [goal.share(0) for goal in goals]
    waiting_pairs = [(pair.cost - pair.worth * alone[pair.goal], pair.token, pair.goal, pair, 0) for pair in pairs]
    heapify(waiting_pairs)
    taker_counts = [0] * len(goals)
    orders: dict[str, TokenOrder] = {}
    tokens = len({pair.token for pair in pairs})
    while len(orders) < tokens:
        _, token_id, number, pair, takers_before = heappop(waiting_pairs)
        if token_id in orders:
            continue
        goal, before = goals[number], taker_counts[number]
        if takers_before != before:
            heappush(waiting_pairs, (pair.cost - pair.worth * goal.share(before), token_id, number, pair, before))
            continue
        points = pair.worth * goal.share(takers_before)
        pace = min(FASTEST, max(SLOWEST, points / SPREAD))
        orders[token_id] = TokenOrder(goal, fields[number], points, pace)
        taker_counts[number] += 1
    return orders


def command_areas(situation: Situation, orders: Mapping[str, TokenOrder]) -> dict[str, int]:
    """By command, a mask of the spaces near that goal of its divisions around which most of their points are."""
    board, points = situation.board, dict[str, dict[int, float]]()
    for token_id, order in orders.items():
        token = board.tokens[token_id]
        if token.is_division and token.command:
            by_goal = points.setdefault(token.command, {})
            by_goal[order.goal.spaces] = by_goal.get(order.goal.spaces, 0.0) + order.points
    return {
        command: max(_areas(situation, by_goal), key=lambda area: area[0])[1] for command, by_goal in points.items()
    }


def _areas(situation: Situation, by_goal: Mapping[int, float]) -> Iterator[tuple[float, int]]:
    """The area around each goal (a mask), after the points that are in it."""
    for goal in by_goal:
        area = _spaces_around(situation, goal, TOGETHER)
        yield sum(points for other_spaces, points in by_goal.items() if other_spaces & area), area


def _stay_on_guard(situation: Situation, orders: dict[str, TokenOrder]) -> None:
    """Who stands where somebody else was to stand guard does it, and the other goes in his place."""
    tokens, at = situation.board.tokens, situation.board.at
    for token_id, order in list(orders.items()):
        if not order.goal.guard or order.goal.spaces >> at[token_id] & 1:
            continue
        for other_id, other_order in orders.items():
            stands_at_its_goal = (
                order.goal.spaces >> at[other_id] & 1 and not other_order.goal.spaces >> at[other_id] & 1
            )
            both_fit = tokens[other_id].kind in order.goal.takers and tokens[token_id].kind in other_order.goal.takers
            if stands_at_its_goal and both_fit and not other_order.goal.guard:
                orders[token_id], orders[other_id] = other_order, order
                break


# in words

MOST = 4
"""Goals or commands that one sentence names."""


def campaign_plan(situation: Situation, plan: Plan) -> str:
    """What a side is after before anybody has marched, the goals that promise most first."""
    wanted_goals = sorted(
        (goal for goal in plan.goals if not goal.guard and not goal.fleeting),
        key=lambda goal: -goal.worth(situation, min(3, situation.turns_left)),
    )
    feared_goals = sorted((goal for goal in plan.goals if goal.guard), key=lambda goal: -goal.worth(situation, 1))
    return _sentence([_goal_names(wanted_goals), _goal_names(feared_goals)])


def turn_plan(situation: Situation, plan: Plan) -> str:
    """What the commands of a side go for this turn, with how many tokens; who expects most points comes first."""
    worths: dict[CommandId, dict[str, list[float]]] = {}
    for token_id, order in plan.orders.items():
        token = situation.board.tokens[token_id]
        if order.points > 0 and token.command:
            worths.setdefault(token.command, {}).setdefault(order.goal.what, []).append(order.points)
    ranked_commands = sorted(worths, key=lambda command: (-sum(map(sum, worths[command].values())), command))
    names = situation.campaign.command
    return _sentence([f"{names[command].name}: {_aims(worths[command])}" for command in ranked_commands[:MOST]])


def _aims(worths: Mapping[str, Sequence[float]]) -> str:
    """The two goals for which a command expects most points."""
    ranked_aims = sorted(worths, key=lambda aim: (-sum(worths[aim]), aim))
    return ", ".join(f"{aim} ({len(worths[aim])})" if len(worths[aim]) > 1 else aim for aim in ranked_aims[:2])


def _goal_names(goals: Iterable[Goal]) -> str:
    return ", ".join(list(dict.fromkeys(goal.what for goal in goals))[:MOST])


def _sentence(parts: Iterable[str]) -> str:
    text = "; ".join(part for part in parts if part) or "wait"
    return f"{text[0].upper()}{text[1:]}."
