"""Random and strategic events, and what is known of their effects. Source: the tables of those names."""

from __future__ import annotations

from typing import Annotated, Final

from wargame_core.charts import EventTable, read_events
from wargame_core.plugins.questions import OneOf
from wargame_gcacw.charts.parameters import Turn
from wargame_gcacw.charts.series import DATA
from wargame_gcacw.charts.thunder.calendar import CALENDAR

RANDOM: Final[EventTable] = read_events(DATA / "random_events.toml")
STRATEGIC: Final[EventTable] = read_events(DATA / "strategic_events.toml")
FIRST_EVENT_TURN: Final = 2
RandomEvent = Annotated[str, OneOf(RANDOM.names), "event of the turn before"]
TwoDice = Annotated[int, "total of two dice"]


def random_event(turn: Turn, dice: TwoDice, previous: RandomEvent | None = None) -> str | None:
    """The random event of a turn for a total of two dice; None on turn 1, for which the table has no column.

    Source: Random Events Table.

    ``previous`` is the event of the turn before: after rain a Union Water Crisis is "no_effect". Raises `ChartError`
    for a turn the game does not have, `OffChart` for dice that cannot fall.

    >>> random_event(6, 5), random_event(6, 5, previous="late_rain")
    ('union_water_crisis', 'no_effect')
    """
    before = (RANDOM.event(previous),) if previous is not None else ()
    if CALENDAR.check(turn) < FIRST_EVENT_TURN:
        return None
    (event,) = RANDOM.events(turn, dice, before)
    return event


def strategic_event(turn: Turn, dice: TwoDice) -> tuple[str, ...] | None:
    """The strategic events of a turn for a total of two dice, all of which happen; None without a strategic cycle.

    Source: Strategic Events Table.

    >>> strategic_event(45, 7), strategic_event(50, 7), strategic_event(44, 7)
    (('french_arrives_early',), (), None)
    """
    return STRATEGIC.events(turn, dice) if CALENDAR.is_cycle(turn) else None
