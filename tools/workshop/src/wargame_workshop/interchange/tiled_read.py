"""Reading Tiled's maps, `.tmj` and `.tmx`, with tilesets inside or beside them."""

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Literal

from attrs import frozen

from wargame_core.data.archives import no_climbing
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.foreign_files import (
    Element,
    Located,
    looks_like_xml,
    read_foreign,
    read_foreign_json,
    read_xml,
)

_NUMBERS = {
    "id",
    "x",
    "y",
    "width",
    "height",
    "tilewidth",
    "tileheight",
    "hexsidelength",
    "rotation",
    "gid",
    "firstgid",
}
_NUMBERS |= {"offsetx", "offsety", "compressionlevel"}
_LISTS = {"layer": "layers", "objectgroup": "layers", "imagelayer": "layers", "group": "layers", "tileset": "tilesets"}
_LISTS |= {"object": "objects", "tile": "tiles", "chunk": "chunks"}
_KINDS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}


class _Xml:
    """Makes tables in the shape of Tiled's JSON from its XML, and notes the line of each element."""

    def __init__(self) -> None:
        self.lines: dict[KeyPath, tuple[int, int]] = {}

    def table(self, element: Element, path: KeyPath) -> dict[str, Any]:
        self.lines[path] = element.line, element.column
        table: dict[str, Any] = {key: _value(key, value) for key, value in element.attributes.items()}
        if element.tag in _KINDS:
            table["type"] = _KINDS[element.tag]
        for child in element.children:
            self._child(table, child, path)
        return table

    def _child(self, table: dict[str, Any], child: Element, path: KeyPath) -> None:
        if child.tag == "properties":
            for row in child.all("property"):
                rows = table.setdefault("properties", [])
                self.lines[*path, "properties", len(rows)] = row.line, row.column
                kind, text = row.get("type"), row.attributes.get("value", row.text)
                value = text == "true" if kind == "bool" else _number(text) if kind in ("int", "float") else text
                rows.append({"name": row.get("name"), "value": value})
        elif child.tag == "data":
            self._data(table, child, path)
        elif child.tag in ("polyline", "polygon"):
            pairs = (pair.partition(",") for pair in child.get("points").split())
            table[child.tag] = [{"x": _number(x), "y": _number(y)} for x, _, y in pairs]
        elif child.tag in ("point", "ellipse", "text", "capsule"):
            table[child.tag] = True
        elif child.tag in _LISTS:
            rows = table.setdefault(_LISTS[child.tag], [])
            rows.append(self.table(child, (*path, _LISTS[child.tag], len(rows))))

    def _data(self, table: dict[str, Any], data: Element, path: KeyPath) -> None:
        """The numbers of a layer: text in some encoding, or an element for each tile."""
        encoding = data.get("encoding")
        table["encoding"], table["compression"] = encoding or "csv", data.get("compression")

        def read(element: Element) -> Any:
            if encoding == "base64":
                return element.text
            if encoding == "csv":
                return [_number(word) for word in element.text.replace("\n", "").split(",") if word.strip()]
            return [_number(tile.get("gid", "0")) for tile in element.all("tile")]

        chunks = list(data.all("chunk"))
        if chunks:
            table["chunks"] = []
            for number, chunk in enumerate(chunks):
                self.lines[*path, "chunks", number] = chunk.line, chunk.column
                row = {key: _value(key, value) for key, value in chunk.attributes.items()}
                table["chunks"].append({**row, "data": read(chunk)})
        else:
            table["data"] = read(data)


def _value(key: str, text: str) -> Any:
    if key in _NUMBERS:
        return _number(text)
    return text == "1" if key == "infinite" else text


def _number(text: str) -> Any:
    """The number of a text; the text itself when it is none, which is told later, with its place."""
    for read in (int, float) if len(text) < 20 else ():
        with suppress(ValueError):
            return read(text)
    return text[:40]


Pixel = tuple[float, float]
"""To the right and down."""


@frozen
class TiledTile:
    """A tile of a tileset: its class (the word for a terrain) and the letter it stands for, if it says so."""

    tileset: str
    number: int
    word: str
    letter: str


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
    where: tuple[int, int]

    @property
    def called(self) -> str:
        name = f' "{self.name}"' if self.name else ""
        return f"object {self.id}{name}"


@frozen
class TiledLayer:
    """A layer: tiles by column and row (numbers of all tilesets together, 0 left out), or objects, or a picture."""

    name: str
    kind: Literal["tiles", "objects", "other"]
    cells: Mapping[tuple[int, int], int]
    objects: tuple[TiledObject, ...]
    where: tuple[int, int]


@frozen
class TiledMap:
    """A map: its grid in tiles and pixels, its layers from the bottom, its tiles by their numbers."""

    path: Path
    orientation: str
    stagger: str
    shifted_first: bool
    width: int
    height: int
    tile_width: float
    tile_height: float
    side: float
    properties: Mapping[str, object]
    layers: tuple[TiledLayer, ...]
    tiles: Mapping[int, TiledTile]

    def tile(self, number: int) -> TiledTile:
        """The tile of a number; one of no known tileset says nothing."""
        return self.tiles.get(number) or TiledTile("", number - 1, "", "")


class Reader:
    """Takes values out of what was read, each of the kind it must be. Raises `DataError` (E707) with its place."""

    def __init__(self, source: Located) -> None:
        self.source = source

    def number(self, table: Mapping[str, Any], key: str, path: KeyPath, default: float | None = None) -> float:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 1e9:
            raise self.source.refused((*path, key), f"{key} is {str(value)[:40]!r}, not a number")
        return value

    def count(self, table: Mapping[str, Any], key: str, path: KeyPath, default: int | None = None) -> int:
        value = self.number(table, key, path, default)
        if value != int(value):
            raise self.source.refused((*path, key), f"{key} is {value}, not a whole number")
        return int(value)

    def text(self, table: Mapping[str, Any], key: str, path: KeyPath) -> str:
        value = table.get(key, "")
        if not isinstance(value, str) or len(value) > 1000 or any(ord(letter) < 32 for letter in value):
            raise self.source.refused((*path, key), f"{key} is not a short text in one line")
        return value.strip()

    def tables(self, table: Mapping[str, Any], key: str, path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        rows = table.get(key, [])
        if not isinstance(rows, list):
            raise self.source.refused((*path, key), f"{key} is not a list")
        for number, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.source.refused((*path, key, number), f"{key} holds something that is no object")
            yield (*path, key, number), row

    def properties(self, table: Mapping[str, Any], path: KeyPath) -> dict[str, object]:
        values: dict[str, object] = {}
        for at, row in self.tables(table, "properties", path):
            name, value = self.text(row, "name", at), row.get("value")
            if isinstance(value, (str, int, float, bool)):
                values[name] = value
        return values


NUMBER_OF_TILE = 0x0FFFFFFF
"""The other four bits of a tile's number say how it is turned."""
MOST_OBJECTS = 100_000


def _open(path: Path) -> Located:
    raw = read_foreign(path)
    if not looks_like_xml(raw):
        return read_foreign_json(raw, path)
    xml = _Xml()
    return Located(path, xml.table(read_xml(raw, path), ()), lambda: xml.lines)


def read_tiled(path: Path) -> TiledMap:
    """The map of a Tiled file. Raises `DataError` with its place for what cannot be read, OSError."""
    reader = Reader(_open(path))
    data = reader.source.data
    if not isinstance(data, dict) or not isinstance(data.get("layers", []), list) or "orientation" not in data:
        raise reader.source.refused((), "this is no map of Tiled", "save the map as .tmj or .tmx")
    width, height = reader.count(data, "width", ()), reader.count(data, "height", ())
    if not 0 <= width * height <= LARGEST or min(width, height) < 0:
        raise reader.source.refused(("width",), f"{width} x {height} tiles; at most {LARGEST:,} are read")
    return TiledMap(
        path,
        reader.text(data, "orientation", ()),
        reader.text(data, "staggeraxis", ()),
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
            raise reader.source.refused(
                (*at, "source"), f"the tileset {source!r} lies elsewhere", "put it beside the map"
            )
        path = reader.source.path.parent / source
        try:
            reader = Reader(_open(path))
        except OSError:
            raise reader.source.refused((*at, "source"), f"the tileset {source!r} is not there") from None
        table, at = reader.source.data, ()
    name = reader.text(table, "name", at)
    for where, tile in reader.tables(table, "tiles", at):
        number = reader.count(tile, "id", where)
        own = reader.properties(tile, where)
        word = reader.text(tile, "type", where) or reader.text(tile, "class", where) or str(own.get("terrain", ""))
        yield first + number, TiledTile(name, number, word, str(own.get("letter", ""))[:1])


def _layers(reader: Reader, table: Mapping[str, Any], at: KeyPath, offset: Pixel) -> Iterator[TiledLayer]:
    if len(at) > 20:
        raise reader.source.refused(at, "groups of layers nested more than 10 deep")
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
                raise reader.source.refused(where, f"{len(objects):,} objects in one layer; at most {MOST_OBJECTS:,}")
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
            raise reader.source.refused((*where, "width"), f"{width} x {height} tiles; at most {LARGEST:,} are read")
        numbers = _numbers(reader, layer, part.get("data"), where, width * height)
        if len(numbers) != width * height:
            raise reader.source.refused((*where, "data"), f"{len(numbers)} tiles in a layer of {width} x {height}")
        for place, number in enumerate(numbers):
            if number & NUMBER_OF_TILE:
                yield (left + place % width, top + place // width), number & NUMBER_OF_TILE


def _numbers(reader: Reader, layer: Mapping[str, Any], data: Any, at: KeyPath, count: int) -> list[int]:
    path = (*at, "data")
    if isinstance(data, list):
        wrong = next((number for number in data if type(number) is not int or not 0 <= number < 1 << 32), None)
        if wrong is not None:
            raise reader.source.refused(path, f"{str(wrong)[:40]!r} is no number of a tile")
        return data
    if not isinstance(data, str):
        raise reader.source.refused(path, "the layer has no tiles that can be read")
    packed = str(layer.get("compression") or "")
    if packed not in ("", "zlib", "gzip"):
        hint = "choose CSV, or Base64 with zlib, in Map > Map Properties > Tile Layer Format"
        raise reader.source.refused(path, f"tiles packed with {packed!r} are not read", hint)
    try:
        raw = base64.b64decode("".join(data.split()), validate=True)
        if packed:
            unpacker = zlib.decompressobj(31 if packed == "gzip" else 15)
            raw = unpacker.decompress(raw, 4 * count + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise reader.source.refused(path, f"the tiles cannot be unpacked ({error})") from None
    if len(raw) != 4 * count:
        raise reader.source.refused(path, f"{len(raw) // 4} tiles or more in a layer of {count}")
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
