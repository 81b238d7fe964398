"""The victory conditions that a scenario may have: all count for the side of the victory table.

Victory points are whole numbers in the files; only a line of communication that passes cavalry counts halves.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from wargame_gcacw.printed.counters import Arm, HexName, Side


@frozen
class ControlPoints:
    """Points for the control of a hex at the end of the game."""

    kind: ClassVar[str] = "control"
    hex: HexName
    points: int


LossCause = Literal["combat", "retreat", "cavalry_retreat", "extended_march", "force_march", "zone_to_zone"]


@frozen
class ManpowerPoints:
    """Points for each point of manpower that a side lost by one of these causes.

    ``not_arms`` are arms that do not count (a train's extended march has points of its own).
    """

    kind: ClassVar[str] = "manpower"
    side: Side
    causes: tuple[LossCause, ...]
    points: int
    not_arms: tuple[Arm, ...] = ()


@frozen
class ExitPoints:
    """Points for each unit that left the map, the first ``most`` of them."""

    kind: ClassVar[str] = "exited"
    side: Side
    points: int
    most: int


@frozen
class TrainPoints:
    """Points for the mishaps of the wagon trains of a side, as a rule negative.

    ``retreat_hex`` counts for each hex of a retreat by combat, ``extended_march`` for each loss in an extended march,
    ``eliminated`` once. For each train they make at most ``most`` points, counted without the sign.
    """

    kind: ClassVar[str] = "trains"
    side: Side
    retreat_hex: int
    extended_march: int
    eliminated: int
    most: int


@frozen
class Reduction:
    """Points, negative as printed, that a line of communication counts less for units of these arms.

    ``screened_cavalry``: for each combat point of enemy cavalry on the line that nearby infantry screens;
    ``north``: the line must enter the row of the hex ``row`` or one north of it; ``far_east``: the unit stands in the
    column of the hex ``column`` or east of it (where it stands in the row of the hex ``north_column`` or north of it,
    that hex's column counts instead); ``in_zone``: it stands in an enemy zone of control; ``off_pike``: in a hex
    without a pike.
    """

    why: Literal["screened_cavalry", "north", "far_east", "in_zone", "off_pike"]
    arms: tuple[Arm, ...]
    points: int
    row: HexName | None = None
    column: HexName | None = None
    north_column: HexName | None = None

    def __attrs_post_init__(self) -> None:
        if self.points >= 0:
            raise ValueError(f"points: {self.points} is no reduction, write a negative number")
        if (self.why == "north") != (self.row is not None):
            raise ValueError("row belongs to why = 'north', and to nothing else")
        if (self.why == "far_east") != (self.column is not None):
            raise ValueError("column belongs to why = 'far_east', and to nothing else")
        if self.north_column is not None and self.column is None:
            raise ValueError("north_column stands beside column")

    @property
    def northern_row(self) -> str:
        """The hex of the row from which on a line counts as in the north, for ``why`` "north"."""
        if self.row is None:
            raise ValueError(f"{self.why} has no row")
        return self.row

    @property
    def eastern_column(self) -> str:
        """The hex of the column from which on a unit stands too far east, for ``why`` "far_east"."""
        if self.column is None:
            raise ValueError(f"{self.why} has no column")
        return self.column


@frozen(cache_hash=True)
class LinePoints:
    """Points for each unit of a side that can trace a line of communication at the end, less its reductions.

    The line runs to one of the ``goals`` over hexsides with ``ways``. It does not enter the row of the hex ``north`` or
    any north of it, that of ``south`` or any south of it, the column of ``east`` or any east of it, nor a hex of a
    terrain in ``needs_pike`` without a pike. Enemy cavalry blocks no line when infantry is within ``screen`` hexes.
    Of several lines the one that counts most is taken; a unit never counts less than nothing.
    """

    kind: ClassVar[str] = "line_of_communication"
    side: Side
    arms: tuple[Arm, ...]
    points: int
    goals: tuple[HexName, ...]
    ways: tuple[str, ...]
    north: HexName
    south: HexName
    east: HexName
    needs_pike: tuple[str, ...]
    screen: int
    reduction: tuple[Reduction, ...] = ()


Victory = ControlPoints | ManpowerPoints | ExitPoints | TrainPoints | LinePoints
