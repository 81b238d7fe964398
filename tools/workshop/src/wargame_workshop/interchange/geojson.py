"""GeoJSON, as QGIS and others write it, laid on a square map by latitude and longitude."""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, isfinite, radians
from pathlib import Path
from typing import Any

from attrs import frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.drawn import Drawing, DrawnFile
from wargame_workshop.interchange.foreign_files import Located, read_foreign, read_foreign_json
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.interchange.sketch import Pixel, PixelGrid, Stroke, drawing_of
from wargame_workshop.splices import head_text, terrain_text

CROSSINGS = ("ferry", "bridge", "ford")
ROADS = ("road", "rail", "pike", "track")
LINES = ("river", "creek", "ridge", "wall")
PIXELS = 48
NUMBERS_OF_PROGRAMS = ("fid", "id", "objectid", "gid", "lat", "lon", "latitude", "longitude", "x", "y", "scalerank")
MOST_POINTS = 100_000
"""Points, and lists of them, that are read of a file."""
MILES_A_DEGREE = 69.0
"""Of latitude; a degree of longitude is shorter by the cosine of the latitude."""

LonLat = tuple[float, float]


@frozen
class Feature:
    """A feature: its properties, its kind of geometry, the points of each of its parts, and where it stands."""

    path: KeyPath
    where: tuple[int, int]
    shape: str
    parts: tuple[tuple[LonLat, ...], ...]
    properties: Mapping[str, object]

    @property
    def name(self) -> str:
        return str(self.properties.get("name") or self.properties.get("NAME") or "").strip()

    @property
    def called(self) -> str:
        number = self.path[1] if len(self.path) > 1 else 0
        return f'feature {number} "{self.name}"' if self.name else f"feature {number}"


def read_geojson(path: Path) -> list[Feature]:
    """The features of a file. Raises `DataError` (E707 and those of JSON) with their lines, OSError."""
    raw = read_foreign(path)
    if raw.count(b"[") > MOST_POINTS:
        hint = "simplify the layer, or export a part of it"
        raise DataError([Problem(path.name, 1, 1, "E104", f"more than {MOST_POINTS:,} points", hint)])
    source = read_foreign_json(raw, path)
    data = source.data
    if not isinstance(data, dict) or data.get("type") not in ("FeatureCollection", "Feature"):
        raise source.refused((), "this is no GeoJSON", "export a FeatureCollection in WGS 84 (EPSG:4326)")
    crs = str(data.get("crs", ""))
    if crs and not any(word in crs for word in ("CRS84", "4326", "OGC")):
        raise source.refused(("crs",), "coordinates of another system than WGS 84", "export in EPSG:4326")
    rows = data.get("features", []) if data["type"] == "FeatureCollection" else [data]
    if not isinstance(rows, list) or len(rows) > 50_000:
        raise source.refused(("features",), "no list of at most 50,000 features")
    return [_feature(source, row, ("features", number)) for number, row in enumerate(rows)]


def _feature(source: Located, row: Any, path: KeyPath) -> Feature:
    geometry = row.get("geometry") if isinstance(row, dict) else None
    properties = row.get("properties") or {} if isinstance(row, dict) else {}
    if not isinstance(geometry, dict) or not isinstance(properties, dict):
        raise source.refused(path, "a feature without geometry")
    shape, points = str(geometry.get("type")), geometry.get("coordinates")
    depth = {"Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3}
    if shape not in depth:
        raise source.refused((*path, "geometry"), f"a geometry of kind {shape[:40]!r}", f"one of {', '.join(depth)}")
    parts = _parts(source, points, (*path, "geometry"), depth[shape])
    plain = {str(key): value for key, value in properties.items() if isinstance(value, (str, int, float, bool))}
    return Feature(path, source.locate(path), shape.removeprefix("Multi"), tuple(parts), plain)


def _parts(source: Located, points: Any, path: KeyPath, depth: int) -> Iterator[tuple[LonLat, ...]]:
    if not isinstance(points, list):
        raise source.refused(path, "coordinates that are no list")
    if depth == 0:
        yield (_point(source, points, path),)
    elif depth == 1:
        yield tuple(_point(source, point, path) for point in points)
    else:
        for part in points:
            yield from _parts(source, part, path, depth - 1)


def _point(source: Located, point: Any, path: KeyPath) -> LonLat:
    good = isinstance(point, list) and len(point) >= 2
    if not good or any(isinstance(n, bool) or not isinstance(n, (int, float)) or not isfinite(n) for n in point[:2]):
        raise source.refused(path, "a point is [longitude, latitude]")
    lon, lat = point[:2]
    if not (-180 <= lon <= 180 and -90 <= lat <= 90):
        hint = "longitude first, then latitude, in degrees (EPSG:4326)"
        raise source.refused(path, f"({lon}, {lat}) is no place on earth", hint)
    return float(lon), float(lat)


def fitted_map(path: Path, features: Sequence[Feature], miles: float) -> str:
    """A map file that holds all features, at some miles a space. Raises `DataError` for too large a map."""
    points = [point for feature in features for part in feature.parts for point in part]
    if not points:
        raise DataError([Problem(path.name, 1, 1, "E707", "no feature in it to fit a map to")])
    west, east = min(lon for lon, _ in points), max(lon for lon, _ in points)
    south, north = min(lat for _, lat in points), max(lat for _, lat in points)
    down = miles / MILES_A_DEGREE
    across = down / max(0.1, cos(radians((south + north) / 2)))
    rows, cols = int((north - south) / down) + 2, int((east - west) / across) + 2
    if rows * cols > LARGEST:
        what = f"{rows} x {cols} spaces; at most {LARGEST:,}"
        raise DataError([Problem(path.name, 1, 1, "E706", what, "take more miles a space, or fewer features")])
    title = path.stem.replace("_", " ").replace("-", " ").title()
    lines = head_text(f"GeoJSON, {path.name}", title)
    lines += [f"rows = {rows}", f"cols = {cols}", f"miles_per_space = {miles}"]
    lines += [f"lat_top = {north + down / 2:.6f}", f"lon_west = {west - across / 2:.6f}"]
    lines += [f"deg_lat_per_row = {down:.6f}", f"deg_lon_per_col = {across:.6f}", "shorthand = 1"]
    return "\n".join([*lines, *terrain_text({".": "clear"}, ["." * cols] * rows), ""])


def geo_drawing(path: Path, features: Sequence[Feature], file: DrawnFile) -> tuple[Drawing, tuple[str, ...]]:
    """The drawing of some features on a square map, and what of them lies off it.

    Raises `DataError` for a map without latitude and longitude.
    """
    head = file.doc.data["map"]
    keys = ("lat_top", "lon_west", "deg_lat_per_row", "deg_lon_per_col")
    if not isinstance(file, MapRows) or not all(isinstance(head.get(key), (int, float)) for key in keys):
        what = f"{file.doc.path.name} has no latitude and longitude ([map] {', '.join(keys)})"
        hint = "give them, or let --fit MILES make a new map of squares"
        raise DataError([Problem(path.name, 1, 1, "E706", what, hint)])
    grid = PixelGrid.of(file.grid, (PIXELS, PIXELS))
    layout = _Layout(file, grid, head)
    for feature in features:
        layout.take(feature)
    drawing = drawing_of(
        file,
        grid,
        path.name,
        layout.strokes,
        layout.problems,
        layers={stroke.layer for stroke in layout.strokes},
        painted={"terrain": layout.painted()} if layout.areas else {},
        ignored=layout.ignored,
        loose=True,
    )
    return drawing, tuple(layout.off)


class _Layout:
    """Sorts features into strokes on the grid and areas of terrain."""

    def __init__(self, file: MapRows, grid: PixelGrid, head: Mapping[str, float]) -> None:
        self.file, self.grid, self.head = file, grid, head
        self.strokes: list[Stroke] = []
        self.areas: list[tuple[str, tuple[tuple[Pixel, ...], ...]]] = []
        self.problems: list[Problem] = []
        self.off: list[str] = []
        self.ignored: list[str] = []

    def pixel(self, point: LonLat) -> Pixel:
        lon, lat = point
        head = self.head
        x = (lon - head["lon_west"]) / head["deg_lon_per_col"]
        y = (head["lat_top"] - lat) / head["deg_lat_per_row"]
        return x * PIXELS, y * PIXELS

    def inside(self, point: Pixel) -> bool:
        return 0 <= point[0] < self.head["cols"] * PIXELS and 0 <= point[1] < self.head["rows"] * PIXELS

    def take(self, feature: Feature) -> None:
        kind = str(feature.properties.get("kind") or "").strip()
        parts = [tuple(map(self.pixel, part)) for part in feature.parts]
        if feature.shape == "Polygon":
            word = str(feature.properties.get("terrain") or "").strip()
            if word:
                self.areas.append((word, tuple(parts)))
            else:
                self.ignored.append(f"{feature.called}: a polygon without the property terrain")
            return
        if feature.shape == "Point":
            layer = "crossings" if kind in CROSSINGS else "places"
        elif kind in (*ROADS, *LINES, "stream"):
            layer = "roads" if kind in ROADS else "rivers" if kind in LINES else "streams"
        else:
            self.ignored.append(f"{feature.called}: a line of kind {kind!r} ({', '.join((*ROADS, *LINES))}, stream)")
            return
        for part in parts:
            for run in self._runs(feature, part):
                self._stroke(feature, layer, kind, run)

    def _runs(self, feature: Feature, points: Sequence[Pixel]) -> Iterator[tuple[Pixel, ...]]:
        """The parts of a line that lie on the map."""
        run: list[Pixel] = []
        outside = 0
        for point in points:
            if self.inside(point):
                run.append(point)
                continue
            outside += 1
            if len(run) >= min(2, len(points)):
                yield tuple(run)
            run = []
        if len(run) >= min(2, len(points)):
            yield tuple(run)
        if outside:
            some = f"{outside} of its {len(points)} points lie off the map"
            self.off.append(f"{feature.called}: {'lies off the map' if outside == len(points) else some}")

    def _stroke(self, feature: Feature, layer: str, kind: str, run: tuple[Pixel, ...]) -> None:
        sort = self.file.sort_of(layer, kind)
        keys = {key: value for key, value in feature.properties.items() if key in sort.allowed - {"lat", "lon"}}
        if layer == "places" and "lat" in sort.allowed:  # an entry has none
            lon, lat = feature.parts[0][0]
            own = {key: value for key, value in feature.properties.items() if _counts(key, value)}
            keys = own | keys | {"lat": round(lat, 5), "lon": round(lon, 5)}
        word = "road" if layer == "roads" and kind not in ("rail", "road") else kind
        self.strokes.append(Stroke(layer, word, feature.name, run, False, feature.where, feature.called, keys=keys))

    def painted(self) -> dict[int, tuple[str, str]]:
        """The terrain of the spaces whose middles lie in an area; of areas in one another the smaller one."""

        def size(ring: Sequence[Pixel]) -> float:
            pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
            return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2

        order = sorted(self.areas, key=lambda area: -sum(map(size, area[1])))
        painted: dict[int, tuple[str, str]] = {}
        for space, centre in enumerate(self.file.grid.lattice.centres):
            for word, rings in order:
                if sum(_holds(ring, self.grid.pixel(centre)) for ring in rings) % 2:
                    painted[space] = (word, "")
        return painted


def _counts(key: str, value: object) -> bool:
    """Whether a property of a place is a number of its owner's, and no number of a program."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and key.casefold() not in NUMBERS_OF_PROGRAMS and not key.startswith(("@", "osm"))


def _holds(ring: Sequence[Pixel], point: Pixel) -> bool:
    """Whether a point lies in a ring: a line from it to the right meets the ring an odd number of times."""
    x, y = point
    held = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            held = not held
    return held
