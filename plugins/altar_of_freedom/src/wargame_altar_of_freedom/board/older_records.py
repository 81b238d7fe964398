"""What records of older rules say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.turn_events import EventCardDrawn, TurnBegan
from wargame_core.authoring import Migration
from wargame_core.json_form import JsonMapping, JsonObject

COUNTER_OF = "counter of "
"""How the label of a roll for a counter begins."""


def cards_begin_no_turn(line: JsonMapping, header: JsonMapping) -> JsonObject:
    """Up to version 3 the event of a drawn card also began its turn; since then that is an event before it."""
    if "events" not in line:
        return dict(line)
    return {**line, "events": [new for event in line["events"] for new in _events(event)]}


def _events(event: JsonMapping) -> Iterator[JsonObject]:
    if event.get("kind") == EventCardDrawn.kind and event.get("turn"):
        yield {"kind": TurnBegan.kind, "turn": event["turn"]}
        event = {**event, "turn": 0}
    yield dict(event)


def open_counters_are_drawn_in_the_open(line: JsonMapping, header: JsonMapping) -> JsonObject:
    """Up to version 4 counters were drawn as if unseen by the enemy also where all tokens lie open."""
    is_open = header["options"].get("fog") == Fog.OPEN and str(line.get("label", "")).startswith(COUNTER_OF)
    return {key: value for key, value in line.items() if not (is_open and key == "seen_by")}


MIGRATIONS: Mapping[str, Migration] = {
    "3": Migration("4", cards_begin_no_turn),
    "4": Migration("5", open_counters_are_drawn_in_the_open),
}
