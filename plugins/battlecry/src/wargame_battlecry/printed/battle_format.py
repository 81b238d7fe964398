"""What a battle file may hold, as attrs classes. `battle_checks` checks it, `battle_file` makes a `Battle` of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from attrs import field, frozen

from wargame_battlecry.printed.sides import Arm, Section, Side

WhileHeld = Literal["continuous", "start_of_turn"]
ForGround = Literal["continuous", "start_of_turn", "captured"]
SideOrEither = Literal["union", "confederate", "either"]


@frozen
class BattleRow:
    """[battle]: ``flags`` to win, and the side that moves ``first``."""

    id: str
    title: str
    flags: int
    first: Side
    number: int = 0
    place: str = ""
    date: str = ""
    group: str = ""


@frozen
class StaffingRow:
    """[union], [confederate]: the hand size, and the numbers of units as stated (checked where given)."""

    commander: str
    hand: int
    infantry: int | None = None
    cavalry: int | None = None
    artillery: int | None = None
    generals: int | None = None


@frozen
class TerrainRow:
    """[[terrain]]: tiles or tokens of one kind; ``sides`` (E, NE, NW, W, SW, SE) are covered."""

    kind: str
    hexes: tuple[str, ...]
    name: str = ""
    sides: tuple[str, ...] = ()


@frozen
class UnitPlacementRow:
    """[[unit]]: full-strength units of one kind, one in each hex."""

    side: Side
    kind: str
    hexes: tuple[str, ...]
    label: str = ""


@frozen
class GeneralRow:
    """[[general]]"""

    side: Side
    hex: str
    name: str = ""


@frozen
class HexFlags:
    """Each of the hexes held by a unit of ``side`` is worth ``flags``: while it is held, or once and for good."""

    kind: ClassVar[str] = "hex_flags"
    side: SideOrEither
    hexes: tuple[str, ...]
    when: ForGround
    flags: int = 1
    text: str = ""


@frozen
class GroupFlags:
    """A unit of ``side`` in every group of hexes at once is worth ``flags``."""

    kind: ClassVar[str] = "group_flags"
    side: Side
    groups: tuple[tuple[str, ...], ...]
    flags: int
    when: ForGround
    text: str = ""


@frozen
class SectionFlags:
    """A section (as ``side`` sees it) without enemy units is worth ``flags``."""

    kind: ClassVar[str] = "section_flags"
    side: Side
    section: Section
    flags: int
    when: WhileHeld
    text: str = ""


@frozen
class ExitFlags:
    """Units of ``side`` may leave the board from these hexes, each for ``flags``."""

    kind: ClassVar[str] = "exit"
    side: Side
    hexes: tuple[str, ...]
    flags: int = 1
    text: str = ""


@frozen
class Closed:
    """Nobody enters these hexes."""

    kind: ClassVar[str] = "closed"
    hexes: tuple[str, ...]
    text: str = ""


@frozen
class Morale:
    """Units of ``side`` in these hexes may ignore flags."""

    kind: ClassVar[str] = "morale"
    side: Side
    hexes: tuple[str, ...]
    ignore_flags: int = 1
    text: str = ""


@frozen
class RemoveCards:
    """Cards left out of the deck."""

    kind: ClassVar[str] = "remove_cards"
    cards: tuple[str, ...]
    text: str = ""


@frozen
class HandShrinks:
    """Each flag ``side`` loses costs it cards of its hand, for good."""

    kind: ClassVar[str] = "hand_shrinks"
    side: Side
    cards: int = 1
    text: str = ""


@frozen
class SeeThrough:
    """Terrain that does not block sight in this battle."""

    kind: ClassVar[str] = "see_through"
    terrain: str
    text: str = ""


@frozen
class Green:
    """Units of these arms retreat further for each flag."""

    kind: ClassVar[str] = "green"
    arms: tuple[Arm, ...]
    hexes_per_flag: int = 2
    text: str = ""


SpecialRule = (
    HexFlags | GroupFlags | SectionFlags | ExitFlags | Closed | Morale | RemoveCards | HandShrinks | SeeThrough | Green
)
"""A [[rule]] of a battle file, told apart by its ``kind``."""


@frozen
class BattleFile:
    """A whole battle file. ``tiles`` states how many hexes of each terrain there are (checked where given)."""

    battle: BattleRow
    union: StaffingRow
    confederate: StaffingRow
    unit: tuple[UnitPlacementRow, ...]
    terrain: tuple[TerrainRow, ...] = ()
    general: tuple[GeneralRow, ...] = ()
    rule: tuple[SpecialRule, ...] = ()
    tiles: Mapping[str, int] = field(factory=dict)
