"""A new game of text files from one of another program: its map, units and set-ups, and rules to be filled in.

What a marker of a counter means is guessed from its key, and told.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from json import dumps
from pathlib import Path
from string import Template
from typing import Final

from attrs import frozen

from wargame_core.data import write_new
from wargame_core.errors import WargameError
from wargame_core.plugins.foreign import ForeignCounter, ForeignGame, ForeignSetUp
from wargame_hex_and_counter.game_files.counters import FURTHER, NEEDED

TEMPLATES: Final = "new_hex_game_from"
STRENGTHS: Final = ("strength", "combat", "combatstrength", "attack", "attackstrength", "cf", "cs", "factor", "sp")
MOVES: Final = ("movement", "movementallowance", "move", "moves", "ma", "mp", "mf")
KINDS: Final = ("kind", "arm", "unittype", "type", "class", "branch")
"""The keys under which a counter tells its strength, its movement and its kind, without what is not a letter."""
COLORS: Final = ("#3b5b92", "#a5453d", "#4f7d4a", "#b08a2e", "#6d4f8a", "#3f8a8a", "#8a5a3f", "#5c5c5c")
TAKEN: Final = ("counters", "crt", "game", "map", "terrain")
"""The names of other files, which no scenario can have."""
KIND, PHASES = "unit", ("movement", "combat")
"""The kind of a unit that tells none, and the phases of each player turn to begin with."""


@frozen
class _Row:
    """A unit as it is written; strength and movement are None where the module does not tell them."""

    counter: ForeignCounter
    kind: str
    strength: int | None
    move: int | None


def new_hex_game_from(folder: Path, game_id: str, given: ForeignGame) -> list[str]:
    """`wargame new hex-game FOLDER --from-vassal FILE`: write map, counters and set-ups, and rules to be filled in.

    Returns what is to be done, in sentences. Raises `FileExistsError` rather than replace a file, and `WargameError`
    where no two sides stand on the map.
    """
    set_ups, notes = _sound(given)
    rows = [_row(counter) for counter in given.counters if counter.side in given.sides]
    words = _words(game_id, given, rows, set_ups)
    for template in sorted(files(__package__).joinpath(TEMPLATES).iterdir(), key=lambda file: file.name):
        text = Template(template.read_text(encoding="utf-8")).substitute(words)
        write_new(folder / template.name.removesuffix(".txt"), text)
    write_new(folder / "map.toml", given.map)
    write_new(folder / "counters.csv", _counters(rows))
    source = f'source = {{ document = {words["document"]}, basis = "reconstruction" }}\n'
    for set_up in set_ups:
        write_new(folder / f"{set_up.id}.toml", source + _set_up_text(set_up, rows))
    if untold_count := sum(row.strength is None or row.move is None for row in rows):
        notes.append(f"{untold_count} units tell no strength or movement: their cells in counters.csv are empty")
    if back_count := sum(row.counter.two_sided for row in rows):
        notes.append(f"{back_count} units have a back: where it is a second step, fill back_strength and back_move")
    notes.append("every hex is clear: draw the terrain into map.toml, and give each word a row in terrain.toml")
    return [*notes, "the rules wait in game.toml, the combat table in crt.toml: lint says what is missing"]


def _sound(foreign_game: ForeignGame) -> tuple[list[ForeignSetUp], list[str]]:
    """The set-ups in which two sides stand on the map, with no two sides in a hex; and what was left out."""
    sides = {counter.id: counter.side for counter in foreign_game.counters if counter.side in foreign_game.sides}
    sound, notes = list[ForeignSetUp](), list[str]()
    for set_up in foreign_game.set_ups:
        holders: dict[str, str] = {}
        space_of_unit, extras = dict[str, str](), list[str]()
        for unit, space in set_up.at.items():
            if unit in sides and holders.setdefault(space, sides[unit]) == sides[unit]:
                space_of_unit[unit] = space
            elif unit in sides:
                extras.append(unit)
        if extras:
            notes.append(
                f"{len(extras)} units of {set_up.title!r} share a hex with another side, and wait: {', '.join(extras)}"
            )
        if len({sides[unit] for unit in space_of_unit}) > 1:
            name = f"{set_up.id}_set_up" if set_up.id in TAKEN else set_up.id
            sound.append(ForeignSetUp(name, set_up.title, space_of_unit))
        else:
            notes.append(f"{set_up.title!r} has units of no two sides on the hexes: it is not a scenario")
    if not sound:
        raise WargameError("no set-up has units of two sides on the hexes: there is nothing to fight with")
    return sound, notes


def _row(counter: ForeignCounter) -> _Row:
    values = {re.sub("[^a-z]", "", key.casefold()): value.strip() for key, value in counter.values.items()}
    kind = next((word for key in KINDS if (word := _word(values.get(key, "")))), KIND)
    return _Row(counter, kind, _number(values, STRENGTHS), _number(values, MOVES))


def _number(values: Mapping[str, str], keys: Iterable[str]) -> int | None:
    """The first number that one of these keys tells, as in "4-3"; None where none does."""
    matches = (re.match(r"\d{1,3}(?!\d)", values.get(key, "")) for key in keys)
    return next((int(match[0]) for match in matches if match is not None), None)


def _word(text: str) -> str:
    """A word as the name of a kind of unit."""
    return re.sub("[^a-z0-9]+", "_", text.casefold()).strip("_")


def _words(
    game_id: str, foreign_game: ForeignGame, rows: Iterable[_Row], set_ups: Iterable[ForeignSetUp]
) -> dict[str, str]:
    """What stands in the templates, each as a TOML file writes it."""
    set_ups = list(set_ups)
    stack_sizes = [list(set_up.at.values()).count(space) for set_up in set_ups for space in set_up.at.values()]
    sides = {side: (title, color) for (side, title), color in zip(foreign_game.sides.items(), COLORS, strict=False)}
    first_side, second_side = list(sides)[:2]
    return {
        "id": _text(game_id),
        "title": _text(re.sub(r'["\\\s]+', " ", foreign_game.title).strip() or game_id),
        "document": _text(foreign_game.document),
        "sides": "".join(
            f"\n[side.{side}]\ntitle = {_text(side_title)}\ncolor = {_text(side_color)}\n"
            for side, (side_title, side_color) in sides.items()
        ),
        "side_names": ", ".join(sides),
        "kinds": _list(dict.fromkeys(row.kind for row in rows)),
        "player_turns": "".join(
            f"\n[[player_turn]]\nside = {_text(side)}\nphases = {_list(PHASES)}\n" for side in sides
        ),
        "scenarios": _list(f"{set_up.id}.toml" for set_up in set_ups),
        "stack": str(max(stack_sizes)),
        "first": _text(first_side),
        "second": _text(second_side),
    }


def _text(text: str) -> str:
    return dumps(text, ensure_ascii=False)


def _list(words: Iterable[str]) -> str:
    return dumps(list(words), ensure_ascii=False)


def _counters(rows: Iterable[_Row]) -> str:
    """The table of counters, with empty cells for what the module does not tell."""
    csv_text = io.StringIO()
    table = csv.writer(csv_text, lineterminator="\n")
    table.writerow((*NEEDED, *FURTHER))
    for row in rows:
        counter = row.counter
        cells = (counter.id, counter.side, row.kind, counter.name, row.strength, row.move)
        table.writerow((*cells, *("" for _ in FURTHER)))
    return csv_text.getvalue()


def _set_up_text(set_up: ForeignSetUp, rows: Iterable[_Row]) -> str:
    absent_units = [row.counter.id for row in rows if row.counter.id not in set_up.at]
    head = {"id": _text(set_up.id), "title": _text(set_up.title), "begins": "1"}
    lines = ["", "[scenario]", *(f"{key} = {value}" for key, value in head.items())]
    lines += ["# ends = 6  # the last turn of the track in game.toml that is played", f"absent = {_list(absent_units)}"]
    lines += ["", "[set_up]", *(f"{_text(unit)} = {_text(space)}" for unit, space in set_up.at.items())]
    return "\n".join([*lines, ""])
