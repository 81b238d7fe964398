"""The battlefield as a picture: ground, works, dividing lines, units with their figures, flags won."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from attrs import evolve

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.printed.game_board import DIRECTIONS, HEXES, MAP, SPACE
from wargame_battlecry.printed.pieces import Battle
from wargame_battlecry.printed.sides import SIDES
from wargame_core.draw.map_svg import map_svg
from wargame_core.draw.shapes import UNIT, at, centre, corners, frame, number
from wargame_core.draw.tokens import Marker
from wargame_core.maps.features import NamedPlace
from wargame_core.maps.hexes import HexMap

COLORS = {"union": "#2f4f8f", "confederate": "#83806f"}
LETTERS = {"infantry": "I", "cavalry": "C", "artillery": "A"}
_DRAWN_AS = {"waterway": "water", "ford": "water", "bridge": "water", "fence": "clear", "sunken_road": "clear"}
_CORNER = {"NE": (0, 1), "E": (1, 2), "SE": (2, 3), "SW": (3, 4), "W": (4, 5), "NW": (5, 0)}
_SIGNS = {"infantry": "M-11 -8L11 8M-11 8L11 -8", "cavalry": "M-11 8L11 -8", "artillery": ""}


def battle_map(board: BattleBoard) -> HexMap:
    """The map of the battle that is fought on a board: its ground and its names."""
    return ground_map(board.battle)


def ground_map(battle: Battle) -> HexMap:
    """The map of a battle, for drawing and for finding hexes by name."""
    named: dict[str, int] = {}
    for space, name in enumerate(battle.names):
        if name:
            named.setdefault(name, space)
    return evolve(
        MAP,
        id=battle.id,
        title=battle.title,
        terrain=tuple(_DRAWN_AS.get(tile.id, tile.id) for tile in battle.tiles),
        closed_terrain=frozenset(),
        places=tuple(NamedPlace(name, space, "") for name, space in named.items()),
    )


def picture(board: BattleBoard, seat: str) -> str:
    """The board as a seat sees it, as SVG. Everything on it lies open, so it is the same for all."""
    ground = battle_map(board)
    score = ", ".join(f"{side.capitalize()} {board.flags(side)}" for side in SIDES)
    name, _, _ = board.battle.title.partition(" (")
    whose = f"; turn {board.turn}, {board.active.capitalize()}" if board.turn else ""
    sheet = map_svg(ground, title=f"{name}: flags {score} of {board.battle.flags}{whose}")
    under = (*_sections(ground), *_tiles(board, ground), *_works(board, ground))
    over = "".join((*under, *_spaces(ground), *_pieces(board, ground)))
    body, _, _ = sheet.rpartition("</g></svg>")
    return f"{body}{over}</g></svg>"


def _sections(ground: HexMap) -> Iterator[str]:
    _, height = frame(ground)
    for name in ("A5", "A9"):
        x, _ = centre(ground, SPACE[name])
        yield (
            f'<path d="M{number(x)} 0V{number(height)}" stroke="#8a2f2f" stroke-width="2" stroke-dasharray="2 7" '
            'stroke-linecap="round" opacity=".7"/>'
        )


def _tiles(board: BattleBoard, ground: HexMap) -> Iterator[str]:
    for space, tile in enumerate(board.battle.tiles):
        title = f"<title>{escape(f'{tile.title} {HEXES[space]}')}</title>"
        spot = f'<g transform="translate({at(centre(ground, space))})">{title}'
        if tile.id == "bridge":
            yield f'{spot}<path d="M-9 -14v28h18v-28z" fill="#d9b680" stroke="#6b4a23"/></g>'
        elif tile.id in ("homestead", "town"):
            houses = ((0, 0),) if tile.id == "homestead" else ((-8, -6), (8, -4), (0, 8))
            shapes = "".join(f'<path d="M{x - 6} {y + 5}v-7l6 -5l6 5v7z"/>' for x, y in houses)
            yield f'{spot}<g fill="#8c4a3a" stroke="#4a241b">{shapes}</g></g>'
        elif tile.sight == "hill":
            yield f'{spot}<path d="M-12 7q12 -20 24 0M-6 9q6 -10 12 0" fill="none" stroke="#a5834c"/></g>'
        elif tile.directional:
            yield _line(ground, space, board.battle.sides[space], tile.title, "#6b4a23", 3, "7 3")


def _spaces(ground: HexMap) -> Iterator[str]:
    """A clear shape over every hex that bears its name, for screens to find, point at and light up."""
    x, y = centre(ground, 0)
    shape = "L".join(at((px - x, py - y)) for px, py in corners(ground, 0))
    yield f'<defs><path id="battlecry-hex" d="M{shape}Z"/></defs><g fill="none" pointer-events="all">'
    for space, name in enumerate(HEXES):
        x, y = centre(ground, space)
        yield f'<use href="#battlecry-hex" x="{number(x)}" y="{number(y)}" data-space="{name}"/>'
    yield "</g>"


def _works(board: BattleBoard, ground: HexMap) -> Iterator[str]:
    for name, works in board.works.items():
        for work in works:
            title = board.book.terrain[work.kind].title
            yield _line(ground, SPACE[name], work.sides or 63, title, "#5b3f22", 6, "3 2")


def _line(ground: HexMap, space: int, sides: int, title: str, color: str, width: int, dashes: str) -> str:
    """A line along the covered sides of a hex, a little inside it."""
    x, y = centre(ground, space)
    points = [((px - x) * 0.86 + x, (py - y) * 0.86 + y) for px, py in corners(ground, space)]
    ways = [_CORNER[name] for n, name in enumerate(DIRECTIONS) if sides >> n & 1]
    data = "".join(f"M{at(points[a])}L{at(points[b])}" for a, b in ways)
    return (
        f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dashes}">'
        f"<title>{escape(f'{title} {HEXES[space]}')}</title></path>"
    )


def _pieces(board: BattleBoard, ground: HexMap) -> Iterator[str]:
    for piece, figures in board.figures.items():
        unit = board.battle.units[piece]
        color = COLORS[unit.side]
        sign = f'<path d="{_SIGNS[unit.kind.arm]}" fill="none" stroke="#fff" stroke-width="1.6"/>'
        if unit.kind.arm == "artillery":
            sign = '<circle r="4.5" cy="-1" fill="#fff"/>'
        pips = "".join(f'<circle cx="{-9 + 6 * n}" cy="12.5" r="2.2" fill="{color}"/>' for n in range(figures))
        spot = at(centre(ground, board.place[piece]))
        yield (
            f'<g transform="translate({spot})" {_told(board, piece)}><title>{escape(board.describe(piece))}</title>'
            f'<path d="M-13 -9h26v17h-26z" fill="{color}" stroke="#fff" stroke-width="1.2"/>{sign}'
            f'<path d="M-13 9.5h26v6h-26z" fill="#fff" fill-opacity=".85"/>{pips}</g>'
        )
    for piece, space in board.place.items():
        if is_general(piece):
            x, y = centre(ground, space)
            right, up = (0.3, -0.32) if board.unit_at[space] else (0.0, 0.0)
            spot = at((x + right * UNIT, y + up * UNIT))
            yield (
                f'<g transform="translate({spot})" {_told(board, piece)}><title>{escape(board.describe(piece))}</title>'
                f'<circle r="9.5" fill="{COLORS[board.side_of(piece)]}" stroke="#fff"/>'
                '<path d="M0 -8l2.3 5.2l5.6 .5l-4.2 3.7l1.2 5.5l-4.9 -2.9l-4.9 2.9l1.2 -5.5l-4.2 -3.7l5.6 -.5z" '
                'fill="#f0c43c"/></g>'
            )


def _told(board: BattleBoard, piece: str) -> str:
    """What a screen reads off a piece: its id, its side and its hex."""
    return f'data-piece="{piece}" data-side="{board.side_of(piece)}" data-at="{board.hex_of(piece)}"'


def markers(board: BattleBoard, seat: str = "") -> list[Marker]:
    """A token for every unit and general, for pictures and maps in letters."""
    tokens = []
    for piece, figures in board.figures.items():
        unit = board.battle.units[piece]
        label = f"{LETTERS[unit.kind.arm]}{figures}"
        note = f"{board.name(piece)} ({figures})"
        tokens.append(Marker(board.place[piece], label, unit.side, COLORS[unit.side], note=note))
    for piece, space in board.place.items():
        if is_general(piece):
            side = board.side_of(piece)
            tokens.append(Marker(space, "G", side, COLORS[side], "flag", note=board.name(piece)))
    return tokens
