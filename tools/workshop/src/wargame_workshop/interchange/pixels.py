"""Where the points of a drawing lie on the grid of a map: spaces, sides and lines of corners."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import pairwise
from math import dist
from typing import TypeVar

from attrs import frozen

from wargame_core.maps.hexes import HexMap
from wargame_core.maps.lattice import Lattice, Spot, shortest_way
from wargame_workshop.interchange.drawn import MergeError, Part

Pixel = tuple[float, float]
N = TypeVar("N", bound=Hashable)


@frozen
class PixelGrid:
    """A map's grid laid on a picture: where its first point lies, and how far one step right and one down are.

    ``turned`` for hexes with flat tops, whose points count along the columns; ``space_size`` is the size of a space.
    """

    lattice: Lattice
    origin: Pixel
    right: float
    down: float
    turned: bool
    space_size: float

    @classmethod
    def of(cls, lattice: Lattice, tile: Pixel, hex_side: float = 0) -> PixelGrid:
        """The grid as Tiled draws it: the tile in its first column and row begins at 0, 0."""
        width, height = tile
        board = lattice.board
        if not isinstance(board, HexMap):
            return cls(lattice, (0, 0), width / 2, height / 2, False, min(tile))
        turned = board.stagger == "columns"
        along, across = (height, width) if turned else (width, height)
        step = (across - hex_side) / 2 + hex_side
        cells = lattice.cells
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        space = 0
        row, column = cells[space][0] - top, cells[space][1] - left
        line, place = (column, row) if turned else (row, column)
        lower = along / 2 if shifted(lattice, line) else 0
        centre_along, centre_across = place * along + lower + along / 2, line * step + across / 2
        u, v = lattice.centres[space]
        per_along, per_across = along / 6, step / 3
        origin = (centre_along - u * per_along, centre_across - v * per_across)
        if turned:
            return cls(lattice, origin[::-1], per_across, per_along, True, min(tile))
        return cls(lattice, origin, per_along, per_across, False, min(tile))

    def pixel(self, spot: Spot) -> Pixel:
        """Where a point of the lattice lies in the picture."""
        right, down = self._right_down(spot)
        return self.origin[0] + right * self.right, self.origin[1] + down * self.down

    def _right_down(self, spot: Spot) -> Spot:
        hexes = isinstance(self.lattice.board, HexMap)
        return spot if hexes and not self.turned else (spot[1], spot[0])

    def _nearest(self, point: Pixel, known: Mapping[Spot, object], reach: int) -> tuple[float, Spot] | None:
        """The nearest of some points of the lattice, and how far it is; None when none is near."""
        right = round((point[0] - self.origin[0]) / self.right)
        down = round((point[1] - self.origin[1]) / self.down)
        x, y = self._right_down((right, down))
        near = [
            (dist(self.pixel(spot), point), spot)
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
            if (spot := (x + dx, y + dy)) in known
        ]
        return min(near, default=None)

    def space(self, point: Pixel) -> int:
        """The space of a point. Raises `MergeError` (E701) off the map."""
        nearest = self._nearest(point, self.lattice.spaces, 6)
        if nearest is None or nearest[0] > 0.62 * self.space_size:
            raise MergeError("E701", f"({point[0]:.0f}, {point[1]:.0f}) lies in no space of the map")
        return self.lattice.spaces[nearest[1]]

    def side(self, point: Pixel) -> tuple[int, int]:
        """The side between two spaces that a point lies nearest to. Raises `MergeError` (E701)."""
        near = self._nearest(point, self.lattice.along, 6)
        sides = {side for spot in self._corners_near(point) for side in self.lattice.along[spot].values()}
        if near is None or not sides:
            raise MergeError("E701", f"({point[0]:.0f}, {point[1]:.0f}) is far from every line between two spaces")
        away, side = min((dist(point, self.middle(side)), side) for side in sides)
        if away > self.space_size / 2:
            message = (
                f"it is {away:.0f} px from the nearest line between two spaces (at most {self.space_size / 2:.0f})"
            )
            raise MergeError("E701", message, "put it on the line that the crossing leads over")
        return side

    def middle(self, side: tuple[int, int]) -> Pixel:
        """The middle of a side."""
        (ax, ay), (bx, by) = map(self.pixel, self.lattice.side(side))
        return (ax + bx) / 2, (ay + by) / 2

    def _corners_near(self, point: Pixel) -> Iterable[Spot]:
        right = round((point[0] - self.origin[0]) / self.right)
        down = round((point[1] - self.origin[1]) / self.down)
        x, y = self._right_down((right, down))
        return ((x + a, y + b) for a in range(-5, 6) for b in range(-5, 6) if (x + a, y + b) in self.lattice.along)

    def line(self, points: Iterable[Pixel], *, closed: bool = False, loose: bool = False) -> Part:
        """The sides along a drawn line, each as its two spaces, one after the other. Raises `MergeError` (E701).

        A ``loose`` line is drawn without the grid: it runs along the sides nearest to it, and never back.
        """
        points = list(points)
        corners = [self._corner(number, point, loose) for number, point in enumerate(points)]
        if closed:
            corners.append(corners[0])
        corners = corners if closed or loose else self._whole_ends(points, corners)
        way: list[Spot] = corners[:1]
        for a, b in pairwise(corners):
            part = shortest_way(a, b, self.lattice.along.__getitem__, lambda spot: spot)
            if part is None:
                raise MergeError("E701", "no line between spaces leads from one of its points to the next")
            way += part[1:]
        way = list(without_loops(way)) if loose else way
        sides = dict.fromkeys(self.lattice.along[a][b] for a, b in pairwise(way))
        if not sides:
            raise MergeError("E701", "it lies along no side", "draw it from corner to corner")
        return tuple(space for side in sides for space in side)

    def _corner(self, number: int, point: Pixel, loose: bool) -> Spot:
        nearest = self._nearest(point, self.lattice.along, 6)
        most = (1.5 if loose else 0.42) * self.space_size
        if nearest is None or nearest[0] > most:
            away = f"{nearest[0]:.0f} px from" if nearest is not None else "far from"
            message = f"its point {number + 1} is {away} the nearest corner (at most {most:.0f})"
            raise MergeError("E701", message, "zoom in, or switch on View > Snapping; rivers run along the lines")
        return nearest[1]

    def _whole_ends(self, points: list[Pixel], corners: list[Spot]) -> list[Spot]:
        """The corners of a line, with the far end of the side in whose middle it begins or ends."""
        first = self._other_end(points[0], corners[0], corners[1] if len(corners) > 1 else None)
        last = self._other_end(points[-1], corners[-1], corners[-2]) if len(corners) > 1 else []
        return [*first, *corners, *last]

    def _other_end(self, point: Pixel, corner: Spot, inward: Spot | None) -> list[Spot]:
        for other, side in self.lattice.along[corner].items():
            if dist(point, self.middle(side)) < 0.055 * self.space_size and other != inward:
                return [other]
        return []


def without_loops(way: Iterable[N]) -> tuple[N, ...]:
    """A way without the turns in which it comes back to where it was."""
    kept: dict[N, None] = {}
    for place in way:
        if place in kept:
            while next(reversed(kept)) != place:
                kept.popitem()
        else:
            kept[place] = None
    return tuple(kept)


def shifted(lattice: Lattice, line: int) -> bool:
    """Whether the hexes of the column (or row) with a number from 0 lie half a hex further than those of the next."""
    board, cells = lattice.board, lattice.cells
    assert isinstance(board, HexMap)
    turned = board.stagger == "columns"
    first = min(column if turned else row for row, column in cells)
    return ((line + first) % 2 == 0) == (board.shifted == "even")
