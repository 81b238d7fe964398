"""Lines on earth as lines in a rectangle: unwrapped at 180 degrees, cut at the rim, and short parts joined."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, hypot

from attrs import evolve, frozen

from wargame_workshop.interchange.geography import LonLat

Pixel = tuple[float, float]
SHARPEST = -0.5
"""The least cosine of the turn at which two parts of a road are one: sharper ones run side by side."""


def unwrapped(points: Sequence[LonLat]) -> list[LonLat]:
    """Points of a line whose longitudes lead on over 180 degrees, as 179, 181: each is the nearest to the one before.

    >>> unwrapped([(179.0, -17.0), (-179.0, -17.5)])
    [(179.0, -17.0), (181.0, -17.5)]
    """
    line: list[LonLat] = []
    for lon, lat in points:
        longitude_before = line[-1][0] if line else lon
        line.append((lon + 360 * round((longitude_before - lon) / 360), lat))
    return line


@frozen
class Run:
    """A line in the rectangle; whether its first and its last point are where it was cut at the rim.

    ``of`` is the number of the feature that it is of.
    """

    points: tuple[Pixel, ...]
    cut: tuple[bool, bool] = (False, False)
    of: int = 0

    @property
    def extent(self) -> float:
        """How wide or high it is, whichever is more."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return max(max(xs) - min(xs), max(ys) - min(ys))

    @property
    def turned(self) -> "Run":
        """The same from its other end."""
        return evolve(self, points=self.points[::-1], cut=self.cut[::-1])

    def leads(self, distance: float) -> Pixel:
        """The direction in which it arrives at its last point, of length 1, seen from so far before it."""
        x, y = self.points[-1]
        point_behind = next(
            (point for point in reversed(self.points) if dist(point, (x, y)) >= distance), self.points[0]
        )
        length = dist(point_behind, (x, y)) or 1.0
        return (x - point_behind[0]) / length, (y - point_behind[1]) / length


def cut_at_rim(points: Sequence[Pixel], width: float, height: float, line_number: int = 0) -> list[Run]:
    """The parts of a line that lie in the rectangle from 0, 0; a part begins and ends at the rim where it was cut."""
    runs: list[Run] = []
    line: list[Pixel] = []
    begun_at_rim = False
    for a, b in pairwise(points):
        ends_within = _within(a, b, width, height)
        if ends_within is None:
            continue
        first_share, last_share = ends_within
        if not line:
            begun_at_rim = first_share > 0
            line = [_between(a, b, first_share)]
        line.append(_between(a, b, last_share))
        if last_share < 1:
            runs.append(Run(tuple(line), (begun_at_rim, True), line_number))
            line = []
    if line:
        runs.append(Run(tuple(line), (begun_at_rim, False), line_number))
    return runs


def _between(a: Pixel, b: Pixel, part: float) -> Pixel:
    if part in (0, 1):
        return b if part else a
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _within(a: Pixel, b: Pixel, width: float, height: float) -> tuple[float, float] | None:
    """Between which parts of its length a stretch lies in the rectangle; None where it does not."""
    first_share, last_share = 0.0, 1.0
    for start, step, limit in ((a[0], b[0] - a[0], width), (a[1], b[1] - a[1], height)):
        if step == 0:
            if not 0 <= start <= limit:
                return None
            continue
        low, high = sorted((-start / step, (limit - start) / step))
        first_share, last_share = max(first_share, low), min(last_share, high)
    return (first_share, last_share) if first_share < last_share or (first_share == last_share and a == b) else None


def thinned(points: Sequence[Pixel], least_distance: float) -> tuple[Pixel, ...]:
    """A line without the points that lie less than ``least_distance`` from the one before; its ends stay.

    >>> thinned([(0, 0), (1, 0), (4, 0), (5, 0)], 2)
    ((0, 0), (4, 0), (5, 0))
    """
    kept_points = [points[0]]
    kept_points += (point for point in points[1:-1] if dist(point, kept_points[-1]) >= least_distance)
    return (*kept_points, points[-1])


def joined(runs: Sequence[Run], reach: float, space: float) -> list[Run]:
    """The parts of one road or river, those that lead on into one another as one.

    Ends that lie within ``reach`` meet, the nearest first, unless the line would turn back on itself there.
    """
    mates: dict[tuple[int, int], tuple[int, int]] = {}
    chain = list(range(len(runs)))
    for _, first_end, second_end in sorted(_meetings(runs, reach, space)):
        if first_end in mates or second_end in mates or _first(chain, first_end[0]) == _first(chain, second_end[0]):
            continue
        mates |= {first_end: second_end, second_end: first_end}
        chain[_first(chain, second_end[0])] = _first(chain, first_end[0])
    chained_runs: set[int] = set()
    joined_runs = []
    for number in range(len(runs)):
        free_end = next((end for end in (0, 1) if (number, end) not in mates), None)
        if number not in chained_runs and free_end is not None:
            joined_runs.append(_chain_of(runs, mates, number, free_end, chained_runs))
    return joined_runs


def _first(chain: list[int], number: int) -> int:
    while chain[number] != number:
        number = chain[number]
    return number


def _meetings(
    runs: Sequence[Run], reach: float, space: float
) -> Iterator[tuple[float, tuple[int, int], tuple[int, int]]]:
    """Pairs of ends of different runs that lie near each other, with how far; an end is its run and 0 or 1."""
    ends_by_cell: dict[tuple[int, int], list[tuple[int, int]]] = {}
    size = max(reach, 1.0)
    leads = {
        (number, end): (run if end else run.turned).leads(space / 2)
        for number, run in enumerate(runs)
        for end in (0, 1)
    }
    for number, run in enumerate(runs):
        for end_number in (0, 1):
            if run.cut[end_number]:
                continue
            x, y = run.points[-end_number]
            column, row = int(x // size), int(y // size)
            for dx, dy in ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                for other_end in ends_by_cell.get((column + dx, row + dy), ()):
                    gap = hypot(
                        x - runs[other_end[0]].points[-other_end[1]][0], y - runs[other_end[0]].points[-other_end[1]][1]
                    )
                    direction, other_direction = leads[number, end_number], leads[other_end]
                    straight = -(direction[0] * other_direction[0] + direction[1] * other_direction[1])
                    if other_end[0] != number and gap <= reach and straight > SHARPEST:
                        yield round(gap, 3), other_end, (number, end_number)
            ends_by_cell.setdefault((column, row), []).append((number, end_number))


def _chain_of(
    runs: Sequence[Run], mates: dict[tuple[int, int], tuple[int, int]], number: int, start: int, chained_runs: set[int]
) -> Run:
    """The runs that are joined to one another, from an end that nothing joins, as one."""
    line: list[Pixel] = []
    first_line, first_cut = runs[number].of, runs[number].cut[start]
    while True:
        chained_runs.add(number)
        run = runs[number] if start == 0 else runs[number].turned
        line += run.points[1:] if line and line[-1] == run.points[0] else run.points
        following_run = mates.get((number, 1 - start))
        if following_run is None:
            return Run(tuple(line), (first_cut, run.cut[1]), first_line)
        number, start = following_run
