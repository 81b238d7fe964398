"""From strokes on a picture to marks on the grid, whatever program they were drawn in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from math import dist

from attrs import field, frozen

from wargame_core.errors import Problem
from wargame_core.maps.files.shorthand import ShorthandError
from wargame_workshop.interchange.drawn import Drawing, DrawnFile, DrawnMark, MergeError, Part, Shape
from wargame_workshop.interchange.pixels import Pixel, PixelGrid, without_loops

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
    problems: list[Problem],
    *,
    layers: Collection[str],
    painted: Mapping[str, Mapping[int, tuple[str, str]]],
    ignored: Iterable[str] = (),
    loose: bool = False,
) -> Drawing:
    """What some strokes mean on the grid of a file; those that mean nothing are noted as problems.

    Ways are read last: between points that are no neighbours they are filled in over what is drawn beside them.
    ``loose`` strokes were drawn without seeing the grid: crossings lie on the nearest river, roads go by crossings.
    """
    marks: list[DrawnMark] = []
    strokes = sorted(strokes, key=lambda stroke: Shape.LINES not in file.layers[stroke.layer])
    for late in (False, True):
        ways = any(Shape.WAYS in shapes for shapes in file.layers.values())
        fill = file.filler(marks) if late and ways else None
        for stroke in strokes:
            shapes = file.layers[stroke.layer]
            if (Shape.WAYS in shapes) is not late:
                continue
            try:
                part = _part(grid, stroke, shapes, fill, loose)
                if loose and Shape.SIDE in shapes:
                    part = _on_a_river(grid, stroke, file, marks) or part
            except (MergeError, ShorthandError) as error:
                problems.append(Problem(path, *stroke.where, error.code, f"{stroke.called}: {error}", error.hint))
                continue
            keys = {key: _listed(key, value) for key, value in stroke.keys.items()}
            marks.append(
                DrawnMark(
                    stroke.layer,
                    stroke.kind,
                    stroke.name,
                    part,
                    stroke.where,
                    stroke.called,
                    stroke.was,
                    stroke.order,
                    keys,
                )
            )
    return Drawing(path, frozenset(layers), tuple(marks), painted, tuple(ignored))


def _listed(key: str, value: object) -> object:
    if key in _LISTS and isinstance(value, str):
        return [word.strip() for word in value.split(",") if word.strip()]
    return value


def _part(
    grid: PixelGrid, stroke: Stroke, shapes: Collection[Shape], fill: Callable[[int, int], Part] | None, loose: bool
) -> Part:
    if Shape.LINES in shapes:
        if len(stroke.points) < 2:
            raise MergeError("E701", "it is a point; rivers are lines along the sides of spaces")
        return grid.line(stroke.points, closed=stroke.closed, loose=loose)
    if fill is not None or Shape.TRACE in shapes:
        if len(stroke.points) < 2:
            raise MergeError("E701", "it is a point; roads and streams are lines from space to space")
        way = _way(grid, stroke, fill, loose)
        return without_loops(way) if loose else way
    if len(stroke.points) != 1:
        raise MergeError("E701", f"it is a line; in layer {stroke.layer} everything is a point")
    return grid.side(stroke.points[0]) if Shape.SIDE in shapes else (grid.space(stroke.points[0]),)


def _on_a_river(grid: PixelGrid, stroke: Stroke, file: DrawnFile, marks: Iterable[DrawnMark]) -> Part | None:
    """The side of a river that a crossing lies nearest to; None when none is near."""
    drawn = [mark for mark in marks if Shape.LINES in file.layers[mark.layer]]
    sides = {side for mark in drawn for side in zip(mark.part[::2], mark.part[1::2], strict=True)}
    sides |= {(a, b) for row in file.rows if row.sort.shape is Shape.LINES for a, b in row.parts}
    near = min(((dist(grid.middle(side), stroke.points[0]), side) for side in sides), default=None)
    return near[1] if near is not None and near[0] <= 1.5 * grid.space_size else None


def _way(grid: PixelGrid, stroke: Stroke, fill: Callable[[int, int], Part] | None, loose: bool) -> Part:
    points = [*stroke.points, stroke.points[0]] if stroke.closed else list(stroke.points)
    stops = [grid.space(point) for point in points]
    way = stops[:1]
    for here, there in pairwise(stops):
        if here != there:
            near = grid.lattice.board.neighbours[here]
            way += [there] if fill is None or (there in near and not loose) else fill(here, there)[1:]
    if len(way) < 2:
        raise MergeError("E701", "all its points lie in one space")
    return tuple(way)
