"""What lies on a map in words and colours: kinds of terrain, of barriers and of roads, for pictures and other screens.

The words of map makers are open: a kind of road that is none of those known is drawn as a road, a kind of barrier as
water, a terrain or place by another usual word as what it means (`TERRAIN_OF_WORD`, `PLACE_OF_WORD`), and an unknown
terrain gets a colour that is the same wherever this map is drawn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Literal, TypeAlias, assert_never

from attrs import frozen

from wargame_core.maps.features import Barrier
from wargame_core.maps.map import Map

_PALETTE_TEXT = files(__package__).joinpath("palette.toml").read_text("utf-8")
PALETTE: Mapping[str, tuple[str, str, str]] = {
    name: (light_color, dark_color, printed)
    for name, (light_color, dark_color, printed) in tomllib.loads(_PALETTE_TEXT).items()
}
"""By name: the colour on light paper, on a dark screen, and printed. No two light colours are equal."""

_OF_ITS_NAME = (
    *("woods", "swamp", "water", "sea", "land", "coast", "mountain", "town", "city"),
    *("hill", "rolling", "rough", "field", "orchard"),
)
TERRAIN: Mapping[str, str] = {kind: kind for kind in _OF_ITS_NAME} | {"homestead": "orchard"}
"""By kind of terrain that has a colour of its own, the name of that colour."""


def _by_word(words_of: Mapping[str, str]) -> Mapping[str, str]:
    """By each word of some lists the kind that has the list."""
    return {word: kind for kind, words in words_of.items() for word in words.split()}


TERRAIN_OF_WORD = _by_word(
    {
        "clear": "open plain plains grass grassland",
        "woods": "wood forest forests trees timber wooded woodland light_woods heavy_woods thicket thickets scrub",
        "swamp": "marsh marshes bog wetland fen swamps",
        "water": "lake lakes pond all_water",
        "sea": "ocean all_sea",
        "mountain": "mountains peak alpine",
        "hill": "hills highland heights",
        "rough": "broken rocky rough_terrain",
        "field": "fields farmland cornfield wheatfield",
        "orchard": "orchards vineyard",
        "town": "village towns hamlet",
        "city": "metropolis urban major_city cities",
    }
)
"""By another word for a kind of terrain, the word by which it is drawn."""
PLACE_OF_WORD = _by_word(
    {
        "city": "metropolis capital major_city large_city",
        "town": "port county_seat small_town",
        "village": "hamlet farm settlement",
        "hill": "peak mountain",
        "gap": "pass",
    }
)
"""By another word for a kind of place, the word by which it is drawn."""
_SPARE_COLOR_COUNT = 6

RAILS = frozenset({"rail", "railroad", "railway"})
PIKES = frozenset({"pike", "turnpike", "highway"})
TRAILS = frozenset({"trail", "track", "path"})
RIDGES = frozenset({"ridge", "slope", "crest"})
WORKS = frozenset({"works", "fieldworks", "earthworks", "entrenchment", "trench", "wall"})

RoadClass: TypeAlias = Literal["trail", "road", "pike", "rail"]
"""The classes in which roads are drawn, the least first."""


def terrain_drawn_as(terrain: str) -> str:
    """The kind of terrain that a word means in pictures: the word itself, or the usual one for the same."""
    return TERRAIN_OF_WORD.get(terrain.replace(" ", "_"), terrain)


def place_drawn_as(kind: str) -> str:
    """The kind of place that a word means in pictures: the word itself, or the usual one for the same."""
    return PLACE_OF_WORD.get(kind.replace(" ", "_"), kind)


def road_class(kind: str) -> RoadClass:
    """The class in which a kind of road is drawn."""
    return "rail" if kind in RAILS else "pike" if kind in PIKES else "trail" if kind in TRAILS else "road"


def is_ridge(barrier: Barrier) -> bool:
    """Whether a barrier is drawn as high ground and not as water."""
    return barrier.crossed_by_road or barrier.kind in RIDGES


def is_works(barrier: Barrier) -> bool:
    """Whether a barrier is drawn as something that people have dug or built."""
    return not is_ridge(barrier) and barrier.kind in WORKS


def is_water(barrier: Barrier) -> bool:
    """Whether a barrier is drawn as water, as every kind is that has no word of its own."""
    return not is_ridge(barrier) and not is_works(barrier)


def terrain_color(game_map: Map, terrain: str) -> str:
    """The name in the `PALETTE` of the colour of a terrain; "ground" for clear ground and what the map has not."""
    if (kind := terrain_drawn_as(terrain)) in TERRAIN:
        return TERRAIN[kind]
    unknown = sorted({word for word in game_map.terrain if terrain_drawn_as(word) == word} - TERRAIN.keys() - {"clear"})
    return f"terrain-{unknown.index(terrain) % _SPARE_COLOR_COUNT + 1}" if terrain in unknown else "ground"


def counter_colors(seats: Sequence[str]) -> dict[str, str]:
    """By seat the light colour of the counters of a game of two sides: those that the `PALETTE` has for sides.

    >>> counter_colors(["union", "confederate"])
    {'union': '#27457a', 'confederate': '#a6987e'}
    """
    first_seat, second_seat = seats
    return {first_seat: PALETTE["side-1"][0], second_seat: PALETTE["side-2"][0]}


def barrier_color(barrier: Barrier) -> str:
    """The name in the `PALETTE` of the colour of a barrier."""
    if is_ridge(barrier):
        return "ridge"
    return "wood-edge" if is_works(barrier) else "river" if barrier.bars else "creek"


def road_color(kind: str) -> str:
    """The name in the `PALETTE` of the colour of a kind of road."""
    match road_class(kind):
        case "rail":
            return "ink"
        case "pike" | "road":
            return "road"
        case "trail":
            return "lane"
        case other_kind:
            assert_never(other_kind)


Drawn: TypeAlias = Literal["terrain", "edge", "way", "crossing"]
"""What a line of a legend is about."""


@frozen
class LegendLine:
    """A line of a legend: what is drawn (``of``), its kind as the map names it, and the name of its colour."""

    of: Drawn
    kind: str
    color: str


def legend_of(game_map: Map) -> Iterator[LegendLine]:
    """The kinds of everything that is drawn on a map, each once."""
    for terrain in sorted(set(game_map.terrain)):
        yield LegendLine("terrain", terrain, terrain_color(game_map, terrain))
    barriers = {barrier.kind: barrier for barrier in reversed(game_map.barriers)}
    for kind, barrier in sorted(barriers.items()):
        yield LegendLine("edge", kind, barrier_color(barrier))
    for kind in sorted({road.kind for road in game_map.roads}):
        yield LegendLine("way", kind, road_color(kind))
    if game_map.streams:
        yield LegendLine("way", "stream", "stream")
    for kind in sorted({crossing.kind for crossing in game_map.crossings.values()}):
        yield LegendLine("crossing", kind, "ink")
