"""A whole record held against what a seat kept of the same game for itself."""

from __future__ import annotations

from wargame_core.errors import RecordError
from wargame_core.game import Game
from wargame_core.limits import quote
from wargame_core.records.record import Record

SAME = ("game", "rules", "data", "scenario", "options", "seats", "dice")
"""What the headers of two records of one game have in common."""


def differs_from_copy(record: Record, own: Record, game: Game) -> str | None:
    """The first difference, in words, between a whole record and a seat's own record of the same game; None if none.

    A seat's own record may have been taken before the end. It holds the commitment to the dice, the seat's choices and
    what the seat was told, so that a game that somebody wrote anew as a whole does not fit it. Raises `RecordError`.
    """
    seat = own.header.get("seat")
    if own.header["record"] != "wargame seat" or seat not in game.seats:
        raise RecordError("this is no seat's own record, so nothing can be held against it")
    for key in SAME:
        if own.header[key] != record.header[key]:
            return f"{seat}'s own record is of another game: its {key} is {quote(own.header[key])}"
    lines = record.for_seat(seat, game).lines
    for number, line in enumerate(own.lines):
        if number >= len(lines):
            return f"{seat}'s own record goes on after answer {number - 1}, where this one ends"
        here = lines[number]
        if number == len(own.lines) - 1 and not own.ended:  # more may have been told since it was taken
            here = {**here, "events": here["events"][: len(line["events"])]}
        if line != here:
            return f"{seat}'s own record differs at answer {number}: {quote(line)}; here {quote(here)}"
    return None
