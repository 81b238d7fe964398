"""The battlefield in letters: what a map on a terminal shows of pieces and ground."""

from __future__ import annotations

from collections.abc import Mapping

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.printed.game_board import HEXES
from wargame_pictures.draw.letters import Letters

GROUND = {
    "waterway": "river",
    "sunken_road": "sunken",
    "homestead": "house",
    "fieldwork": "works",
    "entrenchment": "works",
    "devils_den": "rocks",
}
"""Words for the ground of a hex in a map made of letters; other ground is called what it is."""


def letters(board: BattleBoard, seat: str = "") -> Mapping[str, Letters]:
    """Units in letters with their arm and figures, generals as stars, and the ground and works of hexes."""
    by_piece = {}
    for space, tile in enumerate(board.battle.tiles):
        kind = next((work.kind for work in board.works.get(HEXES[space], ())), tile.id)
        if kind != "clear":
            by_piece[HEXES[space]] = Letters(GROUND.get(kind, kind.replace("_", " ")))
    for piece, figures in board.figures.items():
        unit = board.battle.units[piece]
        star = "*" if board.general_at[board.place[piece]] else ""
        by_piece[piece] = Letters(f"{unit.kind.arm[0]}{figures}{star}", f"{board.name(piece)} ({figures})")
    for piece, space in board.place.items():
        if is_general(piece):
            by_piece[piece] = Letters("" if board.unit_at[space] else "*", board.name(piece))
    return by_piece
