"""KML as people draw it on maps of the web, and KMZ, which is KML in an archive with its pictures."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_core.limits import harmful
from wargame_workshop.interchange.foreign_files import Element, read_foreign, read_xml
from wargame_workshop.interchange.geography import (
    MOST_FEATURES,
    MOST_POINTS,
    BadFeature,
    Feature,
    Geography,
    LonLat,
    Shape,
    checked_parts,
    named,
)

FOLDER: Final = "folder"
"""The property of a placemark that names the folder, or layer, in which it lies."""
_LISTS: Final = ("Document", "Folder", "kml")
_GEOMETRIES: Final = ("Point", "LineString", "LinearRing", "Polygon", "MultiGeometry", "Track", "MultiTrack", "Model")
_NO_FEATURES: Final = {
    "GroundOverlay": "pictures laid over the ground",
    "ScreenOverlay": "pictures laid over the screen",
    "PhotoOverlay": "photographs",
    "NetworkLink": "links to other files",
}


def read_kml(path: Path) -> Geography:
    """The placemarks of a KML or KMZ file; those that cannot be read are left out (E707), each with its line.

    The name of its folder is the property `folder`; ExtendedData are properties by their names. Raises `DataError` for
    a file of which nothing can be read, `ArchiveError` for a bad archive, OSError.
    """
    root = _root(path)
    features, left_out, missing_things, points = list[Feature](), list[Problem](), dict[str, int](), 0
    for number, (folder, placemark) in enumerate(_placemarks(root, "", missing_things)):
        points += sum(element.text.count(",") // 2 for element in placemark.walk() if element.tag == "coordinates")
        if number >= MOST_FEATURES or points > MOST_POINTS:
            message = f"more than {MOST_FEATURES:,} placemarks or {MOST_POINTS:,} points"
            raise DataError([Problem(path.name, 1, 1, "E104", message, "export a layer of it alone")])
        place_in_file, name = (placemark.line, placemark.column), _text(placemark.first("name"))
        label = f"placemark {number}"
        try:
            features += _features(label, folder, placemark)
        except BadFeature as error:
            left_out.append(Problem(path.name, *place_in_file, "E707", f"{named(label, name)}: {error}", error.hint))
    if not features:
        hint = "draw points, lines or areas, and export the layer as KML"
        raise DataError(left_out or [Problem(path.name, 1, 1, "E707", "there is no placemark in this file", hint)])
    missing_kinds = tuple(f"{count} {_NO_FEATURES[tag]}" for tag, count in missing_things.items())
    return Geography(tuple(features), tuple(left_out), missing_kinds)


def _root(path: Path) -> Element:
    """The root of the KML, out of its archive if it is in one."""
    raw = read_foreign(path)
    if raw[:2] == b"PK":
        with Archive(path, FOREIGN) as archive:
            names = [name for name in archive.members if name.casefold().endswith(".kml")]
            if not names:
                raise archive.no("there is no KML in it")
            main_file = "doc.kml" if "doc.kml" in names else min(names, key=lambda name: (name.count("/"), name))
            root = read_xml(archive.bytes(main_file), path, main_file)
    else:
        root = read_xml(raw, path)
    if root.tag != "kml":
        message = f"this is not KML: its first element is <{root.tag[:40]}>"
        raise DataError([Problem(path.name, root.line, root.column, "E707", message, "export the map as KML or KMZ")])
    return root


def _placemarks(element: Element, folder: str, missing_things: dict[str, int]) -> Iterator[tuple[str, Element]]:
    """Each placemark with the name of its folder; what else is counted in ``missing_things``."""
    for child in element.children:
        if child.tag == "Placemark":
            yield folder, child
        elif child.tag in _LISTS:
            folder_name = _text(child.first("name")) if child.tag == "Folder" else ""
            yield from _placemarks(child, folder_name or folder, missing_things)
        elif child.tag in _NO_FEATURES:
            missing_things[child.tag] = missing_things.get(child.tag, 0) + 1


def _text(element: Element | None) -> str:
    text = element.text if element is not None else ""
    plain_text = "".join(" " if harmful(sign) else sign for sign in text)
    return " ".join(plain_text.split())


def _features(label: str, folder: str, placemark: Element) -> Iterator[Feature]:
    """A feature for each shape of a placemark. Raises `BadFeature`."""
    shapes: dict[Shape, list[list[LonLat]]] = {}
    for child in placemark.children:
        if child.tag in _GEOMETRIES:
            for shape, parts in _shapes(child):
                shapes.setdefault(shape, []).extend(parts)
    if not shapes:
        raise BadFeature("has no geometry", "draw it, or take it out of the layer")
    properties: dict[str, object] = {FOLDER: folder} if folder else {}
    properties |= {key: value for key, value in _data(placemark) if value != ""}
    if name := _text(placemark.first("name")):
        properties["name"] = name
    for shape, parts in shapes.items():
        place_in_file = placemark.line, placemark.column
        yield Feature(label, place_in_file, shape, checked_parts(shape, parts), properties)


def _data(placemark: Element) -> Iterator[tuple[str, object]]:
    """The ExtendedData of a placemark, numbers as numbers."""
    for extended_data in placemark.all("ExtendedData"):
        for element in extended_data.walk():
            if element.tag == "Data":
                yield element.get("name"), _value(_text(element.first("value")))
            elif element.tag == "SimpleData":
                yield element.get("name"), _value(_text(element))


def _value(text: str) -> object:
    """A text, or the whole number that it writes."""
    digits = text.removeprefix("-")
    is_integer = digits.isascii() and digits.isdecimal() and len(digits) < 16 and (digits == "0" or digits[0] != "0")
    return int(text) if is_integer else text


def _shapes(geometry: Element) -> Iterator[tuple[Shape, list[list[LonLat]]]]:
    """The shapes of a geometry, each with its parts. Raises `BadFeature`."""
    match geometry.tag:
        case "MultiGeometry":
            for child in geometry.children:
                if child.tag in _GEOMETRIES:
                    yield from _shapes(child)
        case "Point":
            yield "Point", [_points(geometry)[:1]]
        case "LineString" | "LinearRing":
            yield "LineString", [_points(geometry)]
        case "Polygon":
            yield "Polygon", [_points(ring) for ring in geometry.walk() if ring.tag == "LinearRing"]
        case other_element:
            raise BadFeature(f"a geometry of kind {other_element}", "draw it as a line")


def _points(geometry: Element) -> list[LonLat]:
    """The points of a geometry, written as longitude,latitude or longitude,latitude,altitude. Raises `BadFeature`."""
    text = _text(geometry.first("coordinates")).replace(" ,", ",").replace(", ", ",")
    points = []
    for word in text.split():
        numbers = word.split(",")
        try:
            points.append((float(numbers[0]), float(numbers[1])))
        except (ValueError, IndexError):
            raise BadFeature(f"{word[:40]!r} is no point; a point is longitude,latitude") from None
    return points
