"""The work of `wargame fmt`: paths of a map file become short forms, short forms are expanded or explained in notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from wargame_core.data.documents import Document, Problems, parse_toml
from wargame_core.data.splices import Splices
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import spans
from wargame_core.errors import WargameError
from wargame_core.maps.features import edge
from wargame_core.maps.files.area_tidying import expand_areas, shorten_areas, sound
from wargame_core.maps.files.hex_format import HexMapFile, Side
from wargame_core.maps.files.long_forms import LongForm
from wargame_core.maps.files.map_file import HEX, SQUARE, grid_of
from wargame_core.maps.files.shorten import courses_of, route_of, usable
from wargame_core.maps.files.shorthand import RouteGround
from wargame_core.maps.files.square_format import SquareMapFile
from wargame_core.maps.lattice import Lattice
from wargame_core.maps.map import Map

NOTE = re.compile(r"^[ \t]*#: .*(?:\r?\n|$)", re.MULTILINE)
SHORT = ("route", "routes", "course", "courses")


@frozen
class MapContents:
    """The contents of a map, for comparing two."""

    values: tuple[object, ...]

    @classmethod
    def of(cls, game_map: Map) -> MapContents:
        parts: dict[str, Any] = {name: getattr(game_map, name) for name in _PARTS}
        parts["regions"] = tuple(game_map.regions)
        names = [game_map.coordinates(space) for space in range(game_map.size)]
        return cls((*parts.values(), tuple(game_map.crossings.values()), tuple(names), game_map.neighbours))


_PARTS = (
    "id",
    "title",
    "terrain",
    "regions",
    "closed_terrain",
    "places",
    "gaps",
    "barriers",
    "roads",
    "streams",
    "entries",
)


@frozen
class Read:
    """A map file without mistakes: its document, its rows without short forms, and its map."""

    doc: Document
    form: LongForm[Any]
    map: Map

    @classmethod
    def of(cls, doc: Document) -> Read:
        """The reading of a document. Raises `DataError` with every problem of the file."""
        problems = Problems()
        kind: Any = HEX if grid_of(doc.data) == "hex" else SQUARE
        rows = kind.read(doc, problems)
        problems.done()
        structured = kind.structured(doc)
        return cls(doc, kind.long(doc, structured, Problems()), kind.build(rows))

    @property
    def ground(self) -> RouteGround:
        """The map as the file's routes use it."""
        game_map = self.map
        names = {entry.id: entry.space for entry in reversed(game_map.entries)}
        names |= {row.name: row.space for row in (*reversed(game_map.gaps), *reversed(game_map.places))}
        crossings = {crossing.edge for crossing in game_map.crossings.values()}
        words = {word.casefold(): c.edge for c in game_map.crossings.values() for word in (c.name, c.id)}
        barring = {
            side: barrier.label
            for barrier in game_map.barriers
            if barrier.bars and not barrier.crossed_by_road
            for side in barrier.edges
            if side not in crossings
        }
        closed = frozenset(space for space in range(game_map.size) if not game_map.enterable >> space & 1)
        folded = {name.casefold(): space for name, space in names.items()}
        return RouteGround(Lattice(_bare(game_map)), folded, words, barring, closed, tuple(names))


def _bare(game_map: Map) -> Map:
    return evolve(game_map, places=(), gaps=(), barriers=(), crossings=(), roads=(), streams=(), entries=())


def shorten(doc: Document) -> str:
    """The text of a map file with its paths as routes and its edges as courses, where these mean exactly the same.

    Raises `DataError` when the file has mistakes.
    """
    if grid_of(doc.data) == "areas":
        return shorten_areas(doc)
    read = Read.of(doc)
    ground, text = read.ground, doc.text
    spoken = {row.space: row.name for row in reversed((*read.map.gaps, *read.map.places)) if usable(row.name, ground)}
    meant = {space: name for space, name in spoken.items() if ground.places.get(name.casefold()) == space}
    places = spans(text)
    kept = [pair for pair in _shorter(read, ground, meant) if "#" not in text[slice(*places[pair[0]][1:])]]
    splices = _rewritten(text, kept)  # not where a comment stands inside: it would be lost
    if splices and "shorthand" not in doc.data["map"]:
        splices.add_key(("map",), "shorthand", 1)
    return _same(doc, with_notes(parse_toml(splices.text(), doc.path)), read)


def _rewritten(text: str, pairs: Iterable[tuple[KeyPath, str, Any]]) -> Splices:
    """The changes of a text that write another key and value at some paths."""
    splices = Splices(text)
    for path, key, value in pairs:
        splices.replace(path, value, key)
    return splices


def _shorter(read: Read, ground: RouteGround, names: dict[int, str]) -> Iterator[tuple[KeyPath, str, Any]]:
    """What to write instead of what: a path, its new key and value."""
    game_map, data = read.map, read.doc.data
    spaces = {game_map.coordinates(space): space for space in range(game_map.size)}

    def space(written: Any) -> int:
        return spaces[written] if isinstance(written, str) else spaces[f"({written[0]},{written[1]})"]

    for n, row in enumerate(data.get("road", ())):
        for key, short, several in (("path", "route", False), ("paths", "routes", True)):
            if key in row:
                ways = [route_of(ground, names, list(map(space, way))) for way in (row[key] if several else [row[key]])]
                if None not in ways:
                    yield ("road", n, key), short, ways if several else ways[0]
    for at, key, lines in _lines(data):
        sides = [_edge(line, space) for line in lines]
        courses = courses_of(ground, sides) if len(set(sides)) == len(sides) else None
        if courses:
            yield (*at, key), "course" if len(courses) == 1 else "courses", courses[0] if len(courses) == 1 else courses


def _lines(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str, list[Any]]]:
    """Every list of edges or hexsides, with where it stands."""
    for section, key in (("river", "edges"), ("barrier", "edges"), ("hexside", "sides")):
        for n, row in enumerate(data.get(section, ())):
            if row.get(key):
                yield (section, n), key, row[key]
    mountains = data.get("mountains", {})
    if mountains.get("edges"):
        yield ("mountains",), "edges", mountains["edges"]


def _edge(line: Any, space: Any) -> tuple[int, int]:
    if isinstance(line, str):
        side = Side.parse(line)
        return edge(space(side.a), space(side.b))
    return edge(space(line[:2]), space(line[2:]))


def expand(doc: Document) -> str:
    """The text of a map file with every route, course, side and region in full. Raises `DataError`."""
    if grid_of(doc.data) == "areas":
        return expand_areas(doc)
    read = Read.of(doc)
    return _same(doc, _rewritten(NOTE.sub("", doc.text), _longer(read)).text(), read)


def _longer(read: Read) -> Iterator[tuple[KeyPath, str, Any]]:
    file, data = read.form.file, read.doc.data
    for n, row in enumerate(file.road):
        if "route" in data["road"][n]:
            yield ("road", n, "route"), "path", _written(row.path)
        elif "routes" in data["road"][n]:
            yield ("road", n, "routes"), "paths", [_written(path) for path in row.paths]
    for section, key in (("river", "edges"), ("barrier", "edges"), ("hexside", "sides")):
        for n, row in enumerate(getattr(file, section, ())):
            for short in ("course", "courses", "between"):
                if short in data[section][n]:
                    yield (section, n, short), key, _written(getattr(row, key))
    for short in ("course", "courses"):
        if short in data.get("mountains", {}):
            yield ("mountains", short), "edges", _written(file.mountains.edges)
    for n, row in enumerate(file.crossing):
        if isinstance(file, SquareMapFile) and "side" in data["crossing"][n]:
            yield ("crossing", n, "side"), "edge", list(row.edge)
        elif isinstance(file, HexMapFile):
            yield ("crossing", n, "side"), "side", str(row.side)


def _written(parts: Iterable[Any]) -> list[Any]:
    return [str(part) if isinstance(part, (str, Side)) else list(part) for part in parts]


def with_notes(doc: Document) -> str:
    """The text with a line `#: ...` below each route and course that says what it means now. Raises `DataError`.

    A route of a map of areas names every area, and needs no such line.
    """
    if grid_of(doc.data) == "areas":
        sound(doc)
        return doc.text
    plain = parse_toml(NOTE.sub("", doc.text), doc.path)
    text, newline = plain.text, "\r\n" if "\r\n" in plain.text else "\n"
    places = spans(plain.text)
    ends = [(places[path][2], note) for path, note in notes(Read.of(plain))]
    for end, note in sorted(ends, reverse=True):
        stop = text.find("\n", end)
        stop = len(text) if stop < 0 else stop + 1
        lead = "" if text[:stop].endswith("\n") else newline
        text = f"{text[:stop]}{lead}#: {note}{newline}{text[stop:]}"
    return text


def notes(read: Read) -> Iterator[tuple[KeyPath, str]]:
    """For each route and course, its path in the file and its meaning in full."""
    file, data = read.form.file, read.doc.data
    for n, row in enumerate(file.road):
        for key in ("route", "routes"):
            if key in data["road"][n]:
                ways = [row.path] if key == "route" else row.paths
                yield ("road", n, key), "; ".join(f"{len(way)} spaces: {' '.join(map(_name, way))}" for way in ways)
    for section in ("river", "barrier", "hexside"):
        for n, row in enumerate(getattr(file, section, ())):
            for key in ("course", "courses"):
                if key in data[section][n]:
                    yield (section, n, key), _sides(row.sides if section == "hexside" else row.edges)
    for key in ("course", "courses"):
        if key in data.get("mountains", {}):
            yield ("mountains", key), _sides(file.mountains.edges)


def _name(space: Any) -> str:
    return space if isinstance(space, str) else f"{space[0]},{space[1]}"


def _sides(sides: Sequence[Any]) -> str:
    names = (str(side) if isinstance(side, Side) else f"{side[0]},{side[1]}-{side[2]},{side[3]}" for side in sides)
    return f"{len(sides)} sides: {' '.join(names)}"


def _same(doc: Document, text: str, read: Read) -> str:
    """The text, if it is of the same map."""
    if MapContents.of(Read.of(parse_toml(text, doc.path)).map) != MapContents.of(read.map):
        raise WargameError(f"{doc.path.name}: the map would change; nothing was written")  # never, as far as we know
    return text
