"""Distances over a map by what marches cost, enemies and friends left out. All costs are half movement points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from wargame_core.maps.masks import bits
from wargame_gcacw.charts.marches import allowance_roll
from wargame_gcacw.players.memo import kept, memory_of
from wargame_gcacw.printed.counters import Arm
from wargame_gcacw.printed.ground import POINT, Ground
from wargame_gcacw.rules.march import MARCHES_LIKE
from wargame_gcacw.rules.movement_costs import steps_of_arm

ROOM = {"reachable": 3000, "distances": 300}
"""How many results of each kind are kept with a map."""
FAR = 1_000_000
"""What a hex costs to which no way leads."""


@cache
def mean_allowance(game: str, side: str, arm: Arm) -> float:
    """The mean allowance of a march of one unit, in half points."""
    return float(allowance_roll("march", game=game, side=side, unit=MARCHES_LIKE[arm]).odds().mean()) * POINT


def reachable(ground: Ground, start: int, rain: bool, wagon: bool, budget: int) -> Mapping[int, int]:
    """The hexes within a budget of a hex, with what they cost: at least the hexes beside it."""

    def make() -> Mapping[int, int]:
        steps = _steps(ground, rain, wagon)
        first = {near: min(cost, budget) for near, cost in steps[start]}
        return _spread({start: 0, **first}, steps, budget)

    return kept(memory_of(ground.map, "reachable"), ROOM["reachable"], (start, rain, wagon, budget), make)


def distances(ground: Ground, goals: int, rain: bool, limit: int) -> Sequence[int]:
    """What it costs to march from each hex to the nearest of the goals, `FAR` where it is more than the limit.

    Wagon trains march otherwise.
    """

    def make() -> Sequence[int]:
        table = [FAR] * ground.map.size
        starts = dict.fromkeys(bits(goals), 0)
        for space, cost in _spread(starts, _steps_back(ground, rain, wagon=False), limit).items():
            table[space] = cost
        return table

    return kept(memory_of(ground.map, "distances"), ROOM["distances"], (goals, rain, limit), make)


def potential(
    ground: Ground, values: Mapping[int, float], slope: float, rain: bool, wagon: bool
) -> Mapping[int, float]:
    """What each hex promises: the best of what hexes are worth, less ``slope`` for each half point of the way.

    Hexes that promise nothing are missing.
    """
    grain = 100  # costs are whole numbers here, so that the search can use them
    top = max(values.values(), default=0.0)
    depths = {space: round((top - value) * grain) for space, value in values.items()}
    spread = _spread(depths, _steps_back(ground, rain, wagon), round(top * grain), round(slope * grain))
    return {space: top - depth / grain for space, depth in spread.items()}


Steps = Sequence[Sequence[tuple[int, int]]]
"""For each hex the hexes one step away, with what the step costs."""


def _spread(starts: Mapping[int, int], steps: Steps, limit: int, factor: int = 1) -> dict[int, int]:
    """The costs of the starts carried on by steps that cost ``factor`` times as much, as far as the limit."""
    best = dict(starts)
    waiting: list[list[int]] = [[] for _ in range(limit + 1)]
    """The hexes reached, by what they cost."""
    for space, cost in starts.items():
        waiting[cost].append(space)
    for spent, spaces in enumerate(waiting):
        for space in spaces:
            if best[space] < spent:
                continue
            for near, cost in steps[space]:
                total = spent + cost * factor
                if total <= limit and total < best.get(near, FAR):
                    best[near] = total
                    waiting[total].append(near)
    return best


def _steps(ground: Ground, rain: bool, wagon: bool) -> Steps:
    def make() -> Steps:
        steps = steps_of_arm(ground, rain, wagon)
        return [list(steps[a].items()) for a in range(ground.map.size)]

    return ground.map.cached(("step lists", rain, wagon), make)


def _steps_back(ground: Ground, rain: bool, wagon: bool) -> Steps:
    def make() -> Steps:
        back: list[list[tuple[int, int]]] = [[] for _ in range(ground.map.size)]
        for a, around in enumerate(_steps(ground, rain, wagon)):
            for b, cost in around:
                back[b].append((a, cost))
        return back

    return ground.map.cached(("step lists back", rain, wagon), make)
