"""Theatres of known ground, written as geography in the ways of other programs: GeoJSON and KML, by seed.

Each has a river from rim to rim, towns on both sides of it, roads into towns and out again, across the whole map and
over the river, woods, and features that no program can place. What a right import makes of it is known.
"""

import json
import random
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any, Literal
from xml.sax.saxutils import escape

from attrs import field, frozen

from wargame_workshop.interchange.feature_kinds import FeatureNaming, KindRule

ROWS, COLS = 10, 14
RIVER = 7
"""The column of spaces that the river has on its west side is the one before this."""
Cell = tuple[int, int]
Spot = tuple[float, float]
"""A point of the map: spaces from its left and from its upper rim."""
Style = Literal["ours", "natural earth", "codes", "kml", "kml codes", "kmz"]
STYLES: tuple[Style, ...] = ("ours", "natural earth", "codes", "kml", "kml codes", "kmz")
CODES = {"town": "T1", "river": "W 2", "road": "R3", "bridge": "B4", "woods": "V5"}
NATURAL_EARTH = {"town": "Populated place", "river": "River", "road": "Road", "bridge": "bridge", "woods": "forest"}
FOLDERS = {"town": "Towns", "river": "Rivers", "road": "Roads", "bridge": "Bridges", "woods": "Woods"}


@frozen
class Thing:
    """A feature to write: its shape, its points in spaces, its name and kind; ``broken`` says what is wrong with it."""

    shape: Literal["Point", "LineString", "Polygon"]
    spots: tuple[Spot, ...]
    name: str
    kind: str
    broken: Literal["", "null", "swapped"] = ""


@frozen
class Theatre:
    """A map, the file to import into it with how it names things, and what comes of it.

    ``touched`` are the spaces of towns by road, in order; ``exact`` the whole ways of some roads; ``cut`` those that
    end on both banks of the river.
    """

    head: str
    file: str
    content: bytes
    naming: FeatureNaming
    towns: Mapping[str, Cell]
    touched: Mapping[str, tuple[Cell, ...]]
    exact: Mapping[str, tuple[Cell, ...]]
    woods: frozenset[Cell]
    cut: tuple[str, ...]
    left_out: tuple[str, ...]


def theatre(seed: int) -> Theatre:
    """The theatre of a seed."""
    dice = random.Random(seed)
    style = STYLES[seed % len(STYLES)]
    west = dice.choice((-91.0, -78.5, 5.0, 37.0, 178.6, -180.0))
    north, high, wide = dice.choice((38.0, -14.0, 52.0)), 0.1, dice.choice((0.1, 0.13))
    cells = dice.sample([(row, column) for row in range(1, ROWS - 1) for column in range(1, 5)], 3)
    cells += dice.sample([(row, column) for row in range(1, ROWS - 1) for column in range(9, COLS - 1)], 2)
    towns = dict(zip(("Ash", "Birch", "Cedar", "Dell", "Élm & Son"), cells, strict=True))
    at = {name: _within(dice, cell) for name, cell in towns.items()}
    bridged = dice.random() < 0.5
    column, row = dice.randrange(1, 5), dice.randrange(ROWS)
    things = [Thing("Point", (spot,), name, "town") for name, spot in at.items()]
    things.append(Thing("LineString", _river(dice), "Long River", "river"))
    things.append(Thing("LineString", (at["Ash"], at["Birch"], at["Cedar"]), "In and out", "road"))
    things.append(Thing("LineString", (at["Ash"], at["Dell"], at["Élm & Son"]), "Over", "road"))
    things.append(Thing("LineString", ((column + 0.5, -3.0), (column + 0.5, ROWS + 4.0)), "Through", "road"))
    things.append(Thing("LineString", ((-5.0, row + 0.5), (5.5, row + 0.5)), "From afar", "road"))
    if bridged:
        things.append(Thing("Point", (_where_at(at["Ash"], at["Dell"], RIVER),), "The Bridge", "bridge"))
    top, left = dice.randrange(ROWS - 2), dice.randrange(9, COLS - 3)
    corners = ((left, top), (left + 2, top), (left + 2, top + 2), (left, top + 2), (left, top))
    things.append(Thing("Polygon", tuple((float(x), float(y)) for x, y in corners), "", "woods"))
    things += [Thing("Point", ((1.0, 1.0),), "Nowhere", "town", "null")]
    things += [Thing("Point", ((1.0, 1.0),), "Swapped", "town", "swapped")]
    dice.shuffle(things)
    writing = _Writing(dice, style, west, north, wide, high)
    return Theatre(
        head=_head(west, north, wide, high),
        file=f"area.{style if style in ('kmz',) else style[:3] if style.startswith('kml') else 'geojson'}",
        content=writing.content(things),
        naming=writing.naming(),
        towns=towns,
        touched={
            "In and out": (towns["Ash"], towns["Birch"], towns["Cedar"]),
            "Over": (towns["Ash"], towns["Dell"], towns["Élm & Son"]),
        },
        exact={
            "Through": tuple((number, column) for number in range(ROWS)),
            "From afar": tuple((row, number) for number in range(6)),
        },
        woods=frozenset((top + down, left + right) for down in (0, 1) for right in (0, 1)),
        cut=() if bridged else ("Over",),
        left_out=("Nowhere", "Swapped"),
    )


def _within(dice: random.Random, cell: Cell) -> Spot:
    return cell[1] + 0.5 + dice.uniform(-0.3, 0.3), cell[0] + 0.5 + dice.uniform(-0.3, 0.3)


def _river(dice: random.Random) -> tuple[Spot, ...]:
    spots = [(RIVER + dice.uniform(-0.2, 0.2), number / 2) for number in range(-4, 2 * ROWS + 5)]
    return tuple(spots if dice.random() < 0.5 else reversed(spots))


def _where_at(a: Spot, b: Spot, x: float) -> Spot:
    """Where the stretch between two points meets a line from north to south."""
    return x, a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])


def _head(west: float, north: float, wide: float, high: float) -> str:
    letters = ", ".join(f'"{"." * COLS}"' for _ in range(ROWS))
    return f"""source = {{ document = "ours", basis = "reconstruction" }}

[map]
id = "theatre"
title = "Theatre"
rows = {ROWS}
cols = {COLS}
lat_top = {north}
lon_west = {west}
deg_lat_per_row = {high}
deg_lon_per_col = {wide}
shorthand = 1

[terrain]
legend = {{ "." = "clear" }}
grid = [{letters}]
"""


@frozen
class _Writing:
    """How a program writes geography."""

    dice: random.Random
    style: Style
    west: float
    north: float
    wide: float
    high: float
    over_360: bool = field(init=False)

    @over_360.default
    def _writes_over_360(self) -> bool:
        return self.west > 0 and self.dice.random() < 0.5

    def content(self, things: Sequence[Thing]) -> bytes:
        if self.style in ("kml", "kml codes", "kmz"):
            kml = self._kml(things).encode()
            return kml if self.style != "kmz" else _zipped({"doc.kml": kml, "images/icon-1.png": b"\x89PNG"})
        features = [feature for thing in things for feature in self._features(thing)]
        data = {"type": "FeatureCollection", "name": "area", "features": features}
        text = json.dumps(data, indent=self.dice.choice((None, 1)), ensure_ascii=self.dice.random() < 0.5)
        mark = b"\xef\xbb\xbf" if self.dice.random() < 0.5 else b""
        return mark + text.encode()

    def naming(self) -> FeatureNaming:
        match self.style:
            case "codes":
                return FeatureNaming("Label_1", tuple(KindRule(kind, "TYPE", code) for kind, code in CODES.items()))
            case "kml codes":
                return FeatureNaming("", tuple(KindRule(kind, "folder", code) for kind, code in CODES.items()))
            case _:
                return FeatureNaming()

    def _point(self, spot: Spot) -> list[float]:
        lon = self.west + spot[0] * self.wide
        lon = lon % 360 if self.over_360 else (lon + 180) % 360 - 180
        point = [round(lon, 7), round(self.north - spot[1] * self.high, 7)]
        return [*point, 12.5] if self.dice.random() < 0.3 else point

    def _parts(self, thing: Thing) -> list[list[list[float]]]:
        """The points of a thing, a line sometimes in parts that meet, or nearly do."""
        if thing.shape == "LineString" and self.dice.random() < 0.5:
            a, b = thing.spots[0], thing.spots[1]
            half = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            far = 0.3 if self.dice.random() < 0.5 else 0.0
            onward = half[0] + (b[0] - half[0]) * far / 4, half[1] + (b[1] - half[1]) * far / 4
            return [[*map(self._point, (a, half))], [*map(self._point, (onward, *thing.spots[1:]))]]
        return [[self._point(spot) for spot in thing.spots]]

    def _properties(self, thing: Thing) -> dict[str, Any]:
        note = "written on\r\ntwo lines\x07"
        match self.style:
            case "natural earth":
                told = {"featurecla": NATURAL_EARTH[thing.kind], "scalerank": 3, "NAME": thing.name, "min_zoom": 4.7}
                return {**told, "name_alt": None, "note": note}
            case "codes":
                return {"OBJECTID": 7, "Label_1": thing.name, "TYPE": CODES[thing.kind], "note": note}
            case _:
                key = "terrain" if thing.shape == "Polygon" else "kind"
                return {"name": thing.name, key: thing.kind, "note": note, "value": float("nan")}

    def _features(self, thing: Thing) -> list[dict[str, Any]]:
        geometries = self._geometries(thing)
        properties = self._properties(thing)
        return [{"type": "Feature", "properties": properties, "geometry": geometry} for geometry in geometries]

    def _geometries(self, thing: Thing) -> list[Any]:
        if thing.broken == "null":
            return [self.dice.choice((None, {"type": "Point", "coordinates": []}))]
        if thing.broken == "swapped":
            return [{"type": "Point", "coordinates": [39.0, 139.0]}]
        parts = self._parts(thing)
        if thing.shape == "Point":
            plain = {"type": "Point", "coordinates": parts[0][0]}
        elif thing.shape == "Polygon":
            plain = {"type": "Polygon", "coordinates": parts}
        elif len(parts) > 1 and self.dice.random() < 0.3:
            return [{"type": "LineString", "coordinates": part} for part in parts]
        else:
            plain = {"type": "MultiLineString", "coordinates": parts}
            plain = plain if len(parts) > 1 else {"type": "LineString", "coordinates": parts[0]}
        return [plain if self.dice.random() < 0.7 else {"type": "GeometryCollection", "geometries": [plain]}]

    def _kml(self, things: Sequence[Thing]) -> str:
        names = CODES if self.style == "kml codes" else FOLDERS
        folders = []
        for kind, folder in names.items():
            inside = "".join(self._placemark(thing) for thing in things if thing.kind == kind)
            folders.append(f"<Folder><name>{escape(folder)}</name>{inside}</Folder>")
        style = '<Style id="line-1"><LineStyle><color>ff0000ff</color><width>1.2</width></LineStyle></Style>'
        overlay = "<GroundOverlay><name>Old map</name></GroundOverlay>"
        inner = f"<Document><name>My map</name>{style}{''.join(folders)}{overlay}</Document>"
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">{inner}</kml>'

    def _placemark(self, thing: Thing) -> str:
        name = f"<name>{escape(thing.name)}</name>" if thing.name else ""
        about = "<description><![CDATA[<img src='x.png'><br>drawn & kept]]></description><styleUrl>#line-1</styleUrl>"
        data = '<ExtendedData><Data name="gx_media_links"><value>x</value></Data></ExtendedData>'
        return f"<Placemark>{name}{about}{data}{self._kml_geometry(thing)}</Placemark>"

    def _kml_geometry(self, thing: Thing) -> str:
        if thing.broken:
            return "" if thing.broken == "null" else "<Point><coordinates>39.0,139.0,0</coordinates></Point>"
        inner = []
        for part in self._parts(thing):
            points = "\n      ".join(",".join(map(str, point if len(point) > 2 else [*point, 0])) for point in part)
            line = f"<coordinates>\n      {points}\n    </coordinates>"
            if thing.shape == "Polygon":
                inner.append(f"<Polygon><outerBoundaryIs><LinearRing>{line}</LinearRing></outerBoundaryIs></Polygon>")
            else:
                inner.append(f"<{thing.shape}><tessellate>1</tessellate>{line}</{thing.shape}>")
        return inner[0] if len(inner) == 1 else f"<MultiGeometry>{''.join(inner)}</MultiGeometry>"


def _zipped(members: Mapping[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def joins(way: Sequence[Cell]) -> bool:
    """Whether each space of a way lies beside the next."""
    return all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(way))
