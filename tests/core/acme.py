"""A distribution of a stranger: grids, dice and forms of charts that core does not know, found by entry point."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import atan2, cos, degrees, pi, sin
from typing import Any

import importlib_metadata
import pytest
from attrs import frozen

from wargame_core import D6, Die, Distribution, WargameError
from wargame_core.charts import SINGLE, Chart, ChartForm, NameAxis, NumberAxis, ReadCell
from wargame_core.maps.features import NamedPlace, Point, Road, edge
from wargame_core.maps.grid import Grid
from wargame_core.maps.lattice import Lattice, Spot

BROUGHT = {
    "wargame_core.grids": {
        "acme.triangles": "Triangles",
        "acme.points": "Points",
        "acme.globe": "Globe",
        "acme.broken": "Broken",
        "acme.gone": "Gone",
        "acme.words": "WORDS",
    },
    "wargame_core.dice": {
        "acme.average": "AVERAGE",
        "acme.loaded": "LOADED",
        "acme.pool": "POOL",
        "acme.deck": "DECK",
        "acme.no_die": "WORDS",
    },
    "wargame_core.charts": {
        "acme.shifts": "ShiftedTable",
        "acme.track": "Track",
        "acme.results": "Results",
        "acme.no_chart": "Triangles",
    },
}


def install(monkeypatch: pytest.MonkeyPatch, brought: Any = None, module: str = __name__) -> None:
    """As if the distribution were installed."""

    installed = importlib_metadata.entry_points

    def entry_points(**wanted: Any) -> Any:
        group = wanted.get("group", "")
        listed = (brought or BROUGHT).get(group, {}).items()
        found = [importlib_metadata.EntryPoint(name, f"{module}:{what}", group) for name, what in listed]
        return found or installed(**wanted)

    monkeypatch.setattr(importlib_metadata, "entry_points", entry_points)


# dice: faces of its own, a weighted die, a pool of dice by the dice that hit, a deck of which cards are not put back

AVERAGE = Die("average die", (2, 3, 3, 4, 4, 5))
LOADED = Die.of("loaded die", Distribution.from_counts({1: 1, 6: 3}))
POOL = Die.of("12 dice that hit on 5 and 6", 12 @ Distribution.of(D6).map(lambda face: int(face >= 5)))
DECK = Die("deck", tuple(range(2, 13)))


# forms of charts


@frozen
class Shifts:
    """A column, and how many columns to the right of it the look-up ends."""

    column: str
    right: int


class ShiftedChart(Chart[int]):
    """A table in which circumstances shift the column, never off the table."""

    def place(self, row: object, column: object = None) -> tuple[int, int]:
        shifts = column if isinstance(column, Shifts) else Shifts(str(column), 0)
        shifted = self.columns.index(shifts.column) + shifts.right
        return self.rows.index(row), min(max(shifted, 0), len(self.columns.labels) - 1)


@frozen
class ShiftRow:
    """[[row]]: the results of a roll."""

    die: str
    results: tuple[int, ...]


@frozen(kw_only=True)
class ShiftedTable(ChartForm):
    """A combat table with shifts of columns."""

    columns: tuple[str, ...]
    row: tuple[ShiftRow, ...]

    def chart(self, read: ReadCell) -> Chart[Any]:
        rows, printed = NumberAxis.of("die", [row.die for row in self.row]), [row.results for row in self.row]
        texts = [[str(result) for result in row] for row in printed]
        return ShiftedChart.of(self.id, self.title, rows, NameAxis.of("odds", self.columns), texts, read)

    def mistakes(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for n, row in enumerate(self.row):
            if len(row.results) != len(self.columns):
                yield ("row", n, "results"), f"{len(row.results)} results for {len(self.columns)} columns"


@frozen(kw_only=True)
class Track(ChartForm):
    """A track: boxes from 0 up, each with what holds there; beyond its ends the last box holds."""

    box: tuple[str, ...]

    def chart(self, read: ReadCell) -> Chart[Any]:
        boxes = NumberAxis.of("box", [str(n) for n in range(len(self.box))], off_chart="clamp")
        return Chart.of(self.id, self.title, boxes, SINGLE, [[text] for text in self.box], str)


@frozen(kw_only=True)
class Results(ChartForm):
    """Results by ranges of a roll: `"7-9" = "2"`."""

    dice: Die
    results: Mapping[str, str]

    def chart(self, read: ReadCell) -> Chart[Any]:
        ranges = NumberAxis.of("roll", self.results)
        for face in self.dice.odds:
            ranges.index(face)
        return Chart.of(self.id, self.title, ranges, SINGLE, [[text] for text in self.results.values()], read)


# grids


@frozen(eq=False, slots=False)
class Triangles(Grid):
    """Rows of triangles, the first of each row pointing up, then down and up by turns."""

    rows: int
    cols: int

    @property
    def size(self) -> int:
        return self.rows * self.cols

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(sorted(self._around(*divmod(space, self.cols)))) for space in range(self.size))

    def _around(self, row: int, col: int) -> list[int]:
        across = row + 1 if (row + col) % 2 == 0 else row - 1
        beside = [(row, col - 1), (row, col + 1), (across, col)]
        return [r * self.cols + c for r, c in beside if 0 <= r < self.rows and 0 <= c < self.cols]

    def coordinates(self, space: int) -> str:
        row, col = divmod(space, self.cols)
        return f"{chr(65 + row)}{col + 1}"

    def outline(self, space: int) -> tuple[Point, ...]:
        row, col = divmod(space, self.cols)
        left, right, middle = col / 2, col / 2 + 1, col / 2 + 0.5
        if (row + col) % 2 == 0:
            return (middle, row), (right, row + 1), (left, row + 1)
        return (left, row), (right, row), (middle, row + 1)


class Globe(Triangles):
    """A globe of triangles in belts, which close behind the map: the last of a belt touches the first."""

    def _around(self, row: int, col: int) -> list[int]:
        if self.cols % 2:
            raise WargameError(f"a belt of {self.cols} triangles does not close; their number must be even")
        across = row + 1 if (row + col) % 2 == 0 else row - 1
        near = [row * self.cols + (col + step) % self.cols for step in (-1, 1)]
        return near + ([across * self.cols + col] if 0 <= across < self.rows else [])

    def behind(self, a: int, b: int) -> Point:
        columns = abs(a % self.cols - b % self.cols)
        return (0.0, 0.0) if columns < 2 else (self.cols / 2 * (-1 if b > a else 1), 0.0)


class Broken(Triangles):
    """Triangles of which some do not know that they are neighbours."""

    def _around(self, row: int, col: int) -> list[int]:
        return super()._around(row, col) if row else []


@frozen(kw_only=True)
class PointRow:
    """[[point]]: a point, its place on the sheet, and the points to which lines lead."""

    id: str
    at: tuple[float, float]
    to: tuple[str, ...] = ()
    kind: str = "open"


WORDS = {
    word: (round(-1000 * cos(n * pi / 4)), round(1000 * sin(n * pi / 4)))
    for n, word in enumerate(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))
}


class Compass(Lattice):
    """Points, from which a way leads to the neighbour that lies nearest to its direction."""

    def step(self, space: int, way: str) -> int | None:
        down, right = self.ways[way]
        (x, y), turns = self.centres[space], {}
        for near in self.neighbours[space]:
            a, b = self.centres[near][0] - x, self.centres[near][1] - y
            turns[near] = abs(atan2(a * right - b * down, a * down + b * right))
        return min((near for near in turns if turns[near] <= pi / 8), key=turns.__getitem__, default=None)


@frozen(eq=False, slots=False)
class Points(Grid):
    """Points joined by lines; an army may turn only so far at a point."""

    point: tuple[PointRow, ...]
    sharpest: int = 90

    @property
    def size(self) -> int:
        return len(self.point)

    @cached_property
    def spaces(self) -> Mapping[str, int]:
        return {point.id: space for space, point in enumerate(self.point)}

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        pairs = ((a, self.spaces.get(name)) for a, point in enumerate(self.point) for name in point.to)
        return sorted({edge(a, b) for a, b in pairs if b is not None})

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        near = [{a + b - space for a, b in self.lines if space in (a, b)} for space in range(self.size)]
        return tuple(tuple(sorted(spaces)) for spaces in near)

    def coordinates(self, space: int) -> str:
        return self.point[space].id

    def outline(self, space: int) -> tuple[Point, ...]:
        x, y = self.point[space].at
        return tuple((x + 1 + cos(pi * n / 4) / 2, y + 1 + sin(pi * n / 4) / 2) for n in range(8))

    @property
    def drawn_as_network(self) -> bool:
        return True

    @cached_property
    def lattice(self) -> Lattice:
        centres: tuple[Spot, ...] = tuple((round(1000 * y), round(1000 * x)) for x, y in (p.at for p in self.point))
        return Compass(neighbours=self.neighbours, centres=centres, cells=centres, ways=WORDS)

    def contents(self) -> dict[str, Any]:
        return {
            "terrain": tuple(point.kind for point in self.point),
            "places": tuple(NamedPlace(point.id, space, "area") for space, point in enumerate(self.point)),
            "roads": tuple(Road("", "line", line) for line in self.lines),
        }

    def mistakes(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for n, point in enumerate(self.point):
            for m, name in enumerate(point.to):
                if name not in self.spaces:
                    yield ("point", n, "to", m), f"no point is called {name!r}"

    def turn(self, a: int, b: int, c: int) -> float:
        """The degrees by which a march from a through b to c turns aside."""
        (ax, ay), (bx, by), (cx, cy) = (self.point[space].at for space in (a, b, c))
        along, beside = (bx - ax) * (cx - bx) + (by - ay) * (cy - by), (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        return abs(degrees(atan2(beside, along)))
