"""For designers: ``wargame new`` writes something to begin with, ``wargame schema`` says what a data file may hold."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from wargame_core.data.files import all_or_nothing
from wargame_core.errors import UnknownName, WargameError
from wargame_core.plugins.discovery import Plugin, plugin_of, plugins
from wargame_terminal.errors import program
from wargame_terminal.output import Output, open_game, table, typed, with_output
from wargame_workshop.commands.checks import claims
from wargame_workshop.commands.editor_schemas import FOLDER, write_schemas


@click.command(epilog="Example: wargame new campaign my_campaign")
@click.argument("kind", required=False)
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--plugin", "name", metavar="PLUGIN", help="The plugin to ask, when several make this kind of thing.")
@click.option("--map", "grid", metavar="hex|square|areas", help="With `new game`: the map. Usually hexes.")
@click.option("--seats", metavar="A,B,...", help="With `new game`: who plays. Usually blue,red.")
@with_output
def new(
    out: Output, kind: str | None, folder: Path | None, name: str | None, grid: str | None, seats: str | None
) -> None:
    """Write a campaign, battle, scenario or game to begin with into FOLDER. Without arguments, the kinds there are.

    `new game` writes a plugin of its own: a small game of your sides on a map of your choice, to be changed.
    """
    if kind != GAME and (grid or seats):
        raise click.UsageError(f"--map and --seats are of {program()} new {GAME} FOLDER")
    if kind is not None and folder is None:
        raise click.UsageError(f"say where to: {program()} new {kind} FOLDER")
    if kind == GAME and name is not None:
        raise click.UsageError(f"{program()} new {GAME} writes a plugin of its own and asks none: leave out --plugin")
    if kind == GAME and folder is not None:
        _new_game(out, folder, grid or "hex", [seat.strip() for seat in (seats or "blue,red").split(",")])
        return
    makers = [(plugin, made) for plugin in ([plugin_of(name)] if name else plugins()) for made in plugin.scaffold]
    if kind is None or folder is None:
        as_json = [*({"kind": made, "plugin": plugin.id} for plugin, made in makers), {"kind": GAME, "plugin": None}]
        rows = [(made, f"from {plugin.title} ({plugin.id})") for plugin, made in makers]
        text = table([*rows, (GAME, "a plugin of your own")])
        out.result({"kinds": as_json}, text)
        return
    plugin = _maker(kind, makers)
    _free(folder)
    with all_or_nothing(folder):
        plugin.scaffold[kind](folder)
        write_schemas(folder, plugin)
    files = sorted(folder.rglob("*")) if folder.is_dir() else [folder]
    files = [file for file in files if FOLDER not in file.parts]
    names = [str(file) for file in files if file.is_file()]
    lines = [*_written(names), f"  {program()} lint {typed(folder)}"]
    playable = next((path for path in (folder, *files) if claims(plugin, path)), None)
    lines += [f"  {program()} play {typed(playable)}"] if playable is not None else []
    out.result({"kind": kind, "plugin": plugin.id, "path": str(folder), "files": names}, "\n".join(lines))


GAME = "game"
"""The kind of thing that core, and no plugin, writes."""


def _new_game(out: Output, folder: Path, grid: str, seats: list[str]) -> None:
    from wargame_workshop.commands.game_scaffold import NewGame

    game = NewGame.named(folder, grid, seats)
    _free(folder)
    with all_or_nothing(folder):
        game.write(folder)
    files = (file for file in sorted(folder.rglob("*")) if FOLDER not in file.parts)
    names = [str(file) for file in files if file.is_file()]
    python = typed(Path(os.path.relpath(sys.executable)))
    steps = (
        f"{python} -m pip install -e {typed(folder)}",
        f"{program()} play {game.id}",
        f"{program()} render {game.id} --out {game.id}.svg",
        f"{python} -m pytest {typed(folder)}",
    )
    out.result(
        {"kind": GAME, "plugin": None, "id": game.id, "path": str(folder), "files": names},
        "\n".join([*_written(names), *(f"  {step}" for step in steps)]),
    )


def _free(folder: Path) -> None:
    if folder.exists() and (folder.is_file() or any(folder.iterdir())):
        raise WargameError(f"{folder} is there already; nothing was written")


def _written(names: Iterable[str]) -> list[str]:
    return ["Written:", *(f"  {name}" for name in names), "", "Next:"]


def _maker(kind: str, makers: list[tuple[Plugin, str]]) -> Plugin:
    able = [plugin for plugin, made in makers if made == kind]
    if not able:
        raise UnknownName("kind", kind, sorted({made for _, made in makers}))
    if len(able) > 1:
        names = ", ".join(plugin.id for plugin in able)
        raise click.UsageError(f"several plugins make a {kind} ({names}): choose one with --plugin")
    return able[0]


@click.command(epilog="Example: wargame schema vicksburg map.toml > map.schema.json")
@click.argument("game", required=False)
@click.argument("file", required=False)
@with_output
def schema(out: Output, game: str | None, file: str | None) -> None:
    """The JSON Schema of a game's data file, for editors that complete and check TOML. Without FILE, the files.

    Without GAME these are the files that games of any kind have: `wargame schema chart.toml`; also those on a grid, and
    of a form of charts, that is installed: `wargame schema acme.triangles`.
    """
    from wargame_core.data.schema import schema_of

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
    from wargame_core.maps.files import own_grids
    from wargame_core.maps.files.map_file import reader_named

    if name in own_grids.INTERFACE.entries():
        return {name: (reader_named(name).file_class,)}
    return {name: (forms.INTERFACE.load(name),)} if name in forms.INTERFACE.entries() else {}


def _core_schemas() -> dict[str, tuple[type, ...]]:
    """The files that core itself can read, for whoever begins a game of his own, with the classes that read each."""
    from wargame_core.charts.files import CardData, EventsData, ModifiersData
    from wargame_core.forces.order_of_battle import OrderOfBattleFile
    from wargame_core.maps.files.areas import AreaMapFile
    from wargame_core.maps.files.hexes import HexMapFile
    from wargame_core.maps.files.squares import SquareMapFile

    return {
        "map.toml": (SquareMapFile,),
        "hex_map.toml": (HexMapFile,),
        "area_map.toml": (AreaMapFile,),
        "oob.toml": (OrderOfBattleFile,),
        "chart.toml": (CardData,),
        "modifiers.toml": (ModifiersData,),
        "events.toml": (CardData, EventsData),
    }
