"""The maps that new games begin with: one of each grid, with room for as many sides as play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from wargame_core.maps.files.areas import AreaMapFile
from wargame_core.maps.files.hexes import HexMapFile
from wargame_core.maps.files.squares import SquareMapFile

ROWS = 4
"""The rows of a map with a grid; the sides begin in the first and in the last."""


@frozen
class StartMap:
    """The text of a map file, and for each side the spaces in which its two pieces begin."""

    text: str
    homes: tuple[tuple[str, str], ...]


def square_map(name: str, title: str, sides: int) -> StartMap:
    """Squares, with some woods and a pond in the middle."""
    columns = _columns(sides)
    text = f"{_head(name, title)}\nrows = {ROWS}\ncols = {columns}\n\n{_terrain(columns)}"
    return StartMap(text, _homes(sides, lambda row, column: f"({row},{column})"))


def hex_map(name: str, title: str, sides: int) -> StartMap:
    """Hexes in columns, numbered by column and row."""
    columns = _columns(sides)
    sheet = f"[[sheet]]\ncolumns = [1, {columns}]\nrows = [1, {ROWS}]"
    text = f'{_head(name, title)}\ngrid = "hex"\n\n{sheet}\n\n{_terrain(columns)}'
    return StartMap(text, _homes(sides, lambda row, column: f"{column + 1:02}{row + 1:02}"))


def area_map(name: str, title: str, sides: int) -> StartMap:
    """For each side a home and a camp, the camps in a ring round a town in the middle."""
    areas, routes = [], []
    for side in range(sides):
        across = 2.0 * side
        home, camp = f"home{side + 1}", f"camp{side + 1}"
        areas.append(_area(home, f"Home {side + 1}", (across, 0.0), "land"))
        areas.append(_area(camp, f"Camp {side + 1}", (across, 1.6), "land"))
        routes.append(f'  "{home} > {camp} > town",')
    areas.append(_area("town", "Crossroads", (float(sides - 1), 3.2), "town"))
    ring = [f"camp{side + 1}" for side in range(sides)] + (["camp1"] if sides > 2 else [])
    listed = "\n".join([*routes, f'  "{" > ".join(ring)}",'])
    joins = f'[[join]]\nkind = "road"\nroutes = [\n{listed}\n]\n'
    text = f'{_head(name, title)}\ngrid = "areas"\n\n' + "\n".join([*areas, joins])
    return StartMap(text, tuple((f"home{side + 1}", f"camp{side + 1}") for side in range(sides)))


MAPS: Mapping[str, Callable[[str, str, int], StartMap]] = {"hex": hex_map, "square": square_map, "areas": area_map}
"""By word for a grid, the function that makes the map of a new game."""
MAP_FILES: Mapping[str, type] = {"hex": HexMapFile, "square": SquareMapFile, "areas": AreaMapFile}
"""By word for a grid, the class that reads its map files."""


def _head(name: str, title: str) -> str:
    return f'source = {{ document = "{title}", basis = "text" }}\n\n[map]\nid = "{name}"\ntitle = "{title}"'


def _columns(sides: int) -> int:
    """Columns of a map with a grid: three for each pair of seats, and one."""
    return max(5, 3 * ((sides + 1) // 2) + 1)


def _terrain(columns: int) -> str:
    """The section [terrain]."""
    open_ground = "." * columns
    middle = columns // 2 - 1
    woods = "".join("w" if column in (1, columns - 2) else "." for column in range(columns))
    pond = "".join("~" if column in (middle, middle + 1) else "." for column in range(columns))
    rows = "\n".join(f'  "{line}",' for line in (open_ground, woods, pond, open_ground))
    return f"""[terrain]
legend = {{ "." = "clear", w = "woods", "~" = "water" }}
closed = ["water"]
grid = [
{rows}
]
"""


def _homes(sides: int, write: Callable[[int, int], str]) -> tuple[tuple[str, str], ...]:
    """Two spaces beside each other for each side, by turns in the first and in the last row."""
    places = [(ROWS - 1 if side % 2 else 0, 1 + 3 * (side // 2)) for side in range(sides)]
    return tuple((write(row, column), write(row, column + 1)) for row, column in places)


def _area(name: str, title: str, at: tuple[float, float], kind: str) -> str:
    return f"""[[area]]
id = "{name}"
name = "{title}"
at = [{at[0]}, {at[1]}]
kind = "{kind}"
"""
