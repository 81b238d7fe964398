"""Maps of areas in Tiled: a point for each area, a polygon for its outline, a line for each join."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any, TypeAlias

from wargame_core.data.documents import Document, Problems, did_you_mean, parse_toml
from wargame_core.errors import Problem
from wargame_core.maps.files.areas import AreaMapFile, AreaRow, AreaSpelling
from wargame_core.maps.files.map_file import sound_map, spelling_for
from wargame_workshop.interchange.drawn import Merged
from wargame_workshop.interchange.tiled_read import Pixel, TiledMap, TiledObject
from wargame_workshop.interchange.tiled_writer import TiledWriter, rounded
from wargame_workshop.maps.tidying import routes_key, write_joins
from wargame_workshop.splices import Splices, plain_id

Join: TypeAlias = tuple[str, frozenset[str]]
"""The kind of a join and the ids of its two areas."""


def joins_of(file: AreaMapFile) -> Iterator[tuple[str, str, str]]:
    """Kind and ends of each join in the rows of areas, once, whichever of the two has it."""
    seen_joins = set[Join]()
    for area in file.area:
        for kind, other_ids in area.joins.items():
            for other_id in other_ids:
                key = (kind, frozenset((area.id, other_id)))
                if key not in seen_joins:
                    seen_joins.add(key)
                    yield kind, area.id, other_id


def rewrite_joins(
    splices: Splices, doc: Document, file: AreaMapFile, wanted_joins: Collection[Join], dropped: Collection[str]
) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Change the joins of a file into those wanted; the joins of areas that the file does not have yet, by id.

    A join stays where it is written. A new one goes into a [[join]] where the file has one of its kind, else to its
    areas; ``dropped`` areas have gone already.
    """
    routes = file.joins_in_short(doc, Problems())
    shorthand_joins = {(route.kind, frozenset(pair)) for route in routes for pair in route.pairs()}
    at_areas = {(kind, frozenset((a, b))) for kind, a, b in joins_of(file)}
    kinds = {row.kind for row in file.join}
    new_joins = {join for join in wanted_joins if join not in shorthand_joins | at_areas}
    for row_number, row in enumerate(file.join):
        ways_before = [route.areas for route in routes if route.path[1] == row_number]
        ways_after = [part for areas in ways_before for part in _parts(row.kind, areas, wanted_joins)]
        _rewrite_row(splices, row_number, ways_before, ways_after)
    for kind in sorted(kinds):
        lines = sorted(" > ".join(sorted(pair)) for of_kind, pair in new_joins if of_kind == kind)
        if lines:
            splices.add_table("join", {"kind": kind, **routes_key(lines)})
    by_area = _by_area(
        join for join in wanted_joins if join in at_areas or (join in new_joins and join[0] not in kinds)
    )
    for row_number, area in enumerate(file.area):
        if area.id not in dropped:
            _rewrite_area(splices, row_number, area.joins, by_area.get(area.id, {}))
    return {name: joins for name, joins in by_area.items() if all(area.id != name for area in file.area)}


def _parts(kind: str, areas: Sequence[str], remaining_joins: Collection[Join]) -> Iterator[tuple[str, ...]]:
    """The parts of a route that are left without the joins that are not wanted."""
    part = [areas[0]]
    for a, b in pairwise(areas):
        if (kind, frozenset((a, b))) in remaining_joins:
            part.append(b)
            continue
        if len(part) > 1:
            yield tuple(part)
        part = [b]
    if len(part) > 1:
        yield tuple(part)


def _rewrite_row(
    splices: Splices, row_number: int, ways_before: Sequence[tuple[str, ...]], ways_after: Sequence[tuple[str, ...]]
) -> None:
    if list(ways_before) == list(ways_after):
        return
    if not ways_after:
        splices.drop_table("join", row_number)
        return
    ((key, value),) = routes_key([" > ".join(areas) for areas in ways_after]).items()
    old_key = "route" if splices.has(("join", row_number, "route")) else "routes"
    splices.replace(("join", row_number, old_key), value, key)


def _rewrite_area(
    splices: Splices,
    row_number: int,
    old_joins: Mapping[str, tuple[str, ...]],
    joins_by_kind: Mapping[str, Sequence[str]],
) -> None:
    new_joins = {
        kind: [
            *(o for o in old_joins.get(kind, ()) if o in other_ids),
            *(o for o in other_ids if o not in old_joins.get(kind, ())),
        ]
        for kind, other_ids in joins_by_kind.items()
    }
    if {kind: set(other_ids) for kind, other_ids in old_joins.items() if other_ids} != {
        kind: set(joined_ids) for kind, joined_ids in new_joins.items()
    }:
        write_joins(splices, row_number, old_joins, new_joins)


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
    spelling = spelling_for(doc, Problems())
    return isinstance(spelling, AreaSpelling)


def areas_of(doc: Document) -> AreaMapFile:
    """The contents of the file as written. Raises `DataError` with every problem of the file."""
    file: AreaMapFile = sound_map(doc).file
    return file


def area_tiled_map(doc: Document) -> str:
    """The `.tmj` of a map of areas. Raises `DataError` for one with mistakes."""
    file = areas_of(doc)
    corner = _corner(file)
    places = {area.id: _pixel(area.at, corner) for area in file.area}
    outlines = {area.id: [_pixel(spot, corner) for spot in area.outline] for area in file.area if area.outline}
    all_points = [*places.values(), *(point for outline in outlines.values() for point in outline)]
    size = [int(max(point[axis] for point in all_points) // WIDTH) + 2 for axis in (0, 1)]
    grid = {"orientation": "orthogonal", "width": size[0], "height": size[1], "tilewidth": WIDTH, "tileheight": WIDTH}
    writer = TiledWriter(grid, digits=2)
    joins = [(kind, [places[a], places[b]]) for kind, a, b in joins_of(file.in_full(doc, Problems()))]
    objects_by_layer = {
        "areas": [writer.thing(area.id, area.kind, [places[area.id]], "point") for area in file.area],
        "outlines": [writer.thing(name, "", outline, "polygon") for name, outline in outlines.items()],
        "joins": [writer.thing("", kind, line, "polyline") for kind, line in joins],
    }
    for name in LAYERS:
        writer.layer(name, "objectgroup", objects=objects_by_layer[name])
    corners = zip("xy", corner, strict=True)
    return writer.text(
        properties=[{"name": f"origin_{axis}", "type": "float", "value": coordinate} for axis, coordinate in corners]
    )


def _corner(file: AreaMapFile) -> Pixel:
    """What lies at the upper left of the drawing, in widths of a piece."""
    points = [point for area in file.area for point in (area.at, *area.outline)]
    left, top = (min((point[axis] for point in points), default=1.0) for axis in (0, 1))
    return min(0.0, float(int(left - 1))), min(0.0, float(int(top - 1)))


def _pixel(point: tuple[float, float], corner: Pixel) -> Pixel:
    return (point[0] - corner[0]) * WIDTH, (point[1] - corner[1]) * WIDTH


def merge_areas(doc: Document, tiled: TiledMap, only_names: Collection[str] = (), *, prune: bool = False) -> Merged:
    """The file's text with the areas, outlines and joins of a Tiled map merged into it; what cannot be is left out.

    Raises `DataError` for what would spoil the file.
    """
    merge = _AreaMerge(doc, tiled, prune)
    layers = {layer.name: layer.objects for layer in tiled.layers if layer.kind == "objects" and layer.name in LAYERS}
    objects_by_layer = {name: objects for name, objects in layers.items() if not only_names or name in only_names}
    if "areas" in objects_by_layer:
        merge.areas(objects_by_layer["areas"])
    if "outlines" in objects_by_layer:
        merge.outlines(objects_by_layer["outlines"])
    if "joins" in objects_by_layer:
        merge.joins(objects_by_layer["joins"], layers.get("areas", ()))
    merge.done.left_out = tuple(merge.problems)
    for values in merge.new.values():
        merge.splices.add_table("area", values)
    merge.done.text = merge.splices.text()
    areas_of(parse_toml(merge.done.text, doc.path))
    return merge.done


class _AreaMerge:
    def __init__(self, doc: Document, tiled_map: TiledMap, prune: bool) -> None:
        self.doc, self.tiled, self.file, self._prune = doc, tiled_map, areas_of(doc), prune
        origin = (tiled_map.properties.get("origin_x", 0), tiled_map.properties.get("origin_y", 0))
        x, y = (float(value) if isinstance(value, (int, float)) else 0.0 for value in origin)
        self.corner = (x, y)
        self.splices = Splices(doc.text)
        self.numbers = {row.id: row_number for row_number, row in enumerate(self.file.area)}
        self.new: dict[str, dict[str, Any]] = {}
        self.dropped: set[str] = set()
        self.problems: list[Problem] = list(tiled_map.left_out)
        ignored_layers = tuple(f"layer {layer.name!r}" for layer in tiled_map.layers if layer.name not in LAYERS)
        self.done = Merged(doc.text, ignored=ignored_layers)

    @property
    def prune(self) -> bool:
        """Whether what is not drawn goes: not while something drawn could not be read."""
        return self._prune and not self.problems

    def leave_out(self, tiled_object: TiledObject, code: str, message: str, hint: str = "") -> None:
        self.problems.append(
            Problem(
                self.tiled.path.name, *tiled_object.line_and_column, code, f"{tiled_object.called}: {message}", hint
            )
        )

    def at(self, point: Pixel) -> list[float]:
        x, y = self.corner
        return list(rounded((point[0] / WIDTH + x, point[1] / WIDTH + y), 2))

    def same(self, point: Pixel, place: tuple[float, float]) -> bool:
        return dist(point, _pixel(place, self.corner)) < 0.02

    def areas(self, tiled_objects: Collection[TiledObject]) -> None:
        """Where areas lie and of what kind they are."""
        drawn_names = set()
        for tiled_object in tiled_objects:
            if len(tiled_object.points) != 1 or not tiled_object.name:
                self.leave_out(tiled_object, "E708", "an area is a point with a name")
            elif tiled_object.name in drawn_names:
                self.leave_out(tiled_object, "E302", "an area of this name is already drawn")
            elif tiled_object.name in self.numbers:
                self._area(tiled_object, self.file.area[self.numbers[tiled_object.name]])
            else:
                new_id = plain_id(tiled_object.name)
                id_and_name = {"id": new_id, **({"name": tiled_object.name} if new_id != tiled_object.name else {})}
                self.new[tiled_object.name] = {
                    **id_and_name,
                    "at": self.at(tiled_object.points[0]),
                    "kind": tiled_object.word or "clear",
                }
                self.done.added += (f"area {tiled_object.name!r}",)
            drawn_names.add(tiled_object.name)
        for name, number in self.numbers.items():
            if name not in drawn_names:
                self.done.leave(f"area {name!r}", self.prune)
                if self.prune:
                    self.dropped.add(name)
                    self.splices.drop_table("area", number)

    def _area(self, tiled_object: TiledObject, row: AreaRow) -> None:
        path, has_moved = ("area", self.numbers[row.id]), not self.same(tiled_object.points[0], row.at)
        if has_moved:
            self.splices.replace((*path, "at"), self.at(tiled_object.points[0]))
        if tiled_object.word not in ("", row.kind):
            self.splices.set_key(path, "kind", tiled_object.word)
        if has_moved or tiled_object.word not in ("", row.kind):
            self.done.changed += (f"area {row.id!r}",)
        else:
            self.done.untouched += 1

    def outlines(self, tiled_objects: Collection[TiledObject]) -> None:
        """The outlines that areas have now; an outline that is not drawn stays."""
        for tiled_object in tiled_objects:
            outline = [self.at(point) for point in tiled_object.points]
            if tiled_object.name in self.new:
                self.new[tiled_object.name]["outline"] = outline
                continue
            if tiled_object.name not in self.numbers:
                self.leave_out(
                    tiled_object,
                    "E301",
                    f"{tiled_object.name!r} is not an area",
                    did_you_mean(tiled_object.name, self.numbers),
                )
                continue
            row, path = self.file.area[self.numbers[tiled_object.name]], ("area", self.numbers[tiled_object.name])
            is_same = len(row.outline) == len(outline) and all(map(self.same, tiled_object.points, row.outline))
            if is_same or tiled_object.name in self.dropped:
                continue
            if row.outline:
                self.splices.relist((*path, "outline"), outline)
            else:
                self.splices.add_key(path, "outline", outline)
            self.done.changed += (f"outline of {tiled_object.name!r}",)

    def joins(self, tiled_objects: Collection[TiledObject], areas: Collection[TiledObject]) -> None:
        """The joins between areas: each line from one area to another."""
        drawn_joins: set[Join] = set()
        spots = {tiled_object.name: tiled_object.points[0] for tiled_object in areas if len(tiled_object.points) == 1}
        spots = spots or {row.id: _pixel(row.at, self.corner) for row in self.file.area}
        for tiled_object in tiled_objects:
            points = (tiled_object.points[0], tiled_object.points[-1])
            end_areas = [min(spots, key=lambda name: dist(spots[name], point)) for point in points]
            distance = max(dist(spots[name], point) for name, point in zip(end_areas, points, strict=True))
            if (
                len(tiled_object.points) < 2
                or distance > WIDTH
                or end_areas[0] == end_areas[1]
                or not tiled_object.word
            ):
                message = "a join is a line from one area to another, with a class such as 'road'"
                self.leave_out(
                    tiled_object,
                    "E701",
                    message,
                    f"its end is {distance:.0f} px from {end_areas[0]!r}" if distance > WIDTH else "",
                )
                continue
            drawn_joins.add(
                (tiled_object.word, frozenset(self.new.get(name, {"id": name})["id"] for name in end_areas))
            )
        old_joins = {(kind, frozenset((a, b))) for kind, a, b in joins_of(self.file.in_full(self.doc, Problems()))}
        missing_joins = {join for join in old_joins - drawn_joins if not self.dropped & join[1]}
        for kind, pair in sorted((kind, sorted(pair)) for kind, pair in missing_joins):
            self.done.leave(f"join {kind} {' - '.join(pair)}", self.prune)
        for kind, pair in sorted((kind, sorted(pair)) for kind, pair in drawn_joins - old_joins):
            self.done.added += (f"join {kind} {' - '.join(pair)}",)
        self.done.untouched += len(old_joins & drawn_joins)
        remaining_joins = {
            join for join in drawn_joins | (set() if self.prune else missing_joins) if not join[1] & self.dropped
        }
        new_join_rows = rewrite_joins(self.splices, self.doc, self.file, remaining_joins, self.dropped)
        for values in self.new.values():
            if values["id"] in new_join_rows:
                values["joins"] = new_join_rows[values["id"]]
