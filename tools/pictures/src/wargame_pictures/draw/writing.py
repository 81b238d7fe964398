"""The text on a map: the numbers of its spaces and the names of its features, in any size."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape
from itertools import pairwise

from attrs import evolve, frozen

from wargame_core.maps.geometry import border, centre, corners
from wargame_core.maps.map import Map
from wargame_pictures.draw.labels import SERIF, Placer, Style, WrittenName
from wargame_pictures.draw.lines import INK, RIDGE_DARK, edge_lines, is_ridge
from wargame_pictures.draw.shapes import middle, number
from wargame_pictures.draw.terrain import PAPER

GRID = "#7d7257"

_CITY = Style(17, INK, "bold")
_TOWN = Style(13, INK, "bold")
_VILLAGE = Style(11, "#4a4130", italic=True)
_SPOT = Style(9.5, "#4a4130", italic=True)
_CROSSING = Style(9.5, "#27587f", italic=True)
_GAP = Style(10, RIDGE_DARK, italic=True)
_RIVER = Style(16, "#2f6691", italic=True, spacing=3)
_STREAM = Style(10.5, "#39718f", italic=True, spacing=1)
_AREA = Style(10.5, INK, "bold")
_NUMBER = 6.5

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

_HALO = f'paint-order="stroke" stroke="{PAPER}" stroke-linejoin="round"'


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
        halo = f'paint-order="stroke" stroke="{PAPER}" stroke-width="1.6" stroke-opacity=".6"'
        letters = f'font-size="{number(_NUMBER * scale)}" text-anchor="middle" fill="{GRID}"'
        return f'<g class="{WRITING}" {letters} {halo}>{"".join(texts)}</g>'

    def names(self, scale: float = 1.0) -> tuple[WrittenName, ...]:
        """The names of the map, placed so that they cover neither each other nor much of the drawing."""
        return self.game_map.cached(
            ("names", scale), lambda: tuple(filter(None, _names(self.game_map, self.placer.copy(), scale)))
        )

    def enlarging(self, scale: float = 1.0) -> str:
        """The style sheet with which a page enlarges the text, which is already drawn ``scale`` times as large."""
        sizes = sorted({name.style.size for name in self.names(scale)} | {round(_NUMBER * scale, 2)})
        rules = "".join(
            f'.{WRITING} [font-size="{number(size)}"],.{WRITING}[font-size="{number(size)}"]'
            f"{{font-size:calc({number(size / scale)}px*var(--wg-text-scale,{number(scale)}))}}"
            for size in sizes
        )
        return f"<style>{rules}</style>"


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


def write_names(names: Collection[WrittenName], lines: str = "") -> str:
    """Names as SVG, each outlined in the colour of the paper, above the lines from some of them to their places."""
    if not names:
        return ""
    written = "".join(name.svg for name in names)
    rim = f'{_HALO} stroke-width="3" stroke-opacity=".85"'
    return f'{lines}<g class="{WRITING} names" font-family="{SERIF}" {rim}>{written}</g>'


def _names(game_map: Map, placer: Placer, scale: float) -> Iterator[WrittenName | None]:
    def scaled(style: Style) -> Style:
        return evolve(style, size=round(style.size * scale, 2), spacing=style.spacing * scale)

    styles = {"city": _CITY, "town": _TOWN, "gap": _GAP, **dict.fromkeys(SPOTS, _SPOT)}
    ranks = (_CITY, _TOWN, _VILLAGE, _GAP, _SPOT)
    for place in sorted(game_map.places, key=lambda place: ranks.index(styles.get(place.kind, _VILLAGE))):
        named, style = place.kind == "area", scaled(styles.get(place.kind, _VILLAGE))
        room = AREA_ROOM if named else TOKEN_ROOM
        if game_map.grid.drawn_as_network:
            room, style = NETWORK_ROOM, scaled(_AREA)
        yield placer.beside(place.name, centre(game_map, place.space), room, style, level=not named)
    for barrier in game_map.barriers:
        if not is_ridge(barrier) and barrier.name:
            edges = max(edge_lines(game_map, barrier.edges), key=len)
            line = [middle(a, b) for a, b in pairwise(edges)]
            yield placer.along(barrier.name, line, 14 * scale, scaled(_RIVER), limit=250)
    for crossing in game_map.crossings.values():
        point = middle(*border(game_map, crossing.edge))
        yield placer.beside(crossing.name, point, (10, 3), scaled(_CROSSING), limit=20)
    for gap in game_map.gaps:
        yield placer.beside(gap.name, centre(game_map, gap.space), (8, 3), scaled(_GAP), limit=30)
    for stream in game_map.streams:
        line = [centre(game_map, space) for space in stream.path]
        yield placer.along(stream.name, line, 8 * scale, scaled(_STREAM), limit=40)
