"""Replacements: points that a side spends to bring back steps and units, at which places, and how many."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, assert_never

from attrs import field, frozen

from wargame_core.authoring import Action, Event, Procedure, Table
from wargame_core.errors import RulesError
from wargame_core.flow.choices import Choices
from wargame_core.maps.masks import bits, mask_of
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.actions import Done, Rebuild, Recall, Restore
from wargame_hex_and_counter.board.events import PointsSet, Rebuilt, Recalled, Restored
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who, title_of
from wargame_hex_and_counter.printed.author_functions import called_with, setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import each_of, one_of
from wargame_hex_and_counter.rules.arrivals import BlockedBy, closed_to
from wargame_hex_and_counter.rules.binding import Binding
from wargame_hex_and_counter.rules.stacking import Stacking, names_in
from wargame_hex_and_counter.rules.zones import Zones

Rebuilds: TypeAlias = Literal["reduced units", "eliminated units"]
"""Whom points bring back: steps of units on the map, units that are lost, or both."""
ComesBack: TypeAlias = Literal["at a place", "as a reinforcement"]
"""Whether an eliminated unit is put on a place at once, or is due there some turns later."""
Unspent: TypeAlias = Literal["is saved", "is lost"]
"""What becomes of points that are left at the end of the phase."""
StepsReturn: TypeAlias = Literal["anywhere", "at its places"]
"""Where a unit on the map can get a step back."""
Price: TypeAlias = int | Mapping[str, int] | Callable[[Pieces, str], int | None]
"""Points for a step: for all, by kind of unit, or an author's function of the pieces and the id of a unit.

A kind that is not named is not replaced, which a function says by None.
"""
Supplied: TypeAlias = Callable[[Any, str, int], bool]
"""An author's function of the board, a unit and a hex: whether the unit is in supply there."""


@frozen
class Spending:
    """How far a side is: who is eliminated, the points left, and the steps that units got back in this phase."""

    lost: Collection[str]
    points: int
    steps: Mapping[str, int] = field(factory=dict)


@frozen(kw_only=True)
class Replacements:
    """A side gets points in the phase and pays a price for each step; an eliminated unit comes back with one.

    ``points`` are by side; who is not named gets none. ``places`` are by side the names or printed numbers of the hexes
    where eliminated units come back; ``blocked_by`` closes them, and keeps units on the map from getting steps where
    they stand. ``steps_a_unit`` is how many steps a unit can get in one phase, ``delay`` how many turns later a unit
    is due as a reinforcement. ``name`` tells the points of two kinds of replacements apart.

    Raises:
        RulesError: a word that it does not know, or enemy zones that close places, without chart and zones.
    """

    points: Setting[Mapping[str, int]] = field(validator=setting)
    price: Price = field(validator=called_with("pieces", "unit", gives="points for a step, or None"))
    places: Setting[Mapping[str, tuple[str, ...]]] = field(validator=setting)
    stacking: Setting[Stacking] = field(validator=setting)
    rebuilds: tuple[Rebuilds, ...] = field(validator=each_of(Rebuilds))
    comes_back: ComesBack = field(validator=one_of(ComesBack))
    unspent: Unspent = field(validator=one_of(Unspent))
    blocked_by: tuple[BlockedBy, ...] = field(default=("enemy units",), validator=each_of(BlockedBy))
    steps_return: StepsReturn = field(default="anywhere", validator=one_of(StepsReturn))
    steps_a_unit: int = 1
    delay: int = 1
    supplied: Supplied | None = field(
        default=None, validator=called_with("board", "unit", "space", gives="whether the unit is in supply there")
    )
    chart: Setting[TerrainChart] | None = field(default=None, validator=setting)
    zones: Setting[Zones] | None = field(default=None, validator=setting)
    name: str = "replacement points"
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        by_zones = any(word != "enemy units" for word in self.blocked_by)
        if by_zones and (self.chart is None or self.zones is None):
            raise RulesError(f"Replacements(blocked_by={self.blocked_by!r}): enemy zones need chart= and zones=")

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The actions that its settings bring."""
        comes_back = Rebuild if self.comes_back == "at a place" else Recall
        by_whom: Mapping[Rebuilds, type[Action]] = {"reduced units": Restore, "eliminated units": comes_back}
        return tuple(by_whom[whose_units] for whose_units in self.rebuilds)

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events that its settings bring."""
        happens: Mapping[type[Action], type[Event]] = {Restore: Restored, Rebuild: Rebuilt, Recall: Recalled}
        return (PointsSet, *(happens[action] for action in self.actions))

    # what is allowed

    def price_of(self, pieces: Pieces, unit: str) -> int | None:
        """The points for a step of a unit; None for one that is not replaced."""
        if callable(self.price):
            return self.price(pieces, unit)
        return self.price if isinstance(self.price, int) else self.price.get(pieces.units[unit].kind)

    def places_of(self, pieces: Pieces, side: str) -> int:
        """Mask of the hexes where eliminated units of a side come back, open or not."""
        return mask_of(pieces.map.parse(place) for place in pieces.value(self.places).get(side, ()))

    def why_not(self, pieces: Pieces, unit: str, spending: Spending) -> Verdict:
        """Why a unit cannot get a step back, wherever; legal where only the place is open."""
        name, steps_lost, price = pieces.name(unit), pieces.lost.get(unit, 0), self.price_of(pieces, unit)
        whose_units: Rebuilds = "reduced units" if unit in pieces.at else "eliminated units"
        if unit not in pieces.at and unit not in spending.lost:
            return refuse("not_lost", f"{name} is not eliminated", self.cite)
        if unit in pieces.at and not steps_lost:
            return refuse("not_reduced", f"{name} has all its steps", self.cite)
        if whose_units not in self.rebuilds:
            return refuse("not_rebuilt", f"{name}: {self.name} do not rebuild {whose_units}", self.cite)
        if price is None:
            return refuse("no_price", f"{name}: {self.name} do not rebuild {pieces.units[unit].kind}", self.cite)
        if spending.steps.get(unit, 0) >= self.steps_a_unit:
            text = f"{name} has got back {self.steps_a_unit} of its steps in this phase, which is the most"
            return refuse("steps_a_unit", text, self.cite)
        if price > spending.points:
            return refuse("points", f"a step of {name} costs {price}, and {spending.points} are left", self.cite)
        return LEGAL

    def fits(self, pieces: Pieces, unit: str, space: int) -> Verdict:
        """Whether a hex is open for a unit to get a step back: for one off the map also whether it has room there."""
        side, name, label = pieces.units[unit].side, pieces.name(unit), pieces.map.label(space)
        comes, places = unit not in pieces.at, self.places_of(pieces, side)
        if (comes or self.steps_return == "at its places") and not places >> space & 1:
            text = f"{name} is rebuilt in {names_in(pieces, bits(places)) or 'no hex'}, not in {label}"
            return refuse("no_place", text, self.cite)
        if closed_to(pieces, side, self.blocked_by, self.chart, self.zones) >> space & 1:
            return refuse("blocked", f"{label} is closed by {' or '.join(self.blocked_by)}", self.cite)
        if self.supplied is not None and not self.supplied(pieces.board, unit, space):
            return refuse("no_supply", f"{name} is not in supply in {label}", self.cite)
        return pieces.value(self.stacking).fits(pieces, unit, space) if comes else LEGAL

    # the table and the sheet

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """The points of each side, for the panel."""
        for side, points in board.points.get(self.name, {}).items():
            yield f"{title_of(board, side)} {self.name}", str(points)

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        if not callable(self.points):
            points_text = ", ".join(f"{side} {points}" for side, points in self.points.items())
            yield f"{self.name.capitalize()} in each phase: {points_text}; what is left {self.unspent}."
        if not callable(self.places) and "eliminated units" in self.rebuilds:
            places = "; ".join(f"{side} {', '.join(names)}" for side, names in self.places.items())
            yield f"Eliminated units come back with one step {self.comes_back}: {places}."
        steps = f"{self.steps_a_unit} step{'s' * (self.steps_a_unit > 1)}"
        yield f"A unit gets back at most {steps} in a phase, and pays for each."

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()


class RebuildChoices(Choices):
    """Who gets a step back, and for an eliminated unit where; or that no more are rebuilt."""

    __slots__ = ("candidates", "part", "pieces", "side", "spending")

    def __init__(
        self, part: Replacements, pieces: Pieces, side: str, spending: Spending, takes_part: Who | None
    ) -> None:
        self.part, self.pieces, self.side, self.spending = part, pieces, side, spending
        of_side = (unit for unit, counter in pieces.units.items() if counter.side == side)
        self.candidates = pieces.taking_part(of_side, takes_part)

    def __iter__(self) -> Iterator[Action]:
        yield from self.rebuilding()
        yield from self.endings()

    def endings(self) -> Sequence[Action]:
        """That no more are rebuilt."""
        return (Done(),)

    def rebuilding(self) -> Iterator[Action]:
        """All but the end."""
        for unit in self.candidates:
            if self.part.why_not(self.pieces, unit, self.spending):
                yield from (action for action in self._ways(unit) if self._judge_place(action))

    def _ways(self, unit: str) -> Iterator[Action]:
        if unit in self.pieces.at:
            yield Restore(unit)
        elif self.part.comes_back == "as a reinforcement":
            yield Recall(unit)
        else:
            yield from (Rebuild(unit, space) for space in bits(self.part.places_of(self.pieces, self.side)))

    def judge(self, action: Any) -> Verdict:
        """Whether the unit can get a step back, and there."""
        match action:
            case Done():
                return LEGAL
            case Restore() | Rebuild() | Recall() if action.piece in self.candidates:
                if not (verdict := self.part.why_not(self.pieces, action.piece, self.spending)):
                    return verdict
                return self._judge_place(action)
        return refuse("not_offered", "that is not asked for now", self.part.cite)

    def _judge_place(self, action: Any) -> Verdict:
        way = next(self._ways(action.piece), None)
        if way is not None and type(action) is not type(way):
            return refuse("not_offered", f"{self.pieces.name(action.piece)} is not rebuilt so", self.part.cite)
        match action:
            case Restore():
                return self.part.fits(self.pieces, action.piece, self.pieces.at[action.piece])
            case Rebuild(to=rebuild_space) if not 0 <= rebuild_space < self.pieces.map.size:
                return refuse("off_map", f"space {rebuild_space} is off the map", self.part.cite)
            case Rebuild(to=rebuild_space):
                return self.part.fits(self.pieces, action.piece, rebuild_space)
        return LEGAL


def rebuild(
    table: Table[Any], label: str, side: str, part: Replacements, binding: Binding, takes_part: Who | None = None
) -> Procedure[bool]:
    """A side has its points, and spends them step by step until it is done; what is left is saved or lost.

    Returns whether anybody could be rebuilt.
    """
    new_points = binding.pieces(table.board).value(part.points).get(side, 0)
    points_before = binding.points(table.board, part.name, side)
    points_of_side = new_points + (points_before if part.unspent == "is saved" else 0)
    if points_of_side != points_before:
        table.record(binding.points_set(side, part.name, points_of_side))
    spending, was_asked = Spending(binding.lost(table.board), points_of_side), False
    while True:
        menu = RebuildChoices(part, binding.pieces(table.board), side, spending, takes_part)
        if next(menu.rebuilding(), None) is None:
            break
        prompt = f"{title_of(table.board, side)} {label.lower()}, {spending.points} {part.name}: who is rebuilt?"
        answer = yield from table.ask(side, menu, prompt, part.cite)
        was_asked = True
        if isinstance(answer, Done):
            break
        yield from _spend(table, part, binding, answer)
        binding.may_end(table)
        steps = {**spending.steps, answer.piece: spending.steps.get(answer.piece, 0) + 1}
        spending = Spending(binding.lost(table.board), binding.points(table.board, part.name, side), steps)
    if part.unspent == "is lost" and spending.points:
        table.record(binding.points_set(side, part.name, 0))
    return was_asked


def _spend(
    table: Table[Any], part: Replacements, binding: Binding, answer: Restore | Rebuild | Recall
) -> Procedure[None]:
    """The unit has its step, and its side has paid."""
    pieces, unit = binding.pieces(table.board), answer.piece
    side, price = pieces.units[unit].side, part.price_of(pieces, unit)
    assert price is not None
    match answer:
        case Restore():
            table.record(binding.restored(unit, side, part.name, price))
        case Rebuild(to=rebuild_space):
            table.record(binding.rebuilt(unit, rebuild_space, side, part.name, price))
            yield from binding.has_entered(table, unit, (rebuild_space,))
        case Recall():
            places = tuple(bits(part.places_of(pieces, side)))
            table.record(binding.recalled(unit, binding.turn(table.board) + part.delay, places, side, part.name, price))
        case _:
            assert_never(answer)
