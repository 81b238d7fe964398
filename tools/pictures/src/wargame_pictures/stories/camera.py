"""Makes a film of a story while it is told: the picture at every sentence, and what changed since the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field

from wargame_core.flow.about import OFF, About
from wargame_core.flow.events import Board
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_types import JsonObject
from wargame_core.maps.masks import bits
from wargame_core.records.record import Record, game_of
from wargame_pictures.draw.marks import Highlight, Mark, PathMark, draw_mark
from wargame_pictures.of_games import of as pictures_of
from wargame_pictures.stories.film import Film, FilmStep
from wargame_pictures.stories.story import Narrator, Sentence, entries_of, first_board, read_into

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_pictures.draw.ground import DrawnGround
    from wargame_pictures.draw.picture import Picture
    from wargame_pictures.draw.tokens import PlacedPiece


@define
class _Shown:
    """What a page shows of one board, by what it was told: its number, pieces, marks and caption."""

    number: int
    pieces: dict[str, list[Any]] = field(factory=dict)
    marks: list[int] = field(factory=list)
    caption: str = ""
    tints: dict[str, tuple[int, int]] = field(factory=dict)
    """By colour the mask of the spaces marked in it last, and the number of that mark."""


class Camera:
    """Makes a film of a story while it is told: call `take` after every sentence, with the board at that time."""

    def __init__(self, game: Game, seat: str = REFEREE) -> None:
        self.game, self.seat, self.film = game, seat, Film(game.title)
        self._boards: dict[tuple[str, ...], _Shown] = {}
        self._now = -1
        self._marks: dict[str, int] = {}

    def take(self, sentence: Sentence, board: Board) -> int:
        """Add a step for a sentence, on the board of the inner game if one is played; returns its number."""
        drawn = pictures_of(self.game).picture(board, self.seat)
        data = self._changes(drawn, sentence, board) if drawn is not None else {}
        self.film.steps.append(FilmStep(sentence, self.game.rules.turn_of(board), data))
        return len(self.film) - 1

    def _shown(self, drawn: Picture, board: Board) -> _Shown:
        """What is shown of the board that a picture is of; its sheet is kept when it is first seen."""
        name, seat, child = list[str](), self.seat, board.child
        while child is not None and (inside := child.game.seat(seat)) is not None:
            name.append(child.game.digest)
            seat, child = inside, child.board.child
        shown = self._boards.get(tuple(name))
        if shown is None:
            shown = self._boards[tuple(name)] = _Shown(len(self.film.sheets))
            self.film.sheets.append(drawn)
        return shown

    def _changes(self, drawn: Picture, sentence: Sentence, board: Board) -> JsonObject:
        shown, data = self._shown(drawn, board), JsonObject()
        if shown.number != max(0, self._now):
            data["b"] = shown.number
        before, self._now = shown.pieces, shown.number
        shown.pieces = {piece.id or f"-{n}": self._row(piece) for n, piece in enumerate(drawn.pieces)}
        data["p"] = [[name, *row] for name, row in shown.pieces.items() if before.get(name) != row]
        data["x"] = [name for name in before if name not in shown.pieces]
        marks = [self._mark(drawn.ground, mark, shown) for mark in drawn.marks]
        if marks != shown.marks:
            data["m"] = shown.marks = marks
        if drawn.caption != shown.caption:
            data["c"] = shown.caption = drawn.caption
        data |= self._way(drawn.ground, sentence, board, before)
        return {key: value for key, value in data.items() if value or key in ("b", "m", "c")}

    def _row(self, piece: PlacedPiece) -> list[Any]:
        face = self.film.faces.setdefault(piece.face, len(self.film.faces))
        return [face, piece.x, piece.y, piece.scale, piece.text, piece.side]

    def _mark(self, ground: DrawnGround, mark: Mark, shown: _Shown) -> int:
        """The number of a mark: a tint as its colour and spaces, a way as its colour and points, all else as SVG."""
        value: str | JsonObject
        if isinstance(mark, Highlight):
            key, value = f"{shown.number} {mark.color} {mark.mask:x}", _tint(mark, shown)
        elif isinstance(mark, PathMark):
            points = [[round(x, 1), round(y, 1)] for x, y in (ground.spots[space].at for space in mark.spaces)]
            key, value = f"{mark.color} {points}", {"c": mark.color, "w": points}
        else:
            key = draw_mark(ground, mark)
            value = key
        if key not in self._marks:
            self._marks[key] = len(self.film.marks)
            self.film.marks.append(value)
        if isinstance(mark, Highlight):
            shown.tints[mark.color] = mark.mask, self._marks[key]
        return self._marks[key]

    def _way(self, ground: DrawnGround, sentence: Sentence, board: Board, before: dict[str, list[Any]]) -> JsonObject:
        """The way of the pieces that moved, or from who acts to the piece acted on, and the spaces named."""
        event = sentence.event
        named = event.about(board) if event is not None else About()
        spaces = {spot.id: spot.at for spot in ground.spots}
        way = [spaces[place] for place in named.path or (named.origin, named.to) if place in spaces]
        if len(way) < 2 and named.pieces and named.to not in ("", OFF) and named.to in spaces:
            row = before.get(named.pieces[0])
            way = [(row[1], row[2]), spaces[named.to]] if row is not None else []
        data: JsonObject = {}
        if len(way) > 1:
            data["w"] = [[round(x, 1), round(y, 1)] for x, y in way]
        elif named.target in before and named.pieces and named.pieces[0] in before:
            data["a"] = [before[name][1:3] for name in (named.pieces[0], named.target)]
        places = [ground.space(place) for place in named.all_places() if place in spaces]
        return data | ({"h": places} if places and len(way) < 2 else {})


def _tint(mark: Highlight, shown: _Shown) -> JsonObject:
    """Tinted spaces, told by what differs from those tinted in this colour before, where that is less."""
    mask, number = shown.tints.get(mark.color, (0, -1))
    if number >= 0 and (mask ^ mark.mask).bit_count() < mark.mask.bit_count():
        return {"c": mark.color, "s": list(bits(mask ^ mark.mask)), "o": number}
    return {"c": mark.color, "s": list(bits(mark.mask))}


def film(record: Record, game: Game | None = None) -> Film:
    """The film of a record: the whole game, or what its seat saw; shown in a notebook, or written with `Film.to_html`.

    ``game`` may be given when it is loaded already. Raises `RecordError` where the events do not fit the game.
    """
    game = game or game_of(record.header)
    seat = record.header.get("seat", REFEREE)
    camera = Camera(game, seat)
    narrator = Narrator(game, first_board(record, game), seat, camera=camera)
    for entry in entries_of(record, game):
        read_into(narrator, entry)
    return camera.film
