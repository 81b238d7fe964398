"""The printed board of a battle: dividing lines, tiles, fences and sunken roads on their sides, and its legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import DIRECTIONS, HEXES, SPACE
from wargame_battlecry.printed.pieces import Battle
from wargame_core.draw.ground import DrawnGround, map_ground
from wargame_core.draw.shapes import at, centre, corners, frame, number
from wargame_core.maps.features import Point
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.map import Map

CORNERS = {"NE": (0, 1), "E": (1, 2), "SE": (2, 3), "SW": (3, 4), "W": (4, 5), "NW": (5, 0)}
"""The two corners of a hex that a side lies between, by its direction as printed."""


def battle_map(board: BattleBoard) -> HexMap:
    """The map of the battle that is fought on a board: its ground and its names."""
    return board.battle.map


def ground(board: BattleBoard, turned: bool) -> DrawnGround:
    """The printed board of a battle, made once for each chair."""
    battle = board.battle
    return map_ground(battle.map, turned, art=lambda lying: "".join((*_sections(lying), *_tiles(battle, lying))))


def _sections(lying: Map) -> Iterator[str]:
    _, height = frame(lying)
    for name in ("A5", "A9"):
        x, _ = centre(lying, SPACE[name])
        yield (
            f'<path d="M{number(x)} 0V{number(height)}" stroke="#8a2f2f" stroke-width="2" stroke-dasharray="2 7" '
            'stroke-linecap="round" opacity=".7"/>'
        )


def _tiles(battle: Battle, lying: Map) -> Iterator[str]:
    for space, tile in enumerate(battle.tiles):
        title = f"<title>{escape(f'{tile.title} {HEXES[space]}')}</title>"
        spot = f'<g transform="translate({at(centre(lying, space))})">{title}'
        if tile.id == "bridge":
            yield f'{spot}<path d="M-9 -14v28h18v-28z" fill="#d9b680" stroke="#6b4a23"/></g>'
        elif tile.id in ("homestead", "town"):
            houses = ((0, 0),) if tile.id == "homestead" else ((-8, -6), (8, -4), (0, 8))
            shapes = "".join(f'<path d="M{x - 6} {y + 5}v-7l6 -5l6 5v7z"/>' for x, y in houses)
            yield f'{spot}<g fill="#8c4a3a" stroke="#4a241b">{shapes}</g></g>'
        elif tile.sight == "hill":
            yield f'{spot}<path d="M-12 7q12 -20 24 0M-6 9q6 -10 12 0" fill="none" stroke="#a5834c"/></g>'
        elif tile.directional:
            sides = battle.sides[space]
            yield sides_line(corners(lying, space), sides, f"{tile.title} {HEXES[space]}", "#6b4a23", 3, "7 3")


def sides_line(outline: Sequence[Point], sides: int, title: str, color: str, width: int, dashes: str) -> str:
    """A line along some sides of a hex, a little inside it; ``sides`` is a mask of directions."""
    x, y = sum(px for px, _ in outline) / 6, sum(py for _, py in outline) / 6
    points = [((px - x) * 0.86 + x, (py - y) * 0.86 + y) for px, py in outline]
    ways = [CORNERS[name] for n, name in enumerate(DIRECTIONS) if sides >> n & 1]
    data = "".join(f"M{at(points[a])}L{at(points[b])}" for a, b in ways)
    return (
        f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dashes}">'
        f"<title>{escape(title)}</title></path>"
    )
