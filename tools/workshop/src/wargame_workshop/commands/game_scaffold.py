"""``wargame new game``: an installable plugin with a small game that plays, draws and obeys the laws from the start.

It begins with a map of one of the grids, with room for as many sides as play.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import Template
from types import ModuleType

from attrs import frozen

from wargame_core.data.files import write_whole
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.limits import quote
from wargame_core.maps.files.areas import AreaMapFile
from wargame_core.maps.files.hexes import HexMapFile
from wargame_core.maps.files.squares import SquareMapFile
from wargame_core.plugins.discovery import discover
from wargame_workshop.commands.editor_schemas import name_schemas

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


TEMPLATES = Path(__file__).parent / "new_game"
COLORS = ("#3b5b92", "#a5453d", "#4f7d4a", "#b08a2e", "#6d4f8a", "#3f8a8a", "#8a5a3f", "#5c5c5c")
"""The colours of the sides, in their order."""
MOST_SEATS = len(COLORS)


@frozen
class NewGame:
    """The name, the seats and the map of a new game."""

    id: str
    title: str
    seats: tuple[str, ...]
    grid: str
    start: StartMap

    @staticmethod
    def named(folder: Path, grid: str, seats: Sequence[str]) -> NewGame:
        """A game with the name of its folder. Raises `WargameError` for names that cannot be used."""
        name = re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.casefold()).strip("_")
        if not name.isidentifier() or keyword.iskeyword(name):
            raise WargameError(f"{quote(folder.name)} cannot be a game's name: begin it with a letter, as in my_game")
        if taken := next((plugin for plugin in discover() if plugin.id == name), None):
            raise WargameError(f"the plugin {name} of {taken.distribution} is installed: give the folder another name")
        if grid not in MAPS:
            raise UnknownName("map", grid, MAPS)
        for seat in seats:
            if not re.fullmatch("[a-z][a-z0-9_]*", seat) or seat in (SPECTATOR, REFEREE, "draw"):
                raise WargameError(f"{quote(seat)} cannot be a seat: use small letters, as in blue,red")
        if not 2 <= len(set(seats)) == len(seats) <= MOST_SEATS:
            raise WargameError(f"{len(seats)} seats ({', '.join(seats)}): name 2 to {MOST_SEATS}, each once")
        title = name.replace("_", " ").title()
        return NewGame(name, title, tuple(seats), grid, MAPS[grid](name, title, len(seats)))

    def write(self, folder: Path) -> None:
        """Write the plugin into a new folder."""
        words = {
            "id": self.id,
            "title": self.title,
            "package": f"wargame_{self.id}",
            "distribution": f"wargame-{self.id.replace('_', '-')}",
            "class_name": self.title.replace(" ", ""),
            "format": MAP_FILES[self.grid].__module__.rpartition(".")[2],
            "map_class": MAP_FILES[self.grid].__name__,
            "seats": _tuple(self.seats),
            "colors": _tuple(COLORS[: len(self.seats)]),
        }
        package = folder / "src" / words["package"]
        for name, target in (
            ("pyproject.toml", folder),
            ("README.md", folder),
            ("test_laws.py", folder / "tests"),
            ("__init__.py", package),
            ("game.py", package),
            ("data.py", package),
        ):
            text = Template((TEMPLATES / f"{name}.txt").read_text("utf-8")).substitute(words)
            write_whole(target / name, text)
        write_whole(package / "py.typed", "")
        write_whole(package / "data" / "map.toml", self.start.text)
        alone = f"{self.title}: one against one"
        write_whole(package / "data" / "standard.toml", self._scenario("standard", self.title))
        write_whole(package / "data" / "trial.toml", self._scenario("trial", alone, pieces=1))
        with _module(package / "data.py") as data:
            scenario = data.ScenarioFile
            schemas = {"map.toml": MAP_FILES[self.grid], "standard.toml": scenario, "trial.toml": scenario}
            name_schemas(package / "data", schemas)

    def _scenario(self, name: str, title: str, pieces: int = 2) -> str:
        rows = [f'source = {{ document = "{self.title}", basis = "text" }}\n']
        rows.append(f'[scenario]\nid = "{name}"\ntitle = "{title}"\n')
        for seat, spaces in zip(self.seats, self.start.homes, strict=True):
            for number, space in enumerate(spaces[:pieces], 1):
                called = f"{seat.replace('_', ' ').capitalize()} {number}"
                rows.append(f'[[piece]]\nid = "{seat}-{number}"\nside = "{seat}"\nname = "{called}"\nat = "{space}"\n')
        return "\n".join(rows)


@contextmanager
def _module(path: Path) -> Iterator[ModuleType]:
    """A module that was written just now and belongs to no package yet, as long as it is looked at."""
    module = ModuleType("_of_a_new_game")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(path.read_text("utf-8"), str(path), "exec"), module.__dict__)  # our own template
        yield module
    finally:
        del sys.modules[module.__name__]


def _tuple(texts: Sequence[str]) -> str:
    return "(" + ", ".join(f'"{text}"' for text in texts) + ")"
