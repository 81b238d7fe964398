"""Where code of others comes into a game: the doors of core and its tools, and of the system of a game, in words."""

from __future__ import annotations

import inspect
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

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
    return {"Every game": tuple(filter(is_there, CORE)), **theirs}


def is_there(door: Door) -> bool:
    """Whether the distribution that has the class or function is installed."""
    return find_spec(door.of.partition(":")[0].partition(".")[0]) is not None


BEGINNINGS: Final = {"promises": "It promises", "may_not": "It may not"}
"""What the paragraphs of a docstring begin with that are told apart."""


def told_of(door: Door) -> dict[str, str]:
    """All that is told of a door, most of it read from the docstring of its class or function."""
    module, _, name = door.of.partition(":")
    value = getattr(import_module(module), name)
    text, _, example = (inspect.getdoc(value) or "").partition("Example::\n")
    told = {"name": name, "of": door.of, "type": door.brings or _type(value), "found": door.found}
    told |= {"is": " ".join(text.partition("\n\n")[0].split()), "promises": "", "may_not": ""}
    for paragraph in text.split("\n\n"):
        for key, words in BEGINNINGS.items():
            if paragraph.startswith(words):
                told[key] = " ".join(paragraph.split())
    return told | {"example": dedent(example).strip()}


def _type(value: Any) -> str:
    """What is to be brought: a function, a subclass with its members, or a value with its fields."""
    if not isinstance(value, type):
        return f"{value.__name__}({', '.join(inspect.signature(value).parameters)})"
    abstract = [name for name, part in vars(value).items() if _is_abstract(part)]
    if abstract:
        return f"a subclass of {value.__name__} with {', '.join(abstract)}"
    if getattr(value, "_is_protocol", False):
        members = [name for name in vars(value) if name == "__call__" or name[0] != "_"]
        return f"anything with {', '.join(members)}"
    members = [name for name, part in vars(value).items() if name[0] != "_" and inspect.isfunction(part)]
    parameters = inspect.signature(value).parameters
    needed = [name for name, part in parameters.items() if part.default is part.empty]
    if needed or not members:
        return f"a value: {value.__name__}({', '.join([*needed, '...'][: len(parameters)])})"
    return f"a subclass of {value.__name__}, which may have {', '.join(members)}"


def _is_abstract(part: Any) -> bool:
    """Whether a member is to be written; cached properties keep that from their function."""
    return bool(getattr(getattr(part, "func", part), "__isabstractmethod__", False))


def in_words(told: dict[str, str]) -> str:
    """What `told_of` a door, for people at a terminal."""
    lines = [told["is"], f"Type: {told['type']}", f"Found: {told['found']}", told["promises"], told["may_not"]]
    example = ["Example:", *("    " + line for line in told["example"].splitlines())]
    return "\n".join([told["name"], *(f"  {line}".rstrip() for line in (*lines, *example))])
