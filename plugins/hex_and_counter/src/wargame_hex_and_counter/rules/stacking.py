"""Stacking: how many units may stand in a hex, and when that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import field, frozen

from wargame_core.errors import RulesError
from wargame_core.maps.masks import bits
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.given import called_with
from wargame_hex_and_counter.printed.words import one_of

Counts: TypeAlias = Literal["units", "steps", "strength"]
"""What is counted against the limit."""
Checked: TypeAlias = Literal["always", "after each move", "end of movement"]
"""When the limit holds: in every hex that a unit enters, where its move ends, or where everybody's has ended."""
Load: TypeAlias = Callable[[Pieces, Sequence[str]], int]
"""An author's function of the pieces and the ids of all units in a hex: what they count ("two armies or three")."""


@frozen
class Stacking:
    """At most ``limit`` of a side stand in a hex, the same for all or by side; ``free`` are kinds that count nothing.

    With ``checked="end of movement"`` a unit may end its move on a full hex as long as those who have not moved can
    still make room; the phase cannot end before they have.

    Raises:
        RulesError: a word that it does not know; or the end of movement together with a count other than units,
            because whether room can still be made is only found for these.
    """

    limit: int | Mapping[str, int]
    counts: Counts | Load = field(
        default="units", validator=called_with("pieces", "units", gives="the number that they count together")
    )
    checked: Checked = field(default="after each move", validator=one_of(Checked))
    free: tuple[str, ...] = ()
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        if not callable(self.counts):
            one_of(Counts)(self, type(self).__attrs_attrs__[1], self.counts)
        if self.checked == "end of movement" and self.counts != "units":
            raise RulesError("Stacking(checked='end of movement') counts units, nothing else")

    def most(self, side: str) -> int:
        """How many of a side may stand in a hex."""
        return self.limit if isinstance(self.limit, int) else self.limit[side]

    def load(self, pieces: Pieces, units: Sequence[str]) -> int:
        """What these units count together."""
        counted = [unit for unit in units if pieces.units[unit].kind not in self.free]
        match self.counts:
            case "units":
                return len(counted)
            case "steps":
                return sum(pieces.units[unit].steps - pieces.lost.get(unit, 0) for unit in counted)
            case "strength":
                return sum(pieces.face(unit).strength for unit in counted)
            case count:
                return count(pieces, counted)

    def fits(self, pieces: Pieces, unit: str, space: int) -> Verdict:
        """Whether a unit may stand in a hex with the friends that are there; the refusal names them."""
        friends = [other for other in pieces.stacks.get(space, ()) if other != unit]
        load, limit = self.load(pieces, [*friends, unit]), self.most(pieces.units[unit].side)
        if not friends or load <= limit:
            return LEGAL
        names = ", ".join(map(pieces.name, friends))
        what = self.counts if isinstance(self.counts, str) else "points"
        text = f"{pieces.map.label(space)} is full: {names}; at most {limit} {what} stand in a hex, not {load}"
        return refuse("stacking", text, self.cite)

    def full(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes with friends in which a unit does not fit."""
        side, mask = pieces.units[unit].side, 0
        for space in bits(pieces.mask(side)):
            if space != pieces.at.get(unit) and not self.fits(pieces, unit, space):
                mask |= 1 << space
        return mask

    def excess(self, pieces: Pieces, side: str) -> list[int]:
        """The hexes in which more of a side stand than may."""
        most = self.most(side)
        return [space for space in bits(pieces.mask(side)) if self.load(pieces, pieces.stacks[space]) > most]

    def settles(self, pieces: Pieces, side: str, open_to: Mapping[str, int]) -> bool:
        """Whether the units that have not moved can still make room everywhere; ``open_to`` are masks of their moves.

        A hex with too many gives one to a hex that is open to it; if that is full, it gives one in its turn.
        """
        stands = {unit: pieces.at[unit] for unit in pieces.of(side) if pieces.units[unit].kind not in self.free}
        most = self.most(side)
        for space in self.excess(pieces, side):
            while sum(at == space for at in stands.values()) > most:
                if not _give(space, stands, open_to, most):
                    return False
        return True


def _give(start: int, stands: dict[str, int], open_to: Mapping[str, int], most: int) -> bool:
    """Move units along the shortest chain that ends in a hex with room; False where there is none."""
    came: dict[int, tuple[str, int]] = {}
    queue, seen = [start], 1 << start
    for space in queue:
        for unit in [unit for unit, at in stands.items() if at == space and unit in open_to]:
            for near in bits(open_to[unit] & ~seen):
                seen |= 1 << near
                came[near] = unit, space
                if sum(at == near for at in stands.values()) < most:
                    _follow(near, came, stands, start)
                    return True
                queue.append(near)
    return False


def _follow(end: int, came: Mapping[int, tuple[str, int]], stands: dict[str, int], start: int) -> None:
    while end != start:
        unit, before = came[end]
        stands[unit] = end
        end = before


def names_in(pieces: Pieces, spaces: Iterable[int]) -> str:
    """Hexes as people call them."""
    return ", ".join(map(pieces.map.label, spaces))
