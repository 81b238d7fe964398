"""Exact lines between the centres of hexes: the hexes they cut, and the hex sides they run along.

Only whole numbers are used. A hex has doubled coordinates (u, v): v is its line (a row of hexes with a corner on top,
or a column of hexes with a flat top), u its position in the line, counted in half hexes. With v multiplied by 3, the
corners of a hex at (u, 3v) are (u, 3v +- 2) and (u +- 1, 3v +- 1). This keeps lines straight, so cross products decide
exactly on which side of a line a corner lies.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Doubled = tuple[int, int]
AlongEdges = Literal["both_sides", "same_edge", "either_side", "never"]
"""When blocking hexes beside a line that runs along hex sides stop it: one on the left and one on the right, anywhere
along the line; both hexes of the same hex side; any hex on either side; or never."""

NEIGHBOURS: tuple[Doubled, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # in order round the hex, v stretched


def hex_distance(a: Doubled, b: Doubled) -> int:
    """Hexes from a to b."""
    du, dv = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dv + max(0, (du - dv) // 2)


@frozen
class SightLine:
    """The hexes on the straight line between the centres of two hexes, which are themselves left out.

    `cut` is the mask of hexes whose interior the line cuts. Where it runs exactly along sides of hexes, `pairs` holds
    for each side the hex on the left and the hex on the right as seen from the start (None off the map), and `left`
    and `right` are the masks of all these. A hex touched only at a corner is in none of them.
    """

    cut: int
    pairs: tuple[tuple[int | None, int | None], ...] = ()
    left: int = 0
    right: int = 0

    def clear(self, blockers: int, along: AlongEdges = "both_sides") -> bool:
        """Whether nothing of the mask `blockers` stops the line."""
        if self.cut & blockers:
            return False
        if not self.pairs or along == "never":
            return True
        if along == "both_sides":
            return not (self.left & blockers and self.right & blockers)
        if along == "either_side":
            return not (self.left | self.right) & blockers
        return not any(
            a is not None and b is not None and blockers >> a & 1 and blockers >> b & 1 for a, b in self.pairs
        )


@frozen
class Pattern:
    """The line from the hex at (0, 0) to another, as doubled coordinates: hexes cut, and (left, right) of each side."""

    cut: tuple[Doubled, ...]
    pairs: tuple[tuple[Doubled, Doubled], ...]


def pattern(end: Doubled) -> Pattern:
    """The line from (0, 0) to `end` on an infinite board, with u to the right and v down.

    >>> pattern((0, 2))
    Pattern(cut=(), pairs=(((1, 1), (-1, 1)),))
    >>> pattern((4, 0)).cut
    ((2, 0),)
    """
    far = hex_distance((0, 0), end)
    cut: list[tuple[int, Doubled]] = []
    beside: dict[int, dict[str, Doubled]] = {}
    for v in range(min(0, end[1]) - 1, max(0, end[1]) + 2):
        for u in range(min(0, end[0]) - 2, max(0, end[0]) + 3):
            here = (u, v)
            if (u + v) % 2 or here in ((0, 0), end) or hex_distance((0, 0), here) + hex_distance(here, end) > far + 1:
                continue
            met = _meeting(here, end)
            if met is None:
                continue
            how, place = met
            if how == "cut":
                cut.append((place, here))
            else:
                beside.setdefault(place, {})[how] = here
    pairs = tuple((both["left"], both["right"]) for _, both in sorted(beside.items()))
    return Pattern(tuple(here for _, here in sorted(cut)), pairs)


def _meeting(here: Doubled, end: Doubled) -> tuple[str, int] | None:
    """How the line from (0, 0) to `end` meets a hex between them, and a number that grows along the line.

    "cut": through its inside. "left", "right": along a side, with the hex on the line's left or right. Else None.
    """
    u, w, eu, ew = here[0], 3 * here[1], end[0], 3 * end[1]
    corners = [(u + du, w + dw) for du, dw in _CORNERS]
    sides = [eu * y - ew * x for x, y in corners]  # above 0: right of the line
    # How far along: u and w count units of 1/2 and 1/sqrt(12) hex, so true lengths weigh u squares threefold.
    along = [3 * eu * x + ew * y for x, y in corners]
    whole = 3 * eu * eu + ew * ew
    if max(sides) > 0 > min(sides):
        for k in range(6):
            s1, s2, t1, t2 = sides[k - 1], sides[k], along[k - 1], along[k]
            if s1 > 0 >= s2:  # the line passes between these two corners, or through the second
                inside = 0 < t2 * s1 - t1 * s2 < whole * (s1 - s2)
                return ("cut", 3 * eu * u + ew * w) if inside else None
    for k in range(6):
        if sides[k - 1] == sides[k] == 0:
            place = along[k - 1] + along[k]
            return ("right" if max(sides) > 0 else "left", place) if 0 < place < 2 * whole else None
    return None
