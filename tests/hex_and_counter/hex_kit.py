"""A clear map of eight by eight hexes, and units on it in a line: what the worked examples of the parts stand on."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from wargame_core.charts import Chart, NumberAxis, Result
from wargame_core.maps.features import Barrier, Road, edge
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_hex_and_counter import (
    Advance,
    Book,
    Combat,
    Face,
    HexBoard,
    Movement,
    OddsTable,
    Pieces,
    Retreat,
    Stacking,
    TerrainChart,
    Unit,
    Zones,
)
from wargame_hex_and_counter.printed.terrain import HexsideRow, RoadRow, TerrainRow

GRID = HexGrid.numbered(range(1, 9), range(1, 9))


def at(name: str) -> int:
    """The hex with a printed number."""
    space = GRID.read_coordinates(name)
    assert space is not None
    return space


def ground(
    terrain: Mapping[str, str] | None = None,
    rivers: Mapping[str, list[tuple[str, str]]] | None = None,
    roads: Mapping[str, list[str]] | None = None,
) -> HexMap:
    """A map with other terrain in some hexes, hexsides by kind, and roads by kind."""
    words = [(terrain or {}).get(name, "clear") for name in GRID.names]
    barriers = [
        Barrier("", kind, frozenset(edge(at(a), at(b)) for a, b in sides), bars=False)
        for kind, sides in (rivers or {}).items()
    ]
    lines = [Road("", kind, tuple(map(at, path))) for kind, path in (roads or {}).items()]
    return Map(GRID, terrain=tuple(words), barriers=tuple(barriers), roads=tuple(lines))


CHART = TerrainChart(
    {
        "clear": TerrainRow(enter=Fraction(1)),
        "forest": TerrainRow(enter=Fraction(2), attacked="1 left"),
        "swamp": TerrainRow(enter=Fraction(3)),
        "woods": TerrainRow(enter=Fraction(1), stops=("infantry",)),
        "marsh": TerrainRow(enter={"infantry": Fraction(3)}, zones="end"),
        "water": TerrainRow(),
    },
    {
        "river": HexsideRow(cross=Fraction(1), attacked="1 left"),
        "lake": HexsideRow(cross=Fraction(0), zones="end"),
        "bank": HexsideRow(attacked="doubled"),
        "slope": HexsideRow(attacking="halved"),
        "ridge": HexsideRow(attacking="1 right"),
    },
    {"pike": RoadRow(along=Fraction(1, 2)), "rail": RoadRow(along=Fraction(1, 4))},
)
ZONES = Zones(("infantry", "armor"), entering="stops", leaving="free")
ONE = Stacking(1)


def unit(id_: str, strength: int = 6, move: int = 4, *, kind: str = "infantry", back: int = 0) -> Unit:
    """A counter; the first letter of its id says whose: "r" red, "b" blue."""
    faces = (Face(strength, move), *([Face(back, move)] if back else []))
    return Unit(id_, {"r": "red", "b": "blue"}[id_[0]], kind, id_.upper(), faces)


def stand(game_map: HexMap, *units: Unit, board: Any = None, **where: str) -> Pieces:
    """Units where they stand: ``stand(map, unit("r1"), r1="0303")``."""
    return Pieces(game_map, {one.id: one for one in units}, {id_: at(hex_) for id_, hex_ in where.items()}, board=board)


def a_board(pieces: Pieces) -> HexBoard:
    """A board with these units."""
    return HexBoard(book=Book(pieces.map, pieces.units), scenario="test", at=dict(pieces.at))


def hexes(game_map: HexMap, mask: int) -> list[str]:
    """The printed numbers of the hexes of a mask."""
    return [name for space, name in enumerate(game_map.grid.names) if mask >> space & 1]


def table(result: str = "Ex", *phrases: str, off_chart: Literal["refuse", "clamp"] = "clamp") -> OddsTable:
    """A table on which every die says the same; odds beyond it are its last column, or refused."""
    columns = NumberAxis.ratio("odds", ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1"], off_chart=off_chart)
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    chart = Chart.of("crt", "Combat", rows, columns, [[result] * 6 for _ in range(6)], str)
    return OddsTable(chart, {result: Result.read(result, phrases)})


def movement(zones: Zones = ZONES, stacking: Stacking = ONE, **settings: Any) -> Movement:
    """Movement by the chart above."""
    return Movement(CHART, zones, stacking, **settings)


def retreat(stacking: Stacking = ONE, **settings: Any) -> Retreat:
    """Retreat by the owner, not into zones, else eliminated, unless set otherwise."""
    usual = {"chosen_by": "owner", "into_zones": "forbidden", "friends": "block", "otherwise": "eliminated"}
    return Retreat(CHART, ZONES, stacking, **{**usual, **settings})


def combat(crt: OddsTable, *, stacking: Stacking = ONE, going_back: Retreat | None = None, **settings: Any) -> Combat:
    """Combat in which nobody must, with one unit that advances."""
    usual: dict[str, Any] = {
        "must": (),
        "one_attack": "several hexes",
        "terrain": "all count",
        "hexsides": "if all attack across",
        "advance": Advance("one unit", "nobody"),
        "retreat": going_back or retreat(stacking),
    }
    return Combat(crt, CHART, ZONES, stacking, **{**usual, **settings})
