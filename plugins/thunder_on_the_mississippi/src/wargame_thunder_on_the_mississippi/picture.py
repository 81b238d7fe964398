"""The clock as a picture and in letters: a box for each place and fort, and what stands in it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from wargame_core.authoring import Event
from wargame_gcacw.printed.counters import COLORS
from wargame_pictures import Presentation
from wargame_pictures.draw.art import art_in
from wargame_pictures.draw.ground import NOTE, DrawnGround, NamedBox, box_ground
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.relief import plateau
from wargame_pictures.draw.shapes import COLOR, curve, loop, loops, stroke, waver
from wargame_pictures.draw.tokens import Art, Marker
from wargame_pictures.scene import Happening, Scene
from wargame_thunder_on_the_mississippi.board import ClockBoard, map_marks
from wargame_thunder_on_the_mississippi.printed import GAP, GARRISON, HIGH, WIDE, Clock
from wargame_thunder_on_the_mississippi.rules.combat import CommandMoved, FortFell, Happened, Told, UnitChanged
from wargame_thunder_on_the_mississippi.rules.operations import ActivationEnded, InitiativeWon, Marched
from wargame_thunder_on_the_mississippi.rules.random_phase import RandomEventHappened
from wargame_thunder_on_the_mississippi.rules.strategic_cycle import SiegeNoted

FORT, WATER, LAND = COLOR["hill"], COLOR["water"], COLOR["box"]
HEIGHTS = frozenset({"loess", "hill"})
"""The terrain of places that lie on the bluff."""


def presentation(overlay: Path | None, packaged_folder: Path) -> Presentation[ClockBoard]:
    """What the clock gives for pictures and stories; art of an owner may lie in either folder."""
    return Presentation(
        art=art_in(overlay, packaged_folder),
        alike=True,
        ground=ground,
        markers=markers,
        letters=letters,
        marks=marks,
        caption=caption,
        weight=weight,
        scene=scene,
    )


def scene(event: Event, board: ClockBoard) -> Scene | None:
    """How an event is shown on a table."""
    match event:
        case Told(target=str(target)) if target:
            return Scene(Happening.ATTACK)
        case UnitChanged(unit=unit) if unit.manpower == 0:
            return Scene(Happening.LOSS)
        case CommandMoved(why=reason):
            return Scene(Happening.RETREAT if reason == "retreat" else Happening.MOVE)
        case RandomEventHappened():
            return Scene(Happening.CARD)
        case Marched():
            return Scene(Happening.MOVE)
        case ActivationEnded(passed=True):
            return Scene(Happening.ORDER)
        case InitiativeWon():
            return Scene(Happening.ROUTINE)
    return None


def ground(board: ClockBoard, is_turned: bool) -> DrawnGround:
    """The sheet of boxes; a road between two places is a line."""
    clock = board.clock
    links = sorted({(min(road.ends), max(road.ends)) for road in clock.road})
    scenery = _high_ground(clock) + _river(clock)
    return box_ground("clock", "The roads to Vicksburg", clock.size, boxes(clock), links, (), is_turned, scenery)


def _high_ground(clock: Clock) -> str:
    """The high ground that Vicksburg and its forts stand on."""
    high_places = [id_ for id_, place in clock.place.items() if place.terrain in HEIGHTS] + list(clock.fort)
    half_width, half_height = (WIDE + GAP) / 2, (HIGH + GAP) / 2
    cells = [
        [
            (x - half_width, y - half_height),
            (x + half_width, y - half_height),
            (x + half_width, y + half_height),
            (x - half_width, y + half_height),
        ]
        for x, y in (clock.middles[id_] for id_ in high_places)
    ]
    return plateau("bluff", "".join(loop(waver(line, (), 0.06)) for line in loops(cells)), FORT)


def _river(clock: Clock) -> str:
    """The Mississippi, down the side of the sheet where the boxes on it lie."""
    foot = clock.size[1]
    bends = ((64.0, -20.0), (40.0, 40.0), (10.0, 100.0), (22.0, 200.0), (8.0, 300.0), (20.0, foot - 150))
    data = curve((*bends, (30.0, foot + 20)))
    ripples = stroke(data, COLOR["wave"], 14) + stroke(data, WATER, 12.4)
    return stroke(data, COLOR["river-edge"], 30) + stroke(data, WATER, 27.6) + ripples


def boxes(clock: Clock) -> Iterator[NamedBox]:
    """The places, then the forts."""
    for id_, place in clock.place.items():
        name, head = place.name[0].upper() + place.name[1:], WATER if place.water else LAND
        yield NamedBox(id_, name, clock.middles[id_], (WIDE, HIGH), LAND, place.terrain, place.terrain, head)
    for id_, fort in clock.fort.items():
        slope = fort.slope.replace("_", " ") if fort.slope != "none" else ""
        yield NamedBox(id_, fort.name, clock.middles[id_], (WIDE, HIGH), LAND, slope, "fort", FORT)


def caption(board: ClockBoard) -> str:
    """The turn and the siege points."""
    siege = f"; {board.points} siege points" if board.is_besieged else ""
    return f"turn {board.turn} of {board.book.calendar.last_turn}{siege}"


def markers(board: ClockBoard, seat: str = "") -> Iterator[Marker]:
    """The commands, each with its manpower."""
    spaces = {place: space for space, place in enumerate((*board.clock.place, *board.clock.fort))}
    for command, place in board.place.items():
        points, side, condition = board.units[command].manpower, board.side_of(command), tuple(board.condition(command))
        yield Marker(
            spaces[place],
            "Army" if command == GARRISON else command,
            side,
            COLORS[side],
            note=", ".join((board.name(command), f"{points} manpower", *condition)),
            id=command,
            arm="infantry",
            value=str(points),
            badges=tuple((words[0].upper(), "warning") for words in condition),
        )


def marks(board: ClockBoard, seat: str, drawn_ground: DrawnGround) -> Iterator[Art]:
    """The levels of the forts, who holds Jackson, and the depot."""
    for mark in map_marks(board):
        x, y = drawn_ground.spots[drawn_ground.space(mark.places[0])].at
        yield Art(NOTE.write(mark.text, x - WIDE / 2 + 7, y + HIGH / 2 - 8))


def letters(board: ClockBoard, seat: str = "") -> Mapping[str, Letters]:
    """For maps in letters: commands with their manpower, and forts with their level."""
    commands = {
        command: Letters(
            str(unit.manpower),
            ", ".join((f"{board.name(command)}, {unit.manpower} manpower", *board.condition(command))),
        )
        for command, unit in board.units.items()
    }
    return commands | {fort: Letters(str(level), f"level {level}") for fort, level in board.forts.items()}


def weight(event: Event) -> int:
    """How decisive an event was: 0 is not worth a headline."""
    match event:
        case SiegeNoted(changed=True):
            return 9
        case Happened():
            return 7
        case Told(target=str(target)) if target:
            return 5
        case FortFell():
            return 2
    return 0
