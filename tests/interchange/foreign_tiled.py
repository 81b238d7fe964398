"""Maps in all the ways that Tiled writes them, each with the right answer: grids x encodings x tilesets x holes.

A map is drawn by lot from a seed. What it shows is decided first, and then it is written down in one of these ways.
"""

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from attrs import define, field

Place = tuple[int, int]
"""Column and row, from 0."""

WORDS = ("clear", "woods", "swamp", "town", "Wald & Wiese")
STEPS = {"": (48.0, 48.0), "x": (42.0, 48.0), "y": (48.0, 42.0)}
"""By the axis of staggering, how many pixels the next column and row lie further."""
LATTICES: Mapping[str, set[Place]] = {
    "": {(48, 0), (0, 48)},
    "x": {(42, 24), (0, 48)},
    "y": {(24, 42), (48, 0)},
}
"""By the axis of staggering, how far the middles of neighbours lie from each other, without signs."""
TURNED = (0, 1 << 31, 1 << 30, 1 << 29, 1 << 28, 0xF << 28)
DOCTYPE = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n'


@define
class ForeignMap:
    """A map that Tiled could have written: what it shows, in its own columns and rows, and how it is written."""

    seed: int
    axis: str = ""
    odd: bool = True
    size: Place = (0, 0)
    start: Place = (0, 0)
    endless: bool = False
    cells: dict[Place, str] = field(factory=dict)
    towns: dict[str, Place] = field(factory=dict)
    ways: dict[str, str] = field(factory=dict)
    named: dict[str, str] = field(factory=dict)
    words: dict[int, str] = field(factory=dict)
    files: Path | None = None

    def middle(self, place: Place) -> tuple[float, float]:
        """Where the middle of a tile lies in the picture, in pixels."""
        column, row = place
        right, down = STEPS[self.axis]
        across, along = (56, 48) if self.axis == "x" else (48, 56) if self.axis == "y" else (48, 48)
        line = column if self.axis == "x" else row
        further = 24 if self.axis and (line % 2 == 1) == self.odd else 0
        x, y = column * right + across / 2, row * down + along / 2
        return (x, y + further) if self.axis == "x" else (x + further, y)

    def spaces(self) -> list[Place]:
        """The spaces of the map, row by row."""
        (left, top), (width, height) = self.start, self.size
        return [(left + column, top + row) for row in range(height) for column in range(width)]

    def neighbours(self, place: Place) -> set[Place]:
        """The spaces whose middles lie a step away."""
        x, y = self.middle(place)
        found = set()
        for other in self.spaces():
            ox, oy = self.middle(other)
            if (round(abs(ox - x)), round(abs(oy - y))) in LATTICES[self.axis]:
                found.add(other)
        return found


def foreign_map(seed: int) -> ForeignMap:
    """What a map of this seed shows, and by lot how it is written."""
    dice = Random(seed)
    one = ForeignMap(seed, dice.choice(("", "x", "y")), dice.random() < 0.5, endless=dice.random() < 0.4)
    one.size = dice.randint(2, 9), dice.randint(2, 8)
    one.start = (dice.randint(-20, 20), dice.randint(-20, 20)) if one.endless else (0, 0)
    hole = dice.choice((0.0, 0.0, 0.2))
    one.cells = {place: dice.choice(WORDS) for place in one.spaces() if dice.random() >= hole}
    if one.endless:  # what is painted is all of the map: its corners are
        first, last = one.spaces()[0], one.spaces()[-1]
        one.cells |= {first: "woods", last: "clear"}
    inside = dice.sample(one.spaces(), 2)
    one.towns = dict(zip(("Ash", "Birch"), inside, strict=True))
    choices = {
        "ending": ("tmx", "tmj"),
        "encoding": ("csv", "base64", "zlib", "gzip", "elements"),
        "group": ("", "yes"),
        "tileset": ("inside", "beside", "below", "above"),
        "set ending": ("tsx", "tsj"),
        "word": ("class", "type", "property", "wang", "terrain", "told"),
        "layer": ("terrain", "Terrain", "Base terrain 2", "Ground"),
        "doctype": ("", DOCTYPE),
        "objects": ("point", "stamp", "box"),
        "first": ("1", "7"),
    }
    one.ways = {name: dice.choice(ways) for name, ways in choices.items()}
    if one.ways["layer"] == "Ground":
        one.named = {"Ground": "terrain"}
    if one.ways["word"] == "told":
        one.words = dict(enumerate(WORDS))
    return one


def write_foreign(one: ForeignMap, folder: Path) -> Path:
    """Write a map into a folder, its tileset where it belongs; the path of the map."""
    dice = Random(one.seed + 1)
    maps = folder / "maps"
    maps.mkdir(parents=True)
    ending = one.ways["set ending"]
    names = {"beside": f"t.{ending}", "below": f"sets/t.{ending}", "above": f"../sets/t.{ending}"}
    name = names.get(one.ways["tileset"], "")
    tileset = _tileset(one)
    if name:
        path = maps / name
        path.parent.mkdir(parents=True, exist_ok=True)
        xml = '<?xml version="1.0" encoding="UTF-8"?>\n' + _tileset_xml(tileset)
        path.write_text(xml if ending == "tsx" else json.dumps(tileset), encoding="utf-8")
        one.files = folder / "sets" if one.ways["tileset"] == "above" else None
        tileset = {"source": name}
    tileset = {"firstgid": int(one.ways["first"]), **tileset}
    path = maps / f"the_map.{one.ways['ending']}"
    data = _map(one, tileset, dice)
    path.write_text(_map_xml(one, data) if path.suffix == ".tmx" else json.dumps(data, indent=1), encoding="utf-8")
    return path


def _tileset(one: ForeignMap) -> dict[str, Any]:
    """The tileset as JSON; tile N stands for word N, and the words stand where the way says."""
    rows: list[dict[str, Any]] = [{"id": number} for number in range(len(WORDS))]
    table: dict[str, Any] = {"name": "t", "tilewidth": 48, "tileheight": 48, "tilecount": len(WORDS), "columns": 5}
    table |= {"image": "t.png", "imagewidth": 240, "imageheight": 48, "margin": 0, "spacing": 0}
    way = one.ways["word"]
    for number, (word, row) in enumerate(zip(WORDS, rows, strict=True)):
        if way in ("class", "type"):
            row[way] = word
        elif way == "property":
            row["properties"] = [{"name": "terrain", "type": "string", "value": word}]
        elif way == "terrain":
            row["terrain"] = [number] * 3 + [(number + 1) % len(WORDS)]
    if way == "terrain":
        table["terrains"] = [{"name": word, "tile": number} for number, word in enumerate(WORDS)]
    if way == "wang":
        colours = [{"name": word, "color": "#ff0000", "tile": -1, "probability": 1} for word in WORDS]
        tiles = [{"tileid": number, "wangid": [0, number + 1] * 4} for number in range(len(WORDS))]
        table["wangsets"] = [{"name": "Ground", "type": "corner", "tile": -1, "colors": colours, "wangtiles": tiles}]
    return table | ({} if way in ("wang", "told") else {"tiles": rows})


def _map(one: ForeignMap, tileset: Mapping[str, Any], dice: Random) -> dict[str, Any]:
    """The map as JSON."""
    first = int(one.ways["first"])
    numbers = {
        place: (first + WORDS.index(word)) | (dice.choice(TURNED) if dice.random() < 0.3 else 0)
        for place, word in one.cells.items()
    }
    encoding = one.ways["encoding"] if one.ways["encoding"] != "elements" or one.ways["ending"] == "tmx" else "csv"
    ground: dict[str, Any] = {"id": 1, "name": one.ways["layer"], "type": "tilelayer", "x": 0, "y": 0}
    ground |= {"width": one.size[0], "height": one.size[1], "encoding": "base64" if encoding in PACKED else encoding}
    ground["compression"] = encoding if encoding in ("zlib", "gzip") else ""
    if one.endless:
        ground["chunks"] = _chunks(numbers, encoding, dice.choice((4, 16)))
    else:
        ground["data"] = _data([numbers.get(place, 0) for place in one.spaces()], encoding)
    dx, dy = dice.choice(((0, 0), (10, -6)))
    places = {"id": 2, "name": "places", "type": "objectgroup", "objects": list(_objects(one, first, (dx, dy)))}
    layers: list[Any] = [ground, {**places, "offsetx": dx, "offsety": dy}]
    if one.ways["group"]:
        layers = [{"id": 3, "name": "all", "type": "group", "layers": layers}]
    grid: dict[str, Any] = {"orientation": "hexagonal" if one.axis else "orthogonal", "tilewidth": 48, "tileheight": 48}
    if one.axis:
        grid |= {"staggeraxis": one.axis, "staggerindex": "odd" if one.odd else "even", "hexsidelength": 28}
        grid["tilewidth" if one.axis == "x" else "tileheight"] = 56
    size = {"width": 30, "height": 20} if one.endless else {"width": one.size[0], "height": one.size[1]}
    head = {"type": "map", "version": "1.10", "tiledversion": "1.11.0", "renderorder": "right-down"}
    return {**head, **grid, **size, "infinite": one.endless, "tilesets": [tileset], "layers": layers}


def _objects(one: ForeignMap, first: int, offset: Place) -> Any:
    """The towns, each as a point, a stamped tile or a box in the middle of its space."""
    for number, (name, place) in enumerate(one.towns.items(), 1):
        x, y = one.middle(place)
        x, y = x - offset[0], y - offset[1]
        row: dict[str, Any] = {"id": number, "name": name, "type": "town", "rotation": 0, "visible": True}
        match one.ways["objects"]:
            case "point":
                yield {**row, "x": x, "y": y, "width": 0, "height": 0, "point": True}
            case "stamp":  # it hangs from its lower left
                yield {**row, "x": x - 12, "y": y + 12, "width": 24, "height": 24, "gid": first | 1 << 31}
            case _:
                yield {**row, "x": x - 8, "y": y - 4, "width": 16, "height": 8}


def _chunks(numbers: Mapping[Place, int], encoding: str, side: int) -> list[dict[str, Any]]:
    """The parts of a map without end, as Tiled cuts it: at multiples of their side, right and left of 0."""
    corners = sorted({(column // side * side, row // side * side) for column, row in numbers})
    return [
        {"x": left, "y": top, "width": side, "height": side, "data": _data(part, encoding)}
        for left, top in corners
        for part in [[numbers.get((left + n % side, top + n // side), 0) for n in range(side * side)]]
    ]


PACKED: Mapping[str, Callable[[bytes], bytes]] = {"base64": bytes, "zlib": zlib.compress, "gzip": gzip.compress}


def _data(numbers: Sequence[int], encoding: str) -> Any:
    if encoding not in PACKED:
        return list(numbers)
    raw = struct.pack(f"<{len(numbers)}I", *numbers)
    return base64.b64encode(PACKED[encoding](raw)).decode()


def _keys(table: Mapping[str, Any], *names: str) -> str:
    return "".join(f" {name}={quoteattr(str(table[name]))}" for name in names if name in table)


def _properties(table: Mapping[str, Any]) -> str:
    rows = "".join(f"<property{_keys(row, 'name', 'value')}/>" for row in table.get("properties", ()))
    return f"<properties>{rows}</properties>" if rows else ""


def _tileset_xml(table: Mapping[str, Any]) -> str:
    head = _keys(table, "firstgid", "source", "name", "tilewidth", "tileheight", "tilecount", "columns")
    parts = [f'<image source="{table["image"]}" width="240" height="48"/>'] if "image" in table else []
    if "terrains" in table:
        rows = "".join(f"<terrain{_keys(row, 'name', 'tile')}/>" for row in table["terrains"])
        parts.append(f"<terraintypes>{rows}</terraintypes>")
    for tile in table.get("tiles", ()):
        corners = f' terrain="{",".join(map(str, tile["terrain"]))}"' if "terrain" in tile else ""
        parts.append(f"<tile{_keys(tile, 'id', 'type', 'class')}{corners}>{_properties(tile)}</tile>")
    for wangset in table.get("wangsets", ()):
        colours = "".join(f"<wangcolor{_keys(row, 'name', 'color', 'tile')}/>" for row in wangset["colors"])
        tiles = "".join(
            f'<wangtile tileid="{row["tileid"]}" wangid="{",".join(map(str, row["wangid"]))}"/>'
            for row in wangset["wangtiles"]
        )
        parts.append(f"<wangsets><wangset{_keys(wangset, 'name', 'type')}>{colours}{tiles}</wangset></wangsets>")
    return f"<tileset{head}>\n " + "\n ".join(parts) + "\n</tileset>"


def _layer_xml(layer: Mapping[str, Any]) -> str:
    head = _keys(layer, "id", "name", "width", "height", "offsetx", "offsety")
    match layer["type"]:
        case "group":
            return f"<group{head}>\n{''.join(map(_layer_xml, layer['layers']))}</group>\n"
        case "tilelayer":
            ways = _keys({key: layer[key] for key in ("encoding", "compression") if layer[key]}, *layer)
            ways = ways if layer["encoding"] != "elements" else ""
            chunks = "".join(
                f"<chunk{_keys(row, 'x', 'y', 'width', 'height')}>{_data_xml(row['data'], layer)}</chunk>\n"
                for row in layer.get("chunks", ())
            )
            return f"<layer{head}><data{ways}>\n{chunks or _data_xml(layer['data'], layer)}</data></layer>\n"
        case _:
            rows = "".join(
                f"<object{_keys(row, 'id', 'name', 'type', 'gid', 'x', 'y', 'width', 'height')}>"
                f"{'<point/>' if 'point' in row else ''}</object>\n"
                for row in layer["objects"]
            )
            return f"<objectgroup{head}>\n{rows}</objectgroup>\n"


def _data_xml(data: Any, layer: Mapping[str, Any]) -> str:
    if isinstance(data, str):
        return f"   {data}\n"
    if layer["encoding"] == "csv":
        return ",\n".join(",".join(map(str, data[n : n + 8])) for n in range(0, len(data), 8)) + "\n"
    return "".join(f'<tile gid="{number}"/>\n' if number else "<tile/>\n" for number in data)


def _map_xml(one: ForeignMap, data: Mapping[str, Any]) -> str:
    grid = _keys({**data, "infinite": int(data["infinite"])}, "version", "orientation", "renderorder", "width")
    grid += _keys(data, "height", "tilewidth", "tileheight", "hexsidelength", "staggeraxis", "staggerindex")
    grid += f' infinite="{int(data["infinite"])}"'
    tilesets = "\n".join(map(_tileset_xml, data["tilesets"])) + "\n"
    layers = "".join(map(_layer_xml, data["layers"]))
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n{one.ways["doctype"]}'
    return f"{head}<map{grid}>\n<!-- {escape('written by nobody')} -->\n{tilesets}{layers}</map>\n"
