"""Who stands where, as the parts ask any board for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, overload

from attrs import Factory, define, field

from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import mask_of
from wargame_hex_and_counter.board.deployment import Deployment
from wargame_hex_and_counter.printed.units import Face, Unit

T = TypeVar("T")
Setting: TypeAlias = T | Callable[[Any], T]
"""A value that a rulebook sets, or a function of the game's board that gives it."""


@define(eq=False)
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
    deployment: Deployment = field(
        default=Factory(lambda pieces: Deployment.of(pieces.units, pieces.at), takes_self=True),
        repr=False,
        kw_only=True,
    )
    """What follows from where the units stand."""
    _cache: dict[Hashable, Any] = field(factory=dict, init=False, repr=False)

    def cached(self, key: Hashable, factory: Callable[[], T]) -> T:
        """The value of `factory()`, computed once for these pieces and this key: for what rules derive from them."""
        value: T | None = self._cache.get(key)
        if value is None:
            value = self._cache[key] = factory()
        return value

    @property
    def stacks(self) -> Mapping[int, tuple[str, ...]]:
        """The counters in each space that has some, in the order in which they are listed."""
        return self.deployment.stacks

    def crowded_spaces(self, number: int) -> int:
        """Mask of the spaces with more than so many counters."""
        masks_by_count = self.deployment.counted
        return masks_by_count[number] if number < len(masks_by_count) else 0

    def mask(self, side: str) -> int:
        """Mask of the spaces with units of a side."""
        return self.deployment.masks.get(side, 0)

    def enemies(self, side: str) -> int:
        """Mask of the spaces with units of any other side."""
        other_spaces = 0
        for other_side, mask in self.deployment.masks.items():
            if other_side != side:
                other_spaces |= mask
        return other_spaces

    def of(self, side: str) -> list[str]:
        """The units of a side on the map."""
        return [unit for unit in self.at if self.units[unit].side == side]

    def mask_of_units(self, units: Iterable[str]) -> int:
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

    def taking_part(self, units: Iterable[str], takes_part: Who | None) -> list[str]:
        """Those of some units that take part in a phase; all of them without ``takes_part``."""
        return [unit for unit in units if takes_part is None or takes_part(self, unit)]

    def moved(self, unit: str, space: int) -> Pieces:
        """The same with one unit elsewhere."""
        return self._with_spaces({**self.at, unit: space})

    def without(self, *units: str) -> Pieces:
        """The same without some units."""
        return self._with_spaces({unit: space for unit, space in self.at.items() if unit not in units})

    def _with_spaces(self, spaces: dict[str, int]) -> Pieces:
        return Pieces(self.map, self.units, spaces, self.lost, self.board, deployment=self.deployment.after(spaces))


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

    def _all_hexes(self) -> tuple[int, ...]:
        if self._hexes is None:
            self._hexes = self._find()
        return self._hexes

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...

    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        return self._end if index == -1 else self._all_hexes()[index]

    def __len__(self) -> int:
        return len(self._all_hexes())


def within(path: Sequence[int]) -> int:
    """A mask that holds all hexes of a path, which is not searched for that."""
    return path.within if type(path) is Course else mask_of(path)


Who: TypeAlias = Callable[[Pieces, str], bool]
"""An author's function of the pieces and the id of a unit: whether it takes part in a phase ("tanks only")."""
