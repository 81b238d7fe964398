"""Distances over a map by what marches cost, enemies and friends left out. All costs are half movement points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from heapq import heapify, heappop, heappush

from wargame_core.maps.masks import bits
from wargame_gcacw.charts.movement_allowance import allowance_roll
from wargame_gcacw.printed.counters_and_rules import Arm
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.rules.march import MARCHES_LIKE
from wargame_gcacw.rules.movement_costs import POINT, TRAIN_WAYS

ROOM = {"reachable": 3000, "distances": 300}
"""How many findings of each kind are remembered for a map."""
FAR = 10_000
"""What a hex costs to which no way leads."""


@cache
def mean_allowance(game: str, side: str, arm: Arm) -> float:
    """The mean allowance of a march of one unit, in half points."""
    return float(allowance_roll("march", game=game, side=side, unit=MARCHES_LIKE[arm]).odds().mean()) * POINT


def reachable(ground: Ground, start: int, rain: bool, wagon: bool, budget: int) -> Mapping[int, int]:
    """The hexes within a budget of a hex, with what they cost: at least the hexes beside it."""

    def make() -> Mapping[int, int]:
        steps = _steps(ground, rain, wagon)
        best = {start: 0}
        for near, cost in steps[start].items():
            best[near] = min(cost, budget)
        return _spread(best, steps, limit=budget)

    return _recall(ground, "reachable", (start, rain, wagon, budget), make)


def distances(ground: Ground, goals: int, rain: bool, wagon: bool = False) -> Mapping[int, int]:
    """What it costs to march from each hex to the nearest of the goals; hexes from which no way leads are missing."""
    return _recall(
        ground,
        "distances",
        (goals, rain, wagon),
        lambda: _back(ground, ((space, 0) for space in bits(goals)), rain, wagon),
    )


def _recall(
    ground: Ground, what: str, key: tuple[int, ...], make: Callable[[], Mapping[int, int]]
) -> Mapping[int, int]:
    """What was worked out before, as long as there is room for it."""
    memory: dict[tuple[int, ...], Mapping[int, int]] = ground.map.cached(("memory of marches", what), dict)
    found = memory.get(key)
    if found is None:
        if len(memory) >= ROOM[what]:
            memory.clear()
        found = memory[key] = make()
    return found


def potential(ground: Ground, worth: Mapping[int, float], slope: float, rain: bool, wagon: bool) -> Mapping[int, float]:
    """What each hex promises: the best of what the hexes are worth, less ``slope`` for each half point of the way."""
    grain = 100  # costs are whole numbers here, so that the search can use them
    top = max(worth.values(), default=0.0)
    depths = ((space, round((top - one) * grain)) for space, one in worth.items())
    found = _back(ground, depths, rain, wagon, round(slope * grain))
    return {space: top - depth / grain for space, depth in found.items()}


def _back(
    ground: Ground, starts: Iterable[tuple[int, int]], rain: bool, wagon: bool, factor: int = 1
) -> Mapping[int, int]:
    return _spread(dict(starts), _steps_back(ground, rain, wagon), factor)


def _spread(
    best: dict[int, int], steps: Mapping[int, Mapping[int, int]], factor: int = 1, limit: int = 1 << 40
) -> Mapping[int, int]:
    """The costs in ``best`` carried on by steps that cost ``factor`` times as much, as far as the limit."""
    heap = [(cost, space) for space, cost in best.items()]
    heapify(heap)
    while heap:
        spent, space = heappop(heap)
        if spent > best[space]:
            continue
        for near, cost in steps[space].items():
            total = spent + cost * factor
            if total <= limit and total < best.get(near, total + 1):
                best[near] = total
                heappush(heap, (total, near))
    return best


def _steps(ground: Ground, rain: bool, wagon: bool) -> Mapping[int, Mapping[int, int]]:
    if not wagon:
        return ground.steps[rain]

    def make() -> Mapping[int, Mapping[int, int]]:
        return {
            a: {b: cost for b, cost in around.items() if ground.way(a, b) in TRAIN_WAYS}
            for a, around in ground.steps[rain].items()
        }

    return ground.map.cached(("steps of trains", rain), make)


def _steps_back(ground: Ground, rain: bool, wagon: bool) -> Mapping[int, Mapping[int, int]]:
    def make() -> Mapping[int, Mapping[int, int]]:
        back: dict[int, dict[int, int]] = {space: {} for space in range(ground.map.size)}
        for a, around in _steps(ground, rain, wagon).items():
            for b, cost in around.items():
                back[b][a] = cost
        return back

    return ground.map.cached(("steps back", rain, wagon), make)
