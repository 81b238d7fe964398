"""What lies beside the boxes: the siege, the state of the turn, the commands, the forts, what is still to come.

Nothing is hidden in this game, so every seat and every spectator gets the same panels.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wargame_core.flow.panels import Panel, Score, Status, StatusLine, Track
from wargame_gcacw.printed.counters import NATION, SIDES, Side
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import BRIDGEHEAD, JACKSON, LINES, UNION, VICKSBURG, Book


def panels(board: ClockBoard, seat: str = "") -> tuple[Panel, ...]:
    """Everything that lies beside the boxes now."""
    siege = board.book.effects.siege
    return (
        Score(((UNION, board.points),), ((UNION, siege.surrender_points),), (), "Siege points"),
        Status(tuple(state_of_the_turn(board))),
        Status(tuple(commands(board)), "Commands", "commands"),
        Status(tuple(forts(board)), "Forts", "forts"),
        Status(tuple(reinforcements(board)), "Reinforcements", "reinforcements"),
        Status(tuple(losses(board)), "Losses", "losses"),
        turn_track(board),
        relief_track(board),
        Track("demoralization", "Demoralization of the garrison", LEVELS, -board.level),
    )


def counts(board: ClockBoard, seat: str = "") -> tuple[Panel, ...]:
    """The numbers of these panels, without words."""
    return (
        Score(((UNION, board.points),)),
        turn_track(board),
        relief_track(board),
        Track("demoralization", "", (), -board.level),
    )


LEVELS = ("0", "-1", "-2")
"""The garrison's demoralization by the siege."""


def state_of_the_turn(board: ClockBoard) -> Iterator[StatusLine]:
    """The day and its event, who acts, and what holds until something changes it."""
    book = board.book
    yield StatusLine("turn", f"{board.turn} of {book.calendar.last_turn}, {day(book, board.turn)}")
    if board.event:
        favored = f" ({NATION[side]})" if (side := _side(board.favored)) else ""
        effects = " ".join(book.effects.of(board.event))
        yield StatusLine("event", f"{event_name(book, board.event)}{favored}" + (f": {effects}" if effects else ""))
    yield StatusLine("weather", "rain" if board.raining else "dry")
    if side := _side(board.initiative):
        yield StatusLine("initiative", NATION[side])
    if board.intelligence:
        yield StatusLine("Union Intelligence", "the initiative may be taken once")
    yield StatusLine("Grant", f"with the {board.name(board.grant)}", (board.grant,))
    depot = "at Grand Gulf" if board.depot == BRIDGEHEAD else "on the Yazoo"
    yield StatusLine("Union depot", depot + (", one step worse off" if board.bend_attacked else ""), (), (board.depot,))
    held = NATION[side] if (side := _side(board.jackson)) else board.jackson
    station = "destroyed" if board.station_destroyed else "working"
    redoubt = ", with a redoubt" if board.redoubt else ""
    yield StatusLine(book.places[JACKSON].name, f"{held}{redoubt}; railroad station {station}", (), (JACKSON,))
    siege = f"besieged, {board.besieged_turns} turns of this cycle" if board.besieged else "not besieged"
    yield StatusLine(book.places[VICKSBURG].name, siege, (), (VICKSBURG,))
    if board.events:
        yield StatusLine("strategic events", ", ".join(book.strategic.names[event] for event in board.events))
    if board.released:
        yield StatusLine("Army of Relief", "may act west of the Big Black")


def _side(name: str) -> Side | None:
    """The side of this name, if it is one."""
    return next((side for side in SIDES if side == name), None)


def commands(board: ClockBoard) -> Iterator[StatusLine]:
    """Every command on the map with its strength and state, its road, its supply."""
    for side in SIDES:
        for command in board.commands(side):
            unit, place = board.units[command], board.place[command]
            words = [f"{unit.manpower} of {board.whole[command]} manpower"]
            words += [f"fatigue {unit.fatigue}"] if unit.fatigue else []
            words += ["disorganized"] * unit.disorganized
            words += [f"demoralized-{unit.demoralized}"] if unit.demoralized else []
            words += ["out of supply"] if command in board.out_of_supply else []
            words += ["army of maneuver"] if command in board.maneuver else []
            to = board.heading.get(command)
            if to is not None:
                length = board.book.neighbours[place][to]
                words.append(f"{board.progress.get(command, 0)} of {length} MP to {board.book.places[to].name}")
            where = board.book.places[place].name
            yield StatusLine(board.name(command), f"in {where}: {', '.join(words)}", (command,), (place,))


def forts(board: ClockBoard) -> Iterator[StatusLine]:
    """The level of every fort, and where the garrison's reserve stands."""
    for fort, level in board.forts.items():
        reserve = ", the reserve" if fort == board.reserve else ""
        yield StatusLine(board.book.forts[fort].name, f"level {level}{reserve}", (), (fort,))


def reinforcements(board: ClockBoard) -> Iterator[StatusLine]:
    """The groups that are scheduled and have not come."""
    for name, turn in sorted(board.due.items(), key=lambda entry: (entry[1], entry[0])):
        group = board.book.groups[name]
        late = turn > board.book.calendar.last_turn
        when = "after the last turn" if late else f"on turn {turn}, {day(board.book, turn)}"
        coming = f"{group.manpower} for the {board.name(group.command)} {when}"
        yield StatusLine(f"{NATION[group.side]}: {group.name}", coming, (group.command,), (group.place,))


def losses(board: ClockBoard) -> Iterator[StatusLine]:
    """Manpower lost and brought, by side."""
    for side in SIDES:
        yield StatusLine(NATION[side], f"{board.lost[side]} lost, {board.gained[side]} brought by reinforcements")


def turn_track(board: ClockBoard) -> Track:
    """The days of the campaign; notes stand at those that end with a strategic cycle."""
    boxes, cycles = turn_boxes(board.book), board.book.calendar.cycles
    return Track("turns", "Turns", boxes, board.turn - 1, tuple((turn - 1, "strategic cycle") for turn in cycles))


@lru_cache(maxsize=8)
def turn_boxes(book: Book) -> tuple[str, ...]:
    """The turns with their days, in order."""
    return tuple(f"{turn}: {day(book, turn)}" for turn in range(1, book.calendar.last_turn + 1))


def relief_track(board: ClockBoard) -> Track:
    """The boxes of the army of relief."""
    relief, lines = board.book.effects.relief, board.book.places[LINES].name
    notes = ((relief.maneuver_box, f"an army of maneuver may form in {lines}"), (relief.last_box, "free to act"))
    return Track("relief", "Army of Relief", relief_boxes(board.book), board.box, notes)


def relief_boxes(book: Book) -> tuple[str, ...]:
    """The boxes of the army of relief by number."""
    return tuple(map(str, range(book.effects.relief.last_box + 1)))


def day(book: Book, turn: int) -> str:
    """The day of a turn as people write it."""
    when = book.calendar.day_of(turn)
    return f"{when:%B} {when.day}"


def event_name(book: Book, event: str) -> str:
    """A random event by its printed name, without the signs of its footnotes."""
    return book.random.names[event].rstrip("^+")
