"""A game as a film: one sheet, and for each sentence of its story what has changed, with the move as an arrow.

A film is told from events alone, as the story is: the whole game, or what one seat knew of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from wargame_core.data.files import write_whole
from wargame_core.draw.marks import Highlight, Mark, PathMark, draw_mark
from wargame_core.draw.shapes import number
from wargame_core.draw.themes import colors_named, style_sheet
from wargame_core.flow.about import OFF, About
from wargame_core.flow.events import Board
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_types import JsonObject
from wargame_core.maps.masks import bits
from wargame_core.narrative.story import Narrator, Sentence, entries_of, first_board, read_into

if TYPE_CHECKING:
    from wargame_core.draw.ground import DrawnGround
    from wargame_core.draw.picture import Picture
    from wargame_core.draw.tokens import PlacedPiece
    from wargame_core.game import Game
    from wargame_core.records.record import Record


_LAYERS = '<g class="film-marks"></g><g class="film-ways"></g><g class="film-pieces"></g>'


@frozen
class FilmStep:
    """A step of a film: the sentence told, the number of its answer, its turn, and what changed on the board."""

    sentence: Sentence
    turn: int
    data: JsonObject


@define
class Film:
    """The steps of a game. ``sheet`` is the picture that lies under all of them, None for a game without one.

    ``faces`` and ``marks`` are SVG that steps name by number.
    """

    title: str
    sheet: Picture | None = None
    steps: list[FilmStep] = field(factory=list)
    faces: dict[str, int] = field(factory=dict)
    marks: dict[str, int] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        return f"<Film of {self.title}: {len(self)} steps>"

    def to_json(self) -> JsonObject:
        """Everything a page needs to show it, but for the sheet.

        In a step are under ``p`` the pieces that changed (id, face, x, y, scale, words, side), under ``x`` those that
        are gone, under ``m`` what is marked, under ``c`` the caption, under ``w`` the way that was gone as points,
        under ``h`` the spaces it is about. What did not change is left out.
        """
        spots = self.sheet.ground.spots if self.sheet is not None else ()
        return {
            "faces": list(self.faces),
            "marks": list(self.marks),
            "spots": [[round(spot.at[0], 1), round(spot.at[1], 1)] for spot in spots],
            "outline": [[round(x - spots[0].at[0], 1), round(y - spots[0].at[1], 1)] for x, y in spots[0].outline]
            if spots
            else [],
            "steps": [step.data for step in self.steps],
        }

    def player(self, words: bool = True) -> str:
        """The film as a part of a page: board, buttons, script. With ``words`` it tells each sentence itself.

        Needs nothing from elsewhere; at most one in a page. Empty for a game without a board to draw.
        """
        if self.sheet is None or not self.steps:
            return ""
        data = self.to_json()
        if words:
            data["words"] = [step.sentence.text for step in self.steps]
        data["turns"] = [step.turn for step in self.steps]
        told = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        folder = files("wargame_core.narrative")
        board = self.sheet.svg(layers=("sheet",), size="100%").removesuffix("</svg>")
        colors = colors_named(f"{told}#2b2418#b0157a#c01818")
        wide = number(self.sheet.ground.size[0])
        return (
            f"<style>{folder.joinpath('player.css').read_text('utf-8')}</style>"
            f'<div class="player" tabindex="0" role="group" aria-label="{escape(self.title)}, step by step">'
            f"{board}{style_sheet(colors)}{_LAYERS}"
            f'<text class="film-caption" x="{wide}" y="-28" font-size="14" text-anchor="end" fill="#2b2418"></text>'
            f"</svg>"
            f"{folder.joinpath('player.html').read_text('utf-8')}</div>"
            f'<script type="application/json" id="film">{told}</script>'
            f"<script>{folder.joinpath('player.js').read_text('utf-8')}</script>"
        )

    def to_html(self) -> str:
        """The film as a page of its own, which works from a file."""
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<meta name="color-scheme" content="light dark"><title>{escape(self.title)}</title></head>'
            f"<body>{self.player()}</body></html>\n"
        )

    def save(self, path: str | Path) -> Path:
        """Write the film as a page of its own to ``path``, whole or not at all."""
        return write_whole(Path(path), self.to_html())

    def _repr_html_(self) -> str:
        page = escape(self.to_html())
        return (
            f'<iframe srcdoc="{page}" style="width:100%;height:46rem;border:0" title="{escape(self.title)}"></iframe>'
        )


class Camera:
    """Makes a film of a story while it is told: `take` after every sentence, with the board as it is then."""

    def __init__(self, game: Game, seat: str = REFEREE) -> None:
        self.game, self.seat, self.film = game, seat, Film(game.title)
        self._seen: dict[str, list[Any]] = {}
        self._marked: list[object] = []
        self._caption = ""

    def take(self, sentence: Sentence, board: Board) -> int:
        """The number of the step that shows a sentence. A game inside the game is told, its board is not shown."""
        board = evolve(board, child=None) if board.child is not None else board
        drawn = self.game.picture(board, self.seat)
        data = self._changes(drawn, sentence, board) if drawn is not None else {}
        if self.film.sheet is None:
            self.film.sheet = drawn
        self.film.steps.append(FilmStep(sentence, self.game.turn_of(board), data))
        return len(self.film) - 1

    def _changes(self, drawn: Picture, sentence: Sentence, board: Board) -> JsonObject:
        before, data = self._seen, JsonObject()
        self._seen = {piece.id or f"-{n}": self._row(piece) for n, piece in enumerate(drawn.pieces)}
        data["p"] = [[name, *row] for name, row in self._seen.items() if before.get(name) != row]
        data["x"] = [name for name in before if name not in self._seen]
        marked = [self._mark(drawn.ground, mark) for mark in drawn.marks]
        if marked != self._marked:
            data["m"] = self._marked = marked
        if drawn.caption != self._caption:
            data["c"] = self._caption = drawn.caption
        data |= self._way(drawn.ground, sentence, board, before)
        return {key: value for key, value in data.items() if value or key in ("m", "c")}

    def _row(self, piece: PlacedPiece) -> list[Any]:
        face = self.film.faces.setdefault(piece.face, len(self.film.faces))
        return [face, piece.x, piece.y, piece.scale, piece.text, piece.side]

    def _mark(self, ground: DrawnGround, mark: Mark) -> object:
        """A tint as its colour and spaces, a way as its colour and points, all else as the number of its SVG."""
        if isinstance(mark, Highlight):
            return [mark.color, list(bits(mark.mask))]
        if isinstance(mark, PathMark):
            return [mark.color, [], [[round(x, 1), round(y, 1)] for x, y in _points(ground, mark.spaces)]]
        return self.film.marks.setdefault(draw_mark(ground, mark), len(self.film.marks))

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


def _points(ground: DrawnGround, spaces: Iterable[int]) -> list[tuple[float, float]]:
    return [ground.spots[space].at for space in spaces]


def film(record: Record, game: Game) -> Film:
    """The film of a record: all of the game, or as its seat saw it. Raises `RecordError` where it does not fit."""
    seat = record.header.get("seat", REFEREE)
    camera = Camera(game, seat)
    narrator = Narrator(game, first_board(record, game), seat, camera=camera)
    for entry in entries_of(record, game):
        read_into(narrator, entry)
    return camera.film
