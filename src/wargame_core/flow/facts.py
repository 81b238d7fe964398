"""What a game tells of a board to whoever weighs it: points and what gave them, where units stand, what is lost."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class ScoredLine:
    """Points that a line of the victory conditions gave a side in a turn; ``rolled`` of them were dice."""

    line: str
    side: str
    turn: int
    points: float
    rolled: float = 0


@frozen
class Facts:
    """A board in numbers.

    ``points`` by side; ``scored`` so far; ``lines`` are all there are, scored or not: side and words by id; ``stands``
    are the units on the map with their side and the printed id of their space; ``lost`` the units out of action, with
    their side.
    """

    points: Mapping[str, float] = field(factory=dict)
    scored: tuple[ScoredLine, ...] = ()
    lines: Mapping[str, tuple[str, str]] = field(factory=dict)
    stands: Mapping[str, tuple[str, str]] = field(factory=dict)
    lost: Mapping[str, str] = field(factory=dict)
