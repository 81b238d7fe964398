"""Where code of others comes into a game: the doors of core and its tools, and those of the system of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wargame_core.interfaces import Door
from wargame_core.plugins.discovery import GameOfPlugin, Plugin, meaning, plugin_of, plugins

CORE: Final = (
    Door("wargame_core.plugins.discovery:Plugin", "an entry point of the group `wargame_core.plugins`"),
    Door("wargame_core.plugins.discovery:GameEntry", "`games` of a `Plugin`; `wargame play ID`"),
    Door(
        "wargame_core.flow.rules:Variant",
        "an entry point of the group `wargame_core.variants` or `@variant` in a cell; `wargame play GAME --variant ID`",
    ),
    Door("wargame_core.flow.players:Player", "`bots` of a `Variant`, `players` of a `Game`, or any seat of a match"),
    Door("wargame_core.maps.grid:Grid", "an entry point of the group `wargame_core.grids`; `grid` of a map file"),
    Door(
        "wargame_core.dice:Die",
        "an entry point of the group `wargame_core.dice`; any field of a data file that is a die; `t.roll(die, ...)`",
    ),
    Door("wargame_core.dice:DiceSource", "`dice` of `Game.start`"),
    Door(
        "wargame_core.charts.forms:ChartForm",
        "an entry point of the group `wargame_core.charts`; `form` of a chart file",
    ),
    Door(
        "wargame_core.reprs:drawn",
        "an entry point `CLASS.html` or `CLASS.svg` of the group `wargame_core.reprs`",
        "a function of a value of the class, which returns a text",
    ),
    Door(
        "wargame_core.reprs:table_of",
        "the entry point `notebook` of the group `wargame_core.tables`",
        "a function of a match, a seat and bots, which returns a widget",
    ),
    Door("wargame_pictures.of_games:Presentation", '`tools={"pictures": ...}` of `Rules`, or `redrawn` in a variant'),
    Door("wargame_laws:all_laws", "an entry point of the group `wargame_laws.laws`", "a function of a `Trial`"),
    Door(
        "wargame_terminal.errors:load_command",
        "an entry point of a group `wargame_terminal.commands.HEADING`, such as `look`, `ask`, `make`",
        "a `click.Command`",
    ),
)


def doors_of(game: str | Path) -> dict[str, tuple[Door, ...]]:
    """The doors of a game, by what has them: core, the system of the game, and its own plugin if it has some.

    ``game`` is the id of a game or plugin, with variants or without, or a designer's folder. What a distribution has
    that is not installed is left out. Raises `UnknownName`.
    """
    match meaning(game):
        case GameOfPlugin(plugin, entry):
            owners = [known for known in plugins() if known.id == entry.system] + [plugin]
        case Plugin() as plugin:
            owners = [plugin]
        case Path() as path:
            owners = [known for known in plugins() if known.open_folder is not None and known.open_folder(path)][:1]
        case None:
            owners = [plugin_of(str(game))]
    theirs = {owner.title: owner.doors for owner in owners if owner.doors}
    return {"Every game": tuple(door for door in CORE if door.is_there), **theirs}
