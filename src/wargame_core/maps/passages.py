"""Computes the allowed steps on a map, once for each set of conditions; and a networkx graph of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from wargame_core.maps.features import Barrier, Crossing, Edge, Road, edge
from wargame_core.maps.masks import Passage, bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    import networkx


class PassableMap(Protocol):
    """The part of a map that its passages follow from."""

    @property
    def id(self) -> str: ...
    @property
    def terrain(self) -> tuple[str, ...]: ...
    @property
    def regions(self) -> tuple[str, ...]: ...
    @property
    def roads(self) -> tuple[Road, ...]: ...
    @property
    def links(self) -> frozenset[Edge]: ...
    @property
    def enterable(self) -> int: ...
    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]: ...
    def barriers_at(self, edge: Edge) -> tuple[Barrier, ...]: ...
    def crossing_at(self, edge: Edge) -> Crossing | None: ...
    def label(self, space: int) -> str: ...
    def passage(self, links_only: bool = False, kinds: frozenset[str] | None = None) -> Passage: ...


def make_passage(game_map: PassableMap, links_only: bool, kinds: frozenset[str] | None, closed: Set[Edge]) -> Passage:
    """The allowed steps; see `Map.passage`."""
    if closed:
        barred: dict[int, int] = {}
        for a, b in closed:
            barred[b - a] = barred.get(b - a, 0) | 1 << a
            barred[a - b] = barred.get(a - b, 0) | 1 << b
        steps = game_map.passage(links_only, kinds).steps
        return Passage(tuple((shift, mask & ~barred.get(shift, 0)) for shift, mask in steps))
    roads = (
        game_map.links if kinds is None else {e for road in game_map.roads if road.kind in kinds for e in road.edges}
    )
    leaving: dict[int, int] = {}
    for a in bits(game_map.enterable):
        for b in game_map.neighbours[a]:
            between = edge(a, b)
            if game_map.enterable >> b & 1 and (not links_only or between in roads) and _passable(game_map, between):
                leaving[b - a] = leaving.get(b - a, 0) | 1 << a
    return Passage(tuple(sorted(leaving.items())))


def _passable(game_map: PassableMap, between: Edge) -> bool:
    """Whether every barrier along the edge that bars is overcome there."""
    return all(
        between in game_map.links if barrier.crossed_by_road else game_map.crossing_at(between) is not None
        for barrier in game_map.barriers_at(between)
        if barrier.bars
    )


def crossings_by_id(crossings: Iterable[Crossing] | Mapping[str, Crossing]) -> Mapping[str, Crossing]:
    """Crossings by id."""
    given = crossings.values() if isinstance(crossings, Mapping) else crossings
    return {crossing.id: crossing for crossing in given}


def graph_of(game_map: PassableMap, passage: Passage) -> networkx.Graph[int]:
    """Spaces as nodes (label, terrain, region), steps of the passage as edges (road)."""
    import networkx

    graph: networkx.Graph[int] = networkx.Graph(id=game_map.id)
    for space in bits(game_map.enterable):
        graph.add_node(
            space,
            label=game_map.label(space),
            terrain=game_map.terrain[space] if game_map.terrain else "",
            region=game_map.regions[space] if game_map.regions else "",
        )
    for shift, leaving in passage.steps:
        graph.add_edges_from(
            (space, space + shift, {"road": edge(space, space + shift) in game_map.links}) for space in bits(leaving)
        )
    return graph
