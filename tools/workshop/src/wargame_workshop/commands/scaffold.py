"""For designers: ``wargame new`` writes something to begin with, ``wargame schema`` says what a data file may hold.

``wargame new game`` writes an installable plugin with a small game that plays, draws and obeys the laws from the start,
on a map of one of the grids, with room for as many sides as play.
"""

from __future__ import annotations

import importlib
import json
import keyword
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import Template
from types import ModuleType

import click
from attrs import frozen

from wargame_core.data.files import all_or_nothing, write_whole
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.sequence import Repeat, Step
from wargame_core.flow.sequence import Sequence as TurnSequence
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.plugins.discovery import Plugin, discover, plugin_of, plugins
from wargame_terminal.errors import program
from wargame_terminal.output import Output, game_names, open_game, table, typed, with_output
from wargame_workshop.commands.checks import claims


@click.command(epilog="Example: wargame new campaign my_campaign")
@click.argument("kind", required=False)
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--plugin", "name", metavar="PLUGIN", help="The plugin to ask, when several make this kind of thing.")
@click.option("--map", "grid", metavar="hex|square|areas", help="With `new game`: the map. Usually hexes.")
@click.option("--seats", metavar="A,B,...", help="With `new game`: who plays. Usually blue,red.")
@click.option("--rules", is_flag=True, help="With rules of its own: a distribution to install, with tests.")
@click.option("--of", metavar="GAME", shell_complete=game_names, help="With `new variant`: the game it changes.")
@with_output
def new(
    out: Output,
    kind: str | None,
    folder: Path | None,
    name: str | None,
    grid: str | None,
    seats: str | None,
    rules: bool,
    of: str | None,
) -> None:
    """Write a campaign, battle, scenario, game or variant to begin with into FOLDER. Without arguments, the kinds.

    `new campaign FOLDER --rules` writes a campaign as a plugin of its own, with an effect of a card, a line of victory
    points and a step of the turn that no other has. `new game` writes a small game of your sides on a map of your
    choice, to be changed.
    `new variant` writes house rules for a game that is there.
    """
    if kind != GAME and (grid or seats):
        raise click.UsageError(f"--map and --seats are of {program()} new {GAME} FOLDER")
    if (kind == VARIANT) != (of is not None):
        raise click.UsageError(f"--of GAME goes with {program()} new {VARIANT} FOLDER")
    if rules and kind in (None, GAME, VARIANT):
        raise click.UsageError(f"--rules goes with {program()} new campaign FOLDER")
    if kind is not None and folder is None:
        raise click.UsageError(f"say where to: {program()} new {kind} FOLDER")
    if folder is not None and of is not None:
        _new_variant(out, folder, of)
        return
    if kind == GAME and name is not None:
        raise click.UsageError(f"{program()} new {GAME} writes a plugin of its own and asks none: leave out --plugin")
    if kind == GAME and folder is not None:
        _new_game(out, folder, grid or "hex", [seat.strip() for seat in (seats or "blue,red").split(",")])
        return
    makers = [(plugin, made) for plugin in ([plugin_of(name)] if name else plugins()) for made in plugin.scaffold]
    if kind is None or folder is None:
        made_by = [*((made, plugin.id) for plugin, made in makers), (GAME, None), (VARIANT, None)]
        as_json = [{"kind": made, "plugin": maker} for made, maker in made_by]
        rows = [(made, f"from {plugin.title} ({plugin.id})") for plugin, made in makers]
        text = table([*rows, (GAME, "a plugin of your own"), (VARIANT, "house rules for a game that is there")])
        out.result({"kinds": as_json}, text)
        return
    plugin = _maker(kind, makers)
    if rules:
        _new_with_rules(out, folder, kind, plugin)
        return
    _free(folder)
    with all_or_nothing(folder):
        plugin.scaffold[kind](folder)
        name_schemas(folder, _schemas_of(plugin, folder))
    files = _files_in(folder) if folder.is_dir() else [folder]
    playable = next((path for path in (folder, *files) if claims(plugin, path)), None)
    steps = [f"{program()} lint {typed(folder)}"]
    steps += [f"{program()} play {typed(playable)}"] if playable is not None else []
    _tell(out, {"kind": kind, "plugin": plugin.id, "path": str(folder)}, files, steps)


GAME = "game"
VARIANT = "variant"
"""The kinds of things that core, and no plugin, writes."""


def _new_with_rules(out: Output, folder: Path, kind: str, plugin: Plugin) -> None:
    """Write a distribution with rules of its own, and the schemas of its files, which know the words of those."""
    if kind not in plugin.scaffold_rules:
        able = sorted({made for other in plugins() for made in other.scaffold_rules})
        raise UnknownName("kind with rules of its own", kind, able)
    name = _new_name(folder, kind)
    _free(folder)
    with all_or_nothing(folder):
        plugin.scaffold_rules[kind](folder, name)
        with _package(folder / "src", f"wargame_{name}") as package:
            game = package.PLUGIN.games[0].build(None)
            name_schemas(folder / "src" / f"wargame_{name}" / "data", game.files.schemas)
    python = typed(Path(os.path.relpath(sys.executable)))
    steps = (
        f"{python} -m pip install -e {typed(folder)}",
        f"{program()} play {name}",
        f"{python} -m pytest {typed(folder)}",
    )
    _tell(out, {"kind": kind, "plugin": plugin.id, "id": name, "path": str(folder)}, _files_in(folder), steps)


@contextmanager
def _package(source: Path, name: str) -> Iterator[ModuleType]:
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


def _new_variant(out: Output, folder: Path, of: str) -> None:
    """Write house rules, whose step comes at the beginning of each turn of the game."""
    from wargame_core.version import API

    game = open_game(of)[0]
    name = plain_name(folder, "variant")
    words = {
        "id": name,
        "title": name.replace("_", " ").capitalize(),
        "game": of,
        "package": f"wargame_{name}",
        "distribution": f"wargame-{name.replace('_', '-')}",
        "api": API,
        "first": _first_of_a_turn(game.rules.sequence),
    }
    package = folder / "src" / f"wargame_{name}"
    _free(folder)
    with all_or_nothing(folder):
        for file, target in (
            ("pyproject.toml", folder),
            ("README.md", folder),
            ("test_laws.py", folder / "tests"),
            ("__init__.py", package),
        ):
            text = Template((Path(__file__).parent / "new_variant" / f"{file}.txt").read_text("utf-8"))
            write_whole(target / file, text.substitute(words))
        write_whole(package / "py.typed", "")
    python = typed(Path(os.path.relpath(sys.executable)))
    steps = (
        f"{python} -m pip install -e {typed(folder)}",
        f"{program()} play {of} --variant {name}",
        f"{python} -m pytest {typed(folder)}",
    )
    _tell(out, {"kind": VARIANT, "plugin": None, "id": name, "path": str(folder)}, _files_in(folder), steps)


def _first_of_a_turn(sequence: TurnSequence | Repeat, *, repeated: bool = False) -> str:
    """The label of the first step that is played again and again; of the first step where none is."""
    steps = [part for part in sequence.parts if isinstance(part, Step)]
    if repeated and steps:
        return steps[0].label
    inside = [
        _first_of_a_turn(part, repeated=repeated or isinstance(part, Repeat))
        for part in sequence.parts
        if not isinstance(part, Step) and (isinstance(part, Repeat) or not steps)
    ]
    return inside[-1] if inside else steps[0].label


def _new_name(folder: Path, what: str) -> str:
    """The name of a folder as the id of a new plugin. Raises `WargameError` where it cannot be one."""
    name = plain_name(folder, what)
    if taken := next((plugin for plugin in discover() if plugin.id == name), None):
        raise WargameError(f"the plugin {name} of {taken.distribution} is installed: give the folder another name")
    return name


def plain_name(folder: Path, what: str) -> str:
    """The name of a folder as an identifier. Raises `WargameError` where it cannot be one."""
    name = re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.casefold()).strip("_")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise WargameError(f"{quote(folder.name)} cannot be a {what}'s name: begin it with a letter, as in my_{what}")
    return name


def _new_game(out: Output, folder: Path, grid: str, seats: list[str]) -> None:
    game = NewGame.named(folder, grid, seats)
    _free(folder)
    with all_or_nothing(folder):
        game.write(folder)
    python = typed(Path(os.path.relpath(sys.executable)))
    steps = (
        f"{python} -m pip install -e {typed(folder)}",
        f"{program()} play {game.id}",
        f"{program()} render {game.id} --out {game.id}.svg",
        f"{python} -m pytest {typed(folder)}",
    )
    _tell(out, {"kind": GAME, "plugin": None, "id": game.id, "path": str(folder)}, _files_in(folder), steps)


def _free(folder: Path) -> None:
    if folder.exists() and (folder.is_file() or any(folder.iterdir())):
        raise WargameError(f"{folder} is there already; nothing was written")


def _files_in(folder: Path) -> list[Path]:
    """What was written into a folder, the schemas left out, which are for editors."""
    return [file for file in sorted(folder.rglob("*")) if file.is_file() and FOLDER not in file.parts]


def _tell(out: Output, what: JsonObject, files: Iterable[Path], steps: Iterable[str]) -> None:
    names = list(map(str, files))
    lines = ["Written:", *(f"  {name}" for name in names), "", "Next:", *(f"  {step}" for step in steps)]
    out.result({**what, "files": names}, "\n".join(lines))


def _maker(kind: str, makers: list[tuple[Plugin, str]]) -> Plugin:
    able = [plugin for plugin, made in makers if made == kind]
    if not able:
        raise UnknownName("kind", kind, sorted({made for _, made in makers}))
    if len(able) > 1:
        names = ", ".join(plugin.id for plugin in able)
        raise click.UsageError(f"several plugins make a {kind} ({names}): choose one with --plugin")
    return able[0]


# schemas


@click.command(epilog="Example: wargame schema vicksburg map.toml > map.schema.json")
@click.argument("game", required=False)
@click.argument("file", required=False)
@with_output
def schema(out: Output, game: str | None, file: str | None) -> None:
    """The JSON Schema of a game's data file, for editors that complete and check TOML. Without FILE, the files.

    Without GAME these are the files that games of any kind have: `wargame schema chart.toml`; also those on a grid, and
    of a form of charts, that is installed: `wargame schema acme.triangles`.
    """
    from wargame_terminal.schema import schema_of

    known: dict[str, tuple[type, ...]] = {}
    if file is None and game in (core := _core_schemas() | _installed_schemas(game or "")):
        game, file, known = None, game, core
    elif game is not None:
        known = {name: (cls,) for name, cls in open_game(game)[0].files.schemas.items()}
    known = known or _core_schemas()
    if file is None:
        rows = [(name, (cls.__doc__ or "").partition("\n")[0]) for name, (cls, *_) in known.items()]
        out.result({"game": game, "files": list(known)}, table(rows))
        return
    if file not in known:
        raise UnknownName("data file", file, known)
    described = schema_of(*known[file])
    out.result(described, json.dumps(described, indent=2, ensure_ascii=False))


def _installed_schemas(name: str) -> dict[str, tuple[type, ...]]:
    """The class that reads the files on an installed grid or of an installed form of charts. Raises `NotBrought`."""
    from wargame_core.charts import forms
    from wargame_core.maps.files import map_file
    from wargame_core.maps.files.map_file import reader_named

    if name in map_file.INTERFACE.entries():
        return {name: (reader_named(name).file_class,)}
    return {name: (forms.INTERFACE.load(name),)} if name in forms.INTERFACE.entries() else {}


def _core_schemas() -> dict[str, tuple[type, ...]]:
    """The files that core itself can read, for whoever begins a game of his own, with the classes that read each."""
    from wargame_core.charts.files import CardData, EventsData
    from wargame_core.forces.order_of_battle import OrderOfBattleFile

    maps = map_file_classes()
    return {
        "map.toml": (maps["square"],),
        "hex_map.toml": (maps["hex"],),
        "area_map.toml": (maps["areas"],),
        "oob.toml": (OrderOfBattleFile,),
        "chart.toml": (CardData,),
        "events.toml": (CardData, EventsData),
    }


FOLDER = ".schema"


def _schemas_of(plugin: Plugin, folder: Path) -> Mapping[str, type]:
    """The classes that read the files of a new folder; none for what is no game yet."""
    try:
        game = plugin.open_folder(folder) if plugin.open_folder is not None and folder.is_dir() else None
    except WargameError:
        game = None
    return game.files.schemas if game is not None else {}


def name_schemas(folder: Path, classes: Mapping[str, type]) -> None:
    """Write the JSON Schema of each file of a folder, made from the class that reads it, and name it in the file.

    The name stands in a line `#:schema ...` at the top, in the place of the first blank line below `source`, so that no
    line number changes; a file without such a line is left as it is.
    """
    from wargame_terminal.schema import schema_of

    for name, cls in classes.items():
        path = folder / name
        if not path.is_file():
            continue
        source, *rest = path.read_text(encoding="utf-8").split("\n")
        if not rest or rest[0].strip():
            continue
        schema = Path(FOLDER, f"{path.stem}.json")
        write_whole(folder / schema, json.dumps(schema_of(cls), indent=1) + "\n")
        lines = [f"#:schema {schema.as_posix()}", source, *rest[1:]]
        write_whole(path, "\n".join(lines))


# a game of one's own


ROWS = 4
"""The rows of a map with a grid; the sides begin in the first and in the last."""
Homes = tuple[tuple[str, str], ...]
"""For each side the spaces in which its two pieces begin."""


def grid_map(grid: str, sides: int) -> tuple[str, Homes]:
    """Squares, or hexes numbered by column and row, with woods and a pond in the middle; without the head.

    The sides begin by turns in the first and in the last row, each in two spaces beside each other.
    """
    columns = max(5, 3 * ((sides + 1) // 2) + 1)  # three for each pair of seats, and one
    middle = columns // 2 - 1
    woods = "".join("w" if column in (1, columns - 2) else "." for column in range(columns))
    pond = "".join("~" if column in (middle, middle + 1) else "." for column in range(columns))
    rows = "\n".join(f'  "{line}",' for line in ("." * columns, woods, pond, "." * columns))
    size = f"rows = {ROWS}\ncols = {columns}"
    if grid == "hex":
        size = f'grid = "hex"\n\n[[sheet]]\ncolumns = [1, {columns}]\nrows = [1, {ROWS}]'
    legend = 'legend = { "." = "clear", w = "woods", "~" = "water" }\nclosed = ["water"]'

    def home(row: int, column: int) -> str:
        return f"{column + 1:02}{row + 1:02}" if grid == "hex" else f"({row},{column})"

    places = [(ROWS - 1 if side % 2 else 0, 1 + 3 * (side // 2)) for side in range(sides)]
    homes = tuple((home(row, column), home(row, column + 1)) for row, column in places)
    return f"{size}\n\n[terrain]\n{legend}\ngrid = [\n{rows}\n]\n", homes


def area_map(sides: int) -> tuple[str, Homes]:
    """For each side a home and a camp, the camps in a ring round a town in the middle; without the head."""
    numbers = range(1, sides + 1)
    areas = [("town", "Crossroads", float(sides - 1), 3.2, "town")]
    for n in reversed(numbers):
        across = 2.0 * (n - 1)
        areas[:0] = [(f"home{n}", f"Home {n}", across, 0.0, "land"), (f"camp{n}", f"Camp {n}", across, 1.6, "land")]
    ring = [f"camp{n}" for n in numbers] + (["camp1"] if sides > 2 else [])
    routes = [*(f"home{n} > camp{n} > town" for n in numbers), " > ".join(ring)]
    listed = "\n".join(f'  "{route}",' for route in routes)
    rows = (
        f'[[area]]\nid = "{name}"\nname = "{title}"\nat = [{x}, {y}]\nkind = "{kind}"\n'
        for name, title, x, y, kind in areas
    )
    joins = f'[[join]]\nkind = "road"\nroutes = [\n{listed}\n]\n'
    homes = tuple((f"home{n}", f"camp{n}") for n in numbers)
    return 'grid = "areas"\n\n' + "\n".join([*rows, joins]), homes


def map_file_classes() -> dict[str, type]:
    """By word for a grid, the class that reads its map files."""
    from wargame_core.maps.files.areas import AreaMapFile
    from wargame_core.maps.files.hexes import HexMapFile
    from wargame_core.maps.files.squares import SquareMapFile

    return {"hex": HexMapFile, "square": SquareMapFile, "areas": AreaMapFile}


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
    map: str
    homes: Homes

    @staticmethod
    def named(folder: Path, grid: str, seats: Sequence[str]) -> NewGame:
        """A game with the name of its folder. Raises `WargameError` for names that cannot be used."""
        name = _new_name(folder, "game")
        if grid not in (maps := map_file_classes()):
            raise UnknownName("map", grid, maps)
        for seat in seats:
            if not re.fullmatch("[a-z][a-z0-9_]*", seat) or seat in (SPECTATOR, REFEREE, "draw"):
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
        words = {
            "id": self.id,
            "title": self.title,
            "package": f"wargame_{self.id}",
            "distribution": f"wargame-{self.id.replace('_', '-')}",
            "class_name": self.title.replace(" ", ""),
            "format": map_file.__module__.rpartition(".")[2],
            "map_class": map_file.__name__,
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
        write_whole(package / "data" / "map.toml", self.map)
        alone = f"{self.title}: one against one"
        write_whole(package / "data" / "standard.toml", self._scenario("standard", self.title))
        write_whole(package / "data" / "trial.toml", self._scenario("trial", alone, pieces=1))
        with _module(package / "data.py") as data:
            scenario = data.ScenarioFile
            schemas = {"map.toml": map_file, "standard.toml": scenario, "trial.toml": scenario}
            name_schemas(package / "data", schemas)

    def _scenario(self, name: str, title: str, pieces: int = 2) -> str:
        rows = [f'source = {{ document = "{self.title}", basis = "text" }}\n']
        rows.append(f'[scenario]\nid = "{name}"\ntitle = "{title}"\n')
        for seat, spaces in zip(self.seats, self.homes, strict=True):
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
