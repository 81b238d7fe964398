"""The game board: 113 hexes in nine rows, its three sections from each player's chair, and the way back.

Source: BC150 p.3 Game Board. Readings: Dividing lines. Spaces are integers, sets of
spaces are masks; a direction is a bit of a six-bit mask.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from operator import or_
from typing import Literal, TypeAlias

from wargame_core.maps.features import Point
from wargame_core.maps.hexes import HexGrid
from wargame_core.maps.legend import counter_colors
from wargame_core.maps.map import Map, corners
from wargame_core.maps.masks import bits, mask_of

Side: TypeAlias = Literal["union", "confederate"]
Arm: TypeAlias = Literal["infantry", "cavalry", "artillery"]
Section: TypeAlias = Literal["left", "center", "right"]

SIDES: tuple[Side, Side] = ("union", "confederate")
UNION, CONFEDERATE = SIDES
COLORS: Mapping[str, str] = counter_colors(SIDES)
"""The colours of figures, by side."""
FOE: dict[str, Side] = {"union": "confederate", "confederate": "union"}
ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "artillery")
SECTIONS: tuple[Section, ...] = ("left", "center", "right")
"""The sections of the board in the order of a chair's left hand to its right."""


WIDTHS = (13, 12, 13, 12, 13, 12, 13, 12, 13)
"""Hexes in rows A to I. The shorter rows lie half a hex further right."""

MAP = Map(HexGrid.lettered(WIDTHS), id="battle_cry", title="Battle Cry 150")
HEXES = MAP.grid.names
SPACE = {name: space for space, name in enumerate(HEXES)}
SIZE = MAP.size
ALL = MAP.all
ROW = tuple(row for row, width in enumerate(WIDTHS) for _ in range(width))

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
CORNERS = {"NE": (0, 1), "E": (1, 2), "SE": (2, 3), "SW": (3, 4), "W": (4, 5), "NW": (5, 0)}
"""The two corners of a hex that a side lies between, by its direction as printed."""
_STEPS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
_SPOTS = tuple(MAP.grid.doubled(space) for space in range(SIZE))
_AT = {spot: space for space, spot in enumerate(_SPOTS)}
_LEFTMOST = min(x for x, _ in _SPOTS)


def _neighbour(space: int, direction: int) -> int | None:
    (x, row), (column_step, row_step) = _SPOTS[space], _STEPS[direction]
    return _AT.get((x + column_step, row + row_step))


ADJACENT = MAP.adjacent
"""Mask of the neighbours of each space."""


def _distance(first_spot: tuple[int, int], second_spot: tuple[int, int]) -> int:
    columns, rows = abs(first_spot[0] - second_spot[0]), abs(first_spot[1] - second_spot[1])
    return rows if rows > columns else (columns + rows) // 2


DISTANCE = tuple(tuple([_distance(first_spot, second_spot) for second_spot in _SPOTS]) for first_spot in _SPOTS)
"""Hexes between two spaces. A step changes the doubled column by two, or the row and the column by one each."""


def _hexes_by_distance(distances: tuple[int, ...]) -> tuple[int, ...]:
    rings = [0] * 7
    for space, distance in enumerate(distances):
        if distance < 7:
            rings[distance] |= 1 << space
    return tuple(accumulate(rings, or_))


WITHIN = tuple(map(_hexes_by_distance, DISTANCE))
"""WITHIN[a][k]: mask of the spaces at most k hexes from a, for k up to 6."""

BACK: dict[str, tuple[tuple[int, ...], ...]] = {
    UNION: tuple(
        tuple(n for direction in (4, 5) if (n := _neighbour(space, direction)) is not None) for space in range(SIZE)
    ),
    CONFEDERATE: tuple(
        tuple(n for direction in (1, 2) if (n := _neighbour(space, direction)) is not None) for space in range(SIZE)
    ),
}
"""By side: the hexes of the next row toward its own edge of the board."""


def hexes_one_row_back(spaces: int, side: str) -> int:
    """Mask of the hexes in the next row toward a side's own edge, from those of a mask."""
    return mask_of({step for space in bits(spaces) for step in BACK[side][space]})


BASELINE: dict[str, int] = {
    UNION: mask_of(space for space, row in enumerate(ROW) if row == 8),
    CONFEDERATE: mask_of(space for space, row in enumerate(ROW) if row == 0),
}

_PAGE_SECTIONS = (
    mask_of(space for space, (x, _) in enumerate(_SPOTS) if x - _LEFTMOST <= 8),
    mask_of(space for space, (x, _) in enumerate(_SPOTS) if 8 <= x - _LEFTMOST <= 16),
    mask_of(space for space, (x, _) in enumerate(_SPOTS) if x - _LEFTMOST >= 16),
)
SECTION: dict[str, dict[str, int]] = {
    UNION: dict(zip(SECTIONS, _PAGE_SECTIONS, strict=True)),
    CONFEDERATE: dict(zip(SECTIONS, reversed(_PAGE_SECTIONS), strict=True)),
}
"""By side and name: the mask of a section as seen from that side's chair."""
SECTION_BITS: dict[str, tuple[int, ...]] = {
    side: tuple(
        sum(1 << section_number for section_number, name in enumerate(SECTIONS) if SECTION[side][name] >> space & 1)
        for space in range(SIZE)
    )
    for side in SIDES
}
"""By side: the sections of each space, as bits in the order left, center, right."""

PASSAGE = MAP.passage()
"""Steps over the bare board; what stops a piece is handed in as a mask of free hexes."""


def sides_mask(names: tuple[str, ...]) -> int:
    """The bits of some directions."""
    return sum(1 << DIRECTIONS.index(name) for name in names)


def sides_text(mask: int) -> str:
    """The directions of a mask in words: "NW and NE"."""
    return " and ".join(name for side_number, name in enumerate(DIRECTIONS) if mask >> side_number & 1)


def sides_of(space: int, mask: int) -> Iterator[tuple[str, tuple[Point, Point]]]:
    """The sides of a hex in a mask: of each the hex behind it, "" at the rim, and its two corners in the picture."""
    points = corners(MAP, space)
    for direction, name in enumerate(DIRECTIONS):
        if mask >> direction & 1:
            start, end = CORNERS[name]
            neighbour = _neighbour(space, direction)
            yield "" if neighbour is None else HEXES[neighbour], (points[start], points[end])


def entry_sides(attacker: int, target: int) -> int:
    """The sides through which the line from the attacker enters the target's hex: one, or two at a corner."""
    (x, row), (other_x, other_row) = _SPOTS[target], _SPOTS[attacker]
    run, rise = other_x - x, 3 * (row - other_row)
    run_along_sides = (2 * run, run + rise, rise - run, -2 * run, -run - rise, run - rise)
    largest_run = max(run_along_sides)
    return sum(1 << side_number for side_number, value in enumerate(run_along_sides) if value == largest_run)
