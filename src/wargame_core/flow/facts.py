"""Facts about a board for evaluation and statistics: points and their sources, positions of units, losses."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class ScoredLine:
    """Points that a line of the victory conditions gave a side on a turn; ``rolled`` of them came from dice.

    ``times`` is how often it counted then, negative where it counts no longer.
    """

    line: str
    side: str
    turn: int
    points: float
    rolled: float = 0
    times: int = 1


@frozen
class LineTotal:
    """What a line of the victory conditions gives as the board stands: how often it counts, and its points in all."""

    times: int
    points: float


@frozen
class Facts:
    """A board in numbers.

    ``points`` by side; ``scored`` so far; ``lines`` of the victory conditions, scored or not: side and text by id;
    ``standing``: where the board keeps no account of what scored when, what each line gives now;
    ``stands``: by unit on the map its side and the printed id of its space; ``lost``: by unit out of action its side.
    """

    points: Mapping[str, float] = field(factory=dict)
    scored: tuple[ScoredLine, ...] = ()
    lines: Mapping[str, tuple[str, str]] = field(factory=dict)
    stands: Mapping[str, tuple[str, str]] = field(factory=dict)
    lost: Mapping[str, str] = field(factory=dict)
    standing: Mapping[str, LineTotal] = field(factory=dict)
