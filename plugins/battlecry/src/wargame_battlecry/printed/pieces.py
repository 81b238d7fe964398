"""The printed matter of the game as frozen values: terrain, kinds of units, cards, battles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

SIDES = ("union", "confederate")
FOE = {"union": "confederate", "confederate": "union"}
ARMS = ("infantry", "cavalry", "artillery")
SECTIONS = ("left", "center", "right")
UNION, CONFEDERATE = SIDES


@frozen
class Limit:
    """What terrain does to the dice of a unit in it: at most ``dice`` by range (None: no such limit), and ``lose``."""

    dice: tuple[int, ...] | None = None
    lose: int = 0


@frozen
class Terrain:
    """A terrain tile or token and all its effects. Source: decision 0053 (the document's terrain pages are missing).

    ``move`` is free, stop or impassable; ``sight`` is free, blocks or hill; ``protection`` is dice the attacker loses.
    """

    id: str
    title: str
    move: str = "free"
    sight: str = "free"
    protection: int = 0
    ignore_flags: int = 0
    directional: bool = False
    token: bool = False
    bars: frozenset[str] = frozenset()
    enter: Mapping[str, Limit] = field(factory=dict)
    inside: Mapping[str, Limit] = field(factory=dict)
    no_works: bool = False
    not_in_box: bool = False


@frozen
class Kind:
    """A kind of unit. ``dice`` by range (empty: one a figure), ``most`` dice by range (empty: no such limit).

    Source: BC150 p.8 Ranged Combat, p.10 Melee Combat. Distances in hexes.
    """

    id: str
    title: str
    arm: str
    figures: int
    move: int
    battle_after: int
    range: int
    dice: tuple[int, ...] = ()
    most: tuple[int, ...] = ()
    halved: bool = False
    scant: bool = False
    sharpshooters: bool = False


@frozen
class Box:
    """What the box holds: units and generals of each side, terrain tiles, work tokens, flag tokens."""

    infantry: int
    cavalry: int
    artillery: int
    generals: int
    tiles: int
    works: int
    flag_tokens: int


@frozen
class Card:
    """A command card. ``orders`` are pieces by section, ``per_card`` the section ordered by the cards held."""

    id: str
    title: str
    count: int
    group: str
    effect: str
    text: str
    orders: Mapping[str, int] = field(factory=dict)
    orders_per_card: str = ""
    draw: int = 1
    bonus_dice: int = 0
    mirror: str = ""


@frozen
class Work:
    """Something on a hex besides its tile: a terrain id, and the covered sides as bits (see `ground.DIRECTIONS`)."""

    kind: str
    sides: int


@frozen
class Unit:
    """A unit of a battle: never changes; its figures and place are on the board."""

    id: str
    side: str
    kind: Kind
    hex: int
    label: str = ""


@frozen
class General:
    """A general of a battle."""

    id: str
    side: str
    name: str
    hex: int


@frozen
class Objective:
    """Flags for holding ground, while every group of hexes has a unit of ``side`` in it.

    With ``clear_of`` the flags are for a section without units of the other side instead. ``from_turn_start``: they
    are won only when the condition holds at the start of a turn of ``side``.
    """

    id: str
    side: str
    groups: tuple[int, ...]
    flags: int
    from_turn_start: bool
    clear_of: int = 0
    text: str = ""


@frozen(slots=False)
class Battle:
    """One battle: the ground, the armies, the staffing and the special rules. Masks are integers over spaces."""

    id: str
    number: int
    title: str
    place: str
    date: str
    flags: int
    first: str
    commanders: Mapping[str, str]
    hands: Mapping[str, int]
    units: Mapping[str, Unit]
    generals: Mapping[str, General]
    tiles: tuple[Terrain, ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    works: Mapping[str, tuple[Work, ...]]
    closed: int = 0
    objectives: tuple[Objective, ...] = ()
    morale: tuple[tuple[str, int, int], ...] = ()
    green: Mapping[str, int] = field(factory=dict)
    removed_cards: tuple[str, ...] = ()
    hand_shrinks: Mapping[str, int] = field(factory=dict)
    see_through: frozenset[str] = frozenset()
    rules: tuple[str, ...] = ()

    def mask(self, what: str, *values: str) -> int:
        """Mask of the hexes whose tile has one of these values of a field."""
        return sum(1 << space for space, tile in enumerate(self.tiles) if getattr(tile, what) in values)

    @cached_property
    def impassable(self) -> int:
        """Nobody enters these."""
        return self.mask("move", "impassable") | self.closed

    @cached_property
    def stops(self) -> int:
        """Who enters one of these goes no further."""
        from wargame_battlecry.printed.game_board import SPACE

        tokens = sum(1 << SPACE[name] for name, works in self.works.items() if any(w.kind in _STOP for w in works))
        return self.mask("move", "stop") | tokens

    @cached_property
    def hills(self) -> int:
        return self.mask("sight", "hill")

    @cached_property
    def blocks(self) -> int:
        """Terrain that no one sees through."""
        return self.mask("sight", "blocks") & ~self.mask("id", *self.see_through)

    @cached_property
    def barred(self) -> Mapping[str, int]:
        """By arm: hexes that it may not enter, the impassable ones included."""
        return {
            arm: self.impassable | sum(1 << s for s, tile in enumerate(self.tiles) if arm in tile.bars) for arm in ARMS
        }

    @cached_property
    def cover(self) -> int:
        """Hexes whose tile protects."""
        return sum(1 << space for space, tile in enumerate(self.tiles) if tile.protection)


_STOP = frozenset({"entrenchment", "rail_cut"})


@frozen(eq=False, repr=False)
class Rulebook:
    """Everything printed: the same in every state of the game."""

    terrain: Mapping[str, Terrain]
    kinds: Mapping[str, Kind]
    box: Box
    cards: Mapping[str, Card]
    battles: Mapping[str, Battle]

    def __repr__(self) -> str:
        return f"<Rulebook of {len(self.battles)} battles>"
