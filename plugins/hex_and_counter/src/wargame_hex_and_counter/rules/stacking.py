"""Stacking: how many units may stand in a hex, and when that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.errors import RulesError
from wargame_core.maps.masks import bits
from wargame_core.names import listed
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.author_functions import called_with
from wargame_hex_and_counter.printed.words import one_of

Counts: TypeAlias = Literal["units", "steps", "strength"]
"""What is counted against the limit."""
Checked: TypeAlias = Literal["always", "after each move", "end of movement"]
"""When the limit holds: in every hex that a unit enters, where its move ends, or where everybody's has ended."""
_CHECKED: Final[Mapping[Checked, str]] = {
    "always": "also while units move through it",
    "after each move": "wherever a move ends",
    "end of movement": "when all have moved",
}
Load: TypeAlias = Callable[[Pieces, Sequence[str]], int]
"""An author's function of the pieces and the ids of all units in a hex: what they count ("two armies or three")."""


def count_of(pieces: Pieces, unit: str, counts: Counts) -> int:
    """What a unit counts by itself: 1, the steps that it has left, or its strength."""
    match counts:
        case "units":
            return 1
        case "steps":
            return pieces.units[unit].steps - pieces.lost.get(unit, 0)
        case "strength":
            return pieces.face(unit).strength


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

    @property
    def _counts_all_units(self) -> bool:
        return self.counts == "units" and not self.free

    def stacking_limit(self, side: str) -> int:
        """How many of a side may stand in a hex."""
        return self.limit if isinstance(self.limit, int) else self.limit[side]

    def sentences(self, titles: Mapping[str, str]) -> Iterator[str]:
        """The rule in words; ``titles`` are what people call the sides."""
        counted_in = self.counts if isinstance(self.counts, str) else "points"
        if isinstance(self.limit, int):
            most_text = f"{self.limit} {counted_in} of a side"
        else:
            most_text = listed(f"{number} {counted_in} of {titles[side]}" for side, number in self.limit.items())
        yield f"At most {most_text} stand in a hex, {_CHECKED[self.checked]}."
        if self.free:
            yield f"Not counted: {listed(self.free)}."

    def stacking_load(self, pieces: Pieces, units: Sequence[str]) -> int:
        """What these units count together."""
        if self._counts_all_units:
            return len(units)
        counted_units = [unit for unit in units if pieces.units[unit].kind not in self.free]
        counts = self.counts
        return (
            counts(pieces, counted_units)
            if callable(counts)
            else sum(count_of(pieces, unit, counts) for unit in counted_units)
        )

    def fits(self, pieces: Pieces, unit: str, space: int) -> Verdict:
        """Whether a unit may stand in a hex with the friends that are there; the refusal names them."""
        if self.has_room(pieces, unit, space):
            return LEGAL
        friends_in_stack = [other_unit for other_unit in pieces.stacks[space] if other_unit != unit]
        names, most_text = ", ".join(map(pieces.name, friends_in_stack)), self._most_in_words(pieces.units[unit].side)
        text = (
            f"{pieces.map.label(space)} is full: {names}; {most_text}, "
            f"not {self.stacking_load(pieces, [*friends_in_stack, unit])}"
        )
        return refuse("stacking", text, self.cite)

    def overstacking_text(self, pieces: Pieces, space: int, units: Sequence[str]) -> str:
        """That more stand in a hex than may: who, what they count together, and the limit."""
        names, most_text = ", ".join(map(pieces.name, units)), self._most_in_words(pieces.units[units[0]].side)
        return f"{names} stand in {pieces.map.label(space)}; {most_text}, not {self.stacking_load(pieces, units)}"

    def _most_in_words(self, side: str) -> str:
        counted_in = self.counts if isinstance(self.counts, str) else "points"
        return f"at most {self.stacking_limit(side)} {counted_in} stand in a hex"

    def has_room(self, pieces: Pieces, unit: str, space: int) -> bool:
        """The same as `fits`, without a reason."""
        friends_in_stack = [other_unit for other_unit in pieces.stacks.get(space, ()) if other_unit != unit]
        return not friends_in_stack or self.stacking_load(pieces, [*friends_in_stack, unit]) <= self.stacking_limit(
            pieces.units[unit].side
        )

    def _may_hold(self, pieces: Pieces, side: str, number: int) -> list[int]:
        """The hexes of a side that may hold more than so many: where units are counted, those with more counters."""
        mask = pieces.mask(side)
        return list(bits(mask & pieces.crowded_spaces(number) if self.counts == "units" else mask))

    def full_hexes(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes with friends in which a unit does not fit."""
        side, mask = pieces.units[unit].side, 0
        if self._counts_all_units:
            own_bit = 1 << pieces.at[unit] if unit in pieces.at else 0
            return pieces.mask(side) & pieces.crowded_spaces(self.stacking_limit(side) - 1) & ~own_bit
        for space in self._may_hold(pieces, side, self.stacking_limit(side) - 1):
            if space != pieces.at.get(unit) and not self.has_room(pieces, unit, space):
                mask |= 1 << space
        return mask

    def overstacked_hexes(self, pieces: Pieces, side: str) -> list[int]:
        """The hexes in which more of a side stand than may."""
        most_in_hex = self.stacking_limit(side)
        if self._counts_all_units:
            return list(bits(pieces.mask(side) & pieces.crowded_spaces(most_in_hex)))
        hexes = self._may_hold(pieces, side, most_in_hex)
        return [space for space in hexes if self.stacking_load(pieces, pieces.stacks[space]) > most_in_hex]

    def can_make_room(self, pieces: Pieces, side: str, open_to: Mapping[str, int]) -> bool:
        """Whether the units that have not moved can still make room everywhere; ``open_to`` are masks of their moves.

        A hex with too many gives one to a hex that is open to it; if that is full, it gives one in its turn.
        """
        space_by_unit = self._space_by_unit(pieces, side)
        movable_units = [unit for unit in space_by_unit if unit in open_to]
        return _can_make_room(space_by_unit, _loads(space_by_unit), movable_units, open_to, self.stacking_limit(side))

    def hexes_leaving_room(self, pieces: Pieces, unit: str, spaces: int, open_to: Mapping[str, int]) -> int:
        """Those of some hexes in which a unit may end its move: the others that have not moved can still make room."""
        side, most_in_hex = pieces.units[unit].side, self.stacking_limit(pieces.units[unit].side)
        start = 1 << pieces.at[unit] if unit in pieces.at else 0
        leaves_full = start & pieces.crowded_spaces(most_in_hex)
        if self._counts_all_units and not pieces.mask(side) & pieces.crowded_spaces(most_in_hex) & ~(
            start & ~pieces.crowded_spaces(most_in_hex + 1)
        ):
            full_spaces = pieces.mask(side) & pieces.crowded_spaces(most_in_hex - 1) & ~(start & ~leaves_full)
            return self._hexes_giving_way(pieces, unit, spaces, open_to, full_spaces)
        free_spaces = 0
        space_by_unit = self._space_by_unit(pieces, side)
        movable_units = [other_unit for other_unit in space_by_unit if other_unit in open_to and other_unit != unit]
        counts = space_by_unit.pop(unit, None) is not None or pieces.units[unit].kind not in self.free
        loads = _loads(space_by_unit)
        for space in bits(spaces):
            spaces_after = {**space_by_unit, unit: space} if counts else dict(space_by_unit)
            with_it = {**loads, space: loads.get(space, 0) + counts}
            if _can_make_room(spaces_after, with_it, movable_units, open_to, most_in_hex):
                free_spaces |= 1 << space
        return free_spaces

    def _hexes_giving_way(
        self, pieces: Pieces, unit: str, spaces: int, open_to: Mapping[str, int], full_spaces: int
    ) -> int:
        """The same where no hex holds too many without the unit; ``full_spaces`` are those in which it has no room."""
        free_spaces = spaces & ~full_spaces
        for space in bits(spaces & full_spaces):
            queue, visited = [space], 1 << space
            for full_space in queue:
                for other_unit in pieces.stacks[full_space]:
                    next_spaces = open_to[other_unit] & ~visited if other_unit != unit and other_unit in open_to else 0
                    if next_spaces & ~full_spaces:
                        free_spaces |= 1 << space
                        queue.clear()
                        break
                    visited |= next_spaces
                    queue += bits(next_spaces)
        return free_spaces

    def _space_by_unit(self, pieces: Pieces, side: str) -> dict[str, int]:
        """The space of each unit of a side that counts."""
        units, free_kinds = pieces.units, self.free
        return {
            unit: space
            for unit, space in pieces.at.items()
            if units[unit].side == side and units[unit].kind not in free_kinds
        }  # fmt: skip


def _loads(space_by_unit: Mapping[str, int]) -> dict[int, int]:
    """How many units stand in each space that has some."""
    loads: dict[int, int] = {}
    for space in space_by_unit.values():
        loads[space] = loads.get(space, 0) + 1
    return loads


def _can_make_room(
    space_by_unit: dict[str, int],
    loads: dict[int, int],
    movable_units: Iterable[str],
    open_to: Mapping[str, int],
    most_in_hex: int,
) -> bool:
    """The same as `Stacking.settles`, of units where they stand and how many stand in each space, which it changes.

    Who made room for one hex may stay after all for the sake of another: then somebody else goes.
    """
    may_end_in = {unit: open_to[unit] | 1 << space_by_unit[unit] for unit in movable_units}
    for space in [space for space, number in loads.items() if number > most_in_hex]:
        while loads[space] > most_in_hex:
            chain_end = _make_room(space, space_by_unit, may_end_in, loads, most_in_hex)
            if chain_end is None:
                return False
            loads[space] -= 1
            loads[chain_end] = loads.get(chain_end, 0) + 1
    return True


def _make_room(
    start: int, space_by_unit: dict[str, int], may_end_in: Mapping[str, int], loads: Mapping[int, int], most_in_hex: int
) -> int | None:
    """Move units along the shortest chain that ends in a hex with room, and return that; None where there is none."""
    came_from: dict[int, tuple[str, int]] = {}
    queue, visited = [start], 1 << start
    for space in queue:
        for unit in [unit for unit in may_end_in if space_by_unit[unit] == space]:
            for next_space in bits(may_end_in[unit] & ~visited):
                visited |= 1 << next_space
                came_from[next_space] = unit, space
                if loads.get(next_space, 0) < most_in_hex:
                    _shift_along_chain(next_space, came_from, space_by_unit, start)
                    return next_space
                queue.append(next_space)
    return None


def _shift_along_chain(
    end: int, came_from: Mapping[int, tuple[str, int]], space_by_unit: dict[str, int], start: int
) -> None:
    while end != start:
        unit, space_before = came_from[end]
        space_by_unit[unit] = end
        end = space_before


def names_in(pieces: Pieces, spaces: Iterable[int]) -> str:
    """Hexes as people call them."""
    return ", ".join(map(pieces.map.label, spaces))
