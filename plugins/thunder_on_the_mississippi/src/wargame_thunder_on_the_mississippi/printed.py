"""Everything printed that the running game goes by, from the packaged files or the owner's.

The tables are the sheet's; `clock.toml` stands in for the map and the armies. Readings: Five places.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal

from attrs import field, frozen

from wargame_core.charts import EventTable, read_events
from wargame_core.data import Basis, DataFolder, Document, Problems, Ref, bases_in, check_source, read_toml
from wargame_core.errors import DataError
from wargame_core.maps.features import Point
from wargame_gcacw.charts.advanced_game import Calendar, Effects, ReliefTables, read_effects, read_relief
from wargame_gcacw.charts.series import cite, read_data_file, structure_document
from wargame_gcacw.printed.counters import SIDES, Side

TITLE: Final = "Thunder on the Mississippi: the strategic clock"
DOCUMENT: Final = "Thunder on the Mississippi Charts & Tables, version 1.6"
DATA: Final = Path(__file__).parent / "data"

SEQUENCE: Final = cite("Advanced Game Sequence of Play")
RANDOM_EVENTS: Final = cite("Random Events Table")
STRATEGIC_EVENTS: Final = cite("Strategic Events Table")
ARMY_OF_RELIEF: Final = cite("Army of Relief Table")
MOVEMENT: Final = cite("Movement Summary")
COMBAT: Final = cite("Combat Chart (7.4)")
EXTENDED_MARCH: Final = cite("Extended March Table")

UNION, CONFEDERATE = SIDES
GARRISON, RELIEF = "garrison", "relief"
LINES, JACKSON, VICKSBURG, BRIDGEHEAD = "lines", "jackson", "vicksburg", "bridgehead"
FRENCH, PORT_HUDSON = "french", "port_hudson"
WIDE, HIGH, GAP = 168.0, 108.0, 36.0  # a box of the sheet and the room between two, in units of the picture
NAMED_BY_RULES: Final = {
    "place": (BRIDGEHEAD, LINES, JACKSON, VICKSBURG),
    "command": (GARRISON, RELIEF),
    "group": (FRENCH, PORT_HUDSON),
}
"""What the rules name, so that every clock file must have it."""


class RandomEvent(StrEnum):
    """The random event of a turn, under the name of the table and of records. Source: Random Events Table."""

    NONE = ""
    """The turn has none yet, or its column of the table is not there."""
    LATE_RAIN = "late_rain"
    RAIN = "rain"
    HEAVY_RAIN = "heavy_rain"
    HEAT = "heat"
    EXTREME_HEAT = "extreme_heat"
    UNION_INTELLIGENCE = "union_intelligence"
    DELAY_UNIT_ENTRY = "delay_unit_entry"
    ACCELERATE_UNIT_ENTRY = "accelerate_unit_entry"
    MOVEMENT_BONUS = "movement_bonus"
    CONFEDERATE_COMMAND_PARALYSIS = "confederate_command_paralysis"
    CONFEDERATE_MOVEMENT_PARALYSIS = "confederate_movement_paralysis"
    UNION_WATER_CRISIS = "union_water_crisis"
    GRANT_DRUNK = "grant_drunk"
    NO_EFFECT = "no_effect"


LETTERS_IN_FULL: Final[Mapping[str, str]] = {"MP": "Movement Paralysis", "CP": "Command Paralysis"}
"""What the letters in the names of events stand for. Source: the note below the Random Events Table."""
LETTERS: Final = re.compile(r"\b(MP|CP)\b")

PlaceId = Annotated[str, Ref("a place")]
CommandId = Annotated[str, Ref("a command")]


@frozen
class Place:
    """A place of the clock, at a column and a row of the sheet. ``fallback``: where a side's beaten command goes."""

    name: str
    at: tuple[float, float]
    terrain: str
    sides: tuple[Side, ...]
    fallback: Mapping[str, PlaceId]
    water: bool = False


@frozen
class RoadLink:
    """A road between two places, ``mp`` long."""

    ends: tuple[PlaceId, PlaceId]
    mp: int


@frozen
class Command:
    """A corps or an army. ``units`` are its divisions where they count; ``successor`` takes over from ``leader``."""

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

    name: str
    side: Side
    command: CommandId
    manpower: int
    place: PlaceId
    turn: int = 0
    by: str = ""


@frozen
class Fort:
    """One of the fort hexes of Vicksburg; ``slope`` is what an assault on it has to climb."""

    name: str
    slope: Literal["none", "up_ridge", "up_bluff"] = "none"


@frozen
class Setup:
    """A scenario: its first turn, where everything stands, and what has come or happened already."""

    title: str
    help: str
    turn: int
    places: Mapping[CommandId, PlaceId]
    arrived: tuple[Annotated[str, Ref("a group")], ...] = ()
    station_destroyed: bool = False


@frozen
class Numbers:
    """The numbers of the operations, all reconstructed. Readings: Operations of the clock."""

    besiegers: int
    setback: int
    recovery_levels: int
    late_rain_tie: int
    entrenchment: tuple[Fraction, ...]
    redoubt: Fraction
    grant: int
    reserve: int
    returning: int
    millikens_bend_on: tuple[int, ...]
    port_hudson_turns: int
    historical_surrender: int


@frozen(slots=False)
class Clock:
    """What `clock.toml` says: the ground, the armies, the scenarios, the forts, and numbers.

    ``allowance`` and ``extended_march`` say by random event what it does to the movement allowances of the sides, in
    MP, and to their extended march rolls; ``ties`` which faces of tied initiative rolls are a side's.
    """

    place: Mapping[str, Place]
    road: tuple[RoadLink, ...]
    command: Mapping[str, Command]
    group: Mapping[str, Group]
    scenario: Mapping[str, Setup]
    fort: Mapping[str, Fort]
    numbers: Numbers
    allowance: Mapping[str, Mapping[str, int]]
    extended_march: Mapping[str, Mapping[str, int]]
    ties: Mapping[str, tuple[int, ...]]

    @cached_property
    def neighbours(self) -> Mapping[str, Mapping[str, int]]:
        """From each place the places that a road leads to, with its length in MP."""
        lengths: dict[str, dict[str, int]] = {place: {} for place in self.place}
        for road in self.road:
            start, end = road.ends
            lengths[start][end] = lengths[end][start] = road.mp
        return lengths

    @cached_property
    def roads_of(self) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
        """By side, from each place the places where it may stop, with the length of the road in MP."""
        return {
            side: {
                start: {neighbour: mp for neighbour, mp in roads.items() if side in self.place[neighbour].sides}
                for start, roads in neighbours
            }
            for side, neighbours in ((side, self.neighbours.items()) for side in SIDES)
        }

    @cached_property
    def commands_of(self) -> Mapping[str, tuple[str, ...]]:
        """By side its commands, in the order of the file."""
        return {side: tuple(name for name, command in self.command.items() if command.side == side) for side in SIDES}

    @cached_property
    def middles(self) -> Mapping[str, Point]:
        """The middles of the boxes that stand for a map: places where they lie, forts in a row below them."""
        cells = {id_: place.at for id_, place in self.place.items()}
        row_below = max(row for _, row in cells.values()) + 1
        cells |= {id_: (column, row_below) for column, id_ in enumerate(self.fort)}
        return {
            id_: (GAP + WIDE / 2 + column * (WIDE + GAP), GAP + HIGH / 2 + row * (HIGH + GAP))
            for id_, (column, row) in cells.items()
        }

    @property
    def size(self) -> Point:
        """Width and height of the sheet of boxes."""
        right, foot = (max(middle[axis] for middle in self.middles.values()) for axis in (0, 1))
        return right + WIDE / 2 + GAP, foot + HIGH / 2 + GAP


@frozen(eq=False, repr=False)
class Book:
    """All tables and numbers of one game."""

    calendar: Calendar
    random: EventTable
    strategic: EventTable
    relief: ReliefTables
    effects: Effects
    clock: Clock
    bases: Mapping[tuple[str, str], Basis] = field(factory=dict, eq=False, repr=False)
    """The evidence for the rows of the clock, by "command" or "group" and their id."""

    def event_name(self, event: str) -> str:
        """A random event by its printed name, without the signs of its footnotes."""
        return self.random.names[event].rstrip("^+")

    def event_in_full(self, event: str) -> str:
        """A random event by its printed name, its letters in full: "Confederate Movement Paralysis"."""
        return LETTERS.sub(lambda match: LETTERS_IN_FULL[match[0]], self.event_name(event))

    def day(self, turn: int) -> str:
        """The day of a turn as people write it."""
        day = self.calendar.day_of(turn)
        return f"{day:%B} {day.day}"

    def __repr__(self) -> str:
        return f"<Book of {len(self.clock.command)} commands, {self.calendar.last_turn} turns>"


def read_book(folder: DataFolder) -> Book:
    """The book of a data folder. Raises `DataError` with every problem of a file."""
    clock = folder.read("clock.toml")
    return Book(
        read_data_file("calendar.toml", Calendar, folder),
        read_events(folder.read("random_events.toml")),
        read_events(folder.read("strategic_events.toml")),
        read_relief(folder),
        read_effects(folder.read("effects.toml")),
        read_clock(clock),
        bases_in(clock),
    )


def read_clock(path: Path | Document) -> Clock:
    """A clock file. Raises `DataError` with every problem."""
    doc, problems = read_toml(path, "the places, armies and numbers of the clock"), Problems()
    check_source(doc, problems)
    ids = {table: tuple(doc.data.get(table, ())) for table in ("place", "command", "group")}
    for table, needed_names in NAMED_BY_RULES.items():
        for name in sorted({*needed_names} - {*ids[table]}):
            problems.add(doc, (table,), "E202", f"missing: {table} {name!r}, which the rules name")
    return structure_document(doc, Clock, problems, {f"a {table}": names for table, names in ids.items()})


def lint(path: Path) -> list[str]:
    """Every problem of the clock files in a folder, as lines; other files are left alone."""
    lines: list[str] = []
    for file in sorted(path.rglob("*.toml")) if path.is_dir() else [path]:
        try:
            if read_toml(file).data.keys() >= {"place", "road", "command", "numbers"}:
                read_clock(file)
        except DataError as error:
            lines += map(str, error.problems)
    return lines
