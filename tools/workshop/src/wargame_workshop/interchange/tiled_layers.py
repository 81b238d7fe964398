"""Which layers of a Tiled map are which of a data file: as asked for, by their names, or guessed and told."""

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from attrs import evolve, frozen

from wargame_core.data.documents import did_you_mean, one_of
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.tiled_read import TiledMap

TERRAIN_LAYER = "terrain"
"""The layer of tiles that every map of a grid has."""


@frozen
class NamedLayers:
    """A Tiled map whose layers bear the names that they have in a data file, and what a designer is told of it."""

    tiled: TiledMap
    notes: tuple[str, ...] = ()


def named_layers(
    tiled: TiledMap,
    grids: Collection[str],
    layers: Collection[str],
    layer_names: Mapping[str, str] = MappingProxyType({}),
) -> NamedLayers:
    """The map with the names that its layers have in a file with these ``grids`` of tiles and ``layers`` of objects.

    ``layer_names`` says, by names of the map's own layers, what they are in the file. Of the others, one with such a
    name among its words is taken for it: `Base Terrain` for `terrain`, `Main road` for `roads`. Several layers of tiles
    may be one grid, the upper over the lower. Raises `DataError` (E703) for names that do not exist.
    """
    _check(tiled, [*grids, *layers], layer_names)
    chosen_layers, notes = [], []
    for layer in tiled.layers:
        known_names = {"tiles": grids, "objects": layers, "other": ()}[layer.kind]
        name = layer_names.get(layer.name) or (
            layer.name if layer.name in known_names else _alike(layer.name, known_names)
        )
        if name and name != layer.name:
            notes.append(f"the layer {layer.name!r} is read as {name!r}")
        chosen_layers.append(evolve(layer, name=name or layer.name))
    of_tiles = [layer.name for layer in chosen_layers if layer.kind == "tiles" and layer.cells]
    if TERRAIN_LAYER in grids and of_tiles and not set(of_tiles) & set(grids):
        way = f"--layer {of_tiles[0]!r}={TERRAIN_LAYER}"
        message = f"no layer is called {TERRAIN_LAYER!r}, so the terrain is that of the file, or clear in a new one"
        notes.append(f"{message}; {way} reads a layer as it{one_of(map(repr, of_tiles))}")
    return NamedLayers(evolve(tiled, layers=tuple(chosen_layers)), tuple(notes))


def _check(tiled_map: TiledMap, known_names: Collection[str], layer_names: Mapping[str, str]) -> None:
    problems = []
    names_in_file = list(dict.fromkeys(layer.name for layer in tiled_map.layers if layer.kind != "other"))
    for name, our_name in layer_names.items():
        for word, names in ((name, names_in_file), (our_name, list(known_names))):
            if word not in names:
                message = f"--layer {name}={our_name}: there is no layer {word!r}{one_of(names)}"
                problems.append(Problem(tiled_map.path.name, 1, 1, "E703", message, did_you_mean(word, names)))
    if problems:
        raise DataError(problems)


def _alike(name: str, known_names: Collection[str]) -> str:
    """The one of some names that is a word of this name, in capitals or not, one or several; "" for none or two."""
    words = {word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", name.casefold())}
    similar_names = [known_name for known_name in known_names if known_name.removesuffix("s") in words]
    return similar_names[0] if len(similar_names) == 1 else ""
