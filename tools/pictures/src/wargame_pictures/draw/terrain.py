"""The ground of a map sheet: a colour and a pattern for each kind of terrain, and the lines of roads and rivers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from wargame_core.maps.features import Barrier, Edge, Point
from wargame_core.maps.map import Map, border, centre, corners, over_the_rim
from wargame_pictures.draw.labels import Placer
from wargame_pictures.draw.shapes import area, chains, curve, middle, rim, stroke, ties, titled

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


INK = "#2b2418"
RIVER, RIVER_EDGE, STREAM, CREEK = "#8fbbd9", "#3f739f", "#9cc3dc", "#5f9ac4"
ROAD, ROAD_EDGE, RIDGE, RIDGE_DARK = "#e2b36b", "#8a5f28", "#947350", "#5b3f22"

# Words map makers use. A kind of road that is none of them is drawn as a road, a kind of barrier as water.
RAILS = frozenset({"rail", "railroad", "railway"})
PIKES = frozenset({"pike", "turnpike", "highway"})
TRAILS = frozenset({"trail", "track", "path"})
RIDGES = frozenset({"ridge", "slope", "crest"})


def edge_lines(game_map: Map, edges: Iterable[Edge]) -> list[list[Point]]:
    """The sides along some edges, joined into lines."""
    return chains(border(game_map, edge) for edge in edges)


# what lies along edges


def is_ridge(barrier: Barrier) -> bool:
    """Whether a barrier is drawn as high ground and not as water."""
    return barrier.crossed_by_road or barrier.kind in RIDGES


def ridge(data: str, *, bars: bool = True) -> str:
    """A ridge along path data; one that stops nobody is fainter."""
    return ties(data, RIDGE, 9 if bars else 5, "1.1 2.4") + stroke(data, RIDGE, 1.6 if bars else 0.8)


def water(data: str, *, bars: bool = True) -> str:
    """A river along path data, or a creek, which stops nobody."""
    return stroke(data, RIVER_EDGE, 8) + stroke(data, RIVER, 5) if bars else stroke(data, CREEK, 2.6)


def barrier_swatch(barrier: Barrier, data: str) -> str:
    """A sample of a barrier for the legend."""
    return (ridge if is_ridge(barrier) else water)(data, bars=barrier.bars)


def draw_ridges(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every ridge as SVG; ``placer`` notes where they run."""
    for barrier in game_map.barriers:
        if is_ridge(barrier):
            data = "".join(curve(line) for line in edge_lines(game_map, barrier.edges))
            yield titled(barrier.label, ridge(data, bars=barrier.bars))
            placer.draw(middle(*border(game_map, edge)) for edge in sorted(barrier.edges))


def draw_rivers(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every river and creek as SVG, all banks below all water, so that they join; ``placer`` notes where they run."""
    waters = [barrier for barrier in game_map.barriers if not is_ridge(barrier)]
    lines = {barrier: edge_lines(game_map, barrier.edges) for barrier in waters}
    data = {barrier: "".join(curve(line) for line in lines[barrier]) for barrier in waters}
    for creek in waters:
        if not creek.bars:
            yield titled(creek.label, water(data[creek], bars=False))
    for colour, width in ((RIVER_EDGE, 8), (RIVER, 5)):
        for river in waters:
            if river.bars:
                yield titled(river.label, stroke(data[river], colour, width))
    for barrier in waters:
        for line in lines[barrier]:
            placer.draw(line)
            placer.draw(middle(a, b) for a, b in pairwise(line))


# what runs over edges


def road_class(kind: str) -> str:
    """The class in which a kind of road is drawn: "rail", "pike", "trail" or "road"."""
    return "rail" if kind in RAILS else "pike" if kind in PIKES else "trail" if kind in TRAILS else "road"


def is_known_road(kind: str) -> bool:
    """Whether a kind of road has a line style of its own."""
    return kind == "road" or road_class(kind) != "road"


def road_line(game_map: Map, style: str, data: str) -> str:
    """A road or railroad of one class along path data; roads are thinner on a map that has pikes too."""
    if style == "rail":
        return stroke(data, INK, 1.3) + ties(data, INK, 6, "1.2 5")
    if style == "pike":
        return stroke(data, ROAD_EDGE, 5.4) + stroke(data, ROAD, 3.4)
    if style == "trail":
        return stroke(data, ROAD_EDGE, 1.4, 'stroke-dasharray="4 3.4"')
    if any(road_class(road.kind) == "pike" for road in game_map.roads):
        return stroke(data, ROAD_EDGE, 1.5)
    return stroke(data, ROAD_EDGE, 4) + stroke(data, ROAD, 2.4)


def draw_roads(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every road as SVG, trails below, then roads, pikes and railroads; ``placer`` notes where they run."""
    links: dict[str, set[Edge]] = {"trail": set(), "road": set(), "pike": set(), "rail": set()}
    for road in game_map.roads:
        links[road_class(road.kind)].update(road.edges)
    placer.draw(middle(centre(game_map, a), centre(game_map, b)) for a, b in sorted(game_map.links))
    ends = {style: {space for edge in edges for space in edge} for style, edges in links.items()}
    # Curves cut corners: where roads of two kinds meet, both go through the middle.
    shared = (ends["trail"] & ends["road"]) | ((ends["trail"] | ends["road"]) & ends["pike"])
    stops = {place.space for place in game_map.places}
    for style, edges in links.items():
        rims = {edge: rim for edge in sorted(edges) if (rim := over_the_rim(game_map, edge))}
        lines = chains(edges - rims.keys(), stops if style == "rail" else stops | shared)
        data = "".join(curve([centre(game_map, space) for space in line]) for line in lines)
        data += "".join(curve(list(line)) for rim in rims.values() for line in rim)
        if data and style == "rail":  # a little aside, so that a road in the same spaces stays visible
            yield f'<g transform="translate(3.4 -3.4)">{road_line(game_map, style, data)}</g>'
        elif data:
            yield road_line(game_map, style, data)
