"""A new game of hexes and counters from one of another program: its map, units and set-ups, with rules to begin with.

What a marker of a counter means is guessed from its key, and told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from json import dumps
from pathlib import Path
from string import Template
from typing import Final

from attrs import frozen

from wargame_core.data import write_new, write_package
from wargame_core.errors import WargameError
from wargame_core.plugins.foreign import ForeignCounter, ForeignGame, ForeignSetUp
from wargame_hex_and_counter.authoring.scaffold import TEMPLATES

OWN: Final = TEMPLATES.parent / "new_game_from"
STRENGTHS: Final = ("strength", "combat", "combatstrength", "attack", "attackstrength", "cf", "cs", "factor", "sp")
MOVES: Final = ("movement", "movementallowance", "move", "moves", "ma", "mp", "mf")
KINDS: Final = ("kind", "arm", "unittype", "type", "class", "branch")
"""The keys under which a counter tells its strength, its movement and its kind, without what is not a letter."""
COLORS: Final = ("#3b5b92", "#a5453d", "#4f7d4a", "#b08a2e", "#6d4f8a", "#3f8a8a", "#8a5a3f", "#5c5c5c")
STRENGTH, MOVE, KIND, TURNS = 1, 4, "unit", 6


@frozen
class _Row:
    """A unit as it is written: its faces are strength and movement, the full one first."""

    counter: ForeignCounter
    kind: str
    faces: tuple[tuple[int, int], ...]
    guessed: bool


def new_game_from(folder: Path, name: str, given: ForeignGame) -> list[str]:
    """Write a game with this id into a folder; returns what is a first draft.

    Raises OSError, and `WargameError` where no two sides stand on the map.
    """
    set_ups, notes = _sound(given)
    rows = [_row(counter) for counter in given.counters if counter.side in given.sides]
    texts = {file.name.removesuffix(".txt"): file.read_text("utf-8") for file in sorted(TEMPLATES.glob("*.txt"))}
    texts |= {file.name.removesuffix(".txt"): file.read_text("utf-8") for file in sorted(OWN.glob("*.txt"))}
    words = _words(name, given, rows, set_ups)
    tables = {file: text for file, text in texts.items() if file.endswith(".toml") and file != "pyproject.toml"}
    package = write_package(folder, {file: text for file, text in texts.items() if file not in tables}, words)
    source = f'source = {{ document = {dumps(given.document, ensure_ascii=False)}, basis = "reconstruction" }}\n'
    write_new(package / "data" / "map.toml", given.map)
    for table in ("terrain.toml", "crt.toml"):
        write_new(package / "data" / table, Template(tables[table]).substitute(words))
    write_new(package / "data" / "counters.toml", source + "".join(map(_unit_text, rows)))
    for set_up in set_ups:
        write_new(package / "data" / f"{set_up.id}.toml", source + _set_up_text(set_up, rows))
    if guessed := sum(row.guessed for row in rows):
        told = f"{STRENGTH} and {MOVE} stand for them in counters.toml"
        notes.append(f"{guessed} units tell no strength or movement: {told}")
    if backs := sum(len(row.faces) > 1 for row in rows):
        notes.append(f"{backs} units have a back: half their strength, as a first draft")
    notes.append("every hex is clear: draw the terrain into map.toml, and its costs into terrain.toml")
    return [*notes, "zones of control, stacking, the CRT and the points are those of no game yet: set them in game.py"]


def _sound(given: ForeignGame) -> tuple[list[ForeignSetUp], list[str]]:
    """The set-ups in which two sides stand on the map, with no two sides in a hex; and what was left out."""
    sides = {counter.id: counter.side for counter in given.counters if counter.side in given.sides}
    sound, notes = list[ForeignSetUp](), list[str]()
    for set_up in given.set_ups:
        holders: dict[str, str] = {}
        at, off = dict[str, str](), list[str]()
        for unit, space in set_up.at.items():
            if unit in sides and holders.setdefault(space, sides[unit]) == sides[unit]:
                at[unit] = space
            elif unit in sides:
                off.append(unit)
        if off:
            notes.append(
                f"{len(off)} units of {set_up.title!r} share a hex with another side, and wait: {', '.join(off)}"
            )
        if len({sides[unit] for unit in at}) > 1:
            sound.append(ForeignSetUp(set_up.id, set_up.title, at))
        else:
            notes.append(f"{set_up.title!r} has units of no two sides on the hexes: it is not a scenario")
    if not sound:
        raise WargameError("no set-up has units of two sides on the hexes: there is nothing to fight with")
    return sound, notes


def _row(counter: ForeignCounter) -> _Row:
    values = {re.sub("[^a-z]", "", key.casefold()): value.strip() for key, value in counter.values.items()}
    strength, move = (_number(values, keys) for keys in (STRENGTHS, MOVES))
    kind = next((word for key in KINDS if (word := _word(values.get(key, "")))), KIND)
    full = strength if strength is not None else STRENGTH, move if move is not None else MOVE
    faces = (full, (full[0] // 2, full[1])) if counter.two_sided and full[0] > 1 else (full,)
    return _Row(counter, kind, faces, strength is None or move is None)


def _number(values: Mapping[str, str], keys: Iterable[str]) -> int | None:
    """The first number that one of these keys tells, as in "4-3"; None where none does."""
    found = (re.match(r"\d{1,3}(?!\d)", values.get(key, "")) for key in keys)
    return next((int(match[0]) for match in found if match is not None), None)


def _word(text: str) -> str:
    """A word as the name of a kind of unit."""
    return re.sub("[^a-z0-9]+", "_", text.casefold()).strip("_")


def _words(name: str, given: ForeignGame, rows: Iterable[_Row], set_ups: Iterable[ForeignSetUp]) -> dict[str, str]:
    """What stands in the templates."""
    set_ups = list(set_ups)
    stacks = [list(set_up.at.values()).count(space) for set_up in set_ups for space in set_up.at.values()]
    sides = {side: (title, color) for (side, title), color in zip(given.sides.items(), COLORS, strict=False)}
    first, second = list(sides)[:2]
    return {
        "id": name,
        "title": re.sub(r'["\\$\s]+', " ", given.title).strip(),
        "package": f"wargame_{name}",
        "distribution": f"wargame-{name.replace('_', '-')}",
        "sides": "".join(f"    {dumps(side)}: SideTitle({dumps(t)}, {dumps(c)}),\n" for side, (t, c) in sides.items()),
        "kinds": "".join(f"{dumps(kind)}, " for kind in dict.fromkeys(row.kind for row in rows)),
        "turns": ", ".join(dumps(f"Turn {n}") for n in range(1, TURNS + 1)),
        "scenarios": ", ".join(dumps(set_up.id) for set_up in set_ups) + ",",
        "stack": str(max(2, *stacks)),
        "first": first,
        "second": second,
        "first_title": sides[first][0],
        "second_title": sides[second][0],
    }


def _unit_text(row: _Row) -> str:
    words = {"id": row.counter.id, "side": row.counter.side, "kind": row.kind, "name": row.counter.name}
    keys = "".join(f"{key} = {dumps(word, ensure_ascii=False)}\n" for key, word in words.items())
    return f"\n[[unit]]\n{keys}faces = {[list(face) for face in row.faces]}\n"


def _set_up_text(set_up: ForeignSetUp, rows: Iterable[_Row]) -> str:
    absent = [row.counter.id for row in rows if row.counter.id not in set_up.at]
    head = {"id": dumps(set_up.id), "title": dumps(set_up.title, ensure_ascii=False), "begins": 1, "ends": TURNS}
    lines = ["", "[scenario]", *(f"{key} = {value}" for key, value in head.items()), f"absent = {dumps(absent)}"]
    lines += ["", "[set_up]", *(f"{dumps(unit)} = {dumps(space)}" for unit, space in set_up.at.items())]
    return "\n".join([*lines, ""])
