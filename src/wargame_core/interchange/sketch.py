"""From strokes on a picture to marks on the grid, whatever program they were drawn in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise

from attrs import field, frozen

from wargame_core.errors import Problem
from wargame_core.interchange.drawn import Drawing, DrawnFile, DrawnMark, MergeError, Part, Shape
from wargame_core.interchange.pixels import Pixel, PixelGrid
from wargame_core.maps.files.shorthand import ShorthandError

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
) -> Drawing:
    """What some strokes mean on the grid of a file; those that mean nothing are noted as problems.

    Ways are read last: between points that are no neighbours they are filled in over what is drawn beside them.
    """
    marks: list[DrawnMark] = []
    strokes = list(strokes)
    for late in (False, True):
        ways = any(Shape.WAYS in shapes for shapes in file.layers.values())
        fill = file.filler(marks) if late and ways else None
        for stroke in strokes:
            shapes = file.layers[stroke.layer]
            if (Shape.WAYS in shapes) is not late:
                continue
            try:
                part = _part(grid, stroke, shapes, fill)
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


def _part(grid: PixelGrid, stroke: Stroke, shapes: Collection[Shape], fill: Callable[[int, int], Part] | None) -> Part:
    if Shape.LINES in shapes:
        if len(stroke.points) < 2:
            raise MergeError("E701", "it is a point; rivers are lines along the sides of spaces")
        return grid.line(stroke.points, closed=stroke.closed)
    if fill is not None or Shape.TRACE in shapes:
        if len(stroke.points) < 2:
            raise MergeError("E701", "it is a point; roads and streams are lines from space to space")
        return _way(grid, stroke, fill)
    if len(stroke.points) != 1:
        raise MergeError("E701", f"it is a line; in layer {stroke.layer} everything is a point")
    return grid.side(stroke.points[0]) if Shape.SIDE in shapes else (grid.space(stroke.points[0]),)


def _way(grid: PixelGrid, stroke: Stroke, fill: Callable[[int, int], Part] | None) -> Part:
    points = [*stroke.points, stroke.points[0]] if stroke.closed else list(stroke.points)
    stops = [grid.space(point) for point in points]
    way = stops[:1]
    for here, there in pairwise(stops):
        if here != there:
            near = grid.lattice.board.neighbours[here]
            way += [there] if fill is None or there in near else fill(here, there)[1:]
    if len(way) < 2:
        raise MergeError("E701", "all its points lie in one space")
    return tuple(way)
