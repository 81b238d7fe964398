"""Everything printed that the running game goes by, from the packaged files or the owner's.

The tables are the sheet's; `clock.toml` stands in for the map and the armies. Readings: Five places.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, NewType

from attrs import field, frozen

from wargame_core.charts import EventTable, read_events
from wargame_core.data import DataFolder, Problems, Ref, check_source, read_toml
from wargame_gcacw.charts.advanced_game import Calendar, Effects, ReliefTables, read_effects, read_relief
from wargame_gcacw.charts.series import load, structured
from wargame_gcacw.printed.counters import SIDES, Side
from wargame_thunder_on_the_mississippi.printed.packaged import DATA

UNION, CONFEDERATE = SIDES
GARRISON, RELIEF = "garrison", "relief"
LINES, JACKSON, VICKSBURG, BRIDGEHEAD = "lines", "jackson", "vicksburg", "bridgehead"

FortId = NewType("FortId", str)
"""The id of a fort, where the id of a command or a place would be wrong."""
NO_FORT: Final = FortId("")


@frozen
class Place:
    """A place of the clock. ``fallback``: where a side's beaten command goes."""

    id: str
    name: str
    terrain: str
    sides: tuple[Side, ...]
    fallback: Mapping[str, Annotated[str, Ref("a place")]]
    water: bool = False


@frozen
class RoadLink:
    """A road between two places, ``mp`` long."""

    ends: tuple[Annotated[str, Ref("a place")], Annotated[str, Ref("a place")]]
    mp: int


@frozen
class Command:
    """A corps or an army. ``units`` are its divisions where they count; ``successor`` takes over from ``leader``."""

    id: str
    side: Side
    name: str
    leader: str
    guns: int
    manpower: int = 0
    units: int = 1
    successor: str = ""


@frozen
class Group:
    """Reinforcements for a command: on a turn, or ``by`` a strategic event."""

    id: str
    name: str
    side: Side
    command: Annotated[str, Ref("a command")]
    manpower: int
    place: Annotated[str, Ref("a place")]
    turn: int = 0
    by: str = ""


@frozen
class Fort:
    """One of the fort hexes of Vicksburg; ``slope`` is what an assault on it has to climb."""

    id: FortId
    name: str
    slope: Literal["none", "up_ridge", "up_bluff"] = "none"


@frozen
class Setup:
    """A scenario: its first turn and where everything stands."""

    id: str
    title: str
    help: str
    turn: int
    fort_level: int
    places: Mapping[str, Annotated[str, Ref("a place")]]
    reserve: FortId
    arrived: tuple[str, ...] = ()
    station_destroyed: bool = False


@frozen
class Numbers:
    """The numbers of the operations, all reconstructed. Readings: Operations of the clock."""

    besiegers: int
    recovery_levels: int
    late_rain_tie: int
    entrenchment: tuple[Fraction, ...]
    redoubt: Fraction
    grant: int
    reserve: int
    returning: int
    dig_succeeds_on: tuple[int, ...]
    repair_succeeds_on: tuple[int, ...]
    millikens_bend_on: tuple[int, ...]
    port_hudson_turns: int
    historical_surrender: int


@frozen
class _Ties:
    union: tuple[int, ...]


@frozen
class _ClockFile:
    place: tuple[Place, ...]
    road: tuple[RoadLink, ...]
    command: tuple[Command, ...]
    group: tuple[Group, ...]
    scenario: tuple[Setup, ...]
    fort: tuple[Fort, ...]
    numbers: Numbers
    allowance: Mapping[str, Mapping[str, int]]
    extended_march: Mapping[str, Mapping[str, int]]
    ties: _Ties


@frozen(eq=False, repr=False, slots=False)
class Book:
    """All tables and numbers of one game."""

    calendar: Calendar
    random: EventTable
    strategic: EventTable
    relief: ReliefTables
    effects: Effects
    places: Mapping[str, Place]
    roads: tuple[RoadLink, ...]
    commands: Mapping[str, Command]
    groups: Mapping[str, Group]
    setups: Mapping[str, Setup]
    forts: Mapping[FortId, Fort]
    numbers: Numbers
    allowance: Mapping[str, Mapping[str, int]] = field(factory=dict)
    extended_march: Mapping[str, Mapping[str, int]] = field(factory=dict)
    union_ties: tuple[int, ...] = ()

    @cached_property
    def neighbours(self) -> Mapping[str, Mapping[str, int]]:
        """From each place the places that a road leads to, with its length in MP."""
        lengths: dict[str, dict[str, int]] = {place: {} for place in self.places}
        for road in self.roads:
            start, end = road.ends
            lengths[start][end] = lengths[end][start] = road.mp
        return lengths

    def __repr__(self) -> str:
        return f"<Book of {len(self.commands)} commands, {self.calendar.last_turn} turns>"


def read_book(folder: DataFolder) -> Book:
    """The book of a data folder. Raises `DataError` with every problem of a file."""
    clock = read_clock(folder.file("clock.toml"))
    return Book(
        load("calendar.toml", Calendar, folder),
        read_events(folder.file("random_events.toml")),
        read_events(folder.file("strategic_events.toml")),
        read_relief(folder),
        read_effects(folder.file("effects.toml")),
        {row.id: row for row in clock.place},
        clock.road,
        {row.id: row for row in clock.command},
        {row.id: row for row in clock.group},
        {row.id: row for row in clock.scenario},
        {row.id: row for row in clock.fort},
        clock.numbers,
        clock.allowance,
        clock.extended_march,
        clock.ties.union,
    )


def read_clock(path: Path = DATA / "clock.toml") -> _ClockFile:
    """Places, armies, scenarios and numbers of a clock file. Raises `DataError` with every problem."""
    doc, problems = read_toml(path, "the places, armies and numbers of the clock"), Problems()
    check_source(doc, problems)

    def ids(table: str) -> list[str]:
        rows = doc.data.get(table, [])
        return [row["id"] for row in rows if isinstance(row, dict) and "id" in row] if isinstance(rows, list) else []

    names = {"a place": ids("place"), "a command": ids("command"), "a fort": ids("fort")}
    clock = structured(doc, _ClockFile, problems, names)
    for wanted, table in (
        ((BRIDGEHEAD, LINES, JACKSON, VICKSBURG), "place"),
        ((GARRISON, RELIEF), "command"),
        (("french", "port_hudson"), "group"),
    ):
        for needed in wanted:
            if needed not in ids(table):
                problems.add(doc, (table,), "E202", f"missing: {table} {needed!r}, which the rules name")
    for n, setup in enumerate(clock.scenario):
        for command in setup.places:
            problems.reference(doc, ("scenario", n, "places", command), "a command", command, ids("command"))
        problems.reference(doc, ("scenario", n, "reserve"), "a fort", setup.reserve, ids("fort"))
        for m, group in enumerate(setup.arrived):
            problems.reference(doc, ("scenario", n, "arrived", m), "a group", group, ids("group"))
    problems.done()
    return clock
