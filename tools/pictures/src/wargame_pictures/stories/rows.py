"""The rows of a story as one seat reads them: events and dice, each in the JSON that screens and recaps are made of.

A row whose doing is another's than that of the row before has ``by``, the seat, or for what the rules do by themselves
``by`` empty and ``step``, the title of that step: weather, arrivals and the end of a turn are nobody's choice.
"""

from collections.abc import Collection, Iterable, Iterator

from attrs import define, field, frozen

from wargame_core import REFEREE, Ruling, View
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Event
from wargame_core.flow.rules import Rules
from wargame_core.flow.screens import marked_sentence
from wargame_core.flow.sequence import Cursor, Repeat, Sequence
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import harmless
from wargame_pictures.of_games import pictures_of


@frozen
class Doer:
    """Whose doing a row is: that of a seat, or of the rules in the step with a title; nobody's without either."""

    by: str = ""
    step: str = ""

    def of_row(self, row: JsonMapping) -> "Doer":
        """Whose doing a row is that comes after one of this."""
        return Doer(row["by"], row.get("step", "")) if "by" in row else self


@define
class Heads:
    """Gives rows their heads, in the order of the game.

    A seat that chose acts as long as the sequence of play stays in the same part of a turn, a player turn say, and does
    not go back behind where the seat began to choose; a part is what stands in the first repeat of the sequence. What
    happens later and before the next choice is the doing of the rules, or of the seat of which an event has said that
    it acts (`Scene.by`), as long as the part around that lasts. What happens before the first choice is nobody's.
    """

    rules: Rules
    _by: str = ""
    _part: Cursor | None = ()
    """The part of the sequence in which the latest seat acts: all of it before the first choice; None for the rules."""
    _first: int = -1
    """The line of the sequence in which that seat began to choose."""
    _turn_of: tuple[str, Cursor] | None = None
    """The seat that acts by an event, and the part as long as which it does."""
    _latest: tuple[Doer, int] = (Doer(), 0)
    """The latest head."""
    _parts: dict[Cursor, tuple[Cursor, str]] = field(factory=dict)

    def choose(self, seats: Collection[str], step: Cursor) -> None:
        """Seats have chosen in a step; what comes of a choice of several is nobody's doing."""
        by, part, line = "".join(seats) if len(seats) == 1 else "", self._part_and_title(step)[0], self._line(step)
        goes_on = (by, part) == (self._by, self._part)
        self._by, self._part, self._first = by, part, min(self._first, line) if goes_on else line

    def headed(self, row: JsonMapping, step: Cursor, turn: int = 0) -> JsonObject:
        """A row of a step, with its head (``by``, ``turn`` and ``step``) where that is another than before."""
        plain_row = {name: value for name, value in row.items() if name not in ("by", "turn")}
        if "by" in row:
            self._turn_of, turn = (row["by"], step[:-1]), row["turn"]
            (self._by, self._part), self._first = self._turn_of, -1
        head = doer, turn = self._doer(step), turn
        if head == self._latest:
            return plain_row
        self._latest = head
        return {**plain_row, "by": doer.by, "turn": turn} | ({"step": doer.step} if doer.step else {})

    def _doer(self, step: Cursor) -> Doer:
        if self._turn_of is not None and not _is_within(step, self._turn_of[1]):
            self._turn_of = None
        if self._part is not None and (not _is_within(step, self._part) or self._line(step) < self._first):
            (self._by, self._part), self._first = self._turn_of or ("", None), -1
        return Doer(self._by) if self._part is not None else Doer("", self._part_and_title(step)[1])

    def _line(self, step: Cursor) -> int:
        return self.rules.program.paths.get(step, -1)

    def _part_and_title(self, step: Cursor) -> tuple[Cursor, str]:
        """The part of a turn to which a step belongs, and the title of the step below the turn."""
        if step not in self._parts:
            depth = _labels_of_turn(self.rules.sequence, step)
            labels = step[depth:] or step
            part = step[: depth + 1] if depth > 1 else step
            self._parts[step] = part, ": ".join(dict.fromkeys((labels[0], labels[-1])))
        return self._parts[step]


def _is_within(step: Cursor, part: Cursor) -> bool:
    return step[: len(part)] == part


def _labels_of_turn(sequence: Sequence, step: Cursor) -> int:
    """How many labels of a path lead to the first repeat on it; 1, that of the game, where it leads through none."""
    part: object = sequence
    for count, label in enumerate(step[1:], 2):
        part = next((inner_part for inner_part in getattr(part, "parts", ()) if inner_part.label == label), None)
        if isinstance(part, Repeat):
            return count
    return 1


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


def rows_for(view: View, entries: Iterable[Entry]) -> Iterator[tuple[JsonObject, Event | Rolled]]:
    """What the seat of ``view`` learnt by ``entries``, by the names of its board: each row with what it tells."""
    heads = Heads(view.rules)
    for entry in entries:
        if entry.actions:
            heads.choose(entry.actions, entry.cursor)
        if isinstance(entry, Rolled) and (view.seat == REFEREE or entry.seen(view.seat)):
            yield heads.headed(roll_row(entry), entry.cursor), entry
        for number, event in enumerate(entry.told(view.seat)):
            yield heads.headed(event_row(event, view), entry.step_of(number, view.seat)), event
