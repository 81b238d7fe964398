"""What stands on the battlefield: works, units with their figures, generals, and a caption with the flags."""

from __future__ import annotations

from collections.abc import Iterator

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.picture.battlefield import sides_line
from wargame_battlecry.printed.game_board import HEXES, SPACE
from wargame_battlecry.printed.sides import SIDES
from wargame_core.draw.ground import DrawnGround
from wargame_core.draw.marks import Art
from wargame_core.draw.tokens import Marker

COLORS = {"union": "#2f4f8f", "confederate": "#83806f"}
LETTERS = {"infantry": "I", "cavalry": "C", "artillery": "A"}
_SIGNS = {"infantry": "M-11 -8L11 8M-11 8L11 -8", "cavalry": "M-11 8L11 -8", "artillery": ""}
_STAR = "M0 -8l2.3 5.2l5.6 .5l-4.2 3.7l1.2 5.5l-4.9 -2.9l-4.9 2.9l1.2 -5.5l-4.2 -3.7l5.6 -.5z"
_BESIDE = (12.0, -12.8)
"""Where a general stands in the hex of a unit, from its middle."""


def caption(board: BattleBoard) -> str:
    """The flags won and whose turn it is."""
    score = ", ".join(f"{side.capitalize()} {board.flags(side)}" for side in SIDES)
    whose = f"; turn {board.turn}, {board.active.capitalize()}" if board.turn else ""
    return f"flags {score} of {board.battle.flags}{whose}"


def marks(board: BattleBoard, seat: str, ground: DrawnGround) -> Iterator[Art]:
    """The works on the board."""
    for name, works in board.works.items():
        for work in works:
            title = f"{board.book.terrain[work.kind].title} {HEXES[SPACE[name]]}"
            outline = ground.spots[SPACE[name]].outline
            yield Art(sides_line(outline, work.sides or 63, title, "#5b3f22", 6, "3 2"))


def markers(board: BattleBoard, seat: str = "") -> list[Marker]:
    """A token for every unit and general, for pictures and maps in letters."""
    return [*_units(board), *_generals(board)]


def _units(board: BattleBoard) -> Iterator[Marker]:
    for piece, figures in board.figures.items():
        unit = board.battle.units[piece]
        yield Marker(
            board.place[piece],
            f"{LETTERS[unit.kind.arm]}{figures}",
            unit.side,
            COLORS[unit.side],
            note=board.describe(piece),
            id=piece,
            face=_unit_face(unit.kind.arm, COLORS[unit.side], figures),
            kind=unit.kind.arm,
        )


def _unit_face(arm: str, color: str, figures: int) -> str:
    sign = f'<path d="{_SIGNS[arm]}" fill="none" stroke="#fff" stroke-width="1.6"/>'
    if arm == "artillery":
        sign = '<circle r="4.5" cy="-1" fill="#fff"/>'
    pips = "".join(f'<circle cx="{-9 + 6 * n}" cy="12.5" r="2.2" fill="{color}"/>' for n in range(figures))
    return (
        f'<path d="M-13 -9h26v17h-26z" fill="{color}" stroke="#fff" stroke-width="1.2"/>{sign}'
        f'<path d="M-13 9.5h26v6h-26z" fill="#fff" fill-opacity=".85"/>{pips}'
    )


def _generals(board: BattleBoard) -> Iterator[Marker]:
    for piece, space in board.place.items():
        if is_general(piece):
            side = board.side_of(piece)
            yield Marker(
                space,
                "G",
                side,
                COLORS[side],
                "flag",
                note=board.describe(piece),
                id=piece,
                face=f'<circle r="9.5" fill="{COLORS[side]}" stroke="#fff"/><path d="{_STAR}" fill="#f0c43c"/>',
                aside=_BESIDE if board.unit_at[space] else (0.0, 0.0),
                kind="general",
            )
