"""What ``wargame new game`` writes: names and schemas of new folders, and a small game on a map of one of the grids.

The game plays, draws and obeys the laws from the start, with room for as many sides as play.
"""

from __future__ import annotations

import importlib
import json
import keyword
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from attrs import frozen

from wargame_core import REFEREE, SPECTATOR, UnknownName, WargameError, discover
from wargame_core.data import write_package, write_whole
from wargame_core.limits import quote


def new_name(folder: Path, named_kind: str) -> str:
    """The name of a folder as the id of a new plugin. Raises `WargameError` where it cannot be one."""
    name = plain_name(folder, named_kind)
    if other_plugin := next((plugin for plugin in discover() if plugin.id == name), None):
        raise WargameError(
            f"the plugin {name} of {other_plugin.distribution} is installed: give the folder another name"
        )
    return name


def plain_name(folder: Path, named_kind: str) -> str:
    """The name of a folder as an identifier, without accents. Raises `WargameError` where it cannot be one."""
    title = folder.resolve().name
    plain_title = "".join(
        sign for sign in unicodedata.normalize("NFKD", title.casefold()) if not unicodedata.combining(sign)
    )
    name = re.sub(r"[^a-z0-9]+", "_", plain_title).strip("_")
    reason = ""
    if foreign_sign := next((sign for sign in plain_title if sign.isalnum() and not sign.isascii()), ""):
        reason = f"it names a Python package too, so it has the letters a to z, digits and _, and not {foreign_sign!r}"
    elif keyword.iskeyword(name):
        reason = "that is a word of Python: choose another one"
    elif not name.isidentifier():
        reason = "begin it with a letter from a to z"
    if reason:
        raise WargameError(f"{quote(folder.name)} cannot be a {named_kind}'s name: {reason}, as in my_{named_kind}")
    return name


@contextmanager
def package_in(source: Path, name: str) -> Iterator[ModuleType]:
    """A package that was written just now and is not installed, as long as it is looked at."""
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, str(source))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module(name)
    finally:
        sys.path.remove(str(source))
        sys.dont_write_bytecode = writes
        for module in [module for module in sys.modules if module.partition(".")[0] == name]:
            del sys.modules[module]


FOLDER = ".schema"


def name_schemas(folder: Path, classes: Mapping[str, type]) -> None:
    """Write the JSON Schema of each file of a folder, made from the class that reads it, and name it in the file.

    The name stands in a line `#:schema ...` at the top, in the place of the first blank line below `source`, so that no
    line number changes; a file without such a line is left as it is. A class of which there may be many files names its
    schema by a class variable ``schema_name``; others are called as the file.
    """
    from wargame_core.data.schema import schema_of

    for name, cls in classes.items():
        path = folder / name
        if not path.is_file():
            continue
        source, *further_lines = path.read_text(encoding="utf-8").split("\n")
        if not further_lines or further_lines[0].strip():
            continue
        schema = Path(FOLDER, f"{getattr(cls, 'schema_name', path.stem)}.json")
        write_whole(folder / schema, json.dumps(schema_of(cls), indent=1) + "\n")
        lines = [f"#:schema {schema.as_posix()}", source, *further_lines[1:]]
        write_whole(path, "\n".join(lines))


def texts_in(*folders: Path) -> dict[str, str]:
    """The templates in some folders, by the name of the file that each becomes; those of later folders count."""
    files = (file for folder in folders for file in sorted(folder.iterdir()))
    return {file.name.removesuffix(".txt"): file.read_text("utf-8") for file in files}


ROWS = 4
"""The rows of a map with a grid; the sides begin in the first and in the last."""
Homes = tuple[tuple[str, str], ...]
"""For each side the spaces in which its two pieces begin."""


def grid_map(grid: str, sides: int) -> tuple[str, Homes]:
    """Squares, or hexes numbered by column and row, with woods and a pond in the middle; without the head.

    The sides begin by turns in the first and in the last row, each in two spaces beside each other.
    """
    columns = max(5, 3 * ((sides + 1) // 2) + 1)  # three for each pair of seats, and one
    middle_column = columns // 2 - 1
    woods = "".join("w" if column in (1, columns - 2) else "." for column in range(columns))
    pond = "".join("~" if column in (middle_column, middle_column + 1) else "." for column in range(columns))
    rows = "\n".join(f'  "{line}",' for line in ("." * columns, woods, pond, "." * columns))
    size = f"rows = {ROWS}\ncols = {columns}"
    if grid == "hex":
        size = f'grid = "hex"\n\n[[sheet]]\ncolumns = [1, {columns}]\nrows = [1, {ROWS}]'
    legend = 'legend = { "." = "clear", w = "woods", "~" = "water" }\nclosed = ["water"]'

    def home_of(row: int, column: int) -> str:
        return f"{column + 1:02}{row + 1:02}" if grid == "hex" else f"({row},{column})"

    places = [(ROWS - 1 if side % 2 else 0, 1 + 3 * (side // 2)) for side in range(sides)]
    homes = tuple((home_of(row, column), home_of(row, column + 1)) for row, column in places)
    return f"{size}\n\n[terrain]\n{legend}\ngrid = [\n{rows}\n]\n", homes


def area_map(sides: int) -> tuple[str, Homes]:
    """For each side a home and a camp, the camps in a ring round a town in the middle; without the head."""
    numbers = range(1, sides + 1)
    areas = [("town", "Crossroads", float(sides - 1), 3.2, "town")]
    for number in reversed(numbers):
        home_x = 2.0 * (number - 1)
        areas[:0] = [
            (f"home{number}", f"Home {number}", home_x, 0.0, "land"),
            (f"camp{number}", f"Camp {number}", home_x, 1.6, "land"),
        ]
    ring = [f"camp{n}" for n in numbers] + (["camp1"] if sides > 2 else [])
    routes = [*(f"home{n} > camp{n} > town" for n in numbers), " > ".join(ring)]
    route_lines = "\n".join(f'  "{route}",' for route in routes)
    rows = (
        f'[[area]]\nid = "{name}"\nname = "{title}"\nat = [{x}, {y}]\nkind = "{kind}"\n'
        for name, title, x, y, kind in areas
    )
    joins = f'[[join]]\nkind = "road"\nroutes = [\n{route_lines}\n]\n'
    homes = tuple((f"home{n}", f"camp{n}") for n in numbers)
    return 'grid = "areas"\n\n' + "\n".join([*rows, joins]), homes


def map_file_classes() -> dict[str, type]:
    """By word for a grid, the class that reads its map files."""
    from wargame_core.maps.files.map_file import GRIDS

    return {name: spelling.file_class for name, spelling in GRIDS.items()}


TEMPLATES = Path(__file__).parent / "new_game"
COLORS = ("#3b5b92", "#a5453d", "#4f7d4a", "#b08a2e", "#6d4f8a", "#3f8a8a", "#8a5a3f", "#5c5c5c")
"""The colours of the sides, in their order."""
MOST_SEATS = len(COLORS)
NO_SEATS = (SPECTATOR, REFEREE, "draw")


def words_of(game_id: str, title: str, seats: Sequence[str]) -> dict[str, str]:
    """What stands in the templates of a game."""
    return {
        "id": game_id,
        "title": title,
        "package": f"wargame_{game_id}",
        "distribution": f"wargame-{game_id.replace('_', '-')}",
        "class_name": title.replace(" ", ""),
        "seats": _tuple(seats),
        "colors": _tuple(COLORS[: len(seats)]),
    }


def words_of_map(map_file: type) -> dict[str, str]:
    """What stands in the templates of a game for the class that reads its map."""
    return {"format": map_file.__module__.rpartition(".")[2], "map_class": map_file.__name__}


@frozen
class NewGame:
    """The name, the seats and the map of a new game."""

    notes: ClassVar[tuple[str, ...]] = ()
    id: str
    title: str
    seats: tuple[str, ...]
    grid: str
    map: str
    homes: Homes

    @staticmethod
    def named(folder: Path, grid: str, seats: Sequence[str]) -> NewGame:
        """A game with the name of its folder. Raises `WargameError` for names that cannot be used."""
        name = new_name(folder, "game")
        if grid not in (maps := map_file_classes()):
            raise UnknownName("map", grid, maps)
        for seat in seats:
            if not re.fullmatch("[a-z][a-z0-9_]*", seat) or seat in NO_SEATS:
                raise WargameError(f"{quote(seat)} cannot be a seat: use small letters, as in blue,red")
        if not 2 <= len(set(seats)) == len(seats) <= MOST_SEATS:
            raise WargameError(f"{len(seats)} seats ({', '.join(seats)}): name 2 to {MOST_SEATS}, each once")
        title = name.replace("_", " ").title()
        text, homes = area_map(len(seats)) if grid == "areas" else grid_map(grid, len(seats))
        head = f'source = {{ document = "{title}", basis = "text" }}\n\n[map]\nid = "{name}"\ntitle = "{title}"'
        return NewGame(name, title, tuple(seats), grid, f"{head}\n{text}", homes)

    def write(self, folder: Path) -> None:
        """Write the plugin into a new folder."""
        map_file = map_file_classes()[self.grid]
        words = {**words_of(self.id, self.title, self.seats), **words_of_map(map_file)}
        package = write_package(folder, texts_in(TEMPLATES), words)
        write_whole(package / "data" / "map.toml", self.map)
        trial_title = f"{self.title}: one against one"
        write_whole(package / "data" / "standard.toml", self._scenario("standard", self.title))
        write_whole(package / "data" / "trial.toml", self._scenario("trial", trial_title, pieces=1))
        with module_at(package / "data.py") as data:
            scenario = data.ScenarioFile
            schemas = {"map.toml": map_file, "standard.toml": scenario, "trial.toml": scenario}
            name_schemas(package / "data", schemas)

    def _scenario(self, name: str, title: str, pieces: int = 2) -> str:
        rows = [f'source = {{ document = "{self.title}", basis = "text" }}\n']
        rows.append(f'[scenario]\nid = "{name}"\ntitle = "{title}"\n')
        for seat, spaces in zip(self.seats, self.homes, strict=True):
            for number, space in enumerate(spaces[:pieces], 1):
                piece_name = f"{seat.replace('_', ' ').capitalize()} {number}"
                rows.append(
                    f'[[piece]]\nid = "{seat}-{number}"\nside = "{seat}"\nname = "{piece_name}"\nat = "{space}"\n'
                )
        return "\n".join(rows)


@contextmanager
def module_at(path: Path) -> Iterator[ModuleType]:
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
