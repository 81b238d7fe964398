"""Movement over a map: why a step is refused, and how far a budget of movement points reaches.

If every step costs the same, `flood` of `maps.masks` is fast. `reach` is for steps with
different costs, for one unit at a time.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from attrs import field, frozen

from wargame_core.errors import WargameError
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.map import NOWHERE, Map
from wargame_core.maps.masks import bits, mask_of
from wargame_core.reprs import drawn
from wargame_core.rulings import LEGAL, Reason, Verdict, refuse

StepCost = Callable[[int, int], int | Verdict]
"""Gives the cost of a step from a to b in whole points, or a Verdict that refuses it."""
Steps = Callable[[int], Iterable[tuple[int, int]]]
"""The spaces that can be entered from a space, in the order of its neighbours, each with the points it costs."""


def beside(game_map: Map, mask: int, *, over_barriers: bool = False) -> int:
    """Mask of the spaces one step from those of ``mask``: the zone of control of units there, say.

    Over rivers and into closed terrain only with ``over_barriers``.
    """
    if not over_barriers:
        return game_map.passage().next(mask)
    spaces_around = 0
    for space in bits(mask):
        spaces_around |= game_map.adjacent[space]
    return spaces_around


def judge_step(
    game_map: Map,
    a: int,
    b: int,
    *,
    links_only: bool = False,
    kinds: frozenset[str] | None = None,
    closed: frozenset[Edge] = NOWHERE,
    free: int | None = None,
) -> Verdict:
    """Whether a step from a to b is allowed, and every reason why not; agrees with `Map.passage`.

    `free` is the mask of spaces that may be entered (all, if None). Codes: off_map, not_adjacent, closed_terrain,
    no_crossing, crossing_closed, closed, no_road_over, no_road, occupied.
    """
    for space in (a, b):
        if not 0 <= space < game_map.size:
            return refuse("off_map", f"space {space} is off the map")
    if b not in game_map.neighbours[a]:
        return refuse("not_adjacent", f"{game_map.label(b)} is not next to {game_map.label(a)}")
    step = edge(a, b)
    reasons = [Reason(code, text) for code, text in _hindrances(game_map, step, closed)]
    for space in (a, b):
        if not game_map.enterable >> space & 1:
            reasons.append(Reason("closed_terrain", f"{game_map.label(space)} is {game_map.terrain[space]}"))
    if links_only:
        roads = [road for road in game_map.roads if kinds is None or road.kind in kinds]
        if not any(step in road.edges for road in roads):
            road_in_words = "road" if kinds is None else " or ".join(sorted(kinds))
            reasons.append(Reason("no_road", f"no {road_in_words} joins {game_map.label(a)} and {game_map.label(b)}"))
    if free is not None and not free >> b & 1:
        reasons.append(Reason("occupied", f"{game_map.label(b)} is occupied"))
    return Verdict(tuple(reasons))


def _hindrances(game_map: Map, step: Edge, closed_edges: frozenset[Edge]) -> list[tuple[str, str]]:
    """Codes and texts of what lies along the edge and stops a step."""
    step_in_words = f"between {game_map.label(step[0])} and {game_map.label(step[1])}"
    crossing = game_map.crossing_at(step)
    reasons = []
    for barrier in game_map.barriers_at(step):
        if not barrier.bars:
            continue
        if barrier.crossed_by_road and step not in game_map.links:
            reasons.append(("no_road_over", f"no road crosses {barrier.label} {step_in_words}"))
        elif not barrier.crossed_by_road and crossing is None:
            reasons.append(("no_crossing", f"{barrier.label} has no crossing {step_in_words}"))
    if step in closed_edges:
        name = f"{crossing.name} is closed" if crossing else f"the way {step_in_words} is closed"
        reasons.append(("crossing_closed" if crossing else "closed", name))
    return reasons


def step_cost(
    game_map: Map,
    points: int = 1,
    *,
    links_only: bool = False,
    kinds: frozenset[str] | None = None,
    closed: frozenset[Edge] = NOWHERE,
    free_mask: int | None = None,
) -> StepCost:
    """A cost function for `reach`: the same points for every step that `judge_step` allows."""
    passage = game_map.passage(links_only, kinds, closed)

    def cost(a: int, b: int) -> int | Verdict:
        if passage.leads(a, b) and (free_mask is None or free_mask >> b & 1):
            return points
        return judge_step(game_map, a, b, links_only=links_only, kinds=kinds, closed=closed, free=free_mask)

    return cost


@frozen(repr=False, slots=False)
class Reach:
    """The spaces that a unit can reach with a budget of points, as `reach` finds them. ``show`` writes points."""

    map: Map
    start: int
    budget: int
    costs: Mapping[int, int]
    came_from: Mapping[int, int]
    step: StepCost = field(repr=False)
    show: Callable[[int], str] = str

    def __repr__(self) -> str:
        return f"<Reach from {self.map.label(self.start)} with {self.show(self.budget)}: {len(self.costs)} spaces>"

    @cached_property
    def spaces(self) -> int:
        """Mask of every space within reach, the start included."""
        return mask_of(self.costs)

    def __contains__(self, space: object) -> bool:
        return space in self.costs

    def cost(self, space: int) -> int:
        """The points of the cheapest path to a space.

        Raises:
            WargameError: it is out of reach; the message says why.
        """
        if space not in self.costs:
            raise WargameError(str(self.why_not(space)))
        return self.costs[space]

    def path(self, space: int) -> tuple[int, ...]:
        """A cheapest path to a space, from the start, both ends included.

        Raises:
            WargameError: it is out of reach; the message says why.
        """
        self.cost(space)
        path = [space]
        while path[-1] != self.start:
            path.append(self.came_from[path[-1]])
        path.reverse()
        return tuple(path)

    def why_not(self, space: int) -> Verdict:
        """Why a space is out of reach: off the map, too expensive (with its true cost), or closed on every path.

        Legal when it is within reach. Searches the whole map, so ask it for one space, not for all.
        """
        if not 0 <= space < self.map.size:
            return refuse("off_map", f"space {space} is off the map")
        if space in self.costs:
            return LEGAL
        costs, _ = _search(self.start, None, _steps_of(self.map, self.step))
        name = self.map.label(space)
        if space in costs:
            dear_reason = Reason("too_far", f"{name} costs {self.show(costs[space])}, budget {self.show(self.budget)}")
            nearer = self._refusals(
                (neighbour, space) for neighbour in self.map.neighbours[space] if neighbour in self.costs
            )
            return Verdict((dear_reason, *(nearer or self._shut_towards(space))))
        # The space's own edges explain best; if all of those are open, whatever bounds the part we can reach does.
        refusals = self._refusals((neighbour, space) for neighbour in self.map.neighbours[space])
        refusals = refusals or self._refusals((a, b) for a in costs for b in self.map.neighbours[a] if b not in costs)
        return Verdict((Reason("no_way", f"no way leads from {self.map.label(self.start)} to {name}"), *refusals[:6]))

    def _shut_towards(self, space: int) -> tuple[Reason, ...]:
        """Why no step leads nearer to a space than what is within reach, where only a step that is shut would.

        Nothing of a space that is more than twice as far as the cheapest steps lead.
        """
        distance = self.map.distance
        cheapest_cost = min((cost for cost in self.costs.values() if cost), default=self.budget)
        if distance(self.start, space) * cheapest_cost > 2 * self.budget:
            return ()
        nearest_distance = min(distance(reached_space, space) for reached_space in self.costs)
        steps = [(a, b) for a in self.costs for b in self.map.neighbours[a] if b not in self.costs]
        return self._refusals((a, b) for a, b in steps if distance(b, space) < nearest_distance)[:2]

    def _refusals(self, steps: Iterable[Edge]) -> tuple[Reason, ...]:
        answers = [self.step(a, b) for a, b in steps]
        reasons = [reason for answer in answers if isinstance(answer, Verdict) for reason in answer.reasons]
        return tuple(dict.fromkeys(reasons))

    def _repr_svg_(self) -> str | None:
        return drawn(self, "svg")


def reach(
    game_map: Map,
    start: int,
    budget: int,
    cost: StepCost,
    show: Callable[[int], str] = str,
    *,
    steps: Steps | None = None,
    least_cost: int = 0,
    stops: int = 0,
    closed: int = 0,
    until: int | None = None,
) -> Reach:
    """Every space that can be reached from `start` for at most `budget` points, with costs and cheapest paths.

    `cost(a, b)`, for neighbours a and b, gives whole points (0 or more) or a Verdict against the step. A game with
    half points counts in halves, and writes them with `show`. `steps` may give all steps from a space at once, with
    the same costs, but for those into spaces of the mask `closed`, which it may list; then `cost` is only asked for
    explanations. No step costs less than `least_cost`. A move ends in a space
    of the mask `stops` (a zone of control, for example), unless it begins there; a refusal of `cost` says so first.
    With `until` the search ends when a cheapest path to that space is known; farther spaces may be missing.

    Raises:
        WargameError: the start is off the map, the budget or a cost is negative.
    """
    if not 0 <= start < game_map.size:
        raise WargameError(f"start {start} is off the map (0-{game_map.size - 1})")
    if budget < 0:
        raise WargameError(f"a budget of {budget} movement points; it must be 0 or more")
    stops &= ~(1 << start)
    if stops:
        cost = _with_stops(game_map, cost, stops)
    costs, came_from = _search(start, budget, steps or _steps_of(game_map, cost), least_cost, stops, closed, until)
    return Reach(game_map, start, budget, costs, came_from, cost, show)


def _with_stops(game_map: Map, cost: StepCost, stop_mask: int) -> StepCost:
    """The same costs, but a refusal out of the spaces of a mask."""

    def cost_unless_stopped(a: int, b: int) -> int | Verdict:
        answer = cost(a, b)
        must_stop = stop_mask >> a & 1 and not isinstance(answer, Verdict)
        return refuse("stopped", f"a move ends at {game_map.label(a)}") if must_stop else answer

    return cost_unless_stopped


def _steps_of(game_map: Map, cost: StepCost) -> Steps:
    """The steps out of a space by what each of them costs."""

    def steps(space: int) -> list[tuple[int, int]]:
        allowed_steps = []
        for neighbour in game_map.neighbours[space]:
            points = cost(space, neighbour)
            if isinstance(points, Verdict):
                if points:
                    raise WargameError(f"the cost of {space}-{neighbour} is a verdict that refuses nothing")
            elif points < 0:
                raise WargameError(f"the cost of {space}-{neighbour} is {points}; it must be 0 or more")
            else:
                allowed_steps.append((neighbour, points))
        return allowed_steps

    return steps


def _search(
    start: int,
    budget: int | None,
    steps: Steps,
    least_cost: int = 0,
    stop_mask: int = 0,
    closed_spaces: int = 0,
    until_space: int | None = None,
) -> tuple[dict[int, int], dict[int, int]]:
    """Cheapest costs and predecessors by integer buckets; without a budget, of everything there is a way to."""
    best_costs = {start: 0}
    came_from: dict[int, int] = {}
    buckets: list[list[int]] = [[start]]
    for points_spent, bucket in enumerate(buckets):  # both lists grow while we walk them
        if budget is not None and points_spent + least_cost > budget:
            break
        if until_space is not None and best_costs.get(until_space, points_spent + 1) <= points_spent:
            break
        for space in bucket:
            # a cheaper way has come up since, or moves end here
            if best_costs[space] < points_spent or stop_mask >> space & 1:
                continue
            for neighbour, points in steps(space):
                if closed_spaces >> neighbour & 1:
                    continue
                total = points_spent + points
                if (budget is None or total <= budget) and total < best_costs.get(neighbour, total + 1):
                    best_costs[neighbour] = total
                    came_from[neighbour] = space
                    while len(buckets) <= total:
                        buckets.append([])
                    buckets[total].append(neighbour)
    return best_costs, came_from
