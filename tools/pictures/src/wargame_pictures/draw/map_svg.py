"""Pictures of maps as SVG: the sheet, what lies on it, and one copy of the sheet for many pictures of a page.

Everything is text made from the map alone: the same map gives the same picture, without scripts, and without fonts
or files from elsewhere.
"""

import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from attrs import evolve

from wargame_core.data.documents import Document, Problems
from wargame_core.data.structuring import looks_like, structure
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import Problem, WargameError
from wargame_core.maps.features import Point
from wargame_core.maps.files.map_file import MapReading, read_map, spelling_for
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.map import Map
from wargame_core.maps.movement import Reach
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape, shape_of
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.labels import Style
from wargame_pictures.draw.picture import PAPER, Picture, to_fit, usual_size
from wargame_pictures.draw.shapes import at, middle, number, size_attributes, with_title
from wargame_pictures.draw.tokens import DESTROYED, Art, DestroyedCrossing, Highlight, Marker, PathMark

__all__ = ["Highlight", "Marker", "PathMark", "map_svg", "to_fit"]


def map_repr(game_map: Map) -> str:
    """A map as a notebook shows it."""
    return to_fit(map_svg(game_map))


def reach_repr(reach: Reach) -> str:
    """What is within reach as a notebook shows it: its spaces marked on the map."""
    title = f"{reach.map.title}: {reach.show(reach.budget)} points from {reach.map.label(reach.start)}"
    return to_fit(map_svg(reach.map, highlight=[Highlight(reach.spaces, "#d9a400", "within reach")], title=title))


def map_svg(
    game_map: Map,
    *,
    markers: Sequence[Marker] = (),
    highlight: Iterable[Highlight] = (),
    paths: Iterable[PathMark] = (),
    destroyed_crossings: Collection[str] = (),
    title: str = "",
    size: float | str | None = None,
    legend: bool = True,
) -> str:
    """A picture of the map with tokens, tinted spaces and paths on it, as SVG.

    `destroyed_crossings` are ids of crossings to strike out. ``size`` is the width in pixels, or with its unit.
    `wargame_pictures.pictures_of` draws a game's board, and in layers.
    """
    picture = Picture(
        ground=map_ground(game_map),
        markers=markers,
        marks=tuple(DestroyedCrossing(crossing) for crossing in sorted(destroyed_crossings)),
        title=title,
        legend=legend,
    )
    return picture.svg(size=size, highlight=highlight, arrows=paths, layers=("sheet", "pieces", "overlays"))


RED, AMBER = DESTROYED, "#a65c00"
_LINE, _LETTER = 17.0, 6.2
_NUMBER = Style(11, "#ffffff", "bold")
_LISTED = {True: Style(12, AMBER), False: Style(12, RED)}


def picture_of_mistakes(game_map: Map, problems: Sequence[Problem], *, title: str = "", legend: bool = True) -> Picture:
    """The map with a numbered mark for each problem that has a place on it; the first problem has number 1."""
    ground = map_ground(game_map)
    places = {spot.id: spot.at for spot in ground.spots}
    marks = tuple(Art(svg) for svg in _marks(ground, places, problems))
    return Picture(ground=ground, marks=marks, title=title or game_map.title, legend=legend)


def map_with_mistakes(game_map: Map, problems: Sequence[Problem], *, size: float | str | None = None) -> str:
    """The picture as one SVG with the list of its problems below the map, ``size`` wide."""
    picture = picture_of_mistakes(game_map, problems)
    _, _, width, height = picture.box
    lines = list(_problem_lines(problems, int((width - 20) / _LETTER)))
    total_height = height + _LINE * len(lines) + (12 if lines else 0)
    picture_svg = picture.svg(theme="light", size=width, layers=("sheet", "spaces", "pieces"))
    texts = (style.write(text, 10, height + _LINE * line_number) for line_number, (style, text) in enumerate(lines, 1))
    attributes = size_attributes(usual_size(width) if size is None else size, width, total_height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {attributes} '
        f'viewBox="0 0 {number(width)} {number(total_height)}">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{picture_svg}'
        f'<g font-family="sans-serif">{"".join(texts)}</g></svg>'
    )


def _problem_lines(problems: Iterable[Problem], line_length: int) -> Iterator[tuple[Style, str]]:
    for count, problem in enumerate(problems, 1):
        lines = textwrap.wrap(f"{count}  {problem}", max(30, line_length), subsequent_indent="     ")
        yield from ((_LISTED[problem.warns], line) for line in lines)


def _marks(ground: DrawnGround, places: Mapping[str, Point], problems: Iterable[Problem]) -> Iterator[str]:
    badge_counts: dict[Point, int] = {}
    for count, problem in enumerate(problems, 1):
        color = AMBER if problem.warns else RED
        pen = f'fill="none" stroke="{color}" stroke-width="3.2" stroke-dasharray="6 3.5" stroke-linecap="round"'
        shapes: list[str] = []
        badge: Point | None = None
        for names in problem.where:
            points = [places[name] for name in names if name in places]
            if not points:
                continue
            (x, y) = points[0]
            badge = badge or ((x + 12, y - 12) if len(points) == 1 else middle(points[0], points[1]))
            if len(points) == 1:
                shapes.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="16" {pen}/>')
            else:
                shapes.append(f'<path d="M{"L".join(at(point) for point in points)}" {pen}/>')
        if badge is not None:
            shift = badge_counts.get(badge, 0)
            badge_counts[badge] = shift + 1
            shapes.append(_draw_number(count, (badge[0] + 15 * shift, badge[1]), color))
            yield with_title(str(problem), "".join(shapes), kind="mistake", data_mistake=str(count))


def _draw_number(count: int, mark_position: Point, color: str) -> str:
    x, y = mark_position
    disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="8.5" fill="{color}" stroke="#ffffff" stroke-width="1.2"/>'
    return disc + _NUMBER.write(str(count), x, y + 4, "middle")


def read_drawable(doc: Document) -> MapReading:
    """The map of a document with every problem; with problems, the part of it that can be drawn."""
    reading = read_map(doc)
    if reading.map is None and (reader := read_leniently(doc)) is not None:
        return evolve(reading, map=reader.drawable())
    return reading


def read_leniently(doc: Document) -> MapReader[Any] | None:
    """The reading of a document without what is wrong in it; None when it is too large or too far from a map."""
    spelling = spelling_for(doc, Problems())
    if spelling is None:
        return None
    completed_document = Document(doc.path, doc.text, spelling.guessed(doc.data))
    file: Any = _readable(completed_document, shape_of(spelling.file_class), ())
    try:
        if file is None:
            return None
        reader = MapReader(spelling, doc, file, Problems(), is_whole=False)
        reader.lay()
        return reader if reader.drawable() is not None else None
    except (WargameError, ValueError, LookupError):
        return None


def _readable(doc: Document, shape: Shape, key_path: KeyPath) -> Any:
    """The value at a path of a document without its unreadable parts; None when nothing is left.

    Unknown keys are ignored. Required texts, lists and mappings that are missing are empty.
    """
    value = _at(doc, key_path)
    match shape:
        case UnionShape() if (
            len(matching_members := [member for member in shape.members if looks_like(value, member)]) == 1
        ):
            return _readable(doc, matching_members[0], key_path)
        case RecordShape(written=""):
            return _table(doc, shape, key_path) if isinstance(value, dict) else None
        case ListShape(fixed=False) if isinstance(value, list):
            parts = (_readable(doc, shape.items[0], (*key_path, item_number)) for item_number in range(len(value)))
            return shape.container(part for part in parts if part is not None)
        case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
            return structure(doc, shape.declared, Problems(), key_path)
        case _:
            assert_never(shape)


def _at(doc: Document, path: KeyPath) -> Any:
    value: Any = doc.data
    for part in path:
        value = value[part]
    return value


def _table(doc: Document, shape: RecordShape, key_path: KeyPath) -> Any:
    table, values = _at(doc, key_path), {}
    for key, field in shape.given.items():
        value = _readable(doc, field.shape, (*key_path, key)) if key in table else None
        if value is None and field.required:
            value = _empty(field.shape)
            if value is None:
                return None
        if value is not None:
            values[key] = value
    try:
        return shape.base(**values)
    except (ValueError, TypeError):  # values that do not go together
        return None


def _empty(shape: Shape) -> Any:
    match shape:
        case ListShape(fixed=False):
            return shape.container()
        case LiteralShape():
            return shape.members[0]
        case MapShape():
            return {}
        case LeafShape() | UnionShape() | RecordShape() | ListShape():
            return "" if shape.base is str else None
        case _:
            assert_never(shape)
