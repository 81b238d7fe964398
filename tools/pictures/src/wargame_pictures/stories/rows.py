"""The rows of a story as one seat reads them: events and dice, each in the JSON that screens and recaps are made of."""

from collections.abc import Iterator, Sequence

from wargame_core import REFEREE, Ruling, View
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Event
from wargame_core.flow.screens import marked_sentence
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_pictures.of_games import pictures_of


def event_row(event: Event, view: View) -> JsonObject:
    """An event for a screen: its kind, and what there is of a sentence, of what it is about, and of marks in it.

    ``scene`` is how the game shows it, ``ruling`` says that its result can be explained; ``by`` and ``turn`` stand in
    it where the event itself tells which seat acts from here on.
    """
    sentence = marked_sentence(event, view.board)
    references = sentence.about if sentence.text else event.about(view.board)
    row: JsonObject = {"kind": event.kind}
    if isinstance(getattr(event, "ruling", None), Ruling):
        row["ruling"] = True
    pictures = pictures_of(view)
    if (scene := pictures.scene(event, view.board)) is not None:
        row["scene"] = scene.to_json()
        if scene.by:
            row |= {"by": scene.by, "turn": pictures.rules.turn_of(view.board)}
    further_keys = {
        "text": sentence.text,
        "about": references.to_json(),
        "marks": [mark.to_json() for mark in sentence.marks],
    }
    return row | {name: value for name, value in further_keys.items() if value}


def roll_row(entry: Rolled) -> JsonObject:
    """A die or a draw for a screen: what was rolled, its face, and what for."""
    return {"kind": "rolled", "dice": {"die": entry.die, "face": entry.face, "for": harmless(entry.label)}}


def rows_for(view: View, entries: Sequence[Entry]) -> Iterator[tuple[JsonObject, Event | Rolled]]:
    """What the seat of ``view`` learnt by ``entries``, by the names of its board: each row with what it tells.

    A row after the choice of one seat has it as ``by``; after what several seats chose together it is nobody's.
    """
    for entry in entries:
        actors = tuple(entry.actions)
        head: JsonObject = {"by": actors[0] if len(actors) == 1 else "", "turn": 0} if actors else {}
        if isinstance(entry, Rolled) and (view.seat == REFEREE or entry.seen(view.seat)):
            yield roll_row(entry), entry
        for event in entry.told(view.seat):
            yield head | event_row(event, view), event
            head = {}
