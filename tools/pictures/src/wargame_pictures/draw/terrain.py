"""The ground of a map sheet: a colour and a pattern for each kind of terrain."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_core.maps.features import Point
from wargame_core.maps.geometry import corners
from wargame_core.maps.map import Map
from wargame_pictures.draw.shapes import area, rim

PAPER = "#f5eeda"

TINTS = {
    "woods": "#dbe5bd",
    "swamp": "#d9e4d6",
    "water": "#b3d3e6",
    "sea": "#c3dcea",
    "land": "#ebe0bf",
    "coast": "#f0e3b4",
    "mountain": "#dfcfae",
    "town": "#eddcb2",
    "city": "#e8cfa3",
    "hill": "#e3d2a8",
    "rolling": "#ebe4bd",
    "rough": "#e9d9a8",
    "field": "#efe2a2",
    "orchard": "#d5e2a8",
    "homestead": "#e6d5c3",
}
_SPARE = ("#e6d5c3", "#d9d6e3", "#e3dccb", "#d5e0dc", "#e8d9d9", "#dbe3c9")


def tint(game_map: Map, terrain: str) -> str:
    """The colour of a terrain; an unknown terrain gets a colour that is the same in every picture of this map."""
    unknown = sorted(set(game_map.terrain) - set(TINTS) - {"clear"})
    return TINTS.get(terrain) or (_SPARE[unknown.index(terrain) % len(_SPARE)] if terrain in unknown else PAPER)


def prefix(game_map: Map) -> str:
    """What the ids of this map's patterns and symbols begin with."""
    return "map-" + "".join(c if c.isascii() and c.isalnum() else "-" for c in game_map.id)


PATTERNS = {
    "field": (
        12,
        '<path d="M-2 8l10 -10M2 14l12 -12" stroke="#a5834c" stroke-width=".8" stroke-opacity=".6" fill="none"/>',
    ),
    "orchard": (
        14,
        '<path d="M7 3.2a3.2 3.2 0 1 0 .1 0z" fill="#bfd19a" stroke="#9bb276" stroke-width=".8"/>',
    ),
    "woods": (
        34,
        "".join(
            f'<path d="M{x} {y}q-4 -.5 -3 -4q0 -4 3 -4q3 0 3 4q1 3.5 -3 4v2" fill="#bfd19a" stroke="#9bb276" '
            'stroke-width=".7"/>'
            for x, y in ((8, 13), (25, 27), (27, 9), (10, 31))
        ),
    ),
    "swamp": (
        30,
        '<path d="M4 9h9M6 9v-4M8.5 9v-6M11 9v-4M17 24h9M19 24v-4M21.5 24v-6M24 24v-4" stroke="#8fb0a9" '
        'stroke-width=".8" fill="none"/>',
    ),
    "water": (
        28,
        '<path d="M3 8q3 -3 6 0t6 0M14 22q3 -3 6 0t6 0" stroke="#93bcd6" stroke-width=".8" fill="none"/>',
    ),
    "rough": (
        22,
        '<path d="M3 8q3 -4 6 0M14 18q3 -4 6 0" stroke="#b39a5f" stroke-width=".9" fill="none"/>',
    ),
    "mountain": (
        20,
        '<path d="M2 12l4 -7l4 7M12 19l3 -5l3 5" stroke="#b59a6f" stroke-width=".9" fill="none"/>',
    ),
}


def patterns(name: str) -> str:
    """The definitions of all fill patterns; their ids begin with ``name``."""
    units = 'patternUnits="userSpaceOnUse"'
    made = (
        f'<pattern id="{name}-{kind}" width="{size}" height="{size}" {units}>{inside}</pattern>'
        for kind, (size, inside) in PATTERNS.items()
    )
    return f"<defs>{''.join(made)}</defs>"


def draw_terrain(game_map: Map) -> Iterable[str]:
    """The areas of each kind of terrain as SVG, rounded where they border on clear ground."""
    sharp = rim(game_map) | _inner(game_map)
    for kind in sorted(set(game_map.terrain) - {"clear"}):
        outline = area(game_map, game_map.terrain_mask(kind), sharp)
        yield f'<path d="{outline}" fill="{tint(game_map, kind)}" fill-rule="evenodd"/>'
        if kind in PATTERNS:
            yield f'<path d="{outline}" fill="url(#{prefix(game_map)}-{kind})" fill-rule="evenodd"/>'


def _inner(game_map: Map) -> frozenset[Point]:
    """Corners that no clear space touches: rounded there, two terrains would leave a chink between them."""
    spaces = enumerate(game_map.terrain)
    open_corners = {point for space, kind in spaces if kind == "clear" for point in corners(game_map, space)}
    spaces = enumerate(game_map.terrain)
    return frozenset(
        point
        for space, kind in spaces
        if kind != "clear"
        for point in corners(game_map, space)
        if point not in open_corners
    )
