"""From strokes on a picture to marks on the grid, whatever program they were drawn in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from math import dist, inf
from typing import TypeVar

from attrs import field, frozen

from wargame_core.data import Problem, did_you_mean
from wargame_core.maps.files.sections import RowShape
from wargame_core.maps.files.shorthand import ShorthandError
from wargame_core.maps.grid import Grid
from wargame_core.maps.lattice import Lattice, Spot, shortest_way
from wargame_workshop.interchange.drawn import RIDGES, Drawing, DrawnFile, DrawnMark, MergeError, Part, Sort

Pixel = tuple[float, float]
N = TypeVar("N", bound=Hashable)


@frozen(slots=False)
class PixelGrid:
    """A grid laid on a picture: where its first point lies, and how far one step right and one down are.

    ``space_size`` is the size of a space in pixels.
    """

    grid: Grid
    origin: Pixel
    right: float
    down: float
    space_size: float

    @classmethod
    def of(cls, grid: Grid, tile: Pixel, hex_side: float = 0) -> PixelGrid:
        """The grid as Tiled draws it: the tile in its first column and row begins at 0, 0."""
        width, height = tile
        if not grid.stagger:
            return cls(grid, (0, 0), width / 2, height / 2, min(tile))
        is_turned = grid.stagger == "columns"
        length_along, length_across = (height, width) if is_turned else (width, height)
        step = (length_across - hex_side) / 2 + hex_side
        cells = grid.lattice.cells
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        row, column = cells[0][0] - top, cells[0][1] - left
        line, place = (column, row) if is_turned else (row, column)
        half_shift = length_along / 2 if shifted(grid, line) else 0
        # The centre of the first space: in its line, and across the lines. A hex is six points long and three wide.
        centre = place * length_along + half_shift + length_along / 2, line * step + length_across / 2
        u, v = grid.lattice.centres[0]
        origin = centre[0] - u * length_along / 6, centre[1] - v * step / 3
        if is_turned:
            return cls(grid, origin[::-1], step / 3, length_along / 6, min(tile))
        return cls(grid, origin, length_along / 6, step / 3, min(tile))

    def pixel(self, spot: Spot) -> Pixel:
        """Where a point of the lattice lies in the picture."""
        right_steps, down_steps = self._right_down(spot)
        return self.origin[0] + right_steps * self.right, self.origin[1] + down_steps * self.down

    @property
    def lattice(self) -> Lattice:
        """The points of the grid."""
        return self.grid.lattice

    @cached_property
    def rim(self) -> Mapping[Spot, None]:
        """The corners at which no side between two spaces begins."""
        spots = (spot for corners in self.lattice.corners for spot in corners)
        return {spot: None for spot in spots if spot not in self.lattice.along}

    def _right_down(self, spot: Spot) -> Spot:
        return spot[::-1] if self.lattice.down_first else spot

    def _around(self, point: Pixel, candidate_spots: Mapping[Spot, object]) -> list[tuple[float, Spot]]:
        """Those of some points of the lattice that lie near a point of the picture, each with how far it is."""
        right_steps = round((point[0] - self.origin[0]) / self.right)
        down_steps = round((point[1] - self.origin[1]) / self.down)
        x, y = self._right_down((right_steps, down_steps))
        spots = ((x + dx, y + dy) for dx in range(-6, 7) for dy in range(-6, 7))
        return [(dist(self.pixel(spot), point), spot) for spot in spots if spot in candidate_spots]

    def space(self, point: Pixel) -> int:
        """The space of a point. Raises `MergeError` (E701) off the map."""
        distance, spot = min(self._around(point, self.lattice.spaces), default=(inf, (0, 0)))
        if (
            distance > (0.62 if self.grid.stagger else 0.72) * self.space_size
        ):  # from the middle to a corner, and a little
            raise MergeError("E701", f"({point[0]:.0f}, {point[1]:.0f}) lies in no space of the map")
        return self.lattice.spaces[spot]

    def side(self, point: Pixel) -> tuple[int, int]:
        """The side between two spaces that a point lies nearest to. Raises `MergeError` (E701)."""
        near_spots = self._around(point, self.lattice.along)
        sides = {side for _, spot in near_spots for side in self.lattice.along[spot].values()}
        if not sides:
            raise MergeError("E701", f"({point[0]:.0f}, {point[1]:.0f}) is far from every line between two spaces")
        distance, side = min((dist(point, self.middle(side)), side) for side in sides)
        if distance > self.space_size / 2:
            limit_text = f"at most {self.space_size / 2:.0f}"
            message = f"it is {distance:.0f} px from the nearest line between two spaces ({limit_text})"
            raise MergeError("E701", message, "put it on the line that the crossing leads over")
        return side

    def middle(self, side: tuple[int, int]) -> Pixel:
        """The middle of a side."""
        corners = self.lattice.side(side)
        assert corners is not None  # neighbours of squares and hexes have two corners in common
        (x_a, y_a), (x_b, y_b) = map(self.pixel, corners)
        return (x_a + x_b) / 2, (y_a + y_b) / 2

    def line(self, points: Iterable[Pixel], *, closed: bool = False, is_loose: bool = False) -> Part:
        """The sides along a drawn line, each as its two spaces, one after the other. Raises `MergeError` (E701).

        With ``is_loose`` it is drawn without the grid: it runs along the sides nearest to it, and never back.
        """
        points = list(points)
        end_numbers = (0, len(points) - 1)
        corners = [self._corner(number, point, is_loose, number in end_numbers) for number, point in enumerate(points)]
        if closed:
            corners.append(corners[0])
        elif not is_loose:  # from the far end of the side in whose middle it begins, and to that in which it ends
            first_corners = self._other_end(points[0], corners[0], corners[1] if len(corners) > 1 else None)
            last_corners = self._other_end(points[-1], corners[-1], corners[-2]) if len(corners) > 1 else []
            corners = [*first_corners, *corners, *last_corners]
        way: list[Spot] = corners[:1]
        for corner_before, corner_after in pairwise(corners):
            part = shortest_way(corner_before, corner_after, self.lattice.along.__getitem__, lambda spot: spot)
            if part is None:
                raise MergeError("E701", "no line between spaces leads from one of its points to the next")
            way += part[1:]
        way = list(without_loops(way)) if is_loose else way
        sides = dict.fromkeys(self.lattice.along[a][b] for a, b in pairwise(way))
        if not sides:
            raise MergeError("E701", "it lies along no side", "draw it from corner to corner")
        return tuple(space for side in sides for space in side)

    def _corner(self, number: int, point: Pixel, is_loose: bool, is_end: bool) -> Spot:
        """The corner of a side that a point means. A line may begin and end at any corner of the rim."""
        distance, spot = min(self._around(point, self.lattice.along), default=(inf, (0, 0)))
        reach = (1.5 if is_loose else 0.42) * self.space_size
        if is_end and distance > reach and min(self._around(point, self.rim), default=(inf,))[0] <= reach:
            reach = 1.1 * self.space_size
        if distance > reach:
            distance_words = f"{distance:.0f} px from" if distance < inf else "far from"
            message = f"its point {number + 1} is {distance_words} the nearest corner (at most {reach:.0f})"
            raise MergeError("E701", message, "zoom in, or switch on View > Snapping; rivers run along the lines")
        return spot

    def _other_end(self, point: Pixel, corner: Spot, inward: Spot | None) -> list[Spot]:
        for other_corner, side in self.lattice.along[corner].items():
            if dist(point, self.middle(side)) < 0.055 * self.space_size and other_corner != inward:
                return [other_corner]
        return []


def without_loops(way: Iterable[N]) -> tuple[N, ...]:
    """A way without the turns in which it comes back to where it was."""
    loopless_way: dict[N, None] = {}
    for place in way:
        if place in loopless_way:
            while next(reversed(loopless_way)) != place:
                loopless_way.popitem()
        else:
            loopless_way[place] = None
    return tuple(loopless_way)


def shifted(grid: Grid, line: int) -> bool:
    """Whether the spaces of a column (or row), counted from 0, lie half a space further than those of the next."""
    first_line = min(column if grid.stagger == "columns" else row for row, column in grid.lattice.cells)
    return ((line + first_line) % 2 == 0) == (grid.shifted == "even")


_LISTS = ("tags", "users", "sides")
"""Keys whose value is a list: written with commas."""


@frozen
class Stroke:
    """One thing drawn: its layer, class and name, its points in pixels, and where it stands in its file."""

    layer: str
    kind: str
    name: str
    points: tuple[Pixel, ...]
    closed: bool
    where: tuple[int, int]
    called: str
    was: str = ""
    order: int = 0
    keys: Mapping[str, object] = field(factory=dict)


def drawing_of(
    file: DrawnFile,
    grid: PixelGrid,
    path: str,
    strokes: Iterable[Stroke],
    problems: Iterable[Problem],
    *,
    layers: Collection[str],
    painted: Mapping[str, Mapping[int, tuple[str, str]]],
    ignored: Iterable[str] = (),
    is_loose: bool = False,
) -> Drawing:
    """What some strokes mean on the grid of a file; those that mean nothing are left out, as ``problems`` are.

    Ways are read last: between points that are not neighbours they are filled in over what is drawn beside them.
    With ``is_loose`` strokes were drawn without seeing the grid: crossings lie on the nearest river. No roads are among
    them.
    """
    marks: list[DrawnMark] = []
    left_out, incomplete = list(problems), set[str]()
    strokes = sorted(strokes, key=lambda stroke: RowShape.LINES not in file.layers[stroke.layer])
    for is_late in (False, True):
        ways = any(RowShape.WAYS in shapes for shapes in file.layers.values())
        fill = file.filler(marks) if is_late and ways else None
        for stroke in strokes:
            shapes = file.layers[stroke.layer]
            if (RowShape.WAYS in shapes) is not is_late:
                continue
            try:
                part = _part(grid, stroke, shapes, fill, is_loose=is_loose)
                if is_loose and RowShape.SIDE in shapes:
                    part = _on_a_river(grid, stroke, file, marks) or part
            except (MergeError, ShorthandError) as error:
                left_out.append(left_out_stroke(grid, path, stroke, error))
                incomplete.add(stroke.layer)
                continue
            keys = keys_of(stroke, file.sort_of(stroke.layer, stroke.kind))
            origin = (stroke.where, stroke.called, stroke.was, stroke.order)
            marks.append(DrawnMark(stroke.layer, stroke.kind, stroke.name, part, *origin, keys))
    return Drawing(
        path,
        frozenset(layers),
        tuple(marks),
        painted,
        tuple(ignored),
        tuple(sorted(left_out, key=lambda problem: (problem.line, problem.column))),
        frozenset(incomplete),
    )


def left_out_stroke(grid: PixelGrid, path: str, stroke: Stroke, error: MergeError | ShorthandError) -> Problem:
    """What a stroke that cannot be laid on the grid is told as."""
    left_out_text, space_names = f"{stroke.called}: {error}", _near(grid, stroke)
    return Problem(path, *stroke.where, error.code, left_out_text, error.hint, space_names)


def _near(grid: PixelGrid, stroke: Stroke) -> tuple[tuple[str, ...], ...]:
    """The spaces in which the ends of a stroke lie, as far as they lie in any: there a picture shows it."""
    ends = dict.fromkeys((stroke.points[0], stroke.points[-1]))
    space_names = []
    for point in ends:
        try:
            space_names.append(grid.grid.coordinates(grid.space(point)))
        except MergeError:
            continue
    return (tuple(dict.fromkeys(space_names)),) if space_names else ()


def keys_of(stroke: Stroke, sort: Sort) -> dict[str, object]:
    """The properties of a stroke as keys of its row; others go into its ``values``, if it has such."""
    keys = {
        key: [word.strip() for word in value.split(",") if word.strip()]
        if key in _LISTS and isinstance(value, str)
        else value
        for key, value in stroke.keys.items()
    }
    own_keys = {
        key: value for key, value in keys.items() if key not in sort.allowed and not did_you_mean(key, sort.allowed)
    }
    if own_keys and "values" in sort.allowed:
        return {key: value for key, value in keys.items() if key not in own_keys} | {"values": own_keys}
    return keys


def _part(
    grid: PixelGrid,
    stroke: Stroke,
    shapes: Collection[RowShape],
    fill: Callable[[int, int], Part] | None,
    is_loose: bool,
) -> Part:
    if RowShape.LINES in shapes:
        if len(stroke.points) < 2:
            raise MergeError("E701", "it is a point; rivers are lines along the sides of spaces")
        return grid.line(stroke.points, closed=stroke.closed, is_loose=is_loose)
    if fill is not None or RowShape.TRACE in shapes:
        if len(stroke.points) < 2:
            raise MergeError("E701", "it is a point; roads and streams are lines from space to space")
        way = _way(grid, stroke, fill, is_loose)
        return without_loops(way) if is_loose else way
    if len(stroke.points) != 1:
        raise MergeError("E701", f"it is a line; in layer {stroke.layer} everything is a point")
    return grid.side(stroke.points[0]) if RowShape.SIDE in shapes else (grid.space(stroke.points[0]),)


def _on_a_river(grid: PixelGrid, stroke: Stroke, file: DrawnFile, marks: Iterable[DrawnMark]) -> Part | None:
    """The side of a river that a crossing lies nearest to; None when none is near. Nothing crosses along a ridge.

    Where the crossing names its river only that one is looked along. Raises `MergeError` where it is not there.
    """
    lines = [
        (mark.name, mark.kind, tuple(zip(mark.part[::2], mark.part[1::2], strict=True)))
        for mark in marks
        if RowShape.LINES in file.layers[mark.layer]
    ]
    lines += [
        (row.name, row.kind, tuple((a, b) for a, b in row.parts))
        for row in file.rows
        if row.sort.shape is RowShape.LINES
    ]
    rivers = [(name or kind, sides) for name, kind, sides in lines if kind not in RIDGES]
    river_name = stroke.keys.get("river")
    if river_name and river_name not in {name for name, _ in rivers}:
        river_list = ", ".join(sorted({name for name, _ in rivers})) or "none is drawn"
        raise MergeError("E704", f"there is no river {river_name!r}", f"the rivers are: {river_list}")
    sides = {side for name, parts in rivers if river_name in (None, "", name) for side in parts}
    nearest_side = min(((dist(grid.middle(side), stroke.points[0]), side) for side in sides), default=None)
    if nearest_side is not None and nearest_side[0] <= 1.5 * grid.space_size:
        return nearest_side[1]
    if river_name:
        raise MergeError(
            "E704", f"{river_name} runs elsewhere", "move the crossing to it, or name the river that it crosses"
        )
    return None


def _way(grid: PixelGrid, stroke: Stroke, fill: Callable[[int, int], Part] | None, is_loose: bool) -> Part:
    points = [*stroke.points, stroke.points[0]] if stroke.closed else list(stroke.points)
    stop_spaces = [grid.space(point) for point in points]
    way = stop_spaces[:1]
    for space, next_space in pairwise(stop_spaces):
        if space != next_space:
            neighbours = grid.grid.neighbours[space]
            way += (
                [next_space]
                if fill is None or (next_space in neighbours and not is_loose)
                else fill(space, next_space)[1:]
            )
    if len(way) < 2:
        raise MergeError("E701", "all its points lie in one space")
    return tuple(way)
