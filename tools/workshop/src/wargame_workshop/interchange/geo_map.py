"""Longitudes and latitudes on a map of squares: the part of the earth that it shows, and where a point lies on it."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, cos, floor, radians
from pathlib import Path

from attrs import frozen

from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.geography import Feature, LonLat
from wargame_workshop.splices import head_text, terrain_text

MILES_A_DEGREE = 69.0
"""Of latitude; a degree of longitude is shorter by the cosine of the latitude."""
PIXELS = 48
"""The size of a space, in the unit in which lines are laid on the grid."""
WHOLE_EARTH = 340
"""Degrees of longitude from which a map is one of the whole earth, from 180 west to 180 east."""
FEW = 4
"""Of so many features one may be doubted."""
FAR = 10.0
"""How far from all others a doubted feature lies at least, in degrees."""


@frozen
class Window:
    """A part of the earth. ``east`` is greater than ``west``, and so above 180 where the far side is in it."""

    west: float
    south: float
    east: float
    north: float

    @classmethod
    def read(cls, text: str) -> "Window":
        """The window that "WEST,SOUTH,EAST,NORTH" writes, in degrees. Raises ValueError.

        >>> Window.read("178,-19,-178,-16")
        Window(west=178.0, south=-19.0, east=182.0, north=-16.0)
        """
        try:
            west, south, east, north = (float(word) for word in text.split(","))
        except ValueError:
            raise ValueError(f"{text[:80]!r}: write WEST,SOUTH,EAST,NORTH in degrees, as in -92,32,-84,37") from None
        if not (-180 <= west <= 180 and -180 <= east <= 360 and -90 <= south < north <= 90 and west != east):
            raise ValueError(
                f"{text[:80]!r}: south and north lie between -90 and 90, west and east between -180 and 180"
            )
        return cls(west, south, east if east > west else east + 360, north)

    def __str__(self) -> str:
        return f"{self.west:g},{self.south:g},{self.east:g},{self.north:g}"


def window_of(points: Iterable[LonLat]) -> Window:
    """The smallest window with all points, of which there is one; its longitudes run on over 180 if need be."""
    point_list = list(points)
    lons = sorted({(lon + 180) % 360 - 180 for lon, _ in point_list})
    south, north = min(lat for _, lat in point_list), max(lat for _, lat in point_list)
    gaps = [(b - a, b) for a, b in zip(lons, [*lons[1:], lons[0] + 360], strict=True)]
    gap, west = max(gaps, key=lambda gap_and_west: (gap_and_west[0], gap_and_west[1] > 180))
    if west >= 180 or 360 - gap >= WHOLE_EARTH:
        return Window(lons[0], south, lons[-1], north)
    return Window(west, south, west + 360 - gap, north)


def without_their_minus(features: Sequence[Feature]) -> frozenset[int]:
    """The places, in their list, of features that lie far from all others, and among them with the other sign."""
    spots = []
    for feature in features:
        lons, lats = zip(*feature.points, strict=True)
        spots.append(((min(lons) + max(lons)) / 2, (min(lats) + max(lats)) / 2))
    east = [number for number, (lon, _) in enumerate(spots) if lon > 0]
    west = [number for number, (lon, _) in enumerate(spots) if lon <= 0]
    spots_of_smaller_side, spots_of_larger_side = sorted((east, west), key=len)
    if not spots_of_smaller_side or len(spots_of_larger_side) < FEW * len(spots_of_smaller_side):
        return frozenset()
    among = [spots[number] for number in spots_of_larger_side]
    low, high = min(lon for lon, _ in among), max(lon for lon, _ in among)
    south, north = min(lat for _, lat in among), max(lat for _, lat in among)
    margin = max(0.5, (high - low) / 10)

    def doubted(lon: float, lat: float) -> bool:
        degrees_off = min(abs((lon - end + 180) % 360 - 180) for end in (low, high))
        lies_among = low - margin <= -lon <= high + margin and south - margin <= lat <= north + margin
        return lies_among and bool(degrees_off > max(FAR, 2 * (high - low)))

    return frozenset(number for number in spots_of_smaller_side if doubted(*spots[number]))


def fitted_map(path: Path, features: Sequence[Feature], miles: float, window: Window | None = None) -> str:
    """A map file of a window, or else one that holds all features, at some miles a space.

    A feature whose longitude seems to lack its minus does not count. Raises `DataError` (E706) for too large a map.
    """
    doubted_numbers = without_their_minus(features)
    trusted_features = [feature for number, feature in enumerate(features) if number not in doubted_numbers]
    map_window = window or window_of(point for feature in trusted_features for point in feature.points)
    degrees_down = miles / MILES_A_DEGREE
    degrees_across = degrees_down / max(0.1, cos(radians((map_window.south + map_window.north) / 2)))
    margin = 0.0 if window else 0.5
    height, width = (
        (map_window.north - map_window.south) / degrees_down,
        (map_window.east - map_window.west) / degrees_across,
    )
    rows, cols = (ceil(height), ceil(width)) if window else (int(height) + 2, int(width) + 2)
    if rows * cols > LARGEST:
        message = f"{rows} x {cols} spaces; at most {LARGEST:,}"
        hint = "take more miles a space, or a part of the earth, as in --within -92,32,-84,37"
        raise DataError([Problem(path.name, 1, 1, "E706", message, hint)])
    title = path.stem.replace("_", " ").replace("-", " ").title()
    lines = head_text(f"{'KML' if path.suffix.casefold() in ('.kml', '.kmz') else 'GeoJSON'}, {path.name}", title)
    lines += [f"rows = {rows}", f"cols = {cols}", f"miles_per_space = {miles}"]
    lines += [
        f"lat_top = {map_window.north + margin * degrees_down:.6f}",
        f"lon_west = {map_window.west - margin * degrees_across:.6f}",
    ]
    lines += [f"deg_lat_per_row = {degrees_down:.6f}", f"deg_lon_per_col = {degrees_across:.6f}", "shorthand = 1"]
    return "\n".join([*lines, *terrain_text({".": "clear"}, ["." * cols] * rows), ""])


@frozen
class Projection:
    """Where points of the earth lie on a map, in pixels from its upper left corner."""

    rows: int
    cols: int
    lat_top: float
    lon_west: float
    deg_lat_per_row: float
    deg_lon_per_col: float

    @classmethod
    def of(cls, head: Mapping[str, float]) -> "Projection":
        """The projection of a [map]."""
        keys = ("lat_top", "lon_west", "deg_lat_per_row", "deg_lon_per_col")
        return cls(int(head["rows"]), int(head["cols"]), *(float(head[key]) for key in keys))

    @property
    def width(self) -> float:
        return float(self.cols * PIXELS)

    @property
    def height(self) -> float:
        return float(self.rows * PIXELS)

    def pixel(self, point: LonLat) -> tuple[float, float]:
        """A point in pixels, its longitude taken as it is written."""
        x = (point[0] - self.lon_west) / self.deg_lon_per_col
        return x * PIXELS, (self.lat_top - point[1]) / self.deg_lat_per_row * PIXELS

    def shifts(self, lons: Iterable[float]) -> Sequence[int]:
        """The whole turns of the earth by which some longitudes come to lie over the map."""
        longitudes = list(lons)
        east = self.lon_west + self.cols * self.deg_lon_per_col
        first_shift = ceil((self.lon_west - max(longitudes)) / 360)
        last_shift = floor((east - min(longitudes)) / 360)
        return [360 * turn for turn in range(first_shift, last_shift + 1)]

    def contains(self, point: LonLat) -> bool:
        """Whether a point lies on the map, with its longitude in any writing."""
        south = self.lat_top - self.rows * self.deg_lat_per_row
        return south <= point[1] <= self.lat_top and bool(self.shifts([point[0]]))
