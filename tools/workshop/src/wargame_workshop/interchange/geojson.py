"""GeoJSON, as QGIS and others write it: collections, single features and bare geometries."""

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any, Final

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import DataError, Problem
from wargame_core.limits import harmful, quote
from wargame_workshop.interchange.foreign_files import Located, read_foreign, read_foreign_json
from wargame_workshop.interchange.geography import (
    MOST_FEATURES,
    MOST_POINTS,
    BadFeature,
    Feature,
    Geography,
    Shape,
    checked_parts,
    name_in,
    named,
)

SHAPES: Final[dict[str, tuple[Shape, int]]] = {
    "Point": ("Point", 0),
    "MultiPoint": ("Point", 1),
    "LineString": ("LineString", 1),
    "MultiLineString": ("LineString", 2),
    "Polygon": ("Polygon", 2),
    "MultiPolygon": ("Polygon", 3),
}
"""By the word for a geometry, its shape and how deep its points are nested."""
COLLECTION: Final = "GeometryCollection"
DEEPEST_COLLECTION: Final = 8


def read_geojson(path: Path, name: str = "") -> Geography:
    """The features of a file; those that cannot be read are left out (E707), each with its line and its name.

    ``name`` is the property that holds it, "" for the well-known ones.

    Raises `DataError` for a file of which nothing can be read, OSError.
    """
    raw = read_foreign(path)
    if raw.count(b"[") > MOST_POINTS:
        hint = "simplify the layer, or export a part of it"
        raise DataError([Problem(path.name, 1, 1, "E104", f"more than {MOST_POINTS:,} points", hint)])
    source = read_foreign_json(raw, path, mend=_harmless, deepest_level=2)
    features, left_out = list[Feature](), list[Problem]()
    for label, row, key_path in _rows(source):
        line_and_column = source.locate(key_path)
        try:
            features += _features(label, row, line_and_column)
        except BadFeature as error:
            message = f"{named(label, name_in(_properties(row), name))}: {error}"
            left_out.append(Problem(path.name, *line_and_column, "E707", message, error.hint))
    if not features and left_out:
        raise DataError(left_out)
    return Geography(tuple(features), tuple(left_out))


def _harmless(data: Any) -> Any:
    """The values of a file with a blank for each control letter, and nothing for a number that is none."""
    match data:
        case str():
            return data if data.isprintable() else "".join(" " if harmful(sign) else sign for sign in data)
        case dict():
            return {_harmless(key): _harmless(value) for key, value in data.items()}
        case list():
            is_plain = bool(data) and all(isinstance(number, (int, float)) and isfinite(number) for number in data)
            return data if is_plain else [_harmless(value) for value in data]
        case float() if not isfinite(data):
            return None
        case _:
            return data


def _rows(source: Located) -> Iterator[tuple[str, Any, KeyPath]]:
    """Each feature as it is written, what messages call it, and where it stands. Raises `DataError`."""
    data = source.data
    kind = data.get("type") if isinstance(data, dict) else None
    if kind not in ("FeatureCollection", "Feature", COLLECTION, *SHAPES):
        hint = "export a FeatureCollection in WGS 84 (EPSG:4326)"
        raise source.refused((), "this is not GeoJSON", hint)
    crs = str(data.get("crs") or "")
    if crs and not any(word in crs for word in ("CRS84", "4326", "OGC")):
        raise source.refused(("crs",), "coordinates of another system than WGS 84", "export in EPSG:4326")
    if kind != "FeatureCollection":
        yield "feature 0", data if kind == "Feature" else {"geometry": data}, ()
        return
    rows = data.get("features")
    if not isinstance(rows, list) or len(rows) > MOST_FEATURES:
        message = f"no list of at most {MOST_FEATURES:,} features"
        raise source.refused(("features",), message, "export a FeatureCollection of a part of the layer")
    for number, row in enumerate(rows):
        yield f"feature {number}", row, ("features", number)


def _properties(row: Any) -> dict[str, object]:
    properties = row.get("properties") if isinstance(row, dict) else None
    plain_properties = properties.items() if isinstance(properties, dict) else ()
    return {str(key): value for key, value in plain_properties if isinstance(value, (str, int, float, bool))}


def _features(label: str, row: Any, place_in_file: tuple[int, int]) -> Iterator[Feature]:
    """A feature for each shape in a geometry. Raises `BadFeature`."""
    geometry = row.get("geometry") if isinstance(row, dict) else None
    shapes: dict[Shape, list[Any]] = {}
    for shape, parts in _shapes(geometry, 0):
        shapes.setdefault(shape, []).extend(parts)
    if not shapes:
        raise BadFeature("has no geometry", "draw it, or take it out of the layer")
    properties = _properties(row)
    for shape, parts in shapes.items():
        yield Feature(label, place_in_file, shape, checked_parts(shape, parts), properties)


def _shapes(geometry: Any, level: int) -> Iterator[tuple[Shape, list[Any]]]:
    """The shapes of a geometry, each with its parts as they are written. Raises `BadFeature`."""
    if geometry is None:
        return
    kind = geometry.get("type") if isinstance(geometry, dict) else geometry
    if kind == COLLECTION and level < DEEPEST_COLLECTION:
        inner_geometries = geometry.get("geometries")
        for inner_geometry in inner_geometries if isinstance(inner_geometries, list) else ():
            yield from _shapes(inner_geometry, level + 1)
        return
    if not isinstance(kind, str) or kind not in SHAPES:
        raise BadFeature(f"a geometry of kind {quote(kind, 40)}", f"one of {', '.join(SHAPES)}, {COLLECTION}")
    shape, depth = SHAPES[kind]
    points = geometry.get("coordinates")
    if points is None or points == []:
        return
    yield shape, list(_parts(points, depth))


def _parts(points: Any, depth: int) -> Iterator[list[Any]]:
    if not isinstance(points, list):
        raise BadFeature("coordinates that are not list")
    if depth < 2:
        yield points if depth else [points]
        return
    for part in points:
        yield from _parts(part, depth - 1)
