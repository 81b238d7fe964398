"""What a page needs to draw on a map: its spaces and sides, what lies on them, and a palette with pictures."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_type_hints

from wargame_core.data import Document, Problems
from wargame_core.json_form import JsonObject
from wargame_core.maps.areas import ROUND, AreaGrid
from wargame_core.maps.features import Barrier
from wargame_core.maps.files.map_file import spelling_for
from wargame_core.maps.files.reader import Spelling
from wargame_core.maps.legend import (
    barrier_color,
    is_ridge,
    is_works,
    road_class,
    road_color,
    terrain_drawn_as,
)
from wargame_core.maps.map import UNIT, Map, border, centre, corners
from wargame_pictures.draw.map_sheet import crossing_sign, place_sign
from wargame_pictures.draw.relief import ridge
from wargame_pictures.draw.shapes import COLOR
from wargame_pictures.draw.terrain import APART, PATTERNS, join_line, prefix, road_line, tint, water, works
from wargame_workshop.watching.map_strokes import strokes_on
from wargame_workshop.watching.sided_strokes import NEW_LINES

ROADS, LINES, CROSSINGS, PLACES = (
    ("road", "pike", "rail", "trail"),
    ("river", "creek", "ridge"),
    ("bridge", "ford", "ferry"),
    ("town", "city", "village", "hill"),
)
GROUND, JOINS = ("clear", "land", "sea", "woods", "hill", "city"), ("road", "rail", "land", "sea")
"""The kinds that a palette offers beside those of the map; the last two of areas and of joins between them."""


def drawing_board(game_map: Map, doc: Document) -> JsonObject:
    """The map of a file for drawing. Spaces are named by their printed names.

    ``strokes`` says what can be drawn on a map of its kind. A map of areas has no sides: its ``areas`` say where they
    lie in the file, and its roads are the joins.
    """
    names = [game_map.coordinates(space) for space in range(game_map.size)]
    spelling = spelling_for(doc, Problems())
    strokes = strokes_on(spelling, game_map.grid, doc) if spelling is not None else {}
    areas = game_map.grid if isinstance(game_map.grid, AreaGrid) else None
    words = doc.data.get("terrain", {}).get("legend", {}) if areas is None else {}
    legend = {letter: word for letter, word in words.items() if isinstance(word, str)}
    letters = {word: letter for letter, word in reversed(legend.items())}
    return {
        "strokes": [*strokes, "fit"] if strokes else [],
        "areas": None if areas is None else _areas(areas, game_map),
        "spaces": [[names[space], *_rounded(centre(game_map, space))] for space in range(game_map.size)],
        "box": _box(game_map),
        "sides": _sides(game_map),
        "letters": [letters.get(word, "") for word in game_map.terrain] if legend else [],
        "regions": [*game_map.regions],
        "lines": [
            {
                "name": barrier.name,
                "kind": barrier.kind,
                "bars": barrier.bars and not barrier.crossed_by_road,
                "sides": sorted(barrier.edges),
            }
            for barrier in game_map.barriers
        ],
        "roads": [{"name": road.name, "kind": road.kind, "spaces": list(road.path)} for road in game_map.roads],
        "crossings": [
            {"name": crossing.name, "kind": crossing.kind, "side": list(crossing.edge)}
            for crossing in game_map.crossings.values()
        ],
        "places": [
            {"name": named_place.name, "kind": named_place.kind, "space": named_place.space}
            for named_place in game_map.places
        ],
        "palette": _palette(game_map, legend, JOINS if areas is not None else _road_kinds(spelling)),
    }


def _areas(grid: AreaGrid, game_map: Map) -> JsonObject:
    """Where the point [0, 0] of a map of areas lies, the length of a unit, the distance of joins of the same areas, the
    kinds, and the outlines.
    """
    first_area = grid.areas[0]
    x, y = (sum(point[axis] for point in grid.outline(0)) / len(grid.outline(0)) for axis in (0, 1))
    own_outline = first_area.outline or tuple((first_area.at[0] + dx, first_area.at[1] + dy) for dx, dy in ROUND)
    left, top = (sum(point[axis] for point in own_outline) / len(own_outline) for axis in (0, 1))
    return {
        "zero": [round((x - left) * UNIT, 2), round((y - top) * UNIT, 2)],
        "unit": UNIT,
        "apart": APART,
        "kinds": [area.kind for area in grid.areas],
        "at": [list(area.at) for area in grid.areas],
        "outlines": [[_rounded(point) for point in corners(game_map, space)] for space in range(grid.size)],
    }


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(part, 2) for part in point]


def _box(game_map: Map) -> list[float]:
    """Left and upper end, width and height of all spaces."""
    points = [point for space in range(game_map.size) for point in corners(game_map, space)]
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*points, strict=True))
    return [left, top, round(right - left, 2), round(bottom - top, 2)]


def _sides(game_map: Map) -> list[list[float]]:
    """The two spaces of each side, and its two ends."""
    if game_map.grid.drawn_as_network:
        return []
    pairs = [(a, b) for a in range(game_map.size) for b in game_map.neighbours[a] if a < b]
    adjacent_pairs = [pair for pair in pairs if game_map.grid.behind(*pair) == (0.0, 0.0)]
    return [[*pair, *(part for end in border(game_map, pair) for part in _rounded(end))] for pair in adjacent_pairs]


def _road_kinds(spelling: Spelling[Any] | None) -> tuple[str, ...]:
    """The kinds of roads to offer: those that the class of the files allows, where it allows some only."""
    rows = get_args(get_type_hints(spelling.file_class).get("road")) if spelling is not None else ()
    return (get_args(get_type_hints(rows[0])["kind"]) if rows else ()) or ROADS


def _palette(game_map: Map, legend: Mapping[str, str], usual_roads: tuple[str, ...]) -> JsonObject:
    """For each tool what it may draw: its kind, and for most its colour and a picture of 24 by 14 units."""
    of_areas = isinstance(game_map.grid, AreaGrid)
    barriers = {barrier.kind: barrier for barrier in reversed(game_map.barriers)}
    new_barriers = {kind: Barrier("", kind, frozenset(), **NEW_LINES.get(kind, {})) for kind in LINES}
    kinds = {} if not of_areas else {kind: kind for kind in _kinds(GROUND, game_map.terrain)}
    return {
        "paint": [
            {"kind": word, "letter": letter, "color": tint(game_map, word), "picture": terrain_picture(game_map, word)}
            for letter, word in (kinds or legend).items()
        ],
        "line": [
            {
                "kind": kind,
                "bars": barrier.bars and not barrier.crossed_by_road,
                "color": COLOR[barrier_color(barrier)],
                "picture": _line(barrier),
            }
            for kind, barrier in (new_barriers | barriers).items()
        ],
        "road": [
            {
                "kind": kind,
                "color": COLOR[road_color(kind)],
                "picture": _road(game_map, kind, of_areas),
            }
            for kind in _kinds(usual_roads, (road.kind for road in game_map.roads))
        ],
        "crossing": [
            {"kind": kind, "picture": f'<g transform="translate(12 7) scale(.7)">{crossing_sign(kind)}</g>'}
            for kind in _kinds(CROSSINGS, (crossing.kind for crossing in game_map.crossings.values()))
        ],
        "region": [{"kind": name} for name in sorted({*game_map.regions} - {""})],
        "place": [
            {"kind": kind, "picture": f'<g transform="translate(12 7) scale(.7)">{place_sign(kind)}</g>'}
            for kind in _kinds(PLACES, (named_place.kind for named_place in game_map.places))
        ],
    }


def _kinds(usual_kinds: Iterable[str], of_the_map: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*usual_kinds, *sorted(set(of_the_map))]))


def terrain_picture(game_map: Map, word: str) -> str:
    """A terrain as a picture of the palette."""
    svg, kind = f'<rect width="24" height="14" fill="{tint(game_map, word)}"/>', terrain_drawn_as(word)
    if kind in PATTERNS:
        svg += f'<rect width="24" height="14" fill="url(#{prefix(game_map)}-{kind})"/>'
    return svg


def _road(game_map: Map, kind: str, of_areas: bool) -> str:
    is_drawn = of_areas and any(road.kind == kind for road in game_map.roads)
    return join_line(game_map, kind, "M0 7h24") if is_drawn else road_line(game_map, road_class(kind), "M0 7h24")


def _line(barrier: Barrier) -> str:
    draw = ridge if is_ridge(barrier) else works if is_works(barrier) else water
    return draw("M0 7h24", bars=barrier.bars)
