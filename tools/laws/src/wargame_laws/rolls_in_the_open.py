"""Rolls that a seat sees must decide something that it sees; otherwise the face could reveal what is hidden from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from wargame_core.flow.events import Event
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, Roll
from wargame_core.flow.visibility import redact
from wargame_laws.comparing_worlds import ROLLS, Look
from wargame_laws.recording import Moment
from wargame_laws.varied_worlds import hidden_from

FACES = 6
"""The number of faces of a die, or cards of a deck, that are tried."""


@frozen
class _Course:
    """What came of one face: the position in full, and what each seat got of it, the roll itself left out."""

    board: Any
    seen: dict[str, Any]


def rolls_decide_what_is_seen(moment: Moment, seats: Sequence[str], looked_at: Counter[object], often: int) -> None:
    """Raise `LawBroken` for a roll that a seat sees and that decides only what is hidden from this seat.

    ``looked_at`` counts the kinds of rolls, of which each is looked at so ``often``.
    """
    match = moment.fork()
    if not isinstance(match.pending, Ask) or all(redact(match.board, seat) == match.board for seat in seats):
        return
    match.roll_on(None)
    match.play(moment.action, moment.seat)
    for _ in range(ROLLS):
        roll: Any = match.pending
        if not isinstance(roll, Roll):
            return
        kind = (match.cursor[-1:], str(roll.die), roll.label.split(" ")[0], roll.seen_by)
        looked_at[kind] += 1
        watching = [seat for seat in seats if not hidden_from(roll, seat)]
        if watching and looked_at[kind] <= often:
            courses = list(_courses(moment, match, roll, watching))
            for seat in watching:
                if _tells_what_is_hidden(courses, seat):
                    raise moment.broken(
                        f"{seat} sees the roll {roll.label!r}, and all that the face decides is hidden from it"
                    )
        match.roll(moment.rng.choice(roll.die.faces))


def _courses(moment: Moment, match: Match, roll: Roll, seats: Sequence[str]) -> Iterator[_Course]:
    faces = list(dict.fromkeys(roll.die.faces))
    for face in faces if len(faces) <= FACES else moment.rng.sample(faces, FACES):
        other = match.fork()
        before = len(other.entries)
        other.roll(face)
        yield _Course(other.board, {seat: (Look(other, seat).sight, _told(other, before, seat)) for seat in seats})


def _told(match: Match, since: int, seat: str) -> list[Event]:
    return [event for entry in match.entries[since:] for event in entry.feeds.get(seat, ())]


def _tells_what_is_hidden(courses: Sequence[_Course], seat: str) -> bool:
    first = courses[0]
    return any(course.board != first.board for course in courses) and all(
        course.seen[seat] == first.seen[seat] for course in courses
    )
