"""What stands on the battlefield: works, objectives, units with their figures, generals; a caption with the flags."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.picture.battlefield import ARMS, STAR, WORKS, sides_line
from wargame_battlecry.printed.game_board import HEXES, SPACE
from wargame_battlecry.printed.pieces import Objective, When
from wargame_battlecry.printed.sides import SIDES
from wargame_core.maps.masks import bits
from wargame_pictures.draw.faces import text
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.keys import KeyItem
from wargame_pictures.draw.marks import Art
from wargame_pictures.draw.shapes import closed, loops, number
from wargame_pictures.draw.sides import DARK, DARK_LINE, LIGHT, LIGHT_LINE
from wargame_pictures.draw.tokens import Marker

COLORS = {"union": DARK, "confederate": LIGHT}
LINES = {"union": DARK_LINE, "confederate": LIGHT_LINE}
INK = {"union": "#fff", "confederate": "#1c1710"}
RIM = {"union": "#fff", "confederate": "#7d2a1e"}
LETTERS = {"infantry": "I", "cavalry": "C", "artillery": "A"}
_SHAPE = {
    "union": "M-13 -9.5h26v17.5h-26z",
    "confederate": "M-10 -9.5h20l3 3v11.5l-3 3h-20l-3 -3v-11.5z",
}
"""Counters of one side have square corners, of the other cut ones."""
_BESIDE = (12.0, -12.8)
"""Where a general stands in the hex of a unit, from its middle."""
_FLAG_AT = (-14.0, 12.0)
"""Where the flag of an objective stands in its hex."""
MANY = 4
"""A larger group of hexes that is worth a flag is drawn as one area."""


def caption(board: BattleBoard) -> str:
    """The flags won and whose turn it is."""
    score = ", ".join(f"{side.capitalize()} {board.flags(side)}" for side in SIDES)
    whose = f"; turn {board.turn}, {board.active.capitalize()}" if board.turn else ""
    return f"flags {score} of {board.battle.flags}{whose}"


def marks(board: BattleBoard, seat: str, ground: DrawnGround) -> Iterator[Art]:
    """The works on the board, and the flags on ground that is worth some."""
    for name, works in board.works.items():
        for work in works:
            title = f"{board.book.terrain[work.kind].title} {HEXES[SPACE[name]]}"
            yield Art(sides_line(ground.spots[SPACE[name]].outline, work.sides or 63, title, *WORKS))
    key: dict[str, KeyItem | None] = {}
    for objective in board.battle.objectives:
        side = objective.side
        if objective.clear_of or _taken(board, objective):
            continue
        key.setdefault(
            side, KeyItem(f'<g transform="translate(16 11)">{_flag(side, True)}</g>', f"flags for {side.capitalize()}")
        )
        yield Art(_objective(board, objective, ground), key[side])
        key[side] = None


def _taken(board: BattleBoard, objective: Objective) -> bool:
    """Whether its token has left the board: captured for good, by either side."""
    alike = (other for other in board.battle.objectives if other.token == objective.token)
    return objective.when is When.CAPTURED and any(other.id in board.objectives for other in alike)


def _objective(board: BattleBoard, objective: Objective, ground: DrawnGround) -> str:
    """A flag on each hex of an objective, filled while it is held; a large group is outlined and has one flag."""
    held, drawn = objective.id in board.objectives, []
    for group in objective.groups:
        spaces = list(bits(group))
        if len(spaces) > MANY:
            outline = closed(loops(ground.spots[space].outline for space in spaces))
            color = LINES[objective.side]
            drawn.append(
                f'<path d="{outline}" fill="none" stroke="{color}" stroke-width="2.5" stroke-dasharray="8 4"/>'
            )
            spaces = spaces[:1]
        for space in spaces:
            (x, y), (right, down) = ground.spots[space].at, _FLAG_AT
            moved = f'<g transform="translate({number(x + right)} {number(y + down)})">'
            drawn.append(f"{moved}{_flag(objective.side, held, objective.flags)}</g>")
    words = f"{objective.text or 'objective'}: {objective.flags} for {objective.side.capitalize()}"
    named = f'class="mark" data-mark="objective" data-side="{objective.side}"'
    return f"<g {named}><title>{escape(words)}</title>{''.join(drawn)}</g>"


def _flag(side: str, held: bool, flags: int = 1) -> str:
    fill = COLORS[side] if held else "#ffffff"
    ink = INK[side] if held else "#1c1710"
    many = f'<text x="-3.2" y="-3.6" font-size="6" font-weight="bold" text-anchor="middle" fill="{ink}">{flags}</text>'
    return (
        '<path d="M0 4V-9" stroke="#1c1710" stroke-width="1.4" stroke-linecap="round"/>'
        f'<path d="M-.6 -9h-7.5l1.8 3.2l-1.8 3.2h7.5z" fill="{fill}" stroke="{LINES[side]}" stroke-width="1.3"/>'
        + (many if flags > 1 else "")
    )


def markers(board: BattleBoard, seat: str = "") -> list[Marker]:
    """A token for every unit and general, for pictures and maps in letters."""
    return [*_units(board), *_generals(board)]


def _units(board: BattleBoard) -> Iterator[Marker]:
    for piece, figures in board.figures.items():
        unit = board.battle.units[piece]
        special = unit.label or (unit.kind.title if unit.kind.id != unit.kind.arm else "")
        yield Marker(
            board.place[piece],
            f"{LETTERS[unit.kind.arm]}{figures}",
            unit.side,
            COLORS[unit.side],
            note=board.describe(piece),
            id=piece,
            face=_unit_face(unit.side, unit.kind.arm, figures, unit.kind.figures, special),
            kind=unit.kind.arm,
        )


@lru_cache(maxsize=256)
def _unit_face(side: str, arm: str, figures: int, of: int, special: str) -> str:
    """The box of an arm, a disc for each figure left and a ring for each lost, a ribbon on special units."""
    color, ink, rim = COLORS[side], INK[side], RIM[side]
    sign = f'<path d="M-9 -6.5h18v11.5h-18z" fill="none" stroke="{ink}" stroke-width="1"/>'
    sign += f'<path d="{ARMS[arm]}" transform="translate(0 -.7)" fill="none" stroke="{ink}" stroke-width="1.5"/>'
    if arm == "artillery":
        sign += f'<circle r="4" cy="-.7" fill="{ink}"/>'
    pips = "".join(
        f'<circle cx="{number(-9 + 6 * n)}" cy="12" r="2.1" fill="{"#1c1710" if n < figures else "none"}" '
        'stroke="#1c1710" stroke-width=".6"/>'
        for n in range(max(of, figures))
    )
    ribbon = ""
    if special:
        ribbon = '<path d="M-15 -13.5h12v8h-12z" fill="#ffd24a" stroke="#1c1710" stroke-width=".7"/>' + text(
            "".join(word[0] for word in special.split())[:2].upper(), -9, -9.5, 10, 7, "#1c1710"
        )
    return (
        f'<path d="{_SHAPE[side]}" transform="translate(1 1.2)" fill="#000" fill-opacity=".25"/>'
        f'<path d="{_SHAPE[side]}" fill="{color}" stroke="{rim}" stroke-width="1.3"/>{sign}'
        f'<path d="M-13 8.8h26v6.4h-26z" fill="#ffffff" stroke="#1c1710" stroke-width=".4"/>{pips}{ribbon}'
    )


def _generals(board: BattleBoard) -> Iterator[Marker]:
    for piece, space in board.place.items():
        if is_general(piece):
            side = board.side_of(piece)
            star = f'<path d="{STAR}" fill="{"#ffd24a" if side == SIDES[0] else "#7d2a1e"}"/>'
            rim = f'stroke="{RIM[side]}" stroke-width="1.4"'
            yield Marker(
                space,
                "G",
                side,
                COLORS[side],
                "flag",
                note=board.describe(piece),
                id=piece,
                face=f'<circle r="9" fill="{COLORS[side]}" {rim}/>{star}',
                aside=_BESIDE if board.unit_at[space] else (0.0, 0.0),
                kind="general",
            )
