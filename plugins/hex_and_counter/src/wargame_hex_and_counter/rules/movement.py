"""Movement: how far a unit can go, through whom, and where it may end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from wargame_core.maps.features import edge
from wargame_core.maps.masks import within_points
from wargame_core.maps.movement import Reach, StepCost, reach
from wargame_core.names import listed
from wargame_core.rulings import Cite, Verdict, refuse
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.printed.given import called_with, setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.zones import Zones

Friends: TypeAlias = Literal["let pass", "block"]
"""Whether a unit may move through hexes with friends."""
Minimum: TypeAlias = Literal["none", "one hex"]
"""How far a unit may always go, however much it costs."""


def printed_allowance(pieces: Pieces, unit: str) -> int:
    """The movement points on the counter."""
    return pieces.face(unit).move


@frozen
class Movement:
    """Each unit moves once, up to its movement points.

    ``chart``, ``zones`` and ``stacking`` are values, or functions of the game's board. ``along`` are kinds of roads
    to which the move is bound. ``allowance`` is a function of the pieces and the id of a unit that gives its movement
    points; without it they are the printed ones.
    """

    chart: Setting[TerrainChart] = field(validator=setting)
    zones: Setting[Zones] = field(validator=setting)
    stacking: Setting[Stacking] = field(validator=setting)
    friends: Friends = field(default="let pass", validator=one_of(Friends))
    minimum: Minimum = field(default="none", validator=one_of(Minimum))
    along: tuple[str, ...] = ()
    allowance: Callable[[Pieces, str], Fraction | int] = field(
        default=printed_allowance, validator=called_with("pieces", "unit", gives="the movement points of the unit")
    )
    cite: Cite | None = None

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        along = f", along {listed(self.along)} only" if self.along else ""
        yield f"Each unit moves once in the phase, up to its movement points{along}."
        yield f"Friends {'let it pass' if self.friends == 'let pass' else 'do not let it pass'}; enemies never do."
        if self.minimum == "one hex":
            yield "A unit may always move one hex that it can enter, whatever that costs."

    def reach(self, pieces: Pieces, unit: str, *, until: int | None = None, around: int = 0) -> Reach:
        """Where a unit can go and what it costs, in parts of points; whether it may end there is another question.

        With ``until`` it is searched until a way to that hex is known; others may be missing. ``around`` is a mask of
        hexes that it avoids.
        """
        printed, start = pieces.units[unit], pieces.at[unit]
        limits, budget = self._limits(pieces, printed.side), self.budget(pieces, unit)
        chart, steps, closed = limits.chart, None, around
        cost = self._step_cost(pieces, unit, limits.zones, limits.zone)
        stops = chart.stops(pieces.map, printed.kind) | limits.stops
        if limits.closed is not None:
            closed |= limits.closed | self._shut(pieces, unit)
            steps = _nowhere if limits.held >> start & 1 else chart.steps(pieces.map, printed.kind).__getitem__
        found = reach(pieces.map, start, budget, cost, chart.show, stops=stops, steps=steps, closed=closed, until=until)
        if self.minimum == "one hex" and budget:
            for near in pieces.map.neighbours[start]:
                if near not in found.costs and not isinstance(cost(start, near), Verdict):
                    found = _with_one_more(found, near)
        return found

    def cost_of(self, pieces: Pieces, unit: str, way: Sequence[int], start: int, end: int) -> int | Verdict:
        """What the steps of a way cost from one of its hexes to another, as the others stand, or why it may not.

        ``way`` begins where the move began; ``start`` and ``end`` count its hexes from 0. A unit that has moved does
        not go on from a hex in which a move ends.
        """
        before = pieces.moved(unit, way[0])
        chart, printed, zones = pieces.value(self.chart), pieces.units[unit], pieces.value(self.zones)
        zone = zones.against(before, printed.side, chart, "movement")
        if start and zones.entering == "stops" and zone >> way[start] & 1:
            label = pieces.map.label(way[start])
            return refuse("enemy_zone", f"a move ends in the enemy zone of control in {label}", zones.cite)
        step, total = self._step_cost(before, unit, zones, zone), 0
        for here, there in zip(way[start:end], way[start + 1 : end + 1], strict=True):
            points = step(here, there)
            if isinstance(points, Verdict):
                return points
            total += points
        return total

    def budget(self, pieces: Pieces, unit: str) -> int:
        """The movement points of a unit, in parts."""
        return int(self.allowance(pieces, unit) * pieces.value(self.chart).unit)

    def spaces(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes of `reach`, found without ways and costs where masks say all that is in the way."""
        printed, start = pieces.units[unit], pieces.at[unit]
        limits = self._limits(pieces, printed.side)
        if limits.closed is None:
            return self.reach(pieces, unit).spaces
        if limits.held >> start & 1:
            return 1 << start
        kind, chart, budget = printed.kind, limits.chart, self.budget(pieces, unit)
        closed, stops = limits.closed | self._shut(pieces, unit), limits.stops | chart.stops(pieces.map, kind)

        def flooded() -> int:
            ways = chart.passages(pieces.map, kind)
            if ways and not ways[0][0]:  # steps for 0 points: masks do not find all of them
                return self.reach(pieces, unit).spaces
            found = within_points(ways, 1 << start, budget, ~closed, stops)
            if budget and self.minimum == "one hex":
                found |= chart.open(pieces.map, kind)[start] & ~closed
            return found

        key = chart, kind, start, budget, closed, stops, self.minimum
        return pieces.standing.cached_of_others(printed.side, key, flooded)

    def surely_moves(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit can go to some empty hex next to it: quick, and False says nothing."""
        printed, start = pieces.units[unit], pieces.at[unit]
        limits, budget = self._limits(pieces, printed.side), self.budget(pieces, unit)
        always, taken = self.minimum == "one hex", pieces.mask(printed.side)
        if budget <= 0:
            return False
        near_costs: Iterable[tuple[int, int | Verdict]]
        if limits.closed is None:
            cost = self._step_cost(pieces, unit, limits.zones, limits.zone)
            near_costs = ((near, cost(start, near)) for near in pieces.map.neighbours[start])
        elif limits.held >> start & 1:
            return False
        else:
            taken |= limits.closed | self._shut(pieces, unit)
            if always:
                return bool(limits.chart.open(pieces.map, printed.kind)[start] & ~taken)
            near_costs = limits.chart.steps(pieces.map, printed.kind)[start]
        return any(
            not isinstance(points, Verdict) and (always or points <= budget) and not taken >> near & 1
            for near, points in near_costs
        )

    def _limits(self, pieces: Pieces, side: str) -> _Limits:
        """What binds all moves of a side among the pieces as they stand."""
        return pieces.cached(("movement", id(self), side), lambda: _Limits.of(self, pieces, side))

    def _step_cost(self, pieces: Pieces, unit: str, zones: Zones, zone: int) -> StepCost:
        """What a step costs a unit among friends, enemies and their zones."""
        chart, printed, start = pieces.value(self.chart), pieces.units[unit], pieces.at[unit]
        base, label, cite = chart.step_cost(pieces.map, printed.kind), pieces.map.label, zones.cite
        enemies, shut = pieces.enemies(printed.side), self._shut(pieces, unit)
        entering = zones.entering if isinstance(zones.entering, int) else 0
        leaving = zones.leaving if isinstance(zones.leaving, int) else 0
        bound = self._links(pieces) if self.along else None

        def cost(a: int, b: int) -> int | Verdict:
            if enemies >> b & 1:
                return refuse("enemy", f"an enemy is in {label(b)}", self.cite)
            if shut >> b & 1:
                return refuse("friends_block", f"friends in {label(b)} let nobody pass", self.cite)
            if bound is not None and edge(a, b) not in bound:
                kinds = " or ".join(self.along)
                return refuse("no_road", f"no {kinds} joins {label(a)} and {label(b)}", self.cite)
            points = base(a, b)
            if isinstance(points, Verdict) or not zone:
                return points
            if zone >> a & 1:
                if zones.leaving == "forbidden":
                    return refuse("held", f"nobody moves out of the enemy zone of control in {label(a)}", cite)
                if zone >> b & 1 and (
                    zones.zone_to_zone == "forbidden" or (zones.zone_to_zone == "only as the whole move" and a != start)
                ):
                    return refuse("zone_to_zone", f"{label(a)} and {label(b)} are both in enemy zones of control", cite)
                points += leaving * chart.unit
            if zone >> b & 1:
                if zones.entering == "forbidden":
                    return refuse("enemy_zone", f"{label(b)} is in an enemy zone of control", cite)
                points += entering * chart.unit
            return points

        return cost

    def _shut(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes with friends that a unit may not even pass."""
        if self.friends == "block":
            return pieces.mask(pieces.units[unit].side) & ~(1 << pieces.at[unit])
        stacking = pieces.value(self.stacking)
        return stacking.full(pieces, unit) if stacking.checked == "always" else 0

    def _links(self, pieces: Pieces) -> frozenset[tuple[int, int]]:
        roads = pieces.map.roads
        return frozenset(side for road in roads if road.kind in self.along for side in road.edges)

    def ends(self, pieces: Pieces, unit: str, spaces: int, open_to: Callable[[], Mapping[str, int]]) -> int:
        """Mask of the hexes in which a unit may end its move, of those that it can go to.

        ``open_to`` gives masks of the moves of all that have not moved; it is asked where a hex would hold too many.
        """
        spaces, stacking = spaces & ~(1 << pieces.at[unit]), pieces.value(self.stacking)
        side = pieces.units[unit].side
        full = stacking.full(pieces, unit) & spaces
        if stacking.checked != "end of movement":
            return spaces & ~full
        crowded = bool(stacking.excess(pieces, side))
        doubtful = spaces if crowded else full
        if not doubtful:
            return spaces
        return spaces & ~doubtful | stacking.settling(pieces, unit, doubtful, open_to())

    def why_not(self, pieces: Pieces, unit: str, space: int) -> Verdict:
        """Why a unit cannot end its move in a hex; legal where it can be reached and is not too full."""
        printed = pieces.units[unit]
        if space == pieces.at[unit]:
            return refuse("there", f"{printed.name} is there already", self.cite)
        if not self.allowance(pieces, unit):
            return refuse("never_moves", f"{printed.name} has no movement points", self.cite)
        found = self.reach(pieces, unit).why_not(space)
        if not found:
            named = (
                evolve(reason, text=f"{printed.name}: {reason.text}") if reason.code == "too_far" else reason
                for reason in found.reasons
            )
            return Verdict(tuple(reason if reason.cite else evolve(reason, cite=self.cite) for reason in named))
        return pieces.value(self.stacking).fits(pieces, unit, space)

    def why_nowhere(self, pieces: Pieces, unit: str) -> Verdict:
        """Why a unit cannot move at all: what keeps it out of each hex around it."""
        verdicts = [self.why_not(pieces, unit, near) for near in pieces.map.neighbours[pieces.at[unit]]]
        reasons = (reason for verdict in verdicts for reason in verdict.reasons if reason.code != "no_way")
        return Verdict(tuple(dict.fromkeys(reasons)))


@define(eq=False)
class _Limits:
    """What binds all moves of a side: the settings as they are now, zones, and masks of the hexes in the way.

    ``closed`` are the hexes that nobody of the side may enter, ``held`` those that nobody may leave, ``stops`` those in
    which a move ends. With the chart and with who is shut out by friends they say the same as `Movement._step_cost`;
    ``closed`` is None where they do not: where a zone costs points, or a step depends on the one before or on a road.
    """

    movement: Movement
    chart: TerrainChart
    zones: Zones
    zone: int
    closed: int | None
    held: int
    stops: int

    @staticmethod
    def of(movement: Movement, pieces: Pieces, side: str) -> _Limits:
        chart, zones = pieces.value(movement.chart), pieces.value(movement.zones)
        zone = zones.against(pieces, side, chart, "movement")
        priced = isinstance(zones.entering, int) or isinstance(zones.leaving, int) or zones.zone_to_zone != "free"
        is_masks = not movement.along and not priced
        closed = pieces.enemies(side) | (zone if zones.entering == "forbidden" else 0)
        held = zone if is_masks and zones.leaving == "forbidden" else 0
        stops = held | (zone if zones.entering == "stops" else 0)
        return _Limits(movement, chart, zones, zone, closed if is_masks else None, held, stops)


def _nowhere(space: int) -> Iterable[tuple[int, int]]:
    """The steps of a unit that is held where it stands."""
    return ()


def _with_one_more(found: Reach, near: int) -> Reach:
    """The same with a hex next to the start, for all points that there are."""
    costs = {**found.costs, near: found.budget}
    came_from = {**found.came_from, near: found.start}
    return Reach(found.map, found.start, found.budget, costs, came_from, found.step, found.show)
