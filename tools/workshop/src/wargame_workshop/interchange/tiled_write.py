"""Writing a Tiled map of a data file: `.tmj` with its tiles in a picture beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from wargame_core.maps.files.shorten import lines_of
from wargame_workshop.interchange.drawn import DrawnFile, DrawnRow, Shape
from wargame_workshop.interchange.pixels import Pixel, PixelGrid
from wargame_workshop.interchange.tiled_drawing import grid_of, tiles_of
from wargame_workshop.interchange.tiles_picture import tiles_picture

COLORS: Final = {
    "rivers": "#2f6fb0",
    "streams": "#5f9bd0",
    "roads": "#8a4a1f",
    "crossings": "#b02fa0",
    "places": "#b03a2f",
}
"""What Tiled draws the things of a layer in."""


def tiled_map(file: DrawnFile, picture: str) -> tuple[str, bytes]:
    """The text of the `.tmj` and the picture of its tiles, which belongs beside it with the name ``picture``.

    What a drawing cannot hold (notes, users, examples) is not in it, and an import does not miss it.
    """
    grid = grid_of(file)
    tiles = [(table, letter, word) for table, lg in file.grids.items() for letter, word in lg.legend.items()]
    tiles += [("", "", stamp) for stamp in file.stamps]
    pixels = PixelGrid.of(
        file.lattice, (_whole(grid["tilewidth"]), _whole(grid["tileheight"])), _whole(grid.get("hexsidelength", 0))
    )
    writer = _Writer(file, pixels, tiles, grid, picture)
    layers = [*writer.tile_layers(), *writer.object_layers()]
    size = (_whole(grid["tilewidth"]), _whole(grid["tileheight"]))
    data = {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.11.0",
        **grid,
        "renderorder": "right-down",
        "infinite": False,
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": writer.objects + 1,
        "tilesets": [writer.tileset(size)] if tiles else [],
        "layers": layers,
    }
    words, letters = [word for _, _, word in tiles], [letter for _, letter, _ in tiles]
    return tiled_text(data), tiles_picture(words, size, _whole(grid.get("hexsidelength", 0)), letters)


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


class _Writer:
    def __init__(
        self, file: DrawnFile, pixels: PixelGrid, tiles: Sequence[tuple[str, str, str]], grid: Any, picture: str
    ) -> None:
        self.file, self.pixels, self.tiles, self.grid, self.picture = file, pixels, tiles, grid, picture
        self.objects = self.layers = 0

    def tileset(self, size: tuple[int, int]) -> dict[str, Any]:
        """All words with their letters, a tile each."""
        rows = [
            {"id": number, "type": word, "properties": [{"name": "letter", "type": "string", "value": letter}]}
            for number, (_, letter, word) in enumerate(self.tiles)
        ]
        return {
            "firstgid": 1,
            "name": "wargame",
            "tilewidth": size[0],
            "tileheight": size[1],
            "tilecount": len(rows),
            "columns": len(rows),
            "margin": 0,
            "spacing": 0,
            "image": self.picture,
            "imagewidth": size[0] * len(rows),
            "imageheight": size[1],
            "tiles": rows,
        }

    def _layer(self, name: str, kind: str, **more: Any) -> dict[str, Any]:
        self.layers += 1
        head = {"id": self.layers, "name": name, "type": kind, "visible": True, "opacity": 1, "x": 0, "y": 0}
        return {**head, **more}

    def tile_layers(self) -> Iterator[dict[str, Any]]:
        numbers = {(table, letter): number for number, (table, letter, _) in enumerate(self.tiles, 1)}
        width, height = self.grid["width"], self.grid["height"]
        for table, letters in self.file.grids.items():
            data = [0] * (width * height)
            for (column, row), space in tiles_of(self.file).items():
                data[row * width + column] = numbers[table, letters.letters[space]]
            faint = {} if table == "terrain" else {"opacity": 0.3}
            yield self._layer(table, "tilelayer", width=width, height=height, data=data, **faint)

    def object_layers(self) -> Iterator[dict[str, Any]]:
        for name in self.file.layers:
            objects = [
                thing
                for place, row in enumerate(self.file.rows)
                if row.sort.layer == name
                for thing in self._things(row, self.file.hashes[place])
            ]
            color = {"color": COLORS[name]} if name in COLORS else {}
            yield self._layer(name, "objectgroup", draworder="topdown", objects=objects, **color)

    def _things(self, row: DrawnRow, was: str) -> Iterator[dict[str, Any]]:
        lines = list(self._lines(row))
        for number, (points, line) in enumerate(lines):
            self.objects += 1
            x, y = points[0]
            properties = [{"name": "was", "type": "string", "value": was}]
            if len(lines) > 1:
                properties.append({"name": "part", "type": "int", "value": number})  # type: ignore[dict-item]
            stamp = self._stamp(row) if not line else 0
            shape: dict[str, Any] = (
                {"polyline": [{"x": px - x, "y": py - y} for px, py in points]} if line else {"point": True}
            )
            head = {"id": self.objects, "name": row.name, "type": row.kind, "x": x, "y": y}
            rest = {"width": 0, "height": 0, "rotation": 0, "visible": True, "properties": properties}
            if stamp:  # a tile hangs from its lower left
                wide, high = self.grid["tilewidth"], self.grid["tileheight"]
                head |= {"x": _number(x - wide / 2), "y": _number(y + high / 2)}
                shape, rest = {"gid": stamp}, {**rest, "width": wide, "height": high}
            yield {**head, **rest, **shape}

    def _stamp(self, row: DrawnRow) -> int:
        """The number of the tile that a row is stamped with, 0 for a point."""
        tile = ("", "", row.kind)
        return self.tiles.index(tile) + 1 if tile in self.tiles else 0

    def _lines(self, row: DrawnRow) -> Iterator[tuple[list[Pixel], bool]]:
        """The points of each object that a row is drawn as, and whether they are a line."""
        lattice, pixel = self.file.lattice, self.pixels.pixel
        match row.sort.shape:
            case Shape.SPACE | Shape.SPACES:
                for (space,) in row.parts:
                    yield [_rounded(pixel(lattice.centres[space]))], False
            case Shape.SIDE:
                for a, b in row.parts:
                    yield [_rounded(self.pixels.middle((a, b)))], False
            case Shape.WAYS | Shape.TRACE:
                for part in row.parts:
                    yield [_rounded(pixel(lattice.centres[space])) for space in part], True
            case Shape.LINES:
                for line in lines_of(lattice, [(a, b) for a, b in row.parts]):
                    yield [_rounded(pixel(spot)) for spot in line], True


def _rounded(point: Pixel) -> Pixel:
    return _number(point[0]), _number(point[1])


def _number(value: float) -> float:
    return int(value) if value == int(value) else round(value, 3)


def tiled_text(data: dict[str, Any]) -> str:
    """JSON with a line for each object and each row of tiles, so that a change is seen in a comparison."""
    width = data["width"]
    layers = []
    for layer in data["layers"]:
        rest = {key: value for key, value in layer.items() if key not in ("data", "objects")}
        head = json.dumps(rest, ensure_ascii=False)[:-1]
        if "data" in layer:
            rows = [layer["data"][n : n + width] for n in range(0, len(layer["data"]), width)]
            lines = ",\n   ".join(", ".join(map(str, row)) for row in rows)
            layers.append(f'  {head}, "data": [\n   {lines}]}}')
        else:
            lines = ",\n   ".join(json.dumps(thing, ensure_ascii=False) for thing in layer["objects"])
            layers.append(f'  {head}, "objects": [\n   {lines}]}}')
    rest = {key: value for key, value in data.items() if key not in ("layers", "tilesets")}
    tilesets = ",\n  ".join(json.dumps(tileset, ensure_ascii=False) for tileset in data["tilesets"])
    header = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in rest.items())
    drawn = ",\n".join(layers)
    return f'{{{header},\n "tilesets": [\n  {tilesets}],\n "layers": [\n{drawn}]}}\n'
