"""Railroads: so many units a turn go far along connected railroads, away from enemies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias

from attrs import evolve, field, fields_dict, frozen

from wargame_core.authoring import Action, Event, PieceMoves, Procedure, Table
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import bits, mask_of
from wargame_core.maps.movement import Reach, StepCost, reach
from wargame_core.rulings import Cite, Verdict, refuse
from wargame_hex_and_counter.board.actions import Done, GoByRail
from wargame_hex_and_counter.board.events import WentByRail
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who, title_of
from wargame_hex_and_counter.printed.author_functions import called_with, setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.binding import Binding, gone_by_rail
from wargame_hex_and_counter.rules.stacking import Counts, Stacking, count_of
from wargame_hex_and_counter.rules.zones import Zones

EnemyZones: TypeAlias = Literal["free", "forbidden"]
"""Whether a unit may begin, pass and end in an enemy zone of control."""
Friendly: TypeAlias = Literal["all", "not held by the enemy"]
"""Which railroad hexes without enemies a side may use: all, or those whose place no enemy holds."""
CountsOnRail: TypeAlias = Counts | Mapping[str, int] | Callable[[Pieces, str], int | None]
"""What a unit takes of the capacity: 1, its steps, its strength, or by kind; a kind not named does not go (None)."""


@frozen(kw_only=True)
class Rail:
    """Each unit goes once a turn along railroads, from rail to rail, as long as the capacity of its side lasts.

    ``along`` are kinds of roads of the map. ``capacity`` is for a turn, the same for all or by side. ``hexes`` is how
    far a unit goes at the most. It ends where there is room at once. ``friendly`` may be a function of the board and a
    side: the mask of the hexes that the side may use.

    Raises:
        RulesError: a word that it does not know.
    """

    actions: ClassVar[tuple[type[Action], ...]] = (GoByRail,)
    events: ClassVar[tuple[type[Event], ...]] = (WentByRail,)

    along: tuple[str, ...]
    capacity: Setting[int | Mapping[str, int]] = field(validator=setting)
    chart: Setting[TerrainChart] = field(validator=setting)
    zones: Setting[Zones] = field(validator=setting)
    stacking: Setting[Stacking] = field(validator=setting)
    enemy_zones: EnemyZones = field(validator=one_of(EnemyZones))
    counts: CountsOnRail = field(
        default="units", validator=called_with("pieces", "unit", gives="a number, or None for who does not go")
    )
    friendly: Friendly | Callable[[Any, str], int] = field(
        default="all", validator=called_with("board", "side", gives="a mask of hexes")
    )
    hexes: int | None = None
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        if isinstance(self.counts, str):
            one_of(Counts)(self, fields_dict(Rail)["counts"], self.counts)
        if not callable(self.friendly):
            one_of(Friendly)(self, fields_dict(Rail)["friendly"], self.friendly)

    # capacity

    def side_capacity(self, pieces: Pieces, side: str) -> int:
        """What the railroads carry for a side in a turn."""
        capacity_setting = self.capacity
        capacity: int | Mapping[str, int] = (
            capacity_setting(pieces.board) if callable(capacity_setting) else capacity_setting
        )
        return capacity if isinstance(capacity, int) else capacity.get(side, 0)

    def count(self, pieces: Pieces, unit: str) -> int | None:
        """What a unit takes of the capacity; None for one that does not go by rail."""
        match self.counts:
            case "units" | "steps" | "strength":
                return count_of(pieces, unit, self.counts)
            case Mapping():
                return self.counts.get(pieces.units[unit].kind)
            case count:
                return count(pieces, unit)

    def remaining_capacity(self, pieces: Pieces, side: str, units_gone: Collection[str]) -> int:
        """What is left of the capacity of a side after some units have gone."""
        counts = (self.count(pieces, unit) or 0 for unit in units_gone if pieces.units[unit].side == side)
        return self.side_capacity(pieces, side) - sum(counts)

    # the way

    def reach(self, pieces: Pieces, unit: str) -> Reach:
        """Where a unit can go by rail, counted in hexes, whatever is left of the capacity."""
        most_hexes = pieces.map.size if self.hexes is None else self.hexes
        return reach(pieces.map, pieces.at[unit], most_hexes, self._step(pieces, unit), str)

    def _step(self, pieces: Pieces, unit: str) -> StepCost:
        side, label = pieces.units[unit].side, pieces.map.label
        links, usable_spaces, enemies = self._links(pieces), self.friendly_hexes(pieces, side), pieces.enemies(side)
        zone = 0
        if self.enemy_zones == "forbidden":
            zone = pieces.value(self.zones).enemy_zone_mask(pieces, side, pieces.value(self.chart), "movement")

        def step(a: int, b: int) -> int | Verdict:
            if edge(a, b) not in links:
                text = f"no {' or '.join(self.along)} joins {label(a)} and {label(b)}"
                return refuse("no_road", text, self.cite)
            for space in (a, b):
                if enemies >> space & 1:
                    return refuse("enemy", f"an enemy is in {label(space)}", self.cite)
                if zone >> space & 1:
                    return refuse("enemy_zone", f"{label(space)} is in an enemy zone of control", self.cite)
                if not usable_spaces >> space & 1:
                    return refuse(
                        "not_friendly", f"{label(space)} is not friendly to {title_of(pieces.board, side)}", self.cite
                    )
            return 1

        return step

    def _links(self, pieces: Pieces) -> frozenset[Edge]:
        def rail_edges() -> frozenset[Edge]:
            return frozenset(side for road in pieces.map.roads if road.kind in self.along for side in road.edges)

        return pieces.map.cached(("railroads", self.along), rail_edges)

    def friendly_hexes(self, pieces: Pieces, side: str) -> int:
        """Mask of the hexes that are friendly to a side; the board has ``held`` where the enemy's places are not."""
        if callable(self.friendly):
            return self.friendly(pieces.board, side)
        everywhere = (1 << pieces.map.size) - 1
        if self.friendly == "all":
            return everywhere
        spaces, places_and_holders = _by_coordinates(pieces.map), pieces.board.held.items()
        return everywhere & ~mask_of(spaces[place] for place, holder in places_and_holders if holder != side)

    def connected(self, pieces: Pieces, side: str, spaces: int, free_spaces: int) -> int:
        """Mask of some hexes and those to which railroads that serve a side lead from them, by free hexes alone."""
        rail_ends, open_hexes = self._ends(pieces), self.friendly_hexes(pieces, side) & free_spaces
        connected_spaces, frontier = spaces, spaces & open_hexes
        while frontier:
            spaces_ahead = 0
            for space in bits(frontier):
                spaces_ahead |= rail_ends.get(space, 0)
            frontier = spaces_ahead & open_hexes & ~connected_spaces
            connected_spaces |= frontier
        return connected_spaces

    def _ends(self, pieces: Pieces) -> Mapping[int, int]:
        """By hex of a railroad the mask of those to which it leads."""

        def rail_ends() -> Mapping[int, int]:
            ends: dict[int, int] = {}
            for link in self._links(pieces):
                for a, b in (link, link[::-1]):
                    ends[a] = ends.get(a, 0) | 1 << b
            return ends

        return pieces.map.cached(("ends of railroads", self.along), rail_ends)

    def hexes_of(self, game_map: HexMap) -> tuple[str, ...]:
        """The coordinates of all railroad hexes: places of a `Control` by which a railroad is taken from the enemy."""
        spaces = (space for road in game_map.roads if road.kind in self.along for space in road.path)
        return tuple(dict.fromkeys(map(game_map.coordinates, spaces)))

    def why_not(self, pieces: Pieces, unit: str, space: int, units_gone: Collection[str] = ()) -> Verdict:
        """Why a unit cannot go by rail to a hex when others have gone this turn; the refusal names what is left."""
        counter, count = pieces.units[unit], self.count(pieces, unit)
        if unit in units_gone:
            return refuse("gone", f"{counter.name} has gone by rail this turn", self.cite)
        if count is None:
            return refuse("not_by_rail", f"{counter.kind} does not go by rail", self.cite)
        capacity_left = self.remaining_capacity(pieces, counter.side, units_gone)
        if count > capacity_left:
            capacity = self.side_capacity(pieces, counter.side)
            text = f"{counter.name} counts {count}, and {capacity_left} of {capacity} are left"
            return refuse("capacity", text, self.cite)
        if space == pieces.at[unit]:
            return refuse("there", f"{counter.name} is there already", self.cite)
        verdict = self.reach(pieces, unit).why_not(space)
        if not verdict:
            return Verdict(tuple(evolve(reason, cite=reason.cite or self.cite) for reason in verdict.reasons))
        return pieces.value(self.stacking).fits(pieces, unit, space)

    def ends(self, pieces: Pieces, unit: str, units_gone: Collection[str] = ()) -> int:
        """Mask of the hexes to which a unit can go by rail when others have gone this turn."""
        count, side = self.count(pieces, unit), pieces.units[unit].side
        if unit in units_gone or count is None or count > self.remaining_capacity(pieces, side, units_gone):
            return 0
        spaces = self.reach(pieces, unit).spaces & ~(1 << pieces.at[unit])
        return spaces & ~pieces.value(self.stacking).full_hexes(pieces, unit) if spaces else 0

    # the table and the sheet

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who has gone by rail this turn, for the panel."""
        if moved_units := gone_by_rail(board):
            yield "Gone by rail", ", ".join(map(board.name, moved_units))

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        if not callable(self.capacity):
            capacity = self.capacity
            by_side = f"{capacity}" if isinstance(capacity, int) else _listed(capacity)
            counted_in = self.counts if isinstance(self.counts, str) else "points"
            by_kind = f" ({_listed(self.counts)})" if isinstance(self.counts, Mapping) else ""
            range_text = "" if self.hexes is None else f", at most {self.hexes} hexes"
            yield f"By {' or '.join(self.along)} each turn: {by_side} {counted_in}{by_kind}{range_text}."
        if self.friendly == "not held by the enemy":
            yield f"Nobody uses {' or '.join(self.along)} in a hex that serves the enemy."
        if self.enemy_zones == "forbidden":
            yield f"By {' or '.join(self.along)} nobody begins, passes or ends in an enemy zone of control."

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()


def _by_coordinates(game_map: HexMap) -> Mapping[str, int]:
    """The spaces of a map by their coordinates."""
    return game_map.cached(
        "by coordinates", lambda: {game_map.coordinates(space): space for space in range(game_map.size)}
    )


def _listed(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


def not_by_rail(pieces: Pieces, unit: str) -> bool:
    """Whether a unit has not gone by rail this turn: the ``who`` of a movement phase where rail is instead of it."""
    return unit not in gone_by_rail(pieces.board)


def travel(
    table: Table[Any], label: str, side: str, rail: Rail, binding: Binding, takes_part: Who | None = None
) -> Procedure[bool]:
    """Units of a side go by rail one after the other, until it is done or nobody can; returns whether any could."""
    was_asked = False
    while True:
        pieces, moved_units = binding.pieces(table.board), binding.gone_by_rail(table.board)
        waiting_units = pieces.taking_part((unit for unit in pieces.of(side) if unit not in moved_units), takes_part)
        menu = PieceMoves(
            waiting_units,
            partial(_ends, rail, pieces, moved_units),
            GoByRail,
            cite=rail.cite,
            done_action=Done(),
            why_not=partial(_why_not, rail, pieces, moved_units),
            parse=pieces.map.parse,
        )
        if not menu.any():
            return was_asked
        capacity_text = (
            f"{rail.remaining_capacity(pieces, side, moved_units)} of {rail.side_capacity(pieces, side)} left"
        )
        answer = yield from table.ask(
            side, menu, f"{title_of(table.board, side)} {label.lower()}, {capacity_text}: who goes?", rail.cite
        )
        was_asked = True
        if isinstance(answer, Done):
            return was_asked
        path = rail.reach(pieces, answer.piece).path(answer.to)
        table.record(binding.went_by_rail(answer.piece, path[0], answer.to, binding.turn(table.board)))
        yield from binding.has_entered(table, answer.piece, path[1:])
        binding.may_end(table)


def _ends(rail: Rail, pieces: Pieces, moved_units: Collection[str], unit: str) -> int:
    return rail.ends(pieces, unit, moved_units)


def _why_not(rail: Rail, pieces: Pieces, moved_units: Collection[str], unit: str, space: int) -> Verdict:
    return rail.why_not(pieces, unit, space, moved_units)
