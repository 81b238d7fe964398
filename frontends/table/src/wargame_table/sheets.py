"""The printed sheets of a table: that of its game, and of games that are played inside it while they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from attrs import evolve, field, frozen

from wargame_core.flow.events import Board
from wargame_core.flow.view import View
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_core.sheet import Sheet
from wargame_pictures import of as pictures_of
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.tokens import Mark, Marker, draw_mark, lay_out_stack, stacks_of
from wargame_table.rows import Opening

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


@frozen
class Drawn:
    """What lies on the sheet as a seat sees it: a row for each piece, and SVG by digest.

    The digests are those of the faces of the pieces, and of the ``marks`` on the sheet in the order in which they lie.
    """

    pieces: Mapping[str, JsonObject]
    faces: Mapping[str, str] = field(factory=dict)
    marks: Sequence[str] = ()
    board: Board | None = field(default=None, eq=False)
    """The board of which it was made, and the picture."""
    picture: Picture | None = field(default=None, eq=False)


def drawn_for(game: Game, view: View, before: Drawn | None = None) -> Drawn:
    """The pieces and marks of a view, each piece with its place, the middle and the scale of its face, and a text.

    Where a game draws nothing the pieces have their places only. ``before`` is what was drawn for the same seat
    last: it is returned where nothing else would be drawn now.
    """
    if before is not None and before.board == view.board:
        return before
    pieces: dict[str, JsonObject] = {piece: {"at": at} for piece, at in view.pieces.items()}
    picture = pictures_of(game).picture(view, legend=False)
    if picture is None:
        return Drawn(pieces, board=view.board)
    if before is not None and _same(before.picture, picture):
        return evolve(before, board=view.board)
    faces: dict[str, str] = {}
    for space, stack in stacks_of(picture.ground.spots, picture.markers).items():
        for name, row, face in _laid(picture.ground, space, stack):
            pieces[name] = row
            faces[row["face"]] = face
    marks = []
    for mark in picture.marks:
        digest, svg = _marked(picture.ground, mark)
        marks.append(digest)
        faces[digest] = svg
    return Drawn(pieces, faces, marks, view.board, picture)


def _same(before: Picture | None, now: Picture) -> bool:
    """Whether the same lies on the same sheet."""
    return (
        before is not None
        and before.ground is now.ground
        and before.markers == now.markers
        and before.marks == now.marks
    )


@lru_cache(maxsize=4096)
def _laid(ground: DrawnGround, space: int, stack: tuple[Marker, ...]) -> tuple[tuple[str, JsonObject, str], ...]:
    """The pieces of a space, each with its id, its row and its face: the same for whoever sees the same there."""
    laid = []
    for placed in lay_out_stack(ground.spots[space], stack):
        if not placed.id:
            continue
        row: JsonObject = {"at": placed.at, "x": round(placed.x, 1), "y": round(placed.y, 1)}
        row |= {"face": _digest(placed.face), "side": placed.side, "text": harmless(placed.text)}
        if placed.scale != 1:
            row["scale"] = placed.scale
        laid.append((placed.id, row, placed.face))
    return tuple(laid)


@lru_cache(maxsize=1024)
def _marked(ground: DrawnGround, mark: Mark) -> tuple[str, str]:
    """What is marked on a sheet, as SVG with its digest."""
    svg = draw_mark(ground, mark)
    return _digest(svg), svg


def _digest(face: str) -> str:
    return blake2b(face.encode(), digest_size=5).hexdigest()


@lru_cache(maxsize=32)
def _ground(game: Game, scenario: str, options: tuple[tuple[str, str], ...], theme: str) -> str:
    board = game.rules.first_board(scenario, dict(options))
    picture = pictures_of(game).picture(board, SPECTATOR, legend=False)
    return picture.svg(layers=("sheet",), theme=theme) if picture is not None else BLANK


def ground_svg(game: Game, opening: Opening, theme: str = "auto") -> str:
    """The printed sheet as a picture, the same for everybody; its 0, 0 is that of `Game.sheet`.

    Raises `UnknownName` for a theme that is not there.
    """
    return _ground(game, opening.scenario, tuple(sorted(opening.options.items())), theme)


KEPT = 8
"""Sheets of games inside that are kept."""


@lru_cache(maxsize=32)
def _sheet(game: Game, scenario: str, options: tuple[tuple[str, str], ...]) -> Sheet:
    """The sheet of a game, made once for all tables that play it: it depends on nothing else."""
    return game.sheet(scenario, **dict(options))


@frozen
class Laid:
    """A sheet, and how it is drawn in the colours of a theme."""

    sheet: Sheet
    draw: Callable[[str], str]


class Sheets:
    """The sheets of one table, by digest. Whoever was told a digest may have the sheet."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game = game
        sheet = _sheet(game, opening.scenario, tuple(sorted(opening.options.items())))
        self.main = Laid(sheet, lambda theme: ground_svg(game, opening, theme))
        self.named = {side.seat: side.name for side in sheet.sides}
        """What people call the seats."""
        self._inside: OrderedDict[str, Laid] = OrderedDict()
        self._digests: dict[tuple[str, str], str] = {}

    def digest_inside(self, view: View) -> str:
        """The digest of the sheet of the game that is played inside, as far as the seat sees one; empty for none."""
        child, inside = view.child, view.game_inside
        if child is None or inside is None:
            return ""
        known = view.seat, inside.digest
        if self._digests.get(known) not in self._inside:
            laid = self._lay(view)
            self._digests[known] = laid.sheet.digest
            self._inside[laid.sheet.digest] = laid
            while len(self._inside) > KEPT:
                self._inside.popitem(last=False)
        return self._digests[known]

    def laid(self, digest: str) -> Laid | None:
        """The sheet with this digest, None for one that this table has not."""
        return self.main if digest == self.main.sheet.digest else self._inside.get(digest)

    def _lay(self, view: View) -> Laid:
        held, board, seat = self._game.open_on(view.board, view.seat)

        def draw(theme: str) -> str:
            picture = pictures_of(held).picture(board, seat, legend=False)
            return picture.svg(layers=("sheet",), theme=theme) if picture is not None else BLANK

        return Laid(self._game.sheet_of(view), draw)
