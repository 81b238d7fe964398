"""Maps of areas in Tiled: a point for each area, a polygon for its outline, a line for each join."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any, TypeAlias

from wargame_core.data.documents import Document, Problems, did_you_mean, parse_toml
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.areas import AreaMapFile, AreaReader, AreaRow
from wargame_core.maps.files.map_file import reader_for, sound_map
from wargame_workshop.interchange.merging import Merged
from wargame_workshop.interchange.new_map import plain_id
from wargame_workshop.interchange.tiled_maps import tiled_text
from wargame_workshop.interchange.tiled_read import Pixel, TiledMap, TiledObject
from wargame_workshop.maps.tidying import routes_key, write_joins
from wargame_workshop.splices import Splices

Join: TypeAlias = tuple[str, frozenset[str]]
"""The kind of a join and the ids of its two areas."""


def joins_of(doc: Document, file: AreaMapFile) -> Iterator[tuple[str, str, str]]:
    """Kind and ends of each join of a sound file, once, whichever way it is written."""
    yield from _once(file.in_full(doc, Problems()))


def _once(file: AreaMapFile) -> Iterator[tuple[str, str, str]]:
    seen = set()
    for area in file.area:
        for kind, others in area.joins.items():
            for other in others:
                key = (kind, frozenset((area.id, other)))
                if key not in seen:
                    seen.add(key)
                    yield kind, area.id, other


def rewrite_joins(
    splices: Splices, doc: Document, file: AreaMapFile, wanted: Collection[Join], dropped: Collection[str]
) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Change the joins of a file into those wanted; the joins of areas that the file does not have yet, by id.

    A join stays where it is written. A new one goes into a [[join]] where the file has one of its kind, else to its
    areas; ``dropped`` areas have gone already.
    """
    routes = file.joins_in_short(doc, Problems())
    short = {(route.kind, frozenset(pair)) for route in routes for pair in route.pairs()}
    at_areas = {(kind, frozenset((a, b))) for kind, a, b in _once(file)}
    kinds = {row.kind for row in file.join}
    fresh = {join for join in wanted if join not in short | at_areas}
    for n, row in enumerate(file.join):
        before = [route.areas for route in routes if route.path[1] == n]
        after = [part for areas in before for part in _parts(row.kind, areas, wanted)]
        _rewrite_row(splices, n, before, after)
    for kind in sorted(kinds):
        lines = sorted(" > ".join(sorted(pair)) for of_kind, pair in fresh if of_kind == kind)
        if lines:
            splices.add_table("join", {"kind": kind, **routes_key(lines)})
    by_area = _by_area(join for join in wanted if join in at_areas or (join in fresh and join[0] not in kinds))
    for n, area in enumerate(file.area):
        if area.id not in dropped:
            _rewrite_area(splices, n, area.joins, by_area.get(area.id, {}))
    return {name: joins for name, joins in by_area.items() if all(area.id != name for area in file.area)}


def _parts(kind: str, areas: Sequence[str], wanted: Collection[Join]) -> Iterator[tuple[str, ...]]:
    """The parts of a route that are left without the joins that are not wanted."""
    part = [areas[0]]
    for a, b in pairwise(areas):
        if (kind, frozenset((a, b))) in wanted:
            part.append(b)
            continue
        if len(part) > 1:
            yield tuple(part)
        part = [b]
    if len(part) > 1:
        yield tuple(part)


def _rewrite_row(splices: Splices, n: int, before: Sequence[tuple[str, ...]], after: Sequence[tuple[str, ...]]) -> None:
    if list(before) == list(after):
        return
    if not after:
        splices.drop_table("join", n)
        return
    ((key, value),) = routes_key([" > ".join(areas) for areas in after]).items()
    old = "route" if splices.has(("join", n, "route")) else "routes"
    splices.replace(("join", n, old), value, key)


def _rewrite_area(
    splices: Splices, n: int, old: Mapping[str, tuple[str, ...]], wanted: Mapping[str, Sequence[str]]
) -> None:
    new = {
        kind: [*(o for o in old.get(kind, ()) if o in others), *(o for o in others if o not in old.get(kind, ()))]
        for kind, others in wanted.items()
    }
    if {kind: set(others) for kind, others in old.items() if others} != {k: set(v) for k, v in new.items()}:
        write_joins(splices, n, old, new)


def _by_area(joins: Iterable[Join]) -> dict[str, dict[str, list[str]]]:
    by_area: dict[str, dict[str, list[str]]] = {}
    for kind, pair in sorted((kind, sorted(pair)) for kind, pair in joins):
        for a, b in (pair, pair[::-1]):
            by_area.setdefault(a, {}).setdefault(kind, []).append(b)
    return by_area


LAYERS = ("areas", "outlines", "joins")
WIDTH = 48
"""Pixels of the width of a piece, in which areas are placed."""


def has_areas(doc: Document) -> bool:
    """Whether a map file has areas and joins, which are drawn in another way than the spaces of a grid."""
    form = reader_for(doc, Problems())
    return form is not None and issubclass(form, AreaReader)


def areas_of(doc: Document) -> AreaMapFile:
    """The contents of the file as written. Raises `DataError` with every problem of the file."""
    file: AreaMapFile = sound_map(doc).file
    return file


def area_tiled_map(doc: Document) -> str:
    """The `.tmj` of a map of areas. Raises `DataError` for one with mistakes."""
    file = areas_of(doc)
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
    areas_of(parse_toml(text, doc.path))
    names = (tuple(merge.added), tuple(merge.changed), tuple(merge.gone), tuple(merge.removed))
    return Merged(text, *names, merge.untouched, ignored)


class _AreaMerge:
    def __init__(self, doc: Document, tiled: TiledMap) -> None:
        self.doc, self.tiled, self.file = doc, tiled, areas_of(doc)
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
