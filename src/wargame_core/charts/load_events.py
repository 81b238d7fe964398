"""Event files: chart files whose rows are dice totals and whose columns are dates, with the events behind the cells.

dice = "2d6"
[names]                             # every event, as people read it
late_rain = "Late Rain"
[events]                            # what cells stand for, when it is not the one event of that name
"Rain and Flood" = ["rain", "flood"]
[[conversion]]
event = "water_crisis"
becomes = "no_effect"
after = ["late_rain", "rain"]
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen

from wargame_core.charts.bands import ChartError
from wargame_core.charts.cells import word_cells
from wargame_core.charts.events import Conversion, EventTable, dice_total
from wargame_core.charts.load import card_of
from wargame_core.data import Document, Problems, read_toml, structure

OWN_KEYS = ("dice", "names", "events", "conversion")


@frozen
class ConversionData:
    """[[conversion]]: an event that becomes another one after some events."""

    event: str
    becomes: str
    after: tuple[str, ...]


@frozen
class EventsData:
    """The part of a file of events that other charts do not have."""

    dice: str
    names: Mapping[str, str]
    events: Mapping[str, tuple[str, ...]] = field(factory=dict)
    conversion: tuple[ConversionData, ...] = ()


def read_events(path: Path) -> EventTable:
    """The event table of a file. Raises `DataError` with every problem."""
    doc, problems = read_toml(path, "a table of events"), Problems()
    own = Document(doc.path, doc.text, {key: value for key, value in doc.data.items() if key in OWN_KEYS})
    data = structure(own, EventsData, problems)
    problems.done()
    assert data is not None
    try:
        dice = dice_total(data.dice)
    except ChartError as error:
        problems.add(doc, ("dice",), "E505", str(error))
    for text, events in data.events.items():
        for n, event in enumerate(events):
            problems.reference(doc, ("events", text, n), "an event", event, data.names)
    for n, row in enumerate(data.conversion):
        problems.reference(doc, ("conversion", n, "event"), "an event", row.event, data.names)
        problems.reference(doc, ("conversion", n, "becomes"), "an event", row.becomes, data.names)
        for m, event in enumerate(row.after):
            problems.reference(doc, ("conversion", n, "after", m), "an event", event, data.names)
    words = {name: (event,) for event, name in data.names.items()} | dict(data.events)
    table = Document(doc.path, doc.text, {key: value for key, value in doc.data.items() if key not in OWN_KEYS})
    card = card_of(table, problems, word_cells(words))
    problems.done()
    assert card is not None
    conversions = tuple(Conversion(row.event, row.becomes, frozenset(row.after)) for row in data.conversion)
    return EventTable(card.only, dice, data.names, conversions)
