"""Distances over a map by what marches cost, enemies and friends left out. All costs are half movement points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from heapq import heapify, heappop, heappush

from wargame_core.maps.masks import bits
from wargame_gcacw.charts.movement_allowance import allowance_roll
from wargame_gcacw.players.memo import kept, memory_of
from wargame_gcacw.printed.counters import Arm
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.rules.march import MARCHES_LIKE
from wargame_gcacw.rules.movement_costs import POINT, TRAIN_WAYS

ROOM = {"reachable": 3000, "distances": 300}
"""How many results of each kind are kept with a map."""
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

    return kept(memory_of(ground.map, "reachable"), ROOM["reachable"], (start, rain, wagon, budget), make)


def distances(ground: Ground, goals: int, rain: bool) -> Mapping[int, int]:
    """What it costs to march from each hex to the nearest of the goals; hexes from which no way leads are missing.

    Wagon trains march otherwise.
    """

    def make() -> Mapping[int, int]:
        return _spread(dict.fromkeys(bits(goals), 0), _steps_back(ground, rain, wagon=False))

    return kept(memory_of(ground.map, "distances"), ROOM["distances"], (goals, rain), make)


def potential(
    ground: Ground, values: Mapping[int, float], slope: float, rain: bool, wagon: bool
) -> Mapping[int, float]:
    """What each hex promises: the best of what hexes are worth, less ``slope`` for each half point of the way."""
    grain = 100  # costs are whole numbers here, so that the search can use them
    top = max(values.values(), default=0.0)
    depths = {space: round((top - value) * grain) for space, value in values.items()}
    spread = _spread(depths, _steps_back(ground, rain, wagon), round(slope * grain))
    return {space: top - depth / grain for space, depth in spread.items()}


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
