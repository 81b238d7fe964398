"""What a seat's board tells a bot before anybody moves: who can fight, what places are worth, what is still to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Final

from attrs import define, evolve, field, frozen

from wargame_core.authoring import Repeat
from wargame_core.authoring import Sequence as Steps
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import within_points
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.rules.combat import Combat
from wargame_hex_and_counter.rules.control import Control
from wargame_hex_and_counter.rules.cup import Cup
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.impulses import Impulses
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.phases import Phase
from wargame_hex_and_counter.rules.possible_kinds import phases_of
from wargame_hex_and_counter.rules.victory import HeldPlace, Losses, VictoryLine
from wargame_hex_and_counter.rules.zones import Zones

DECISIVE_PLACE_POINTS: Final = 10.0
"""The points that a place is worth at least that ends the game at once for who holds it, with others or alone."""
TAKEN: Final = 0.7
"""The part of a place's points that its taking is worth: the enemy may take it back."""
PUSH_BACK_POINTS: Final = 0.15
"""The points of a hex that is no place, where its defender has to leave it."""
FAR: Final = 10**6
"""A distance that nobody covers."""


@frozen
class Stake:
    """What a place is worth: the points for which side holds it at the end, this seat or another."""

    space: int
    points: float


@frozen
class Force:
    """A unit as a seat sees it: what it fights with, what it loses step by step, how far it moves and fires."""

    unit: str
    side: str
    kind: str
    space: int
    strength: float
    losses: tuple[float, ...]
    budget: int
    range: int


@define(slots=False, eq=False)
class Outlook:
    """What a seat sees of a board, in numbers, for one decision; ``cursor`` says which phase is played."""

    game: HexGame
    board: HexBoard
    seat: str
    cursor: Sequence[str] = ()
    fights: dict[Any, Any] = field(factory=dict)
    """What fights were found to bring, by their numbers."""
    _standing: dict[tuple[str, int], Force] = field(factory=dict)
    _tried: HexBoard | None = None

    # the phases

    @cached_property
    def phases(self) -> list[Phase]:
        """The phases of a turn, from the one that is played on, and then those before it."""
        phases = list(phases_of(self.game.sequence))
        return phases[self._phases_played :] + phases[: self._phases_played]

    @cached_property
    def _phases_played(self) -> int:
        """How many phases of the turn come before the one that is played."""
        present_phase = phase_at(self.game.sequence, self.cursor)
        return next((number for number, phase in enumerate(phases_of(self.game.sequence)) if phase is present_phase), 0)

    def next_phase(self, of_seat: bool, part: type[Movement] | type[Combat]) -> Phase | None:
        """The next phase in which the seat, or an enemy, moves or fights; None where none is played."""
        for phase in self.phases:
            if (phase.side == self.seat) == of_seat and isinstance(phase.part, part):
                return phase if part is Movement or phase.when is None or phase.when(self.board) else None
        return None

    def _combat(self, of_seat: bool) -> Combat | None:
        phase = self.next_phase(of_seat, Combat)
        return phase.part if phase is not None and isinstance(phase.part, Combat) else None

    def _movement(self, of_seat: bool) -> Movement | None:
        phase = self.next_phase(of_seat, Movement)
        return phase.part if phase is not None and isinstance(phase.part, Movement) else None

    @cached_property
    def own_combat(self) -> Combat | None:
        """How the seat attacks next; None where it does not."""
        return self._combat(True)

    @cached_property
    def foe_combat(self) -> Combat | None:
        """How the enemy attacks next; None where it does not."""
        return self._combat(False)

    @cached_property
    def own_movement(self) -> Movement | None:
        """How the seat moves, this time or the next; None in a game in which it does not."""
        return self._movement(True)

    @cached_property
    def foe_movement(self) -> Movement | None:
        """How the enemy moves next; None in a game in which it does not."""
        return self._movement(False)

    @cached_property
    def attackers(self) -> frozenset[str]:
        """The seat's units that take part in its next combat."""
        phase = self.next_phase(True, Combat)
        return frozenset(self.pieces.taking_part(self.own_forces, phase.who)) if phase is not None else frozenset()

    @cached_property
    def turns_to_come(self) -> int:
        """The turns after this one."""
        scenario = self.game.scenarios.get(self.board.scenario)
        return max(0, scenario.ends - self.board.turn) if scenario is not None else 1

    @cached_property
    def foe_moves_to_come(self) -> int:
        """How often the enemy still moves at the most."""
        remaining_phases = self.phases[: len(self.phases) - self._phases_played]
        moves_later = any(phase.side != self.seat and isinstance(phase.part, Movement) for phase in remaining_phases)
        return self.turns_to_come + (moves_later or self._is_drawn)

    @cached_property
    def own_moves_to_come(self) -> int:
        """How often the seat still moves at the most, after this time."""
        return self.turns_to_come + self._is_drawn

    @property
    def _is_drawn(self) -> bool:
        """Whether chits or impulses say who acts, so that nobody knows how often a side still does on this turn."""
        return any(isinstance(part, (Cup, Impulses)) for part in self.game.parts)

    # who is there

    @cached_property
    def pieces(self) -> Pieces:
        """The units on the map, as the parts ask for them."""
        return self.board.pieces

    @property
    def map(self) -> HexMap:
        return self.board.book.map

    @cached_property
    def own_forces(self) -> dict[str, Force]:
        """The seat's units on the map."""
        return {unit: self._force_of(unit) for unit in self.pieces.of(self.seat)}

    @cached_property
    def own_hexes(self) -> dict[str, int]:
        """The hex of each of them."""
        return {unit: force.space for unit, force in self.own_forces.items()}

    @cached_property
    def enemy_forces(self) -> dict[str, Force]:
        """All other units on the map."""
        units = self.pieces.units
        return {unit: self._force_of(unit) for unit in self.pieces.at if units[unit].side != self.seat}

    @cached_property
    def strongest_foes(self) -> list[Force]:
        """The enemies that can fight, the strongest first."""
        fighting = [foe for foe in self.enemy_forces.values() if foe.strength]
        return sorted(fighting, key=lambda foe: -foe.strength)

    def standing_at(self, place: tuple[str, int]) -> Force:
        """One of the seat's units in a hex."""
        if place not in self._standing:
            self._standing[place] = evolve(self.own_forces[place[0]], space=place[1])
        return self._standing[place]

    def board_with(self, spaces: Mapping[str, int]) -> HexBoard:
        """The board as rules would see it with some units elsewhere; it is good until another is asked for."""
        if self._tried is None:
            self._tried = self.board.copy()
        self._tried.at = {**self.board.at, **spaces}
        return self._tried

    @cached_property
    def foe_mask(self) -> int:
        """The hexes with enemies."""
        return self.pieces.enemies(self.seat)

    @cached_property
    def foe_stacks(self) -> Mapping[int, list[Force]]:
        """The enemies in each hex that has some."""
        return stacks_of(self.enemy_forces.values())

    def _force_of(self, unit: str) -> Force:
        """A unit in numbers; of a counter that lies face down those of what lies under it, if the seat knows that."""
        pieces = self.pieces
        counter, steps_lost = pieces.units[unit], pieces.lost.get(unit, 0)
        is_own = counter.side == self.seat
        movement, combat = (self.own_movement, self.own_combat) if is_own else (self.foe_movement, self.foe_combat)
        strengths = [float(face.strength) for face in counter.faces[steps_lost:]]
        covered_unit = self.board.under_counter(unit) if counter.face_down else None
        if covered_unit is not None:
            strengths = [float(face.strength) for face in pieces.units[covered_unit].faces] if covered_unit else [0.0]
        losses = tuple(a - b for a, b in zip(strengths, (*strengths[1:], 0.0), strict=True))
        guns = combat.bombardment if combat is not None else None
        reach = guns.range if guns is not None and counter.kind in guns.by else 1
        budget = movement.budget(pieces, unit) if movement is not None else 0
        return Force(unit, counter.side, counter.kind, pieces.at[unit], strengths[0], losses, budget, reach)

    # zones and ways

    @cached_property
    def chart(self) -> TerrainChart:
        """The terrain effects chart, as it is now."""
        part = self.own_movement or self.own_combat or self.foe_combat
        return self.pieces.value(part.chart) if part is not None else self.game.chart

    @cached_property
    def zones(self) -> Zones | None:
        """What zones do to the enemy when it moves next."""
        part = self.foe_movement or self.foe_combat
        return self.pieces.value(part.zones) if part is not None else None

    @cached_property
    def zone_neighbours(self) -> tuple[int, ...]:
        """By hex the neighbours into which a zone reaches."""
        return self.chart.zone_masks(self.map)

    @cached_property
    def foe_zone(self) -> int:
        """The hexes in zones of the enemy."""
        part = self.own_movement or self.own_combat
        if part is None:
            return 0
        return self.pieces.value(part.zones).enemy_zone_mask(self.pieces, self.seat, self.chart, "retreat")

    @cached_property
    def classes(self) -> dict[tuple[str, int], list[Force]]:
        """The enemies by their kind and movement points: those of a class go the same ways."""
        foes_by_class: dict[tuple[str, int], list[Force]] = {}
        for foe in self.enemy_forces.values():
            foes_by_class.setdefault((foe.kind, foe.budget), []).append(foe)
        return foes_by_class

    @cached_property
    def free_reach(self) -> dict[str, int]:
        """Where each enemy could go if nobody were in its way."""
        enterable = self.map.enterable
        return {
            foe.unit: within_points(self.chart.passages(self.map, foe.kind), 1 << foe.space, foe.budget, enterable, 0)
            for foe in self.enemy_forces.values()
        }

    # what is at stake

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """The places that count, each with the points that it makes for this seat to hold it and not the enemy."""
        points: dict[int, float] = {}
        victory = self.game.victory_of(self.board)
        sign = 1 if victory.scored == self.seat else -1
        for line in victory.lines:
            if isinstance(line, HeldPlace):
                side = 1 if line.held_by == self.seat else -1
                space = line.space(self.map)
                points[space] = points.get(space, 0.0) + sign * side * line.points
        for condition in victory.sudden:
            for space in self._decisive(condition.when, condition.winner):
                points[space] = points.get(space, 0.0) + DECISIVE_PLACE_POINTS
        return tuple(Stake(space, place_worth) for space, place_worth in points.items() if place_worth)

    def _decisive(self, victory_condition: Any, winner: str) -> Iterator[int]:
        """The places without which a side that held all others would not win at once."""
        places = sorted({place for control in self._controls() for place in control.places})
        holders = {self.map.coordinates(self.map.parse(place)): winner for place in places}
        if not winner or not holders or not victory_condition(self._with_held(holders)):
            return
        for name in holders:
            other_holders = {place: side for place, side in holders.items() if place != name}
            if not victory_condition(self._with_held(other_holders)):
                yield self.map.parse(name)

    def _with_held(self, holders: Mapping[str, str]) -> HexBoard:
        board = self.board.copy()
        board.held = dict(holders)
        return board

    def _controls(self) -> Iterator[Control]:
        for phase in phases_of(self.game.sequence):
            for entry_rule in phase.binding.entered:
                owner = getattr(entry_rule, "__self__", None)
                if isinstance(owner, Control):
                    yield owner

    @cached_property
    def holders(self) -> Mapping[int, str]:
        """Who holds each place that counts; "" for nobody."""
        return {stake.space: self.board.held.get(self.map.coordinates(stake.space), "") for stake in self.stakes}

    def ground_won(self, space: int) -> float:
        """The points of a hex that the enemy has to leave: those of a place that the seat does not hold, or few."""
        points = self.points_of(space)
        return TAKEN * points if points and self.holders[space] != self.seat else PUSH_BACK_POINTS

    def points_of(self, space: int) -> float:
        """The points of a place for whoever takes it; 0 for a hex that is none."""
        return max(next((stake.points for stake in self.stakes if stake.space == space), 0.0), 0.0)

    def loses_place(self, space: int) -> bool:
        """Whether an attack may cost the seat a place that it holds; in the last round *places* counts that chance."""
        return not self.is_last_round and self.holders.get(space) == self.seat

    @cached_property
    def is_last_round(self) -> bool:
        """Whether the seat moves no more after this time, and the enemy at most once."""
        return not self.own_moves_to_come and self.foe_moves_to_come <= 1

    @cached_property
    def strength_worth(self) -> float:
        """What a point of strength is worth besides points for losses: it takes and holds places, as long as turns
        come.
        """
        total = sum(force.strength for force in (*self.own_forces.values(), *self.enemy_forces.values()))
        at_stake = sum(abs(stake.points) for stake in self.stakes)
        return min(1.0, self.turns_to_come / 3) * at_stake / max(total, 1.0)

    @cached_property
    def own_lines(self) -> tuple[VictoryLine, ...]:
        """The lines of victory that are no matter of places and losses: those of an author's own."""
        lines = self.game.victory_of(self.board).lines
        return tuple(line for line in lines if not isinstance(line, (HeldPlace, Losses)))

    def loss_points(self, is_own: bool) -> float:
        """The points that a lost point of strength costs its side by the rules of victory."""
        victory = self.game.victory_of(self.board)
        sign = (1 if victory.scored == self.seat else -1) * (-1 if is_own else 1)
        points = (
            line.points for line in victory.lines if isinstance(line, Losses) and (line.side == self.seat) == is_own
        )
        return float(sign * sum(points))

    @cached_property
    def own_worth(self) -> float:
        """What an own point of strength is worth, in points."""
        return self.loss_points(is_own=True) + self.strength_worth

    @cached_property
    def foe_worth(self) -> float:
        """What a point of the enemy's strength is worth, in points."""
        return self.loss_points(is_own=False) + self.strength_worth

    def points_to(self, kind: str, place: int) -> tuple[int, ...]:
        """By hex the movement points, in parts, that a unit of a kind needs to a place if nobody is in its way."""
        game_map, chart = self.map, self.chart
        return game_map.cached(("points to", chart, kind, place), lambda: _points_to(game_map, chart, kind, place))


def phase_at(sequence: Steps | Repeat, cursor: Sequence[str]) -> Phase | None:
    """The phase at a place in the sequence of play."""
    part: Any = sequence
    for label in cursor[1:]:
        part = next((inner_part for inner_part in getattr(part, "parts", ()) if inner_part.label == label), None)
    return part if isinstance(part, Phase) else None


def stacks_of(forces: Iterable[Force]) -> dict[int, list[Force]]:
    """Units by the hex in which they stand."""
    stacks: dict[int, list[Force]] = {}
    for force in forces:
        stacks.setdefault(force.space, []).append(force)
    return stacks


def _points_to(game_map: HexMap, chart: TerrainChart, kind: str, place: int) -> tuple[int, ...]:
    """By hex the cost of the cheapest way to a place."""
    steps = chart.steps(game_map, kind)
    steps_into: dict[int, list[tuple[int, int]]] = {}
    for space, row in enumerate(steps):
        for neighbour, cost in row:
            steps_into.setdefault(neighbour, []).append((space, cost))
    costs, queue = {place: 0}, [(0, place)]
    while queue:
        cost, space = heappop(queue)
        if cost > costs[space]:
            continue
        for previous_space, step in steps_into.get(space, ()):
            if cost + step < costs.get(previous_space, FAR):
                costs[previous_space] = cost + step
                heappush(queue, (cost + step, previous_space))
    return tuple(costs.get(space, FAR) for space in range(game_map.size))
