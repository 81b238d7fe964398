"""Reading Tiled's maps, `.tmj` and `.tmx`, with tilesets inside or beside them."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Literal

from wargame_core.data.archives import no_climbing
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.foreign_json import read_foreign_json
from wargame_workshop.interchange.foreign_xml import LARGEST as LARGEST_FILE
from wargame_workshop.interchange.foreign_xml import looks_like_xml
from wargame_workshop.interchange.tiled_format import (
    Located,
    Pixel,
    Reader,
    TiledLayer,
    TiledMap,
    TiledObject,
    TiledTile,
)
from wargame_workshop.interchange.tiled_xml import TiledXml

NUMBER_OF_TILE = 0x0FFFFFFF
"""The other four bits of a tile's number say how it is turned."""
MOST_OBJECTS = 100_000


def read_foreign(path: Path) -> bytes:
    """The bytes of a file of another program, no more than are let in. Raises `DataError`, OSError."""
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        what = f"not let in: more than {LARGEST_FILE:,} bytes"
        raise DataError([Problem(path.name, 1, 1, "E104", what)])
    return raw


def _open(path: Path) -> Located:
    raw = read_foreign(path)
    return TiledXml(raw, path) if looks_like_xml(raw) else read_foreign_json(raw, path)


def read_tiled(path: Path) -> TiledMap:
    """The map of a Tiled file. Raises `DataError` with its place for what cannot be read, OSError."""
    source = _open(path)
    reader = Reader(source)
    data = source.data
    if not isinstance(data, dict) or not isinstance(data.get("layers", []), list) or "orientation" not in data:
        raise reader.refuse((), "this is no map of Tiled", "save the map as .tmj or .tmx")
    width, height = reader.count(data, "width", ()), reader.count(data, "height", ())
    if not 0 <= width * height <= LARGEST or min(width, height) < 0:
        raise reader.refuse(("width",), f"{width} x {height} tiles; at most {LARGEST:,} are read")
    axis = reader.text(data, "staggeraxis", ())
    stagger: Literal["", "x", "y"] = "x" if axis == "x" else "y" if axis == "y" else ""
    return TiledMap(
        path,
        reader.text(data, "orientation", ()),
        stagger,
        reader.text(data, "staggerindex", ()) == "even",
        width,
        height,
        reader.number(data, "tilewidth", ()),
        reader.number(data, "tileheight", ()),
        reader.number(data, "hexsidelength", (), 0),
        reader.properties(data, ()),
        tuple(_layers(reader, data, (), (0, 0))),
        {
            number: tile
            for at, table in reader.tables(data, "tilesets", ())
            for number, tile in _tiles(reader, at, table)
        },
    )


def _tiles(reader: Reader, at: KeyPath, table: Mapping[str, Any]) -> Iterator[tuple[int, TiledTile]]:
    """The tiles of a tileset by their numbers; of one in a file of its own beside the map too."""
    first = reader.count(table, "firstgid", at, 1)
    source = reader.text(table, "source", at)
    if source:
        if not no_climbing(source) or Path(source).is_absolute():
            raise reader.refuse((*at, "source"), f"the tileset {source!r} lies elsewhere", "put it beside the map")
        path = reader.source.path.parent / source
        try:
            reader = Reader(_open(path))
        except OSError:
            raise reader.refuse((*at, "source"), f"the tileset {source!r} is not there") from None
        table, at = reader.source.data, ()
    name = reader.text(table, "name", at)
    for where, tile in reader.tables(table, "tiles", at):
        number = reader.count(tile, "id", where)
        own = reader.properties(tile, where)
        word = reader.text(tile, "type", where) or reader.text(tile, "class", where) or str(own.get("terrain", ""))
        yield first + number, TiledTile(name, number, word, str(own.get("letter", ""))[:1])


def _layers(reader: Reader, table: Mapping[str, Any], at: KeyPath, offset: Pixel) -> Iterator[TiledLayer]:
    if len(at) > 20:
        raise reader.refuse(at, "groups of layers nested more than 10 deep")
    for where, layer in reader.tables(table, "layers", at):
        dx = offset[0] + reader.number(layer, "offsetx", where, 0)
        dy = offset[1] + reader.number(layer, "offsety", where, 0)
        name, kind = reader.text(layer, "name", where), layer.get("type")
        place = reader.source.locate((*where, "name"))
        if kind == "group":
            yield from _layers(reader, layer, where, (dx, dy))
        elif kind == "tilelayer":
            yield TiledLayer(name, "tiles", dict(_cells(reader, layer, where)), (), place)
        elif kind == "objectgroup":
            objects = tuple(
                _object(reader, row, spot, (dx, dy)) for spot, row in reader.tables(layer, "objects", where)
            )
            if len(objects) > MOST_OBJECTS:
                raise reader.refuse(where, f"{len(objects):,} objects in one layer; at most {MOST_OBJECTS:,}")
            yield TiledLayer(name, "objects", {}, objects, place)
        else:
            yield TiledLayer(name, "other", {}, (), place)


def _cells(reader: Reader, layer: Mapping[str, Any], at: KeyPath) -> Iterator[tuple[tuple[int, int], int]]:
    """The tiles of a layer, or of its parts where the map has no end."""
    if "chunks" in layer:
        parts = [
            (where, part, reader.count(part, "x", where), reader.count(part, "y", where))
            for where, part in reader.tables(layer, "chunks", at)
        ]
    else:
        parts = [(at, dict(layer), 0, 0)]
    for where, part, left, top in parts:
        width, height = reader.count(part, "width", where), reader.count(part, "height", where)
        if min(width, height) < 0 or width * height > LARGEST:
            raise reader.refuse((*where, "width"), f"{width} x {height} tiles; at most {LARGEST:,} are read")
        numbers = _numbers(reader, layer, part.get("data"), where, width * height)
        if len(numbers) != width * height:
            raise reader.refuse((*where, "data"), f"{len(numbers)} tiles in a layer of {width} x {height}")
        for place, number in enumerate(numbers):
            if number & NUMBER_OF_TILE:
                yield (left + place % width, top + place // width), number & NUMBER_OF_TILE


def _numbers(reader: Reader, layer: Mapping[str, Any], data: Any, at: KeyPath, count: int) -> list[int]:
    path = (*at, "data")
    if isinstance(data, list):
        wrong = next((number for number in data if type(number) is not int or not 0 <= number < 1 << 32), None)
        if wrong is not None:
            raise reader.refuse(path, f"{str(wrong)[:40]!r} is no number of a tile")
        return data
    if not isinstance(data, str):
        raise reader.refuse(path, "the layer has no tiles that can be read")
    packed = str(layer.get("compression") or "")
    if packed not in ("", "zlib", "gzip"):
        hint = "choose CSV, or Base64 with zlib, in Map > Map Properties > Tile Layer Format"
        raise reader.refuse(path, f"tiles packed with {packed!r} are not read", hint)
    try:
        raw = base64.b64decode("".join(data.split()), validate=True)
        if packed:
            unpacker = zlib.decompressobj(31 if packed == "gzip" else 15)
            raw = unpacker.decompress(raw, 4 * count + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise reader.refuse(path, f"the tiles cannot be unpacked ({error})") from None
    if len(raw) != 4 * count:
        raise reader.refuse(path, f"{len(raw) // 4} tiles or more in a layer of {count}")
    return list(struct.unpack(f"<{count}I", raw))


def _object(reader: Reader, row: Mapping[str, Any], at: KeyPath, offset: Pixel) -> TiledObject:
    x, y = reader.number(row, "x", at, 0), reader.number(row, "y", at, 0)
    width, height = reader.number(row, "width", at, 0), reader.number(row, "height", at, 0)
    closed = "polygon" in row
    if closed or "polyline" in row:
        key = "polygon" if closed else "polyline"
        spots = [
            (reader.number(p, "x", where), reader.number(p, "y", where)) for where, p in reader.tables(row, key, at)
        ]
    elif "gid" in row:  # a tile as an object hangs from its lower left
        spots = [(width / 2, -height / 2)]
    else:
        spots = [(width / 2, height / 2)]
    turn = radians(reader.number(row, "rotation", at, 0))
    points = tuple(
        (offset[0] + x + px * cos(turn) - py * sin(turn), offset[1] + y + px * sin(turn) + py * cos(turn))
        for px, py in spots
    )
    number = reader.count(row, "id", at, 0)
    word = reader.text(row, "type", at) or reader.text(row, "class", at)
    where = reader.source.locate((*at, "id"))
    tile = reader.count(row, "gid", at, 0) & NUMBER_OF_TILE
    name = reader.text(row, "name", at)
    return TiledObject(number, name, word, points, closed, tile, reader.properties(row, at), where)
