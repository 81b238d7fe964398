"""The printed board of a battle: dividing lines, what stands on tiles, works on their sides, and the legend for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import atan2, cos, degrees, sin

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import DIRECTIONS, HEXES, SPACE
from wargame_battlecry.printed.pieces import Battle
from wargame_core.maps.features import Point
from wargame_core.maps.geometry import centre, corners, frame
from wargame_core.maps.map import Map
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.keys import KeyItem
from wargame_pictures.draw.lines import INK
from wargame_pictures.draw.map_sheet import crossing_sign
from wargame_pictures.draw.shapes import at, loop, number, titled

CORNERS = {"NE": (0, 1), "E": (1, 2), "SE": (2, 3), "SW": (3, 4), "W": (4, 5), "NW": (5, 0)}
"""The two corners of a hex that a side lies between, by its direction as printed."""
FENCE, WORKS = ("#6b4a23", 3, "7 3"), ("#5b3f22", 6, "3 2")
"""Colour, width and dashes of lines along sides."""
ARMS = {"infantry": "M-9 -5.7L9 5.8M-9 5.8L9 -5.7", "cavalry": "M-9 5.8L9 -5.7", "artillery": ""}
"""What stands in the box of an arm."""
STAR = "M0 -7l2 4.6l5 .4l-3.8 3.3l1.1 4.9l-4.3 -2.6l-4.3 2.6l1.1 -4.9l-3.8 -3.3l5 -.4z"
_HOUSE = "M-5 4v-6l5 -4.5l5 4.5v6z"
_PEN = 'fill="#8c4a3a" stroke="#4a241b"'
_SIGNS = {
    "homestead": ((-13.5, -5),),
    "town": ((-13.5, -5), (13.5, -5), (-14, 8)),
}
"""Where houses stand in a hex: beside the unit, not under it."""


def ground(board: BattleBoard, turned: bool) -> DrawnGround:
    """The printed board of a battle, made once for each chair."""
    battle = board.battle

    def art(lying: Map) -> str:
        return "".join((*_sections(lying), *_tiles(battle, lying)))

    return map_ground(battle.map, turned, art=art, key=tuple(_key(board)))


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
        x, y = centre(lying, space)
        title = f"{tile.title} {HEXES[space]}"
        if tile.id == "bridge":
            turn = degrees(_flow(lying, space)) + 90
            yield titled(title, crossing_sign("bridge", 1.5), f"translate({at((x, y))}) rotate({number(turn)})")
        elif tile.id == "ford":
            yield titled(title, crossing_sign("ford", 1.2), f"translate({at((x, y - 3))})")
        elif tile.id in _SIGNS:
            houses = "".join(f'<path transform="translate({at(spot)})" d="{_HOUSE}"/>' for spot in _SIGNS[tile.id])
            yield titled(title, f"<g {_PEN}>{houses}</g>", f"translate({at((x, y))})")
        elif tile.sight == "hill" and not tile.directional:
            rings = "".join(_contour(corners(lying, space), share) for share in (0.84, 0.66))
            yield titled(title, rings)
        elif tile.directional:
            yield sides_line(corners(lying, space), battle.sides[space], title, *FENCE)


def _contour(outline: Sequence[Point], share: float) -> str:
    """A rounded line inside a hex, of a share of its size."""
    x, y = sum(px for px, _ in outline) / 6, sum(py for _, py in outline) / 6
    points = [((px - x) * share + x, (py - y) * share + y) for px, py in outline]
    return f'<path d="{loop(points)}" fill="none" stroke="#a5834c" stroke-width="1" stroke-opacity=".8"/>'


def _flow(lying: Map, space: int) -> float:
    """The direction of the water through a hex, in radians; across the board where it stands alone."""
    x, y = centre(lying, space)
    wet = [other for other in lying.neighbours[space] if lying.terrain[other] == "water"]
    ways = [atan2(centre(lying, other)[1] - y, centre(lying, other)[0] - x) for other in wet]
    if not ways:
        return 0.0
    return atan2(sum(sin(2 * way) for way in ways), sum(cos(2 * way) for way in ways)) / 2


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


def _key(board: BattleBoard) -> Iterator[KeyItem]:
    """What stands on tiles of this battle, works, and the dividing lines."""
    tiles = {tile.id: tile for tile in board.battle.tiles}
    for name in ("homestead", "town"):
        if name in tiles:
            yield KeyItem(f'<path d="{_HOUSE}" transform="translate(12 8)" {_PEN}/>', tiles[name].title)
    for name, scale in (("bridge", 0.9), ("ford", 0.9)):
        if name in tiles:
            yield KeyItem(f'<g transform="translate(12 7)">{crossing_sign(name, scale)}</g>', tiles[name].title)
    lines = {tile.title for tile in tiles.values() if tile.directional and not tile.token}
    if lines:
        yield KeyItem(_line(*FENCE), ", ".join(sorted(lines)))
    works = {board.book.terrain[work.kind].title for on in board.battle.works.values() for work in on}
    yield KeyItem(_line(*WORKS), ", ".join(sorted(works | {"fieldwork"})))
    for arm, sign in ARMS.items():
        box = f'<path d="M-9 -5.7h18v11.5h-18z{sign}" fill="none" stroke="{INK}" stroke-width="1.3"/>'
        gun = f'<circle r="3.5" fill="{INK}"/>' if not sign else ""
        yield KeyItem(f'<g transform="translate(12 7)">{box}{gun}</g>', arm)
    yield KeyItem(f'<path d="{STAR}" transform="translate(12 7)" fill="{INK}"/>', "general")
    pips = f'<circle cx="7" cy="7" r="3" fill="{INK}"/><circle cx="17" cy="7" r="3" fill="none" stroke="{INK}"/>'
    yield KeyItem(pips, "figures left, lost")
    if any(unit.label or unit.kind.id != unit.kind.arm for unit in board.battle.units.values()):
        yield KeyItem('<path d="M5 3h14v8h-14z" fill="#ffd24a" stroke="#1c1710" stroke-width=".7"/>', "special unit")
    sections = 'stroke="#8a2f2f" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"'
    yield KeyItem(f'<path d="M0 7h24" {sections}/>', "sections")


def _line(color: str, width: int, dashes: str) -> str:
    return f'<path d="M0 7h24" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dashes}"/>'
