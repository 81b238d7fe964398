"""How a table of a campaign becomes a board: the numbers of the translation, the hexes, the ground, where bodies stand.

The numbers are read from data so that a designer can see and change them. All of them are ours. Source: CB p.1 What is
ours. Readings: What is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from attrs import define, field, frozen

from wargame_altar_of_freedom.rules.tabletop.brief import SideInBattle
from wargame_altar_of_freedom.rules.tabletop.ground import Cell, Square, TabletopGround, Water
from wargame_battlecry.printed import files as rulebook
from wargame_battlecry.printed.game_board import HEXES, MAP, ROW, SIZE, WIDTHS, WITHIN
from wargame_battlecry.printed.pieces import Rulebook
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_core.data import DataFolder, Problems, check_source, read_toml, structure

DATA = Path(__file__).parent / "data"


@frozen
class FiguresRow:
    """[figures]: of a unit with rating 0, by arm, and how many ``most`` a rating adds or takes."""

    infantry: int
    cavalry: int
    artillery: int
    most: int


@frozen
class HandRow:
    """[hand]: what makes a hand of cards larger or smaller."""

    base: int
    least: int
    most: int
    many_points: int
    few_points: int
    unknown_points: int
    good: tuple[str, ...]
    bad: tuple[str, ...]


@frozen
class HourRow:
    """[hour]: turns of each side in an hour."""

    turns: int


@frozen
class GroundRow:
    """[terrain.NAME]: ``kind`` of tile on ``share`` percent of the hexes of a square of this terrain."""

    kind: str
    share: int


@frozen
class BuiltRow:
    """[place.KIND]: so many hexes of a ``kind`` of tile for a place of this kind."""

    kind: str
    hexes: int


@frozen
class Translation:
    """How a battle of a campaign becomes one of Battle Cry, in numbers. What is not named stays clear ground."""

    figures: FiguresRow
    hand: HandRow
    hour: HourRow
    terrain: Mapping[str, GroundRow]
    place: Mapping[str, BuiltRow]


@lru_cache(maxsize=1)
def translation() -> Translation:
    """The packaged numbers. Raises `DataError` when the file is wrong."""
    problems = Problems()
    doc = read_toml(DATA / "translation.toml", "the translation")
    check_source(doc, problems)
    numbers = structure(doc, Translation, problems)
    problems.done()
    assert numbers is not None
    return numbers


@lru_cache(maxsize=1)
def box() -> Rulebook:
    """The box of Battle Cry: its terrain, cards and kinds of units, without its battles."""
    return rulebook.load_tables(VOCABULARY, DataFolder(rulebook.DATA, None), Problems())


ROWS, ACROSS = len(WIDTHS), max(WIDTHS)
LEFTMOST = min(MAP.grid.doubled(space)[0] for space in range(SIZE))
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
Point = tuple[float, float]
"""A place on the table in squares: how far east, and how far south, of its north-west corner."""


@frozen
class TableOnBoard:
    """Where the hexes of the board lie on the table: ``foot`` is the edge of the table at the Union's side of it.

    Source: CB p.1 The board. Readings: The board.
    """

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
class Tiles:
    """The tile of every hex that is not clear, and the names of hexes."""

    chart: TableOnBoard
    kinds: dict[int, str] = field(factory=dict)
    names: dict[int, str] = field(factory=dict)


def tiles_of(chart: TableOnBoard) -> Tiles:
    """The tiles of a table. Source: CB p.2 The ground."""
    tiles = Tiles(chart)
    for square in chart.ground.squares:
        _cover(tiles, square)
    ways = [way for way in chart.ground.ways if way.kind != "stream"]
    roads = {space for way in ways for space in _line(chart, way.cells)}
    for space in roads:  # a road runs through open ground
        tiles.kinds.pop(space, None)
    for stream in chart.ground.ways:
        if stream.kind == "stream":
            _flow(tiles, _line(chart, stream.cells), roads, stream.name)
    for water in chart.ground.waters:
        _run(tiles, water, roads)
    for square in chart.ground.squares:
        _build(tiles, square)
    return tiles


def _cover(tiles: Tiles, square: Square) -> None:
    """The terrain of a square on its share of hexes; which of them follows from its name."""
    row = translation().terrain.get(square.terrain, GroundRow("clear", 0))

    def mixed(space: int) -> str:
        return blake2b(f"{square.id} {HEXES[space]}".encode(), digest_size=8).hexdigest()

    hexes = sorted(tiles.chart.hexes(square.at), key=mixed)
    for space in hexes[: round(len(hexes) * row.share / 100)]:
        tiles.kinds[space] = row.kind


def _build(tiles: Tiles, square: Square) -> None:
    """The place of a square, nearest its middle, where no water runs."""
    row = translation().place.get(square.place_kind) if square.place else None
    for space in tiles.chart.hexes(square.at)[: row.hexes] if row is not None else ():
        if row is not None and tiles.kinds.get(space) not in ("bridge", "waterway"):
            tiles.kinds[space], tiles.names[space] = row.kind, square.place


def _flow(tiles: Tiles, hexes: Iterable[int], roads: set[int], name: str) -> None:
    for space in hexes:
        tiles.kinds[space] = "bridge" if space in roads else "waterway"
        tiles.names.setdefault(space, name)


def _run(tiles: Tiles, water: Water, roads: set[int]) -> None:
    """A line between two squares: hills for a ridge, else a river, with its crossing or bridges where roads run."""
    inside = {square.at for square in tiles.chart.ground.squares}
    if not inside.issuperset(water.between):
        return
    hexes = list(dict.fromkeys(map(tiles.chart.nearest, _border(*water.between))))
    if water.kind == RIDGE:
        tiles.kinds |= {space: "hill" for space in hexes if space not in roads}
        return
    bridges = [space for space in hexes if space in roads] if not water.crossing else []
    for space in hexes:
        tiles.kinds[space] = "bridge" if space in bridges else "waterway"
        tiles.names.setdefault(space, water.name)
    if water.crossing and not water.destroyed:
        space = hexes[len(hexes) // 2]
        tiles.kinds[space] = "bridge" if water.crossing_kind == "bridge" else "ford"
        tiles.names[space] = water.crossing


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


T = TypeVar("T")
APART = 2
"""Hexes between enemies at the start, and those that arrive, where there is room."""


@frozen
class Body:
    """Brigades that stand or come together: a division, or the guns of an army. ``edges`` is where it comes on."""

    name: str
    side: str
    at: Cell
    edges: tuple[str, ...]
    arrives: int
    brigades: tuple[str, ...]


def bodies_of(side: SideInBattle, contact: Cell) -> tuple[Body, ...]:
    """The divisions of a side in the order of the brief; guns of the army stand where the armies met."""
    bodies = [
        Body(division.name, side.side, division.at, division.edges, division.arrives, division.units)
        for division in side.divisions
    ]
    named = {brigade for body in bodies for brigade in body.brigades}
    guns = tuple(unit.id for unit in side.units if unit.id not in named)
    if guns:
        at, edges = (bodies[0].at, bodies[0].edges) if bodies else (contact, ())
        bodies.append(Body("Guns of the army", side.side, at, edges, 0, guns))
    return tuple(bodies)


def places_for(
    chart: TableOnBoard, body: Body, wanted: Iterable[T], free: Callable[[T, int], bool], enemies: int
) -> dict[T, int]:
    """A free hex for each of ``wanted`` in turn, as far as there are any: in its square, at its edge or in the middle.

    ``free`` says whether a hex is open to one of them; ``enemies`` is a mask of hexes that it keeps away from.
    Source: CB p.2 Deployment. Readings: Deployment.
    """
    order = sorted(range(len(WITHIN)), key=lambda space: _worth(chart, body, space, enemies))
    taken: dict[T, int] = {}
    for piece in wanted:
        space = next((space for space in order if space not in taken.values() and free(piece, space)), None)
        if space is not None:
            taken[piece] = space
    return taken


def _worth(chart: TableOnBoard, body: Body, space: int, enemies: int) -> tuple[float, ...]:
    """The smaller the better: away from the enemy, in the square, near its edge (or its middle)."""
    close = bool(WITHIN[space][APART] & enemies)
    outside = chart.cell(space) != body.at
    if body.edges:
        near = min(chart.from_edge(space, body.at, edge) for edge in body.edges)
        return outside, close, *near, space
    middle = body.at[1] + 0.5, body.at[0] + 0.5
    return close, outside, round(_apart(chart.point(space), middle), 3), space
