"""Places the names on a picture so that they cover neither each other nor much of the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from html import escape
from itertools import accumulate, pairwise
from math import atan2, degrees, dist

from attrs import evolve, field, frozen

from wargame_core.maps.features import Point
from wargame_core.maps.map import UNIT
from wargame_pictures.draw.shapes import at, number

Box = tuple[float, float, float, float]
SERIF = "Crimson Pro,Georgia,Liberation Serif,Times New Roman,serif"
_NARROW_LETTERS = "iljtfrI.,'’()- "

# Sides of a point, in the order map makers prefer: right above, above, right below, below, left ..., right, left.
ANCHORS = (("middle", 0.5), ("start", 0.0), ("end", 1.0))
"""The SVG anchors of a text centred on, right of and left of a point, and the share of its width left of it."""
_DIRECTIONS = ((1, -1), (0, -1), (1, 1), (0, 1), (-1, -1), (-1, 1), (1, 0), (-1, 0))


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """The approximate width of a text in a serif font, in drawing units."""
    hundredths = sum(
        33 if letter in _NARROW_LETTERS else 72 if letter.isupper() or letter in "mwMW" else 52 for letter in text
    )
    return hundredths / 100 * size + spacing * len(text)  # whole numbers: Python 3.12 began to add others more exactly


def wrapped(text: str, size: float, room: float, spacing: float = 0.0) -> list[str]:
    """A text in lines that are not wider than ``room``, as far as its words are not; one empty line without words."""
    lines = [""]
    for word in text.split():
        longer_line = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer_line, size, spacing) > room:
            lines.append(word)
        else:
            lines[-1] = longer_line
    return lines


@frozen
class Style:
    """The style of one kind of name."""

    size: float
    fill: str
    weight: str = "normal"
    italic: bool = False
    spacing: float = 0.0

    def write(self, text: str, x: float, y: float, anchor: str = "start", turn: float = 0.0) -> str:
        """An SVG text element, rotated by `turn` degrees about (x, y)."""
        attributes = f'x="{number(x)}" y="{number(y)}" font-size="{number(self.size)}" fill="{self.fill}"'
        if anchor != "start":
            attributes += f' text-anchor="{anchor}"'
        if self.weight != "normal":
            attributes += f' font-weight="{self.weight}"'
        if self.italic:
            attributes += ' font-style="italic"'
        if self.spacing:
            attributes += f' letter-spacing="{number(self.spacing)}"'
        if turn:
            attributes += f' transform="rotate({number(turn)} {number(x)} {number(y)})"'
        return f"<text {attributes}>{escape(text)}</text>"


def with_halo(texts: str, attributes: str, color: str, width: float, opacity: float = 1.0) -> str:
    """A group of texts on a rim of one colour: a second copy, stroked, below, as few programs know ``paint-order``.

    The id of the group depends on what it contains, so that equal groups of a page may share it.
    """
    name = f"text-{blake2b(f'{attributes}{texts}'.encode(), digest_size=6).hexdigest()}"
    rim = f'stroke="{color}" stroke-width="{number(width)}" stroke-opacity="{opacity:g}" stroke-linejoin="round"'
    return f'<use href="#{name}" {rim} aria-hidden="true"/><g {attributes} id="{name}">{texts}</g>'


@frozen
class WrittenName:
    """A name as it is written: its style, the point of its start, middle or end (``anchor``), and its rotation.

    ``boxes`` are what it covers, ``of`` the point it names (None for a name along a line), and ``room`` the half width
    and half height of what lies at that point. ``drop`` moves the name at right angles to a rotated line.
    """

    text: str
    style: Style
    at: Point
    boxes: tuple[Box, ...]
    anchor: str = "start"
    turn: float = 0.0
    drop: float = 0.0
    of: Point | None = None
    room: tuple[float, float] = (0.0, 0.0)
    level: bool = True

    @property
    def svg(self) -> str:
        """The name as a text element; ``data-of`` has the point it names and the room to leave there."""
        svg = self.style.write(self.text, *self.at, self.anchor, self.turn)
        if self.of is not None:
            point_and_room = " ".join(number(part) for part in (*self.of, *self.room))
            return svg.replace("<text ", f'<text data-of="{point_and_room}" ', 1)
        return svg.replace("<text ", f'<text dy="{number(self.drop)}" ', 1) if self.drop else svg


INK_STEP = 7.0
"""The distance between the points of a line that a name should leave visible."""


@frozen
class Placer:
    """What the picture holds so far: boxes that must not be covered, and points of lines that should stay visible.

    Both are stored by cell of a grid, so that only near ones are examined.
    """

    width: float
    height: float
    ink: dict[tuple[int, int], list[Point]] = field(factory=dict)
    _boxes: dict[tuple[int, int], list[Box]] = field(factory=dict)

    def copy(self) -> Placer:
        """A copy; changes to it do not change this one."""
        return Placer(self.width, self.height, self.ink, {cell: list(boxes) for cell, boxes in self._boxes.items()})

    def draw(self, points: Iterable[Point]) -> None:
        """Note that there is something to see at these points."""
        for x, y in points:
            self.ink.setdefault((int(x // UNIT), int(y // UNIT)), []).append((x, y))

    def draw_line(self, points: Sequence[Point]) -> None:
        """Note that a line runs from each of these points to the next."""
        for (x_a, y_a), (x_b, y_b) in pairwise(points):
            count = max(1, round(dist((x_a, y_a), (x_b, y_b)) / INK_STEP))
            self.draw((x_a + (x_b - x_a) * step / count, y_a + (y_b - y_a) * step / count) for step in range(count))
        self.draw(points[-1:])

    def take(self, box: Box) -> None:
        """Note that something lies in a box: left, top, right, bottom."""
        for cell in _cells_of_box(box):
            self._boxes.setdefault(cell, []).append(box)

    @property
    def boxes(self) -> list[Box]:
        """The boxes in which something lies, each once."""
        return list(dict.fromkeys(box for boxes in self._boxes.values() for box in boxes))

    def covers(self, box: Box) -> bool:
        """Whether anything lies in a box."""
        left, top, right, bottom = box
        return any(
            x0 < right and x1 > left and y0 < bottom and y1 > top
            for cell in _cells_of_box(box)
            for x0, y0, x1, y1 in self._boxes.get(cell, ())
        )

    def cost(self, box: Box) -> float:
        """The cost of writing in a box: 100 and more for another name, 1 for each point of a line."""
        left, top, right, bottom = box
        overhang = max(-left, -top, right - self.width, bottom - self.height, 0.0)
        cost = 300.0 + overhang if overhang > 0 else 0.0
        nearby_boxes: set[Box] = set()
        for cell in _cells_of_box(box):
            nearby_boxes.update(self._boxes.get(cell, ()))
            for x, y in self.ink.get(cell, ()):
                cost += left < x < right and top < y < bottom
        for x0, y0, x1, y1 in nearby_boxes:
            if x0 < right and x1 > left and y0 < bottom and y1 > top:
                cost += 100 + (min(right, x1) - max(left, x0)) * (min(bottom, y1) - max(top, y0))
        return cost

    def place_beside(
        self,
        text: str,
        point: Point,
        room: tuple[float, float],
        style: Style,
        limit: float = 1e9,
        *,
        level: bool = True,
    ) -> WrittenName | None:
        """The text beside, above or below a point, outside `room`: half width and half height of what lies there.

        Beside the point at the same height only if `level` is true.

        The position with the least `cost` is taken; None if each costs more than `limit`.
        """
        wide, high = text_width(text, style.size, style.spacing), style.size
        best_place: tuple[float, str, float, float, Box] | None = None
        for rank, (side, rise, box) in enumerate(ways_beside(point, (wide, high), room)):
            if not (rise or level):
                continue
            cost = self.cost(box) + rank * 0.4 + (0 if rise else 5)  # beside it is where a neighbour's token stands
            if best_place is None or cost < best_place[0]:
                anchor, from_left = ANCHORS[side]
                best_place = cost, anchor, box[0] + from_left * wide, (box[1] + box[3]) / 2, box
        if best_place is None or best_place[0] > limit:
            return None
        self.take(best_place[4])
        position = best_place[2], best_place[3] + high * 0.33
        return WrittenName(text, style, position, (best_place[4],), best_place[1], of=point, room=room, level=level)

    def place_along(
        self, text: str, line: Sequence[Point], offset: float, style: Style, limit: float = 1e9
    ) -> WrittenName | None:
        """The text beside a line where the line is straight and the map empty; None if it costs more than `limit`."""
        lengths = list(accumulate((dist(a, b) for a, b in pairwise(line)), initial=0.0))
        wide = text_width(text, style.size, style.spacing)
        best_place: tuple[float, Point, float, list[Box]] | None = None
        for start_index, start in enumerate(line):
            end_index = next(
                (
                    later
                    for later in range(start_index + 1, len(line))
                    if lengths[later] - lengths[start_index] >= wide * 1.1
                ),
                None,
            )
            if end_index is None:
                break
            end = line[end_index]
            (x0, y0), (x1, y1) = (start, end) if start[0] <= end[0] else (end, start)
            chord = dist(start, end)
            if chord < wide:
                continue
            bend = 1 - chord / (lengths[end_index] - lengths[start_index])
            for side in (-1, 1):
                side_step = ((y0 - y1) / chord * offset * side, (x1 - x0) / chord * offset * side)
                middle_point = (x0 + x1) / 2 + side_step[0], (y0 + y1) / 2 + side_step[1]
                boxes = _along_boxes(middle_point, (x1 - x0) / chord, (y1 - y0) / chord, wide, style.size)
                least_cost, cost = best_place[0] if best_place is not None else limit + 1, 60 * bend + (side > 0)
                for box in boxes:
                    cost += self.cost(box)
                    if cost >= least_cost:
                        break
                else:
                    best_place = cost, middle_point, degrees(atan2(y1 - y0, x1 - x0)), boxes
        if best_place is None or best_place[0] > limit:
            return None
        for box in best_place[3]:
            self.take(box)
        # The baseline lies a third of the letters' height below their middle, along the turned text.
        return WrittenName(text, style, best_place[1], tuple(best_place[3]), "middle", best_place[2], style.size * 0.33)


def ways_beside(point: Point, size: tuple[float, float], room: tuple[float, float]) -> Iterator[tuple[int, int, Box]]:
    """The possible boxes of a text around a point, each with its side: -1, 0 or 1 across, and the same up and down."""
    (x, y), (width, height) = point, size
    for side, rise in _DIRECTIONS:
        left = x - width / 2
        if side:
            gap = room[0] if not rise else min(room[0], 2.0)
            left = x + gap if side > 0 else x - gap - width
        middle_y = y + rise * (room[1] + height * 0.4)
        yield side, rise, (left, middle_y - height * 0.45, left + width, middle_y + height * 0.45)


def _cells_of_box(box: Box) -> Iterator[tuple[int, int]]:
    """The cells of the grid that a box lies in."""
    left, top, right, bottom = (int(side // UNIT) for side in box)
    return ((col, row) for col in range(left, right + 1) for row in range(top, bottom + 1))


def _along_boxes(middle_point: Point, dx: float, dy: float, width: float, height: float) -> list[Box]:
    """Small boxes that together cover a turned text."""
    count = max(2, int(width / height) + 1)
    boxes = []
    for box_number in range(count):
        along_distance = width * (box_number / (count - 1) - 0.5)
        x, y = middle_point[0] + dx * along_distance, middle_point[1] + dy * along_distance
        boxes.append((x - height / 2, y - height / 2, x + height / 2, y + height / 2))
    return boxes


RINGS = 18
"""The greatest number of steps by which a name is moved."""
STEP = 7.0
"""The length of a step in drawing units."""
FAR = 2 * STEP
"""From this distance on, a line leads from the name to its place."""
TOUCH = 1.0
"""The overlap allowed between a counter and the box of a name, whose letters are smaller than the box."""


@frozen
class RearrangedNames:
    """The names that stay where they are on the sheet, and those that moved, with lines from some to their places."""

    unmoved_names: tuple[WrittenName, ...] = ()
    moved_names: tuple[WrittenName, ...] = ()
    lines: str = ""


def move_names_off_counters(names: Sequence[WrittenName], counters: Iterable[Box], sheet: Placer) -> RearrangedNames:
    """The names, moved so that no counter covers one that names a point, as far as there is room."""
    counter_placer = Placer(sheet.width, sheet.height)
    for left, top, right, bottom in counters:
        counter_placer.take((left + TOUCH, top + TOUCH, right - TOUCH, bottom - TOUCH))
    covered_names = [
        name for name in names if name.of is not None and any(counter_placer.covers(box) for box in name.boxes)
    ]
    if not covered_names:
        return RearrangedNames(tuple(names))
    unmoved_names = tuple(name for name in names if name not in covered_names)
    for name in unmoved_names:
        for box in name.boxes:
            counter_placer.take(box)
    placements = [_move_name(name, sheet, counter_placer) for name in covered_names]
    return RearrangedNames(
        unmoved_names, tuple(name for name, _ in placements), "".join(line for _, line in placements)
    )


def _move_name(name: WrittenName, sheet: Placer, counter_placer: Placer) -> tuple[WrittenName, str]:
    """A name where it covers least, the nearest such place, and the line to what it names if it needs one."""
    best_spot: tuple[float, float, str, Box] | None = None
    for cost, distance, anchor, box in _places_for_name(name):
        if best_spot is not None and cost >= best_spot[0]:
            break  # what follows is farther off
        cost += 3 * counter_placer.cost(box)
        if best_spot is None or cost < best_spot[0]:
            cost += 0.2 * sheet.cost(box)
            if best_spot is None or cost < best_spot[0]:
                best_spot = cost, distance, anchor, box
    if best_spot is None or name.of is None:
        return name, ""
    _, distance, anchor, box = best_spot
    counter_placer.take(box)
    left, top, right, bottom = box
    x = left + dict(ANCHORS)[anchor] * (right - left)
    moved_name = evolve(name, at=(x, (top + bottom) / 2 + name.style.size * 0.33), boxes=(box,), anchor=anchor)
    return moved_name, _leader_line(name.of, box, name.style.fill) if distance >= FAR else ""


def _places_for_name(name: WrittenName) -> Iterator[tuple[float, float, str, Box]]:
    """Where a name may stand, the nearest first: what the way costs, how far it is, the anchor and the box."""
    assert name.of is not None
    style = name.style
    size = text_width(name.text, style.size, style.spacing), style.size
    for ring in range(RINGS):
        distance = ring * STEP
        room = name.room[0] + distance, name.room[1] + distance
        for rank, (side, _, box) in enumerate(ways_beside(name.of, size, room)):
            yield 4.0 * ring + 0.4 * rank, distance, ANCHORS[side][0], box


def _leader_line(point: Point, box: Box, color: str) -> str:
    """A fine line from a point to the nearest side of a box."""
    left, top, right, bottom = box
    end = min(max(point[0], left), right), min(max(point[1], top), bottom)
    return (
        f'<path d="M{at(point)}L{at(end)}" fill="none" stroke="{color}" stroke-width="{number(0.8)}" '
        'stroke-dasharray="2 1.5"/>'
    )
