"""The army of relief. Source: Army of Relief Table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Final

from attrs import evolve, frozen

from wargame_core.charts import ChartCard, ChartError, Modifiers, read_card, read_modifiers, settle
from wargame_core.data import DataFolder
from wargame_core.dice import D6
from wargame_core.odds import Distribution
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.series import DATA
from wargame_gcacw.charts.thunder.calendar import CALENDAR
from wargame_gcacw.charts.thunder.event_tables import STRATEGIC

_ON_THE_ROLL = ("johnston_sick", "davis_pushes_johnston")


@frozen
class ReliefTables:
    """The table of the army of relief and its modifiers."""

    table: ChartCard[int]
    modifiers: Modifiers

    def roll(self, turn: int, die: int, *, box: int, station_destroyed: bool, events: Collection[str]) -> Ruling:
        """The ruling on one roll; see `army_of_relief`, which also checks the turn."""
        facts = {"turn": turn, "marker_box": box, "jackson_station_destroyed": station_destroyed}
        facts |= {event: True for event in events if event in _ON_THE_ROLL}
        tally = self.modifiers.tally(self.modifiers.sheet.read(facts))
        roll = int(D6.face(die))
        cell = self.table.only.find(roll + tally.total)
        return evolve(cell.ruling("Army of relief", roll, tally.applied), result=settle(cell.value))


def read_relief(folder: DataFolder) -> ReliefTables:
    """The tables in a data folder. Raises `DataError`."""
    table: ChartCard[int] = read_card(folder.file("army_of_relief.toml"))
    return ReliefTables(table, read_modifiers(folder.file("army_of_relief_modifiers.toml")))


TABLES: Final = read_relief(DataFolder(DATA))
TABLE: Final = TABLES.table
MODIFIERS: Final = TABLES.modifiers


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
    known = tuple(map(STRATEGIC.event, events))
    return TABLES.roll(turn, die, box=box, station_destroyed=station_destroyed, events=known)


def army_of_relief_odds(
    turn: int, *, box: int, station_destroyed: bool, events: Collection[str] = ()
) -> Distribution[int]:
    """The exact distribution of the boxes advanced; see `army_of_relief`."""
    return Distribution.of(D6).map(
        lambda die: army_of_relief(turn, die, box=box, station_destroyed=station_destroyed, events=events).result
    )


def relief_track(
    turn: int, *, station_destroyed: bool, first_turn: int = 15, last_box: int | None = None
) -> Distribution[int]:
    """The exact distribution of the marker's box after the cycle of ``turn``, strategic events included.

    The first roll is on ``first_turn``
    (Readings: Siege and relief), from box 0. Without ``last_box`` the track has no end.

    >>> round(float(relief_track(65, station_destroyed=True).mean()), 3)
    5.906
    """
    boxes = Distribution.certain(0)
    for cycle in CALENDAR.cycles:
        if first_turn <= cycle <= turn:
            boxes = boxes.then(_after_cycle(cycle, station_destroyed, last_box))
    return boxes


def release_turn(*, station_destroyed: bool, last_box: int, first_turn: int = 15) -> Distribution[int]:
    """The exact distribution of the turn on which the marker reaches ``last_box``; one turn after the last: never.

    >>> float(release_turn(station_destroyed=True, last_box=6).p(lambda turn: turn <= 65)).__round__(3)
    0.606
    """
    reached: dict[int, Fraction] = {}
    before = Fraction(0)
    for cycle in CALENDAR.cycles:
        track = relief_track(cycle, station_destroyed=station_destroyed, first_turn=first_turn, last_box=last_box)
        by_now = track.p(last_box)
        reached[cycle], before = by_now - before, by_now
    reached[CALENDAR.last_turn + 1] = 1 - before
    return Distribution.from_fractions(reached)


def _after_cycle(cycle: int, station_destroyed: bool, last_box: int | None) -> Callable[[int], Distribution[int]]:
    """What the cycle of a turn does to a marker in a box."""
    events = STRATEGIC.odds(cycle)

    def after(box: int) -> Distribution[int]:
        if box == last_box:
            return Distribution.certain(box)
        steps = events.then(
            lambda now: army_of_relief_odds(cycle, box=box, station_destroyed=station_destroyed, events=now)
        )
        return steps.map(lambda step: box + step)

    return after
