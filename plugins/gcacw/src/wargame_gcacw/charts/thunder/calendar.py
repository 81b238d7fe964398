"""Turns and dates. Source: Random Events Table (headings), Advanced Game Sequence of Play (cycles)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from attrs import frozen

from wargame_core.charts import ChartError
from wargame_gcacw.charts.parameters import Turn
from wargame_gcacw.charts.series import load


@frozen
class _Anchor:
    turn: int
    date: date


@frozen
class Calendar:
    """One turn is one day, and some turns end with a strategic cycle.

    ``anchor`` are dates known from elsewhere; a calendar that contradicts one of them is refused.
    """

    first_date: date
    last_turn: int
    strategic_cycle_every: int
    anchor: tuple[_Anchor, ...] = ()

    def __attrs_post_init__(self) -> None:
        for known in self.anchor:
            if self.day_of(known.turn) != known.date:
                raise ValueError(f"turn {known.turn} would be {self.day_of(known.turn)}, not {known.date}")

    def check(self, turn: int) -> int:
        """``turn`` when the game has it. Raises `ChartError`."""
        if not 1 <= turn <= self.last_turn:
            raise ChartError(f"there is no turn {turn} (allowed: 1 to {self.last_turn})")
        return turn

    def day_of(self, turn: int) -> date:
        """The day of a turn."""
        return self.first_date + timedelta(days=self.check(turn) - 1)

    def turn_of(self, day: date) -> int:
        """The turn of a day. Raises `ChartError` for a day outside the game."""
        turn = (day - self.first_date).days + 1
        if not 1 <= turn <= self.last_turn:
            last = self.day_of(self.last_turn)
            raise ChartError(f"{day} is not in the game (allowed: {self.first_date} to {last})")
        return turn

    def is_cycle(self, turn: int) -> bool:
        """Whether a turn ends with a strategic cycle."""
        return self.check(turn) % self.strategic_cycle_every == 0

    @property
    def cycles(self) -> tuple[int, ...]:
        """The turns that end with a strategic cycle."""
        return tuple(range(self.strategic_cycle_every, self.last_turn + 1, self.strategic_cycle_every))


CALENDAR: Final = load("calendar.toml", Calendar)


def turn_date(turn: Turn) -> date:
    """The day of a turn.

    >>> turn_date(66).isoformat()
    '1863-07-04'
    """
    return CALENDAR.day_of(turn)


def date_turn(day: date) -> int:
    """The turn of a day.

    Args:
        day: a day of the campaign

    >>> date_turn(date(1863, 5, 1))
    2
    """
    return CALENDAR.turn_of(day)
