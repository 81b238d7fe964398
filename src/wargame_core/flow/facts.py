"""Facts about a board for evaluation and statistics: points and their sources, positions of units, losses."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class ScoredLine:
    """Points that a line of the victory conditions gave a side on a turn; ``rolled`` of them came from dice."""

    line: str
    side: str
    turn: int
    points: float
    rolled: float = 0


@frozen
class Facts:
    """A board in numbers.

    ``points`` by side; ``scored`` so far; ``lines`` of the victory conditions, scored or not: side and text by id;
    ``stands``: by unit on the map its side and the printed id of its space; ``lost``: by unit out of action its side.
    """

    points: Mapping[str, float] = field(factory=dict)
    scored: tuple[ScoredLine, ...] = ()
    lines: Mapping[str, tuple[str, str]] = field(factory=dict)
    stands: Mapping[str, tuple[str, str]] = field(factory=dict)
    lost: Mapping[str, str] = field(factory=dict)
