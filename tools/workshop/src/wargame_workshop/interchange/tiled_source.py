"""What Tiled wrote, as tables: its XML in the shape of its JSON, and values taken out of them by their kinds."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.foreign_files import (
    Element,
    Located,
    looks_like_xml,
    read_foreign,
    read_foreign_json,
    read_xml,
)

_NUMBERS = {"id", "x", "y", "width", "height", "tilewidth", "tileheight", "hexsidelength", "rotation", "gid", "tileid"}
_NUMBERS |= {"firstgid", "offsetx", "offsety", "compressionlevel"}
_LISTS = {"layer": "layers", "objectgroup": "layers", "imagelayer": "layers", "group": "layers", "tileset": "tilesets"}
_LISTS |= {"object": "objects", "tile": "tiles", "chunk": "chunks", "terrain": "terrains"}
_LISTS |= {"wangset": "wangsets", "wangcolor": "colors", "wangtile": "wangtiles"}
_WRAPPED = ("wangsets", "terraintypes")
"""Elements whose children stand in a list of the table around them."""
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
        elif child.tag in _WRAPPED:
            for inner_element in child.children:
                self._child(table, inner_element, path)
        elif child.tag in _LISTS:
            rows = table.setdefault(_LISTS[child.tag], [])
            rows.append(self.table(child, (*path, _LISTS[child.tag], len(rows))))

    def _data(self, table: dict[str, Any], data: Element, path: KeyPath) -> None:
        """The numbers of a layer: text in some encoding, or an element for each tile."""
        encoding = data.get("encoding")
        table["encoding"], table["compression"] = encoding or "csv", data.get("compression")

        def read_element(element: Element) -> Any:
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
                table["chunks"].append({**row, "data": read_element(chunk)})
        else:
            table["data"] = read_element(data)


def _value(key: str, text: str) -> Any:
    if key in _NUMBERS:
        return _number(text)
    if key in ("wangid", "terrain"):  # a list of numbers, where nothing is a corner of no terrain
        return [_number(word) if word.strip() else -1 for word in text.split(",")]
    return text == "1" if key == "infinite" else text


def _number(text: str) -> Any:
    """The number of a text; the text itself when it is none, which is told later, with its place."""
    for read_number in (int, float) if len(text) < 20 else ():
        with suppress(ValueError):
            return read_number(text)
    return text[:40]


class Reader:
    """Takes values out of what was read, each of the kind it must be. Raises `DataError` (E707) with its place.

    ``left_out`` collects what could not be read in a block of `leaving_out`.
    """

    def __init__(self, source: Located, left_out: list[Problem] | None = None) -> None:
        self.source = source
        self.left_out: list[Problem] = [] if left_out is None else left_out

    @contextmanager
    def leaving_out(self) -> Iterator[None]:
        """Go on after the block when something in it cannot be read, and note what that is."""
        try:
            yield
        except DataError as error:
            self.left_out += error.problems

    def number(self, table: Mapping[str, Any], key: str, path: KeyPath, default: float | None = None) -> float:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= 1e9:
            raise self.source.refused((*path, key), f"{key} is {str(value)[:40]!r}, not a number")
        return value

    def count(self, table: Mapping[str, Any], key: str, path: KeyPath, default: int | None = None) -> int:
        value = self.number(table, key, path, default)
        if value != int(value):
            raise self.source.refused((*path, key), f"{key} is {value}, not a whole number")
        return int(value)

    def tile(self, table: Mapping[str, Any], path: KeyPath) -> int:
        """The number of a stamped tile without the bits that say how it is turned; 0 where none is stamped."""
        value = table.get("gid", 0)
        if not is_tile(value):
            raise self.source.refused((*path, "gid"), f"gid is {str(value)[:40]!r}, not the number of a tile")
        return int(value) & NUMBER_OF_TILE

    def text(self, table: Mapping[str, Any], key: str, path: KeyPath) -> str:
        """A text in one line: line breaks and other control letters in it are spaces."""
        value = table.get(key, "")
        if not isinstance(value, str) or len(value) > 1000:
            raise self.source.refused((*path, key), f"{key} is not a text of at most 1,000 letters")
        return "".join(" " if ord(letter) < 32 or ord(letter) == 127 else letter for letter in value).strip()

    def tables(self, table: Mapping[str, Any], key: str, path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        rows = table.get(key, [])
        if not isinstance(rows, list):
            raise self.source.refused((*path, key), f"{key} is not a list")
        for number, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.source.refused((*path, key, number), f"{key} holds something that is not an object")
            yield (*path, key, number), row

    def properties(self, table: Mapping[str, Any], path: KeyPath) -> dict[str, object]:
        values: dict[str, object] = {}
        for key_path, row in self.tables(table, "properties", path):
            name, value = self.text(row, "name", key_path), row.get("value")
            if isinstance(value, (str, int, float, bool)):
                values[name] = value
        return values


NUMBER_OF_TILE = 0x0FFFFFFF
"""The other four bits of a tile's number say how it is turned."""


def is_tile(value: object) -> bool:
    """Whether a value is the number of a tile, with the bits that say how it is turned."""
    return type(value) is int and 0 <= value < 1 << 32


def open_tiled(path: Path) -> Located:
    """The tables of a map, tileset or template of Tiled. Raises `DataError`, OSError."""
    raw = read_foreign(path)
    if not looks_like_xml(raw):
        return read_foreign_json(raw, path)
    xml = _Xml()
    return Located(path, xml.table(read_xml(raw, path, doctype=True), ()), lambda: xml.lines)


def file_beside(path: Path, name: str, files: Path | None) -> Path | None:
    """The file that a map names: in its folder or below, else in the folder ``files`` or below; never elsewhere."""
    file_path = Path(name.replace("\\", "/"))
    possible_paths = [(path.parent, path.parent / file_path)]
    if files is not None:
        safe_parts = [part for part in file_path.parts if part not in ("..", file_path.anchor)]
        possible_paths += [
            (files, path.parent / file_path),
            (files, files.joinpath(*safe_parts)),
            (files, files / file_path.name),
        ]
    for folder, file in possible_paths:
        with suppress(OSError):
            if file.resolve().is_relative_to(folder.resolve()) and file.is_file():
                return file
    return None
