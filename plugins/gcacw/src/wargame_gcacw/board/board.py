"""The campaign in play: where units are, in what state, and what this turn and this action have used up."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, TypeAlias, TypeVar

from attrs import define, evolve, field, frozen

from wargame_core.authoring import PIECE, PLACE, Board, Public, Static
from wargame_core.errors import WargameError
from wargame_core.flow.about import Names
from wargame_core.flow.visibility import Follows, Kept
from wargame_gcacw.printed import counters
from wargame_gcacw.printed.book import Book, Ground, PrintedScenario
from wargame_gcacw.printed.counters import FOE, NO_LEADER, Arm, Digging, LeaderId, Side, SideOrNobody, Work

Space: TypeAlias = Annotated[int, PLACE]
UnitId: TypeAlias = Annotated[str, PIECE]


@frozen(cache_hash=True)
class UnitState:
    """A unit on the map: its hex (a space of the map), manpower and state. Source: GCACW rules 1.4, 2 Units."""

    space: Space
    manpower: int
    fatigue: int = 0
    exhausted: bool = False
    disorganized: bool = False
    demoralized: int = 0
    work: Work = ""

    @classmethod
    def at_start(cls, start: counters.UnitStart, ground: Ground) -> UnitState:
        """The state in which a scenario sets a unit up."""
        state = (start.manpower, start.fatigue, start.exhausted, start.disorganized, start.demoralized, start.work)
        return cls(ground.map.parse(start.hex), *state)

    @property
    def value(self) -> int | Fraction:
        """Its combat value, in points. Fatigue and exhaustion do not change it."""
        return counters.DISORGANIZED_VALUE[self.manpower] if self.disorganized else self.manpower


@frozen
class Activation:
    """An action under way: who acts, which units may still march in it, and their common allowance.

    ``units`` have not marched yet, ``named`` are all that were named. ``leader`` is the leader activated ("" for a
    march of one unit) and ``moves_leader`` whether he may still transfer.
    ``allowance`` is in half points, rolled once for all; 0 before it is rolled.
    """

    side: Side
    units: tuple[str, ...]
    named: tuple[str, ...]
    leader: LeaderId = NO_LEADER
    moves_leader: bool = False
    allowance: int = 0
    attacks: bool = True


@frozen
class March:
    """The march of one unit: half points of its allowance, those left, and what it did.

    ``fresh`` until it moves or attacks: only then may it leave an enemy zone of control, and a first step is never too
    dear. ``stopped``: it entered an enemy zone; it may attack, but not go on unless it advances.
    """

    unit: str
    allowance: int
    left: int
    fresh: bool = True
    stopped: bool = False


K = TypeVar("K")
V = TypeVar("V")


class UnitsCache(dict[K, V]):
    """What was worked out from the units of a board, by whatever else it depends on.

    Copies of a board share it. A board whose units change takes a new one, so what it holds is true of all that share.
    """

    def copy(self) -> UnitsCache[K, V]:
        """The same, not a copy."""
        return self


Reaches = UnitsCache[tuple[object, ...], tuple[Mapping[int, int], Mapping[int, int]]]
Coverages = UnitsCache[tuple[Side, int], tuple[int, int]]


class NothingUnderWay(WargameError):
    """A rule asked for the march or the action under way, and there is none."""


@define
class FieldBoard(Board):
    """Everything on the table; nothing is hidden."""

    book: Static[Book] = field(eq=False)
    """All that is printed."""
    scenario_id: Public[str]
    tired_march: Public[bool] = False
    """Option: organized units at fatigue 4 may march."""
    refuse_flanks: Public[bool] = False
    """Option: stacks in an enemy zone of control may refuse their flanks."""
    digging: Public[Digging] = Digging.RECOVERY
    """Option: when infantry may dig in."""
    options: Public[dict[str, str]] = field(factory=dict)
    """The values of the other options, by name."""
    units: Public[dict[UnitId, UnitState]] = field(factory=dict)
    """The units on the map."""
    stacks: Public[Annotated[dict[Space, tuple[UnitId, ...]], Follows(_units_by_space)]] = field(factory=dict)
    """Their ids by space, in the order in which they came."""
    leader_with: Public[dict[LeaderId, UnitId]] = field(factory=dict)
    """The unit that each leader stands with."""
    control: Public[dict[Space, Side]] = field(factory=dict)
    """The side that holds each objective, by space."""
    lost_manpower: Public[dict[str, int]] = field(factory=dict)
    """Manpower lost, by "side:cause:arm"; causes are those of `scenario.LossCause`."""
    train_marches: Public[dict[UnitId, int]] = field(factory=dict)
    """How often each wagon train was lost or disorganized in an extended march."""
    train_retreats: Public[dict[UnitId, int]] = field(factory=dict)
    """How many hexes each wagon train was driven back by combat."""
    eliminated_units: Public[tuple[UnitId, ...]] = ()
    """The units eliminated, in order."""
    exited_units: Public[dict[UnitId, int]] = field(factory=dict)
    """The units that left the map, with their manpower, in order."""
    driven_off: Public[set[UnitId]] = field(factory=set)
    """Those of them that a retreat took over its edge: they count as no exit."""
    turn: Public[int] = 0
    cycles: Public[int] = 0
    """The action cycles of the turn that have begun."""
    rain: Public[bool] = False
    night: Public[bool] = False
    trains_released: Public[bool] = False
    """Rain or night has set wagon trains free."""
    ties: Public[int] = 0
    """Tied rolls for the initiative this turn."""
    initiatives: Public[int] = 0
    """How often this turn a side got the initiative."""
    active: Public[SideOrNobody] = ""
    """The side with the initiative."""
    passed_sides: Public[tuple[Side, ...]] = ()
    """The sides that passed without an action between."""
    failed_orders: Public[set[LeaderId]] = field(factory=set)
    """The leaders whose order to assault found nobody this turn: they order none again in it."""
    activation: Public[Activation | None] = None
    """The action under way."""
    march: Public[March | None] = None
    """The present march, within the action."""
    left_hex: Public[set[UnitId]] = field(factory=set)
    """The units that left their hex this turn."""
    night_marched: Public[set[UnitId]] = field(factory=set)
    """The units that marched at night."""
    dug: Public[set[UnitId]] = field(factory=set)
    """The units that dug in by an action this turn."""
    refused_hexes: Public[set[Space]] = field(factory=set)
    """The spaces whose stacks refuse their flanks."""
    stranded_leaders: Public[dict[LeaderId, Space]] = field(factory=dict)
    """The leaders whose unit has just gone, with the space they were in."""
    cut_off: Public[dict[LeaderId, Space]] = field(factory=dict)
    """The leaders, with the space they were in, who wait off the map for the next transfer of leaders."""

    _masks: Kept[dict[Side, int]] = field(factory=dict, init=False, eq=False)
    """The hexes with units of each side, and below their zones of control: forgotten when a stack changes."""
    _zones: Kept[dict[Side, int]] = field(factory=dict, init=False, eq=False)
    reaches: Kept[Reaches] = field(factory=UnitsCache, init=False, eq=False)
    """The marches that were looked at since a unit changed: costs and predecessors of the hexes reached."""
    coverages: Kept[Coverages] = field(factory=UnitsCache, init=False, eq=False)
    """What sides cover around hexes that were looked at since a unit changed."""

    # what is under way

    @property
    def the_march(self) -> March:
        """The march under way. Raises `NothingUnderWay`."""
        if self.march is None:
            raise NothingUnderWay("no unit is marching now")
        return self.march

    @property
    def the_active(self) -> Side:
        """The side with the initiative. Raises `NothingUnderWay`."""
        if not self.active:
            raise NothingUnderWay("no side has the initiative")
        return self.active

    @property
    def the_activation(self) -> Activation:
        """The action under way. Raises `NothingUnderWay`."""
        if self.activation is None:
            raise NothingUnderWay("no action is under way")
        return self.activation

    # what is printed

    @property
    def scenario(self) -> PrintedScenario:
        """The scenario being played, as the options read it."""
        return self.book.read_by(self.scenario_id, self.options.get("seam", ""))

    @property
    def last_turn(self) -> bool:
        """Whether no other turn follows."""
        return self.turn >= self.scenario.turns

    @property
    def ground(self) -> Ground:
        """The map, read for the rules."""
        return self.book.ground

    def unit(self, unit_id: str) -> counters.Unit:
        """The counter with this id."""
        return self.book.units[unit_id]

    def leader(self, leader_id: LeaderId) -> counters.Leader:
        """The leader with this id."""
        return self.book.leaders[leader_id]

    # who is where

    def names_of(self, kind: Names, ref: str) -> tuple[str, ...]:
        """A unit or leader by its name, a hex by its number with and without the name of its place."""
        if kind is PIECE:
            return (self.name(ref),)
        space = self.ground.space(ref) if kind is PLACE else None
        return (ref,) if space is None else (self.ground.label(space), ref)

    def ids_of(self, kind: Names) -> Container[str] | None:
        """The units and leaders of the book."""
        return {*self.book.units, *self.book.leaders} if kind is PIECE else None

    def piece_places(self) -> dict[str, str]:
        """The hex of every unit on the map by its printed number. Leaders stand with units: see ``leader_with``."""
        return {unit_id: self.book.ground.name(state.space) for unit_id, state in self.units.items()}

    def units_at(self, space: int) -> tuple[str, ...]:
        """The units in a hex."""
        return self.stacks.get(space, ())

    def holding_side(self, space: int) -> SideOrNobody:
        """The side whose units stand in a hex, or nothing."""
        stack = self.stacks.get(space)
        return self.book.units[stack[0]].side if stack else ""

    def of(self, side: Side, *arms: Arm) -> Iterator[str]:
        """The units of a side on the map, those of some arms only if given."""
        units = self.book.units
        return (
            unit_id
            for unit_id in self.units
            if units[unit_id].side == side and (not arms or units[unit_id].arm in arms)
        )

    def mask(self, side: Side, *arms: Arm) -> int:
        """Mask of the hexes with units of a side, of some arms only if given."""
        if not arms and side in self._masks:
            return self._masks[side]
        units, spaces = self.book.units, 0
        for space, stack in self.stacks.items():
            if units[stack[0]].side == side and (not arms or any(units[unit_id].arm in arms for unit_id in stack)):
                spaces |= 1 << space
        if not arms:
            self._masks[side] = spaces
        return spaces

    def zone(self, side: Side, *arms: Arm) -> int:
        """Mask of the hexes in zones of control of a side (or of its units of these arms). Wagon trains exert none.

        Source: GCACW rules 1.4, 2 Zones of Control. Readings: Wagon trains
        """
        if not arms and side in self._zones:
            return self._zones[side]
        zones, units, spaces = self.book.ground.zone, self.book.units, 0
        for space, stack in self.stacks.items():
            first_unit = units[stack[0]]
            if first_unit.side == side and (
                any(units[unit_id].arm in arms for unit_id in stack)
                if arms
                else first_unit.arm != "wagon" or any(units[unit_id].arm != "wagon" for unit_id in stack)
            ):
                spaces |= zones[space]
        if not arms:
            self._zones[side] = spaces
        return spaces

    def enemies(self, side: Side) -> int:
        """Mask of the hexes with enemies of a side."""
        return self.mask(FOE[side])

    def leaders_at(self, space: int) -> list[LeaderId]:
        """The leaders in a hex."""
        stack = self.stacks.get(space, ())
        return [leader for leader, unit in self.leader_with.items() if unit in stack]

    def leader_space(self, leader: LeaderId) -> int:
        """The hex of a leader on the map."""
        return self.units[self.leader_with[leader]].space

    def commands(self, leader: LeaderId, unit: str) -> bool:
        """Whether a leader may name a unit in an action: see `Book.named_by`."""
        return unit in self.book.named_by[leader]

    def stands_with(self, leader: LeaderId, unit: str) -> bool:
        """Whether a leader may stand with a unit: see `Book.subordinates`."""
        return unit in self.book.subordinates[leader]

    def value(self, ids: Iterable[str]) -> int | Fraction:
        """The combat value of units together, in points, without entrenchments."""
        return sum((self.units[unit_id].value for unit_id in ids), 0)

    # words

    def place_id(self, space: int | str) -> str:
        """A hex by its printed number; actions and events write hexes so already."""
        return space if isinstance(space, str) else self.book.ground.name(space)

    @property
    def holds_trains(self) -> bool:
        """Whether wagon trains wait on the map for rain or night."""
        return not self.trains_released and any(self.book.units[unit].arm == "wagon" for unit in self.units)

    def name(self, unit_id: str) -> str:
        """A unit or leader by its name."""
        leader = self.book.leaders.get(LeaderId(unit_id))
        return leader.name if leader is not None else self.book.units[unit_id].name

    def hex(self, unit_id: str) -> str:
        """The number of the hex where a unit stands."""
        return self.book.ground.name(self.units[unit_id].space)

    def describe(self, unit_id: str) -> str:
        """A unit with what a player wants to know of it: "Hood (11, fatigue 1) in S3103 (Peach Orchard)"."""
        if unit_id not in self.units:
            return self.name(unit_id)
        return f"{self.condition(unit_id)} in {self.ground.label(self.units[unit_id].space)}"

    def condition(self, unit_id: str) -> str:
        """A unit on the map with its strength and state: "Hood (11, fatigue 1)"."""
        words = str(self.units[unit_id].manpower), *self.state_in_words(unit_id)
        return f"{self.name(unit_id)} ({', '.join(words)})"

    def state_in_words(self, unit_id: str) -> tuple[str, ...]:
        """The state of a unit on the map: fatigue, what is wrong with it, and the works it stands in."""
        state = self.units[unit_id]
        words = [f"fatigue {state.fatigue}"] if state.fatigue else []
        words += ["exhausted"] * state.exhausted + ["disorganized"] * state.disorganized
        words += [f"demoralized-{state.demoralized}"] if state.demoralized else []
        return (*words, state.work.replace("_", " ")) if state.work else tuple(words)

    # changes, for events only

    def change(self, unit_id: str, **state: Any) -> None:
        """Change parts of a unit's state; see `put`."""
        self.put(unit_id, evolve(self.units[unit_id], **state))

    def put(self, unit_id: str, status: UnitState) -> None:
        """Set a unit's state; it leaves the hex it was in and enters that of the state, behind those there."""
        old_unit_state = self.units.get(unit_id)
        self.units[unit_id] = status
        self.reaches, self.coverages = UnitsCache(), UnitsCache()
        if old_unit_state is not None and old_unit_state.space == status.space:
            return
        if old_unit_state is not None:
            self._leave_hex(unit_id, old_unit_state.space)
        self.stacks[status.space] = (*self.stacks.get(status.space, ()), unit_id)
        self._forget_unit_caches(unit_id)

    def remove(self, unit_id: str) -> None:
        """Take a unit off the map. Leaders with it are stranded until they are placed again."""
        space = self.units.pop(unit_id).space
        self.reaches, self.coverages = UnitsCache(), UnitsCache()
        self._leave_hex(unit_id, space)
        for leader in [leader for leader, unit in self.leader_with.items() if unit == unit_id]:
            del self.leader_with[leader]
            self.stranded_leaders[leader] = space

    def _leave_hex(self, unit_id: str, space: int) -> None:
        other_units = tuple(unit for unit in self.stacks[space] if unit != unit_id)
        if other_units:
            self.stacks[space] = other_units
        else:
            del self.stacks[space]
        self.refused_hexes.discard(space)
        self._forget_unit_caches(unit_id)

    def _forget_unit_caches(self, unit_id: str) -> None:
        """Forget what was worked out from the places of the units of this unit's side."""
        side = self.book.units[unit_id].side
        self._masks.pop(side, None)
        self._zones.pop(side, None)


def _units_by_space(board: FieldBoard) -> dict[int, tuple[str, ...]]:
    """The stacks as units stand now: who was in one keeps its place in it, the others follow as the book lists them."""
    stacks: dict[int, tuple[str, ...]] = {}
    for space, stack in board.stacks.items():
        staying = tuple(unit for unit in stack if unit in board.units and board.units[unit].space == space)
        if staying:
            stacks[space] = staying
    for unit in filter(board.units.__contains__, board.book.units):
        space = board.units[unit].space
        if unit not in stacks.get(space, ()):
            stacks[space] = (*stacks.get(space, ()), unit)
    return stacks
