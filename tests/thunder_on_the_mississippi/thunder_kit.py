"""A board of the strategic clock to try single rules on, with dice and answers given."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from wargame_core import load
from wargame_core.authoring import Event, Game, Roll, Table
from wargame_core.flow.pending import Pending
from wargame_laws import board_of, drive, with_fields
from wargame_thunder_on_the_mississippi.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed import RandomEvent
from wargame_thunder_on_the_mississippi.rules.combat import UnitChanged


@cache
def clock() -> Game:
    """The installed game."""
    return load("thunder_on_the_mississippi")


class Session:
    """What one rule did: its events by kind, the labels it rolled for, and what it asked."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.asked: list[Any] = []
        self.over = False

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    @property
    def changed(self) -> set[str]:
        """The commands whose condition changed."""
        return {event.command for event in self.events if isinstance(event, UnitChanged)}

    def first(self, kind: type[Any]) -> Any:
        return next(event for event in self.events if isinstance(event, kind))


def board(scenario: str = "siege", **changes: Any) -> ClockBoard:
    """The first board of a scenario, changed."""
    words = {name: RandomEvent(changes[name]) for name in ("event", "before") if name in changes}
    found: ClockBoard = with_fields(board_of(clock(), scenario), **changes | words)
    return found


def run(
    rule: Callable[[Table[Any]], Any],
    on: ClockBoard,
    dice: Iterable[int] = (),
    answers: Iterable[Any] = (),
    by: str = "",
) -> Session:
    """Run one rule; every die and every answer must be used, and every answer must be offered.

    ``by`` is the seat that must be asked; an answer that is a pair ``(seat, action)`` names its own.
    """
    session, faces, given = Session(), list(dice), list(answers)

    def answer(pending: Pending) -> Any:
        if isinstance(pending, Roll):
            return faces.pop(0)
        session.asked.append(pending)
        action = given.pop(0)
        return action if isinstance(action, tuple) else (by, action)

    session.events = drive(rule, on, seats=clock().seats, rest=answer)
    session.over = on.outcome is not None
    assert (faces, given) == ([], []), "not used"
    return session
