"""Reading Tiled's maps, `.tmj` and `.tmx`, with tilesets inside or beside them."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import Problem
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.tiled_source import NUMBER_OF_TILE, Reader, file_beside, is_tile, open_tiled
from wargame_workshop.interchange.tiled_tilesets import TiledTile, Tileset, read_tilesets

Pixel = tuple[float, float]
"""To the right and down."""
Cells = Mapping[tuple[int, int], int]
"""The numbers of tiles by column and row."""
Words = Mapping[int, str]
"""Words for tiles of foreign tilesets, by the tile's number in its tileset."""


@frozen
class TiledObject:
    """An object: its points on the map, in pixels. ``closed`` for a polygon, ``tile`` the number of a stamped tile."""

    id: int
    name: str
    word: str
    points: tuple[Pixel, ...]
    closed: bool
    tile: int
    properties: Mapping[str, object]
    line_and_column: tuple[int, int]

    @property
    def called(self) -> str:
        name = f' "{self.name}"' if self.name else ""
        return f"object {self.id}{name}"


@frozen
class TiledLayer:
    """A layer: tiles by column and row (numbers of all tilesets together, 0 left out), or objects, or a picture.

    It is not ``complete`` when some of its objects could not be read.
    """

    name: str
    kind: Literal["tiles", "objects", "other"]
    cells: Cells
    objects: tuple[TiledObject, ...]
    line_and_column: tuple[int, int]
    complete: bool = True


@frozen
class TiledMap:
    """A map: its grid in tiles and pixels, its layers from the bottom, its tilesets.

    ``start`` is the column and row in which it begins: 0, 0, or for a map without end (``endless``) those of its first
    painted tiles. ``left_out`` is what could not be read.
    """

    path: Path
    orientation: str
    stagger: str
    shifted_first: bool
    start: tuple[int, int]
    width: int
    height: int
    endless: bool
    tile_width: float
    tile_height: float
    side: float
    properties: Mapping[str, object]
    layers: tuple[TiledLayer, ...]
    tilesets: tuple[Tileset, ...]
    left_out: tuple[Problem, ...] = ()

    def tile(self, number: int) -> TiledTile:
        """The tile of a number; one of no known tileset says nothing."""
        place = bisect_right(self.tilesets, number, key=lambda tileset: tileset.first)
        return self.tilesets[place - 1].tile(number) if place else TiledTile("", number - 1)

    def word(self, number: int, words: Words) -> str:
        """The word for the terrain of a tile: its own, else the one that was told; "" for none."""
        tile = self.tile(number)
        return tile.word or words.get(tile.number, "")

    def moved_to_origin(self) -> TiledMap:
        """The same map, moved so that it begins in column 0 and row 0."""
        left, top = self.start
        if not left and not top:
            return self
        is_hexagonal = self.orientation == "hexagonal"
        column_width, row_height = self.tile_width, self.tile_height
        if is_hexagonal and self.stagger == "x":
            column_width = (column_width + self.side) / 2
        elif is_hexagonal:
            row_height = (row_height + self.side) / 2
        line = left if self.stagger == "x" else top
        return evolve(
            self,
            start=(0, 0),
            shifted_first=self.shifted_first != (is_hexagonal and line % 2 == 1),
            layers=tuple(_moved(layer, left, top, (left * column_width, top * row_height)) for layer in self.layers),
        )


def _moved(layer: TiledLayer, left: int, top: int, pixels: Pixel) -> TiledLayer:
    """A layer without so many columns and rows, or pixels, to the left and above."""
    dx, dy = pixels
    return evolve(
        layer,
        cells={(column - left, row - top): number for (column, row), number in layer.cells.items()},
        objects=tuple(
            evolve(tiled_object, points=tuple((x - dx, y - dy) for x, y in tiled_object.points))
            for tiled_object in layer.objects
        ),
    )


MOST_OBJECTS = 100_000
MOST_TILES = 4_000_000
"""Tiles of all layers together; no more are read."""


def read_tiled(path: Path, files: Path | None = None) -> TiledMap:
    """The map of a Tiled file; tilesets and templates that do not lie beside it are looked for in ``files``.

    Layers, objects and tilesets that cannot be read are left out and told. Raises `DataError` with its place for a file
    that is not a map, that is too large or in which nothing is painted, OSError.
    """
    reader = Reader(open_tiled(path))
    data = reader.source.data
    if not isinstance(data, dict) or not isinstance(data.get("layers", []), list) or "orientation" not in data:
        raise reader.source.refused((), "this is not a map of Tiled", "save the map as .tmj or .tmx")
    tilesets = read_tilesets(reader, data, files)
    layers = tuple(_Layers(reader, tilesets, files).read(data, (), (0, 0)))
    endless = data.get("infinite") in (True, 1)
    start_position, (width, height) = (0, 0), (reader.count(data, "width", ()), reader.count(data, "height", ()))
    if endless:
        start_position, (width, height) = _painted_part(reader, layers)
    if not 0 < width * height <= LARGEST or min(width, height) < 0:
        raise reader.source.refused(("width",), f"{width} x {height} tiles; a map has 1 to {LARGEST:,}")
    return TiledMap(
        path,
        reader.text(data, "orientation", ()),
        reader.text(data, "staggeraxis", ()),
        reader.text(data, "staggerindex", ()) == "even",
        start_position,
        width,
        height,
        endless,
        reader.number(data, "tilewidth", ()),
        reader.number(data, "tileheight", ()),
        reader.number(data, "hexsidelength", (), 0),
        reader.properties(data, ()),
        layers,
        tilesets,
        tuple(reader.left_out),
    )


def _painted_part(reader: Reader, layers: Sequence[TiledLayer]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first column and row in which something is painted, and how many columns and rows there are from there."""
    columns = {column for layer in layers for column, _ in layer.cells}
    rows = {row for layer in layers for _, row in layer.cells}
    if not columns:
        hint = "paint the spaces of the map, or take away the tick of Infinite in Map > Map Properties"
        raise reader.source.refused((), "a map without end in which no tile is painted", hint)
    left, top = min(columns), min(rows)
    return (left, top), (max(columns) - left + 1, max(rows) - top + 1)


class _Layers:
    """Reads the layers of a map, no more tiles and objects than are let in."""

    def __init__(self, reader: Reader, tilesets: tuple[Tileset, ...], files: Path | None) -> None:
        self.reader, self.tilesets, self.files = reader, tilesets, files
        self.count = 0
        self.templates: dict[str, Mapping[str, Any]] = {}

    def read(self, table: Mapping[str, Any], key_path: KeyPath, offset: Pixel) -> Iterator[TiledLayer]:
        """The layers of a map or group, those in groups among them. One that cannot be read is left out."""
        reader = self.reader
        if len(key_path) > 20:
            raise reader.source.refused(key_path, "groups of layers nested more than 10 deep")
        for layer_path, layer in reader.tables(table, "layers", key_path):
            with reader.leaving_out():
                dx = offset[0] + reader.number(layer, "offsetx", layer_path, 0)
                dy = offset[1] + reader.number(layer, "offsety", layer_path, 0)
                if layer.get("type") == "group":
                    yield from self.read(layer, layer_path, (dx, dy))
                else:
                    yield self._layer(layer, layer_path, (dx, dy))

    def _layer(self, layer: Mapping[str, Any], key_path: KeyPath, offset: Pixel) -> TiledLayer:
        reader = self.reader
        name, place = reader.text(layer, "name", key_path), reader.source.locate((*key_path, "name"))
        match layer.get("type"):
            case "tilelayer":
                return TiledLayer(name, "tiles", dict(self._cells(layer, key_path)), (), place)
            case "objectgroup":
                objects, count_before = list[TiledObject](), len(reader.left_out)
                for spot, row in reader.tables(layer, "objects", key_path):
                    if len(objects) == MOST_OBJECTS:
                        raise reader.source.refused(spot, f"more than {MOST_OBJECTS:,} objects in one layer")
                    with reader.leaving_out():
                        objects.append(self._object(row, spot, offset))
                is_complete = len(reader.left_out) == count_before
                return TiledLayer(name, "objects", {}, tuple(objects), place, is_complete)
            case _:
                return TiledLayer(name, "other", {}, (), place)

    def _cells(self, layer: Mapping[str, Any], key_path: KeyPath) -> Iterator[tuple[tuple[int, int], int]]:
        """The tiles of a layer, or of its parts where the map has no end."""
        reader = self.reader
        if "chunks" in layer:
            parts = [
                (chunk_path, part, reader.count(part, "x", chunk_path), reader.count(part, "y", chunk_path))
                for chunk_path, part in reader.tables(layer, "chunks", key_path)
            ]
        else:
            parts = [(key_path, dict(layer), 0, 0)]
        for part_path, part, left, top in parts:
            width, height = reader.count(part, "width", part_path), reader.count(part, "height", part_path)
            self.count += width * height
            if min(width, height) < 0 or width * height > LARGEST:
                message = f"{width} x {height} tiles; at most {LARGEST:,} are read"
                raise reader.source.refused((*part_path, "width"), message)
            if self.count > MOST_TILES:
                raise reader.source.refused(part_path, f"more than {MOST_TILES:,} tiles in all layers")
            numbers = _numbers(reader, layer, part.get("data"), part_path, width * height)
            if len(numbers) != width * height:
                raise reader.source.refused(
                    (*part_path, "data"), f"{len(numbers)} tiles in a layer of {width} x {height}"
                )
            for place, number in enumerate(numbers):
                if number & NUMBER_OF_TILE:
                    yield (left + place % width, top + place // width), number & NUMBER_OF_TILE

    def _object(self, row: Mapping[str, Any], key_path: KeyPath, offset: Pixel) -> TiledObject:
        reader = self.reader
        row = {**self._template(row, key_path), **row}
        x, y = reader.number(row, "x", key_path, 0), reader.number(row, "y", key_path, 0)
        width, height = reader.number(row, "width", key_path, 0), reader.number(row, "height", key_path, 0)
        tile, key = reader.tile(row, key_path), next((key for key in ("polygon", "polyline") if key in row), "")
        if key:
            spots = [
                (reader.number(point_row, "x", point_path), reader.number(point_row, "y", point_path))
                for point_path, point_row in reader.tables(row, key, key_path)
            ]
        else:
            hangs = self._anchor_of_tile(tile) if tile else (0, 0)
            spots = [((0.5 - hangs[0]) * width, (0.5 - hangs[1]) * height)]
        if not spots:
            raise reader.source.refused((*key_path, key), f"a {key} without points")
        turn = radians(reader.number(row, "rotation", key_path, 0))
        points = tuple(
            (offset[0] + x + px * cos(turn) - py * sin(turn), offset[1] + y + px * sin(turn) + py * cos(turn))
            for px, py in spots
        )
        number = reader.count(row, "id", key_path, 0)
        word = reader.text(row, "type", key_path) or reader.text(row, "class", key_path)
        place_in_file, name = reader.source.locate((*key_path, "id")), reader.text(row, "name", key_path)
        return TiledObject(
            number, name, word, points, key == "polygon", tile, reader.properties(row, key_path), place_in_file
        )

    def _anchor_of_tile(self, tile: int) -> Pixel:
        """Where a stamped tile holds to its point, in widths and heights from its upper left."""
        place = bisect_right(self.tilesets, tile, key=lambda tileset: tileset.first)
        return self.tilesets[place - 1].hangs if place else (0.0, 1.0)

    def _template(self, row: Mapping[str, Any], key_path: KeyPath) -> Mapping[str, Any]:
        """What the template of an object says of it, its stamped tile apart, which is of the template's own tileset."""
        name = self.reader.text(row, "template", key_path)
        if not name or name in self.templates:
            return self.templates.get(name, {})
        path = file_beside(self.reader.source.path, name, self.files)
        if path is None:
            message = f"the template {name!r} is not beside the map"
            hint = "say in which folder it is, as in --files FOLDER, or Detach the object in Tiled"
            raise self.reader.source.refused((*key_path, "template"), message, hint)
        table = open_tiled(path).data
        objects = table.get("objects") or [table.get("object")] if isinstance(table, dict) else []
        template_object = objects[0] if isinstance(objects, list) and objects and isinstance(objects[0], dict) else {}
        self.templates[name] = {
            key: value for key, value in template_object.items() if key not in ("gid", "id", "x", "y")
        }
        return self.templates[name]


def _numbers(reader: Reader, layer: Mapping[str, Any], data: Any, key_path: KeyPath, count: int) -> Sequence[int]:
    """The numbers of the tiles of a layer, with the bits that say how they are turned."""
    path = (*key_path, "data")
    if isinstance(data, list):
        wrong_number = next((number for number in data if not is_tile(number)), None)
        if wrong_number is not None:
            raise reader.source.refused(path, f"{str(wrong_number)[:40]!r} is not a number of a tile")
        return data
    if not isinstance(data, str):
        raise reader.source.refused(path, "the layer has no tiles that can be read")
    compression = str(layer.get("compression") or "")
    try:
        raw = base64.b64decode("".join(data.split()), validate=True)
        match compression:
            case "":
                pass
            case "zlib" | "gzip":
                unpacker = zlib.decompressobj(31 if compression == "gzip" else 15)
                raw = unpacker.decompress(raw, 4 * count + 1)
            case "zstd":
                raw = _unpacked_zstd(raw, 4 * count + 1)
            case _:
                raise reader.source.refused(
                    path, f"tiles packed with {compression[:40]!r} are not read", _TILE_FORMAT_HELP
                )
    except ImportError:
        message = "tiles packed with 'zstd' are read with the package zstandard, or by Python 3.14 and later"
        raise reader.source.refused(path, message, f"install it, or {_TILE_FORMAT_HELP}") from None
    except (binascii.Error, ValueError, zlib.error, EOFError) as error:
        raise reader.source.refused(path, f"the tiles cannot be unpacked ({error})") from None
    if len(raw) != 4 * count:
        raise reader.source.refused(path, f"{len(raw) // 4} tiles or more in a layer of {count}")
    return struct.unpack(f"<{count}I", raw)


_TILE_FORMAT_HELP = "choose CSV, or Base64 with zlib, in Map > Map Properties > Tile Layer Format"


def _unpacked_zstd(raw: bytes, size_limit: int) -> bytes:
    """At most so many bytes of what Zstandard has packed. Raises ImportError without its library, ValueError."""
    try:
        library = import_module("compression.zstd")
    except ImportError:
        library = import_module("zstandard")
        unpack = library.ZstdDecompressor().stream_reader(BytesIO(raw)).read
    else:
        unpack = library.ZstdFile(BytesIO(raw)).read
    try:
        data: bytes = unpack(size_limit)
    except library.ZstdError as error:
        raise ValueError(str(error)) from None
    return data
