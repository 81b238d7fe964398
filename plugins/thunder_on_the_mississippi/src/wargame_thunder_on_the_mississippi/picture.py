"""The clock as a picture: a box for each place and fort, the commands in them, and what else stands in a box.

The first row has the places in the order of the data, the second the forts. Readings: Boxes of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from wargame_core.authoring import Event
from wargame_core.maps.features import Point
from wargame_gcacw.charts.combat_chart import CombatState
from wargame_gcacw.printed.counters import NATION
from wargame_pictures import Presentation
from wargame_pictures.draw.art import art_in
from wargame_pictures.draw.boxes import NOTE, NamedBox, box_ground
from wargame_pictures.draw.faces import Badge
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.marks import Art
from wargame_pictures.draw.sides import DARK, LIGHT
from wargame_pictures.draw.tokens import Marker
from wargame_thunder_on_the_mississippi.board import cycle_events, operation_events, turn_events
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import GARRISON, JACKSON, UNION, Book

WIDE: Final = 160.0
HIGH: Final = 100.0
GAP: Final = 20.0
"""Width and height of a box and the room between two, in units of the picture."""
COLORS: Final = {"union": DARK, "confederate": LIGHT}
TINTS: Final = {"fort": "#e3d2a8", "water": "#b3d3e6"}


def presentation(overlay: Path | None, packaged: Path) -> Presentation[ClockBoard]:
    """What the clock gives for pictures and stories; art of an owner may lie in either folder."""
    from wargame_thunder_on_the_mississippi.table.letters import letters

    return Presentation(
        art=art_in(overlay, packaged),
        alike=True,
        ground=ground,
        markers=markers,
        letters=letters,
        marks=marks,
        caption=caption,
        weight=weight,
    )


def size(book: Book) -> Point:
    """Width and height of the sheet."""
    return GAP + max(len(book.places), len(book.forts)) * (WIDE + GAP), GAP + 2 * (HIGH + GAP)


def middle(row: int, column: int) -> Point:
    """The middle of a box, row and column counted from 0."""
    return GAP + WIDE / 2 + column * (WIDE + GAP), GAP + HIGH / 2 + row * (HIGH + GAP)


def ground(board: ClockBoard, turned: bool) -> DrawnGround:
    """The sheet of boxes; a road between two places is a line."""
    return _ground(board.book, turned)


@lru_cache(maxsize=8)
def _ground(book: Book, turned: bool) -> DrawnGround:
    links = sorted({(min(a, b), max(a, b)) for a, others in book.neighbours.items() for b in others})
    return box_ground("clock", "The roads to Vicksburg", size(book), tuple(boxes(book)), links, turned=turned)


def boxes(book: Book) -> Iterator[NamedBox]:
    """The places, then the forts."""
    for column, place in enumerate(book.places.values()):
        name, tint = place.name[0].upper() + place.name[1:], TINTS["water"] if place.water else "#fdf6e2"
        yield NamedBox(place.id, name, middle(0, column), (WIDE, HIGH), tint, place.terrain, place.terrain)
    for column, fort in enumerate(book.forts.values()):
        slope = fort.slope.replace("_", " ") if fort.slope != "none" else ""
        yield NamedBox(fort.id, fort.name, middle(1, column), (WIDE, HIGH), TINTS["fort"], slope, "fort")


def caption(board: ClockBoard) -> str:
    """The turn and the siege points."""
    siege = f"; {board.points} siege points" if board.besieged else ""
    return f"turn {board.turn} of {board.book.calendar.last_turn}{siege}"


def markers(board: ClockBoard, seat: str = "") -> Iterator[Marker]:
    """The commands, each with its manpower."""
    spaces = {place: space for space, place in enumerate((*board.book.places, *board.book.forts))}
    for command, place in board.place.items():
        unit, side = board.units[command], board.side_of(command)
        words = [f"{unit.manpower} manpower", f"fatigue {unit.fatigue}", *["disorganized"] * unit.disorganized]
        words += [f"demoralized-{unit.demoralized}"] if unit.demoralized else []
        label = "Army" if command == GARRISON else command
        note = f"{board.name(command)}, {', '.join(words)}"
        yield Marker(
            spaces[place],
            label,
            side,
            COLORS[side],
            note=note,
            id=command,
            arm="infantry",
            value=str(unit.manpower),
            badges=tuple(badges(unit)),
        )


def badges(unit: CombatState) -> Iterator[Badge]:
    """What is wrong with a command: fatigue, disorganized, demoralized."""
    if unit.fatigue:
        yield f"F{unit.fatigue}", "plain"
    if unit.disorganized:
        yield "D", "warning"
    if unit.demoralized:
        yield f"-{unit.demoralized}", "alarm"


def marks(board: ClockBoard, seat: str, drawn: DrawnGround) -> Iterator[Art]:
    """The levels of the forts, the garrison's reserve, who holds Jackson, and the depot."""
    notes: dict[str, list[str]] = {fort: [f"level {level}"] for fort, level in board.forts.items()}
    if board.reserve in notes:
        notes[board.reserve].append("reserve")
    held = NATION[UNION] if board.jackson == UNION else board.jackson.capitalize()
    notes.setdefault(JACKSON, []).append(f"{held}{', station destroyed' if board.station_destroyed else ''}")
    if board.depot in board.book.places:
        notes.setdefault(board.depot, []).append("Union depot")
    for place, words in notes.items():
        x, y = drawn.spots[drawn.space(place)].at
        yield Art(NOTE.write(", ".join(words), x, y + HIGH / 2 - 8, "middle"))


def weight(event: Event) -> int:
    """How decisive an event was: 0 is not worth a headline."""
    if isinstance(event, turn_events.SiegeNoted):
        return 9 if event.changed else 0
    if isinstance(event, (operation_events.StationChanged, cycle_events.GarrisonDemoralized)):
        return 7
    if isinstance(event, operation_events.Fought):
        return 5
    if isinstance(event, cycle_events.ReliefRolled):
        return 4 if event.ruling.result else 0
    return 2 if isinstance(event, operation_events.FortChanged) else 0
