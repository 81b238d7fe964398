"""A game as a film: one sheet, and for each sentence of its story what has changed, with the move as an arrow.

A film is told from events alone, as the story is: the whole game, or what one seat knew of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from attrs import define, field, frozen

from wargame_core.data.files import write_whole
from wargame_core.flow.about import OFF, About
from wargame_core.flow.events import Board
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_form import JsonObject
from wargame_core.maps.masks import bits
from wargame_core.records.record import Record
from wargame_core.replays import game_of
from wargame_pictures.draw.card_faces import CARD_STYLE, card_face
from wargame_pictures.draw.faces import SANS
from wargame_pictures.draw.shapes import COLOR, colors_of, style_sheet
from wargame_pictures.draw.shapes import number as write
from wargame_pictures.draw.tokens import Art, DestroyedCrossing, Highlight, Mark, PathMark, draw_mark
from wargame_pictures.of_games import pictures_of
from wargame_pictures.scene import Happening
from wargame_pictures.stories.story import Sentence, narrate

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.sheet import SheetCard
    from wargame_pictures.draw.ground import DrawnGround
    from wargame_pictures.draw.picture import Picture
    from wargame_pictures.draw.tokens import PlacedPiece


_TAG_START = re.compile(r"<(?=/|!--|script)", re.IGNORECASE)
"""What would end the element of a page in which the steps stand, or keep it from ending there."""


@frozen
class FilmStep:
    """A step of a film: the sentence, the number of its answer, its turn, and what changed on the board."""

    sentence: Sentence
    turn: int
    data: JsonObject


@define
class Film:
    """The steps of a game. ``sheets`` are the pictures below the pieces: the first for the game's own steps, others for
    its inner games; none for a game without a picture.

    Steps name ``faces`` (SVG of pieces), ``marks`` and ``cards`` (HTML of those that were played) by number.
    """

    title: str
    sheets: list[Picture] = field(factory=list)
    steps: list[FilmStep] = field(factory=list)
    faces: dict[str, int] = field(factory=dict)
    marks: list[str | JsonObject] = field(factory=list)
    cards: dict[str, int] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        return f"<Film of {self.title}: {len(self)} steps>"

    def to_json(self) -> JsonObject:
        """Everything that a page needs to show the film, except the sheets.

        ``faces`` are lists of numbers of ``parts``, which are SVG. Each of the ``boards`` has the centres of its spaces
        and the outline of one. The keys of a step are: ``b`` the board that it shows from now on, ``p`` the pieces that
        changed (id, face, x, y, scale, text, side), ``x`` the pieces that are gone, ``m`` the numbers of the marks,
        ``c`` the caption, ``w`` the path that was moved as points, ``a`` the same for an attack, ``h`` the spaces it is
        about, ``k`` the numbers of the cards that are put on the table. What has not changed since that board was last
        shown is left out.

        A mark is SVG, or a colour ``c`` with a path ``w`` or with spaces ``s``; with ``o``, the number of another mark,
        the spaces are those in which it differs from that one.
        """
        parts: dict[str, int] = {}
        plain_faces = [face.replace(_FONT, "") for face in self.faces]
        faces = [[parts.setdefault(part, len(parts)) for part in parts_of(face)] for face in plain_faces]
        return {
            "parts": list(parts),
            "faces": faces,
            "marks": self.marks,
            "cards": list(self.cards),
            "boards": [_spaces(sheet) for sheet in self.sheets],
            "steps": [step.data for step in self.steps],
        }

    def player(self, words: bool = True) -> str:
        """The film as a part of a page: board, buttons, script. With ``words`` it shows each sentence too.

        It needs nothing from elsewhere; a page may contain one. "" for a game without a board to draw.
        """
        if not self.sheets or not self.steps:
            return ""
        data = self.to_json()
        if words:
            data["words"] = [step.sentence.text for step in self.steps]
        data["turns"] = [step.turn for step in self.steps]
        script = _TAG_START.sub(r"\\u003c", json.dumps(data, ensure_ascii=False, separators=(",", ":")))
        folder = files("wargame_pictures.stories")
        colors = style_sheet(colors_of(script + COLOR["ink"] + COLOR["last"] + COLOR["destroyed"]))
        boards = "".join(_board(sheet, number, colors) for number, sheet in enumerate(self.sheets))
        return (
            f"<style>{folder.joinpath('player.css').read_text('utf-8')}{CARD_STYLE if self.cards else ''}</style>"
            f'<div class="player" tabindex="0" role="group" aria-label="{escape(self.title)}, step by step">{boards}'
            f"{folder.joinpath('player.html').read_text('utf-8')}</div>"
            f'<script type="application/json" id="film">{script}</script>'
            f"<script>{folder.joinpath('player.js').read_text('utf-8')}</script>"
        )

    def to_html(self) -> str:
        """The film as a whole page, which works without a server."""
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<meta name="color-scheme" content="light dark"><title>{escape(self.title)}</title></head>'
            f"<body>{self.player()}</body></html>\n"
        )

    def save(self, path: str | Path) -> Path:
        """Write the film as a whole page to ``path``, completely or not at all. Raises OSError."""
        return write_whole(Path(path), self.to_html())

    def _repr_html_(self) -> str:
        page = escape(self.to_html())
        return (
            f'<iframe srcdoc="{page}" style="width:100%;height:46rem;border:0" title="{escape(self.title)}"></iframe>'
        )


_FONT = f' font-family="{SANS}"'
"""The font of all pieces."""
_TAG = re.compile("<(/?)[^>]*?(/?)>")


def parts_of(svg: str) -> Iterator[str]:
    """The elements of a piece of SVG that stand side by side: faces share most of them.

    >>> list(parts_of('<g><path d="M0 0"/></g><circle r="2"/>'))
    ['<g><path d="M0 0"/></g>', '<circle r="2"/>']
    """
    depth = start = 0
    for tag in _TAG.finditer(svg):
        closing_slash, single_slash = tag.groups()
        depth += -1 if closing_slash else 0 if single_slash else 1
        if depth == 0:
            yield svg[start : tag.end()]
            start = tag.end()
    if svg[start:]:
        yield svg[start:]


def _spaces(sheet: Picture) -> JsonObject:
    """The middles of the spaces of a sheet, and the outline of one about its middle."""
    spots = sheet.ground.spots
    x, y = spots[0].at if spots else (0.0, 0.0)
    outline = spots[0].outline if spots else ()
    return {
        "spots": [[round(spot.at[0], 1), round(spot.at[1], 1)] for spot in spots],
        "outline": [[round(px - x, 1), round(py - y, 1)] for px, py in outline],
    }


def _board(sheet: Picture, number: int, colors: str) -> str:
    """A sheet of a film with the layers that its script fills; all but the first are hidden until they are shown."""
    svg = sheet.svg(layers=("sheet",), size="100%", ids=f"board-{number}-" if number else "").removesuffix("</svg>")
    opening_tag = f'<svg data-board="{number}"{HIDDEN if number else ""} '
    return (
        f"{svg.replace('<svg ', opening_tag, 1)}{colors}"
        '<g class="film-marks"></g><g class="film-ways"></g>'
        f'<g class="film-pieces"{_FONT}></g>'
        f'<text class="film-caption" x="{write(sheet.ground.size[0])}" y="-28" font-size="14" text-anchor="end" '
        f'fill="{COLOR["ink"]}"></text></svg>'
    )


HIDDEN = ' style="display:none"'


@define
class _ShownBoard:
    """What a page shows of one board, by what it was told: its number, pieces, marks and caption."""

    number: int
    pieces: dict[str, list[Any]] = field(factory=dict)
    marks: list[int] = field(factory=list)
    caption: str = ""
    tints: dict[str, tuple[int, int]] = field(factory=dict)
    """By colour the mask of the spaces marked in it last, and the number of that mark."""


class Camera:
    """Makes a film of a story while it is told: call `take` after every sentence, with the board at that time.

    The cards that are played are those of the sheet of ``scenario``, the first one where none is named.
    """

    def __init__(self, game: Game, seat: str = REFEREE, scenario: str | None = None) -> None:
        self.game, self.seat, self.film, self._scenario = game, seat, Film(game.title), scenario
        self._cards: dict[str, SheetCard] | None = None
        self._boards: dict[tuple[str, ...], _ShownBoard] = {}
        self._current_board = -1
        self._marks: dict[str, int] = {}

    def take(self, sentence: Sentence, board: Board) -> int:
        """Add a step for a sentence, on the board of the inner game if one is played; returns its number."""
        picture = pictures_of(self.game).picture(board, self.seat)
        data = self._changes(picture, sentence, board) if picture is not None else {}
        if cards := self._played_cards(sentence, board):
            data["k"] = cards
        self.film.steps.append(FilmStep(sentence, self.game.rules.turn_of(board), data))
        return len(self.film) - 1

    def _played_cards(self, sentence: Sentence, board: Board) -> list[int]:
        """The numbers of the cards that a sentence tells to be put on the table."""
        event = sentence.event
        scene = pictures_of(self.game).scene(event, board) if event is not None else None
        if event is None or scene is None or scene.happening is not Happening.CARD:
            return []
        if self._cards is None:
            self._cards = {card.id: card for card in self.game.sheet(self._scenario).cards}
        faces = [card_face(self._cards[card]) for card in event.about(board).cards if card in self._cards]
        return [self.film.cards.setdefault(face, len(self.film.cards)) for face in faces]

    def _shown_board(self, picture: Picture, board: Board) -> _ShownBoard:
        """What is shown of the board that a picture is of; its sheet is kept when it is first seen."""
        name, seat, inner_board = list[str](), self.seat, board.inner
        while inner_board is not None and (inner_seat := inner_board.game.seat(seat)) is not None:
            name.append(inner_board.game.digest)
            seat, inner_board = inner_seat, inner_board.board.inner
        shown_board = self._boards.get(tuple(name))
        if shown_board is None:
            shown_board = self._boards[tuple(name)] = _ShownBoard(len(self.film.sheets))
            self.film.sheets.append(picture)
        return shown_board

    def _changes(self, picture: Picture, sentence: Sentence, board: Board) -> JsonObject:
        shown_board, data = self._shown_board(picture, board), JsonObject()
        if shown_board.number != max(0, self._current_board):
            data["b"] = shown_board.number
        pieces_before, self._current_board = shown_board.pieces, shown_board.number
        shown_board.pieces = {
            piece.id or f"-{piece_number}": self._row(piece) for piece_number, piece in enumerate(picture.pieces)
        }
        data["p"] = [[name, *row] for name, row in shown_board.pieces.items() if pieces_before.get(name) != row]
        data["x"] = [name for name in pieces_before if name not in shown_board.pieces]
        marks = [self._mark(picture.ground, mark, shown_board) for mark in picture.marks]
        if marks != shown_board.marks:
            data["m"] = shown_board.marks = marks
        if picture.caption != shown_board.caption:
            data["c"] = shown_board.caption = picture.caption
        data |= self._way(picture.ground, sentence, board, pieces_before)
        return {key: value for key, value in data.items() if value or key in ("b", "m", "c")}

    def _row(self, piece: PlacedPiece) -> list[Any]:
        face = self.film.faces.setdefault(piece.face, len(self.film.faces))
        return [face, piece.x, piece.y, piece.scale, piece.text, piece.side]

    def _mark(self, ground: DrawnGround, mark: Mark, shown_board: _ShownBoard) -> int:
        """The number of a mark: a tint as its colour and spaces, a way as its colour and points, all else as SVG."""
        value: str | JsonObject
        match mark:
            case Highlight():
                key, value = f"{shown_board.number} {mark.color} {mark.mask:x}", _tint(mark, shown_board)
            case PathMark():
                points = [[round(x, 1), round(y, 1)] for x, y in (ground.spots[space].at for space in mark.spaces)]
                key, value = f"{mark.color} {points}", {"c": mark.color, "w": points}
            case DestroyedCrossing() | Art():
                key = draw_mark(ground, mark)
                value = key
            case _:
                assert_never(mark)
        if key not in self._marks:
            self._marks[key] = len(self.film.marks)
            self.film.marks.append(value)
        if isinstance(mark, Highlight):
            shown_board.tints[mark.color] = mark.mask, self._marks[key]
        return self._marks[key]

    def _way(
        self, ground: DrawnGround, sentence: Sentence, board: Board, pieces_before: dict[str, list[Any]]
    ) -> JsonObject:
        """The way of the pieces that moved, or from who acts to the piece acted on, and the spaces named."""
        event = sentence.event
        references = event.about(board) if event is not None else About()
        spaces = {spot.id: spot.at for spot in ground.spots}
        way = [spaces[place] for place in references.path or (references.origin, references.to) if place in spaces]
        if len(way) < 2 and references.pieces and references.to not in ("", OFF) and references.to in spaces:
            row = pieces_before.get(references.pieces[0])
            way = [(row[1], row[2]), spaces[references.to]] if row is not None else []
        data: JsonObject = {}
        if len(way) > 1:
            data["w"] = [[round(x, 1), round(y, 1)] for x, y in way]
        elif references.target in pieces_before and references.pieces and references.pieces[0] in pieces_before:
            data["a"] = [pieces_before[piece][1:3] for piece in (references.pieces[0], references.target)]
        places = [ground.space(place) for place in references.all_places() if place in spaces]
        return data | ({"h": places} if places and len(way) < 2 else {})


def _tint(mark: Highlight, shown_board: _ShownBoard) -> JsonObject:
    """Tinted spaces, told by what differs from those tinted in this colour before, where that is less."""
    mask, number = shown_board.tints.get(mark.color, (0, -1))
    if number >= 0 and (mask ^ mark.mask).bit_count() < mark.mask.bit_count():
        return {"c": mark.color, "s": list(bits(mask ^ mark.mask)), "o": number}
    return {"c": mark.color, "s": list(bits(mark.mask))}


def film(record: Record, game: Game | None = None) -> Film:
    """The film of a record: the whole game, or what its seat saw; shown in a notebook, or written with `Film.to_html`.

    ``game`` may be given when it is loaded already. Raises `RecordError` where the events do not fit the game.
    """
    game = game or game_of(record.header)
    camera = Camera(game, record.header.get("seat", REFEREE), record.header.get("scenario"))
    narrate(record, game, camera=camera.take)
    return camera.film
