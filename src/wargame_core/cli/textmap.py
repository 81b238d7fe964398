"""A map of a board in letters, for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_core.cli.output import width

if TYPE_CHECKING:
    from wargame_core.draw.map_svg import Marker
    from wargame_core.game import Game
    from wargame_core.maps.features import Edge
    from wargame_core.maps.map import Map

_GROUND = {"": "·", "clear": "·", "rolling": ",", "rough": "%", "woods": "♣", "hill": "^", "mountain": "▲"}
_GROUND |= {"swamp": "~", "water": "≈"}
_LEFT = 5
"""Columns for the names of the rows."""


def text_map(game: Game, board: Any, seat: str) -> list[str] | None:
    """The board as ``seat`` knows it: the map, its key, then a line a side of who stands where. None without a map."""
    game, board, seat = game.open_on(board, seat)
    ground = game.map_of(board)
    if ground is None:
        return None
    markers = tuple(game.presentation.markers(board, seat)) if game.presentation.markers is not None else ()
    parts = ["\n".join(_grid(ground, markers)) + "\n", _key(ground, markers)]
    for side in sorted({marker.side for marker in markers}):
        parts.append(f"{side}: " + "; ".join(_places(ground, [marker for marker in markers if marker.side == side])))
    return parts


def _grid(game_map: Map, markers: Sequence[Marker]) -> list[str]:
    """Lines of spaces; where barriers run between two lines, a line of their own."""
    stacks: dict[int, list[Marker]] = {}
    for marker in markers:
        stacks.setdefault(marker.space, []).append(marker)
    centres = _rows_of(_centre(game_map, space) for space in range(game_map.size))
    wide = 3 if max((x for x, _ in centres), default=0.0) * 3 + _LEFT < max(width(), 105) else 2
    columns, rows = game_map.margins()
    heights = sorted({round(_centre(game_map, space)[1], 3) for space in range(game_map.size)})
    heads = {_nearest(heights, place): name for place, name in rows}
    lines: dict[float, list[str]] = {}

    def write(x: float, y: float, text: str) -> None:
        line, start = lines.setdefault(y, []), _LEFT + int(x * wide)
        line += [" "] * (start + len(text) - len(line))
        line[start : start + len(text)] = text

    for place, name in columns:
        write(place, -1.0, name.rjust(wide - 1) if len(name) < wide else name)
    for space, (x, y) in enumerate(centres):
        write(x, int(y), _cell(game_map, space, stacks.get(space, []))[: wide - 1].rjust(wide - 1))
    for between in {edge for barrier in game_map.barriers if barrier.bars for edge in barrier.edges}:
        (x0, y0), (x1, y1) = centres[between[0]], centres[between[1]]
        if y0 == y1:
            write(max(x0, x1) - 1 / wide, int(y0), _barrier(game_map, between, "|", "="))
        elif x0 == x1:
            write(x0, int(min(y0, y1)) + 0.5, _barrier(game_map, between, "-" * (wide - 1), "H".rjust(wide - 1)))
    for y, line in lines.items():
        name = heads.get(int(y), "") if y == int(y) else ""
        line[: _LEFT - 1] = name.rjust(_LEFT - 1)
    return ["".join(line).rstrip() for _, line in sorted(lines.items())]


def _nearest(heights: Sequence[float], place: float) -> int:
    """The row that lies nearest to a height."""
    return min(range(len(heights)), key=lambda row: abs(heights[row] - place))


def _rows_of(centres: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The centres with whole numbers for heights: rows of hexes lie closer than rows of squares."""
    points = [(x, round(y, 3)) for x, y in centres]
    rows = {y: float(row) for row, y in enumerate(sorted({y for _, y in points}))}
    return [(x, rows[y]) for x, y in points]


def _barrier(game_map: Map, between: Edge, closed: str, crossed: str) -> str:
    return crossed if game_map.crossing_at(between) is not None else closed


def _centre(game_map: Map, space: int) -> tuple[float, float]:
    points = game_map.outline(space)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _cell(game_map: Map, space: int, stack: Sequence[Marker]) -> str:
    if stack:
        sides = sorted({marker.side for marker in stack})
        letter = sides[0][:1].upper() if len(sides) == 1 else "*"
        if not any(marker.shape == "block" for marker in stack):
            letter = letter.lower()
        count = sum(marker.shape != "depot" for marker in stack)
        return letter + (str(count) if count > 1 else "")
    if game_map.place_at(space) is not None:
        return "o"
    return _ground(game_map.terrain[space] if game_map.terrain else "")


def _ground(kind: str) -> str:
    return _GROUND.get(kind, kind[:1])


def _key(game_map: Map, markers: Sequence[Marker]) -> str:
    letters = [f"{side[:1].upper()} {side}" for side in sorted({marker.side for marker in markers})]
    if any(marker.shape != "block" for marker in markers):
        letters.append("small letter: no unit, but something of that side")
    letters.append("number: so many in the space")
    bare = {kind for space, kind in enumerate(game_map.terrain) if game_map.place_at(space) is None}
    letters += [f"{_ground(kind)} {kind}" for kind in sorted(bare) if kind]
    letters += ["o place"] * bool(game_map.places)
    if kinds := " or ".join(sorted({barrier.kind for barrier in game_map.barriers if barrier.bars})):
        letters.append(f"| and - {kinds}" + (", = and H a crossing" if game_map.crossings else ""))
    return "   ".join(letters)


def _places(game_map: Map, markers: Sequence[Marker]) -> list[str]:
    known = [
        f"{marker.note or marker.label or marker.shape} at {game_map.label(marker.space)}"
        for marker in markers
        if not marker.face_down
    ]
    hidden = Counter(game_map.label(marker.space) for marker in markers if marker.face_down)
    stacks = [f"{place} ({count})" if count > 1 else place for place, count in sorted(hidden.items())]
    return [*known, *([f"face down at {', '.join(stacks)}"] if stacks else [])]
