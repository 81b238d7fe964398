"""Pictures of maps as SVG: the sheet, what lies on it, and one copy of the sheet for many pictures of a page.

Everything is text made from the map alone: the same map gives the same picture, without scripts, and without fonts
or files from elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from wargame_core.maps.geometry import UNIT, frame
from wargame_core.maps.map import Map
from wargame_core.maps.movement import Reach
from wargame_pictures.draw.ground import map_ground
from wargame_pictures.draw.marks import Destroyed, Highlight, PathMark
from wargame_pictures.draw.picture import MARGIN, Picture
from wargame_pictures.draw.tokens import Marker

__all__ = ["Highlight", "Marker", "PathMark", "map_svg", "to_fit"]


def to_fit(svg: str) -> str:
    """A picture that shrinks with its page, for notebooks."""
    return svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def map_repr(game_map: Map) -> str:
    """A map as a notebook shows it."""
    return to_fit(map_svg(game_map))


def reach_repr(reach: Reach) -> str:
    """What is within reach as a notebook shows it: its spaces marked on the map."""
    title = f"{reach.map.title}: {reach.show(reach.budget)} points from {reach.map.label(reach.start)}"
    return to_fit(map_svg(reach.map, highlight=[Highlight(reach.spaces, "#d9a400", "within reach")], title=title))


def map_svg(
    game_map: Map,
    *,
    markers: Sequence[Marker] = (),
    highlight: Iterable[Highlight] = (),
    paths: Iterable[PathMark] = (),
    destroyed_crossings: Collection[str] = (),
    title: str = "",
    cell: float | None = None,
    legend: bool = True,
) -> str:
    """A picture of the map with tokens, tinted spaces and paths on it, as SVG.

    `destroyed_crossings` are ids of crossings to strike out. `cell` is the width of a space in pixels (about 1,400
    for the whole map if not given). `Game.board_svg` draws a game's board, and in layers.
    """
    picture = Picture(
        ground=map_ground(game_map),
        markers=markers,
        marks=tuple(Destroyed(crossing) for crossing in sorted(destroyed_crossings)),
        title=title,
        legend=legend,
    )
    size = None if cell is None else (frame(game_map)[0] + 2 * MARGIN) * cell / UNIT
    return picture.svg(size=size, highlight=highlight, arrows=paths, layers=("sheet", "pieces", "overlays"))
