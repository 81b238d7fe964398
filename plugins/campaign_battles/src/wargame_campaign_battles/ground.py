"""The table of a campaign's battle as a board of hexes: which square a hex lies in, and what stands on it.

The board is turned so that the attacker's edge is his own side of it. Source: CB p.1 The board. Readings: The board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import pairwise

from attrs import define, frozen

from wargame_altar_of_freedom.rules.tabletop.ground import Cell, Square, TabletopGround, Water
from wargame_battlecry.printed.game_board import HEXES, MAP, ROW, SIZE, WIDTHS
from wargame_campaign_battles.translation import translation

ROWS, ACROSS = len(WIDTHS), max(WIDTHS)
LEFTMOST = min(MAP.grid.doubled(space)[0] for space in range(SIZE))
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
Point = tuple[float, float]
"""A place on the table in squares: how far east, and how far south, of its north-west corner."""


@frozen
class TableOnBoard:
    """Where the hexes of the board lie on the table: ``foot`` is the edge of the table at the Union's side of it."""

    ground: TabletopGround
    foot: str

    def point(self, space: int) -> Point:
        """The middle of a hex on the table."""
        x, y = ((MAP.grid.doubled(space)[0] - LEFTMOST) / 2 + 0.5) / ACROSS, (ROW[space] + 0.5) / ROWS
        east, south = {"south": (x, y), "north": (1 - x, 1 - y), "east": (y, 1 - x), "west": (1 - y, x)}[self.foot]
        return east * self.ground.columns, south * self.ground.rows

    def cell(self, space: int) -> Cell:
        """The square that a hex lies in."""
        east, south = self.point(space)
        return min(int(south), self.ground.rows - 1), min(int(east), self.ground.columns - 1)

    def hexes(self, cell: Cell) -> list[int]:
        """The hexes of a square, those nearest its middle first."""
        middle = cell[1] + 0.5, cell[0] + 0.5
        inside = [space for space in range(SIZE) if self.cell(space) == cell]
        return sorted(inside, key=lambda space: (_apart(self.point(space), middle), space))

    def from_edge(self, space: int, cell: Cell, edge: str) -> tuple[float, float]:
        """How far a hex is from an edge of a square, and from the middle of that edge."""
        east, south = self.point(space)
        row, column = cell
        deep = {"north": south - row, "south": row + 1 - south, "west": east - column, "east": column + 1 - east}[edge]
        along = abs(east - column - 0.5) if edge in ("north", "south") else abs(south - row - 0.5)
        return abs(round(deep, 3)), round(along, 3)

    def nearest(self, point: Point) -> int:
        """The hex nearest a point of the table."""
        return min(range(SIZE), key=lambda space: (round(_apart(self.point(space), point), 6), space))


def _apart(here: Point, other: Point) -> float:
    return float((here[0] - other[0]) ** 2 + (here[1] - other[1]) ** 2)


@define
class _Tiles:
    chart: TableOnBoard
    kinds: dict[int, str]
    names: dict[int, str]


def tiles_of(chart: TableOnBoard) -> tuple[dict[int, str], dict[int, str]]:
    """The tile of every hex that is not clear, and the names of hexes. Source: CB p.2 The ground."""
    made = _Tiles(chart, {}, {})
    for square in chart.ground.squares:
        _cover(made, square)
    ways = [way for way in chart.ground.ways if way.kind != "stream"]
    roads = {space for way in ways for space in _line(chart, way.cells)}
    for space in roads:  # a road runs through open ground
        made.kinds.pop(space, None)
    for stream in chart.ground.ways:
        if stream.kind == "stream":
            _flow(made, _line(chart, stream.cells), roads, stream.name)
    for water in chart.ground.waters:
        _run(made, water, roads)
    for square in chart.ground.squares:
        _build(made, square)
    return made.kinds, made.names


def _cover(made: _Tiles, square: Square) -> None:
    """The terrain of a square on its share of hexes; which of them follows from its name."""
    row = translation().terrain_of(square.terrain)
    hexes = sorted(made.chart.hexes(square.at), key=lambda space: _mixed(square.id, space))
    for space in hexes[: round(len(hexes) * row.share / 100)]:
        made.kinds[space] = row.kind


def _mixed(square: str, space: int) -> str:
    return blake2b(f"{square} {HEXES[space]}".encode(), digest_size=8).hexdigest()


def _build(made: _Tiles, square: Square) -> None:
    row = translation().place_of(square.place_kind) if square.place else None
    for space in made.chart.hexes(square.at)[: row.hexes if row is not None else 0]:
        if row is not None and made.kinds.get(space) not in ("bridge", "waterway"):
            made.kinds[space], made.names[space] = row.kind, square.place


def _flow(made: _Tiles, hexes: Iterable[int], roads: set[int], name: str) -> None:
    for space in hexes:
        made.kinds[space] = "bridge" if space in roads else "waterway"
        made.names.setdefault(space, name)


def _run(made: _Tiles, water: Water, roads: set[int]) -> None:
    """A line between two squares: hills for a ridge, else a river, with its crossing or bridges where roads run."""
    inside = {square.at for square in made.chart.ground.squares}
    if not inside.issuperset(water.between):
        return
    hexes = list(dict.fromkeys(map(made.chart.nearest, _border(*water.between))))
    if water.kind == RIDGE:
        made.kinds |= {space: "hill" for space in hexes if space not in roads}
        return
    bridges = [space for space in hexes if space in roads] if not water.crossing else []
    for space in hexes:
        made.kinds[space] = "bridge" if space in bridges else "waterway"
        made.names.setdefault(space, water.name)
    if water.crossing and not water.destroyed:
        space = hexes[len(hexes) // 2]
        made.kinds[space] = "bridge" if water.crossing_kind == "bridge" else "ford"
        made.names[space] = water.crossing


RIDGE = "ridge"
"""The kind of a barrier that is high ground and no water."""
ASIDE = 0.01
"""How far beside a line between squares its hexes are looked for, so that it is one hex wide."""
POINTS = 12
"""Points looked at along a line of one square, besides its beginning."""


def _border(first: Cell, second: Cell) -> Iterator[Point]:
    """Points along the line between two squares that share a side."""
    row, column = max(first[0], second[0]), max(first[1], second[1])
    for number in range(POINTS):
        share = (number + 0.5) / POINTS
        yield (column + share, row - ASIDE) if first[1] == second[1] else (column - ASIDE, row + share)


def _line(chart: TableOnBoard, cells: tuple[Cell, ...]) -> list[int]:
    """The hexes along a way from the middle of one square to that of the next, within the table."""
    spaces: dict[int, None] = {}
    for (row, column), (next_row, next_column) in pairwise(cells):
        for step in range(POINTS + 1):
            share = step / POINTS
            east = column + 0.5 + share * (next_column - column)
            south = row + 0.5 + share * (next_row - row)
            if 0 <= east <= chart.ground.columns and 0 <= south <= chart.ground.rows:
                spaces.setdefault(chart.nearest((east, south)))
    return list(spaces)
