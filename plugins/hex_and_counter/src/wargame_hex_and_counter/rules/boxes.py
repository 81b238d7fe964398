"""Boxes beside the map: who may go into one, how long the passage takes, and where it leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from attrs import field, frozen

from wargame_core.authoring import Action, Event, Procedure, Table
from wargame_core.errors import RulesError
from wargame_core.flow.choices import Choices
from wargame_core.limits import quote
from wargame_core.maps.masks import bits, mask_of
from wargame_core.names import listed
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.actions import Done, EnterBox, LeaveBox
from wargame_hex_and_counter.board.battles import InBox
from wargame_hex_and_counter.board.events import EnteredBox, LeftBox
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who, title_of
from wargame_hex_and_counter.printed.author_functions import setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import each_of, one_of
from wargame_hex_and_counter.rules.arrivals import BlockedBy, closed_to
from wargame_hex_and_counter.rules.binding import Binding, boxes_of
from wargame_hex_and_counter.rules.stacking import Counts, Stacking, count_of, names_in
from wargame_hex_and_counter.rules.zones import Zones


@frozen(kw_only=True)
class Box:
    """A box beside the map. Units of its sides go into it from some hexes, and some turns later out of it to others.

    ``entered_from`` and ``leads_to`` are names or printed numbers of hexes, ``onward`` are other boxes that it leads
    to. A unit that went in on a turn may leave ``passage`` turns later. ``limit`` is how much of a side it holds.
    """

    name: str
    sides: tuple[str, ...]
    entered_from: tuple[str, ...] = ()
    leads_to: tuple[str, ...] = ()
    onward: tuple[str, ...] = ()
    passage: int = 1
    limit: int | None = None


@frozen(kw_only=True)
class Boxes:
    """In its phase each unit of a side may once go into a box, on to another box, or out of one.

    A unit comes out where there is room and nothing of ``blocked_by`` closes the hex. ``counts`` is what counts against
    the limit of a box.

    Raises:
        RulesError: a word that it does not know, two boxes of one name, a box that leads on to one that there is not,
            or enemy zones that close hexes, without chart and zones.
    """

    actions: ClassVar[tuple[type[Action], ...]] = (EnterBox, LeaveBox)
    events: ClassVar[tuple[type[Event], ...]] = (EnteredBox, LeftBox)

    boxes: tuple[Box, ...]
    stacking: Setting[Stacking] = field(validator=setting)
    counts: Counts = field(default="units", validator=one_of(Counts))
    blocked_by: tuple[BlockedBy, ...] = field(default=("enemy units",), validator=each_of(BlockedBy))
    chart: Setting[TerrainChart] | None = field(default=None, validator=setting)
    zones: Setting[Zones] | None = field(default=None, validator=setting)
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        names = [box.name for box in self.boxes]
        if repeated_name := next((name for name in names if names.count(name) > 1), None):
            raise RulesError(f"Boxes(boxes=): two boxes are called {quote(repeated_name)}")
        for box in self.boxes:
            for name in box.onward:
                if name not in names:
                    raise RulesError(f"Box({box.name!r}, onward=): {quote(name)} is not a box: {', '.join(names)}")
        if any(word != "enemy units" for word in self.blocked_by) and (self.chart is None or self.zones is None):
            raise RulesError(f"Boxes(blocked_by={self.blocked_by!r}): enemy zones need chart= and zones=")

    def box(self, name: str) -> Box | None:
        """The box of a name; None where there is none."""
        return next((box for box in self.boxes if box.name == name), None)

    # what is allowed

    def may_enter(self, pieces: Pieces, in_box: Mapping[str, InBox], unit: str, name: str, turn: int) -> Verdict:
        """Whether a unit on the map or in another box may go into a box on a turn."""
        counter, box = pieces.units[unit], self.box(name)
        if box is None:
            return refuse(
                "no_box", f"there is no box {quote(name)}: {', '.join(known_box.name for known_box in self.boxes)}"
            )
        if counter.side not in box.sides:
            sides = listed(title_of(pieces.board, side) for side in box.sides)
            return refuse("side", f"{counter.name} may not go into {box.name}: it is for {sides}", self.cite)
        if unit in pieces.at:
            ways = self._mask(pieces, box.entered_from)
            if not ways >> pieces.at[unit] & 1:
                hexes = names_in(pieces, bits(ways)) or "no hex"
                text = f"{box.name} is entered from {hexes}, not from {pieces.map.label(pieces.at[unit])}"
                return refuse("no_way", text, self.cite)
        elif not (leaves := self._may_leave(pieces, in_box, unit, turn)):
            return leaves
        elif name not in (boxes_onward := self._of(in_box[unit]).onward):
            leads_text = f"{in_box[unit].box} leads on to {', '.join(boxes_onward) or 'no box'}, not to {name}"
            return refuse("no_way", leads_text, self.cite)
        return self._has_room(pieces, in_box, unit, box)

    def may_leave_to(self, pieces: Pieces, in_box: Mapping[str, InBox], unit: str, space: int, turn: int) -> Verdict:
        """Whether a unit in a box may go to a hex of the map on a turn."""
        if not (leaves := self._may_leave(pieces, in_box, unit, turn)):
            return leaves
        if not 0 <= space < pieces.map.size:
            return refuse("off_map", f"space {space} is off the map", self.cite)
        box, label = self._of(in_box[unit]), pieces.map.label(space)
        ways = self._mask(pieces, box.leads_to)
        if not ways >> space & 1:
            hexes = names_in(pieces, bits(ways)) or "no hex"
            return refuse("no_way", f"{box.name} leads to {hexes}, not to {label}", self.cite)
        if closed_to(pieces, pieces.units[unit].side, self.blocked_by, self.chart, self.zones) >> space & 1:
            return refuse("blocked", f"{label} is closed by {' or '.join(self.blocked_by)}", self.cite)
        return pieces.value(self.stacking).fits(pieces, unit, space)

    def _may_leave(self, pieces: Pieces, in_box: Mapping[str, InBox], unit: str, turn: int) -> Verdict:
        if unit not in in_box:
            return refuse("not_in_box", f"{pieces.name(unit)} is in no box", self.cite)
        entry_turn, box = in_box[unit].turn, self._of(in_box[unit])
        if turn < entry_turn + box.passage:
            text = f"{pieces.name(unit)} went into {box.name} on turn {entry_turn} and leaves it from turn"
            return refuse("passage", f"{text} {entry_turn + box.passage} on", self.cite)
        return LEGAL

    def _has_room(self, pieces: Pieces, in_box: Mapping[str, InBox], unit: str, box: Box) -> Verdict:
        side = pieces.units[unit].side
        units_inside = [
            unit_inside
            for unit_inside, place_in_box in in_box.items()
            if place_in_box.box == box.name and pieces.units[unit_inside].side == side
        ]
        load = sum(count_of(pieces, unit_inside, self.counts) for unit_inside in (*units_inside, unit))
        if box.limit is None or load <= box.limit:
            return LEGAL
        names = ", ".join(map(pieces.name, units_inside)) or "nobody"
        text = f"{box.name} is full: {names}; it holds at most {box.limit} {self.counts} of a side, not {load}"
        return refuse("full", text, self.cite)

    def _of(self, place: InBox) -> Box:
        box = self.box(place.box)
        if box is None:
            raise RulesError(f"a unit is in {quote(place.box)}, which is not a box of Boxes(boxes=)")
        return box

    def _mask(self, pieces: Pieces, places: Iterable[str]) -> int:
        return mask_of(map(pieces.map.parse, places))

    # the table and the sheet

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who is in each box, and since when, for the panel."""
        in_box = boxes_of(board)
        for box in self.boxes:
            units = [
                f"{board.name(unit)} (turn {place_in_box.turn})"
                for unit, place_in_box in in_box.items()
                if place_in_box.box == box.name
            ]
            if units:
                yield box.name, ", ".join(units)

    def sentences(self) -> Iterator[str]:
        """The rule in words, a sentence for each box."""
        for box in self.boxes:
            limit_text = f"; it holds at most {box.limit} {self.counts} of a side" if box.limit is not None else ""
            leads = " or ".join((*box.leads_to, *box.onward)) or "nowhere"
            entry_text = f"entered from {' or '.join(box.entered_from)}, " if box.entered_from else ""
            turns = f"{box.passage} turn{'s' * (box.passage != 1)}"
            yield f"{box.name}: {entry_text}leads to {leads} after {turns}{limit_text}."

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()


class BoxChoices(Choices):
    """Who goes into a box or out of one; or that no more do."""

    __slots__ = ("in_box", "part", "pieces", "turn", "waiting")

    def __init__(
        self, part: Boxes, pieces: Pieces, in_box: Mapping[str, InBox], waiting_units: Sequence[str], turn: int
    ) -> None:
        self.part, self.pieces, self.in_box, self.waiting, self.turn = part, pieces, in_box, waiting_units, turn

    def __iter__(self) -> Iterator[Action]:
        yield from self.changes()
        yield from self.endings()

    def endings(self) -> Sequence[Action]:
        """That no more change."""
        return (Done(),)

    def changes(self) -> Iterator[Action]:
        """All but the end."""
        for unit in self.waiting:
            yield from (action for action in self._ways(unit) if self.judge(action))

    def _ways(self, unit: str) -> Iterator[EnterBox | LeaveBox]:
        yield from (EnterBox(unit, box.name) for box in self.part.boxes)
        if unit in self.in_box and (box := self.part.box(self.in_box[unit].box)) is not None:
            yield from (LeaveBox(unit, self.pieces.map.parse(place)) for place in box.leads_to)

    def judge(self, action: Any) -> Verdict:
        """Whether the unit may go there."""
        match action:
            case Done():
                return LEGAL
            case EnterBox() | LeaveBox() if action.piece not in self.waiting:
                counter = self.pieces.units.get(action.piece)
                name = counter.name if counter is not None else quote(action.piece)
                text = f"{name} has changed boxes in this phase, or is not one of those that do"
                return refuse("not_asked", text, self.part.cite)
            case EnterBox(piece=unit, box=box):
                return self.part.may_enter(self.pieces, self.in_box, unit, box, self.turn)
            case LeaveBox(piece=unit, to=exit_space):
                return self.part.may_leave_to(self.pieces, self.in_box, unit, exit_space, self.turn)
        return refuse("not_offered", "that is not asked for now", self.part.cite)


def change_boxes(
    table: Table[Any], label: str, side: str, part: Boxes, binding: Binding, takes_part: Who | None = None
) -> Procedure[bool]:
    """Units of a side go into boxes and out of them, each once, until it is done or nobody can.

    Returns whether anybody could.
    """
    was_asked, turn, moved_units = False, binding.turn(table.board), set[str]()
    while True:
        pieces, in_box = binding.pieces(table.board), binding.in_box(table.board)
        of_side = (
            unit for unit in (*pieces.at, *in_box) if pieces.units[unit].side == side and unit not in moved_units
        )
        menu = BoxChoices(part, pieces, dict(in_box), pieces.taking_part(of_side, takes_part), turn)
        if next(menu.changes(), None) is None:
            return was_asked
        prompt = f"{title_of(table.board, side)} {label.lower()}: who goes into a box, or out of one?"
        answer = yield from table.ask(side, menu, prompt, part.cite)
        was_asked = True
        if isinstance(answer, Done):
            return was_asked
        moved_units.add(answer.piece)
        if isinstance(answer, EnterBox):
            table.record(binding.entered_box(answer.piece, answer.box, turn))
        else:
            table.record(binding.left_box(answer.piece, in_box[answer.piece].box, answer.to))
            yield from binding.has_entered(table, answer.piece, (answer.to,))
        binding.may_end(table)
