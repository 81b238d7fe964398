"""Reinforcements: who is due, where they enter, and what becomes of those who cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Event
from wargame_core.errors import RulesError
from wargame_core.maps.masks import bits, mask_of
from wargame_core.names import listed
from wargame_core.rulings import Cite, Verdict
from wargame_hex_and_counter.board.battles import Entry
from wargame_hex_and_counter.board.events import EntryPaid
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who
from wargame_hex_and_counter.printed.author_functions import called_with, setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import each_of, one_of
from wargame_hex_and_counter.rules.binding import turn_of
from wargame_hex_and_counter.rules.movement import printed_allowance
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.zones import Zones

BlockedBy: TypeAlias = Literal["enemy units", "enemy zones", "enemy zones without a friend"]
"""What closes a hex of entry."""
IfBlocked: TypeAlias = Literal["waits", "nearest free hex"]
"""What a unit does whose hexes of entry are all closed."""
Pays: TypeAlias = Literal["nothing", "its hex", "its place in the column"]
"""What a unit pays to arrive: nothing; the hex that it enters; or that as many times as units came by it this turn."""
_PAYS: Mapping[Pays, str] = {
    "nothing": "",
    "its hex": "It pays the movement points of its hex of entry.",
    "its place in the column": "Of the units that come by a hex on a turn each pays once more than the one before.",
}
Due: TypeAlias = Callable[[Any], Iterable[tuple[str, Iterable[int]]]]
"""A function of the board: each unit that is due and not there yet, with its hexes of entry."""


def closed_to(
    pieces: Pieces,
    side: str,
    blocked_by: tuple[BlockedBy, ...],
    chart: Setting[TerrainChart] | None,
    zones: Setting[Zones] | None,
) -> int:
    """Mask of the hexes in which nobody of a side can come onto the map; those with enemies always are."""
    mask = pieces.enemies(side)
    if chart is not None and zones is not None:
        zone = pieces.value(zones).enemy_zone_mask(pieces, side, pieces.value(chart), "movement")
        if "enemy zones" in blocked_by:
            mask |= zone
        elif "enemy zones without a friend" in blocked_by:
            mask |= zone & ~pieces.mask(side)
    return mask


@frozen
class Arrivals:
    """A unit that is due is placed in one of its hexes of entry, and may move in the same turn.

    A hex without room is closed as well, and one for which the unit has too few movement points. ``due`` gives those
    who have not come. What units pay counts where `Movement` has `allowance`; the game's board has ``entries``.

    Raises:
        RulesError: a word that it does not know, or units that pay, without chart.
    """

    due: Due = field(validator=called_with("board", gives="pairs of a unit and its hexes of entry"))
    stacking: Setting[Stacking] = field(validator=setting)
    blocked_by: tuple[BlockedBy, ...] = field(validator=each_of(BlockedBy))
    if_blocked: IfBlocked = field(validator=one_of(IfBlocked))
    chart: Setting[TerrainChart] | None = field(default=None, validator=setting)
    zones: Setting[Zones] | None = field(default=None, validator=setting)
    cite: Cite | None = None
    pays: Pays = field(default="nothing", validator=one_of(Pays))

    def __attrs_post_init__(self) -> None:
        if self.pays != "nothing" and self.chart is None:
            raise RulesError(f"Arrivals(pays={self.pays!r}): what a hex costs is said by chart=")

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        closing = listed(dict.fromkeys(("enemy units", *self.blocked_by)))
        yield f"A reinforcement is placed in one of its hexes of entry that is not full; {closing} close a hex."
        blocked_text = "waits" if self.if_blocked == "waits" else "goes to the nearest free hex"
        yield f"A reinforcement whose hexes of entry are all closed {blocked_text}."
        if self.pays != "nothing":
            yield _PAYS[self.pays]

    def ends(self, pieces: Pieces, side: str, takes_part: Who | None = None) -> dict[str, int]:
        """By unit of a side that is due, takes part and can come, the mask of the hexes that it may enter."""
        stacking, closed_spaces, ends_by_unit = pieces.value(self.stacking), self.closed_hexes(pieces, side), {}
        for unit, entries in self.due(pieces.board):
            if pieces.units[unit].side != side or not pieces.taking_part((unit,), takes_part):
                continue
            full_spaces = stacking.full_hexes(pieces, unit)
            shut_spaces = closed_spaces | full_spaces | self._too_dear(pieces, unit, side)
            mask = mask_of(entries) & ~shut_spaces
            if not mask and self.if_blocked == "nearest free hex":
                mask = self._nearest(pieces, mask_of(entries), pieces.map.enterable & ~shut_spaces)
            if mask:
                ends_by_unit[unit] = mask
        return ends_by_unit

    def closed_hexes(self, pieces: Pieces, side: str) -> int:
        """Mask of the hexes that nobody of a side can enter by."""
        return closed_to(pieces, side, self.blocked_by, self.chart, self.zones)

    def _too_dear(self, pieces: Pieces, unit: str, side: str) -> int:
        """Mask of the hexes for which a unit has too few movement points."""
        if self.pays == "nothing":
            return 0
        allowance = printed_allowance(pieces, unit)
        costs = ((space, self.cost(pieces, unit, space)) for space in range(pieces.map.size))
        return mask_of(space for space, points in costs if isinstance(points, Verdict) or points > allowance)

    def cost(self, pieces: Pieces, unit: str, space: int) -> Fraction | Verdict:
        """What a unit pays to arrive in a hex now, in movement points, or why it may not enter the hex."""
        if self.pays == "nothing" or self.chart is None:
            return Fraction(0)
        counter = pieces.units[unit]
        points = pieces.value(self.chart).entered_from_off_map(pieces.map, counter.kind, space)
        if isinstance(points, Verdict) or self.pays == "its hex":
            return points
        turn, entries = turn_of(pieces.board), pieces.board.entries.items()
        earlier_units = [earlier_unit for earlier_unit, entry in entries if (entry.turn, entry.hex) == (turn, space)]
        return points * (1 + sum(pieces.units[earlier_unit].side == counter.side for earlier_unit in earlier_units))

    def entry_payment(self, pieces: Pieces, unit: str, space: int) -> Event | None:
        """The event that a unit pays for the hex in which it arrives; None where that is nothing."""
        points = self.cost(pieces, unit, space)
        if isinstance(points, Verdict) or not points or self.chart is None:
            return None
        chart = pieces.value(self.chart)
        parts = int(points * chart.unit)
        return EntryPaid(unit, chart.points_in_words(parts), Entry(turn_of(pieces.board), space, parts))

    def allowance(
        self, usual_allowance: Callable[[Pieces, str], Fraction | int] = printed_allowance
    ) -> Callable[[Pieces, str], Fraction | int]:
        """The movement points that are left to a unit after what it paid this turn: one of `Movement`."""

        def points(pieces: Pieces, unit: str) -> Fraction | int:
            allowance, entry = usual_allowance(pieces, unit), pieces.board.entries.get(unit)
            if self.chart is None or entry is None or entry.turn != turn_of(pieces.board):
                return allowance
            return max(Fraction(0), allowance - Fraction(entry.parts, pieces.value(self.chart).unit))

        return points

    def _nearest(self, pieces: Pieces, entries: int, free_spaces: int) -> int:
        """The free hexes nearest to the entries."""
        by_distance: dict[int, list[int]] = {}
        for space in bits(free_spaces):
            distance = min(pieces.map.distance(space, entry) for entry in bits(entries))
            by_distance.setdefault(distance, []).append(space)
        return mask_of(by_distance[min(by_distance)]) if by_distance else 0
