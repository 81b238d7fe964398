"""For designers: ``wargame new`` writes something to begin with, ``wargame schema`` says what a data file may hold."""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from attrs import frozen

from wargame_console.errors import program
from wargame_console.options import Command, bundled_options, existing_path, game_names, open_game, with_output
from wargame_console.output import Output, in_columns, path_word
from wargame_core.data.files import all_or_nothing, write_package
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.sequence import Repeat, Sequence, Step
from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import Plugin, plugin_of, plugins
from wargame_workshop.lint import claims
from wargame_workshop.new_games.beginnings import (
    FOLDER,
    TEMPLATES,
    NewGame,
    map_file_classes,
    name_schemas,
    new_name,
    package_in,
    plain_name,
    texts_in,
)
from wargame_workshop.new_games.from_module import ModuleGame

GAME = "game"
VARIANT = "variant"
"""The kinds of things that core, and no plugin, writes."""


@frozen(kw_only=True)
class GameWishes:
    """What `wargame new game` is asked for."""

    grid: str | None
    seats: str | None
    module: Path | None
    board: str

    def check(self, kind: str | None) -> None:
        """Raise `click.UsageError` for what goes with no game, or not together."""
        if kind != GAME and (self.grid or self.seats):
            raise click.UsageError(f"--map and --seats are of {program()} new {GAME} FOLDER")
        begun_from = (
            {GAME, *(scaffold_kind for plugin in plugins() for scaffold_kind in plugin.scaffold_from)}
            if self.module
            else ()
        )
        if self.module and kind not in begun_from:
            kinds = ", ".join(sorted(begun_from))
            raise click.UsageError(f"--from-vassal goes with {program()} new KIND FOLDER; the kinds: {kinds}")
        if (self.module and (self.grid or self.seats)) or (self.board and not self.module):
            message = (
                "a module brings its map and its sides: leave out --map and --seats; --board names one of its boards"
            )
            raise click.UsageError(message)

    def game(self, folder: Path) -> NewGame | ModuleGame:
        """The game to be written into a folder. Raises `WargameError` for one that cannot be."""
        if self.module is not None:
            return ModuleGame.of(folder, existing_path(self.module), self.board)
        sides = [seat.strip() for seat in (self.seats or "blue,red").split(",")]
        return NewGame.named(folder, self.grid or "hex", sides)


NO_WISHES = GameWishes(grid=None, seats=None, module=None, board="")

NEW_GAME_OPTIONS: Mapping[str, Command] = {
    "grid": click.option("--map", "grid", metavar="hex|square|areas", help="With `new game`: the map. Usually hexes."),
    "seats": click.option("--seats", metavar="A,B,...", help="With `new game`: who plays. Usually blue,red."),
    "module": click.option(
        "--from-vassal",
        "module",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="With `new game` and `new hex-game`: map, counters and set-ups of this VASSAL module.",
    ),
    "board": click.option(
        "--board", metavar="NAME", default="", help="With --from-vassal: the board; usually the largest."
    ),
}


@click.command(epilog="Example: wargame new campaign my_campaign")
@click.argument("kind", required=False)
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--plugin", "name", metavar="PLUGIN", help="The plugin to ask, when several make this kind of thing.")
@bundled_options(GameWishes, NEW_GAME_OPTIONS)
@click.option("--rules", is_flag=True, help="With rules of its own: a distribution to install, with tests.")
@click.option("--of", metavar="GAME", shell_complete=game_names, help="With `new variant`: the game it changes.")
@with_output
def new(
    out: Output,
    wishes: GameWishes,
    kind: str | None,
    folder: Path | None,
    name: str | None,
    rules: bool,
    of: str | None,
) -> None:
    """Write a campaign, battle, scenario, game or variant to begin with into FOLDER. Without arguments, the kinds.

    `new campaign FOLDER --rules` writes a campaign as a plugin, with a card effect, a line of victory points and a step
    of the turn that no other campaign has. `new game` writes a small game with your sides on a map of your choice, for
    you to change; with --plugin hex_and_counter a game of hexes and counters; with --from-vassal it takes map,
    counters, decks and pictures from a module, and you add the rules. `new hex-game --from-vassal` writes text files
    with the map, counters and set-ups of a module of hexes, and rules that wait for their words.
    `new variant` writes house rules for an installed game.
    """
    wishes.check(kind)
    if (kind == VARIANT) != (of is not None):
        raise click.UsageError(f"--of GAME goes with {program()} new {VARIANT} FOLDER")
    if rules and kind in (None, GAME, VARIANT):
        raise click.UsageError(f"--rules goes with {program()} new campaign FOLDER")
    if kind is not None and folder is None:
        raise click.UsageError(f"say where to: {program()} new {kind} FOLDER")
    if folder is not None and of is not None:
        _new_variant(out, folder, of)
        return
    if kind is not None and kind != GAME and folder is not None and wishes.module is not None:
        makers_from = [plugin for plugin in plugins() if kind in plugin.scaffold_from]
        module = ModuleGame.of(folder, existing_path(wishes.module), wishes.board)
        _new_from_module(out, folder, kind, _maker(kind, [(plugin, kind) for plugin in makers_from]), module)
        return
    if kind == GAME and name is not None and folder is not None:
        _new_with_rules(out, folder, kind, _system(name, wishes))
        return
    if kind == GAME and folder is not None:
        _new_game(out, folder, wishes.game(folder))
        return
    makers = [(plugin, word) for plugin in ([plugin_of(name)] if name else plugins()) for word in plugin.scaffold]
    if kind is None or folder is None:
        _tell_kinds(out, makers)
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
    steps = [f"{program()} lint {path_word(folder)}"]
    steps += [f"{program()} play {path_word(playable)}"] if playable is not None else []
    _tell(out, {"kind": kind, "plugin": plugin.id, "path": str(folder)}, files, steps)


def _tell_kinds(output: Output, makers: Iterable[tuple[Plugin, str]]) -> None:
    """Tell what can be written, and who writes it."""
    systems = [plugin for plugin in plugins() if GAME in plugin.scaffold_rules]
    made_by = [*((scaffold_kind, plugin.id) for plugin, scaffold_kind in makers), (GAME, None), (VARIANT, None)]
    made_by += [(GAME, plugin.id) for plugin in systems]
    as_json = [{"kind": scaffold_kind, "plugin": maker} for scaffold_kind, maker in made_by]
    rows = [(scaffold_kind, f"from {plugin.title} ({plugin.id})") for plugin, scaffold_kind in makers]
    rows += [(f"{GAME} --plugin {plugin.id}", f"from {plugin.title}") for plugin in systems]
    text = in_columns([*rows, (GAME, "a plugin of your own"), (VARIANT, "house rules for a game that is there")])
    output.result({"kinds": as_json}, text)


def _system(name: str, wishes: GameWishes) -> Plugin:
    """The system of a name, which writes a game of its own. Raises `click.UsageError` for other plugins and wishes."""
    if GAME not in plugin_of(name).scaffold_rules or wishes != NO_WISHES:
        able_systems = ", ".join(plugin.id for plugin in plugins() if GAME in plugin.scaffold_rules) or "none"
        text = (
            f"--plugin with {program()} new {GAME} is a system that writes one: {able_systems}, with no other options"
        )
        raise click.UsageError(text)
    return plugin_of(name)


def _new_from_module(output: Output, folder: Path, kind: str, plugin: Plugin, game: ModuleGame) -> None:
    """Write files with the map, the units and the set-ups of a module, and say what is to be done."""
    _free(folder)
    with all_or_nothing(folder):
        notes = plugin.scaffold_from[kind](folder, game.id, game.foreign())
        name_schemas(folder, _schemas_of_kind(plugin, kind, folder))
    for note in (*game.notes, *notes):
        output.note(note)
    steps = [f"{program()} lint {path_word(folder)}", f"{program()} play {path_word(folder)}"]
    _tell(output, {"kind": kind, "plugin": plugin.id, "id": game.id, "path": str(folder)}, _files_in(folder), steps)


def _schemas_of_kind(plugin: Plugin, kind: str, folder: Path) -> Mapping[str, type]:
    """The classes that read the files of a folder that is no game yet: those of another new game of the kind.

    Files of other names are read as those of which a game may have many, such as scenarios.
    """
    with TemporaryDirectory() as place:
        new_folder = Path(place, folder.name)
        plugin.scaffold[kind](new_folder)
        classes = _schemas_of(plugin, new_folder)
    of_many = [cls for cls in classes.values() if hasattr(cls, "schema_name")]
    other_names = [file.name for file in folder.glob("*.toml") if file.name not in classes]
    return {**classes, **{name: cls for name in other_names for cls in of_many[:1]}}


def _name_schemas_of(folder: Path, name: str) -> None:
    """Name in each data file of a game that was written just now the schema of that file."""
    with package_in(folder / "src", f"wargame_{name}") as package:
        game = package.PLUGIN.games[0].build(None)
        name_schemas(folder / "src" / f"wargame_{name}" / "data", game.files.schemas)


def _new_with_rules(output: Output, folder: Path, kind: str, plugin: Plugin) -> None:
    """Write a distribution with rules of its own, and the schemas of its files, which know the words of those."""
    if kind not in plugin.scaffold_rules:
        able_kinds = sorted({able_kind for able_plugin in plugins() for able_kind in able_plugin.scaffold_rules})
        raise UnknownName("kind with rules of its own", kind, able_kinds)
    name = new_name(folder, kind)
    _free(folder)
    with all_or_nothing(folder):
        plugin.scaffold_rules[kind](folder, name)
        _name_schemas_of(folder, name)
    _tell_installable(output, {"kind": kind, "plugin": plugin.id, "id": name}, folder, f"play {name}")


def _new_variant(output: Output, folder: Path, changed_game: str) -> None:
    """Write house rules, whose step comes at the beginning of each turn of the game."""
    from wargame_core.version import API

    game = open_game(changed_game)[0]
    name = plain_name(folder, "variant")
    words = {
        "id": name,
        "title": name.replace("_", " ").capitalize(),
        "game": changed_game,
        "package": f"wargame_{name}",
        "distribution": f"wargame-{name.replace('_', '-')}",
        "api": str(API),
        "first": _first_of_a_turn(game.rules.sequence),
    }
    _free(folder)
    with all_or_nothing(folder):
        write_package(folder, texts_in(TEMPLATES.parent / "new_variant"), words)
    _tell_installable(
        output, {"kind": VARIANT, "plugin": None, "id": name}, folder, f"play {changed_game} --variant {name}"
    )


def _first_of_a_turn(sequence: Sequence | Repeat, *, is_repeated: bool = False) -> str:
    """The label of the first step that is played again and again; of the first step where none is."""
    steps = [part for part in sequence.parts if isinstance(part, Step)]
    if is_repeated and steps:
        return steps[0].label
    labels = [
        _first_of_a_turn(part, is_repeated=is_repeated or isinstance(part, Repeat))
        for part in sequence.parts
        if not isinstance(part, Step) and (isinstance(part, Repeat) or not steps)
    ]
    return labels[-1] if labels else steps[0].label


def _new_game(output: Output, folder: Path, game: NewGame | ModuleGame) -> None:
    _free(folder)
    with all_or_nothing(folder):
        game.write(folder)
    for note in game.notes:
        output.note(note)
    made_thing = {"kind": GAME, "plugin": None, "id": game.id}
    _tell_installable(output, made_thing, folder, f"play {game.id}", f"render {game.id} --out {game.id}.svg")


def _tell_installable(output: Output, made_thing: JsonObject, folder: Path, *commands: str) -> None:
    """Tell what was written into a folder that is to be installed, and what to do next."""
    python = path_word(Path(os.path.relpath(sys.executable)))
    steps = (f"{python} -m pip install -e {path_word(folder)}", *(f"{program()} {command}" for command in commands))
    _tell(
        output,
        {**made_thing, "path": str(folder)},
        _files_in(folder),
        (*steps, f"{python} -m pytest {path_word(folder)}"),
    )


def _free(folder: Path) -> None:
    if folder.exists() and (folder.is_file() or any(folder.iterdir())):
        raise WargameError(f"{folder} is there already; nothing was written")


def _files_in(folder: Path) -> list[Path]:
    """What was written into a folder, the schemas left out, which are for editors."""
    return [file for file in sorted(folder.rglob("*")) if file.is_file() and FOLDER not in file.parts]


def _tell(output: Output, made_thing: JsonObject, files: Iterable[Path], steps: Iterable[str]) -> None:
    names = list(map(str, files))
    lines = ["Written:", *(f"  {name}" for name in names), "", "Next:", *(f"  {step}" for step in steps)]
    output.result({**made_thing, "files": names}, "\n".join(lines))


def _maker(kind: str, makers: list[tuple[Plugin, str]]) -> Plugin:
    able_plugins = [plugin for plugin, scaffold_kind in makers if scaffold_kind == kind]
    if not able_plugins:
        raise UnknownName("kind", kind, sorted({scaffold_kind for _, scaffold_kind in makers}))
    if len(able_plugins) > 1:
        names = ", ".join(plugin.id for plugin in able_plugins)
        raise click.UsageError(f"several plugins make a {kind} ({names}): choose one with --plugin")
    return able_plugins[0]


# schemas


@click.command(epilog="Example: wargame schema vicksburg map.toml > map.schema.json")
@click.argument("game", required=False)
@click.argument("file", required=False)
@with_output
def schema(out: Output, game: str | None, file: str | None) -> None:
    """Print the JSON Schema of a data file, for editors that complete and check TOML. Without FILE, list the files.

    Without GAME these are the files that every kind of game may have (`wargame schema chart.toml`), and those of an
    installed grid or form of charts (`wargame schema acme.triangles`).
    """
    from wargame_core.data.schema import line_about, schema_of

    classes_by_file: dict[str, tuple[type, ...]] = {}
    if file is None and game in (core := _core_schemas() | _installed_schemas(game or "")):
        game, file, classes_by_file = None, game, core
    elif game is not None:
        classes_by_file = {name: (cls,) for name, cls in open_game(game)[0].files.schemas.items()}
    classes_by_file = classes_by_file or _core_schemas()
    if file is None:
        rows = [(name, line_about(cls)) for name, (cls, *_) in classes_by_file.items()]
        out.result({"game": game, "files": list(classes_by_file)}, in_columns(rows))
        return
    if file not in classes_by_file:
        raise UnknownName("data file", file, classes_by_file)
    file_schema = schema_of(*classes_by_file[file])
    out.result(file_schema, json.dumps(file_schema, indent=2, ensure_ascii=False))


def _installed_schemas(name: str) -> dict[str, tuple[type, ...]]:
    """The class that reads the files on an installed grid or of an installed form of charts. Raises `NotInstalled`."""
    from wargame_core.charts import forms
    from wargame_core.maps.files import map_file
    from wargame_core.maps.files.map_file import spelling_named

    if name in map_file.INTERFACE.entries():
        return {name: (spelling_named(name).file_class,)}
    return {name: (forms.INTERFACE.load(name),)} if name in forms.INTERFACE.entries() else {}


def _core_schemas() -> dict[str, tuple[type, ...]]:
    """The files that core itself can read, for whoever begins a game of his own, with the classes that read each."""
    from wargame_core.charts.files import CardData, EventsData, OddsTableFile
    from wargame_core.forces.order_of_battle import OrderOfBattleFile

    maps = map_file_classes()
    return {
        "map.toml": (maps["square"],),
        "hex_map.toml": (maps["hex"],),
        "area_map.toml": (maps["areas"],),
        "oob.toml": (OrderOfBattleFile,),
        "chart.toml": (CardData,),
        "events.toml": (CardData, EventsData),
        "odds_table.toml": (OddsTableFile,),
    }


def _schemas_of(plugin: Plugin, folder: Path) -> Mapping[str, type]:
    """The classes that read the files of a new folder; none for what is not a game yet."""
    try:
        game = plugin.game_in(folder) if folder.is_dir() else None
    except WargameError:
        game = None
    return game.files.schemas if game is not None else {}
