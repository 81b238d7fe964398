"""Who goes where: every token is given the goal at which it is expected to bring most points; and that in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from attrs import field, frozen

from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.goals import Goal, drawn_aims, goals_of
from wargame_altar_of_freedom.players.situation import FAR, Field, Situation

SOON = 14
"""Spaces from which a goal that does not wait is still looked at."""
THERE = 5.0
"""The most points that reaching one's goal at the end of a turn is estimated to be worth in that turn."""
ARRIVED = 0.5
"""The part of an order's points that standing at its goal is estimated to be worth in a turn."""
FASTEST, PACE = 0.6, 12.0
"""The most points that one space nearer to the goal is worth, and the part of the order's points that it is."""
LOST = 0.5
"""How likely a place just taken is lost before the turn is scored, when all of the enemy has yet to move."""
GARRISON = 3.0
"""How much more the division that stands in a fortress is worth there than elsewhere."""
WEARINESS = 0.03
"""Points that each space of a march is estimated to cost, so that the nearest of equal tokens goes."""


@frozen(eq=False)
class TokenOrder:
    """A token's goal, the field that leads there, and the points that this token adds to it."""

    goal: Goal
    field: Field
    points: float

    @property
    def pace(self) -> float:
        """Points that one space nearer to the goal is worth."""
        return min(FASTEST, max(0.15, self.points / PACE))


@frozen(eq=False)
class Plan:
    """The orders by token id, and all goals; ``made_for`` is the moment, ``positions`` where everybody stood,
    ``kept`` how likely a place just taken is still ours when the turn is scored."""

    goals: tuple[Goal, ...]
    orders: dict[str, TokenOrder]
    turns_left: int
    made_for: tuple[object, ...]
    positions: frozenset[tuple[str, int]]
    kept: float
    _lasting: dict[int, list[Goal]] = field(factory=dict, init=False)

    def holds(self, now: Situation) -> bool:
        """Whether nothing has changed since but that the corps that is moving has moved."""
        if self.made_for != moment(now):
            return False
        board = now.board
        for token_id, _ in self.positions ^ frozenset(board.at.items()):
            token = board.tokens.get(token_id)
            if token is None or token.side != now.side or token.command != board.command or token_id not in board.at:
                return False
        return True

    def prize(self, now: Situation, token: Token, space: int, own: int) -> float:
        """Points for standing in a space at the end of the turn: its own goal's in part, those of others' a little.

        ``own`` is a mask of the side's other tokens.
        """
        order = self.orders.get(token.id)
        total = 0.0
        lasting = self._lasting.get(space)
        if lasting is None:
            lasting = [goal for goal in self.goals if goal.spaces >> space & 1 and not goal.fleeting]
            self._lasting[space] = lasting
        for goal in lasting:
            if token.kind in goal.takers:
                mine = order is not None and order.goal is goal
                if goal.at_once:
                    total += goal.once
                elif goal.first:
                    total += self._foothold(goal, space, mine, own)
                elif order is not None and mine:
                    kept = 0.0 if goal.guard or goal.special else (goal.once + goal.each_turn) / goal.need * self.kept
                    total += max(kept, min(ARRIVED * order.points, THERE))
                else:
                    total += goal.worth(1, self.turns_left) * goal.share(0) * (0.05 if goal.guard else 0.2)
        return total

    def _foothold(self, goal: Goal, space: int, mine: bool, own: int) -> float:
        """What one more token at a place brings that the first of ours denies the enemy, and enough of ours besiege."""
        others = (own & goal.spaces & ~(1 << space)).bit_count()
        part = (goal.each_turn - goal.first) / goal.need * ARRIVED
        if not others:
            return goal.first + part
        left = goal.need - others
        gain = goal.each_turn - goal.first if left == 1 else part
        return gain if left > 0 else 0.3 * mine


def moment(now: Situation) -> tuple[object, ...]:
    """What a plan depends on beside the positions."""
    board = now.board
    held = frozenset((depot.id, depot.side, depot.space) for depot in board.depots.values())
    changing = (len(board.activated), board.fought, len(board.ledger), frozenset(board.destroyed), held)
    return (now.map, now.side, board.turns_ended, tuple(board.drawn), *changing)


@frozen
class Candidate:
    """A token that can be given a goal. ``speed`` is what it may hope to march in a turn, 0 when it is fixed."""

    id: str
    kind: str
    here: int
    speed: int
    weight: float


def candidates(now: Situation) -> list[Candidate]:
    """The side's tokens on the map; large divisions count for more than small ones."""
    held, able = now.board.held_divisions(), []
    for token in now.own:
        base = now.base_move(token)
        speed = 0 if not base or token.unit in held else base + 1
        weight = 0.7 + 0.1 * now.brigades(token) if token.is_division else 1.0
        able.append(Candidate(token.id, token.kind, now.board.at[token.id], speed, weight))
    return able


def make_plan(now: Situation, draw: int = 0) -> Plan:
    """Give each token the goal where it adds most, the best pair of token and goal first; see `drawn_aims`."""
    left, tokens = now.turns_left, candidates(now)
    fortresses = now.campaign.fortresses
    goals = drawn_aims(goals_of(now), draw, now.board.turns_ended)
    fields = [now.field(goal.spaces, SOON if goal.fleeting else FAR) for goal in goals]
    pairs: list[tuple[float, str, int, float, int]] = []
    for number, goal in enumerate(goals):
        distances = fields[number].distances(now.own_units)
        share, worths = goal.share(0), {}
        for token in tokens:
            distance = distances[token.here]
            if token.kind not in goal.takers or distance >= FAR or (distance and not token.speed):
                continue
            turns = -(-distance // token.speed) if distance else 0
            if turns not in worths:
                worths[turns] = goal.worth(turns, left)
            worth = token.weight * worths[turns]
            if goal.guard and not distance and fortresses.get(token.here) == now.side:
                worth *= GARRISON
            if worth > 0:
                pairs.append((WEARINESS * distance - worth * share, token.id, number, worth, 0))
    heapify(pairs)
    taken = [0] * len(goals)
    orders: dict[str, TokenOrder] = {}
    while pairs:
        negative, token_id, number, worth, counted = heappop(pairs)
        if token_id in orders:
            continue
        goal = goals[number]
        if counted != taken[number]:
            cost = negative + worth * goal.share(counted)
            heappush(pairs, (cost - worth * goal.share(taken[number]), token_id, number, worth, taken[number]))
            continue
        orders[token_id] = TokenOrder(goal, fields[number], worth * goal.share(counted))
        taken[number] += 1
    _stay_on_guard(now, orders)
    return Plan(tuple(goals), orders, left, moment(now), frozenset(now.board.at.items()), 1 - LOST * now.moves_left)


def _stay_on_guard(now: Situation, orders: dict[str, TokenOrder]) -> None:
    """Who stands where somebody else was to stand guard does it, and the other goes in his place."""
    tokens, at = now.board.tokens, now.board.at
    for token_id, order in list(orders.items()):
        if not order.goal.guard or order.goal.spaces >> at[token_id] & 1:
            continue
        for other_id, other in orders.items():
            there = order.goal.spaces >> at[other_id] & 1 and not other.goal.spaces >> at[other_id] & 1
            fit = tokens[other_id].kind in order.goal.takers and tokens[token_id].kind in other.goal.takers
            if there and fit and not other.goal.guard:
                orders[token_id], orders[other_id] = other, order
                break


# in words

MOST = 4
"""Goals that one sentence names."""


def campaign_plan(now: Situation, plan: Plan) -> str:
    """What a side is after before anybody has marched, the goals that promise most first."""
    wanted = sorted(
        (goal for goal in plan.goals if not goal.guard and not goal.fleeting),
        key=lambda goal: -goal.worth(min(3, now.turns_left), now.turns_left),
    )
    feared = sorted((goal for goal in plan.goals if goal.guard), key=lambda goal: -goal.worth(1, now.turns_left))
    return _sentence(_named(wanted), _named(feared))


def turn_plan(now: Situation, plan: Plan) -> str:
    """What the tokens of a side go for this turn, and how many go for each."""
    counts: dict[str, int] = {}
    worths: dict[str, float] = {}
    guards = set()
    for order in plan.orders.values():
        what = order.goal.what
        counts[what] = counts.get(what, 0) + 1
        worths[what] = worths.get(what, 0.0) + order.points
        if order.goal.guard:
            guards.add(what)
    ranked = sorted(counts, key=lambda what: (-worths[what], what))
    phrases = [f"{what} ({counts[what]})" for what in ranked]
    away = [line for what, line in zip(ranked, phrases, strict=True) if what not in guards]
    home = [line for what, line in zip(ranked, phrases, strict=True) if what in guards]
    return _sentence(away[:MOST], home[:MOST])


def _named(goals: Iterable[Goal]) -> Sequence[str]:
    return list(dict.fromkeys(goal.what for goal in goals))[:MOST]


def _sentence(away: Sequence[str], home: Sequence[str]) -> str:
    parts = [", ".join(part) for part in (away, home) if part]
    text = "; ".join(parts) if parts else "wait"
    return f"{text[0].upper()}{text[1:]}."
