"""What a Tiled map says about a map file: its layers laid on the file's grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wargame_core.data.documents import did_you_mean
from wargame_core.errors import DataError, Problem
from wargame_core.maps.hexes import HexMap
from wargame_workshop.interchange.drawn import Drawing, DrawnFile
from wargame_workshop.interchange.pixels import PixelGrid, shifted
from wargame_workshop.interchange.sketch import Stroke, drawing_of
from wargame_workshop.interchange.tiled_format import TiledLayer, TiledMap

Words = Mapping[int, str]
"""Words for tiles of foreign tilesets, by the tile's number in its tileset."""


def tiled_drawing(tiled: TiledMap, file: DrawnFile, words: Words | None = None) -> Drawing:
    """The drawing of a Tiled map on the grid of a file. Raises `DataError` with every mistake in it."""
    problems: list[Problem] = []
    _check_grid(tiled, file)
    grid = PixelGrid.of(file.lattice, (tiled.tile_width, tiled.tile_height), tiled.side)
    painted: dict[str, Mapping[int, tuple[str, str]]] = {}
    strokes: list[Stroke] = []
    layers, ignored = set(), []
    known = {**dict.fromkeys(file.grids, "tiles"), **dict.fromkeys(file.layers, "objects")}
    for layer in tiled.layers:
        if layer.kind == "tiles" and layer.name in file.grids:
            painted[layer.name] = _painted(tiled, file, layer, words or {}, problems)
        elif layer.kind == "objects" and layer.name in file.layers:
            layers.add(layer.name)
            strokes += _strokes(tiled, layer)
        elif layer.kind != "other" and layer.name in known:
            what = f"layer {layer.name!r} is of {layer.kind} here, and must be of {known[layer.name]}"
            problems.append(Problem(tiled.path.name, *layer.where, "E703", what))
        elif layer.kind != "other" and (hint := did_you_mean(layer.name, known)):
            names = ", ".join(known)
            what = f"layer {layer.name!r} has no meaning here ({names})"
            problems.append(Problem(tiled.path.name, *layer.where, "E703", what, hint))
        else:
            ignored.append(f"layer {layer.name!r}")
    drawing = drawing_of(
        file, grid, tiled.path.name, strokes, problems, layers=layers, painted=painted, ignored=ignored
    )
    if problems:
        raise DataError(sorted(problems, key=lambda problem: (problem.line, problem.column)))
    return drawing


def _check_grid(tiled: TiledMap, file: DrawnFile) -> None:
    """Refuse a drawing on another grid than the file's."""
    wanted = grid_of(file)
    given = (tiled.orientation, tiled.stagger if tiled.orientation == "hexagonal" else "")
    size = f"{wanted['width']} x {wanted['height']}"
    problem = ""
    if given != (wanted["orientation"], wanted.get("staggeraxis", "")):
        kinds = {"orthogonal": "squares", "hexagonal": "hexes"}
        drawn = kinds.get(tiled.orientation, tiled.orientation) + (f" staggered along {given[1]}" if given[1] else "")
        axis = wanted.get("staggeraxis", "")
        meant = kinds[str(wanted["orientation"])] + (f" staggered along {axis}" if axis else "")
        problem = f"this map is of {drawn}, and {file.doc.path.name} of {meant}"
    elif (tiled.width, tiled.height) != (wanted["width"], wanted["height"]):
        problem = f"this map has {tiled.width} x {tiled.height} tiles, and {file.doc.path.name} {size}"
    elif given[1] and tiled.shifted_first is not (wanted["staggerindex"] == "even"):
        problem = (
            f"the other half of the hexes is shifted; {file.doc.path.name} needs Stagger Index {wanted['staggerindex']}"
        )
    if problem:
        hint = "export the file to Tiled and draw in that, or change [map] first"
        raise DataError([Problem(tiled.path.name, 1, 1, "E706", problem, hint)])
    if min(tiled.tile_width, tiled.tile_height) < 4:
        raise DataError([Problem(tiled.path.name, 1, 1, "E706", "tiles of less than 4 pixels", "use larger tiles")])


def grid_of(file: DrawnFile) -> dict[str, object]:
    """The keys of a Tiled map that say on which grid it is drawn."""
    board, cells = file.lattice.board, file.lattice.cells
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    size: dict[str, object] = {"width": max(columns) - min(columns) + 1, "height": max(rows) - min(rows) + 1}
    if not isinstance(board, HexMap):
        return {"orientation": "orthogonal", **size, "tilewidth": 48, "tileheight": 48}
    flat = board.stagger == "columns"
    index = "even" if shifted(file.lattice, 0) else "odd"
    return {
        "orientation": "hexagonal",
        **size,
        "staggeraxis": "x" if flat else "y",
        "staggerindex": index,
        "hexsidelength": 28,
        "tilewidth": 56 if flat else 48,
        "tileheight": 48 if flat else 56,
    }


def tiles_of(file: DrawnFile) -> dict[tuple[int, int], int]:
    """The space of each tile of the grid, by column and row from 0."""
    cells = file.lattice.cells
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(column - left, row - top): space for space, (row, column) in enumerate(cells)}


def _painted(
    tiled: TiledMap, file: DrawnFile, layer: TiledLayer, words: Words, problems: list[Problem]
) -> dict[int, tuple[str, str]]:
    """The word and letter of each space of a painted layer."""
    spaces, painted, reported = tiles_of(file), {}, set()

    def note(code: str, message: str, hint: str = "") -> None:
        if (code, message) not in reported:
            reported.add((code, message))
            problems.append(Problem(tiled.path.name, *layer.where, code, message, hint))

    for (column, row), number in sorted(layer.cells.items(), key=lambda item: (item[0][1], item[0][0])):
        tile, space = tiled.tiles.get(number), spaces.get((column, row))
        if space is None:
            note("E706", f"layer {layer.name}: the tile in column {column}, row {row} lies off the map", "erase it")
            continue
        own = tile.number if tile is not None else number - 1
        word = (tile.word if tile is not None else "") or words.get(own, "")
        if not word:
            where = f"tile {own} of tileset {tile.tileset!r}" if tile is not None else f"tile {own}"
            hint = f"give it a class such as 'woods' in Tiled, or write --tile {own}=woods"
            note("E702", f"{where} stands in layer {layer.name} and has no class", hint)
            continue
        painted[space] = (word, tile.letter if tile is not None else "")
    empty = [space for space in spaces.values() if space not in painted]
    if empty and not reported and layer.cells:
        name = file.lattice.name(min(empty))
        more = f" and {len(empty) - 1} more have" if len(empty) > 1 else " has"
        note("E402", f"layer {layer.name}: space {name}{more} no tile", "paint every space")
    return painted


def _strokes(tiled: TiledMap, layer: TiledLayer) -> Iterator[Stroke]:
    for order, thing in enumerate(layer.objects):
        keys = dict(thing.properties)
        was, part = str(keys.pop("was", "")), keys.pop("part", None)
        place = part if isinstance(part, int) else 1_000 + order
        stamp = tiled.tiles.get(thing.tile)
        word = thing.word or (stamp.word if stamp is not None else "")
        yield Stroke(
            layer.name, word, thing.name, thing.points, thing.closed, thing.where, thing.called, was, place, keys
        )
