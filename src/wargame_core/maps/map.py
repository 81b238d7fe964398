"""Maps of numbered spaces: terrain on spaces, barriers on edges, roads as links, named places, regions.

A space is an integer from 0; an *edge* is a pair of neighbouring spaces, the lower first; a *mask* is an integer whose
bit s stands for space s (see `maps.masks`). The grid of a map says which spaces there are and which touch; a map adds
what lies on them, and computes masks and passages once, when they are first asked for. A map never changes: a change
in play (a destroyed bridge, the positions of pieces) is passed as `closed` edges and masks of free spaces. Last comes
where spaces lie on the drawn map.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from math import dist
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import field, frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.limits import quote
from wargame_core.maps.features import (
    Barrier,
    Crossing,
    Edge,
    EntrySpace,
    NamedPlace,
    NoSuchSpace,
    Point,
    Road,
    Stream,
    edge,
)
from wargame_core.maps.grid import Grid
from wargame_core.maps.masks import Passage, bits, mask_of
from wargame_core.names import folded, plain_signs
from wargame_core.reprs import drawn
from wargame_core.rulings import Verdict

if TYPE_CHECKING:
    import networkx
    from typing_extensions import TypeVar as DefaultingTypeVar

    G = DefaultingTypeVar("G", bound=Grid, covariant=True, default=Grid)
else:
    G = TypeVar("G")  # the default is for the type checker: a plain `Map` is one of any grid

NOWHERE: frozenset[Edge] = frozenset()
T = TypeVar("T")


def _by_id(crossings: Iterable[Crossing] | Mapping[str, Crossing]) -> Mapping[str, Crossing]:
    rows = crossings.values() if isinstance(crossings, Mapping) else crossings
    return {crossing.id: crossing for crossing in rows}


@frozen(eq=False, slots=False, repr=False)
class Map(Generic[G]):
    """A grid, and what lies on it. Compared and hashed by identity.

    `terrain` and `regions` hold one word for each space, or are empty. Nobody may enter a space whose terrain is in
    `closed_terrain`. `scale` is a text for the legend.

    Raises:
        WargameError: lists of the wrong length, or barriers, crossings or roads between spaces that are not neighbours.
            (Files are checked in more detail, with line and column: `wargame_core.maps.files.map_file`.)
    """

    grid: G
    id: str = "map"
    title: str = ""
    terrain: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    closed_terrain: frozenset[str] = frozenset({"water"})
    places: tuple[NamedPlace, ...] = ()
    gaps: tuple[NamedPlace, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    crossings: Mapping[str, Crossing] = field(default=(), converter=_by_id)
    roads: tuple[Road, ...] = ()
    streams: tuple[Stream, ...] = ()
    entries: tuple[EntrySpace, ...] = ()
    scale: tuple[float, str] | None = None
    _cache: dict[Any, Any] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        for layer_name, words in (("terrain", self.terrain), ("regions", self.regions)):
            if words and len(words) != self.size:
                raise WargameError(f"{layer_name} of {len(words)} spaces for a map of {self.size}")
        claims = [(barrier.label, edge) for barrier in self.barriers for edge in barrier.edges]
        claims += [(crossing.name, crossing.edge) for crossing in self.crossings.values()]
        claims += [(road.name, edge) for road in self.roads for edge in road.edges]
        for name, (a, b) in claims:
            if not (0 <= a < b < self.size and b in self.neighbours[a]):
                raise WargameError(f"{name}: {(a, b)} is not an edge of this map")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}: {self.size} spaces, {len(self.places)} places>"

    # what the grid says

    @cached_property
    def size(self) -> int:
        """The number of spaces."""
        return self.grid.size

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each space, whether or not one can move between them."""
        return self.grid.neighbours

    @cached_property
    def distance(self) -> Callable[[int, int], int]:
        """A function: the distance between two spaces in spaces of the grid, ignoring terrain; 0 for the same one."""
        return self.grid.distance

    @cached_property
    def all_coordinates(self) -> tuple[str, ...]:
        """The coordinates of each space as text: "(8,9)", or the printed number of a hex."""
        return tuple(map(self.grid.coordinates, range(self.size)))

    @cached_property
    def coordinates(self) -> Callable[[int], str]:
        """A function: the coordinates of a space, from `all_coordinates`."""
        return self.all_coordinates.__getitem__

    def cached(self, key: Hashable, factory: Callable[[], T]) -> T:
        """The value of `make()`, computed once for this map and key: for what others derive from a map."""
        value: T | None = self._cache.get(key)
        if value is None:
            value = self._cache[key] = factory()
        return value

    # sets of spaces

    @cached_property
    def all(self) -> int:
        """Mask of every space."""
        return (1 << self.size) - 1

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """Mask of the neighbours of each space, whether or not one can move between them."""
        return tuple(mask_of(spaces_around) for spaces_around in self.neighbours)

    @cached_property
    def enterable(self) -> int:
        """Mask of the spaces whose terrain may be entered at all."""
        return self.all & ~mask_of(space for space, kind in enumerate(self.terrain) if kind in self.closed_terrain)

    def within(self, space: int, radius: int) -> int:
        """Mask of the spaces at grid distance at most ``radius``, ignoring terrain, the space itself included."""
        key = ("within", space, radius)
        mask: int | None = self._cache.get(key)
        if mask is None:
            mask = self._cache[key] = self.grid.within(space, radius)
        return mask

    def terrain_mask(self, *kinds: str) -> int:
        """Mask of the spaces with one of these terrains."""
        return mask_of(space for space, kind in enumerate(self.terrain) if kind in kinds)

    def region(self, name: str) -> int:
        """Mask of a region.

        Raises:
            UnknownName: no such region.
        """
        masks = self._region_masks
        if name not in masks:
            raise UnknownName("region", name, masks)
        return masks[name]

    @cached_property
    def _region_masks(self) -> Mapping[str, int]:
        masks: dict[str, int] = {}
        for space, name in enumerate(self.regions):
            masks[name] = masks.get(name, 0) | 1 << space
        return masks

    # names

    @cached_property
    def _names(self) -> Mapping[str, NamedPlace]:
        return {folded(place.name): place for place in reversed(self.places)}

    @cached_property
    def _places_by_space(self) -> Mapping[int, NamedPlace]:
        return {place.space: place for place in reversed(self.places)}

    def place(self, name: str) -> NamedPlace:
        """The place of that name; capital and small letters are equal.

        Raises:
            UnknownName: no such place; the message has the nearest name.
        """
        place = self._names.get(folded(name))
        if place is None:
            raise UnknownName("place", name, [place.name for place in self.places])
        return place

    def place_at(self, space: int) -> NamedPlace | None:
        """The place in a space (the first named, if two share it), or None."""
        return self._places_by_space.get(space)

    def label(self, space: int) -> str:
        """The name of the place in a space, or else its coordinates."""
        place = self._places_by_space.get(space)
        return place.name if place else self.coordinates(space)

    def parse(self, text: str) -> int:
        """The space with a name or coordinates as people write them: "Oak Hill", "8,8", "(8,8)", a printed hex number.

        Raises:
            UnknownName: nothing on the map has that name.
        """
        place = self._names.get(folded(text))
        space = place.space if place else self.grid.read_coordinates(plain_signs(text))
        if space is None:
            example = self.coordinates(self.size // 2)
            raise UnknownName("space", text, [*(place.name for place in self.places), f"coordinates such as {example}"])
        return space

    def space_written(self, text: object) -> int:
        """The space that a program writes so: by its coordinates, exactly as `coordinates` gives them.

        Raises:
            NoSuchSpace: nothing on the map is written so.
        """
        space = self.written.get(text) if isinstance(text, str) else None
        if space is None:
            example = self.coordinates(self.size // 2)
            raise NoSuchSpace(f"there is no {self.grid.word} {quote(text)}; one is written {example!r}")
        return space

    def write_space(self, space: int) -> str:
        """The coordinates by which a program writes a space.

        Raises:
            NoSuchSpace: the map has no such space.
        """
        if not 0 <= space < self.size:
            raise NoSuchSpace(
                f"there is no {self.grid.word} number {quote(space)}: the map has {self.size:,}, from 0 on"
            )
        return self.all_coordinates[space]

    @cached_property
    def written(self) -> Mapping[str, int]:
        """Each space by its coordinates."""
        return {text: space for space, text in enumerate(self.all_coordinates)}

    # edges

    @cached_property
    def links(self) -> frozenset[Edge]:
        """Every edge that a road or railroad of any kind runs over."""
        return frozenset(edge for road in self.roads for edge in road.edges)

    @cached_property
    def _barriers_by_edge(self) -> Mapping[Edge, tuple[Barrier, ...]]:
        barriers: dict[Edge, tuple[Barrier, ...]] = {}
        for barrier in self.barriers:
            for side in barrier.edges:
                barriers[side] = (*barriers.get(side, ()), barrier)
        return barriers

    @cached_property
    def _crossings_by_edge(self) -> Mapping[Edge, Crossing]:
        return {crossing.edge: crossing for crossing in self.crossings.values()}

    @cached_property
    def _crossings_by_space(self) -> tuple[tuple[Crossing, ...], ...]:
        return tuple(tuple(c for c in self.crossings.values() if space in c.edge) for space in range(self.size))

    def barriers_at(self, edge: Edge) -> tuple[Barrier, ...]:
        """The barriers along an edge."""
        return self._barriers_by_edge.get(edge, ())

    def edges_on(self, barrier_kind: str) -> frozenset[Edge]:
        """Every edge along which a barrier of this kind lies ("river")."""
        return frozenset(edge for barrier in self.barriers if barrier.kind == barrier_kind for edge in barrier.edges)

    def crossing(self, crossing_id: str) -> Crossing:
        """The crossing with that id.

        Raises:
            UnknownName: no such crossing.
        """
        if crossing_id not in self.crossings:
            raise UnknownName("crossing", crossing_id, self.crossings)
        return self.crossings[crossing_id]

    def crossing_at(self, edge: Edge) -> Crossing | None:
        """The crossing on an edge, or None."""
        return self._crossings_by_edge.get(edge)

    def crossings_of(self, space: int) -> tuple[Crossing, ...]:
        """The crossings that have the space at one end."""
        return self._crossings_by_space[space]

    def closed_crossings(self, user: str, destroyed: Iterable[str] = ()) -> frozenset[Edge]:
        """Edges of the crossings that this user may not use and of `destroyed` ones (ids): for `passage(closed=)`."""
        out_of_use = frozenset(destroyed)
        closed_crossings = (
            c for c in self.crossings.values() if c.id in out_of_use or (c.users and user not in c.users)
        )
        return self.cached(("closed_crossings", user, out_of_use), lambda: frozenset(c.edge for c in closed_crossings))

    # ways

    def passage(
        self, links_only: bool = False, kinds: frozenset[str] | None = None, closed: frozenset[Edge] = NOWHERE
    ) -> Passage:
        """The allowed steps.

        A barrier that bars stops every step over its edge, unless there is a crossing or, for barriers that roads
        cross, a road. With `links_only` only steps along roads are allowed, with `kinds` only those along roads of
        these kinds. No step goes over `closed` edges (destroyed crossings, or ones that a side may not use). Computed
        once for each set of arguments.
        """
        key = (links_only, kinds, closed)
        passage: Passage | None = self._cache.get(key)
        if passage is None:
            open_passage = (
                self._passage_without(links_only, kinds, closed) if closed else self._open_steps(links_only, kinds)
            )
            passage = self._cache[key] = open_passage
        return passage

    def _passage_without(
        self, links_only: bool, kinds: frozenset[str] | None, closed_edges: frozenset[Edge]
    ) -> Passage:
        """The passage without the steps over some edges, in either direction."""
        barred_by_step: dict[int, int] = {}
        for a, b in closed_edges:
            barred_by_step[b - a] = barred_by_step.get(b - a, 0) | 1 << a
            barred_by_step[a - b] = barred_by_step.get(a - b, 0) | 1 << b
        steps = self.passage(links_only, kinds).steps
        return Passage(tuple((shift, mask & ~barred_by_step.get(shift, 0)) for shift, mask in steps))

    def _open_steps(self, links_only: bool, kinds: frozenset[str] | None) -> Passage:
        roads = (
            self.links if kinds is None else {side for road in self.roads if road.kind in kinds for side in road.edges}
        )
        anywhere = kinds is None and not links_only
        leaving_masks: dict[int, int] = {}
        for a in bits(self.enterable):
            for b in self.neighbours[a]:
                step = edge(a, b)
                if self.enterable >> b & 1 and (anywhere or step in roads) and self._passable(step):
                    leaving_masks[b - a] = leaving_masks.get(b - a, 0) | 1 << a
        return Passage(tuple(sorted(leaving_masks.items())))

    def _passable(self, step: Edge) -> bool:
        """Whether every barrier along the edge that bars is overcome there."""
        return all(
            step in self.links if barrier.crossed_by_road else self.crossing_at(step) is not None
            for barrier in self.barriers_at(step)
            if barrier.bars
        )

    def to_networkx(
        self, passage: Passage | None = None, cost: Callable[[int, int], int | Verdict] | None = None
    ) -> networkx.Graph[int]:
        """The map as a networkx graph: spaces are nodes, steps of the passage are edges.

        A node has ``label``, ``name`` (of its place, or the label), ``terrain``, ``region``, and ``pos`` as
        `networkx.draw` wants it, north up; an edge has ``road`` and ``cost``, 1 without ``cost``. With ``cost``, as
        `reach` takes it, the graph is a `networkx.DiGraph` without the steps that it refuses.
        """
        import networkx

        graph: networkx.Graph[int] = networkx.Graph(id=self.id) if cost is None else networkx.DiGraph(id=self.id)
        names = {place.space: place.name for place in self.places}
        for space in bits(self.enterable):
            label, (x, y) = self.label(space), centre(self, space)
            terrain, region = (words[space] if words else "" for words in (self.terrain, self.regions))
            name = names.get(space, label)
            graph.add_node(space, label=label, name=name, pos=(x, -y), terrain=terrain, region=region)
        for shift, leaving_mask in (passage or self.passage()).steps:
            for a in bits(leaving_mask):
                price = 1 if cost is None else cost(a, a + shift)
                if not isinstance(price, Verdict):
                    graph.add_edge(a, a + shift, road=edge(a, a + shift) in self.links, cost=price)
        return graph

    def _repr_svg_(self) -> str | None:
        return drawn(self, "svg")


UNIT = 40.0
"""Drawing units for the width of a space; the outer `<svg>` scales them."""


def corners(game_map: Map, space: int) -> tuple[Point, ...]:
    """The corners of a space in drawing units, rounded so that neighbours agree on the corners they share."""
    return game_map.cached(
        ("corners", space),
        lambda: tuple((round(x * UNIT, 2), round(y * UNIT, 2)) for x, y in game_map.grid.outline(space)),
    )


def centre(game_map: Map, space: int) -> Point:
    """The middle of a space in drawing units."""
    xs, ys = zip(*corners(game_map, space), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def border(game_map: Map, edge: Edge) -> tuple[Point, Point]:
    """The two corners that the spaces of an edge share; of spaces that touch in no side, those nearest to the other."""
    right, down = (step * UNIT for step in game_map.grid.behind(*edge))
    own_corners, other_corners = corners(game_map, edge[0]), corners(game_map, edge[1])
    far_corners = {(round(x + right, 2), round(y + down, 2)) for x, y in other_corners}
    common_corners = sorted(point for point in own_corners if point in far_corners)
    if len(common_corners) != 2:
        x, y = centre(game_map, edge[1])
        middle_point = x + right, y + down
        common_corners = sorted(own_corners, key=lambda point: dist(point, middle_point))[:2]
    return common_corners[0], common_corners[1]


def frame(game_map: Map) -> tuple[float, float]:
    """Width and height of the whole map in drawing units."""
    width, height = game_map.grid.extent
    return round(width * UNIT, 2), round(height * UNIT, 2)
