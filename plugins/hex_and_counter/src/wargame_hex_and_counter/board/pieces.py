"""Who stands where, as the parts ask any board for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias, TypeVar, overload

from attrs import field, frozen

from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import mask_of
from wargame_hex_and_counter.printed.units import Face, Unit

T = TypeVar("T")
Setting: TypeAlias = T | Callable[[Any], T]
"""A value that a rulebook sets, or a function of the game's board that gives it."""


@frozen(eq=False, slots=False)
class Pieces:
    """The map, the counters by id, and the space of each counter on the map.

    ``lost`` has the steps that a unit has lost, where it has lost any. ``board`` is the game's own board, which the
    author's functions are given. Made for each question; nothing in it changes.
    """

    map: HexMap
    units: Mapping[str, Unit]
    at: Mapping[str, int]
    lost: Mapping[str, int] = field(factory=dict)
    board: Any = None

    _cache: dict[Hashable, Any] = field(factory=dict, init=False, repr=False)
    _of_others: dict[str, dict[Hashable, Any]] = field(factory=dict, init=False, repr=False)

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of `make()`, computed once for these pieces and this key: for what rules derive from them."""
        if key not in self._cache:
            self._cache[key] = make()
        value: T = self._cache[key]
        return value

    def cached_of_others(self, side: str, key: Hashable, make: Callable[[], T]) -> T:
        """The same for what follows from where the units of all other sides stand, and from nothing else."""
        of_others = self._of_others.setdefault(side, {})
        if key not in of_others:
            of_others[key] = make()
        value: T = of_others[key]
        return value

    def take_over(self, before: Pieces, unit: str) -> None:
        """Take what is worked out from the pieces before a move of one unit, as far as that left it as it was.

        Nothing is taken over where somebody else stands elsewhere than before, too.
        """
        to = self.at.get(unit)
        if to is None or unit not in before.at or {**before.at, unit: to} != self.at:
            return
        side = self.units[unit].side
        if side in before._of_others:
            self._of_others[side] = before._of_others[side]
        if "_masks" in before.__dict__:
            self.__dict__["_masks"] = self._masks_after(before, unit, side)

    def _masks_after(self, before: Pieces, unit: str, side: str) -> tuple[Mapping[str, int], tuple[int, ...]]:
        """The masks after a move of one unit, from those before it."""
        by_side, counted = before._masks
        start, to, masks, crowded = before.at[unit], self.at[unit], dict(by_side), list(counted)
        number = max(number for number, mask in enumerate(crowded) if mask >> start & 1)
        crowded[number] &= ~(1 << start)
        if not any(space == start and self.units[other].side == side for other, space in self.at.items() if number):
            masks[side] &= ~(1 << start)
        _count(crowded, 1 << to)
        masks[side] |= 1 << to
        return masks, tuple(crowded)

    @cached_property
    def _masks(self) -> tuple[Mapping[str, int], tuple[int, ...]]:
        """By side the mask of its spaces, and by number the mask of the spaces with more than so many counters."""
        masks: dict[str, int] = {}
        units, crowded = self.units, [0]
        for unit, space in self.at.items():
            bit, side = 1 << space, units[unit].side
            masks[side] = masks.get(side, 0) | bit
            if crowded[0] & bit:
                _count(crowded, bit)
            else:
                crowded[0] |= bit
        return masks, tuple(crowded)

    @cached_property
    def stacks(self) -> Mapping[int, tuple[str, ...]]:
        """The counters in each space that has some, in the order in which they are listed."""
        stacks: dict[int, list[str]] = {}
        for unit, space in self.at.items():
            stacks.setdefault(space, []).append(unit)
        return {space: tuple(units) for space, units in stacks.items()}

    def holding(self, number: int) -> int:
        """Mask of the spaces with more than so many counters."""
        crowded = self._masks[1]
        return crowded[number] if number < len(crowded) else 0

    def mask(self, side: str) -> int:
        """Mask of the spaces with units of a side."""
        return self._masks[0].get(side, 0)

    def enemies(self, side: str) -> int:
        """Mask of the spaces with units of any other side."""
        others = 0
        for other, mask in self._masks[0].items():
            if other != side:
                others |= mask
        return others

    def of(self, side: str) -> list[str]:
        """The units of a side on the map."""
        return [unit for unit in self.at if self.units[unit].side == side]

    def where(self, units: Iterable[str]) -> int:
        """Mask of the spaces of some units."""
        return mask_of(self.at[unit] for unit in units)

    def face(self, unit: str) -> Face:
        """The numbers of a unit that count now."""
        return self.units[unit].face(self.lost.get(unit, 0))

    def name(self, unit: str) -> str:
        """What people call a unit."""
        return self.units[unit].name

    def value(self, setting: Setting[T]) -> T:
        """What a setting is now: a function is asked with the board."""
        return setting(self.board) if callable(setting) else setting

    def taking_part(self, units: Iterable[str], who: Who | None) -> list[str]:
        """Those of some units that take part in a phase; all of them without ``who``."""
        return [unit for unit in units if who is None or who(self, unit)]

    def moved(self, unit: str, space: int) -> Pieces:
        """The same with one unit elsewhere."""
        return Pieces(self.map, self.units, {**self.at, unit: space}, self.lost, self.board)

    def without(self, *units: str) -> Pieces:
        """The same without some units."""
        at = {unit: space for unit, space in self.at.items() if unit not in units}
        return Pieces(self.map, self.units, at, self.lost, self.board)


def _count(crowded: list[int], bit: int) -> None:
    """One counter more in a space: ``crowded`` has by number the mask of the spaces with more than so many."""
    number = 0
    while crowded[number] & bit:
        number += 1
        if number == len(crowded):
            crowded.append(0)
    crowded[number] |= bit


def title_of(board: Any, side: str) -> str:
    """What people call a side, by the book of the board; where that has no titles, its id with a capital letter."""
    titles: Mapping[str, str] = getattr(getattr(board, "book", None), "titles", {})
    return titles.get(side, side.capitalize())


class Course(Sequence[int]):
    """The hexes that a unit has entered, in order; they are found when somebody asks for more than the last one.

    ``within`` is a mask that holds all of them.
    """

    __slots__ = ("_end", "_find", "_hexes", "within")

    def __init__(self, end: int, within: int, find: Callable[[], tuple[int, ...]]) -> None:
        self._end, self.within, self._find = end, within, find
        self._hexes: tuple[int, ...] | None = None

    def _all(self) -> tuple[int, ...]:
        if self._hexes is None:
            self._hexes = self._find()
        return self._hexes

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...

    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        return self._end if index == -1 else self._all()[index]

    def __len__(self) -> int:
        return len(self._all())


def within(path: Sequence[int]) -> int:
    """A mask that holds all hexes of a path, which is not searched for that."""
    return path.within if isinstance(path, Course) else mask_of(path)


Who: TypeAlias = Callable[[Pieces, str], bool]
"""An author's function of the pieces and the id of a unit: whether it takes part in a phase ("tanks only")."""
