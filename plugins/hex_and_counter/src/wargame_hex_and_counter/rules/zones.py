"""Zones of control: who exerts them, what they do to a unit that enters or leaves, and for what friends negate them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.names import listed
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.pieces import Pieces, Who
from wargame_hex_and_counter.printed.author_functions import called_with
from wargame_hex_and_counter.printed.in_words import sentence
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import one_of

Purpose: TypeAlias = Literal["movement", "retreat", "advance", "supply", "command", "control"]
"""What somebody asks a zone for: each has its own answer."""
Entering: TypeAlias = Literal["free", "stops", "forbidden"] | int
"""What happens to a unit that enters an enemy zone; a number are points that it pays besides."""
Leaving: TypeAlias = Literal["free", "forbidden"] | int
"""What happens to a unit that moves out of an enemy zone; a number are points that it pays besides."""
ZoneToZone: TypeAlias = Literal["free", "forbidden", "only as the whole move"]
"""Whether a unit may go from a hex in an enemy zone directly to another."""

_ENTERING = Literal["free", "stops", "forbidden"]
_LEAVING = Literal["free", "forbidden"]
POINTS: Final = "a number of movement points"


@frozen
class Zones:
    """Which units exert a zone into the hexes around them, and what it does.

    ``exerted_by`` are kinds of units. Where a zone does not reach, the terrain effects chart says (``zones = "end"``).
    ``exerts`` is a function of the pieces and the id of a unit that leaves out some of these kinds (units that are out
    of supply). ``leaving="forbidden"`` holds a unit fast until a battle frees it. ``negated_by_friends`` names the
    purposes for which a friend in a hex lifts the enemy zone there.

    >>> Zones(("infantry",), entering="stop", leaving="free")
    Traceback (most recent call last):
    ...
    wargame_core.errors.RulesError: Zones(entering='stop'): it is one of 'free', 'stops', 'forbidden', a number of ...
    """

    exerted_by: tuple[str, ...]
    entering: Entering = field(validator=one_of(_ENTERING, number=POINTS))
    leaving: Leaving = field(validator=one_of(_LEAVING, number=POINTS))
    zone_to_zone: ZoneToZone = field(default="free", validator=one_of(ZoneToZone))
    negated_by_friends: tuple[Purpose, ...] = ()
    cite: Cite | None = None
    exerts: Who | None = field(
        default=None, validator=called_with("pieces", "unit", gives="whether the unit exerts its zone")
    )

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        if not self.exerted_by:
            yield "No unit exerts a zone of control."
            return
        yield sentence(f"{listed(self.exerted_by)} exert zones of control into the hexes around them")
        match self.entering:
            case "stops":
                yield "A unit that enters an enemy zone ends its move there."
            case "forbidden":
                yield "No unit moves into an enemy zone."
            case "free":
                yield "A unit moves into enemy zones as if there were none."
            case points:
                yield f"A unit pays {points_of(points)} more to enter an enemy zone."
        match self.leaving:
            case "forbidden":
                yield "A unit in an enemy zone does not move."
            case "free":
                yield "A unit may move out of an enemy zone."
            case points:
                yield f"A unit pays {points_of(points)} more to move out of an enemy zone."
        if self.zone_to_zone != "free":
            unless = "" if self.zone_to_zone == "forbidden" else ", unless that is its whole move"
            yield f"No unit goes from one enemy zone directly into another{unless}."
        if self.negated_by_friends:
            yield f"A friend in a hex lifts the enemy zones there for {listed(self.negated_by_friends)}."

    def zone_mask(self, pieces: Pieces, side: str, chart: TerrainChart) -> int:
        """Mask of the hexes that units of a side control."""
        return self._mask_of_zones(pieces, chart, side, is_own=True)

    def enemy_zone_mask(self, pieces: Pieces, side: str, chart: TerrainChart, purpose: Purpose) -> int:
        """Mask of the hexes in enemy zones, for a unit of ``side`` that asks for this purpose."""
        mask = self._mask_of_zones(pieces, chart, side, is_own=False)
        return mask & ~pieces.mask(side) if purpose in self.negated_by_friends else mask

    def _mask_of_zones(self, pieces: Pieces, chart: TerrainChart, side: str, *, is_own: bool) -> int:
        """Mask of the hexes in zones of a side, or of all others."""

        def controlled() -> int:
            neighbours_of, units, mask = chart.zone_masks(pieces.map), pieces.units, 0
            kinds, exerts = self.exerted_by, self.exerts
            for unit, space in pieces.at.items():
                counter = units[unit]
                if (
                    (counter.side == side) == is_own
                    and counter.kind in kinds
                    and (exerts is None or exerts(pieces, unit))
                ):
                    mask |= neighbours_of[space]
            return mask

        key = "zone", self.exerted_by, self.exerts, chart, side, is_own
        if self.exerts is not None:
            return pieces.cached(key, controlled)
        if is_own:
            return pieces.deployment.cached(key, controlled)
        return pieces.deployment.cached_of_others(side, key, controlled)

    def _exerts(self, pieces: Pieces, unit: str) -> bool:
        return pieces.units[unit].kind in self.exerted_by and (self.exerts is None or self.exerts(pieces, unit))

    def held_by(self, pieces: Pieces, unit: str, chart: TerrainChart) -> list[str]:
        """The enemies in whose zones a unit stands."""
        neighbours_of, bit = chart.zone_masks(pieces.map), 1 << pieces.at[unit]
        side = pieces.units[unit].side
        return [
            other_unit
            for other_unit, space in pieces.at.items()
            if pieces.units[other_unit].side != side and self._exerts(pieces, other_unit) and neighbours_of[space] & bit
        ]


def points_of(number: int) -> str:
    """Movement points in words."""
    return f"{number} movement point{'s' * (number != 1)}"
