"""The pictures of a table: the printed sheet, the faces of the pieces a seat sees, and what is marked on the sheet.

They are drawn by core, by the same code as everywhere else; screens only put them where they are told to.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

from attrs import evolve, field, frozen

from wargame_core.flow.state import View
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.game import Game
from wargame_core.json_types import JsonObject
from wargame_core.quoting import harmless
from wargame_table.rows import Opening

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


@frozen
class Drawn:
    """What lies on the sheet as a seat sees it: a row for each piece, faces by digest as SVG, and marks as SVG."""

    pieces: Mapping[str, JsonObject]
    faces: Mapping[str, str] = field(factory=dict)
    marks: str = ""


def drawn_for(game: Game, view: View) -> Drawn:
    """The pieces and marks of a view, each piece with its place, the middle and the scale of its face, and a text.

    Where a game draws nothing the pieces have their places only.
    """
    pieces: dict[str, JsonObject] = {piece: {"at": at} for piece, at in view.pieces.items()}
    picture = game.picture(view, legend=False)
    if picture is None:
        return Drawn(pieces)
    faces: dict[str, str] = {}
    for placed in picture.pieces:
        if not placed.id:
            continue
        digest = _digest(placed.face)
        faces[digest] = placed.face
        row: JsonObject = {"at": placed.at, "x": round(placed.x, 1), "y": round(placed.y, 1), "face": digest}
        row |= {"side": placed.side, "text": harmless(placed.text)}
        if placed.scale != 1:
            row["scale"] = placed.scale
        pieces[placed.id] = row
    bare = evolve(picture, markers=(), caption="").svg(layers=("pieces",), theme="light") if picture.marks else ""
    begin, end = bare.find('<g data-layer="pieces">'), bare.rfind("</svg>")
    return Drawn(pieces, faces, bare[begin:end] if begin >= 0 else "")


@lru_cache(maxsize=4096)
def _digest(face: str) -> str:
    return blake2b(face.encode(), digest_size=5).hexdigest()


@lru_cache(maxsize=32)
def _ground(game: Game, scenario: str, options: tuple[tuple[str, str], ...], theme: str) -> str:
    board = game.rules.first_board(scenario, dict(options))
    picture = game.picture(board, SPECTATOR, legend=False)
    return picture.svg(layers=("sheet",), theme=theme) if picture is not None else BLANK


def ground_svg(game: Game, opening: Opening, theme: str = "auto") -> str:
    """The printed sheet as a picture, the same for everybody; its 0, 0 is that of `Game.sheet`.

    Raises `UnknownName` for a theme that is not there.
    """
    return _ground(game, opening.scenario, tuple(sorted(opening.options.items())), theme)
