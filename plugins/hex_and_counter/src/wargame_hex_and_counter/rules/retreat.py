"""Retreat: how far a beaten unit goes, who chooses the way, what bars it, and what becomes of a unit without a way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.rulings import LEGAL, Cite, Reason, Verdict
from wargame_hex_and_counter.board.pieces import Pieces, Setting
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
"""An author's function that leaves some of the legal ways: those towards home, on a road, into supply."""


@frozen
class Retreat:
    """A unit goes as many hexes as a result says, to where its chooser wants, or is lost.

    ``ways`` may narrow the legal ways, and is ignored where it leaves none.
    """

    terrain: Setting[TerrainChart]
    zones: Setting[Zones]
    stacking: Setting[Stacking]
    chosen_by: ChosenBy = field(validator=one_of(ChosenBy))
    into_zones: IntoZones = field(validator=one_of(IntoZones))
    friends: Friends = field(validator=one_of(Friends))
    otherwise: Otherwise = field(validator=one_of(Otherwise))
    measured: Measured = field(default="as the hex lies", validator=one_of(Measured))
    ways: Narrowed | None = None
    cite: Cite | None = None

    def ways_of(self, pieces: Pieces, unit: str, length: int) -> Mapping[int, Way]:
        """The ways of a unit by the hex in which each ends; none for a unit that is lost.

        Of several ways to a hex the first in the order of the map's neighbours stands for all, because only the end
        matters. A printed movement allowance of 0 never moves.
        """
        if not pieces.face(unit).move:
            return {}
        room, full = self._ends(pieces, unit, length)
        found = {path[-1]: Way(unit, path) for path in room}
        if not found and self.friends == "let pass":
            found = {path[-1]: Way(unit, path) for path in self._further(pieces, unit, length)}
        if not found and self.friends == "are pushed":
            found = {path[-1]: way for path in full if (way := self._pushing(pieces, unit, path)) is not None}
        if self.ways is not None and found:
            found = {way.end: way for way in self.ways(pieces.board, found.values())} or found
        return found

    def _ends(
        self, pieces: Pieces, unit: str, length: int
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """A way to each hex at the length: those with room for the unit, and those that are full."""
        stacking = pieces.value(self.stacking)
        room, full = [], []
        for end, path in self._paths(pieces, unit, length).items():
            (room if stacking.fits(pieces, unit, end) else full).append(path)
            assert path[-1] == end
        return room, full

    def _further(self, pieces: Pieces, unit: str, length: int) -> list[tuple[int, ...]]:
        """Ways that go on through full hexes to the nearest with room."""
        for longer in range(length + 1, length + 1 + len(pieces.at)):
            room, full = self._ends(pieces, unit, longer)
            if room or not full:
                return room
        return []

    def _pushing(self, pieces: Pieces, unit: str, path: tuple[int, ...]) -> Way | None:
        """The way with the friend who makes room in its last hex, if one can go one hex to where there is room."""
        after, stacking = pieces.moved(unit, path[-1]), pieces.value(self.stacking)
        for friend in pieces.stacks[path[-1]]:
            if pieces.face(friend).move and self._ends(after, friend, 1)[0]:
                left = after.without(friend)
                if stacking.fits(left, unit, path[-1]):
                    return Way(unit, path, (friend,))
        return None

    def _paths(self, pieces: Pieces, unit: str, length: int) -> Mapping[int, tuple[int, ...]]:
        """A way to each hex at the length that is not barred on the way there."""
        start = pieces.at[unit]
        layer: dict[int, tuple[int, ...]] = {start: ()}
        seen = 1 << start
        for steps in range(1, length + 1):
            further: dict[int, tuple[int, ...]] = {}
            for space, path in layer.items():
                for near in pieces.map.neighbours[space]:
                    if near in further or self._bar(pieces, unit, space, near) is not None:
                        continue
                    if pieces.map.distance(start, near) != steps if self.measured == "as the hex lies" else seen >> near & 1:
                        continue
                    further[near] = (*path, near)
            if self.measured == "in steps":
                for space in further:
                    seen |= 1 << space
            layer = further
        return layer

    def _bar(self, pieces: Pieces, unit: str, a: int, b: int) -> Reason | None:
        """What keeps a unit from retreating from one hex into the next."""
        chart, zones, printed = pieces.value(self.terrain), pieces.value(self.zones), pieces.units[unit]
        label = pieces.map.label(b)
        if pieces.enemies(printed.side) >> b & 1:
            return Reason("enemy", f"an enemy is in {label}", self.cite)
        cost = chart.step_cost(pieces.map, printed.kind)(a, b)
        if isinstance(cost, Verdict):
            return cost.reasons[0]
        if self.into_zones != "free" and zones.against(pieces, printed.side, chart, "retreat") >> b & 1:
            if self.into_zones == "forbidden" or not pieces.mask(printed.side) >> b & 1:
                return Reason("enemy_zone", f"{label} is in an enemy zone of control", zones.cite or self.cite)
        if self.friends == "block" and not pieces.value(self.stacking).fits(pieces, unit, b):
            return Reason("stacking", f"{label} is full of friends", self.cite)
        return None

    def why_none(self, pieces: Pieces, unit: str, length: int) -> Verdict:
        """Why a unit is lost: what bars each hex around it; legal where it has a way."""
        if self.ways_of(pieces, unit, length):
            return LEGAL
        if not pieces.face(unit).move:
            return Verdict((Reason("never_moves", f"{pieces.name(unit)} has no movement points", self.cite),))
        start = pieces.at[unit]
        bars = [self._bar(pieces, unit, start, near) for near in pieces.map.neighbours[start]]
        reasons = [bar for bar in bars if bar is not None]
        reasons += [Reason("edge", "the map ends there", self.cite)] * (len(pieces.map.neighbours[start]) < 6)
        for near, bar in zip(pieces.map.neighbours[start], bars, strict=True):
            if bar is None:
                text = f"from {pieces.map.label(near)} no way leads on to a hex with room, {length} away"
                reasons.append(Reason("no_end", text, self.cite))
        return Verdict(tuple(dict.fromkeys(reasons)))

    def pushes(self, pieces: Pieces, friend: str) -> int:
        """Mask of the hexes to which a friend that is pushed may go."""
        mask = 0
        for path in self._ends(pieces, friend, 1)[0]:
            mask |= 1 << path[-1]
        return mask


def listed(ways: Mapping[int, Way]) -> int:
    """Mask of the ends of ways."""
    mask = 0
    for end in ways:
        mask |= 1 << end
    return mask

