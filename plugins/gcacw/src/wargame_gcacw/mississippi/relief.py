"""The army of relief. Source: Army of Relief Table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from attrs import evolve

from wargame_core.charts import Card, ChartError, Modifiers, read_card, read_modifiers, settle
from wargame_core.dice import D6
from wargame_core.odds import Distribution
from wargame_core.rulings import Ruling
from wargame_gcacw.mississippi.calendar import CALENDAR
from wargame_gcacw.mississippi.events import STRATEGIC
from wargame_gcacw.series import DATA

TABLE: Final[Card[int]] = read_card(DATA / "army_of_relief.toml")
MODIFIERS: Final[Modifiers] = read_modifiers(DATA / "army_of_relief_modifiers.toml")
_ON_THE_ROLL = ("johnston_sick", "davis_pushes_johnston")


def army_of_relief(turn: int, die: int, *, box: int, station_destroyed: bool, events: Collection[str] = ()) -> Ruling:
    """The boxes that the army of relief advances in a strategic cycle, itemised; ``total`` is the modified die.

    ``box`` is where the marker stands, ``station_destroyed`` whether the railroad station in Jackson is, ``events``
    the ids of this cycle's strategic events. Raises `ChartError` for a turn without a strategic cycle.

    >>> army_of_relief(15, 6, box=0, station_destroyed=False).result
    1
    """
    if not CALENDAR.is_cycle(turn):
        raise ChartError(f"turn {turn} has no strategic cycle (allowed: {', '.join(map(str, CALENDAR.cycles))})")
    if box < 0:
        raise ChartError(f"box is {box} (allowed: 0 and more)")
    facts = {"turn": turn, "marker_box": box, "jackson_station_destroyed": station_destroyed}
    facts |= {event: True for event in map(STRATEGIC.event, events) if event in _ON_THE_ROLL}
    tally = MODIFIERS.tally(MODIFIERS.sheet.read(facts))
    roll = int(D6.face(die))
    found = TABLE.only.find(roll + tally.total)
    return evolve(found.ruling("Army of relief", roll, tally.applied), result=settle(found.value))


def army_of_relief_odds(
    turn: int, *, box: int, station_destroyed: bool, events: Collection[str] = ()
) -> Distribution[int]:
    """The exact distribution of the boxes advanced; see `army_of_relief`."""
    return Distribution.of(D6).map(
        lambda die: army_of_relief(turn, die, box=box, station_destroyed=station_destroyed, events=events).result
    )


def relief_track(turn: int, *, station_destroyed: bool, first_turn: int = 15) -> Distribution[int]:
    """The exact distribution of the marker's box after the cycle of ``turn``, strategic events included.

    The first roll is on ``first_turn`` (docs/decisions/0047), from box 0; the track is taken to have no end here.

    >>> round(float(relief_track(65, station_destroyed=True).mean()), 3)
    5.906
    """
    boxes = Distribution.certain(0)
    for cycle in CALENDAR.cycles:
        if first_turn <= cycle <= turn:
            events = STRATEGIC.odds(cycle)
            boxes = boxes.then(
                lambda box, cycle=cycle, events=events: events.then(  # type: ignore[misc]
                    lambda now: army_of_relief_odds(cycle, box=box, station_destroyed=station_destroyed, events=now)
                ).map(lambda step: box + step)
            )
    return boxes
