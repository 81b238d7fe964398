"""What a march pays, hex by hex, and how far it can go. Points are halves. Source: GCACW rules 1.4, 6 Movement."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from math import ceil
from typing import Final

from wargame_core.maps.masks import mask_of
from wargame_core.maps.movement import Reach, reach
from wargame_core.rulings import Verdict, refuse
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.marches import friendly_hex_penalty
from wargame_gcacw.charts.series import GROUND
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import POINT, Ground, half_points, show_points
from wargame_gcacw.printed.counters import FOE, Arm
from wargame_gcacw.rules.leaders_and_objectives import closed_hexes, exit_hexes

LEAVE_ZONE: Final = 1 * POINT
TRAIN_WAYS: Final = ("pike", "road")
CHEAPEST: Final = min(
    points for cost in (*GROUND.way.values(), *GROUND.terrain.values()) if (points := half_points(cost.dry))
)
"""The fewest half points that a hex asks for."""


def _with_neighbours(ground: Ground, hexes: int) -> int:
    """Mask of some hexes and of those next to them."""
    adjacent = ground.map.adjacent
    return ground.map.cached(
        ("beside", hexes),
        lambda: hexes | mask_of(space for space, neighbours_around in enumerate(adjacent) if neighbours_around & hexes),
    )


def friends_cost(board: FieldBoard, unit: str, space: int) -> int:
    """Half points more that friends in a hex cost a unit that enters it. Cavalry neither pays nor counts.

    Source: GCACW charts 1.6 MP Costs to Enter Friendly-Occupied Hex
    """
    units, stack, arm = board.book.units, board.units_at(space), board.unit(unit).arm
    if arm == "cavalry":
        return 0
    value = board.value(
        unit_id for unit_id in stack if units[unit_id].arm in ("infantry", "artillery") and unit_id != unit
    )
    wagons = any(units[unit_id].arm == "wagon" and unit_id != unit for unit_id in stack)
    if not value and not wagons:
        return 0
    return _crowding(arm, board.ground.terrain(space), ceil(value), wagons) * POINT


@cache
def _crowding(arm: Arm, terrain: str, value: int, wagons: bool) -> int:
    return friendly_hex_penalty(arm, terrain, value, wagons=wagons)


class MarchCosts:
    """What each step of a unit costs as the board stands, in half points, or why it may not be taken.

    ``allowance`` is the whole march's, ``left`` what is left of it, ``is_fresh`` whether the unit has done nothing yet:
    then its first step is never too dear, and may leave an enemy zone of control. Without ``slipping`` it may not step
    from one such zone straight into another unless a way joins them.
    """

    def __init__(
        self, board: FieldBoard, unit: str, allowance: int, left: int, is_fresh: bool, slipping: bool = True
    ) -> None:
        self.board, self.unit, self.ground, self.stacks = board, unit, board.ground, board.stacks.keys()
        self.allowance, self.left, self.fresh, self.slipping = allowance, left, is_fresh, slipping
        self.start, counter = board.units[unit].space, board.unit(unit)
        self.foe = FOE[counter.side]
        self.zone = board.zone(self.foe)
        self.on_ways = counter.arm == "wagon"
        self.by_terrain = steps_of_arm(board.ground, board.rain, self.on_ways)
        self.beyond, self.shut = exit_hexes(board, unit), closed_hexes(board, unit)
        self.by_exit = _with_neighbours(self.ground, self.beyond) if self.beyond else 0
        self.special = board.scenario.rules_with_hook("step")
        self._entering: dict[int, int | Verdict] = {}
        """What units in a hex cost, by hex: nearly every hex is looked at from several others."""

    def __call__(self, a: int, b: int) -> int | Verdict:
        """What a step to a neighbouring hex costs, or why not."""
        ground, zone = self.ground, self.zone
        points = ground.judged_steps[self.board.rain][a][b]
        if not isinstance(points, int):
            return points
        units_cost = self.units_cost(b) if b in self.stacks else 0
        if isinstance(units_cost, Verdict):
            return units_cost
        if self.on_ways and ground.way(a, b) not in TRAIN_WAYS:
            return refuse(
                "off_road", f"no road or pike leads from {ground.label(a)} to {ground.label(b)}", cites.TRAINS
            )
        if (self.beyond >> a | self.shut >> b) & 1:
            return _off_map_refusal(ground, a, b, self.beyond)
        points += units_cost
        for rule in self.special:
            bent = rule.step(self.board, self.unit, a, b, points)
            if isinstance(bent, Verdict):
                return bent
            points = bent
        is_first_step = self.fresh and a == self.start
        if zone >> a & 1:
            if not is_first_step:
                return _must_stop(ground, a)
            if zone >> b & 1 and not self.slipping and not ground.way(a, b):
                return refuse("slip", f"no way leads from {ground.label(a)} to {ground.label(b)}", cites.MOVE_ZONES)
            points = self.allowance if zone >> b & 1 else points + LEAVE_ZONE
        return min(points, self.left) if is_first_step else points

    def units_cost(self, space: int) -> int | Verdict:
        """What the units in a hex cost a unit that enters it, or the refusal by enemies."""
        cost = self._entering.get(space)
        if cost is None:
            is_enemy_held = self.board.holding_side(space) == self.foe
            cost = (
                _refusal_where_held(self.ground, space) if is_enemy_held else friends_cost(self.board, self.unit, space)
            )
            self._entering[space] = cost
        return cost

    @cached_property
    def first_steps(self) -> Sequence[tuple[int, int]]:
        """The hexes that can be entered from where the unit stands, each with its cost."""
        return self._one_by_one(self.start)

    @property
    def may_go(self) -> bool:
        """Whether the points left suffice for any step."""
        return any(points <= self.left for _, points in self.first_steps)

    def reach(self) -> Reach:
        """Where the unit can march with the points left."""
        if self.special:  # what they go by may change while no unit does
            return self._reach_anew()
        board = self.board
        key = (self.unit, self.allowance, self.left, self.fresh, self.slipping, board.rain, board.turn)
        remembered_reach = board.reaches.get(key)
        if remembered_reach is not None:
            return Reach(self.ground.map, self.start, self.left, *remembered_reach, self, show_points)
        reachable = self._reach_anew()
        board.reaches[key] = reachable.costs, reachable.came_from
        return reachable

    def _reach_anew(self) -> Reach:
        game_map, least_cost = self.ground.map, min(CHEAPEST, self.left)  # a first step may cost all that is left
        walk = partial(reach, game_map, self.start, self.left, self, show_points, steps=self.steps)
        return walk(least_cost=least_cost, stops=self.zone)

    def _one_by_one(self, a: int) -> Sequence[tuple[int, int]]:
        costs = ((b, self(a, b)) for b in self.ground.map.neighbours[a])
        return [(b, points) for b, points in costs if not isinstance(points, Verdict)]

    def steps(self, a: int) -> Iterable[tuple[int, int]]:
        """The hexes that can be entered from one, each with its cost; by terrain alone where nothing else counts.

        Not asked about enemy zones of control, where a march stops.
        """
        if a == self.start:
            return self.first_steps
        if self.special or self.by_exit >> a & 1:
            return self._one_by_one(a)
        by_terrain, stacks = self.by_terrain[a], self.stacks
        if stacks.isdisjoint(by_terrain):
            return by_terrain.items()
        return [
            (b, points + unit_cost)
            for b, points in by_terrain.items()
            if not isinstance(unit_cost := self.units_cost(b) if b in stacks else 0, Verdict)
        ]


def steps_of_arm(ground: Ground, rain: bool, on_ways: bool) -> Mapping[int, Mapping[int, int]]:
    """From each hex the hexes that can be entered by terrain, or by road and pike only, with the half points."""
    if not on_ways:
        return ground.steps[rain]
    return ground.map.cached(
        ("steps by road", rain),
        lambda: {
            a: {b: points for b, points in neighbours_around.items() if ground.way(a, b) in TRAIN_WAYS}
            for a, neighbours_around in ground.steps[rain].items()
        },
    )


def _refusal_where_held(ground: Ground, space: int) -> Verdict:
    return ground.map.cached(
        ("held", space), lambda: refuse("enemy", f"enemies hold {ground.label(space)}", cites.MOVE_ZONES)
    )


def _must_stop(ground: Ground, space: int) -> Verdict:
    return ground.map.cached(
        ("must stop", space),
        lambda: refuse("zone", f"it must stop in the enemy zone of control at {ground.label(space)}", cites.MOVE_ZONES),
    )


def _off_map_refusal(ground: Ground, a: int, b: int, exit_mask: int) -> Verdict:
    if exit_mask >> a & 1:
        return refuse("off_map", f"a unit that enters {ground.label(a)} has left the map", cites.EXIT)
    return refuse("no_exit", f"no unit may leave the map by {ground.label(b)} in this turn", cites.EXIT)


def march_reach(
    board: FieldBoard, unit: str, allowance: int, left: int | None = None, is_fresh: bool = True, slipping: bool = True
) -> Reach:
    """Where a unit can march with the half points left, with costs, ways and `Reach.why_not` for every other hex."""
    return MarchCosts(board, unit, allowance, allowance if left is None else left, is_fresh, slipping).reach()
