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
from wargame_core.rulings import Cite, Reason, Verdict, refuse
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.printed.author_functions import called_with, functions_with, setting
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
    points; without it they are the printed ones. ``short_of_points`` are functions of the same that say why a unit has
    fewer, for what is refused.
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
    short_of_points: tuple[Callable[[Pieces, str], Verdict], ...] = field(
        default=(), validator=functions_with("pieces", "unit", gives="a Verdict that says why points are missing")
    )

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        road_text = f", along {listed(self.along)} only" if self.along else ""
        yield f"Each unit moves once in the phase, up to its movement points{road_text}."
        yield f"Friends {'let it pass' if self.friends == 'let pass' else 'do not let it pass'}; enemies never do."
        if self.minimum == "one hex":
            yield "A unit may always move one hex that it can enter, whatever that costs."

    def reach(self, pieces: Pieces, unit: str, *, until_space: int | None = None, avoided: int = 0) -> Reach:
        """Where a unit can go and what it costs, in parts of points; whether it may end there is another question.

        With ``until_space`` it is searched until a way to that hex is known; others may be missing. ``avoided``
        is a mask of hexes that it avoids.
        """
        counter, start = pieces.units[unit], pieces.at[unit]
        limits, budget = self.limits(pieces, counter.side), self.budget(pieces, unit)
        chart, steps, closed_spaces = limits.chart, None, avoided
        cost = self._step_cost(pieces, unit, limits.zones, limits.zone)
        stop_spaces = chart.stops(pieces.map, counter.kind) | limits.stops
        if limits.closed is not None:
            closed_spaces |= limits.closed | self.impassable_hexes(pieces, unit)
            steps = _no_steps if limits.held >> start & 1 else chart.steps(pieces.map, counter.kind).__getitem__
        unit_reach = reach(
            pieces.map,
            start,
            budget,
            cost,
            chart.points_in_words,
            stops=stop_spaces,
            steps=steps,
            closed=closed_spaces,
            until=until_space,
        )
        if self.minimum == "one hex" and budget:
            for neighbour in pieces.map.neighbours[start]:
                if neighbour not in unit_reach.costs and not isinstance(cost(start, neighbour), Verdict):
                    unit_reach = _with_one_more(unit_reach, neighbour)
        return unit_reach

    def cost_of(self, pieces: Pieces, unit: str, way: Sequence[int], start: int, end: int) -> int | Verdict:
        """What the steps of a way cost from one of its hexes to another, as the others stand, or why it may not.

        ``way`` begins where the move began; ``start`` and ``end`` count its hexes from 0. A unit that has moved does
        not go on from a hex in which a move ends.
        """
        pieces_before = pieces.moved(unit, way[0])
        chart, counter, zones = pieces.value(self.chart), pieces.units[unit], pieces.value(self.zones)
        zone = zones.enemy_zone_mask(pieces_before, counter.side, chart, "movement")
        if start and zones.entering == "stops" and zone >> way[start] & 1:
            label = pieces.map.label(way[start])
            return refuse("enemy_zone", f"a move ends in the enemy zone of control in {label}", zones.cite)
        step, total = self._step_cost(pieces_before, unit, zones, zone), 0
        for step_start, step_end in zip(way[start:end], way[start + 1 : end + 1], strict=True):
            points = step(step_start, step_end)
            if isinstance(points, Verdict):
                return points
            total += points
        return total

    def budget(self, pieces: Pieces, unit: str) -> int:
        """The movement points of a unit, in parts."""
        return int(self.allowance(pieces, unit) * pieces.value(self.chart).unit)

    def spaces(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes of `reach`, found without ways and costs where masks say all that is in the way."""
        return self.limits(pieces, pieces.units[unit].side).spaces(pieces, unit)

    def limits(self, pieces: Pieces, side: str) -> Limits:
        """What binds all moves of a side among the pieces as they stand."""
        return pieces.cached((id(self), side), lambda: self._limits(pieces, side))

    def _limits(self, pieces: Pieces, side: str) -> Limits:
        chart, zones, stacking = pieces.value(self.chart), pieces.value(self.zones), pieces.value(self.stacking)
        if zones.exerts is not None or zones.negated_by_friends:
            return Limits.of(self, chart, zones, stacking, pieces, side)
        return pieces.deployment.cached_of_others(
            side,
            (id(self), chart, id(zones), id(stacking)),
            lambda: Limits.of(self, chart, zones, stacking, pieces, side),
        )

    def _step_cost(self, pieces: Pieces, unit: str, zones: Zones, zone: int) -> StepCost:
        """What a step costs a unit among friends, enemies and their zones."""
        chart, counter, start = pieces.value(self.chart), pieces.units[unit], pieces.at[unit]
        base, label, cite = chart.step_cost(pieces.map, counter.kind), pieces.map.label, zones.cite
        enemies, shut_spaces = pieces.enemies(counter.side), self.impassable_hexes(pieces, unit)
        entering_cost = zones.entering if isinstance(zones.entering, int) else 0
        leaving_cost = zones.leaving if isinstance(zones.leaving, int) else 0
        links = self._links(pieces) if self.along else None

        def cost(a: int, b: int) -> int | Verdict:
            if enemies >> b & 1:
                return refuse("enemy", f"an enemy is in {label(b)}", self.cite)
            if shut_spaces >> b & 1:
                return refuse("friends_block", f"friends in {label(b)} let nobody pass", self.cite)
            if links is not None and edge(a, b) not in links:
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
                points += leaving_cost * chart.unit
            if zone >> b & 1:
                if zones.entering == "forbidden":
                    return refuse("enemy_zone", f"{label(b)} is in an enemy zone of control", cite)
                points += entering_cost * chart.unit
            return points

        return cost

    def impassable_hexes(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes with friends that a unit may not even pass."""
        if self.friends == "block":
            return pieces.mask(pieces.units[unit].side) & ~(1 << pieces.at[unit])
        stacking = pieces.value(self.stacking)
        return stacking.full_hexes(pieces, unit) if stacking.checked == "always" else 0

    def _links(self, pieces: Pieces) -> frozenset[tuple[int, int]]:
        roads = pieces.map.roads
        return frozenset(side for road in roads if road.kind in self.along for side in road.edges)

    def ends(self, pieces: Pieces, unit: str, spaces: int, open_to: Mapping[str, int]) -> int:
        """Mask of the hexes in which a unit may end its move, of those that it can go to.

        ``open_to`` has masks of the moves of all that have not moved; it is asked where a hex would hold too many.
        """
        side = pieces.units[unit].side
        spaces, stacking = spaces & ~(1 << pieces.at[unit]), self.limits(pieces, side).stacking
        full_spaces = stacking.full_hexes(pieces, unit) & spaces
        if stacking.checked != "end of movement":
            return spaces & ~full_spaces
        doubtful = spaces if stacking.overstacked_hexes(pieces, side) else full_spaces
        if not doubtful:
            return spaces
        return spaces & ~doubtful | stacking.hexes_leaving_room(pieces, unit, doubtful, open_to)

    def why_not(self, pieces: Pieces, unit: str, space: int) -> Verdict:
        """Why a unit cannot end its move in a hex; legal where it can be reached and is not too full."""
        counter = pieces.units[unit]
        if space == pieces.at[unit]:
            return refuse("there", f"{counter.name} is there already", self.cite)
        if not self.allowance(pieces, unit):
            no_points = refuse("never_moves", f"{counter.name} has no movement points", self.cite)
            return Verdict(self._why_short(pieces, unit) or no_points.reasons)
        verdict = self.reach(pieces, unit).why_not(space)
        if not verdict:
            named_reasons = (
                evolve(reason, text=f"{counter.name}: {reason.text}") if reason.code == "too_far" else reason
                for reason in verdict.reasons
            )
            cited_reasons = tuple(reason if reason.cite else evolve(reason, cite=self.cite) for reason in named_reasons)
            is_far = any(reason.code == "too_far" for reason in cited_reasons)
            return Verdict((*cited_reasons, *(self._why_short(pieces, unit) if is_far else ())))
        return pieces.value(self.stacking).fits(pieces, unit, space)

    def _why_short(self, pieces: Pieces, unit: str) -> tuple[Reason, ...]:
        """Why a unit has fewer movement points than it would have."""
        return tuple(reason for why_short in self.short_of_points for reason in why_short(pieces, unit).reasons)

    def why_no_move(self, pieces: Pieces, unit: str) -> Verdict:
        """Why a unit cannot move at all: what keeps it out of each hex around it."""
        verdicts = [self.why_not(pieces, unit, neighbour) for neighbour in pieces.map.neighbours[pieces.at[unit]]]
        reasons = (reason for verdict in verdicts for reason in verdict.reasons if reason.code != "no_way")
        return Verdict(tuple(dict.fromkeys(reasons)))


@define(eq=False)
class Limits:
    """What binds all moves of a side: the settings as they are, zones, and masks of the hexes in the way.

    ``closed`` are the hexes that nobody of the side may enter, ``held`` those that nobody may leave, ``stops`` those in
    which a move ends. With the chart and with who is shut out by friends they say the same as `Movement._step_cost`;
    ``closed`` is None where they do not: where a zone costs points, or a step depends on the one before or on a road.
    ``lets_pass`` says that no friend is in the way of anybody.
    """

    movement: Movement
    chart: TerrainChart
    zones: Zones
    stacking: Stacking
    zone: int
    closed: int | None
    held: int
    stops: int
    lets_pass: bool
    _of_kinds: dict[str, tuple[int, Sequence[int]]] = field(factory=dict, init=False)

    @staticmethod
    def of(
        movement: Movement, chart: TerrainChart, zones: Zones, stacking: Stacking, pieces: Pieces, side: str
    ) -> Limits:
        """The limits by these settings."""
        zone = zones.enemy_zone_mask(pieces, side, chart, "movement")
        zones_cost_points = (
            isinstance(zones.entering, int) or isinstance(zones.leaving, int) or zones.zone_to_zone != "free"
        )
        is_masks = not movement.along and not zones_cost_points
        closed_spaces = pieces.enemies(side) | (zone if zones.entering == "forbidden" else 0)
        held_spaces = zone if is_masks and zones.leaving == "forbidden" else 0
        stop_spaces = held_spaces | (zone if zones.entering == "stops" else 0)
        lets_pass = movement.friends == "let pass" and stacking.checked != "always"
        return Limits(
            movement,
            chart,
            zones,
            stacking,
            zone,
            closed_spaces if is_masks else None,
            held_spaces,
            stop_spaces,
            lets_pass,
        )

    def _of_kind(self, pieces: Pieces, kind: str) -> tuple[int, Sequence[int]]:
        """For units of a kind the hexes in which a move ends, and by hex those that they may enter from it."""
        stops_and_ways = self._of_kinds.get(kind)
        if stops_and_ways is None:
            stop_spaces = self.stops | self.chart.stops(pieces.map, kind)
            stops_and_ways = self._of_kinds[kind] = stop_spaces, self.chart.entry_masks(pieces.map, kind)
        return stops_and_ways

    def _shut(self, pieces: Pieces, unit: str) -> int:
        return 0 if self.lets_pass else self.movement.impassable_hexes(pieces, unit)

    def _budget(self, pieces: Pieces, unit: str) -> int:
        return int(self.movement.allowance(pieces, unit) * self.chart.unit)

    def spaces(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes that a unit can go to, whoever of its side stands there: see `Movement.spaces`."""
        counter, start, movement = pieces.units[unit], pieces.at[unit], self.movement
        if self.closed is None:
            return movement.reach(pieces, unit).spaces
        if self.held >> start & 1:
            return 1 << start
        kind, chart, budget = counter.kind, self.chart, self._budget(pieces, unit)
        closed_spaces, (stop_spaces, open_to) = self.closed | self._shut(pieces, unit), self._of_kind(pieces, kind)

        def flooded() -> int:
            ways = chart.passages(pieces.map, kind)
            if ways and not ways[0][0]:  # steps for 0 points: masks do not find all of them
                return movement.reach(pieces, unit).spaces
            reached_spaces = within_points(ways, 1 << start, budget, ~closed_spaces, stop_spaces)
            if budget and movement.minimum == "one hex":
                reached_spaces |= open_to[start] & ~closed_spaces
            return reached_spaces

        key = chart, kind, start, budget, closed_spaces, stop_spaces, movement.minimum
        return pieces.deployment.cached_of_others(counter.side, key, flooded)

    def can_surely_move(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit can go to some empty hex next to it: quick, and False says nothing."""
        start, kind = pieces.at[unit], pieces.units[unit].kind
        if self.closed is None or self.held >> start & 1:
            return False
        barred_spaces = self.closed | pieces.mask(pieces.units[unit].side) | self._shut(pieces, unit)
        if not self._of_kind(pieces, kind)[1][start] & ~barred_spaces:
            return False
        budget = self._budget(pieces, unit)
        if self.movement.minimum == "one hex":
            return budget > 0
        steps = self.chart.steps(pieces.map, kind)[start]
        return any(points <= budget and not barred_spaces >> neighbour & 1 for neighbour, points in steps)


def _no_steps(space: int) -> Iterable[tuple[int, int]]:
    """The steps of a unit that is held where it stands."""
    return ()


def _with_one_more(unit_reach: Reach, neighbour: int) -> Reach:
    """The same with a hex next to the start, for all points that there are."""
    costs = {**unit_reach.costs, neighbour: unit_reach.budget}
    came_from = {**unit_reach.came_from, neighbour: unit_reach.start}
    return Reach(
        unit_reach.map, unit_reach.start, unit_reach.budget, costs, came_from, unit_reach.step, unit_reach.show
    )
