"""Where units stand, as masks: worked out once, and carried on where a single unit has moved, come or gone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import compress
from operator import ne
from typing import Any, TypeVar

from wargame_hex_and_counter.printed.units import Unit

T = TypeVar("T")


class Deployment:
    """The space of each unit on the map, the masks of these spaces, and what rules derive from them alone.

    Nothing in it changes: `after` gives another for units that stand elsewhere.
    """

    __slots__ = ("_derived", "_of_others", "_stacks", "at", "counted", "masks", "units")

    def __init__(
        self,
        units: Mapping[str, Unit],
        spaces: dict[str, int],
        masks: dict[str, int],
        unit_counts: list[int],
        of_others: dict[str, dict[Hashable, Any]],
    ) -> None:
        self.units, self.at = units, spaces
        self.masks: Mapping[str, int] = masks
        """By side the mask of its spaces."""
        self.counted = unit_counts
        """By number the mask of the spaces with more than so many counters."""
        self._of_others = of_others
        self._derived: dict[Hashable, Any] = {}
        self._stacks: Mapping[int, tuple[str, ...]] | None = None

    @staticmethod
    def of(units: Mapping[str, Unit], spaces: Mapping[str, int]) -> Deployment:
        """The same of units that stand in these spaces, of which it keeps a copy."""
        masks: dict[str, int] = {}
        masks_by_count = [0]
        for unit, space in spaces.items():
            bit, side = 1 << space, units[unit].side
            masks[side] = masks.get(side, 0) | bit
            if masks_by_count[0] & bit:
                _add(masks_by_count, bit)
            else:
                masks_by_count[0] |= bit
        return Deployment(units, dict(spaces), masks, masks_by_count, {})

    def after(self, spaces: dict[str, int]) -> Deployment:
        """The same of the same units when they stand in other spaces."""
        places_before = self.at
        match len(spaces) - len(places_before):
            case 0:
                moved_unit = next(compress(spaces, map(ne, spaces.values(), places_before.values())), "")
                if moved_unit in places_before and spaces == {**places_before, moved_unit: spaces[moved_unit]}:
                    return self._with_unit_moved(moved_unit, spaces)
            case 1:
                new_unit = next(reversed(spaces.keys()))
                if new_unit not in places_before and spaces == {**places_before, new_unit: spaces[new_unit]}:
                    return self._with_unit_moved(new_unit, spaces)
            case -1:
                removed_unit = next(compress(places_before, map(ne, places_before, spaces)), "") or next(
                    reversed(places_before.keys())
                )
                if removed_unit not in spaces and places_before == {
                    **spaces,
                    removed_unit: places_before[removed_unit],
                }:
                    return self._with_unit_moved(removed_unit, spaces)
            case _:
                pass
        return Deployment.of(self.units, spaces)

    def _with_unit_moved(self, unit: str, spaces: dict[str, int]) -> Deployment:
        """The same where this unit alone has moved, come or gone."""
        side, masks, masks_by_count = self.units[unit].side, dict(self.masks), list(self.counted)
        if unit in self.at:
            self._take_away(unit, masks, masks_by_count)
        if unit in spaces:
            bit = 1 << spaces[unit]
            masks[side] = masks.get(side, 0) | bit
            _add(masks_by_count, bit)
        of_others = {side: self._of_others[side]} if side in self._of_others else {}
        return Deployment(self.units, dict(spaces), masks, masks_by_count, of_others)

    def _take_away(self, unit: str, masks: dict[str, int], masks_by_count: list[int]) -> None:
        """Leave a unit out of the masks."""
        side, space = self.units[unit].side, self.at[unit]
        bit, number = 1 << space, len(masks_by_count) - 1
        while not masks_by_count[number] & bit:
            number -= 1
        masks_by_count[number] ^= bit
        other_units = (other_unit for other_unit, place in self.at.items() if place == space and other_unit != unit)
        if not number or all(self.units[other_unit].side != side for other_unit in other_units):
            masks[side] &= ~bit

    @property
    def stacks(self) -> Mapping[int, tuple[str, ...]]:
        """The counters in each space that has some, in the order in which they are listed."""
        if self._stacks is None:
            stacks: dict[int, list[str]] = {}
            for unit, space in self.at.items():
                stacks.setdefault(space, []).append(unit)
            self._stacks = {space: tuple(units) for space, units in stacks.items()}
        return self._stacks

    def cached(self, key: Hashable, factory: Callable[[], T]) -> T:
        """The value of `factory()`, computed once for this key: for what follows from where units stand alone."""
        value: T | None = self._derived.get(key)
        if value is None:
            value = self._derived[key] = factory()
        return value

    def cached_of_others(self, side: str, key: Hashable, factory: Callable[[], T]) -> T:
        """The same for what follows from where the units of all other sides stand, and from the key."""
        of_others = self._of_others.get(side)
        if of_others is None:
            of_others = self._of_others[side] = {}
        value: T | None = of_others.get(key)
        if value is None:
            value = of_others[key] = factory()
        return value


def _add(masks_by_count: list[int], bit: int) -> None:
    """Count one counter more in a space."""
    number = 0
    while masks_by_count[number] & bit:
        number += 1
        if number == len(masks_by_count):
            masks_by_count.append(0)
    masks_by_count[number] |= bit
