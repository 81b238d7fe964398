"""Tiled's XML (`.tmx`, `.tsx`) in the shape of its JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import place_of
from wargame_workshop.interchange.foreign_xml import Element, read_xml

_NUMBERS = {
    "width",
    "height",
    "tilewidth",
    "tileheight",
    "hexsidelength",
    "id",
    "x",
    "y",
    "rotation",
    "gid",
    "firstgid",
} | {"offsetx", "offsety", "compressionlevel"}
_LISTS = {"layer": "layers", "objectgroup": "layers", "imagelayer": "layers", "group": "layers", "tileset": "tilesets"}
_LISTS |= {"object": "objects", "tile": "tiles", "chunk": "chunks"}
_KINDS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}


class TiledXml:
    """A map or tileset of Tiled's XML, with the line of each element."""

    def __init__(self, raw: bytes, path: Path) -> None:
        self.path = path
        self.lines: dict[KeyPath, tuple[int, int]] = {}
        self.root = read_xml(raw, path)
        self.data: Any = self._table(self.root, ())

    def locate(self, path: KeyPath) -> tuple[int, int]:
        return place_of(path, self.lines)

    def _table(self, element: Element, path: KeyPath) -> dict[str, Any]:
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
                value = row.get("value") if "value" in row.attributes else row.text
                rows.append({"name": row.get("name"), "value": _typed(row.get("type"), value)})
        elif child.tag == "data":
            self._data(table, child, path)
        elif child.tag in ("polyline", "polygon"):
            table[child.tag] = [_point(pair) for pair in child.get("points").split()]
        elif child.tag in ("point", "ellipse", "text", "capsule"):
            table[child.tag] = True
        elif child.tag in _LISTS:
            rows = table.setdefault(_LISTS[child.tag], [])
            rows.append(self._table(child, (*path, _LISTS[child.tag], len(rows))))

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
    try:
        return int(text) if len(text) < 20 else text[:40]
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text[:40]


def _typed(kind: str, text: str) -> object:
    if kind == "bool":
        return text == "true"
    return _number(text) if kind in ("int", "float") else text


def _point(pair: str) -> dict[str, Any]:
    x, _, y = pair.partition(",")
    return {"x": _number(x), "y": _number(y)}
