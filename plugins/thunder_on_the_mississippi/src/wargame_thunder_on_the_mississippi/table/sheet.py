"""The sheet of the clock: boxes in rows and columns instead of a map, commands, tracks, charts, briefing.

The first row has the places in the order of the data, the second the forts. Readings: Boxes of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from wargame_core.sheet import (
    Briefing,
    Note,
    PlayerAid,
    Point,
    Sheet,
    SheetDie,
    SheetPiece,
    SheetSpace,
    SheetTrack,
    SideOnSheet,
)
from wargame_gcacw.charts.series import SHEET
from wargame_gcacw.printed.counters import NATION, SIDES, Side
from wargame_gcacw.questions.chart_questions import CHARTS
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.picture import HIGH, WIDE, middle, size
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.book import GARRISON, UNION, Book
from wargame_thunder_on_the_mississippi.table.panels import LEVELS, relief_boxes, turn_boxes

BOX: Final[tuple[Point, ...]] = (
    (-WIDE / 2, -HIGH / 2),
    (WIDE / 2, -HIGH / 2),
    (WIDE / 2, HIGH / 2),
    (-WIDE / 2, HIGH / 2),
)
ON_THE_MAP: Final = frozenset({"vicksburg_siege", "confederate_reorganization"})
"""Segments whose rules speak of units on a map, which the clock does not have."""
COMMANDERS: Final = {UNION: "Grant"}
AIDS: Final = (
    "sequence_of_play",
    "random_events",
    "strategic_events",
    "army_of_relief",
    "army_of_relief_modifiers",
    "movement",
    "extended_march",
    "extended_march_modifiers",
    "combat",
    "combat_modifiers",
    "combat_results",
    "ratio",
    "artillery",
)
"""The charts that the clock uses, by their names for ``wargame chart gcacw``."""


def sheet(drawn: Sheet, board: ClockBoard) -> Sheet:
    """The sheet of a set-up."""
    book = board.book
    return evolve(
        drawn,
        briefing=briefing(board, drawn.briefing),
        sides=tuple(SideOnSheet(side, NATION[side], NATION[side][0], commander(book, side)) for side in SIDES),
        size=size(book),
        outlines=(BOX,),
        spaces=tuple(spaces(book)),
        pieces=tuple(pieces(board)),
        tracks=(
            SheetTrack("turns", "Turns", turn_boxes(book)),
            SheetTrack("relief", "Army of Relief", relief_boxes(book)),
            SheetTrack("demoralization", "Demoralization of the garrison", LEVELS),
        ),
        dice=(SheetDie("d6", ("1", "2", "3", "4", "5", "6")),),
        aids=tuple(PlayerAid(name, CHARTS[name].title, str(CHARTS[name].card), SHEET) for name in AIDS),
    )


def spaces(book: Book) -> Iterator[SheetSpace]:
    """The boxes: places, joined as roads join them, and forts."""
    for column, place in enumerate(book.places.values()):
        roads = tuple(sorted(book.neighbours[place.id]))
        name = place.name[0].upper() + place.name[1:]
        yield SheetSpace(place.id, name, middle(0, column), place.terrain, name, 0, roads)
    for column, fort in enumerate(book.forts.values()):
        yield SheetSpace(fort.id, fort.name, middle(1, column), "fort", fort.name)


def commander(book: Book, side: Side) -> str:
    """Who commands a side."""
    return COMMANDERS.get(side, book.commands[GARRISON].leader)


def pieces(board: ClockBoard) -> Iterator[SheetPiece]:
    """The commands, also those that come later."""
    for command in board.book.commands.values():
        facts = {"leader": command.leader, "artillery": str(command.guns)}
        facts |= {"successor": command.successor} if command.successor else {}
        facts |= {"divisions": str(command.units)} if command.units > 1 else {}
        facts |= {"manpower": str(board.whole[command.id])} if command.id in board.whole else {}
        yield SheetPiece(command.id, command.side, "command", command.name, facts)


def briefing(board: ClockBoard, drawn: Briefing) -> Briefing:
    """The briefing of a scenario: ``drawn`` has its title, what its file says of it, and the sources."""
    return Briefing(
        drawn.title,
        (*drawn.situation, *situation(board)),
        "",
        (),
        tuple(how_to_win(board)),
        tuple(special_rules(board.book)),
        drawn.sources,
    )


def situation(board: ClockBoard) -> Iterator[Note]:
    """The days played, and what each side has where."""
    book = board.book
    boxes = turn_boxes(book)
    yield Note(f"Turn {boxes[board.turn - 1]} to turn {boxes[-1]}, a day each.")
    for side in SIDES:
        where = {command: book.places[board.place[command]].name for command in board.commands(side)}
        stand = (
            f"{book.commands[name].name} ({board.units[name].manpower}) in {place}" for name, place in where.items()
        )
        yield Note(f"{NATION[side]}, commanded by {commander(book, side)}: {', '.join(stand)}.")


def how_to_win(board: ClockBoard) -> Iterator[Note]:
    """What ends the game, and for whom."""
    siege, last = board.book.effects.siege, board.book.calendar.last_turn
    points = f"{siege.surrender_points} siege points"
    yield Note(
        f"From {points} on the garrison may surrender at the end of each turn: two dice must reach "
        f"{siege.surrender_total}, 1 less for each point more. Then the Union wins.",
        cites.SEQUENCE,
    )
    yield Note("The Union wins too when a fort of level 0 is stormed, or nothing is left of the garrison.")
    yield Note(f"The Confederates win when Vicksburg has held out to the end of turn {last}.", cites.SEQUENCE)
    yield Note("They win too when the army of relief breaks through the lines.")


def special_rules(book: Book) -> Iterator[Note]:
    """What the segments of the siege and of the relief do; when Vicksburg is besieged, the clock says by commands."""
    yield Note(f"Vicksburg is besieged while {book.numbers.besiegers} Union commands or more stand in the lines.")
    for line in book.effects.segment:
        if line.segment not in ON_THE_MAP:
            segment = line.segment.replace("_", " ")
            yield Note(f"{segment[0].upper()}{segment[1:]}: {line.rule}.", cites.SEQUENCE)
