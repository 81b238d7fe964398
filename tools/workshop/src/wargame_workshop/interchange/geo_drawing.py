"""Features of a file of geography laid on a map of squares: places, crossings, lines along sides, roads, terrain."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from math import dist
from pathlib import Path

from attrs import evolve, field, frozen

from wargame_core.errors import DataError, Problem
from wargame_core.maps.features import edge
from wargame_core.maps.files.sections import RowShape
from wargame_core.maps.files.shorthand import ShorthandError
from wargame_workshop.interchange.drawn import Drawing, DrawnMark, MergeError
from wargame_workshop.interchange.feature_kinds import CROSSINGS, LINES, RIVERS, ROADS, how_to_name, how_to_tell
from wargame_workshop.interchange.geo_map import PIXELS, Projection
from wargame_workshop.interchange.geography import Feature, LonLat
from wargame_workshop.interchange.lines_on_a_map import Pixel, Run, cut_at_rim, joined, thinned, unwrapped
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.interchange.roads_over_rivers import RoadGround, UncrossedRiver, gap_problem
from wargame_workshop.interchange.sketch import PixelGrid, Stroke, drawing_of, keys_of, left_out_stroke

NUMBERS_OF_PROGRAMS = ("fid", "id", "objectid", "gid", "lat", "lon", "latitude", "longitude", "x", "y", "scalerank")
NAMED = 12
"""How many features a note names; of more it says how many there are."""
FINEST = 0.125
"""How far the points of a line lie apart at least, in spaces: more of them cost time and change nothing."""
SAME_POINT = 0.02
"""How near the ends of lines without names must lie to be one, in spaces."""


def geo_drawing(
    path: Path, features: Sequence[Feature], problems: Sequence[Problem], file: object, crossings: str = ""
) -> tuple[Drawing, tuple[str, ...], tuple[str, ...]]:
    """The drawing of some features on a square map, what of them could not come by its nature, and notes.

    ``problems`` are told as left out with those found here. Where a road crosses a river without a crossing it is cut,
    unless ``crossings`` is the kind of those that are put there. Raises `DataError` for a map without latitude and
    longitude.
    """
    if not isinstance(file, MapRows) or not _is_projected(file):
        keys = "lat_top, lon_west, deg_lat_per_row, deg_lon_per_col"
        message = f"{_name_of(file)} has no latitude and longitude ([map] {keys})"
        hint = "give them, or let --fit MILES make a new map of squares in an empty folder"
        raise DataError([Problem(path.name, 1, 1, "E706", message, hint)])
    layout = _Layout(path.name, file)
    for feature in features:
        layout.take(feature)
    layout.gather()
    roads = [stroke for stroke in layout.strokes if stroke.layer == "roads"]
    drawing = drawing_of(
        file,
        layout.grid,
        path.name,
        [stroke for stroke in layout.strokes if stroke.layer != "roads"],
        [*problems, *layout.left_out],
        layers={stroke.layer for stroke in layout.strokes},
        painted={"terrain": layout.painted()} if layout.areas else {},
        ignored=layout.ignored(),
        is_loose=True,
    )
    network = _Network(path.name, file, layout.grid, drawing, crossings)
    for stroke in roads:
        network.take(stroke)
    return network.drawing(), layout.missing(network.short), tuple(network.notes)


def _is_projected(file: MapRows) -> bool:
    head = file.doc.data["map"]
    keys = ("lat_top", "lon_west", "deg_lat_per_row", "deg_lon_per_col")
    return all(isinstance(head.get(key), (int, float)) for key in keys)


def _name_of(file: object) -> str:
    return file.doc.path.name if isinstance(file, MapRows) else "this file"


@frozen
class _Lines:
    """What is drawn of lines of one name and kind, and their features."""

    layer: str
    kind: str
    features: list[Feature] = field(factory=list)
    runs: list[Run] = field(factory=list)


class _Layout:
    """Sorts features into strokes on the grid and areas of terrain."""

    def __init__(self, path: str, file: MapRows) -> None:
        self.path, self.file = path, file
        self.grid = PixelGrid.of(file.grid, (PIXELS, PIXELS))
        self.map = Projection.of(file.doc.data["map"])
        self.strokes: list[Stroke] = []
        self.lines: dict[tuple[str, str], _Lines] = {}
        self.areas: list[tuple[str, list[list[Pixel]]]] = []
        self.left_out: list[Problem] = []
        self.off: list[str] = []
        self.cut: dict[str, None] = {}
        self.short: list[str] = []
        self.no_kind: list[Feature] = []
        self.nameless: list[tuple[Feature, int]] = []

    def take(self, feature: Feature) -> None:
        if not any(self.map.shifts(lon for lon, _ in part) for part in feature.parts):
            self._note_off_map(feature)
        elif feature.shape == "Polygon":
            self._area(feature)
        elif feature.shape == "Point":
            self._points(feature)
        elif feature.kind not in LINES:
            self.no_kind.append(feature)
        else:
            self._line(feature)

    def _note_off_map(self, feature: Feature) -> None:
        """Note a feature off the map; one whose longitude lacks its minus is told apart."""
        lon, lat = feature.parts[0][0]
        if self.map.contains((-lon, lat)) and not self.map.contains((lon, lat)):
            message = f"{feature.called}: longitude {lon:g} lies off the map, and {-lon:g} on it"
            hint = "write the minus if it is missing: west longitudes have one"
            self.left_out.append(Problem(self.path, *feature.where, "E707", message, hint))
        else:
            self.off.append(feature.called)

    def _area(self, feature: Feature) -> None:
        if not feature.kind:
            self.no_kind.append(feature)
            return
        rings = [unwrapped(ring) for ring in feature.parts]
        visible_parts = [
            [self.map.pixel((lon + turn, lat)) for lon, lat in ring]
            for ring in rings
            for turn in self.map.shifts(lon for lon, _ in ring)
        ]
        self.areas.append((feature.kind, visible_parts))

    def _points(self, feature: Feature) -> None:
        layer = "crossings" if feature.kind in CROSSINGS else "places"
        visible_points = [point for part in feature.parts for point in part if self.map.contains(point)]
        if not visible_points:
            self._note_off_map(feature)
        elif layer == "places" and not feature.name:
            self.nameless.append((feature, self.grid.space(self._pixel(visible_points[0]))))
        for point in visible_points if feature.name or layer == "crossings" else ():
            keys = self._keys(feature, layer, point)
            stroke_points = (self._pixel(point),)
            self.strokes.append(
                Stroke(
                    layer, feature.kind, feature.name, stroke_points, False, feature.where, feature.called, keys=keys
                )
            )

    def _pixel(self, point: LonLat) -> Pixel:
        """Where a point that lies on the map lies on it."""
        return self.map.pixel((point[0] + self.map.shifts([point[0]])[0], point[1]))

    def _keys(self, feature: Feature, layer: str, point: LonLat | None) -> dict[str, object]:
        """The properties of a feature that its row takes."""
        allowed_keys = self.file.sort_of(layer, feature.kind).allowed
        keys = {key: value for key, value in feature.properties.items() if key in allowed_keys - {"lat", "lon"}}
        if point is not None and layer == "places" and "lat" in allowed_keys:  # an entry has none
            properties = {key: value for key, value in feature.properties.items() if _counts(key, value)}
            keys = properties | keys | {"lat": round(point[1], 5), "lon": round(point[0], 5)}
        return keys

    def _line(self, feature: Feature) -> None:
        layer = "roads" if feature.kind in ROADS else "rivers" if feature.kind in RIVERS else "streams"
        kind = "road" if layer == "roads" and feature.kind not in ("rail", "road") else feature.kind
        lines = self.lines.setdefault((feature.name, kind), _Lines(layer, kind))
        runs, number = list[Run](), len(lines.features)
        for part in map(unwrapped, feature.parts):
            for turn in self.map.shifts(lon for lon, _ in part):
                points = [self.map.pixel((lon + turn, lat)) for lon, lat in part]
                runs += cut_at_rim(points, self.map.width, self.map.height, number)
        if not runs:
            self._note_off_map(feature)
            return
        if any(any(run.cut) for run in runs):
            self.cut[feature.called] = None
        lines.features.append(feature)
        lines.runs.extend(runs)

    def gather(self) -> None:
        """Make strokes of the lines, those of one name that lead on into one another as one; tell what has no name."""
        if self.nameless:
            nameless = [feature for feature, _ in self.nameless]
            labels, kind = _some([feature.called for feature in nameless]), nameless[0].kind or "town"
            space_names = tuple((self.file.grid.coordinates(space),) for _, space in self.nameless)
            message, hint = f"{labels}: a {kind} needs a name", how_to_name(nameless)
            self.left_out.append(Problem(self.path, *nameless[0].where, "E708", message, hint, space_names))
        for (name, kind), lines in self.lines.items():
            reach = PIXELS if name else SAME_POINT * PIXELS
            for run in joined(lines.runs, reach, PIXELS):
                feature = lines.features[run.of]
                keys = self._keys(feature, lines.layer, None)
                if lines.layer != "roads" and run.extent < PIXELS:
                    self.short.append(feature.called)
                    continue
                points = thinned(run.points, FINEST * PIXELS)
                self.strokes.append(
                    Stroke(lines.layer, kind, name, points, False, feature.where, feature.called, keys=keys)
                )

    def missing(self, short_names: Iterable[str]) -> tuple[str, ...]:
        """What lies off the map or is too short for it."""
        notes = []
        if self.off:
            notes.append(f"{_some(self.off)}: off the map")
        if self.cut:
            notes.append(f"what lies beyond the rim of {_some(list(self.cut))}")
        if too_short := [*self.short, *short_names]:
            notes.append(f"parts shorter than a space of {_some(list(dict.fromkeys(too_short)))}")
        return tuple(notes)

    def ignored(self) -> list[str]:
        """Features that no kind says anything of, those of one kind told together, with what can be done."""
        notes = []
        kinds = Counter((feature.shape, feature.kind) for feature in self.no_kind)
        for shape, kind in kinds:
            features = [feature for feature in self.no_kind if (feature.shape, feature.kind) == (shape, kind)]
            reason = (
                f"lines of kind {kind!r} ({', '.join(LINES)})" if shape == "LineString" else "areas without terrain"
            )
            notes.append(f"{_some([feature.called for feature in features])}: {reason}; {how_to_tell(features)}")
        return notes

    def painted(self) -> dict[int, tuple[str, str]]:
        """The terrain of the spaces whose middles lie in an area; of areas in one another the smaller one."""
        rows: dict[float, list[tuple[float, int]]] = {}
        for space, centre in enumerate(self.grid.lattice.centres):
            x, y = self.grid.pixel(centre)
            rows.setdefault(y, []).append((x, space))
        terrain_by_space: dict[int, tuple[str, str]] = {}
        for word, rings in sorted(self.areas, key=lambda area: -sum(map(_size, area[1]))):
            for y, middles in rows.items():
                walls = _walls(rings, y)
                for x, space in middles if walls else ():
                    if sum(wall > x for wall in walls) % 2:
                        terrain_by_space[space] = (word, "")
        return terrain_by_space


def _some(names: Sequence[str]) -> str:
    """Some features by what they are called, and how many more there are."""
    remainder = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + remainder


def _counts(key: str, value: object) -> bool:
    """Whether a property of a place is a number of its owner's, and no number of a program."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and key.casefold() not in NUMBERS_OF_PROGRAMS and not key.startswith(("@", "osm"))


def _size(ring: Sequence[Pixel]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def _walls(rings: Sequence[Sequence[Pixel]], y: float) -> list[float]:
    """Where some rings meet a horizontal line: a point of it lies in them with an odd number of these to its right."""
    return [
        (x_b - x_a) * (y - y_a) / (y_b - y_a) + x_a
        for ring in rings
        for (x_a, y_a), (x_b, y_b) in zip(ring, (*ring[1:], ring[0]), strict=True)
        if (y_a > y) != (y_b > y)
    ]


class _Network:
    """Lays roads on the grid, over what the other features are there."""

    def __init__(self, path: str, file: MapRows, grid: PixelGrid, drawing_before: Drawing, crossing_kind: str) -> None:
        self.path, self.file, self.grid, self.before, self.put = path, file, grid, drawing_before, crossing_kind
        self.marks = list(drawing_before.marks)
        self.left_out = list(drawing_before.left_out)
        self.short: list[str] = []
        self.notes: list[str] = []
        self.incomplete = drawing_before.incomplete
        crossings = {edge(*mark.part) for mark in drawing_before.marks if mark.layer == "crossings"}
        crossings |= {edge(*part) for row in file.rows if row.sort.shape is RowShape.SIDE for part in row.parts}
        towns: dict[int, list[Pixel]] = {}
        for mark in drawing_before.marks:
            if file.sort_of(mark.layer, mark.kind).section == "place":
                lon, lat = mark.keys.get("lon"), mark.keys.get("lat")
                towns.setdefault(mark.part[0], []).append(self._town(mark.part[0], lon, lat))
        for row in file.rows:
            if row.sort.section == "place":
                crossing_row = file.laid[row.path].row
                towns.setdefault(row.parts[0][0], []).append(
                    self._town(row.parts[0][0], crossing_row.lon, crossing_row.lat)
                )
        self.ground = RoadGround(grid, file.ground_with(drawing_before.marks, keeps_rows=True), crossings, towns)

    def _town(self, space: int, lon: object, lat: object) -> Pixel:
        """Where a town lies: by its longitude and latitude if it has them and they lie in its space, else amid it."""
        middle_point = self.grid.pixel(self.grid.lattice.centres[space])
        if not isinstance(lon, (int, float)) or not isinstance(lat, (int, float)):
            return middle_point
        projection = Projection.of(self.file.doc.data["map"])
        points = [projection.pixel((lon + turn, lat)) for turn in projection.shifts([lon])]
        return min(points, key=lambda point: dist(point, middle_point), default=middle_point)

    def take(self, stroke: Stroke) -> None:
        """Lay a road; what crosses a river without a crossing is cut there."""
        try:
            ways, gaps = self.ground.ways(stroke)
        except (MergeError, ShorthandError) as error:
            self.left_out.append(left_out_stroke(self.grid, self.path, stroke, error))
            self.incomplete |= {"roads"}
            return
        if not ways and not gaps:
            self.short.append(stroke.called)
        words = self.file.grid.coordinates
        without_detour = [gap for gap in gaps if not gap.has_detour]
        if self.put and without_detour:
            for gap in without_detour:
                self._cross(stroke, gap)
            ways, gaps = self.ground.ways(stroke)
            without_detour = [gap for gap in gaps if not gap.has_detour]
        self.left_out += [gap_problem(self.path, stroke, gap, words) for gap in without_detour]
        self.notes += [self._detour_note(stroke, gap) for gap in gaps if gap.has_detour]
        keys = keys_of(stroke, self.file.sort_of(stroke.layer, stroke.kind))
        for way in ways:
            origin = (stroke.where, stroke.called, stroke.was, stroke.order)
            self.marks.append(DrawnMark(stroke.layer, stroke.kind, stroke.name, way, *origin, keys, bool(stroke.name)))

    def _cross(self, stroke: Stroke, gap: UncrossedRiver) -> None:
        """Put a crossing where a road crosses a river without one."""
        a, b = map(self.file.grid.coordinates, gap.side)
        used_names = {mark.name for mark in self.marks} | {row.name for row in self.file.rows}
        names = (f"{gap.river} {self.put}{f' {number}' if number > 1 else ''}" for number in count(1))
        name = next(name for name in names if name not in used_names)
        keys = {"river": gap.river} if "river" in self.file.sort_of("crossings", self.put).allowed else {}
        self.marks.append(DrawnMark("crossings", self.put, name, gap.side, stroke.where, stroke.called, keys=keys))
        self.ground.crossings.add(gap.side)
        self.notes.append(f"{name}: put between {a} and {b}, where {stroke.called} crosses {gap.river}")

    def _detour_note(self, stroke: Stroke, gap: UncrossedRiver) -> str:
        a, b = map(self.file.grid.coordinates, gap.side)
        spaces = "a space" if gap.longer == 1 else f"{gap.longer} spaces"
        return (
            f"{stroke.called} keeps to one side of {gap.river} at {a} and {b}, where it is {spaces} longer than drawn"
        )

    def drawing(self) -> Drawing:
        """The drawing with the roads."""
        left_out = tuple(sorted(self.left_out, key=lambda problem: (problem.line, problem.column)))
        return evolve(self.before, marks=tuple(self.marks), left_out=left_out, incomplete=self.incomplete)
