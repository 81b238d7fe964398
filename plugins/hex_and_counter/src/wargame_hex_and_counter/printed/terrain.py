"""The terrain effects chart: one table that movement, zones, sight and combat read, and a player aid prints.

A file of it has a section for each word of the map: ``[terrain.woods]``, ``[hexside.creek]``, ``[road.pike]``,
``[place.battery]``. A row says only what it does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import lcm
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.charts import TIMES, Factor
from wargame_core.data import Between, Document, Problems, Wording, check_source, did_you_mean, read_toml, structure
from wargame_core.maps.features import Edge, Road, edge
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.masks import Passage, bits, mask_of, passages
from wargame_core.maps.movement import StepCost, judge_step
from wargame_core.odds import show
from wargame_core.rulings import Cite, Verdict, refuse
from wargame_hex_and_counter.printed.effects import Effect
from wargame_hex_and_counter.printed.units import Unit

EffectWords: TypeAlias = Annotated[
    str, Wording("an effect on a battle", "", tuple(TIMES), (("1 left", "[1-9] left"), ("2 right", "[1-9] right")))
]
"""What ground does to a battle, in words: `Effect` reads them."""
_Cost = Annotated[Fraction, Between("a number of movement points", 0, 99)]
Points = _Cost | Mapping[str, _Cost]
"""Movement points for everybody, or by kind of unit; who is not named may not go there."""


@frozen(kw_only=True)
class Row:
    """What ground does to a battle: where a unit that stands on it, or behind it, is attacked or attacks.

    ``shelters`` is the only side that it helps; "" for both.
    """

    attacked: EffectWords = ""
    attacking: EffectWords = ""
    shelters: str = ""

    @cached_property
    def on_defence(self) -> Effect:
        """What it does where somebody on it is attacked."""
        return Effect.read(self.attacked)

    @cached_property
    def on_attack(self) -> Effect:
        """What it does where somebody on it attacks."""
        return Effect.read(self.attacking)

    def helps(self, sides: Collection[str]) -> bool:
        """Whether it counts for units of these sides: it shelters all, or one of them."""
        return not self.shelters or self.shelters in sides


@frozen(kw_only=True, slots=False)
class TerrainRow(Row):
    """[terrain.WORD]: a hex. ``enter`` are the points to enter it; without it nobody enters.

    ``stops`` are kinds of units that end their move in it; zones of control do not reach into it where ``zones`` is
    "end"; nobody sees through it where ``sight`` is "blocks".
    """

    enter: Points | None = None
    stops: tuple[str, ...] = ()
    zones: Literal["", "end"] = ""
    sight: Literal["", "blocks"] = ""


@frozen(kw_only=True, slots=False)
class HexsideRow(Row):
    """[hexside.WORD]: a side of hexes. ``cross`` are points that are paid besides those of the hex; without it, none.

    Zones of control do not reach across it where ``zones`` is "end".
    """

    cross: Points = Fraction(0)
    zones: Literal["", "end"] = ""


@frozen(kw_only=True, slots=False)
class RoadRow:
    """[road.WORD]: ``along`` are the points for a step along it, in place of those of hex and hexside."""

    along: Points


@frozen(kw_only=True, slots=False)
class PlaceRow(Row):
    """[place.WORD]: a kind of place on the map, whose hex has besides the effects of its terrain these."""


@frozen
class TerrainFile:
    """terrain.toml: a row for each word of the map."""

    terrain: Mapping[str, TerrainRow]
    hexside: Mapping[str, HexsideRow] = field(factory=dict)
    road: Mapping[str, RoadRow] = field(factory=dict)
    place: Mapping[str, PlaceRow] = field(factory=dict)
    cite: Cite | None = None


@frozen(eq=False, slots=False)
class TerrainChart:
    """The rows by the words of a map. Compared by identity, because what a map costs is computed once for each."""

    terrain: Mapping[str, TerrainRow]
    hexside: Mapping[str, HexsideRow] = field(factory=dict)
    road: Mapping[str, RoadRow] = field(factory=dict)
    place: Mapping[str, PlaceRow] = field(factory=dict)
    cite: Cite | None = None

    @staticmethod
    def read(path: Path | Document, game_map: Map | None = None, units: Iterable[Unit] | None = None) -> TerrainChart:
        """The chart of a file, with a row for each word of the map, which names kinds and sides of the units alone.

        Raises `DataError` with every problem, by line.
        """
        doc, problems = read_toml(path, "a terrain effects chart"), Problems()
        check_source(doc, problems)
        file = structure(doc, TerrainFile, problems)
        problems.raise_if_any()
        assert file is not None
        chart = TerrainChart(file.terrain, file.hexside, file.road, file.place, file.cite)
        for missing_word in chart.missing_rows(game_map) if game_map is not None else ():
            kind, _, word = missing_word.partition(".")
            text = f"the map has {word!r}, for which there is no row [{missing_word}]"
            problems.add(doc, (kind,), "E301", text, did_you_mean(word, getattr(chart, kind)) or _USUAL_KEY[kind])
        if units is not None:
            _check_words_of_units(doc, problems, file, list(units))
        problems.raise_if_any()
        return chart

    def missing_rows(self, game_map: Map) -> list[str]:
        """Words of a map that have no row, each with its section: "terrain.swamp"."""
        words_by_section = {
            "terrain": dict.fromkeys(word for word in game_map.terrain if word not in game_map.closed_terrain),
            "hexside": dict.fromkeys(barrier.kind for barrier in game_map.barriers if not barrier.bars),
            "road": dict.fromkeys(road.kind for road in game_map.roads),
        }
        return [
            f"{kind}.{word}"
            for kind, words in words_by_section.items()
            for word in words
            if word not in getattr(self, kind)
        ]

    # movement

    @cached_property
    def unit(self) -> int:
        """Into how many parts a movement point is divided, so that all costs are whole numbers of them."""
        costs = [row.enter for row in self.terrain.values()]
        costs += [row.cross for row in self.hexside.values()] + [row.along for row in self.road.values()]
        numbers = [number for points in costs if points is not None for number in _numbers(points)]
        return lcm(*(number.denominator for number in numbers))

    def points_in_words(self, parts: int) -> str:
        """Movement points as people write them: "2 1/2"."""
        return show(Fraction(parts, self.unit))

    def step_cost(self, game_map: Map, kind: str) -> StepCost:
        """A function: what a step to a neighbouring hex costs a unit of this kind, in parts, or why it may not."""
        return game_map.cached(("terrain effects", self, kind), lambda: partial(self._step, game_map, kind, {}))

    def steps(self, game_map: Map, kind: str) -> tuple[tuple[tuple[int, int], ...], ...]:
        """By hex the neighbours that a unit of this kind may enter from it, each with the parts of points it costs."""
        return game_map.cached(("steps of the chart", self, kind), lambda: tuple(self._all_steps(game_map, kind)))

    def passages(self, game_map: Map, kind: str) -> tuple[tuple[int, Passage], ...]:
        """The same steps as masks, by the parts of points that they cost: for `within_points`."""
        return game_map.cached(("passages of the chart", self, kind), lambda: passages(self.steps(game_map, kind)))

    def entry_masks(self, game_map: Map, kind: str) -> tuple[int, ...]:
        """By hex the mask of the neighbours that a unit of this kind may enter from it, whatever it costs."""

        def open_neighbours() -> tuple[int, ...]:
            return tuple(mask_of(neighbour for neighbour, _ in row) for row in self.steps(game_map, kind))

        return game_map.cached(("open by the chart", self, kind), open_neighbours)

    def _all_steps(self, game_map: Map, kind: str) -> Iterator[tuple[tuple[int, int], ...]]:
        cost = self.step_cost(game_map, kind)
        for space, neighbours in enumerate(game_map.neighbours):
            costs = ((neighbour, cost(space, neighbour)) for neighbour in neighbours)
            yield tuple((neighbour, points) for neighbour, points in costs if not isinstance(points, Verdict))

    def _step(self, game_map: Map, kind: str, step_costs: dict[Edge, int | Verdict], a: int, b: int) -> int | Verdict:
        cost = step_costs.get((a, b))
        if cost is None:
            cost = step_costs[a, b] = self._cost(game_map, kind, a, b)
        return cost

    def _cost(self, game_map: Map, kind: str, a: int, b: int) -> int | Verdict:
        if not game_map.passage().leads(a, b):
            return judge_step(game_map, a, b)
        crossed_edge, unit = edge(a, b), self.unit
        costs_along = [
            _for_kind(self.road[road.kind].along, kind) for road in self._roads(game_map).get(crossed_edge, ())
        ]
        if rates := [rate for rate in costs_along if rate is not None]:
            return int(min(rates) * unit)
        points = self.entered(game_map, kind, b)
        if isinstance(points, Verdict):
            return points
        for barrier in game_map.barriers_at(crossed_edge):
            crossing = _for_kind(self.hexside[barrier.kind].cross, kind) if barrier.kind in self.hexside else Fraction()
            if crossing is None:
                text = f"{kind} may not cross the {barrier.kind} between {game_map.label(a)} and {game_map.label(b)}"
                return refuse("closed_to_kind", text, self.cite)
            points += crossing
        return int(points * unit)

    def entered(self, game_map: Map, kind: str, space: int) -> Fraction | Verdict:
        """The points to enter a hex by its terrain alone, for a unit of this kind, or why it may not."""
        row = self.terrain.get(game_map.terrain[space])
        points = None if row is None or row.enter is None else _for_kind(row.enter, kind)
        if points is None:
            text = f"{kind} may not enter {game_map.label(space)}, {game_map.terrain[space]}"
            return refuse("closed_to_kind", text, self.cite)
        return points

    def entered_from_off_map(self, game_map: Map, kind: str, space: int) -> Fraction | Verdict:
        """The points to enter a hex from off the map: along the cheapest road in it, or else by its terrain."""
        on_roads = [
            self.road[road.kind].along for road in game_map.roads if space in road.path and road.kind in self.road
        ]
        numbers = [_for_kind(costs_along, kind) for costs_along in on_roads]
        by_road = [points for points in numbers if points is not None]
        return min(by_road) if by_road else self.entered(game_map, kind, space)

    def _roads(self, game_map: Map) -> Mapping[Edge, list[Road]]:
        def by_edge() -> Mapping[Edge, list[Road]]:
            roads: dict[Edge, list[Road]] = {}
            for road in game_map.roads:
                for step in road.edges:
                    if road.kind in self.road:
                        roads.setdefault(step, []).append(road)
            return roads

        return game_map.cached(("roads of the chart", self), by_edge)

    def stops(self, game_map: Map, kind: str) -> int:
        """Mask of the hexes in which a unit of this kind ends its move."""

        def stop_spaces_of() -> int:
            return game_map.terrain_mask(*(word for word, row in self.terrain.items() if kind in row.stops))

        return game_map.cached(("stops", self, kind), stop_spaces_of)

    def halving_rows(self) -> list[str]:
        """The rows that halve a strength, as the file names them: "terrain.swamp.attacking"."""
        sections = {"terrain": self.terrain, "hexside": self.hexside, "place": self.place}
        return [
            f"{section}.{word}.{key}"
            for section, rows in sections.items()
            for word, row in rows.items()
            for key, effect in (("attacked", row.on_defence), ("attacking", row.on_attack))
            if effect.times.denominator != 1
        ]

    # zones and sight

    def zone_masks(self, game_map: Map) -> tuple[int, ...]:
        """For each hex the mask of its neighbours into which a zone of control reaches."""
        return game_map.cached(("zones", self), lambda: tuple(self._zone_mask_rows(game_map)))

    def _zone_mask_rows(self, game_map: Map) -> Iterator[int]:
        zoneless_spaces = game_map.terrain_mask(*(word for word, row in self.terrain.items() if row.zones == "end"))
        sides = {side for word, edges in self.sides(game_map).items() if self.hexside[word].zones for side in edges}
        for space, neighbours in enumerate(game_map.neighbours):
            yield (
                mask_of(neighbour for neighbour in neighbours if edge(space, neighbour) not in sides) & ~zoneless_spaces
            )

    def blockers(self, game_map: Map) -> int:
        """Mask of the hexes that block sight through them."""

        def blocking() -> int:
            return game_map.terrain_mask(*(word for word, row in self.terrain.items() if row.sight == "blocks"))

        return game_map.cached(("blockers", self), blocking)

    # combat

    @cached_property
    def multiplies_attacks(self) -> tuple[str, ...]:
        """The hexsides that multiply the strength of who attacks across them."""
        return tuple(word for word, row in self.hexside.items() if row.on_attack.times != 1)

    def sides(self, game_map: Map) -> Mapping[str, frozenset[Edge]]:
        """The hexsides of the map by their words, of those that have a row."""
        return game_map.cached(("hexsides", self), lambda: {word: game_map.edges_on(word) for word in self.hexside})

    def ground(self, game_map: Map, side: str) -> GroundEffects:
        """What the ground of each hex does for units of a side that stand on it."""
        return game_map.cached(("ground", self, side), lambda: GroundEffects.of(self, game_map, side))

    def hexsides_crossed(self, game_map: HexMap) -> Mapping[tuple[int, int], frozenset[str]]:
        """By a hex and another the words of the hexsides across which somebody in the first attacks the second."""
        return game_map.cached(("hexsides attacked across", self), lambda: _Crossed(self.sides(game_map), game_map))

    def rows_of(self, game_map: Map, space: int) -> tuple[tuple[str, Row], ...]:
        """The rows that a unit in a hex stands on: its terrain and the kinds of the places in it, by their words."""
        return game_map.cached(("rows of the chart", self, space), lambda: tuple(self._rows_of(game_map, space)))

    def _rows_of(self, game_map: Map, space: int) -> Iterator[tuple[str, Row]]:
        yield game_map.terrain[space], self.terrain[game_map.terrain[space]]
        for place in game_map.places:
            if place.space == space and place.kind in self.place:
                yield place.name, self.place[place.kind]


@frozen
class GroundEffects:
    """What the ground does for units of one side that stand on it, by hex, where it does anything.

    Shifts stand with the words of their rows, those of attacks with "attack from" before them.
    """

    attacked_shifts: tuple[tuple[tuple[int, str], ...], ...]
    attacking_shifts: tuple[tuple[tuple[int, str], ...], ...]
    attacked_factors: tuple[tuple[Factor, ...], ...]
    attacking_factors: tuple[tuple[Factor, ...], ...]

    @staticmethod
    def of(chart: TerrainChart, game_map: Map, side: str) -> GroundEffects:
        """The effects of a chart on a map."""
        by_hex = [
            [(word, row) for word, row in chart.rows_of(game_map, space) if row.helps((side,))]
            if game_map.terrain[space] in chart.terrain
            else []
            for space in range(game_map.size)
        ]

        def shifts(effect: str, text_before: str) -> tuple[tuple[tuple[int, str], ...], ...]:
            return tuple(
                tuple((shift, text_before + word) for word, row in rows if (shift := getattr(row, effect).shift))
                for rows in by_hex
            )

        def factors(effect: str) -> tuple[tuple[Factor, ...], ...]:
            return tuple(
                tuple(Factor(times, word) for word, row in rows if (times := getattr(row, effect).times) != 1)
                for rows in by_hex
            )

        return GroundEffects(
            shifts("on_defence", ""), shifts("on_attack", "attack from "), factors("on_defence"), factors("on_attack")
        )


class _Crossed(dict[tuple[int, int], frozenset[str]]):
    """The words of the hexsides that are attacked across, found for each pair of hexes when it is first asked for."""

    def __init__(self, sides: Mapping[str, frozenset[Edge]], game_map: HexMap) -> None:
        super().__init__()
        self.sides, self.map = sides, game_map

    def __missing__(self, pair: tuple[int, int]) -> frozenset[str]:
        start, end = pair
        last_before = [start]
        if not self.map.adjacent[end] >> start & 1:  # from afar: the last hex on the line of fire, of which two may be
            line = self.map.grid.line_of_sight(start, end)
            last_before = list(bits((line.cut | line.left | line.right) & self.map.adjacent[end]))
        crossed_sides = {edge(last_space, end) for last_space in last_before}
        words = self[pair] = frozenset(word for word, sides in self.sides.items() if crossed_sides & sides)
        return words


_USUAL_KEY: Final = {
    "terrain": "write one, with enter = 1 or so",
    "hexside": "write one, with cross = 1 or so",
    "road": "write one, with along = 1 or so",
}
"""A hint for a row that is missing."""


def _sections(file: TerrainFile) -> Iterable[tuple[str, Mapping[str, object]]]:
    return (("terrain", file.terrain), ("hexside", file.hexside), ("place", file.place))


def _numbers(points: Points) -> Iterable[Fraction]:
    return points.values() if isinstance(points, Mapping) else (points,)


def _for_kind(points: Points, kind: str) -> Fraction | None:
    return points.get(kind) if isinstance(points, Mapping) else points


def _check_words_of_units(doc: Document, problems: Problems, file: TerrainFile, units: Sequence[Unit]) -> None:
    """Note kinds and sides in a chart that no counter has: what is said of them would never count."""
    kinds, sides = {unit.kind for unit in units}, {unit.side for unit in units}
    for section, rows in (*_sections(file), ("road", file.road)):
        for word, row in rows.items():
            for key in ("enter", "cross", "along"):
                points = getattr(row, key, None)
                for kind in points if isinstance(points, Mapping) else ():
                    if kind not in kinds:
                        problems.unknown(doc, (section, word, key, kind), "E301", "a kind of unit", kind, kinds)
            for number, kind in enumerate(getattr(row, "stops", ())):
                if kind not in kinds:
                    problems.unknown(doc, (section, word, "stops", number), "E301", "a kind of unit", kind, kinds)
            side = getattr(row, "shelters", "")
            if side and side not in sides:
                problems.unknown(doc, (section, word, "shelters"), "E301", "a side", side, sides)
