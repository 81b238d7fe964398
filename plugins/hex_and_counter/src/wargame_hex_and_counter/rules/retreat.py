"""Retreat: how far a beaten unit goes, who chooses the way, what bars it, and what becomes of a unit without a way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.maps.masks import mask_of
from wargame_core.rulings import LEGAL, Cite, Reason, Verdict
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.printed.author_functions import called_with, series_from, setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.zones import Zones

ChosenBy: TypeAlias = Literal["owner", "enemy"]
"""Who chooses the way of a retreat."""
IntoZones: TypeAlias = Literal["free", "only onto friends", "forbidden"]
"""Whether a unit may retreat into an enemy zone of control."""
Friends: TypeAlias = Literal["block", "let pass", "are pushed"]
"""What friends in the way do: a unit goes on through them to a hex with room, or pushes one of them away."""
_INTO_ZONES: Final[Mapping[IntoZones, str]] = {
    "free": "It may retreat into enemy zones.",
    "only onto friends": "It retreats into an enemy zone only where a friend stands.",
    "forbidden": "It does not retreat into enemy zones.",
}
_FRIENDS: Final[Mapping[Friends, str]] = {
    "block": "Hexes that are full of friends bar its way.",
    "let pass": "It passes hexes that are full of friends, to the nearest with room.",
    "are pushed": "It pushes a friend one hex away where the hex in which it ends is full.",
}
Otherwise: TypeAlias = Literal["eliminated", "loses a step"]
"""What becomes of a unit that has no way."""
Measured: TypeAlias = Literal["as the hex lies", "in steps"]
"""Whether each hex of a retreat is one farther from where the unit stood, or so many steps are enough."""


@frozen
class Way:
    """A way of a retreat: the hexes entered, and the friends that are pushed out of the last one."""

    unit: str
    path: tuple[int, ...]
    pushed: tuple[str, ...] = ()

    @property
    def end(self) -> int:
        """The hex in which it ends."""
        return self.path[-1]


Narrowed: TypeAlias = Callable[[Any, Iterable[Way]], Iterable[Way]]
"""An author's function of the board and the legal ways (`Way`) of a unit: it gives those towards home, on a road."""


@frozen
class Retreat:
    """A unit goes as many hexes as a result says, to where its chooser wants, or is lost.

    ``ways`` may narrow the legal ways, and is ignored where it leaves none.
    """

    chart: Setting[TerrainChart] = field(validator=setting)
    zones: Setting[Zones] = field(validator=setting)
    stacking: Setting[Stacking] = field(validator=setting)
    chosen_by: ChosenBy = field(validator=one_of(ChosenBy))
    into_zones: IntoZones = field(validator=one_of(IntoZones))
    friends: Friends = field(validator=one_of(Friends))
    otherwise: Otherwise = field(validator=one_of(Otherwise))
    measured: Measured = field(default="as the hex lies", validator=one_of(Measured))
    ways: Narrowed | None = field(
        default=None, validator=called_with("board", "ways", gives="those of the ways that are left")
    )
    cite: Cite | None = None

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        chooser = "its owner" if self.chosen_by == "owner" else "the enemy"
        farther_text = ", each hex farther from where it stood" if self.measured == "as the hex lies" else ""
        yield f"A beaten unit retreats as {chooser} chooses{farther_text}."
        yield _INTO_ZONES[self.into_zones]
        yield _FRIENDS[self.friends]
        suffers = "is eliminated" if self.otherwise == "eliminated" else "loses a step"
        yield f"A unit that cannot retreat {suffers}."

    def ways_of(self, pieces: Pieces, unit: str, length: int) -> Mapping[int, Way]:
        """The ways of a unit by the hex in which each ends; none for a unit that is lost.

        Of several ways to a hex the first in the order of the map's neighbours stands for all, because only the end
        matters. A printed movement allowance of 0 never moves.
        """
        if not pieces.face(unit).move:
            return {}
        room, full_paths = self._ways_by_room(pieces, unit, length)
        ways_by_end = {path[-1]: Way(unit, path) for path in room}
        if not ways_by_end and self.friends == "let pass":
            ways_by_end = {path[-1]: Way(unit, path) for path in self._ways_through_full(pieces, unit, length)}
        if not ways_by_end and self.friends == "are pushed":
            ways_by_end = {
                path[-1]: way for path in full_paths if (way := self._way_with_push(pieces, unit, path)) is not None
            }
        if self.ways is not None and ways_by_end:
            allowed_ways = series_from("Retreat.ways", self.ways, Way, pieces.board, tuple(ways_by_end.values()))
            ways_by_end = {way.end: way for way in allowed_ways} or ways_by_end
        return ways_by_end

    def _ways_by_room(
        self, pieces: Pieces, unit: str, length: int
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """A way to each hex at the length: those with room for the unit, and those that are full."""
        stacking = pieces.value(self.stacking)
        room: list[tuple[int, ...]] = []
        full_paths: list[tuple[int, ...]] = []
        for end, path in self._paths(pieces, unit, length).items():
            (room if stacking.has_room(pieces, unit, end) else full_paths).append(path)
        return room, full_paths

    def _ways_through_full(self, pieces: Pieces, unit: str, length: int) -> list[tuple[int, ...]]:
        """Ways that go on through full hexes to the nearest with room."""
        for longer_length in range(length + 1, length + 1 + len(pieces.at)):
            room, full = self._ways_by_room(pieces, unit, longer_length)
            if room or not full:
                return room
        return []

    def _way_with_push(self, pieces: Pieces, unit: str, path: tuple[int, ...]) -> Way | None:
        """The way with the friend who makes room in its last hex, if one can go one hex to where there is room."""
        stacking = pieces.value(self.stacking)
        for friend in pieces.stacks[path[-1]]:
            can_go = pieces.face(friend).move and self.pushes(pieces, friend, unit)
            if can_go and stacking.has_room(pieces.without(friend), unit, path[-1]):
                return Way(unit, path, (friend,))
        return None

    def _paths(self, pieces: Pieces, unit: str, length: int) -> Mapping[int, tuple[int, ...]]:
        """A way to each hex at the length that is not barred on the way there; none enters a hex twice."""
        start, bar = pieces.at[unit], self._obstacle_test(pieces, unit)
        by_distance, distance = self.measured == "as the hex lies", pieces.map.distance
        paths: list[tuple[int, ...]] = [()]
        for steps in range(1, length + 1):
            further_paths: dict[tuple[int, ...], tuple[int, ...]] = {}
            for path in paths:
                space = path[-1] if path else start
                for neighbour in pieces.map.neighbours[space]:
                    goes_on = (
                        distance(start, neighbour) == steps
                        if by_distance
                        else neighbour != start and neighbour not in path
                    )
                    if goes_on and bar(space, neighbour) is None:
                        longer_path = (*path, neighbour)
                        further_paths.setdefault(longer_path[-1:] if by_distance else longer_path, longer_path)
            paths = list(further_paths.values())
        return {path[-1]: path for path in reversed(paths) if path}

    def _obstacle_test(self, pieces: Pieces, unit: str) -> Callable[[int, int], Reason | None]:
        """A function: what keeps a unit from retreating from one hex into the next."""
        chart, zones, counter = pieces.value(self.chart), pieces.value(self.zones), pieces.units[unit]
        stacking, label = pieces.value(self.stacking), pieces.map.label
        enemies, step = pieces.enemies(counter.side), chart.step_cost(pieces.map, counter.kind)
        zone = 0 if self.into_zones == "free" else zones.enemy_zone_mask(pieces, counter.side, chart, "retreat")
        if self.into_zones == "only onto friends":
            zone &= ~pieces.mask(counter.side)
        shut_spaces = stacking.full_hexes(pieces, unit) if self.friends == "block" else 0

        def bar(a: int, b: int) -> Reason | None:
            if enemies >> b & 1:
                return Reason("enemy", f"an enemy is in {label(b)}", self.cite)
            cost = step(a, b)
            if isinstance(cost, Verdict):
                return cost.reasons[0]
            if zone >> b & 1:
                return Reason("enemy_zone", f"{label(b)} is in an enemy zone of control", zones.cite or self.cite)
            return Reason("stacking", f"{label(b)} is full of friends", self.cite) if shut_spaces >> b & 1 else None

        return bar

    def why_none(self, pieces: Pieces, unit: str, length: int) -> Verdict:
        """Why a unit is lost: what bars each hex around it; legal where it has a way."""
        if self.ways_of(pieces, unit, length):
            return LEGAL
        if not pieces.face(unit).move:
            return Verdict((Reason("never_moves", f"{pieces.name(unit)} has no movement points", self.cite),))
        start = pieces.at[unit]
        bar = self._obstacle_test(pieces, unit)
        bars = [bar(start, neighbour) for neighbour in pieces.map.neighbours[start]]
        reasons = [reason for reason in bars if reason is not None]
        reasons += [Reason("edge", "the map ends there", self.cite)] * (len(pieces.map.neighbours[start]) < 6)
        for neighbour, reason in zip(pieces.map.neighbours[start], bars, strict=True):
            if reason is None:
                text = f"from {pieces.map.label(neighbour)} no way leads on to a hex with room, {length} away"
                reasons.append(Reason("no_end", text, self.cite))
        return Verdict(tuple(dict.fromkeys(reasons)))

    def why_not(self, pieces: Pieces, unit: str, space: int, length: int) -> Verdict:
        """Why a unit cannot retreat to a hex: how far that is, what bars the way, or who is in it."""
        if not 0 <= space < pieces.map.size:
            return Verdict((Reason("off_map", f"space {space} is off the map", self.cite),))
        if space in self.ways_of(pieces, unit, length):
            return LEGAL
        start, label = pieces.at[unit], pieces.map.label(space)
        distance = pieces.map.distance(start, space)
        if self.measured == "as the hex lies" and distance != length:
            text = f"{label} is {distance} from where {pieces.name(unit)} stood; it retreats {length}"
            return Verdict((Reason("length", text, self.cite),))
        if (
            space in pieces.map.neighbours[start]
            and (reason := self._obstacle_test(pieces, unit)(start, space)) is not None
        ):
            return Verdict((reason,))
        verdict = pieces.value(self.stacking).fits(pieces, unit, space)
        return verdict if not verdict else Verdict((Reason("no_way", f"no open way leads to {label}", self.cite),))

    def pushes(self, pieces: Pieces, friend: str, unit: str) -> int:
        """Mask of the hexes to which a friend may be pushed by a unit that retreats; never where that comes from."""
        return mask_of(path[-1] for path in self._ways_by_room(pieces, friend, 1)[0]) & ~(1 << pieces.at[unit])
