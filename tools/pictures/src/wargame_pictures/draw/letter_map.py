"""A map in letters: spaces with what stands on them, roads between them, rivers along their edges, names of places.

It needs only the map and a few letters for each space, so it works for every game.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import dropwhile
from typing import Literal

from attrs import field, frozen

from wargame_core.maps.features import Edge, NamedPlace, Point
from wargame_core.maps.legend import is_water, place_drawn_as, road_class, terrain_drawn_as
from wargame_core.maps.map import UNIT, Map, centre
from wargame_pictures.draw.letters import Canvas, Cell, Ink, Run, runs_of

Shape = Literal["square", "pointed", "flat"]
"""Squares, hexes with a corner on top (they stand in rows), hexes with a flat top (they stand in columns)."""

NARROWEST: dict[Shape, int] = {"square": 6, "pointed": 6, "flat": 8}
WIDEST = 12
HIGH: dict[Shape, int] = {"square": 2, "pointed": 2, "flat": 4}
"""By shape, the lines from a space to the next one below it; rows of pointed hexes overlap by half."""
MEDIUM = 4
"""The least width of a space with roads and rivers at its edges."""
NO_LIMIT = 10**6
HEAD = 4
"""The number of columns for the names of rows on each side."""


@frozen
class LetterSpots:
    """The column and line of the centre of each space; neighbours are ``wide`` columns and ``high`` lines apart."""

    shape: Shape
    wide: int
    high: int
    spots: tuple[tuple[int, int], ...]

    @property
    def half(self) -> int:
        """Columns from the middle of a space to its edge."""
        return self.wide // 2

    @property
    def close(self) -> bool:
        """Whether there is room for the number of an empty hex, and for words below it."""
        return self.wide >= NARROWEST[self.shape]

    @property
    def has_details(self) -> bool:
        """Whether there is room for roads, rivers and names between the spaces."""
        return self.wide >= MEDIUM and self.high > 1

    def x_of(self, place: float) -> int:
        """The column of a point that lies ``place`` widths of a space from the left edge of the map."""
        return round(place * self.wide)


@lru_cache(maxsize=8)
def make_grid(game_map: Map, columns: int, lines: int = 0, *, overview: bool = False) -> LetterSpots:
    """The grid of a map: spaces as wide as possible if the whole map fits, else as narrow as can be read.

    For an ``overview`` spaces whose map is too large are narrower, with lines between them if that fits into ``lines``,
    or else without.
    """
    shape = game_map.grid.shape
    points = [centre(game_map, space) for space in range(game_map.size)]
    columns_used = sorted({round(x, 1) for x, _ in points})
    count = len(columns_used) if shape == "flat" else round(max(x for x, _ in points) / UNIT + 0.5)
    has_headings = bool(game_map.grid.margins()[0])
    fitting_width = (columns - 2 * HEAD if has_headings else columns) // count
    smallest_grid = _spots(
        shape, points, max(NARROWEST[shape], min(WIDEST, fitting_width - fitting_width % 2)), HIGH[shape]
    )
    if not overview:
        return smallest_grid
    medium_grid = _spots(shape, points, MEDIUM, HIGH["square"])
    for grid in (smallest_grid, medium_grid):
        if grid.wide <= fitting_width and max(y for _, y in grid.spots) + grid.high + 2 * has_headings <= lines:
            return grid
    return _spots(shape, points, 2 if fitting_width < MEDIUM else MEDIUM, 2 if shape == "flat" else 1)


def _spots(shape: Shape, points: list[Point], width: int, height: int) -> LetterSpots:
    """The centres of spaces so many columns wide and lines high."""
    column_numbers = {x: number for number, x in enumerate(sorted({round(x, 1) for x, _ in points}))}
    row_numbers = {y: number for number, y in enumerate(sorted({round(y, 1) for _, y in points}))}
    spots = (
        (column_numbers[round(x, 1)] * width + width // 2, round(y / UNIT * height))
        if shape == "flat"
        else (round(x / UNIT * width), row_numbers[round(y, 1)] * height)
        for x, y in points
    )
    return LetterSpots(shape, width, height, tuple(spots))


@frozen
class Window:
    """The part of the sheet that is shown, both ends included, and the spaces in it."""

    left: int
    right: int
    top: int
    bottom: int
    spaces: tuple[int, ...]


def make_window(grid: LetterSpots, focus: Collection[int], columns: int, lines: int) -> Window:
    """A window of ``columns`` by ``lines`` around the ``focus`` that stays on the map.

    A focus wider than the window is cut off equally on both sides.
    """
    focus_spots = [grid.spots[space] for space in focus] or list(grid.spots)
    xs, ys = [x for x, _ in grid.spots], [y for _, y in grid.spots]
    left, right = _visible_span([x for x, _ in focus_spots], min(xs), max(xs), grid.half, columns, grid.wide)
    top, bottom = _visible_span([y for _, y in focus_spots], min(ys), max(ys), grid.high // 2, lines, grid.high)
    visible_spaces = tuple(space for space, (x, y) in enumerate(grid.spots) if left < x < right and top <= y <= bottom)
    return Window(left, right, top, bottom, visible_spaces)


def _visible_span(positions: list[int], first: int, last: int, edge: int, room: int, step: int) -> tuple[int, int]:
    """The first and last column (or line) shown: all of them, or as many whole spaces as there is room for."""
    first, last = first - edge, last + edge
    if last - first < room:
        return first, last
    visible_length = (room - 1) // step * step
    spread = max(positions) - min(positions)
    middle = (
        (min(positions) + max(positions)) // 2 if spread < visible_length else sorted(positions)[len(positions) // 2]
    )
    start = first + max(0, (middle - visible_length // 2 - first) // step * step)
    start = min(start, first + -(-(last - first - visible_length) // step) * step)
    return start, min(last, start + visible_length)


ROADS: Mapping[str, str] = {"pike": "═║⫽⑊", "road": "─│╱╲", "trail": "┄┆⋰⋱", "rail": "┼┼┼┼"}
"""By class of road, the letters for lines across, down, down to the left and down to the right."""
BRIDGES = "=‖⫽⑊"
RIVER, CREEK, RIDGE, RUIN = "≈", "~", "^", "x"
GLYPHS = {"": "·", "clear": "·", "rolling": ",", "rough": "%", "woods": "♣", "hill": "∩", "mountain": "▲"}
GLYPHS |= {"swamp": '"', "water": "░", "town": "o", "city": "O", "village": "o"}

WORDS = {"clear": "", "town": "", "city": "", "mountain": "mount"}
"""By terrain, what its hexes are called where that is not the name of the terrain."""


@frozen(kw_only=True)
class Contents:
    """What is on a map now, by space: letters of the stack with their ink, the cost to go there, the ground."""

    stacks: Mapping[int, Run] = field(factory=dict)
    reach: Mapping[int, str] = field(factory=dict)
    ground: Mapping[int, str] = field(factory=dict)
    """Words for the ground of a space that the map itself does not contain (works, a bridge)."""
    destroyed_crossings: Collection[str] = ()


@frozen
class LetterMap:
    """A part of a map in letters, and the spaces in it.

    Attributes:
        cells: its lines, all of one length; each cell has the id of the space that it lies in.
        spaces: the spaces in it.
        origin: the column and line of the whole drawing at which it begins.
        size: the columns and lines of the whole drawing.
    """

    cells: tuple[tuple[Cell, ...], ...]
    spaces: tuple[int, ...]
    origin: tuple[int, int]
    size: tuple[int, int]

    @property
    def lines(self) -> tuple[tuple[Run, ...], ...]:
        """The lines as runs of one ink, from the first that is not blank on."""
        return tuple(dropwhile(lambda line: not line, map(runs_of, self.cells)))

    def text(self) -> str:
        """The lines as plain text."""
        return "\n".join("".join(text for text, _ in line) for line in self.lines)


def letter_map(
    game_map: Map,
    contents: Contents,
    *,
    focus: Collection[int] = (),
    columns: int = 79,
    lines: int = 28,
    overview: bool = False,
) -> LetterMap:
    """The part of a map around the spaces of ``focus`` that fits into ``columns`` and ``lines``, or the whole map.

    The map is drawn whole and the part is cut out of it, so that a larger part shows all that a smaller one shows. An
    ``overview`` is the whole map at the largest scale that fits, if need be with a letter or a few for each space and
    no roads, rivers and names.
    """
    grid = make_grid(game_map, columns, lines, overview=overview)
    sheet = make_window(grid, (), NO_LIMIT, NO_LIMIT)
    canvas = Canvas()
    _draw_sheet(canvas, game_map, grid, sheet, contents)
    heading_width = HEAD if game_map.grid.margins()[0] else 0
    heading_height = 1 if heading_width else 0
    window = sheet if overview else make_window(grid, focus, columns - 2 * heading_width, lines - 2 * heading_height)
    visible_canvas = canvas.part(window.left, window.right, window.top, window.bottom)
    if heading_width:
        _draw_heads(visible_canvas, game_map, grid, window, label_step=1 if grid.has_details else 5)
    cells = visible_canvas.cells(
        window.left - heading_width,
        window.right + heading_width,
        window.top - heading_height,
        window.bottom + heading_height,
    )
    return LetterMap(
        _belonging(cells, game_map, grid, window, (window.left - heading_width, window.top - heading_height)),
        window.spaces,
        (window.left - sheet.left, window.top - sheet.top),
        (sheet.right - sheet.left + 1 + 2 * heading_width, sheet.bottom - sheet.top + 1 + 2 * heading_height),
    )


@lru_cache(maxsize=8)
def _nearest_spaces(game_map: Map, grid: LetterSpots, window: Window) -> Mapping[tuple[int, int], tuple[float, str]]:
    """By column and line, how near the nearest space of the window is, and its id."""
    nearest_spaces: dict[tuple[int, int], tuple[float, str]] = {}
    column_offsets, line_offsets = range(-grid.half, grid.half + 1), range(-(grid.high // 2), grid.high // 2 + 1)
    offsets = [(dx, dy, (dx / grid.wide) ** 2 + (dy / grid.high) ** 2) for dx in column_offsets for dy in line_offsets]
    for space, (x, y) in enumerate(grid.spots):
        is_near = window.left - grid.half <= x <= window.right + grid.half
        if is_near and window.top - grid.high <= y <= window.bottom + grid.high:
            name = game_map.coordinates(space)
            for dx, dy, distance in offsets:
                nearest_spaces[x + dx, y + dy] = min(
                    (distance, name), nearest_spaces.get((x + dx, y + dy), (distance, name))
                )
    return nearest_spaces


def _belonging(
    cells: tuple[tuple[Cell, ...], ...], game_map: Map, grid: LetterSpots, window: Window, corner: tuple[int, int]
) -> tuple[tuple[Cell, ...], ...]:
    """The cells, each with the id of the space that it was written for, or else of the one in whose area it lies.

    The centre of a space belongs to it, even where the name of another one runs over it.
    """
    nearest_spaces = _nearest_spaces(game_map, grid, window)
    left, top = corner

    def owner(x: int, y: int, written_for: str) -> str:
        if not (window.left <= x <= window.right and window.top <= y <= window.bottom):
            return ""
        space_distance, name = nearest_spaces.get((x, y), (1.0, ""))
        return name if not space_distance else written_for or name

    return tuple(
        tuple((letter, ink, owner(left + column, top + line, space)) for column, (letter, ink, space) in enumerate(row))
        for line, row in enumerate(cells)
    )


def _draw_sheet(canvas: Canvas, game_map: Map, grid: LetterSpots, sheet: Window, contents: Contents) -> None:
    """The whole map: ways and rivers, then spaces with what is in them, then names where there is room."""
    network = game_map.grid.drawn_as_network
    if grid.has_details and not network:
        _draw_edges(canvas, game_map, grid, sheet, contents)
    for space in sheet.spaces:
        _draw_space(canvas, game_map, grid, space, contents)
    if grid.has_details:
        _draw_names(canvas, game_map, grid, sheet, contents)
    if grid.has_details and network:
        _draw_joins(canvas, game_map, grid, sheet)


def _draw_edges(canvas: Canvas, game_map: Map, grid: LetterSpots, window: Window, contents: Contents) -> None:
    visible_spaces = set(window.spaces)
    roads: dict[Edge, str] = {}
    for road in game_map.roads:
        for edge in road.edges:
            style = road_class(road.kind)
            if edge not in roads or list(ROADS).index(style) < list(ROADS).index(roads[edge]):
                roads[edge] = style
    barriers = {edge for barrier in game_map.barriers for edge in barrier.edges}
    for edge in sorted(barriers | set(roads)):
        if visible_spaces.intersection(edge):
            _draw_barrier(canvas, game_map, grid, edge, contents.destroyed_crossings)
            if edge in roads:
                _draw_road(canvas, game_map, grid, edge, roads[edge], contents.destroyed_crossings)


def _draw_joins(canvas: Canvas, game_map: Map, grid: LetterSpots, window: Window) -> None:
    """Dots from each area to those it is joined to, where nothing is written."""
    visible_spaces = set(window.spaces)
    for a, b in sorted(game_map.links):
        (x, y), (to_x, to_y) = grid.spots[a], grid.spots[b]
        steps = max(abs(to_x - x) // 2, abs(to_y - y))
        for step in range(1, steps) if visible_spaces.issuperset((a, b)) else ():
            column, line = x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps)
            if canvas.is_free(column - 1, line, 3, replaceable=(Ink.GROUND, Ink.ROAD)):
                canvas.write(column, line, "·", Ink.ROAD)


def _draw_barrier(
    canvas: Canvas, game_map: Map, grid: LetterSpots, edge: Edge, destroyed_crossings: Collection[str]
) -> None:
    (x, y), direction = _spot_between(grid, edge)
    barriers = sorted(game_map.barriers_at(edge), key=lambda barrier: not barrier.bars)
    if not barriers:
        return
    barrier = barriers[0]
    ridge = not is_water(barrier)
    glyph = RIDGE if ridge else RIVER if barrier.bars else CREEK
    glyph_count = (
        1 if direction == 0 else grid.wide - 1 if direction == 1 and grid.shape == "square" else 3 if grid.close else 1
    )
    canvas.centre(x, y, glyph * glyph_count, Ink.RIDGE if ridge else Ink.WATER)
    crossing = game_map.crossing_at(edge)
    if crossing is not None:
        is_destroyed = crossing.id in destroyed_crossings
        canvas.write(x, y, RUIN if is_destroyed else BRIDGES[direction], Ink.RUIN if is_destroyed else Ink.ROAD)


def _draw_road(
    canvas: Canvas, game_map: Map, grid: LetterSpots, edge: Edge, style: str, destroyed_crossings: Collection[str]
) -> None:
    (x, y), direction = _spot_between(grid, edge)
    crossing = game_map.crossing_at(edge)
    glyph = ROADS[style][direction]
    if direction == 0:
        canvas.centre(x, y, glyph * (grid.wide - 1), Ink.ROAD)
    elif crossing is None:
        canvas.write(x, y, glyph, Ink.ROAD)
    if crossing is not None:
        _draw_barrier(canvas, game_map, grid, edge, destroyed_crossings)


def _spot_between(grid: LetterSpots, edge: Edge) -> tuple[tuple[int, int], int]:
    """The spot between two spaces, and how a way between them runs: an index into the letters of `ROADS`."""
    (x0, y0), (x1, y1) = sorted((grid.spots[edge[0]], grid.spots[edge[1]]), key=lambda spot: (spot[1], spot[0]))
    direction = 0 if y0 == y1 else 1 if x0 == x1 else 2 if x1 < x0 else 3
    return ((x0 + x1) // 2, (y0 + y1) // 2), direction


def _draw_space(canvas: Canvas, game_map: Map, grid: LetterSpots, space: int, contents: Contents) -> None:
    (x, y), name = grid.spots[space], game_map.coordinates(space)
    cost, stack = contents.reach.get(space), contents.stacks.get(space)
    if stack is not None:
        canvas.centre(x, y, stack[0][: max(1, grid.wide - 1)], stack[1], name)
    if cost is not None and grid.close:
        canvas.centre(x, y if stack is None else y + 1, f"({cost})", Ink.REACH, name)
        if grid.shape == "flat" and stack is None:
            canvas.centre(x, y - 1, name, Ink.NAME, name)
    elif cost is not None and stack is None:
        canvas.write(x, y, "*", Ink.REACH, name)
    elif stack is None and (grid.shape == "square" or not grid.close):
        place = game_map.place_at(space)
        kind = "" if place is None else "city" if place_drawn_as(place.kind) == "city" else "town"
        canvas.write(
            x, y, GLYPHS[kind] if place else _glyph_of_space(game_map, space), Ink.PLACE if place else Ink.GROUND, name
        )
    elif stack is None:
        canvas.centre(x, y, name, Ink.NAME, name)
    elif grid.close and grid.shape == "flat":
        canvas.centre(x, y - 1, name, Ink.NAME, name)


def _glyph_of_space(game_map: Map, space: int) -> str:
    kind = game_map.terrain[space] if game_map.terrain else ""
    return GLYPHS.get(terrain_drawn_as(kind), kind[:1])


def _draw_names(canvas: Canvas, game_map: Map, grid: LetterSpots, window: Window, contents: Contents) -> None:
    """Names of places where there is room, cut if need be; then words for the ground in the hexes that have none."""
    visible_spaces = set(window.spaces)
    places = {place.space: place for place in reversed(game_map.places)}
    for space in sorted(visible_spaces & set(places), key=lambda space: places[space].kind != "city"):
        _draw_name(canvas, grid, window, places[space], game_map.coordinates(space))
    if grid.shape == "square" or not grid.close:
        return
    for space in sorted(visible_spaces):
        kind = game_map.terrain[space] if game_map.terrain else ""
        word = contents.ground.get(space, WORDS.get(kind, kind))[: grid.wide - 1]
        x, y = grid.spots[space]
        if word and canvas.is_free(x - len(word) // 2, y + 1, len(word)):
            canvas.centre(x, y + 1, word, Ink.GROUND, game_map.coordinates(space), is_whole=True)


def _draw_name(canvas: Canvas, grid: LetterSpots, window: Window, place: NamedPlace, space: str) -> None:
    x, y = grid.spots[place.space]
    for length in (len(place.name), *range(min(len(place.name) - 1, grid.wide - 1), 2, -1)):
        name = place.name if length == len(place.name) else place.name[:length]
        for start, line in _rooms_for_name(grid, x, y, length):
            is_visible = (
                window.left <= start and start + length - 1 <= window.right and window.top <= line <= window.bottom
            )
            if is_visible and canvas.is_free(start - 1, line, length + 2):
                canvas.write(start, line, name, Ink.PLACE, space, is_whole=True)
                return
    name = place.name[: grid.wide - 1]  # of a city as much as fits over the road below or above it
    for line in (y + 1, y - 1) if place_drawn_as(place.kind) == "city" and grid.shape == "square" else ():
        if canvas.is_free(x - len(name) // 2, line, len(name), replaceable=(Ink.GROUND, Ink.ROAD)):
            canvas.centre(x, line, name, Ink.PLACE, space, is_whole=True)
            return


def _rooms_for_name(grid: LetterSpots, x: int, y: int, length: int) -> Iterator[tuple[int, int]]:
    """Where a name may begin, best first: below its place and beside a road that runs down, then above, then beside."""
    if grid.shape != "square":
        yield x - length // 2, y + 1
        return
    for line in (y + 1, y - 1):
        yield x - min(1, length // 2), line
        yield x + 1, line
        yield x - length, line
    yield x + 2, y
    yield x - 1 - length, y


def _draw_heads(canvas: Canvas, game_map: Map, grid: LetterSpots, window: Window, *, label_step: int) -> None:
    """Names of rows on both sides, names of columns (every fifth, say) above and below."""
    columns, rows = game_map.grid.margins()
    for place, name in columns[::label_step]:
        x = grid.x_of(place)
        if window.left < x < window.right:
            for y in (window.top - 1, window.bottom + 1):
                canvas.centre(x, y, name, Ink.NAME)
    lines = sorted({y for _, y in grid.spots})
    for (_, name), y in zip(sorted(rows), lines, strict=False):
        if window.top <= y <= window.bottom:
            canvas.write(window.left - HEAD, y, name.rjust(HEAD - 2), Ink.NAME)
            canvas.write(window.right + 1, y, f" {name}".ljust(HEAD), Ink.NAME)
