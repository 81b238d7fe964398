"""Reinforcements: who is due, where they enter, and what becomes of those who cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.maps.masks import bits, mask_of
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who
from wargame_hex_and_counter.printed.given import called_with, setting
from wargame_hex_and_counter.printed.in_words import listed
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import each_of, one_of
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.zones import Zones

BlockedBy: TypeAlias = Literal["enemy units", "enemy zones", "enemy zones without a friend"]
"""What closes a hex of entry."""
IfBlocked: TypeAlias = Literal["waits", "nearest free hex"]
"""What a unit does whose hexes of entry are all closed."""
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
        zone = pieces.value(zones).against(pieces, side, pieces.value(chart), "movement")
        if "enemy zones" in blocked_by:
            mask |= zone
        elif "enemy zones without a friend" in blocked_by:
            mask |= zone & ~pieces.mask(side)
    return mask


@frozen
class Arrivals:
    """A unit that is due is placed in one of its hexes of entry, at no cost, and may move in the same turn.

    A hex without room is closed as well. ``due`` gives those who have not come.
    """

    due: Due = field(validator=called_with("board", gives="pairs of a unit and its hexes of entry"))
    stacking: Setting[Stacking] = field(validator=setting)
    blocked_by: tuple[BlockedBy, ...] = field(validator=each_of(BlockedBy))
    if_blocked: IfBlocked = field(validator=one_of(IfBlocked))
    chart: Setting[TerrainChart] | None = field(default=None, validator=setting)
    zones: Setting[Zones] | None = field(default=None, validator=setting)
    cite: Cite | None = None

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        closing = listed(dict.fromkeys(("enemy units", *self.blocked_by)))
        yield f"A reinforcement is placed in one of its hexes of entry that is not full; {closing} close a hex."
        otherwise = "waits" if self.if_blocked == "waits" else "goes to the nearest free hex"
        yield f"A reinforcement whose hexes of entry are all closed {otherwise}."

    def ends(self, pieces: Pieces, side: str, who: Who | None = None) -> dict[str, int]:
        """By unit of a side that is due, takes part and can come, the mask of the hexes that it may enter."""
        stacking, closed, found = pieces.value(self.stacking), self.closed(pieces, side), {}
        for unit, entries in self.due(pieces.board):
            if pieces.units[unit].side != side or not pieces.taking_part((unit,), who):
                continue
            full = stacking.full(pieces, unit)
            mask = mask_of(entries) & ~closed & ~full
            if not mask and self.if_blocked == "nearest free hex":
                mask = self._nearest(pieces, mask_of(entries), pieces.map.enterable & ~closed & ~full)
            if mask:
                found[unit] = mask
        return found

    def closed(self, pieces: Pieces, side: str) -> int:
        """Mask of the hexes that nobody of a side can enter by."""
        return closed_to(pieces, side, self.blocked_by, self.chart, self.zones)

    def _nearest(self, pieces: Pieces, entries: int, free: int) -> int:
        """The free hexes nearest to the entries."""
        best: dict[int, list[int]] = {}
        for space in bits(free):
            away = min(pieces.map.distance(space, entry) for entry in bits(entries))
            best.setdefault(away, []).append(space)
        return mask_of(best[min(best)]) if best else 0
