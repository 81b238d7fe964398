"""What a page needs to draw on a map: its spaces and sides, what lies on them, and a palette with pictures."""

from collections.abc import Iterable, Mapping
from typing import Any

from wargame_core.json_form import JsonObject
from wargame_core.maps.features import Barrier
from wargame_core.maps.legend import (
    barrier_color,
    drawn_as,
    is_ridge,
    is_works,
    road_class,
    road_color,
)
from wargame_core.maps.map import Map, border, centre
from wargame_pictures.draw.map_sheet import crossing_sign, place_sign
from wargame_pictures.draw.relief import ridge
from wargame_pictures.draw.shapes import COLOR
from wargame_pictures.draw.terrain import PATTERNS, prefix, road_line, tint, water, works
from wargame_workshop.watching.strokes import NEW_LINES

ROADS, LINES, CROSSINGS, PLACES = (
    ("road", "pike", "rail", "trail"),
    ("river", "creek", "ridge"),
    ("bridge", "ford", "ferry"),
    ("town", "city", "village", "hill"),
)
"""The kinds that a palette offers beside those of the map."""


def drawing_board(game_map: Map, terrain: Mapping[str, Any]) -> JsonObject:
    """The map for drawing; ``terrain`` is that table of its file. Spaces are named by their printed names.

    A map of areas, on which nothing can be painted, has no sides.
    """
    names = [game_map.coordinates(space) for space in range(game_map.size)]
    legend = {letter: word for letter, word in terrain.get("legend", {}).items() if isinstance(word, str)}
    letters = {word: letter for letter, word in reversed(legend.items())}
    return {
        "spaces": [[names[space], *_rounded(centre(game_map, space))] for space in range(game_map.size)],
        "sides": _sides(game_map),
        "letters": [letters.get(word, "") for word in game_map.terrain] if legend else [],
        "lines": [
            {
                "name": one.name,
                "kind": one.kind,
                "bars": one.bars and not one.crossed_by_road,
                "sides": sorted(one.edges),
            }
            for one in game_map.barriers
        ],
        "roads": [{"name": one.name, "kind": one.kind, "spaces": list(one.path)} for one in game_map.roads],
        "crossings": [
            {"name": one.name, "kind": one.kind, "side": list(one.edge)} for one in game_map.crossings.values()
        ],
        "places": [{"name": one.name, "kind": one.kind, "space": one.space} for one in game_map.places],
        "palette": _palette(game_map, legend),
    }


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(part, 2) for part in point]


def _sides(game_map: Map) -> list[list[float]]:
    """The two spaces of each side, and its two ends."""
    if game_map.grid.drawn_as_network:
        return []
    pairs = [(a, b) for a in range(game_map.size) for b in game_map.neighbours[a] if a < b]
    beside = [pair for pair in pairs if game_map.grid.behind(*pair) == (0.0, 0.0)]
    return [[*pair, *(part for end in border(game_map, pair) for part in _rounded(end))] for pair in beside]


def _palette(game_map: Map, legend: Mapping[str, str]) -> JsonObject:
    """For each tool what it may draw: its kind, its colour, and a picture of 24 by 14 units."""
    barriers = {one.kind: one for one in reversed(game_map.barriers)}
    new = {kind: Barrier("", kind, frozenset(), **NEW_LINES.get(kind, {})) for kind in LINES}
    return {
        "paint": [
            {"kind": word, "letter": letter, "color": tint(game_map, word), "picture": _terrain(game_map, word)}
            for letter, word in legend.items()
        ],
        "line": [
            {
                "kind": kind,
                "bars": one.bars and not one.crossed_by_road,
                "color": COLOR[barrier_color(one)],
                "picture": _line(one),
            }
            for kind, one in (new | barriers).items()
        ],
        "road": [
            {
                "kind": kind,
                "color": COLOR[road_color(kind)],
                "picture": road_line(game_map, road_class(kind), "M0 7h24"),
            }
            for kind in _kinds(ROADS, (one.kind for one in game_map.roads))
        ],
        "crossing": [
            {"kind": kind, "picture": f'<g transform="translate(12 7) scale(.7)">{crossing_sign(kind)}</g>'}
            for kind in _kinds(CROSSINGS, (one.kind for one in game_map.crossings.values()))
        ],
        "place": [
            {"kind": kind, "picture": f'<g transform="translate(12 7) scale(.7)">{place_sign(kind)}</g>'}
            for kind in _kinds(PLACES, (one.kind for one in game_map.places))
        ],
    }


def _kinds(usual: Iterable[str], of_the_map: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*usual, *sorted(set(of_the_map))]))


def _terrain(game_map: Map, word: str) -> str:
    svg, kind = f'<rect width="24" height="14" fill="{tint(game_map, word)}"/>', drawn_as(word)
    if kind in PATTERNS:
        svg += f'<rect width="24" height="14" fill="url(#{prefix(game_map)}-{kind})"/>'
    return svg


def _line(barrier: Barrier) -> str:
    draw = ridge if is_ridge(barrier) else works if is_works(barrier) else water
    return draw("M0 7h24", bars=barrier.bars)
