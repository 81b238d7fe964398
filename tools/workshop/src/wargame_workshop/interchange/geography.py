"""What files of geography have in common: features with properties, and points by longitude and latitude."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import isfinite
from typing import Any, Final, Literal

from attrs import field, frozen

from wargame_core.errors import Problem

LonLat = tuple[float, float]
Shape = Literal["Point", "LineString", "Polygon"]

MOST_POINTS: Final = 500_000
"""Points, and lists of them, that are read of a file."""
MOST_FEATURES: Final = 50_000
"""Features that are read of a file."""


@frozen(slots=False)
class Feature:
    """A thing on earth: what its file calls it, the points of each of its parts, and where it stands in the file.

    ``name`` and ``kind`` are empty until `feature_kinds.FeatureNaming` says which properties hold them.
    """

    called: str
    where: tuple[int, int]
    shape: Shape
    parts: tuple[tuple[LonLat, ...], ...]
    properties: Mapping[str, object] = field(factory=dict)
    name: str = ""
    kind: str = ""

    @cached_property
    def folded(self) -> Mapping[str, object]:
        """The properties by their keys in small letters."""
        return {key.casefold(): value for key, value in self.properties.items()}

    @property
    def points(self) -> Iterator[LonLat]:
        """The points of all parts."""
        return (point for part in self.parts for point in part)


@frozen
class Geography:
    """What was read of a file: its features, those that were left out, and kinds of things that never come."""

    features: tuple[Feature, ...]
    left_out: tuple[Problem, ...] = ()
    missing: tuple[str, ...] = ()


class BadFeature(ValueError):
    """A feature that is left out; the message says why, the hint what a designer can do."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


def point_on_earth(point: Any) -> LonLat:
    """A point whose longitude is first; both writings of the far side of the earth are let in, 181 and -179.

    Raises `BadFeature`.
    """
    numbers = list(point[:2]) if isinstance(point, (list, tuple)) else []
    if len(numbers) < 2 or any(
        isinstance(coordinate, bool) or not isinstance(coordinate, (int, float)) or not isfinite(coordinate)
        for coordinate in numbers
    ):
        raise BadFeature("a point is [longitude, latitude]")
    lon, lat = numbers
    if not (-360 <= lon <= 360 and -90 <= lat <= 90):
        hint = "longitude first, then latitude, in degrees (EPSG:4326)"
        raise BadFeature(f"({lon}, {lat}) is not a place on earth", hint)
    return float(lon), float(lat)


def checked_parts(shape: Shape, parts: Iterable[Iterable[Any]]) -> tuple[tuple[LonLat, ...], ...]:
    """The parts of a feature with as many points as its shape needs, empty ones left out. Raises `BadFeature`."""
    least_points = {"Point": 1, "LineString": 2, "Polygon": 3}[shape]
    read_parts = [tuple(map(point_on_earth, part)) for part in parts]
    good_parts = tuple(part for part in read_parts if len(part) >= least_points)
    if not good_parts:
        raise BadFeature("has no geometry", "draw it, or take it out of the layer")
    return good_parts


NAMES: Final = ("name", "name_en", "label", "title")
"""Properties that are the name of a feature, the first that has a text."""


def named(called_text: str, name: str) -> str:
    """What messages call a feature: its number, and its name where it has one."""
    return f'{called_text} "{name[:80]}"' if name else called_text


def name_in(properties: Mapping[str, object], key: str = "") -> str:
    """The name among properties: that of ``key``, else of a well-known one, in small or capital letters."""
    values_by_name = {word.casefold(): value for word, value in properties.items()}
    names = (str(values_by_name.get(word.casefold()) or "").strip() for word in ([key] if key else NAMES))
    return next(filter(None, names), "")
