"""Maps of areas in Tiled: a point for each area, a polygon for its outline, a line for each join."""

from __future__ import annotations

from collections.abc import Collection
from math import dist
from typing import Any

from wargame_core.data.documents import Document, did_you_mean, parse_toml
from wargame_core.data.splices import Splices
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.area_format import AreaMapFile, AreaRow
from wargame_core.maps.files.area_tidying import sound
from wargame_workshop.interchange.identifiers import plain_id
from wargame_workshop.interchange.merging import Merged
from wargame_workshop.interchange.tiled_format import Pixel, TiledMap, TiledObject
from wargame_workshop.interchange.tiled_joins import Join, joins_of, rewrite_joins
from wargame_workshop.interchange.tiled_write import tiled_text

LAYERS = ("areas", "outlines", "joins")
WIDTH = 48
"""Pixels of the width of a piece, in which areas are placed."""


def area_tiled_map(doc: Document) -> str:
    """The `.tmj` of a map of areas. Raises `DataError` for one with mistakes."""
    file = sound(doc)
    objects: dict[str, list[dict[str, Any]]] = {name: [] for name in LAYERS}
    count = 0
    corner = _corner(file)

    def add(layer: str, name: str, kind: str, points: list[Pixel], shape: str) -> None:
        nonlocal count
        count += 1
        x, y = points[0]
        drawn: Any = True if shape == "point" else [{"x": _near(px - x), "y": _near(py - y)} for px, py in points]
        head = {"id": count, "name": name, "type": kind, "x": _near(x), "y": _near(y), "width": 0, "height": 0}
        objects[layer].append({**head, "rotation": 0, "visible": True, shape: drawn})

    places = {area.id: _pixel(area.at, corner) for area in file.area}
    for area in file.area:
        add("areas", area.id, area.kind, [places[area.id]], "point")
        if area.outline:
            add("outlines", area.id, "", [_pixel(at, corner) for at in area.outline], "polygon")
    for kind, a, b in joins_of(doc, file):
        add("joins", "", kind, [places[a], places[b]], "polyline")
    far = [point for area in file.area for point in (places[area.id], *(_pixel(at, corner) for at in area.outline))]
    size = [int(max(point[axis] for point in far) // WIDTH) + 2 for axis in (0, 1)]
    layers = [
        {"id": n, "name": name, "type": "objectgroup", "visible": True, "opacity": 1, "x": 0, "y": 0, "objects": rows}
        for n, (name, rows) in enumerate(objects.items(), 1)
    ]
    head = {"type": "map", "version": "1.10", "tiledversion": "1.11.0", "orientation": "orthogonal"}
    size_of = {"width": size[0], "height": size[1], "tilewidth": WIDTH, "tileheight": WIDTH, "infinite": False}
    counters = {"nextlayerid": 4, "nextobjectid": count + 1, "tilesets": [], "layers": layers}
    place = [
        {"name": f"origin_{axis}", "type": "float", "value": value} for axis, value in zip("xy", corner, strict=True)
    ]
    return tiled_text({**head, **size_of, "renderorder": "right-down", "properties": place, **counters})


def _corner(file: AreaMapFile) -> Pixel:
    """What lies at the upper left of the drawing, in widths of a piece."""
    points = [point for area in file.area for point in (area.at, *area.outline)]
    left, top = (min((point[axis] for point in points), default=1.0) for axis in (0, 1))
    return min(0.0, float(int(left - 1))), min(0.0, float(int(top - 1)))


def _pixel(at: tuple[float, float], corner: Pixel) -> Pixel:
    return (at[0] - corner[0]) * WIDTH, (at[1] - corner[1]) * WIDTH


def _near(value: float) -> float:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def merge_areas(doc: Document, tiled: TiledMap, only: Collection[str] = (), *, prune: bool = False) -> Merged:
    """The file's text with the areas, outlines and joins of a Tiled map merged into it. Raises `DataError`."""
    merge = _AreaMerge(doc, tiled)
    layers = {layer.name: layer.objects for layer in tiled.layers if layer.kind == "objects" and layer.name in LAYERS}
    ignored = tuple(f"layer {layer.name!r}" for layer in tiled.layers if layer.name not in LAYERS)
    wanted = {name: things for name, things in layers.items() if not only or name in only}
    if "areas" in wanted:
        merge.areas(wanted["areas"], prune)
    if "outlines" in wanted:
        merge.outlines(wanted["outlines"])
    if "joins" in wanted:
        merge.joins(wanted["joins"], layers.get("areas", ()), prune)
    if merge.problems:
        raise DataError(merge.problems)
    text = merge.text()
    sound(parse_toml(text, doc.path))
    names = (tuple(merge.added), tuple(merge.changed), tuple(merge.gone), tuple(merge.removed))
    return Merged(text, *names, merge.untouched, ignored)


class _AreaMerge:
    def __init__(self, doc: Document, tiled: TiledMap) -> None:
        self.doc, self.tiled, self.file = doc, tiled, sound(doc)
        origin = (tiled.properties.get("origin_x", 0), tiled.properties.get("origin_y", 0))
        self.corner = tuple(float(value) if isinstance(value, (int, float)) else 0.0 for value in origin)
        self.splices = Splices(doc.text)
        self.numbers = {row.id: n for n, row in enumerate(self.file.area)}
        self.new: dict[str, dict[str, Any]] = {}
        self.dropped: set[str] = set()
        self.problems: list[Problem] = []
        self.added: list[str] = []
        self.changed: list[str] = []
        self.gone: list[str] = []
        self.removed: list[str] = []
        self.untouched = 0

    def text(self) -> str:
        for values in self.new.values():
            self.splices.add_table("area", values)
        return self.splices.text() if self.splices else self.doc.text

    def refuse(self, thing: TiledObject, code: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self.tiled.path.name, *thing.where, code, f"{thing.called}: {message}", hint))

    def at(self, point: Pixel) -> list[float]:
        x, y = self.corner
        return [_near(point[0] / WIDTH + x), _near(point[1] / WIDTH + y)]

    def same(self, point: Pixel, at: tuple[float, float]) -> bool:
        return dist(point, _pixel(at, (self.corner[0], self.corner[1]))) < 0.02

    def areas(self, things: Collection[TiledObject], prune: bool) -> None:
        """Where areas lie and of what kind they are."""
        drawn = set()
        for thing in things:
            if len(thing.points) != 1 or not thing.name:
                self.refuse(thing, "E708", "an area is a point with a name")
            elif thing.name in drawn:
                self.refuse(thing, "E302", "an area of this name is already drawn")
            elif thing.name in self.numbers:
                self._area(thing, self.file.area[self.numbers[thing.name]])
            else:
                new = plain_id(thing.name)
                named = {"id": new, **({"name": thing.name} if new != thing.name else {})}
                self.new[thing.name] = {**named, "at": self.at(thing.points[0]), "kind": thing.word or "clear"}
                self.added.append(f"area {thing.name!r}")
            drawn.add(thing.name)
        for name, number in self.numbers.items():
            if name not in drawn:
                (self.removed if prune else self.gone).append(f"area {name!r}")
                if prune:
                    self.dropped.add(name)
                    self.splices.drop_table("area", number)

    def _area(self, thing: TiledObject, row: AreaRow) -> None:
        path, changes = ("area", self.numbers[row.id]), False
        if not self.same(thing.points[0], row.at):
            self.splices.replace((*path, "at"), self.at(thing.points[0]))
            changes = True
        if thing.word and thing.word != row.kind:
            if self.splices.has((*path, "kind")):
                self.splices.replace((*path, "kind"), thing.word)
            else:
                self.splices.add_key(path, "kind", thing.word)
            changes = True
        if changes:
            self.changed.append(f"area {row.id!r}")
        else:
            self.untouched += 1

    def outlines(self, things: Collection[TiledObject]) -> None:
        """The outlines that areas have now; an outline that is not drawn stays."""
        for thing in things:
            outline = [self.at(point) for point in thing.points]
            if thing.name in self.new:
                self.new[thing.name]["outline"] = outline
                continue
            if thing.name not in self.numbers:
                hint = did_you_mean(thing.name, self.numbers)
                self.refuse(thing, "E301", f"{thing.name!r} is not an area", hint)
                continue
            row, path = self.file.area[self.numbers[thing.name]], ("area", self.numbers[thing.name])
            same = len(row.outline) == len(outline) and all(map(self.same, thing.points, row.outline))
            if same or thing.name in self.dropped:
                continue
            if row.outline:
                self.splices.relist((*path, "outline"), outline)
            else:
                self.splices.add_key(path, "outline", outline)
            self.changed.append(f"outline of {thing.name!r}")

    def joins(self, things: Collection[TiledObject], areas: Collection[TiledObject], prune: bool) -> None:
        """The joins between areas: each line from one area to another."""
        drawn: set[Join] = set()
        spots = {thing.name: thing.points[0] for thing in areas if len(thing.points) == 1}
        spots = spots or {row.id: _pixel(row.at, (self.corner[0], self.corner[1])) for row in self.file.area}
        for thing in things:
            ends = [
                min(spots, key=lambda name: dist(spots[name], point)) for point in (thing.points[0], thing.points[-1])
            ]
            far = max(
                dist(spots[name], point) for name, point in zip(ends, (thing.points[0], thing.points[-1]), strict=True)
            )
            if len(thing.points) < 2 or far > WIDTH or ends[0] == ends[1] or not thing.word:
                what = "a join is a line from one area to another, with a class such as 'road'"
                self.refuse(thing, "E701", what, f"its end is {far:.0f} px from {ends[0]!r}" if far > WIDTH else "")
                continue
            drawn.add((thing.word, frozenset(self.new.get(name, {"id": name})["id"] for name in ends)))
        old = {(kind, frozenset((a, b))) for kind, a, b in joins_of(self.doc, self.file)}
        lost = {join for join in old - drawn if not self.dropped & join[1]}
        for kind, pair in sorted((kind, sorted(pair)) for kind, pair in lost):
            (self.removed if prune else self.gone).append(f"join {kind} {' - '.join(pair)}")
        for kind, pair in sorted((kind, sorted(pair)) for kind, pair in drawn - old):
            self.added.append(f"join {kind} {' - '.join(pair)}")
        self.untouched += len(old & drawn)
        kept = {join for join in drawn | (set() if prune else lost) if not join[1] & self.dropped}
        new = rewrite_joins(self.splices, self.doc, self.file, kept, self.dropped)
        for values in self.new.values():
            if values["id"] in new:
                values["joins"] = new[values["id"]]
