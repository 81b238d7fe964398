"""What lies on the table: the sheet of a scenario, with boxes instead of a map, and the panels beside them.

The first row of boxes has the places in the order of the data, the second the forts (Readings: Boxes of the sheet).
Nothing is hidden in this game, so every seat and every spectator gets the same panels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Final

from attrs import evolve

from wargame_core.authoring import Briefing, Note, Sheet, SheetPiece, SideOnSheet
from wargame_core.flow.panels import Panel, Score, Status, StatusLine, Track
from wargame_core.sheet import PlayerAid, Point, SheetDie, SheetSpace, SheetTrack
from wargame_gcacw.charts.results import CombatState
from wargame_gcacw.charts.series import SHEET
from wargame_gcacw.printed.counters import NATION, SIDES, Side
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import REDOUBT, STATION, ClockBoard

BOX: Final[tuple[Point, ...]] = (
    (-printed.WIDE / 2, -printed.HIGH / 2),
    (printed.WIDE / 2, -printed.HIGH / 2),
    (printed.WIDE / 2, printed.HIGH / 2),
    (-printed.WIDE / 2, printed.HIGH / 2),
)
LEVELS = ("0", "-1", "-2")
"""The garrison's demoralization by the siege."""
ON_THE_MAP: Final = frozenset({"vicksburg_siege", "confederate_reorganization"})
"""Segments whose rules speak of units on a map, which the clock does not have."""
AIDS: Final = (
    "sequence_of_play", "random_events", "strategic_events", "army_of_relief", "army_of_relief_modifiers", "movement",
    "extended_march", "extended_march_modifiers", "combat", "combat_modifiers", "combat_results", "ratio", "artillery",
)  # fmt: skip
"""The charts that the clock uses, by their names for ``wargame chart gcacw``."""


# --------------------------------------------------------------------------------------------------- the sheet
def sheet(drawn: Sheet, board: ClockBoard) -> Sheet:
    """The sheet of a set-up; ``drawn`` has its title, what its file says of it, and the sources."""
    from wargame_gcacw.questions.chart_questions import CHARTS as charts  # read only here

    tracks = (turn_track(board.book), relief_track(board), Track("demoralization", "Demoralization", LEVELS, 0))
    return evolve(
        drawn,
        briefing=Briefing(
            drawn.briefing.title,
            (*drawn.briefing.situation, *situation(board)),
            "",
            (),
            tuple(how_to_win(board)),
            tuple(special_rules(board)),
            drawn.briefing.sources,
        ),
        sides=tuple(SideOnSheet(side, NATION[side], NATION[side][0], commander(board, side)) for side in SIDES),
        size=board.clock.size,
        outlines=(BOX,),
        spaces=tuple(spaces(board.clock)),
        pieces=tuple(pieces(board)),
        tracks=tuple(SheetTrack(track.id, track.title, track.boxes) for track in tracks),
        dice=(SheetDie("d6", ("1", "2", "3", "4", "5", "6")),),
        aids=tuple(PlayerAid(name, charts[name].title, str(charts[name].card), SHEET) for name in AIDS),
    )


def spaces(clock: printed.Clock) -> Iterator[SheetSpace]:
    """The boxes: places, joined as roads join them, and forts."""
    for id_, place in clock.place.items():
        roads, name = tuple(sorted(clock.neighbours[id_])), place.name[0].upper() + place.name[1:]
        yield SheetSpace(id_, name, clock.middles[id_], place.terrain, name, 0, roads)
    for id_, fort in clock.fort.items():
        yield SheetSpace(id_, fort.name, clock.middles[id_], "fort", fort.name)


def commander(board: ClockBoard, side: Side) -> str:
    """Who commands a side."""
    return "Grant" if side == printed.UNION else board.clock.command[printed.GARRISON].leader


def pieces(board: ClockBoard) -> Iterator[SheetPiece]:
    """The commands, also those that come later."""
    for id_, command in board.clock.command.items():
        facts = {"leader": command.leader, "artillery": str(command.guns)}
        facts |= {"successor": command.successor} if command.successor else {}
        facts |= {"divisions": str(command.units)} if command.units > 1 else {}
        facts |= {"manpower": str(board.whole[id_])} if id_ in board.whole else {}
        yield SheetPiece(id_, command.side, "command", command.name, facts)


def situation(board: ClockBoard) -> Iterator[Note]:
    """The days played, and what each side has where."""
    boxes = turn_track(board.book).boxes
    yield Note(f"Turn {boxes[board.turn - 1]} to turn {boxes[-1]}, a day each.")
    for side in SIDES:
        here = [(board.clock.command[name].name, name, board.place[name]) for name in board.commands(side)]
        stand = [f"{title} ({board.units[name].manpower}) in {board.clock.place[at].name}" for title, name, at in here]
        yield Note(f"{NATION[side]}, commanded by {commander(board, side)}: {', '.join(stand)}.")


def how_to_win(board: ClockBoard) -> Iterator[Note]:
    """What ends the game, and for whom."""
    siege, last = board.book.effects.siege, board.book.calendar.last_turn
    yield Note(
        f"From {siege.surrender_points} siege points on the garrison may surrender at the end of each turn: two dice "
        f"must reach {siege.surrender_total}, 1 less for each point more. Then the Union wins.",
        printed.SEQUENCE,
    )
    yield Note("The Union wins too when a fort of level 0 is stormed, or nothing is left of the garrison.")
    yield Note(f"The Confederates win when Vicksburg has held out to the end of turn {last}.", printed.SEQUENCE)
    yield Note("They win too when the army of relief breaks through the lines.")


def special_rules(board: ClockBoard) -> Iterator[Note]:
    """What the segments of the siege and of the relief do; when Vicksburg is besieged, the clock says by commands."""
    yield Note(
        f"Vicksburg is besieged while {board.clock.numbers.besiegers} Union commands or more stand in the lines."
    )
    for line in board.book.effects.segment:
        if line.segment not in ON_THE_MAP:
            yield Note(f"{line.segment.replace('_', ' ').capitalize()}: {line.rule}.", printed.SEQUENCE)


# -------------------------------------------------------------------------------------------------- the panels
def panels(board: ClockBoard, seat: str = "") -> tuple[Panel, ...]:
    """Everything that lies beside the boxes now."""
    return (
        Score(
            ((printed.UNION, board.points),),
            ((printed.UNION, board.book.effects.siege.surrender_points),),
            (),
            "Siege points",
        ),
        Status(tuple(state_of_the_turn(board))),
        Status(tuple(commands(board)), "Commands", "commands"),
        Status(tuple(reinforcements(board)), "Reinforcements", "reinforcements"),
        *tracks(board),
    )


def counts(board: ClockBoard, seat: str = "") -> tuple[Panel, ...]:
    """The numbers of these panels, without words."""
    return (Score(((printed.UNION, board.points),)), *tracks(board))


def tracks(board: ClockBoard) -> tuple[Track, ...]:
    """The tracks with their markers."""
    return (
        evolve(turn_track(board.book), at=board.turn - 1),
        relief_track(board),
        Track("demoralization", "Demoralization of the garrison", LEVELS, -board.level),
    )


@lru_cache(maxsize=8)
def turn_track(book: printed.Book) -> Track:
    """The days of the campaign; notes stand at those that end with a strategic cycle."""
    boxes = tuple(f"{turn}: {book.day(turn)}" for turn in range(1, book.calendar.last_turn + 1))
    return Track("turns", "Turns", boxes, -1, tuple((turn - 1, "strategic cycle") for turn in book.calendar.cycles))


def relief_track(board: ClockBoard) -> Track:
    """The boxes of the army of relief."""
    relief = board.book.effects.relief
    notes = ((relief.maneuver_box, "an army of maneuver may form"), (relief.last_box, "free to act"))
    return Track("relief", "Army of Relief", tuple(map(str, range(relief.last_box + 1))), board.box, notes)


def state_of_the_turn(board: ClockBoard) -> Iterator[StatusLine]:
    """The day and its event, who acts, and what holds until something changes it."""
    book, clock = board.book, board.clock
    yield StatusLine("turn", f"{board.turn} of {book.calendar.last_turn}, {book.day(board.turn)}")
    if board.event:
        favored = f" ({board.favored.capitalize()})" if board.favored else ""
        effects = " ".join(book.effects.of(board.event))
        yield StatusLine("event", f"{book.event_name(board.event)}{favored}" + (f": {effects}" if effects else ""))
    yield StatusLine("weather", "rain" if board.raining else "dry")
    if board.initiative:
        yield StatusLine("initiative", board.initiative.capitalize())
    if board.intelligence:
        yield StatusLine("Union Intelligence", "the Union has the next initiative")
    yield StatusLine("Grant", f"with the {board.name(board.grant)}", (board.grant,))
    yield StatusLine(
        "Union depot", "at Grand Gulf" if board.depot == printed.BRIDGEHEAD else "on the Yazoo", (), (board.depot,)
    )
    redoubt = ", with a redoubt" if REDOUBT in board.happened else ""
    station = "destroyed" if STATION in board.happened else "working"
    held = f"{board.jackson.capitalize()}{redoubt}; railroad station {station}"
    yield StatusLine(clock.place[printed.JACKSON].name, held, (), (printed.JACKSON,))
    siege = f"besieged, {board.besieged_turns} turns of this cycle" if board.besieged else "not besieged"
    yield StatusLine(clock.place[printed.VICKSBURG].name, siege, (), (printed.VICKSBURG,))
    for fort, level in board.forts.items():
        yield StatusLine(clock.fort[fort].name, f"level {level}", (), (fort,))
    if board.events:
        yield StatusLine("strategic events", ", ".join(book.strategic.names[event] for event in board.events))


def commands(board: ClockBoard) -> Iterator[StatusLine]:
    """Every command on the map with its strength and state, its road, its supply."""
    for command, place in board.place.items():
        words = [f"{board.units[command].manpower} of {board.whole[command]} manpower", *board.condition(command)]
        words += ["out of supply"] if command in board.out_of_supply else []
        words += ["army of maneuver"] if command in board.maneuver else []
        if to := board.heading.get(command):
            length = board.clock.neighbours[place][to]
            words.append(f"{board.marched(command, to)} of {length} MP to {board.clock.place[to].name}")
        where = board.clock.place[place].name
        yield StatusLine(board.name(command), f"in {where}: {', '.join(words)}", (command,), (place,))


def reinforcements(board: ClockBoard) -> Iterator[StatusLine]:
    """The groups that are scheduled and have not come."""
    for name, turn in sorted(board.due.items(), key=lambda entry: (entry[1], entry[0])):
        group = board.clock.group[name]
        late = turn > board.book.calendar.last_turn
        when = "after the last turn" if late else f"on turn {turn}, {board.book.day(turn)}"
        coming = f"{group.manpower} for the {board.name(group.command)} {when}"
        yield StatusLine(f"{NATION[group.side]}: {group.name}", coming, (group.command,), (group.place,))


def _of_units(number: Callable[[CombatState], int]) -> Callable[[ClockBoard], Mapping[str, int]]:
    return lambda board: {command: number(state) for command, state in board.units.items()}


PIECE_FACTS: Final[Mapping[str, Callable[[ClockBoard], Mapping[str, int]]]] = {
    name: _of_units(attrgetter(name)) for name in ("manpower", "fatigue", "disorganized", "demoralized")
}
"""What stands on the commands on the map now, in numbers."""
