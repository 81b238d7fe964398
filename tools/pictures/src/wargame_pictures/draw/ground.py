"""The sheet under a picture, ready to draw: its art and the position of each space.

A map makes one (`map_ground`), and so does a game that is played on boxes. Coordinates are those of `Game.sheet`: the
upper left corner of the map is 0, 0. Seen from the opposite side (``turned``) every point (x, y) is at (width - x,
height - y), and all text is upright again.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from attrs import define, evolve, field, frozen

from wargame_core.errors import UnknownName
from wargame_core.maps.features import Point
from wargame_core.maps.grid import Grid, Labels
from wargame_core.maps.map import Map, border, centre, corners, frame
from wargame_core.names import folded
from wargame_pictures.draw.cartouche import free_area, largest_free_box
from wargame_pictures.draw.labels import SERIF, Box, Style, text_width
from wargame_pictures.draw.map_sheet import NAMES, MapWriting, map_key, sheet, write_names
from wargame_pictures.draw.shapes import COLOR, at, colors_of, number, stroke, with_title
from wargame_pictures.draw.terrain import INK, NUMBERS, PAPER, ROAD, ROAD_EDGE, KeyItem, edge_of, prefix


@frozen(eq=False, slots=False)
class TurnedGrid(Grid):
    """A grid seen from the opposite side, for drawing only: the numbers of spaces and the order of corners differ."""

    grid: Grid

    @property
    def drawn_as_network(self) -> bool:
        return self.grid.drawn_as_network

    @property
    def size(self) -> int:
        return self.grid.size

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        return self.grid.neighbours

    def coordinates(self, space: int) -> str:
        return self.grid.coordinates(space)

    def read_coordinates(self, text: str) -> int | None:
        return self.grid.read_coordinates(text)

    @cached_property
    def extent(self) -> Point:
        return self.grid.extent

    def behind(self, a: int, b: int) -> Point:
        dx, dy = self.grid.behind(a, b)
        return -dx, -dy

    def outline(self, space: int) -> tuple[Point, ...]:
        width, height = self.extent
        return tuple((width - x, height - y) for x, y in self.grid.outline(space))

    def margins(self) -> tuple[Labels, Labels]:
        width, height = self.extent
        columns, rows = self.grid.margins()
        return [(width - x, name) for x, name in columns], [(height - y, name) for y, name in rows]


def turned_map(game_map: Map) -> Map:
    """The map seen from the opposite side."""
    return evolve(game_map, grid=TurnedGrid(game_map.grid))


@frozen
class Spot:
    """A space of the sheet: its printed id, its name in words, its centre, corners, terrain and place."""

    id: str
    title: str
    at: Point
    outline: tuple[Point, ...]
    kind: str = ""
    place: str = ""


@define(eq=False, frozen=True, slots=False)
class DrawnGround:
    """A sheet to draw on.

    ``art`` is its picture without margins; `art_with_text` puts the text of ``writing``, if any, into it; ``edge`` is
    the line around it, ``free`` a rectangle where nobody may go. ``crossings`` are the ends of the sides that
    crossings lie on, by their ids.
    """

    id: str
    title: str
    size: Point
    spots: tuple[Spot, ...]
    art: str
    edge: str = ""
    key: tuple[KeyItem, ...] = ()
    scale: tuple[float, str] | None = None
    columns: Sequence[tuple[float, str]] = ()
    rows: Sequence[tuple[float, str]] = ()
    crossings: Mapping[str, tuple[Point, Point]] = field(factory=dict)
    turned: bool = False
    writing: MapWriting | None = None
    free: Box | None = None

    _cache: dict[Hashable, tuple[str, frozenset[str]]] = field(factory=dict, init=False)

    def art_with_text(self, scale: float = 1.0, *, with_names: bool = True) -> str:
        """The art with its text, ``scale`` times as large; without ``with_names`` the placeholder for names stays."""
        if self.writing is None:
            return self.art
        svg = self.art.replace(NUMBERS, self.writing.numbers(scale))
        return svg.replace(NAMES, write_names(self.writing.names(scale))) if with_names else svg

    def enlarging(self, scale: float) -> str:
        """The style sheet with which a page enlarges the text; "" where there is no text."""
        map_writing = self.writing
        return "" if map_writing is None else self.cached(("enlarging", scale), lambda: map_writing.enlarging(scale))[0]

    def cached(self, key: Hashable, draw_ground: Callable[[], str]) -> tuple[str, frozenset[str]]:
        """A picture of this ground that never changes, with its colours; ``draw_ground`` is called only the first
        time."""
        if key not in self._cache:
            svg = draw_ground()
            self._cache[key] = svg, colors_of(svg)
        return self._cache[key]

    @cached_property
    def _spaces(self) -> Mapping[str, int]:
        return {spot.id: space for space, spot in enumerate(self.spots)}

    def space(self, place: str) -> int:
        """The number of the space with a printed id. Raises `UnknownName`."""
        if place not in self._spaces:
            raise UnknownName("space", place, self._spaces)
        return self._spaces[place]

    def space_of(self, words: str) -> int:
        """The number of the space that a person means by its id or the name of its place. Raises `UnknownName`."""
        search_text = folded(words)
        for space, spot in enumerate(self.spots):
            if search_text in (folded(spot.id), folded(spot.id.strip("()")), folded(spot.place)):
                return space
        raise UnknownName("space", words, [name for spot in self.spots for name in (spot.id, spot.place) if name])

    def crossing(self, crossing: str) -> tuple[Point, Point]:
        """The ends of the side that a crossing lies on. Raises `UnknownName`."""
        if crossing not in self.crossings:
            raise UnknownName("crossing", crossing, self.crossings)
        return self.crossings[crossing]


def map_ground(
    game_map: Map,
    turned: bool = False,
    *,
    art: Callable[[Map], str] | None = None,
    key: Iterable[KeyItem] = (),
) -> DrawnGround:
    """The sheet of a map, made once for each direction of view.

    ``art`` draws on top of the map what the map file does not contain; ``key`` explains it in the legend, and is read
    when the sheet is made.
    """

    def draw_ground() -> DrawnGround:
        visible_map = turned_map(game_map) if turned else game_map
        columns, rows = visible_map.grid.margins()
        svg, map_writing = sheet(visible_map)
        return DrawnGround(
            prefix(game_map) + ("-turned" if turned else ""),
            game_map.title,
            frame(visible_map),
            tuple(_spot(visible_map, space) for space in range(visible_map.size)),
            svg + (art(visible_map) if art is not None else ""),
            edge_of(visible_map),
            (*map_key(visible_map), *key),
            visible_map.scale,
            columns,
            rows,
            {crossing.id: border(visible_map, crossing.edge) for crossing in visible_map.crossings.values()},
            turned,
            map_writing,
            free_area(visible_map),
        )

    return game_map.cached(("ground", turned), draw_ground)


def _spot(game_map: Map, space: int) -> Spot:
    terrain = game_map.terrain[space] if game_map.terrain else ""
    place, coordinates = game_map.place_at(space), game_map.coordinates(space)
    words = [f"{place.name} {coordinates}" if place is not None and place.name != coordinates else coordinates]
    if terrain and terrain != "clear":
        words.append(terrain.replace("_", " "))
    return Spot(
        coordinates,
        ", ".join(words),
        centre(game_map, space),
        corners(game_map, space),
        terrain,
        place.name if place else "",
    )


NAME = Style(15, INK, "bold")
NOTE = Style(11, COLOR["note"], italic=True)


@frozen
class NamedBox:
    """A box of the sheet: its id, the name at its head, the note at its foot, its centre, its size and its colour."""

    id: str
    name: str
    at: Point
    size: Point
    color: str
    note: str = ""
    kind: str = ""
    head: str = ""
    """The colour behind its name; that of the box without it."""

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its four corners."""
        (x, y), (width, height) = self.at, self.size
        left, top, right, foot = x - width / 2, y - height / 2, x + width / 2, y + height / 2
        return (left, top), (right, top), (right, foot), (left, foot)


def box_ground(
    name: str,
    title: str,
    size: Point,
    boxes: Iterable[NamedBox],
    links: Iterable[tuple[str, str]] = (),
    key: Iterable[KeyItem] = (),
    is_turned: bool = False,
    scenery: str = "",
) -> DrawnGround:
    """The sheet of some boxes, with a line between those that are linked; the same again for the same boxes.

    ``scenery`` is SVG without text that lies under them, seen from the first seat's chair.
    """
    return _box_ground(name, title, size, tuple(boxes), tuple(links), tuple(key), is_turned, scenery)


@lru_cache(maxsize=32)
def _box_ground(
    name: str,
    title: str,
    size: Point,
    boxes: tuple[NamedBox, ...],
    links: tuple[tuple[str, str], ...],
    key: tuple[KeyItem, ...],
    is_turned: bool,
    scenery: str,
) -> DrawnGround:
    if is_turned:
        scenery = f'<g transform="rotate(180 {number(size[0] / 2)} {number(size[1] / 2)})">{scenery}</g>'
        boxes = tuple(evolve(box, at=(size[0] - box.at[0], size[1] - box.at[1])) for box in boxes)
    spots = tuple(Spot(box.id, box.name, box.at, box.outline, box.kind, box.name) for box in boxes)
    frame = f'<rect width="{number(size[0])}" height="{number(size[1])}" fill="none" stroke="{INK}" stroke-width="3"/>'
    place_of_box = {box.id: box.at for box in boxes}
    road_points = [
        _point_between(place_of_box[a], place_of_box[b], part_number / 24)
        for a, b in links
        for part_number in range(25)
    ]
    free_box = largest_free_box(
        size, [(*box.outline[0], *box.outline[2]) for box in boxes] + [(x, y, x, y) for x, y in road_points]
    )
    art = "".join(_box_art(boxes, links, size, scenery))
    return DrawnGround(name, title, size, spots, art, frame, key, turned=is_turned, free=free_box)


def _point_between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _box_art(boxes: Sequence[NamedBox], links: Iterable[tuple[str, str]], size: Point, scenery: str) -> Iterator[str]:
    yield f'<rect width="{number(size[0])}" height="{number(size[1])}" fill="{PAPER}"/>{scenery}'
    middles = {box.id: box.at for box in boxes}
    roads = ""
    for a, b in links:
        (x0, y0), (x1, y1) = sorted((middles[a], middles[b]))
        passes_box = y0 == y1 and any(x0 < x < x1 and y == y0 for x, y in middles.values())
        bend_y = 32 - y0 - 0.04 * (x1 - x0)  # over the boxes that lie between, within the sheet
        bend = f"Q{at(((x0 + x1) / 2, bend_y))} {at((x1, y1))}" if passes_box else f"L{at((x1, y1))}"
        roads += f"M{at((x0, y0))}{bend}"
    yield stroke(roads, ROAD_EDGE, 7) + stroke(roads, ROAD, 4.6)
    for box in boxes:
        (left, top), (width, height) = box.outline[0], box.size
        rectangle = f'x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}" rx="5"'
        shadow = f'<rect {rectangle} transform="translate(1.5 2.5)" fill="#000" fill-opacity=".2"/>'
        shape = f'<rect {rectangle} fill="{box.color}" stroke="{INK}" stroke-width="1.2"/>'
        corners_of_head = f"M{at((left, top + HEAD))}v{number(5 - HEAD)}q0 -5 5 -5h{number(width - 10)}q5 0 5 5V"
        head = f'<path d="{corners_of_head}{number(top + HEAD)}z" fill="{box.head or box.color}"/>'
        head += f'<path d="{corners_of_head}{number(top + HEAD)}z" fill="none" stroke="{INK}" stroke-width=".9"/>'
        note = NOTE.write(box.note, left + width - 7, top + height - 8, "end") if box.note else ""
        room = width - 14
        letter_size = min(NAME.size, NAME.size * room / (1.12 * text_width(box.name, NAME.size)))
        words = evolve(NAME, size=round(letter_size, 1)).write(box.name, left + 7, top + 17) + note
        svg = f'{shadow}{shape}{head}<g font-family="{SERIF}">{words}</g>'
        yield with_title(box.name, svg, kind="place", data_place=box.id)


HEAD = 25.0
"""The height of the line of a box that has its name."""
