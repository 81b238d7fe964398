"""What a map hangs on, as a graph: parts that nobody gets to, and places with one way to them only.

W453 a place that nobody can reach, W458 a crossing that is the only way to places, W459 a space through which everybody
must go who wants to reach places. Spaces are nodes and steps are edges, as `Map.to_networkx` gives them; crossings
destroyed and enemies in the way are what players do with it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import networkx

from wargame_core.data import Basis, Document, KeyPath, Problems, basis_at
from wargame_core.maps.features import edge
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import PlacedRow, RowShape
from wargame_core.maps.map import Map
from wargame_core.names import listed

SHARE = 3
"""A part that has one of so many of the spaces of a map, or more, is not cut off: it is the other side of a river."""
NAMED = 4
"""The greatest number of places that a warning names; of more it says how many there are."""


def weak_points(reader: MapReader[Any], doubts: Problems) -> None:
    """Note what nobody can reach, and which crossings and spaces are the only way to places of the map."""
    graph = reader.map.to_networkx()
    parts = sorted(networkx.connected_components(graph), key=len, reverse=True)
    if not parts:
        return
    _unreachable(reader, parts[0], doubts)
    largest_part = graph.subgraph(parts[0])
    by_crossing = set(_single_crossings(reader, largest_part, doubts))
    _single_spaces(reader, largest_part, by_crossing, doubts)


def _unreachable(reader: MapReader[Any], main_spaces: set[int], doubts: Problems) -> None:
    for placed_row in _places(reader):
        space = placed_row.parts[0][0]
        if space not in main_spaces:
            space_text = reader.map.coordinates(space)
            message = f"nobody can get from the rest of the map to {placed_row.row.name} at {space_text}"
            doubts.add(reader.doc, placed_row.path, "W453", message, "a crossing or a road is missing", [(space_text,)])


def _places(reader: MapReader[Any]) -> Iterator[PlacedRow]:
    """The rows of places and gaps that have a space."""
    return (placed_row for section in ("place", "gap") for placed_row, _ in reader.rows.placed(section))


def _single_crossings(reader: MapReader[Any], graph: "networkx.Graph[int]", doubts: Problems) -> Iterator[int]:
    """Note crossings without which places cannot be reached; the spaces beside and beyond them."""
    crossings = {side: placed_row for placed_row in reader.rows.of(RowShape.SIDE) for side in placed_row.sides}
    steps: Iterable[Any] = networkx.bridges(graph)
    for a, b in steps:
        placed_row = crossings.get(edge(a, b))
        if placed_row is None:
            continue
        remaining_graph = graph.copy()
        remaining_graph.remove_edge(a, b)
        spaces_beyond = min((networkx.node_connected_component(remaining_graph, end) for end in (a, b)), key=len)
        if len(spaces_beyond) * SHARE < len(graph) and (names := _place_names(reader.map, spaces_beyond)):
            message = f"{placed_row.row.name} is the only way to {names}"
            spots = [tuple(map(reader.name, (a, b)))]
            doubts.add(reader.doc, placed_row.path, "W458", message, _reminder(reader.doc, placed_row.path), spots)
            yield from {a, b, *spaces_beyond}


def _single_spaces(
    reader: MapReader[Any], graph: "networkx.Graph[int]", reported_spaces: set[int], doubts: Problems
) -> None:
    """Note the spaces that cut places off, unless a single crossing says so already; of a row of them the first."""
    cut_off: set[str] = set()
    weak_spaces = []
    for space in networkx.articulation_points(graph):
        remaining_graph = graph.subgraph(set(graph) - {space})
        pieces = sorted(networkx.connected_components(remaining_graph), key=len)[:-1]
        spaces_beyond = set().union(*pieces) - reported_spaces
        if len(spaces_beyond) * SHARE < len(graph) and (names := _place_names(reader.map, spaces_beyond)):
            weak_spaces.append((len(spaces_beyond), space, names))
    for _, space, names in sorted(weak_spaces, reverse=True):
        if names not in cut_off:
            cut_off.add(names)
            space_text = reader.map.coordinates(space)
            message = f"whoever stands in {reader.map.label(space)} cuts off {names}"
            path = next((placed_row.path for placed_row in _places(reader) if placed_row.row.name in names), ())
            doubts.add(reader.doc, path, "W459", message, _reminder(reader.doc, path), [(space_text,)])


def _place_names(game_map: Map, spaces: Iterable[int]) -> str:
    """The places in some spaces, by name; "" for none."""
    space_set = set(spaces)
    names = list(dict.fromkeys(place.name for place in game_map.places if place.space in space_set))
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return listed(names)


def _reminder(doc: Document, path: KeyPath) -> str:
    is_reconstruction = basis_at(doc, path) is Basis.RECONSTRUCTION
    return "the map is a reconstruction: the printed one may have another way" if is_reconstruction else ""
