"""The ground of a map sheet: terrain with colours and patterns, rivers, ridges and roads, and their legend."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from importlib.resources import files
from itertools import pairwise

from attrs import frozen

from wargame_core.maps.features import Edge, Point
from wargame_core.maps.legend import (
    RoadClass,
    is_ridge,
    is_water,
    is_works,
    road_class,
    terrain_color,
    terrain_drawn_as,
)
from wargame_core.maps.map import UNIT, Map, border, centre, corners, frame
from wargame_core.maps.masks import bits, mask_of
from wargame_pictures.draw.labels import Placer
from wargame_pictures.draw.relief import (
    HIGH,
    crowns_of_woods,
    ridge,
    rim_of_woods,
    shadow_of,
    slope_of,
    spur,
)
from wargame_pictures.draw.shapes import (
    CALM,
    COLOR,
    WAVER,
    area,
    as_id,
    at,
    chains,
    closed_path,
    curve,
    ease_corners,
    middle,
    number,
    outline,
    rim_lines,
    stroke,
    ties,
    with_title,
)

PAPER, GRID, INK = COLOR["ground"], COLOR["grid"], COLOR["ink"]
RIVER, RIVER_EDGE, STREAM, CREEK = COLOR["river"], COLOR["river-edge"], COLOR["stream"], COLOR["creek"]
ROAD, ROAD_EDGE, LANE = COLOR["road"], COLOR["road-edge"], COLOR["lane"]
NUMBERS = "<!--numbers-->"
"""The placeholder for the numbers of the spaces."""
BUILT = frozenset({"town", "city", "homestead"})
"""Terrain that lies on all other."""
WET = frozenset({"water", "sea"})
"""Terrain with a shore."""

PATTERNS: Mapping[str, str] = {
    name: pattern
    for pattern, name in re.findall(
        r'(<pattern id="(\w+)".*?</pattern>)', files(__package__).joinpath("patterns.svg").read_text("utf-8")
    )
}
"""The pattern of each terrain that has one."""

_PENS = (
    (ROAD_EDGE, 2.2, ""),
    (RIVER_EDGE, 2.2, 'stroke-dasharray="6 4"'),
    (INK, 1.6, 'stroke-dasharray="1 4"'),
    ("#7b4f8a", 1.8, 'stroke-dasharray="10 3 2 3"'),
)
"""Colour, width and dashes of the kinds of joins that are not roads, in the order of the map file."""
APART = 5.0
"""The distance between two lines that join the same areas, in drawing units."""
_ROADS: Mapping[RoadClass, str] = {"pike": "pike", "road": "road", "trail": "trail", "rail": "railroad"}


@frozen
class KeyItem:
    """A line of the legend: SVG of 24 by 14 units, and the word for it."""

    swatch: str
    word: str


def tint(game_map: Map, terrain: str) -> str:
    """The colour of a terrain; an unknown terrain gets a colour that is the same in every picture of this map."""
    return COLOR[terrain_color(game_map, terrain)]


def prefix(game_map: Map) -> str:
    """What the ids of this map's patterns and symbols begin with."""
    return "map-" + "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in game_map.id)


def draw_ground(game_map: Map, placer: Placer) -> Iterable[str]:
    """Everything on a sheet from the paper up to the roads as SVG; ``placer`` notes what names should leave visible."""
    paper = f"{prefix(game_map)}-paper"
    yield f'<defs>{_patterns(game_map)}<path id="{paper}" d="{_paper(game_map)}"/></defs>'
    yield f'<use href="#{paper}" fill="{PAPER}"/>'
    if not game_map.grid.drawn_as_network:
        yield _meadows(game_map)
    yield f'<use href="#{paper}" fill="url(#{prefix(game_map)}-clear)"/>'
    if game_map.grid.drawn_as_network:
        yield from _network(game_map, placer)
    else:
        yield f'<clipPath id="{paper}-rim"><use href="#{paper}"/></clipPath><g clip-path="url(#{paper}-rim)">'
        yield from _terrain(game_map)
        yield "</g>"
        yield _grid(game_map)
        yield NUMBERS
        _keep_rim_clear(game_map, placer)
    for stream in game_map.streams:
        yield with_title(
            stream.name, stroke(curve(ease_corners([centre(game_map, space) for space in stream.path])), STREAM, 2)
        )
    yield from _ridges(game_map, placer)
    yield from _rivers(game_map, placer)
    yield from _works(game_map, placer)
    if not game_map.grid.drawn_as_network:
        yield from _roads(game_map, placer)


def _patterns(game_map: Map) -> str:
    """The patterns of the terrains that the map has."""
    kinds = {"clear"} | set(map(terrain_drawn_as, game_map.terrain))
    used_patterns = "".join(pattern for kind, pattern in PATTERNS.items() if kind in kinds)
    own_prefix = prefix(game_map)
    return used_patterns.replace('id="', f'id="{own_prefix}-').replace('href="#', f'href="#{own_prefix}-')


def _keep_rim_clear(game_map: Map, placer: Placer) -> None:
    """Note where the line around the map runs, so that no name lies on it."""
    for line in rim_lines(game_map):
        for (x_a, y_a), (x_b, y_b) in pairwise((*line, line[0])):
            for share in (0.0, 0.25, 0.5, 0.75):
                x, y = x_a + (x_b - x_a) * share, y_a + (y_b - y_a) * share
                placer.take((x - 2, y - 2, x + 2, y + 2))


def _paper(game_map: Map) -> str:
    """Path data of the line around the sheet: around its spaces, or a rectangle where they are not adjacent."""
    if not game_map.grid.drawn_as_network:
        return outline(game_map, game_map.all)
    width, height = frame(game_map)
    return f"M0 0H{number(width)}V{number(height)}H0Z"


def edge_of(game_map: Map) -> str:
    """The line around the map. Half of it lies outside, so it is drawn over the sheet and not clipped with it."""
    outline = _paper(game_map)
    return f'<path d="{outline}" fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'


MOST_MEADOW_SPACES = 400
"""The most spaces of a map whose clear ground is drawn in two tones; on a larger one it is small and covered."""


def _meadows(game_map: Map) -> str:
    """Patches of clear ground in another tone, the same in every picture: they are not terrain, and say nothing."""
    if game_map.size > MOST_MEADOW_SPACES:
        return ""
    clear = game_map.terrain_mask("clear") if game_map.terrain else game_map.all
    patches = 0
    for space in bits(clear):
        if blake2b(f"{game_map.id} {game_map.coordinates(space)}".encode(), digest_size=1).digest()[0] < 26:
            patches |= 1 << space | mask_of(sorted(game_map.neighbours[space])[1::2])
    return f'<path d="{area(game_map, patches & clear)}" fill="{COLOR["meadow"]}" fill-rule="evenodd"/>'


def _terrain(game_map: Map) -> Iterable[str]:
    """The areas of each kind of terrain as SVG, rounded; each lies on the kinds before it, which reach under it."""
    drawn_kinds = {kind for kind in game_map.terrain if terrain_drawn_as(kind) != "clear"}
    kinds = sorted(
        drawn_kinds, key=lambda kind: (terrain_drawn_as(kind) in BUILT, terrain_drawn_as(kind) in HIGH, kind)
    )
    for place, kind in enumerate(kinds):
        mask = game_map.terrain_mask(kind)
        neighbours = mask_of(neighbour for space in bits(mask) for neighbour in game_map.neighbours[space])
        higher_terrain = mask_of(
            space for higher_kind in kinds[place + 1 :] for space in bits(game_map.terrain_mask(higher_kind))
        )
        name = f"{prefix(game_map)}-{as_id(kind)}-area"
        is_high = terrain_drawn_as(kind) in HIGH  # whose slope ends where it ends, under nothing
        data = area(game_map, mask if is_high else mask | neighbours & higher_terrain, CALM if is_high else WAVER)
        yield f'<defs><path id="{name}" d="{data}" fill-rule="evenodd"/></defs>'
        yield from _drawn_area(game_map, kind, name)


def _drawn_area(game_map: Map, kind: str, outline_id: str) -> Iterable[str]:
    """An area of one terrain from its shadow up, all by the id of its outline."""
    drawn_kind = terrain_drawn_as(kind)
    if drawn_kind in HIGH:
        yield shadow_of(outline_id)
    if drawn_kind == "woods":
        yield rim_of_woods(outline_id)
    yield f'<use href="#{outline_id}" fill="{tint(game_map, kind)}"/>'
    if drawn_kind == "woods":
        yield crowns_of_woods(outline_id)
    if drawn_kind in PATTERNS:
        yield f'<use href="#{outline_id}" fill="url(#{prefix(game_map)}-{as_id(drawn_kind)})"/>'
    if drawn_kind in HIGH:
        yield slope_of(outline_id)
    if drawn_kind in WET:
        yield f'<use href="#{outline_id}" fill="none" stroke="{RIVER_EDGE}" stroke-width=".9" stroke-opacity=".6"/>'


def edge_lines(game_map: Map, edges: Iterable[Edge]) -> list[list[Point]]:
    """The sides along some edges, joined into lines."""
    return chains(border(game_map, edge) for edge in edges)


def works(data: str, *, bars: bool = True) -> str:
    """A line of works along path data: a bank, and palisades on it; one that stops nobody is narrower."""
    return ties(data, COLOR["wood-edge"], 8 if bars else 6, "2 3") + stroke(data, COLOR["wood-edge"], 2)


def water(data: str, *, bars: bool = True) -> str:
    """A river along path data, or a creek, which stops nobody."""
    return stroke(data, RIVER_EDGE, 8) + stroke(data, RIVER, 5) if bars else stroke(data, CREEK, 2.6)


def _grid(game_map: Map) -> str:
    pen = f'fill="none" stroke="{GRID}" stroke-width=".6" stroke-opacity=".3"'
    width, height = frame(game_map)
    if game_map.grid.shape == "square":
        data = "".join(f"M{at((x * UNIT, 0))}V{number(height)}" for x in range(1, round(width / UNIT)))
        data += "".join(f"M{at((0, y * UNIT))}H{number(width)}" for y in range(1, round(height / UNIT)))
        return f'<path d="{data}" {pen}/>'
    if (tile := _tile(game_map)) is None:
        data = "".join(closed_path([corners(game_map, space)]) for space in range(game_map.size))
        return f'<path d="{data}" {pen}/>'
    (tile_wide, tile_high), sides = tile
    size = f'width="{tile_wide:g}" height="{tile_high:g}" patternUnits="userSpaceOnUse"'
    name = f"{prefix(game_map)}-hexes"
    pattern = f'<pattern id="{name}" {size}><path d="{sides}" {pen}/></pattern>'
    return f'<defs>{pattern}</defs><use href="#{prefix(game_map)}-paper" fill="url(#{name})"/>'


def _tile(game_map: Map) -> tuple[Point, str] | None:
    """The size of the part of a grid of hexes that repeats, and the sides in it; None for hexes that lie otherwise."""
    (left, top), wide_hex, high_hex = _box_of_space(game_map, 0)
    is_pointed = game_map.grid.shape == "pointed"
    tile = (wide_hex, high_hex * 1.5) if is_pointed else (wide_hex * 1.5, high_hex)
    for space in range(game_map.size):
        (x, y), width, height = _box_of_space(game_map, space)
        column, row = (x - left) / tile[0] * 2, (y - top) / tile[1] * 2
        is_regular = abs(column - round(column)) < 0.02 and abs(row - round(row)) < 0.02
        if not is_regular or (round(column) + round(row)) % 2 or abs(width - wide_hex) + abs(height - high_hex) > 0.1:
            return None
    outlines = [
        [(x + i * tile[0] / 2, y + j * tile[1] / 2) for x, y in corners(game_map, 0)]
        for i in range(-3, 4)
        for j in range(-3, 4)
        if (i + j) % 2 == 0
    ]
    sides = {
        tuple(sorted(((round(x_a, 2), round(y_a, 2)), (round(x_b, 2), round(y_b, 2)))))
        for points in outlines
        for (x_a, y_a), (x_b, y_b) in pairwise((*points, points[0]))
        if all(
            max(ends) >= -1 and min(ends) <= extent + 1
            for ends, extent in zip(((x_a, x_b), (y_a, y_b)), tile, strict=True)
        )
    }
    return tile, "".join(f"M{x_a:g} {y_a:g}L{x_b:g} {y_b:g}" for (x_a, y_a), (x_b, y_b) in sorted(sides))


def _box_of_space(game_map: Map, space: int) -> tuple[Point, float, float]:
    """The upper left corner of a space, its width and its height."""
    xs, ys = zip(*corners(game_map, space), strict=True)
    return (min(xs), min(ys)), max(xs) - min(xs), max(ys) - min(ys)


def _ridges(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every ridge as SVG, its crest as one line and its spurs fainter; ``placer`` notes where they run."""
    for barrier in game_map.barriers:
        if is_ridge(barrier):
            crest, spurs = _crest([border(game_map, edge) for edge in sorted(barrier.edges)])
            data = "".join(curve(ease_corners(ease_corners(line))) for line in chains(crest))
            spur_data = "".join(f"M{at(a)}L{at(b)}" for a, b in spurs)
            yield with_title(barrier.label, (spur(spur_data) if spur_data else "") + ridge(data, bars=barrier.bars))
            placer.draw(middle(*border(game_map, edge)) for edge in sorted(barrier.edges))


def _works(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every line of works as SVG; ``placer`` notes where they run."""
    for barrier in game_map.barriers:
        if is_works(barrier):
            lines = edge_lines(game_map, barrier.edges)
            data = "".join(curve(line) for line in lines)
            yield with_title(barrier.label, works(data, bars=barrier.bars))
            for line in lines:
                placer.draw(middle(a, b) for a, b in pairwise(line))


def _crest(sides: Sequence[tuple[Point, Point]]) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
    """The sides of a ridge that go on, and those that end beside it."""
    counts = Counter(point for side in sides for point in side)
    spurs = [(a, b) for a, b in sides if min(counts[a], counts[b]) == 1 and max(counts[a], counts[b]) > 2]
    return [side for side in sides if side not in spurs], spurs


def _rivers(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every river and creek as SVG, all banks below all water, so that they join; ``placer`` notes where they run."""
    waters = [barrier for barrier in game_map.barriers if is_water(barrier)]
    lines = {barrier: edge_lines(game_map, barrier.edges) for barrier in waters}
    data = {barrier: "".join(curve(ease_corners(line)) for line in lines[barrier]) for barrier in waters}
    for creek in waters:
        if not creek.bars:
            yield with_title(creek.label, water(data[creek], bars=False))
    for colour, width in ((RIVER_EDGE, 8), (RIVER, 5)):
        for river in waters:
            if river.bars:
                yield with_title(river.label, stroke(data[river], colour, width))
    for barrier in waters:
        for line in lines[barrier]:
            placer.draw_line(line)


def is_known_road(kind: str) -> bool:
    """Whether a kind of road has a line style of its own."""
    return kind == "road" or road_class(kind) != "road"


def road_line(game_map: Map, style: RoadClass, data: str) -> str:
    """A road or railroad of one class along path data; roads are thinner on a map that has pikes too."""
    if style == "rail":
        return stroke(data, INK, 1.3) + ties(data, INK, 6, "1.2 5")
    if style == "pike":
        return stroke(data, ROAD_EDGE, 5.4) + stroke(data, ROAD, 3.4)
    if style == "trail":
        return stroke(data, ROAD_EDGE, 1.2, 'stroke-dasharray="4 3.4" stroke-opacity=".5"')
    if any(road_class(road.kind) == "pike" for road in game_map.roads):
        return stroke(data, LANE, 1.1, 'stroke-dasharray="5 2.2" stroke-opacity=".55"')
    return stroke(data, ROAD_EDGE, 3.6) + stroke(data, ROAD, 2.2)


def _roads(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every road as SVG, trails below, then roads, pikes and railroads; ``placer`` notes where they run."""
    links: dict[RoadClass, set[Edge]] = {"trail": set(), "road": set(), "pike": set(), "rail": set()}
    for road in game_map.roads:
        links[road_class(road.kind)].update(road.edges)
    for a, b in sorted(game_map.links):
        placer.draw_line((centre(game_map, a), centre(game_map, b)))
    # A lesser road ends on the better one that it meets: not in the middle of the space, where that does not run.
    points = {place.space: centre(game_map, place.space) for place in game_map.places}
    data = {style: _road_data(game_map, links[style], points) for style in ("pike", "road", "trail")}
    data["rail"] = _road_data(game_map, links["rail"], {place.space: points[place.space] for place in game_map.places})
    for style in links:
        if data[style] and style == "rail":  # a little aside, so that a road in the same spaces stays visible
            yield f'<g transform="translate(3.4 -3.4)">{road_line(game_map, style, data[style])}</g>'
        elif data[style]:
            yield road_line(game_map, style, data[style])
    if links["pike"]:
        farms = "".join(f"M{at((x - 1.7, y - 1.7))}h3.4v3.4h-3.4z" for x, y in _farms(game_map, links))
        yield f'<path d="{farms}" fill="{LANE}" fill-opacity=".6"/>'


def _farms(game_map: Map, links: Mapping[RoadClass, set[Edge]]) -> Iterator[Point]:
    """Where a lesser road ends at no other, no place and no rim of the sheet: it leads to a farm."""
    edge_counts = Counter(space for edges in links.values() for edge in edges for space in edge)
    lane_spaces = {space for style in ("trail", "road") for edge in links[style] for space in edge}
    place_spaces = {place.space for place in game_map.places}
    for space in sorted(lane_spaces - place_spaces):
        if edge_counts[space] == 1 and len(game_map.neighbours[space]) == len(corners(game_map, space)):
            yield centre(game_map, space)


def _road_data(game_map: Map, links: set[Edge], known_points: dict[int, Point]) -> str:
    """Path data of the roads along ``links``, which go through the ``known_points`` of spaces; adds their own.

    Three spaces that are linked with each other meet where they touch, so that no road runs in a ring.
    """
    lines_to_rim = {edge: rim_lines for edge in sorted(links) if (rim_lines := lines_over_rim(game_map, edge))}
    spokes, points = _junctions(game_map, links - lines_to_rim.keys())
    stop_points, data, new_points = {**known_points, **points}, "", dict[int, Point]()
    for line in chains(spokes, stop_points):
        way = ease_corners(
            [stop_points.get(space, centre(game_map, space)) if space >= 0 else stop_points[space] for space in line]
        )
        data += curve(way)
        for i in range(1, len(line) - 1):
            (x_a, y_a), (x, y), (x_b, y_b) = way[i - 1 : i + 2]
            new_points[line[i]] = (x_a + 6 * x + x_b) / 8, (y_a + 6 * y + y_b) / 8
    known_points.update(new_points)
    return data + "".join(curve(list(line)) for lines_of_edge in lines_to_rim.values() for line in lines_of_edge)


def _junctions(game_map: Map, links: set[Edge]) -> tuple[set[Edge], dict[int, Point]]:
    """The links with every ring of three spaces replaced by three to its middle, which has a number below 0."""
    remaining_links, spokes, middles = set(links), set[Edge](), dict[int, Point]()
    neighbours: dict[int, set[int]] = {}
    for a, b in links:
        neighbours.setdefault(min(a, b), set()).add(max(a, b))
    for a in sorted(neighbours):
        for b in sorted(neighbours[a]):
            for common_neighbour in sorted(neighbours[a] & neighbours.get(b, set())):
                ring = {
                    edge
                    for edge in (
                        (a, b),
                        (b, a),
                        (a, common_neighbour),
                        (common_neighbour, a),
                        (b, common_neighbour),
                        (common_neighbour, b),
                    )
                    if edge in remaining_links
                }
                if len(ring) == 3:
                    remaining_links -= ring
                    number_of = -1 - len(middles)
                    corners_of = [centre(game_map, space) for space in (a, b, common_neighbour)]
                    middles[number_of] = (sum(x for x, _ in corners_of) / 3, sum(y for _, y in corners_of) / 3)
                    spokes |= {(number_of, space) for space in (a, b, common_neighbour)}
    return remaining_links | spokes, middles


def join_line(game_map: Map, kind: str, data: str) -> str:
    """A join of one kind along path data."""
    if is_known_road(kind):
        return road_line(game_map, road_class(kind), data)
    other_kinds = sorted({road.kind for road in game_map.roads if not is_known_road(road.kind)})
    colour, width, dashes = _PENS[other_kinds.index(kind) % len(_PENS)]
    return stroke(data, colour, width, dashes)


def _network(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every join as SVG, and above them the areas; ``placer`` notes where they are."""
    kinds: dict[Edge, list[str]] = {}
    for road in sorted(game_map.roads, key=lambda road: road.kind):
        for edge in road.edges:
            kinds.setdefault(edge, []).append(road.kind)
    lines: dict[str, str] = {}
    for edge, edge_kinds in sorted(kinds.items()):
        start, end = (centre(game_map, space) for space in edge)
        placer.draw([start, middle(start, end), end])
        for place, kind in enumerate(edge_kinds):
            offset = (place - (len(edge_kinds) - 1) / 2) * APART
            lines[kind] = lines.get(kind, "") + _shifted_line(start, end, offset)
    yield from (join_line(game_map, kind, data) for kind, data in sorted(lines.items()))
    yield from (_area(game_map, space) for space in range(game_map.size))


def _shifted_line(start: Point, end: Point, offset: float) -> str:
    """Path data of a line from start to end, moved aside."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx**2 + dy**2) ** 0.5 or 1.0
    x, y = -dy / length * offset, dx / length * offset
    return f"M{at((start[0] + x, start[1] + y))}L{at((end[0] + x, end[1] + y))}"


def _area(game_map: Map, space: int) -> str:
    terrain = game_map.terrain[space] if game_map.terrain else "clear"
    data = closed_path([corners(game_map, space)])
    svg = f'<path d="{data}" fill="{tint(game_map, terrain)}" stroke="{INK}" stroke-width="1"/>'
    return svg + (f'<path d="{data}" fill="url(#{prefix(game_map)}-{terrain})"/>' if terrain in PATTERNS else "")


def ground_key(game_map: Map) -> Iterator[KeyItem]:
    """The legend of the ground: terrains, then roads, barriers and streams."""
    for kind in sorted(set(game_map.terrain) - BUILT - {"clear"}):
        swatch = f'<rect width="24" height="14" fill="{tint(game_map, kind)}" stroke="{INK}" stroke-width=".5"/>'
        if kind in PATTERNS:
            swatch += f'<rect width="24" height="14" fill="url(#{prefix(game_map)}-{kind})"/>'
        yield KeyItem(swatch, kind.replace("_", " "))
    line = "M0 7h24"
    kinds = {road.kind for road in game_map.roads}
    if game_map.grid.drawn_as_network:
        yield from (KeyItem(join_line(game_map, kind, line), kind.replace("_", " ")) for kind in sorted(kinds))
    else:
        classes = set(map(road_class, kinds))
        yield from (
            KeyItem(road_line(game_map, style, line), word) for style, word in _ROADS.items() if style in classes
        )
    barriers = {barrier.kind: barrier for barrier in reversed(game_map.barriers)}
    for kind in sorted(barriers, key=lambda kind: (is_ridge(barriers[kind]), kind)):
        draw = ridge if is_ridge(barriers[kind]) else works if is_works(barriers[kind]) else water
        yield KeyItem(draw(line, bars=barriers[kind].bars), kind)
    if game_map.streams:
        yield KeyItem(stroke(line, STREAM, 2), "stream")


def lines_over_rim(game_map: Map, edge: Edge) -> tuple[tuple[Point, Point], ...]:
    """For neighbours at opposite rims of the sheet: the line from each to its rim, in the direction of the other."""
    lines = []
    for a, b in (edge, edge[::-1]) if game_map.grid.behind(*edge) != (0.0, 0.0) else ():
        (x_a, y_a), (x_b, y_b) = border(game_map, (a, b))
        lines.append((centre(game_map, a), ((x_a + x_b) / 2, (y_a + y_b) / 2)))
    return tuple(lines)
