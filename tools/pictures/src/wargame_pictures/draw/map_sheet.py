"""The map sheet itself: terrain, water, hills, roads, crossings, towns and their names, drawn the same every time."""

from collections.abc import Collection, Iterable, Iterator
from html import escape
from itertools import pairwise
from math import atan2, degrees

from attrs import evolve, frozen

from wargame_core.maps.features import Crossing, NamedPlace
from wargame_core.maps.legend import is_water, place_drawn_as
from wargame_core.maps.map import Map, border, centre, corners, frame
from wargame_pictures.draw.cartouche import SMALL, free_area, scale_bar
from wargame_pictures.draw.labels import SERIF, Placer, Style, WrittenName, text_width, with_halo
from wargame_pictures.draw.relief import knoll
from wargame_pictures.draw.shapes import COLOR, as_id, at, for_browsers, middle, number, share_paths, stroke, with_title
from wargame_pictures.draw.terrain import (
    INK,
    MOST_MEADOW_SPACES,
    PAPER,
    ROAD,
    KeyItem,
    draw_ground,
    edge_lines,
    ground_key,
    prefix,
)

_CITY_STYLE = Style(17, INK, "bold")
_TOWN_STYLE = Style(13, INK, "bold")
_VILLAGE_STYLE = Style(11, COLOR["name"], italic=True)
_SPOT_STYLE = Style(9.5, COLOR["name"], italic=True)
_CROSSING_STYLE = Style(9.5, COLOR["crossing-name"], italic=True)
_GAP_STYLE = Style(10, COLOR["ridge-dark"], italic=True)
_RIVER_STYLE = Style(16, COLOR["river-name"], italic=True, spacing=3)
_STREAM_STYLE = Style(10.5, COLOR["stream-name"], italic=True, spacing=1)
_AREA_STYLE = Style(10.5, INK, "bold")
_NUMBER_SIZE = 6.5

SHORT = 3
"""Ids of spaces with at most this many letters are kept free of names; longer ones would leave no room for names."""

SPOTS = frozenset({"hill", "landmark", "area"})
"""Kinds of places with a small mark or, for an area, none."""

TOKEN_ROOM = (21.0, 13.5)
"""Half the width and height of a token at a place, which its name must not cover."""

AREA_ROOM = (21.0, 16.0)
"""The same for a name without a mark, written above or below its space."""

NETWORK_ROOM = (21.0, 22.0)
"""The same for the name of an area that is drawn as a circle."""


@frozen(eq=False)
class MapWriting:
    """The text of a map. ``placer`` holds what is drawn on the sheet, which names must not cover."""

    game_map: Map
    placer: Placer

    def numbers(self, scale: float = 1.0) -> str:
        """The printed id at the top of each space, for maps without labels of rows and columns, as SVG."""
        if any(self.game_map.grid.margins()):
            return ""
        texts = []
        for space in range(self.game_map.size):
            x, y = centre(self.game_map, space)
            texts.append(
                f'<text x="{number(x)}" y="{number((top_of(self.game_map, space) + y) / 2 - 1)}">'
                f"{escape(self.game_map.coordinates(space))}</text>"
            )
        size = number(_NUMBER_SIZE * scale)
        quiet = ' fill-opacity=".7"' if self.game_map.size > MOST_MEADOW_SPACES else ""
        letters = f'class="{WRITING}" font-size="{size}" text-anchor="middle" fill="{COLOR["number"]}"{quiet}'
        return with_halo("".join(texts), letters, PAPER, 1.6, 0.6)

    def names(self, scale: float = 1.0) -> tuple[WrittenName, ...]:
        """The names of the map, placed so that they cover neither each other nor much of the drawing."""
        return self.game_map.cached(
            ("names", scale), lambda: tuple(filter(None, _names(self.game_map, self.placer.copy(), scale)))
        )

    def enlarging(self, scale: float = 1.0) -> str:
        """The style sheet with which a page enlarges the text, which is already drawn ``scale`` times as large."""
        sizes = sorted({name.style.size for name in self.names(scale)} | {round(_NUMBER_SIZE * scale, 2)})
        rules = "".join(
            f'.{WRITING} [font-size="{number(size)}"],.{WRITING}[font-size="{number(size)}"]'
            f"{{font-size:calc({number(size / scale)}px*var(--wg-text-scale,{number(scale)}))}}"
            for size in sizes
        )
        return for_browsers(rules)


WRITING = "writing"
"""The class of the SVG groups that a page may enlarge with the CSS variable ``--wg-text-scale``."""


def keep_numbers_clear(game_map: Map, placer: Placer) -> None:
    """Note where short ids of spaces stand, so that names do not cover them."""
    if any(game_map.grid.margins()):
        return
    for space in range(game_map.size):
        if len(game_map.coordinates(space)) <= SHORT:
            x, y = centre(game_map, space)
            place = (top_of(game_map, space) + y) / 2
            placer.take((x - 5, place - 5.5, x + 5, place - 0.5))


def top_of(game_map: Map, space: int) -> float:
    """The y coordinate of the top of a space."""
    return min(point[1] for point in corners(game_map, space))


def write_names(names: Collection[WrittenName]) -> str:
    """Names as SVG, each outlined in the colour of the paper."""
    if not names:
        return ""
    texts = "".join(name.svg for name in names)
    return with_halo(texts, f'class="{WRITING} names" font-family="{SERIF}"', PAPER, 3, 0.85)


def _names(game_map: Map, placer: Placer, scale: float) -> Iterator[WrittenName | None]:
    def scale_style(style: Style) -> Style:
        return evolve(style, size=round(style.size * scale, 2), spacing=style.spacing * scale)

    styles = {"city": _CITY_STYLE, "town": _TOWN_STYLE, "gap": _GAP_STYLE, **dict.fromkeys(SPOTS, _SPOT_STYLE)}
    ranks = (_CITY_STYLE, _TOWN_STYLE, _VILLAGE_STYLE, _GAP_STYLE, _SPOT_STYLE)
    styled_places = [(place, styles.get(place_drawn_as(place.kind), _VILLAGE_STYLE)) for place in game_map.places]
    for place, base_style in sorted(styled_places, key=lambda pair: ranks.index(pair[1])):
        is_area, style = place.kind == "area", scale_style(base_style)
        room = AREA_ROOM if is_area else TOKEN_ROOM
        if game_map.grid.drawn_as_network:
            room, style = NETWORK_ROOM, scale_style(_AREA_STYLE)
        yield placer.place_beside(place.name, centre(game_map, place.space), room, style, level=not is_area)
    for barrier in game_map.barriers:
        if is_water(barrier) and barrier.name:
            edges = max(edge_lines(game_map, barrier.edges), key=len)
            line = [middle(a, b) for a, b in pairwise(edges)]
            yield placer.place_along(barrier.name, line, 14 * scale, scale_style(_RIVER_STYLE), limit=250)
    for crossing in game_map.crossings.values():
        point = middle(*border(game_map, crossing.edge))
        yield placer.place_beside(crossing.name, point, (10, 3), scale_style(_CROSSING_STYLE), limit=20)
    for gap in game_map.gaps:
        yield placer.place_beside(gap.name, centre(game_map, gap.space), (8, 3), scale_style(_GAP_STYLE), limit=30)
    for stream in game_map.streams:
        line = [centre(game_map, space) for space in stream.path]
        yield placer.place_along(stream.name, line, 8 * scale, scale_style(_STREAM_STYLE), limit=40)


NAMES = "<!--names-->"
"""The placeholder for the names of the sheet."""

_GAP_MARK = stroke("M-5 -6q5 6 0 12m10 -12q-5 6 0 12", COLOR["ridge-dark"], 2)


def sheet(game_map: Map) -> tuple[str, MapWriting]:
    """The base map without title, legend and margins, with placeholders for its text, and that text.

    Made once for a map.
    """

    def make() -> tuple[str, MapWriting]:
        placer = Placer(*frame(game_map))
        return share_paths("".join(_sheet_layers(game_map, placer)), prefix(game_map)), MapWriting(game_map, placer)

    return game_map.cached("sheet", make)


def _sheet_layers(game_map: Map, placer: Placer) -> Iterable[str]:
    yield from draw_ground(game_map, placer)
    keep_numbers_clear(game_map, placer)
    if (free_box := free_area(game_map)) is not None:
        placer.take(free_box)
    for gap in game_map.gaps:
        yield with_title(gap.name, _GAP_MARK, f"translate({at(centre(game_map, gap.space))})")
    for crossing in game_map.crossings.values():
        yield crossing_mark(game_map, crossing)
        x, y = middle(*border(game_map, crossing.edge))
        placer.take((x - 9, y - 9, x + 9, y + 9))
    for place in game_map.places:
        yield _town(game_map, place)
        x, y = centre(game_map, place.space)
        placer.take((x - 6, y - 6, x + 6, y + 6))
    yield NAMES


def crossing_sign(kind: str, scale: float = 1.0) -> str:
    """The symbol of a kind of crossing, lying across the water: rails for a bridge, a boat for a ferry, or waves."""
    if kind == "bridge":
        symbol = f'<path d="M-7 -3.2H7V3.2H-7Z" fill="{ROAD}"/>'
        symbol += stroke("M-10 -6.5L-7 -3.6H7L10 -6.5M-10 6.5L-7 3.6H7L10 6.5", INK, 1.8)
    elif kind == "ferry":
        symbol = stroke("M-9 0H9", INK, 3, 'stroke-dasharray="0 4.5"')
        symbol += f'<path d="M-5 -2.6H5L3 2.6H-3Z" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
    else:
        symbol = stroke("M-8 -2q2 -3 4 0t4 0t4 0t4 0M-8 3q2 -3 4 0t4 0t4 0t4 0", INK, 1.2)
    return symbol if scale == 1 else f'<g transform="scale({number(scale)})">{symbol}</g>'


def crossing_mark(game_map: Map, crossing: Crossing) -> str:
    """The symbol of a crossing on its edge."""
    start, end = centre(game_map, crossing.edge[0]), centre(game_map, crossing.edge[1])
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    symbol = crossing_sign(crossing.kind)
    note = f": {crossing.note}" if crossing.note else ""
    transform = f"translate({at(middle(*border(game_map, crossing.edge)))}) rotate({number(turn)})"
    spaces = " ".join(game_map.coordinates(space) for space in crossing.edge)
    return with_title(
        crossing.name + note,
        symbol,
        transform,
        id=f"crossing-{as_id(crossing.id)}",
        kind=f"crossing {as_id(crossing.kind)}",
        data_crossing=crossing.id,
        data_between=spaces,
    )


def place_sign(kind: str) -> str:
    """The symbol of a kind of place, centred on 0, 0; "" for an area, which has only a name."""
    kind = place_drawn_as(kind)
    if kind == "city":
        blocks = "M-7 -7h6v6h-6zM1 -7h6v6h-6zM-7 1h6v6h-6zM1 1h6v6h-6z"
        return f'<circle r="9.5" fill="{PAPER}"/><path d="{blocks}" fill="{INK}" stroke="{INK}" stroke-width=".6"/>'
    if kind == "town":
        return f'<circle r="5" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/><circle r="1.8" fill="{INK}"/>'
    if kind == "gap":
        return _GAP_MARK
    if kind == "area":
        return ""
    if kind == "hill":
        return knoll()
    return f'<circle r="{2 if kind in SPOTS else 2.8}" fill="{INK}" stroke="{PAPER}" stroke-width=".8"/>'


def _town(game_map: Map, place: NamedPlace) -> str:
    shape, coordinates = place_sign(place.kind), game_map.coordinates(place.space)
    if not shape:
        return ""
    return with_title(
        f"{place.name} {coordinates}",
        shape,
        f"translate({at(centre(game_map, place.space))})",
        id=f"place-{as_id(place.name)}",
        kind=f"place {as_id(place.kind)}".strip(),
        data_place=place.name,
        data_at=coordinates,
    )


LINE = 20.0
"""The height of a line of the legend."""
_KINDS_OF_PLACES = ("city", "town", "village", "gap", "hill", "landmark")
"""Kinds of places, the most important first."""


def map_key(game_map: Map) -> Iterator[KeyItem]:
    """The legend of a map: terrains, then roads, barriers and streams, crossings, and places."""
    yield from ground_key(game_map)
    for kind in sorted({crossing.kind for crossing in game_map.crossings.values()}):
        yield KeyItem(f'<g transform="translate(12 7)">{crossing_sign(kind)}</g>', kind)
    kinds = {place.kind or "village" for place in game_map.places} | ({"gap"} if game_map.gaps else set())
    for kind in (
        *(kind_of_place for kind_of_place in _KINDS_OF_PLACES if kind_of_place in kinds),
        *sorted(kinds - {*_KINDS_OF_PLACES, "area"}),
    ):
        yield KeyItem(f'<g transform="translate(12 7)">{place_sign(kind)}</g>', kind.replace("_", " "))


def write_key(items: Iterable[KeyItem], width: float, scale: tuple[float, str] | None = None) -> tuple[str, float]:
    """The legend as SVG and its height, which is 0 for an empty legend."""
    texts, x, y = [], 0.0, 6.0
    if scale:
        bar, x = scale_bar(*scale)
        texts.append(bar)
        x += 23
    for item in items:
        item_width = 32 + text_width(item.word, SMALL.size) + 18
        if x + item_width > width and x:
            x, y = 0.0, y + LINE
        word = SMALL.write(item.word, 31, 11)
        texts.append(f'<g transform="translate({number(x)} {number(y)})">{item.swatch}{word}</g>')
        x += item_width
    return "".join(texts), y + 18.0 if texts else 0.0
