"""How the game ends, and what the sides have then."""

from __future__ import annotations

from typing import NoReturn

from attrs import evolve

from wargame_core.authoring import Outcome, Table
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import CONFEDERATE, UNION


def finish(t: Table[ClockBoard], outcome: Outcome) -> NoReturn:
    """End the game. The Confederates score the turns that Vicksburg was theirs, the Union the rest of all turns."""
    board = t.board
    last = board.book.calendar.last_turn
    held = board.turn - 1 if outcome.winner == UNION else last
    t.finish(evolve(outcome, scores={UNION: last - held, CONFEDERATE: held}))


def fall(t: Table[ClockBoard], level: str, why: str) -> NoReturn:
    """Vicksburg falls, and the Union has won."""
    board = t.board
    day = board.book.calendar.day_of(board.turn)
    history = board.book.numbers.historical_surrender
    when = "on the day" if board.turn == history else "before the day" if board.turn < history else "after the day"
    text = f"{why}: Vicksburg falls on {day:%B} {day.day}, {when} it did in history."
    finish(t, Outcome(UNION, level, text=text))
