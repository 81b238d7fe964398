"""The title of a sheet with compass and scale: on a plate where nobody may go, else in the frame above the map."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from wargame_core.maps.features import Point
from wargame_core.maps.map import UNIT, Map, corners, frame
from wargame_pictures.draw.labels import SERIF, Box, Style, text_width, wrapped
from wargame_pictures.draw.shapes import COLOR, at, number, stroke
from wargame_pictures.draw.terrain import INK, PAPER

TITLE = Style(20, INK, spacing=0.6)
SMALL = Style(12, INK)
SMALLEST = (150.0, 110.0)
"""The width and height of the least plate."""
_SCALE_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def free_area(game_map: Map) -> Box | None:
    """The largest rectangle of squares that nobody may enter, a little smaller; None where none is large enough."""
    return game_map.cached("free area", lambda: _free_area(game_map))


def _free_area(game_map: Map) -> Box | None:
    if game_map.grid.drawn_as_network or not game_map.closed_terrain.intersection(game_map.terrain):
        return None
    closed_spaces = [space for space in range(game_map.size) if game_map.terrain[space] in game_map.closed_terrain]
    boxes = {_box_of(corners(game_map, space)): space for space in closed_spaces if len(corners(game_map, space)) == 4}
    width, height = frame(game_map)
    return largest_free_box((width, height), (*_boxes_of_other_spaces(game_map, boxes.values()),)) if boxes else None


def _boxes_of_other_spaces(game_map: Map, free_spaces: Iterable[int]) -> Iterator[Box]:
    excluded_spaces = set(free_spaces)
    return (_box_of(corners(game_map, space)) for space in range(game_map.size) if space not in excluded_spaces)


def largest_free_box(size: Point, occupied_boxes: Sequence[Box]) -> Box | None:
    """The largest rectangle of a sheet that none of these boxes touches; None where no plate has room."""
    step = UNIT
    columns, rows = int(size[0] // step), int(size[1] // step)
    covered_squares = {
        (column, row)
        for left, top, right, foot in occupied_boxes
        for column in range(int((left + 0.5) // step), int((right - 0.5) // step) + 1)
        for row in range(int((top + 0.5) // step), int((foot - 0.5) // step) + 1)
    }
    best_box, largest_area = None, 0.0
    free_heights = [0] * columns  # how many free squares lie one above the other
    for row in range(rows):
        free_heights = [
            0 if (column, row) in covered_squares else free_heights[column] + 1 for column in range(columns)
        ]
        for first_column in range(columns):
            height = free_heights[first_column]
            for last_column in range(first_column, columns):
                height = min(height, free_heights[last_column])
                width, high = (last_column - first_column + 1) * step, height * step
                if high < SMALLEST[1]:
                    break
                if width * high > largest_area and width >= SMALLEST[0]:
                    largest_area = width * high
                    best_box = (
                        first_column * step + 8,
                        (row + 1 - height) * step + 8,
                        (last_column + 1) * step - 8,
                        (row + 1) * step - 8,
                    )
    return best_box


def _box_of(points: Sequence[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def plate(title: str, box: Box, scale: tuple[float, str] | None, is_turned: bool) -> str:
    """A plate with the title, and with compass and scale for a sheet that has a scale, in the middle of the room."""
    left, top, right, foot = box
    width = min(right - left, 300.0)
    lines, size = _wrap_title(title, width - 24)
    scale_height = (44.0 + 34.0) if scale else 0.0
    height = min(foot - top, 22 + len(lines) * size * 1.25 + scale_height)
    x, y = (left + right) / 2, (top + foot) / 2 - height / 2
    style = evolve(TITLE, size=round(size, 1))
    svg = "".join(
        f'<rect x="{number(x - width / 2 + pen_offset)}" '
        f'y="{number(y + pen_offset)}" width="{number(width - 2 * pen_offset)}" '
        f'height="{number(height - 2 * pen_offset)}" rx="{4 - pen_offset}" '
        f'fill="{fill}" stroke="{INK}" stroke-width="{pen}"/>'
        for pen_offset, fill, pen in ((0, PAPER, 1.6), (3, "none", 0.6))
    )
    for line_number, line in enumerate(lines):
        svg += style.write(line, x, y + 12 + size * (0.9 + 1.25 * line_number), "middle")
    if scale:
        bottom = y + height
        svg += compass(x, bottom - 56, 15, is_turned)
        bar, bar_width = scale_bar(*scale)
        svg += f'<g transform="translate({number(x - bar_width / 2)} {number(bottom - 34)})">{bar}</g>'
    return f'<g font-family="{SERIF}" class="cartouche">{svg}</g>'


def _wrap_title(title: str, room: float) -> tuple[list[str], float]:
    """The title in lines that fit, and the size of its letters."""
    for size in (20.0, 18.0, 16.0, 14.0, 12.0):
        lines = wrapped(title, size, room, TITLE.spacing)
        if len(lines) <= 4 and max(text_width(line, size, TITLE.spacing) for line in lines) <= room:
            break
    return lines, size


def compass(x: float, y: float, radius: float, is_turned: bool) -> str:
    """A rose that points north: up, or down for who sees the sheet from the other side."""
    points = ((0, -radius), (radius, 0), (0, radius), (-radius, 0))
    waists = [(dx * 0.24 * radius, dy * 0.24 * radius) for dx, dy in ((1, -1), (1, 1), (-1, 1), (-1, -1))]
    star = "M" + "L".join(f"{at(end)}L{at(waist)}" for end, waist in zip(points, waists, strict=True)) + "Z"
    dark_data = "".join(f"M{at(end)}L{at(waist)}L0 0Z" for end, waist in zip(points, waists, strict=True))
    north = radius + 9 if is_turned else -radius - 2
    rose = f'<path d="{star}" fill="{PAPER}" stroke="{INK}" stroke-width=".8"/><path d="{dark_data}" fill="{INK}"/>'
    letter = Style(9, INK, "bold").write("N", 0, north, "middle")
    return f'<g transform="translate({number(x)} {number(y)})">{rose}{letter}</g>'


def scale_bar(length: float, unit: str) -> tuple[str, float]:
    """A bar of a round number of units, about three spaces long, with its words; and how long both are."""
    step = next((step for step in _SCALE_STEPS if step >= 2.2 * length), _SCALE_STEPS[-1])
    width = step / length * UNIT
    words = f"{step} {unit.removesuffix('s') if step == 1 else unit}"
    half_width = number(width / 2)
    bar = f'<path d="M0 12h{half_width}v5H0z" fill="{INK}"/>' + stroke(f"M0 12h{number(width)}v5H0z", INK, 0.9)
    return bar + SMALL.write(words, width + 7, 18), width + 7 + text_width(words, SMALL.size)


def neatline(box: tuple[float, float, float, float]) -> str:
    """Two lines around the whole sheet."""
    left, top, width, height = box
    lines = ""
    for pen_offset, pen in ((3, 1.4), (5.5, 0.5)):
        corner = f'x="{number(left + pen_offset)}" y="{number(top + pen_offset)}"'
        size = f'width="{number(width - 2 * pen_offset)}" height="{number(height - 2 * pen_offset)}"'
        lines += f'<rect {corner} {size} fill="none" stroke="{COLOR["grid"]}" stroke-width="{pen}"/>'
    return lines
