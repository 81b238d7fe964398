"""How far marches go, remembered for as long as no unit changes."""

from __future__ import annotations

from collections.abc import Mapping


class Reaches(dict[tuple[object, ...], tuple[Mapping[int, int], Mapping[int, int]]]):
    """How far marches go, by all that they depend on besides the units: costs and predecessors of the hexes reached.

    Copies of a board share it. A board whose units change takes a new one, so what it holds is true of all that share.
    """

    def copy(self) -> Reaches:
        """The same, not a copy."""
        return self
