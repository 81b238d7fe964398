"""A sheet of named boxes, for a game that is played on a set of places instead of a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from wargame_core.maps.features import Point
from wargame_pictures.draw.ground import DrawnGround, Spot
from wargame_pictures.draw.keys import KeyItem
from wargame_pictures.draw.labels import SERIF, Style, text_width
from wargame_pictures.draw.lines import INK, ROAD_EDGE
from wargame_pictures.draw.shapes import at, closed, number, stroke, titled

NAME = Style(15, INK, "bold")
NOTE = Style(11, "#5d5340", italic=True)


@frozen
class NamedBox:
    """A box of the sheet: its id, the name and the note printed in it, its centre, its size and its colour."""

    id: str
    name: str
    at: Point
    size: Point
    color: str
    note: str = ""
    kind: str = ""

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its four corners."""
        (x, y), (wide, high) = self.at, self.size
        left, top, right, foot = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        return (left, top), (right, top), (right, foot), (left, foot)


def box_ground(
    name: str,
    title: str,
    size: Point,
    boxes: Sequence[NamedBox],
    links: Iterable[tuple[str, str]] = (),
    key: Sequence[KeyItem] = (),
    turned: bool = False,
) -> DrawnGround:
    """The sheet of some boxes, with a line between those that are linked."""
    if turned:
        boxes = [
            NamedBox(b.id, b.name, (size[0] - b.at[0], size[1] - b.at[1]), b.size, b.color, b.note, b.kind)
            for b in boxes
        ]
    spots = tuple(Spot(box.id, box.name, box.at, box.outline, box.kind, box.name) for box in boxes)
    frame = f'<rect width="{number(size[0])}" height="{number(size[1])}" fill="none" stroke="{INK}" stroke-width="3"/>'
    return DrawnGround(name, title, size, spots, "".join(_art(boxes, links, size)), frame, tuple(key), turned=turned)


def _art(boxes: Sequence[NamedBox], links: Iterable[tuple[str, str]], size: Point) -> Iterator[str]:
    yield f'<rect width="{number(size[0])}" height="{number(size[1])}" fill="#f5eeda"/>'
    middles = {box.id: box.at for box in boxes}
    for a, b in links:
        (x0, y0), (x1, y1) = sorted((middles[a], middles[b]))
        between = y0 == y1 and any(x0 < x < x1 and y == y0 for x, y in middles.values())
        over = 32 - y0 - 0.04 * (x1 - x0)  # over the boxes that lie between, within the sheet
        bend = f"Q{at(((x0 + x1) / 2, over))} {at((x1, y1))}" if between else f"L{at((x1, y1))}"
        yield stroke(f"M{at((x0, y0))}{bend}", ROAD_EDGE, 4)
    for box in boxes:
        x, top = box.at[0], box.at[1] - box.size[1] / 2
        shape = f'<path d="{closed([box.outline])}" fill="{box.color}" stroke="{INK}" stroke-width="1.6"/>'
        letters = min(NAME.size, NAME.size * (box.size[0] - 8) / (1.1 * text_width(box.name, NAME.size)))
        words = evolve(NAME, size=round(letters, 1)).write(box.name, x, top + 18, "middle")
        words += NOTE.write(box.note, x, top + 31, "middle") if box.note else ""
        yield titled(box.name, f'{shape}<g font-family="{SERIF}">{words}</g>', kind="place", data_place=box.id)
