"""The sheet under a picture, ready to draw: its art and the position of each space.

A map makes one (`map_ground`), and so does a game that is played on boxes. Coordinates are those of `Game.sheet`: the
upper left corner of the map is 0, 0. Seen from the opposite side (``turned``) every point (x, y) is at (width - x,
height - y), and all text is upright again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from wargame_core.errors import UnknownName
from wargame_core.maps.features import Point
from wargame_core.maps.geometry import border, centre, corners, frame
from wargame_core.maps.map import Map
from wargame_pictures.draw.keys import KeyItem, map_key
from wargame_pictures.draw.map_sheet import NAMES, NUMBERS, edge_of, sheet
from wargame_pictures.draw.terrain import prefix
from wargame_pictures.draw.themes import colors_of
from wargame_pictures.draw.turned import turned_map
from wargame_pictures.draw.writing import MapWriting, write_names


@frozen
class Spot:
    """A space of the sheet: its printed id, its name in words, its centre, corners, terrain and place."""

    id: str
    title: str
    at: Point
    outline: tuple[Point, ...]
    kind: str = ""
    place: str = ""


@define(eq=False, frozen=True, slots=False)
class DrawnGround:
    """A sheet to draw on.

    ``art`` is its picture without margins; `written` puts the text of ``writing``, if any, into it; ``edge`` is the
    line around it. ``crossings`` are the ends of the sides that crossings lie on, by their ids.
    """

    id: str
    title: str
    size: Point
    spots: tuple[Spot, ...]
    art: str
    edge: str = ""
    key: tuple[KeyItem, ...] = ()
    scale: tuple[float, str] | None = None
    columns: Sequence[tuple[float, str]] = ()
    rows: Sequence[tuple[float, str]] = ()
    crossings: Mapping[str, tuple[Point, Point]] = field(factory=dict)
    turned: bool = False
    writing: MapWriting | None = None

    _kept: dict[Hashable, tuple[str, frozenset[str]]] = field(factory=dict, init=False)

    def written(self, scale: float = 1.0, *, named: bool = True) -> str:
        """The art with its text, ``scale`` times as large; if not ``named``, the placeholder for names stays in it."""
        if self.writing is None:
            return self.art
        numbered = self.art.replace(NUMBERS, self.writing.numbers(scale))
        return numbered.replace(NAMES, write_names(self.writing.names(scale))) if named else numbered

    def enlarging(self, scale: float) -> str:
        """The style sheet with which a page enlarges the text; "" where there is no text."""
        writing = self.writing
        return "" if writing is None else self.kept(("enlarging", scale), lambda: writing.enlarging(scale))[0]

    def kept(self, key: Hashable, make: Callable[[], str]) -> tuple[str, frozenset[str]]:
        """A picture of this ground that never changes, with its colours; ``make`` is called only the first time."""
        if key not in self._kept:
            svg = make()
            self._kept[key] = svg, colors_of(svg)
        return self._kept[key]

    @cached_property
    def _spaces(self) -> Mapping[str, int]:
        return {spot.id: space for space, spot in enumerate(self.spots)}

    def space(self, place: str) -> int:
        """The number of the space with a printed id. Raises `UnknownName`."""
        if place not in self._spaces:
            raise UnknownName("space", place, self._spaces)
        return self._spaces[place]

    def space_of(self, words: str) -> int:
        """The number of the space that a person means by its id or the name of its place. Raises `UnknownName`."""
        wanted = words.strip().casefold()
        for space, spot in enumerate(self.spots):
            if wanted in (spot.id.casefold(), spot.id.strip("()").casefold(), spot.place.casefold()):
                return space
        raise UnknownName("space", words, [name for spot in self.spots for name in (spot.id, spot.place) if name])

    def crossing(self, crossing: str) -> tuple[Point, Point]:
        """The ends of the side that a crossing lies on. Raises `UnknownName`."""
        if crossing not in self.crossings:
            raise UnknownName("crossing", crossing, self.crossings)
        return self.crossings[crossing]


def map_ground(
    game_map: Map,
    turned: bool = False,
    *,
    art: Callable[[Map], str] | None = None,
    key: Sequence[KeyItem] = (),
) -> DrawnGround:
    """The sheet of a map, made once for each direction of view.

    ``art`` draws on top of the map what the map file does not contain; ``key`` explains it in the legend.
    """

    def make() -> DrawnGround:
        lying = turned_map(game_map) if turned else game_map
        columns, rows = lying.grid.margins()
        drawn, writing = sheet(lying)
        return DrawnGround(
            prefix(game_map) + ("-turned" if turned else ""),
            game_map.title,
            frame(lying),
            tuple(_spot(lying, space) for space in range(lying.size)),
            drawn + (art(lying) if art is not None else ""),
            edge_of(lying),
            (*map_key(lying), *key),
            lying.scale,
            columns,
            rows,
            {crossing.id: border(lying, crossing.edge) for crossing in lying.crossings.values()},
            turned,
            writing,
        )

    return game_map.cached(("ground", turned), make)


def _spot(game_map: Map, space: int) -> Spot:
    terrain = game_map.terrain[space] if game_map.terrain else ""
    place, here = game_map.place_at(space), game_map.coordinates(space)
    words = [f"{place.name} {here}" if place is not None and place.name != here else here]
    if terrain and terrain != "clear":
        words.append(terrain.replace("_", " "))
    return Spot(
        here, ", ".join(words), centre(game_map, space), corners(game_map, space), terrain, place.name if place else ""
    )
