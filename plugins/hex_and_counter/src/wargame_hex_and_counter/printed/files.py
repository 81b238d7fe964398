"""Files of a game of hexes and counters: the counters, and a scenario each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import cast

from attrs import field, frozen

from wargame_core.data import Document, KeyPath, Problems, check_source, read_toml, structure, value_text
from wargame_core.errors import RulesError, UnknownName
from wargame_core.forces import SetUpPlace, check_set_up
from wargame_core.maps.files.map_file import load_map
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_hex_and_counter.printed.scenarios import Reinforcement, SetUp, Withdrawal
from wargame_hex_and_counter.printed.units import Face, Unit


@frozen
class UnitRow:
    """[[unit]]: a counter. ``faces`` are strength and movement of each step, the full one first: [[6, 5], [3, 5]].

    A row with ``face_down = true`` is the back of a counter, under which something may lie. ``radius`` is how far a
    headquarters commands.
    """

    id: str
    side: str
    kind: str
    name: str
    faces: tuple[tuple[int, int], ...]
    formation: str = ""
    face_down: bool = False
    radius: int | None = None


@frozen
class CountersFile:
    """counters.toml: the counters of the game."""

    unit: tuple[UnitRow, ...]


@frozen
class ScenarioHead:
    """[scenario]: its id, its title, its first and its last turn, and units that it does without.

    ``under_counters`` are units that lie under counters that are face down.
    """

    id: str
    title: str
    begins: int
    ends: int
    about: str = ""
    absent: tuple[str, ...] = ()
    under_counters: tuple[str, ...] = ()


@frozen
class ScenarioFile:
    """A scenario: [set_up] has the hex of each unit, [held] who holds a place at the start."""

    scenario: ScenarioHead
    set_up: Mapping[str, str]
    reinforcement: tuple[Reinforcement, ...] = ()
    withdrawal: tuple[Withdrawal, ...] = ()
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
    rows = file.unit if file is not None else ()
    problems.unique(doc, "the id of another unit", ((("unit", n, "id"), row.id) for n, row in enumerate(rows)))
    for number, row in enumerate(rows):
        problems.reference(doc, ("unit", number, "side"), "a side", row.side, sides)
        problems.reference(doc, ("unit", number, "kind"), "a kind of unit", row.kind, kinds)
        if not row.faces:
            problems.add(
                doc, ("unit", number, "faces"), "E204", "a counter has at least one face: [[strength, movement]]"
            )
        for strength, move in row.faces:
            if strength < 0 or move < 0:
                problems.add(doc, ("unit", number, "faces"), "E204", f"[{strength}, {move}]: neither is below 0")
        faces = tuple(Face(strength, move) for strength, move in row.faces)
        if row.radius is not None and row.radius < 0:
            problems.add(doc, ("unit", number, "radius"), "E204", f"{row.radius}: a radius is 0 or more")
        units[row.id] = Unit(row.id, row.side, row.kind, row.name, faces, row.formation, row.face_down, row.radius)
    problems.raise_if_any()
    return units


def read_set_up(
    path: Path | Document, game_map: Map, units: Mapping[str, Unit], turns: int, *, limit: int | None = None
) -> SetUp:
    """The scenario of a file; at most ``limit`` units may be set up in a hex. Raises `DataError` with every problem."""
    doc, problems = read_toml(path, "a scenario"), Problems()
    check_source(doc, problems)
    file = structure(doc, ScenarioFile, problems)
    problems.raise_if_any()
    assert file is not None
    set_up = set_up_of(doc, file, problems, game_map, units, turns, limit=limit)
    problems.raise_if_any()
    return set_up


def set_up_of(
    doc: Document,
    file: ScenarioFile,
    problems: Problems,
    game_map: Map,
    units: Mapping[str, Unit],
    turns: int,
    *,
    limit: int | None = None,
    turns_from: str = "",
) -> SetUp:
    """The scenario that a file says, with everything noted in ``problems`` that is wrong with it.

    ``turns_from`` is a hint where the number of turns stands.
    """
    head = file.scenario
    if not 1 <= head.begins <= head.ends <= turns:
        text = f"turns {head.begins} to {head.ends}: the game has 1 to {turns}"
        problems.add(doc, ("scenario", "ends"), "E625", text, turns_from)
    for key_path, name, kind_in_words, choices in _names(file, units):
        problems.reference(doc, key_path, kind_in_words, name, choices)
    set_up_places = [
        SetUpPlace(units[unit].name, units[unit].side, space, ("set_up", unit), unit, ("set_up", unit))
        for unit, hex_ in file.set_up.items()
        if (space := _place(doc, problems, ("set_up", unit), game_map, hex_)) and unit in units
    ]
    check_set_up(doc, set_up_places, problems, limit=limit)
    for place in file.held:
        _place(doc, problems, ("held", place), game_map, place)
    for group_number, group in enumerate(file.reinforcement):
        if not head.begins <= group.turn <= head.ends:
            problems.add(doc, ("reinforcement", group_number, "turn"), "E625", f"turn {group.turn} is not played")
        for hex_number, hex_ in enumerate(group.at):
            _place(doc, problems, ("reinforcement", group_number, "at", hex_number), game_map, hex_)
    _check_withdrawals(doc, file, problems, game_map, units)
    paths_and_units = list(_units_of(file))
    problems.unique(doc, "set up, a reinforcement, absent or under a counter", paths_and_units)
    if forgotten := [unit for unit in units if unit not in {name for _, name in paths_and_units}]:
        names = ", ".join(forgotten)
        hint = (
            f"give each a hex or a turn, or write absent = [{', '.join(map(value_text, forgotten))}] under [scenario]"
        )
        text = f"neither set up nor reinforcements nor absent nor under a counter: {names}"
        problems.add(doc, ("scenario",), "E301", text, hint)
    fields = head.id, head.title, head.begins, head.ends, file.set_up, file.reinforcement, head.absent, file.held
    return SetUp(*fields, head.about, head.under_counters, file.withdrawal, doc)


def _check_withdrawals(
    doc: Document, file: ScenarioFile, problems: Problems, game_map: Map, units: Mapping[str, Unit]
) -> None:
    """Note what is wrong with the withdrawals of a scenario."""
    for problem in withdrawal_faults(file, units):
        problems.add(doc, *problem)
    for group_number, withdrawal in enumerate(file.withdrawal):
        for key in ("by", "returns_at"):
            for hex_number, hex_ in enumerate(getattr(withdrawal, key)):
                _place(doc, problems, ("withdrawal", group_number, key, hex_number), game_map, hex_)


def withdrawal_faults(file: ScenarioFile, units: Mapping[str, Unit]) -> Iterator[tuple[KeyPath, str, str]]:
    """What is wrong with the withdrawals of a scenario: where, the code, and the problem."""
    head, withdrawn_units = file.scenario, set[str]()
    arrival_turns = {unit: group.turn for group in file.reinforcement for unit in group.units}
    for group_number, group in enumerate(file.withdrawal):
        key_path: KeyPath = ("withdrawal", group_number)
        if not head.begins <= group.turn <= head.ends:
            yield (
                (*key_path, "turn"),
                "E625",
                f"turn {group.turn} is not played: turns {head.begins} to {head.ends} are",
            )
        if group.returns is not None and not group.turn < group.returns <= head.ends:
            text = (
                f"turn {group.returns}: units that leave on turn {group.turn} come back later, and by turn {head.ends}"
            )
            yield (*key_path, "returns"), "E625", text
        if (group.returns is None) != (not group.returns_at):
            text = "a unit that comes back has both, returns (its turn) and returns_at (its hexes)"
            yield key_path, "E202", text
        for unit_number, unit in enumerate(group.units):
            unit_path: KeyPath = (*key_path, "units", unit_number)
            if unit in withdrawn_units:
                yield unit_path, "E302", f"{unit!r} is already withdrawn; a unit leaves once"
            withdrawn_units.add(unit)
            if unit in file.scenario.absent:
                yield unit_path, "E207", f"{unit!r} is absent from this scenario"
            elif unit in file.scenario.under_counters or (unit in units and units[unit].face_down):
                yield (
                    unit_path,
                    "E207",
                    f"{unit!r} lies face down, or under a counter that does: it cannot be withdrawn",
                )
            elif arrival_turns.get(unit, group.turn - 1) >= group.turn:
                yield (
                    unit_path,
                    "E207",
                    f"{unit!r} comes on turn {arrival_turns[unit]}, and leaves on turn {group.turn}",
                )


def _units_of(file: ScenarioFile) -> Iterator[tuple[KeyPath, str]]:
    """Every unit that a scenario names, with where it does."""
    yield from ((("set_up", unit), unit) for unit in file.set_up)
    for group_number, group in enumerate(file.reinforcement):
        yield from ((("reinforcement", group_number, "units", number), unit) for number, unit in enumerate(group.units))
    yield from ((("scenario", "absent", number), unit) for number, unit in enumerate(file.scenario.absent))
    yield from (
        (("scenario", "under_counters", number), unit) for number, unit in enumerate(file.scenario.under_counters)
    )


def _names(file: ScenarioFile, units: Mapping[str, Unit]) -> Iterator[tuple[KeyPath, str, str, Collection[str]]]:
    """The units and sides that a scenario names: where, which, what it should be, and all that there are."""
    yield from ((key_path, unit, "a unit", units) for key_path, unit in _units_of(file))
    for group_number, group in enumerate(file.withdrawal):
        yield from (
            (("withdrawal", group_number, "units", number), unit, "a unit", units)
            for number, unit in enumerate(group.units)
        )
    sides = dict.fromkeys(unit.side for unit in units.values())
    yield from ((("held", place), side, "a side", sides) for place, side in file.held.items())


def _place(doc: Document, problems: Problems, key_path: KeyPath, game_map: Map, name: str) -> str:
    """The number of the hex that a name stands for; "" after noting that there is none."""
    try:
        return game_map.coordinates(game_map.parse(name))
    except UnknownName as error:
        problems.add(doc, key_path, "E301", str(error))
        return ""
