"""What things cost: ways over a map, enemies and friends left out; and losses, fatigue and mishaps, in points.

Both are worked out once: for one position, or for a map as long as there is room.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits
from wargame_core.rulings import Modifier
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.charts.marches import ExtendedMarch, allowance_roll
from wargame_gcacw.players.weights import Weights
from wargame_gcacw.printed.book import POINT, Ground, LossCause, PrintedScenario
from wargame_gcacw.printed.counters import TIRED_OUT, Arm, Side
from wargame_gcacw.rules.lines_of_communication import LinePoints
from wargame_gcacw.rules.march import MARCHES_LIKE, extended_march_of, more_points
from wargame_gcacw.rules.movement_costs import steps_of_arm

# Results worked out once
KeptResults = defaultdict[str, dict[Hashable, Any]]
"""What a player keeps from one decision to the next, by subject: for `from_memory`."""

Memo = dict[Callable[..., Any], dict[tuple[Any, ...], Any]]
"""The results of each remembered function, by its arguments."""


class HasMemo(Protocol):
    """A position that does not change while it is looked at, with what has been worked out about it."""

    @property
    def memo(self) -> Memo:
        """See `memoized`."""


P = TypeVar("P", bound=HasMemo)
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
_MISSING = object()


def memoized(function: Callable[[P, *Ts], T]) -> Callable[[P, *Ts], T]:
    """A function of a position that is called once for the same arguments; they are given by position."""

    @wraps(function)
    def value_from_memo(position: P, *arguments: *Ts) -> T:
        results = position.memo.get(function)
        if results is None:
            results = position.memo[function] = {}
        result = results.get(arguments, _MISSING)
        if result is _MISSING:
            result = results[arguments] = function(position, *arguments)
        return result  # type: ignore[no-any-return]

    return value_from_memo


def memory_of(game_map: Map, subject: Hashable) -> dict[Hashable, Any]:
    """The results about a subject that are kept with a map from one position to the next: for `from_memory`."""
    memory: dict[Hashable, Any] = game_map.cached(("memory of", subject), dict)
    return memory


def from_memory(memory: dict[Hashable, Any], room: int, key: Hashable, factory: Callable[[], T]) -> T:
    """The value of ``factory()`` for a key, worked out once while there is room; then all values are forgotten.

    No value may be None.
    """
    value: T | None = memory.get(key)
    if value is None:
        if len(memory) >= room:
            memory.clear()
        value = memory[key] = factory()
    return value


# Distances over a map. All costs are half movement points
ROOM = {"reachable": 3000, "distances": 300}
"""How many results of each kind are kept with a map."""
FAR = 1_000_000
"""What a hex costs to which no way leads."""


def mean_allowance(board: FieldBoard, side: Side, arm: Arm) -> float:
    """The mean allowance of a march of one unit, in half points."""
    further_points = sum(modifier.value for modifier in more_points(board, side, arm)) * POINT
    return max(0.0, _mean_roll(board.scenario.game, side, arm) + further_points)


@cache
def _mean_roll(game: str, side: Side, arm: Arm) -> float:
    return float(allowance_roll("march", game=game, side=side, unit=MARCHES_LIKE[arm]).odds().mean()) * POINT


def reachable(ground: Ground, start: int, rain: bool, wagon: bool, budget: int) -> Mapping[int, int]:
    """The hexes within a budget of a hex, with what they cost: at least the hexes beside it."""

    def make_reachable() -> Mapping[int, int]:
        steps = _steps(ground, rain, wagon)
        first_costs = {neighbour: min(cost, budget) for neighbour, cost in steps[start]}
        return _spread_costs({start: 0, **first_costs}, steps, budget)

    return from_memory(
        memory_of(ground.map, "reachable"), ROOM["reachable"], (start, rain, wagon, budget), make_reachable
    )


def distances(ground: Ground, goals: int, rain: bool, limit: int) -> Sequence[int]:
    """What it costs to march from each hex to the nearest of the goals, `FAR` where it is more than the limit.

    Wagon trains march otherwise.
    """

    def make_distances() -> Sequence[int]:
        table = [FAR] * ground.map.size
        starts = dict.fromkeys(bits(goals), 0)
        for space, cost in _spread_costs(starts, _steps_back(ground, rain, wagon=False), limit).items():
            table[space] = cost
        return table

    return from_memory(memory_of(ground.map, "distances"), ROOM["distances"], (goals, rain, limit), make_distances)


def hex_promises(
    ground: Ground, values: Mapping[int, float], slope: float, rain: bool, wagon: bool
) -> Mapping[int, float]:
    """What each hex promises: the best of what hexes are worth, less ``slope`` for each half point of the way.

    Hexes that promise nothing are missing.
    """
    grain = 100  # costs are whole numbers here, so that the search can use them
    top = max(values.values(), default=0.0)
    depths = {space: round((top - value) * grain) for space, value in values.items()}
    spread = _spread_costs(depths, _steps_back(ground, rain, wagon), round(top * grain), round(slope * grain))
    return {space: top - depth / grain for space, depth in spread.items()}


Steps = Sequence[Sequence[tuple[int, int]]]
"""For each hex the hexes one step away, with what the step costs."""


def _spread_costs(starts: Mapping[int, int], steps: Steps, limit: int, factor: int = 1) -> dict[int, int]:
    """The costs of the starts carried on by steps that cost ``factor`` times as much, as far as the limit."""
    best_costs = dict(starts)
    waiting_spaces: list[list[int]] = [[] for _ in range(limit + 1)]
    """The hexes reached, by what they cost."""
    for space, cost in starts.items():
        waiting_spaces[cost].append(space)
    for cost_spent, spaces in enumerate(waiting_spaces):
        for space in spaces:
            if best_costs[space] < cost_spent:
                continue
            for neighbour, cost in steps[space]:
                total = cost_spent + cost * factor
                if total <= limit and total < best_costs.get(neighbour, FAR):
                    best_costs[neighbour] = total
                    waiting_spaces[total].append(neighbour)
    return best_costs


def _steps(ground: Ground, rain: bool, wagon: bool) -> Steps:
    def make_steps() -> Steps:
        steps = steps_of_arm(ground, rain, wagon)
        return [list(steps[a].items()) for a in range(ground.map.size)]

    return ground.map.cached(("step lists", rain, wagon), make_steps)


def _steps_back(ground: Ground, rain: bool, wagon: bool) -> Steps:
    def make_steps_back() -> Steps:
        steps_into: list[list[tuple[int, int]]] = [[] for _ in range(ground.map.size)]
        for a, steps_around in enumerate(_steps(ground, rain, wagon)):
            for b, cost in steps_around:
                steps_into[b].append((a, cost))
        return steps_into

    return ground.map.cached(("step lists back", rain, wagon), make_steps_back)


# What losses and fatigue cost a side, in its own victory points


def score_sign(scenario: PrintedScenario, side: str) -> int:
    """+1 for the side that scores, -1 for the other."""
    return 1 if side == scenario.scored else -1


def manpower_cost(weights: Weights, board: FieldBoard, side: Side, arm: Arm, cause: LossCause = "combat") -> float:
    """What the loss of a point of manpower costs its side."""
    scenario, points = board.scenario, 0.0
    for rule in scenario.victory:
        points += rule.for_loss(board, side, arm, cause)
    return weights.strength - score_sign(scenario, side) * points


def fatigue_cost(weights: Weights, board: FieldBoard, state: UnitState, levels: float = 1) -> float:
    """What so many more fatigue levels cost a unit."""
    levels = min(levels, TIRED_OUT - state.fatigue)
    if board.last_turn:
        return weights.last_level * levels
    cost, level = 0.0, state.fatigue
    while levels > 0:
        level += 1
        cost += min(1.0, levels) * weights.levels[min(level, TIRED_OUT)]
        levels -= 1
    return cost


def disorder_cost(weights: Weights, board: FieldBoard, state: UnitState) -> float:
    """What it costs that a unit is disorganized."""
    return 0.0 if state.disorganized else weights.disorder * state.manpower * (0.5 if board.last_turn else 1.0)


def cost_to_march(weights: Weights, board: FieldBoard, unit: str) -> float:
    """What it costs a unit to begin a march: its fatigue, and what the extended march table may do."""
    counter, state = board.unit(unit), board.units[unit]
    cost = fatigue_cost(weights, board, state)
    if counter.arm == "cavalry" and board.last_turn and _enemy_counts_lines(board.scenario, counter.side):
        cost += weights.held_back
    march = extended_march_of(board.scenario.game, counter, state, state.fatigue + 1)
    if march is None:
        return cost
    rules = board.scenario.rules_with_hook("extended_march")
    disorder, loss = _expected(
        march, tuple(modifier for rule in rules for modifier in rule.extended_march(board, unit))
    )
    if counter.arm == "wagon":
        points: float = sum(rule.for_extended_march(board, unit) for rule in board.scenario.victory)
        return cost - score_sign(board.scenario, counter.side) * points * (disorder + min(1.0, loss))
    cost += disorder * disorder_cost(weights, board, state)
    if state.manpower == 1:
        cost += last_point_cost(weights, board.scenario, counter.side) * loss
    return cost + loss * manpower_cost(weights, board, counter.side, counter.arm, "extended_march")


def last_point_cost(weights: Weights, scenario: PrintedScenario, side: str) -> float:
    """What it costs a side besides when a unit loses its last point of manpower."""
    return weights.last_point[_enemy_counts_lines(scenario, side)]


def _enemy_counts_lines(scenario: PrintedScenario, side: str) -> bool:
    return any(rule.side != side for rule in scenario.victory_of(LinePoints))


@cache
def _expected(march: ExtendedMarch, extra_modifiers: tuple[Modifier, ...]) -> tuple[float, float]:
    """How likely an extended march disorganizes the unit, and the manpower that it costs in the mean."""
    disorder = loss = 0.0
    for result, share in march.odds(extra_modifiers).items():
        if result == "D":
            disorder += float(share)
        elif isinstance(result, int):
            loss += float(share) * result
    return disorder, loss


def train_cost(board: FieldBoard, unit: str, hexes: float = 0.0) -> float:
    """What so many hexes of retreat cost the side of a wagon train."""
    points: float = sum(rule.for_retreat(board, unit, hexes) for rule in board.scenario.victory)
    return -score_sign(board.scenario, board.unit(unit).side) * points
