"""What of a map lies on one sheet of paper.

A printer's file holds all that a page draws, also what lies beyond its edge: each dash of a line, each letter, and for
a pattern a picture of the whole area. So a sheet draws the dashes and names that lie on it, and the tiles of a pattern.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element, fromstring, tostring

from attrs import field, frozen

from wargame_core.maps.features import Point
from wargame_pictures.draw.shapes import at, number

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""
MARGIN_OF_PART: Final = 40.0
"""How far beyond its edge a sheet draws a line, in units of the map: as far as a line is wide, and more."""
_COMMAND: Final = re.compile(r"([MLHVQZmlhvqz])([^A-Za-z]*)")
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_PATTERN: Final = re.compile(r"url\(#(.*)\)")
_TRANSLATED: Final = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_DASHES: Final = "stroke-dasharray"


@frozen
class MapParts:
    """A map as SVG, taken apart: what its sheets share, and what is drawn."""

    defs: tuple[Element, ...]
    drawing: Element
    paths: Mapping[str, str] = field(init=False)
    tiles: Mapping[str, tuple[float, float]] = field(init=False)

    @classmethod
    def of(cls, svg: str) -> "MapParts":
        """The parts of what is inside the SVG of a map."""
        drawing = fromstring(f"<g>{svg}</g>")
        return cls(tuple(_extracted_definitions(drawing)), drawing)

    @paths.default
    def _find_paths(self) -> dict[str, str]:
        return {path.get("id", ""): path.get("d", "") for defs in self.defs for path in defs.iter("path")}

    @tiles.default
    def _find_tiles(self) -> dict[str, tuple[float, float]]:
        patterns = (pattern for defs in self.defs for pattern in defs.iter("pattern"))
        return {
            element.get("id", ""): (float(element.get("width", 0)), float(element.get("height", 0)))
            for element in patterns
        }

    def shared(self) -> str:
        """What all sheets refer to: once on a page."""
        clips = "".join(f'<clipPath id="{path}-clip"><use href="#{path}"/></clipPath>' for path in self.paths if path)
        return (
            "".join(_written(defs) for defs in self.defs) + f"<defs>{clips}{''.join(self._tiles_of_patterns())}</defs>"
        )

    def _tiles_of_patterns(self) -> Iterator[str]:
        for defs in self.defs:
            for pattern in defs.iter("pattern"):
                yield f'<g id="{pattern.get("id")}-tile">{"".join(map(_written, pattern))}</g>'

    def plain(self) -> str:
        """The map without names, dashes and patterns, to be drawn small."""
        return _written(self._changed(lambda element: () if _is_fine(element) else None, ""))

    def part(self, window: Box, name: str) -> str:
        """What lies in a window; ``name`` is that of the sheet, for ids."""
        return _written(self._changed(lambda element: self._in_window(element, window), name))

    def _changed(self, change: "Change", name: str) -> Element:
        drawing = deepcopy(self.drawing)
        _replace_children(drawing, change)
        own_ids = {key: f"{key}-{name}" for element in drawing.iter() if name and (key := element.get("id"))}
        for element in drawing.iter():
            if (key := element.get("id", "")) in own_ids:
                element.set("id", own_ids[key])
            if (target := element.get("href", "").removeprefix("#")) in own_ids:
                element.set("href", f"#{own_ids[target]}")
        return drawing

    def _in_window(self, element: Element, window: Box) -> "tuple[Element, ...] | None":
        """What is drawn in place of an element; None for the element with what becomes of its children."""
        if element.tag == "text":
            return (element,) if _meets(_box_of_text(element), window) else ()
        if transform := element.get("transform"):
            if (translation := _TRANSLATED.fullmatch(transform)) is None:
                return (element,)
            window = (window[0] - float(translation[1]), window[1] - float(translation[2]), *window[2:])
        if element.tag == "g":
            _replace_children(element, lambda child: self._in_window(child, window))
            return (element,)
        path = element.get("href", "").removeprefix("#") if element.tag == "use" else ""
        if element.get(_DASHES) and (path in self.paths or element.tag == "path"):
            lines = cropped(self.paths[path] if path else element.get("d", ""), _grown(window, MARGIN_OF_PART))
            attributes = {key: value for key, value in element.items() if key not in ("href", "d")}
            return (Element("path", {"d": lines, **attributes}),) if lines else ()
        return self._without_pattern(element, window)

    def _without_pattern(self, element: Element, window: Box) -> "tuple[Element, ...] | None":
        """The tiles that a pattern has there, in an area or in the sample of a legend."""
        pattern = _PATTERN.fullmatch(element.get("fill", ""))
        if pattern is None:
            return None
        if element.tag == "rect":
            sample = Element("svg", {side: element.get(side, "0") for side in ("x", "y", "width", "height")})
            sample.append(Element("use", {"href": f"#{pattern[1]}-tile"}))
            return (sample,)
        path = element.get("href", "").removeprefix("#")
        return (_tiled(path, pattern[1], self.tiles[pattern[1]], window),) if pattern[1] in self.tiles else None


Change: TypeAlias = Callable[[Element], "tuple[Element, ...] | None"]


def _extracted_definitions(drawing: Element) -> Iterator[Element]:
    """The definitions, outermost, which are no longer in the drawing."""
    for child in tuple(drawing):
        if child.tag == "defs":
            drawing.remove(child)
            yield child
        else:
            yield from _extracted_definitions(child)


def _replace_children(parent: Element, change: Change) -> None:
    for place, child in reversed(tuple(enumerate(parent))):
        if (other_elements := change(child)) is None:
            _replace_children(child, change)
        elif other_elements != (child,):
            parent[place : place + 1] = other_elements


def _is_fine(element: Element) -> bool:
    has_pattern = _PATTERN.fullmatch(element.get("fill", "")) is not None
    return element.tag == "text" or element.get(_DASHES) is not None or has_pattern


def _written(element: Element) -> str:
    return tostring(element, "unicode")


def _tiled(path: str, pattern: str, size: tuple[float, float], window: Box) -> Element:
    """The tiles of a pattern in a window, clipped by the area that it fills."""
    (left, top, width, height), (tile_width, tile_height) = window, size
    group = Element("g", {"clip-path": f"url(#{path}-clip)"})
    for row in range(int(top // tile_height), int((top + height) // tile_height) + 1):
        for column in range(int(left // tile_width), int((left + width) // tile_width) + 1):
            place = {"x": number(column * tile_width), "y": number(row * tile_height)}
            group.append(Element("use", {"href": f"#{pattern}-tile", **place}))
    return group


def _box_of_text(text: Element) -> tuple[float, float, float, float]:
    """Where a text may lie, however it is turned: left, top, right, bottom."""
    x, y, size = (float(text.get(name, default)) for name, default in (("x", 0), ("y", 0), ("font-size", 16)))
    reach = size * (0.7 * len("".join(text.itertext())) + 2)
    return x - reach, y - reach, x + reach, y + reach


def _grown(window: Box, margin: float) -> Box:
    left, top, width, height = window
    return left - margin, top - margin, width + 2 * margin, height + 2 * margin


def _meets(box: tuple[float, float, float, float], window: Box) -> bool:
    left, top, width, height = window
    return box[0] <= left + width and box[2] >= left and box[1] <= top + height and box[3] >= top


def cropped(data: str, window: Box) -> str:
    """The parts of a path of lines and curves that come into a window, in their order; "" where none does.

    >>> cropped("M0 0l10 0q5 0 10 5L900 900M300 0H310", (0, 0, 20, 20))
    'M0 0L10 0Q15 0 20 5L900 900'
    """
    parts: list[str] = []
    pen: Point | None = None
    for start, points in _strokes(data):
        xs, ys = zip(start, *points, strict=True)
        if _meets((min(xs), min(ys), max(xs), max(ys)), window):
            move = "" if pen == start else f"M{at(start)}"
            parts.append(f"{move}{'Q' if len(points) > 1 else 'L'}{' '.join(map(at, points))}")
            pen = points[-1]
    return "".join(parts)


def _strokes(data: str) -> Iterator[tuple[Point, tuple[Point, ...]]]:
    """The strokes of a path: where each begins, and its end, for a curve with its handle before."""
    pen = start = (0.0, 0.0)
    for command, text in _COMMAND.findall(data):
        numbers = [float(number_text) for number_text in _NUMBER.findall(text)]
        if command in "Zz":
            if pen != start:
                yield pen, (start,)
            pen = start
            continue
        for points in _points(command, numbers, pen):
            if command in "Mm":
                start, command = points[-1], "L" if command == "M" else "l"
            else:
                yield pen, points
            pen = points[-1]


def _points(command: str, numbers: list[float], pen: Point) -> Iterator[tuple[Point, ...]]:
    """The points of each stroke of one command, from where the pen is."""
    size = {"h": 1, "v": 1, "q": 4}.get(command.lower(), 2)
    for place in range(0, len(numbers), size):
        values = numbers[place : place + size]
        x, y = pen if command.islower() else (0.0, 0.0)
        match command.lower():
            case "h":
                points: tuple[Point, ...] = ((x + values[0], pen[1]),)
            case "v":
                points = ((pen[0], y + values[0]),)
            case _:
                points = tuple((x + values[i], y + values[i + 1]) for i in range(0, size, 2))
        pen = points[-1]
        yield points
