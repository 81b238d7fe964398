"""Counters as plain values: units and leaders, what their strength markers say, and how a scenario sets them up.

Points are halves only where a combat value is; manpower and fatigue are whole numbers.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Final, Literal, NewType

from attrs import frozen

from wargame_core.data import Ref
from wargame_core.errors import UnknownName
from wargame_core.maps.legend import counter_colors

Side = Literal["union", "confederate"]
Arm = Literal["infantry", "cavalry", "artillery", "wagon"]
Work = Literal["", "breastworks", "fort_build", "fort"]
SideOrNobody = Literal["", "union", "confederate"]
SIDES: Final[tuple[Side, Side]] = ("union", "confederate")
FOE: Final[Mapping[Side, Side]] = {"union": "confederate", "confederate": "union"}
NATION: Final[Mapping[Side, str]] = {"union": "Union", "confederate": "Confederate"}
COLORS: Final[Mapping[str, str]] = counter_colors(SIDES)
"""The colours of counters, by side."""


class Digging(StrEnum):
    """When infantry may dig in. Readings: Digging in."""

    RECOVERY = "recovery"
    """In the recovery phase, after a turn in its hex."""
    ACTION = "action"
    """By an action of its own, for a level of fatigue."""
    NO = "no"


LeaderId = NewType("LeaderId", str)
"""The id of a leader. Rules that take a leader and a unit cannot mix them up."""
NO_LEADER: Final = LeaderId("")

UnitName = Annotated[str, Ref("a unit")]
LeaderName = Annotated[LeaderId, Ref("a leader")]
HexName = Annotated[str, Ref("a hex of the map")]

HALF: Final = Fraction(1, 2)
DISORGANIZED_VALUE: Final[tuple[int | Fraction, ...]] = (0, HALF, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 10, 10, 11, 12)
"""The combat value of a disorganized unit by manpower, 0 to 17. Source: GCACW rules 1.4, 2 Units (strength markers)."""
MOST_MANPOWER: Final = len(DISORGANIZED_VALUE) - 1
WORK_VALUE: Final = {"": 1, "breastworks": 2, "fort_build": 2, "fort": 3}
"""By how much a work multiplies the value of the unit in it. Source: GCACW rules 1.4, 9 Entrenchment."""
TIRED_OUT: Final = 4
"""The highest fatigue level: a unit that has it does not march. Source: GCACW rules 1.4, 5.1 March."""
FRESH: Final = 2
"""The highest fatigue level at which a unit recovers its order and its better side, and may dig."""


def side_named(name: str) -> Side:
    """The side with this name, as seats and files write it. Raises `UnknownName`."""
    for side in SIDES:
        if side == name:
            return side
    raise UnknownName("side", name, SIDES)


@frozen
class Unit:
    """A counter.

    ``commands`` are those whose leaders it obeys; none: it acts alone, unless it obeys ``any_corps`` leader, who then
    may activate it but not stand with it. ``artillery`` is the printed artillery value,
    which counts only beside infantry where it is ``in_brackets``. ``potomac``: it belongs to the Army of the Potomac.
    """

    id: str
    name: str
    side: Side
    arm: Arm
    tactical: int
    artillery: int = 0
    commands: tuple[str, ...] = ()
    in_brackets: bool = False
    any_corps: bool = False
    potomac: bool = False


@frozen
class Leader:
    """A leader. One of the rank ``army`` leads grand assaults only and may stand with any infantry of his side.

    ``command`` is the command he leads, ``command_value`` what an assault die is taken from. The units of an activation
    under a leader without ``attacks`` may not attack; ``radius`` is his command radius in hexes.
    """

    id: LeaderId
    name: str
    side: Side
    rank: Literal["army", "corps", "cavalry_corps", "cavalry_division"]
    command: str
    command_value: int
    tactical: int | None = None
    radius: int = 3
    attacks: bool = True


@frozen
class UnitStart:
    """A unit's place and state at the start."""

    unit: UnitName
    hex: HexName
    manpower: int
    fatigue: int = 0
    exhausted: bool = False
    disorganized: bool = False
    demoralized: int = 0
    work: Work = ""


@frozen
class LeaderStart:
    """The unit that a leader stands with at the start."""

    leader: LeaderName
    unit: UnitName
