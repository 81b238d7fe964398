"""Tables of events: a roll of the dice and the date give what happens."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import evolve, frozen

from wargame_core.charts.chart import Cell, Chart
from wargame_core.errors import UnknownName
from wargame_core.json_form import JsonObject
from wargame_core.odds import Distribution

Events = tuple[str, ...]


@frozen
class Conversion:
    """A rule that turns ``event`` into ``becomes`` when one of ``after`` happened on the turn before."""

    event: str
    becomes: str
    after: frozenset[str]


@frozen
class EventTable:
    """Events by dice total (rows) and date or turn (columns); a cell may hold several that all happen, or none.

    Attributes:
        chart: the table; its cells are tuples of event ids.
        dice: the exact distribution of the total rolled.
        names: event ids as people read them.
        conversions: events that the turn before can turn into others.
    """

    chart: Chart[Events]
    dice: Distribution[int]
    names: Mapping[str, str]
    conversions: tuple[Conversion, ...] = ()

    def find(self, turn: object, roll: int, previous: Collection[str] = ()) -> Cell[Events]:
        """The cell for a turn and a dice total, with conversions applied. Raises what `Chart.at` raises."""
        cell = self.chart.find(roll, turn)
        return evolve(cell, value=self._converted(cell.settled(), previous))

    def events(self, turn: object, roll: int, previous: Collection[str] = ()) -> Events:
        """The ids of what happens on ``turn`` with a dice total of ``roll``, after a turn that had ``previous``."""
        return self._converted(self.find(turn, roll).settled(), previous)

    def event(self, event_id: str) -> str:
        """``event_id`` when the table has such an event. Raises `UnknownName`."""
        if event_id not in self.names:
            raise UnknownName("event", event_id, self.names)
        return event_id

    def odds(self, turn: object, previous: Collection[str] = ()) -> Distribution[Events]:
        """The exact distribution of what happens on ``turn``."""
        return self.dice.map(lambda roll: self.events(turn, roll, previous))

    def _converted(self, events: Events, previous: Collection[str]) -> Events:
        for conversion in self.conversions:
            if not conversion.after.isdisjoint(previous):
                events = tuple(conversion.becomes if event == conversion.event else event for event in events)
        return events

    def to_json(self) -> JsonObject:
        """The table as printed, and its events by id."""
        return {**self.chart.to_json(), "names": dict(self.names)}

    def __str__(self) -> str:
        return str(self.chart)

    def _repr_html_(self) -> str:
        return self.chart._repr_html_()
