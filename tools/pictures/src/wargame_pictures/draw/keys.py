"""The legend under a picture: the scale, what is on the sheet, and what is marked now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from wargame_core.maps.map import UNIT, Map
from wargame_pictures.draw.labels import Style, text_width
from wargame_pictures.draw.map_sheet import crossing_sign, join_kinds, place_sign
from wargame_pictures.draw.shapes import number, stroke
from wargame_pictures.draw.terrain import (
    INK,
    PATTERNS,
    STREAM,
    barrier_swatch,
    is_ridge,
    prefix,
    road_class,
    road_line,
    tint,
)

LINE = 20.0
"""The height of a line of the legend."""
SMALL = Style(12, INK)
_PLACES = ("city", "town", "village", "gap", "hill", "landmark")
"""Kinds of places, the most important first."""
_ROADS = (("pike", "pike"), ("road", "road"), ("trail", "trail"), ("rail", "railroad"))


@frozen
class KeyItem:
    """A line of the legend: SVG of 24 by 14 units, and the word for it."""

    swatch: str
    word: str


def map_key(game_map: Map) -> Iterator[KeyItem]:
    """The legend of a map: terrains, then roads, barriers and streams, crossings, and places."""
    yield from _terrains(game_map)
    yield from _lines(game_map)
    for kind in sorted({crossing.kind for crossing in game_map.crossings.values()}):
        yield KeyItem(f'<g transform="translate(12 7)">{crossing_sign(kind)}</g>', kind)
    kinds = {place.kind or "village" for place in game_map.places} | ({"gap"} if game_map.gaps else set())
    for kind in (*(known for known in _PLACES if known in kinds), *sorted(kinds - {*_PLACES, "area"})):
        yield KeyItem(f'<g transform="translate(12 7)">{place_sign(kind)}</g>', kind.replace("_", " "))


def _terrains(game_map: Map) -> Iterator[KeyItem]:
    for kind in sorted(set(game_map.terrain) - {"clear", "town", "city", "homestead"}):
        swatch = f'<rect width="24" height="14" fill="{tint(game_map, kind)}" stroke="{INK}" stroke-width=".5"/>'
        if kind in PATTERNS:
            swatch += f'<rect width="24" height="14" fill="url(#{prefix(game_map)}-{kind})"/>'
        yield KeyItem(swatch, kind.replace("_", " "))


def _lines(game_map: Map) -> Iterator[KeyItem]:
    line = "M0 7h24"
    yield from (KeyItem(swatch, kind.replace("_", " ")) for kind, swatch in join_kinds(game_map).items())
    classes = {road_class(road.kind) for road in game_map.roads} if not game_map.grid.drawn_as_network else set()
    yield from (KeyItem(road_line(game_map, style, line), word) for style, word in _ROADS if style in classes)
    barriers = {barrier.kind: barrier for barrier in reversed(game_map.barriers)}
    for kind in sorted(barriers, key=lambda kind: (is_ridge(barriers[kind]), kind)):
        yield KeyItem(barrier_swatch(barriers[kind], line), kind)
    if game_map.streams:
        yield KeyItem(stroke(line, STREAM, 2), "stream")


def write_key(items: Iterable[KeyItem], width: float, scale: tuple[float, str] | None = None) -> tuple[str, float]:
    """The legend as SVG and its height, which is 0 for an empty legend."""
    texts, x, y = [], 0.0, 6.0
    if scale:
        bar, x = _scale_bar(*scale)
        texts.append(bar)
    for item in items:
        wide = 32 + text_width(item.word, SMALL.size) + 18
        if x + wide > width and x:
            x, y = 0.0, y + LINE
        word = SMALL.write(item.word, 31, 11)
        texts.append(f'<g transform="translate({number(x)} {number(y)})">{item.swatch}{word}</g>')
        x += wide
    return "".join(texts), y + 18.0 if texts else 0.0


def _scale_bar(length: float, unit: str) -> tuple[str, float]:
    """A bar of a round number of units, about three spaces long, and where the rest of the legend may begin."""
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if s >= 2.2 * length or s == 10**9)
    wide = step / length * UNIT
    bar = stroke(f"M0 9v8h{number(wide)}v-8M{number(wide / 2)} 17v-5", INK, 1.4)
    return bar + SMALL.write(f"{step} {unit}", wide + 8, 17), wide + 30 + text_width(f"{step} {unit}", 12)
