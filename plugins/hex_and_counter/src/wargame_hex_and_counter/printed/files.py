"""Files of a game of hexes and counters: the counters, and a scenario each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import cast

from attrs import field, frozen

from wargame_core.data import Document, Problems, check_source, read_toml, structure
from wargame_core.errors import RulesError, UnknownName
from wargame_core.maps.files.map_file import load_map
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_hex_and_counter.printed.scenarios import Reinforcement, SetUp
from wargame_hex_and_counter.printed.units import Face, Unit


@frozen
class UnitRow:
    """[[unit]]: a counter. ``faces`` are strength and movement of each step, the full one first: [[6, 5], [3, 5]]."""

    id: str
    side: str
    kind: str
    name: str
    faces: tuple[tuple[int, int], ...]
    formation: str = ""


@frozen
class CountersFile:
    """counters.toml: the counters of the game."""

    unit: tuple[UnitRow, ...]


@frozen
class Head:
    """[scenario]: its id, its title, its first and its last turn, and units that it does without."""

    id: str
    title: str
    begins: int
    ends: int
    about: str = ""
    absent: tuple[str, ...] = ()


@frozen
class ScenarioFile:
    """A scenario: [set_up] has the hex of each unit, [held] who holds a place at the start."""

    scenario: Head
    set_up: Mapping[str, str]
    reinforcement: tuple[Reinforcement, ...] = ()
    held: Mapping[str, str] = field(factory=dict)


def read_map(path: Path) -> HexMap:
    """The map of a file. Raises `DataError` with every problem, and `RulesError` for a map that has no hexes."""
    game_map = load_map(path)
    if not isinstance(game_map.grid, HexGrid):
        raise RulesError(f"{path.name}: a map of {game_map.grid.word}s; this system plays on hexes")
    return cast(HexMap, game_map)


def read_units(path: Path | Document, sides: Collection[str], kinds: Collection[str]) -> Mapping[str, Unit]:
    """The counters of a file by id. Raises `DataError` with every problem, by line."""
    doc, problems = read_toml(path, "a file of counters"), Problems()
    check_source(doc, problems)
    file = structure(doc, CountersFile, problems)
    units: dict[str, Unit] = {}
    for n, row in enumerate(file.unit if file is not None else ()):
        problems.reference(doc, ("unit", n, "side"), "a side", row.side, sides)
        problems.reference(doc, ("unit", n, "kind"), "a kind of unit", row.kind, kinds)
        if row.id in units:
            problems.add(doc, ("unit", n, "id"), "E302", f"{row.id!r} is already the id of another unit")
        if not row.faces:
            problems.add(doc, ("unit", n, "faces"), "E204", "a counter has at least one face: [[strength, movement]]")
        for strength, move in row.faces:
            if strength < 0 or move < 0:
                problems.add(doc, ("unit", n, "faces"), "E204", f"[{strength}, {move}]: neither is below 0")
        faces = tuple(Face(strength, move) for strength, move in row.faces)
        units[row.id] = Unit(row.id, row.side, row.kind, row.name, faces, row.formation)
    problems.done()
    return units


def read_set_up(path: Path | Document, game_map: Map, units: Mapping[str, Unit], turns: int) -> SetUp:
    """The scenario of a file. Raises `DataError` with every problem, by line."""
    doc, problems = read_toml(path, "a scenario"), Problems()
    check_source(doc, problems)
    file = structure(doc, ScenarioFile, problems)
    problems.done()
    assert file is not None
    head, coming = file.scenario, {unit for group in file.reinforcement for unit in group.units}
    if not 1 <= head.begins <= head.ends <= turns:
        problems.add(
            doc, ("scenario", "ends"), "E625", f"turns {head.begins} to {head.ends}: the game has 1 to {turns}"
        )
    for unit, hex_ in file.set_up.items():
        problems.reference(doc, ("set_up", unit), "a unit", unit, units)
        _place(doc, problems, ("set_up", unit), game_map, hex_)
        if unit in coming or unit in head.absent:
            problems.add(doc, ("set_up", unit), "E302", f"{unit} is set up, and comes later or is absent as well")
    _one_side_in_a_hex(doc, problems, game_map, units, file)
    for place in file.held:
        _place(doc, problems, ("held", place), game_map, place)
    for n, group in enumerate(file.reinforcement):
        if not head.begins <= group.turn <= head.ends:
            problems.add(doc, ("reinforcement", n, "turn"), "E625", f"turn {group.turn} is not played")
        for m, unit in enumerate(group.units):
            problems.reference(doc, ("reinforcement", n, "units", m), "a unit", unit, units)
        for m, hex_ in enumerate(group.at):
            _place(doc, problems, ("reinforcement", n, "at", m), game_map, hex_)
    forgotten = [unit for unit in units if unit not in {*file.set_up, *coming, *head.absent}]
    if forgotten:
        names = ", ".join(forgotten)
        problems.add(doc, ("scenario",), "E301", f"neither set up nor reinforcements nor absent: {names}")
    problems.done()
    return SetUp(
        head.id, head.title, head.begins, head.ends, file.set_up, file.reinforcement, head.absent, file.held, head.about
    )


def _place(doc: Document, problems: Problems, at: tuple[str | int, ...], game_map: Map, name: str) -> None:
    try:
        game_map.parse(name)
    except UnknownName as error:
        problems.add(doc, at, "E301", str(error))


def _one_side_in_a_hex(
    doc: Document, problems: Problems, game_map: Map, units: Mapping[str, Unit], file: ScenarioFile
) -> None:
    first: dict[str, str] = {}
    for unit, hex_ in file.set_up.items():
        if unit in units and units[first.setdefault(hex_, unit)].side != units[unit].side:
            problems.add(doc, ("set_up", unit), "E305", f"{hex_} holds units of both sides: {first[hex_]} and {unit}")
