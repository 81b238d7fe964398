"""A turn to share: its sentences with the map as it was at each, as a web page or as one picture for a chat.

It is made of the rows that a seat was told and of the boards as that seat saw them, so it shows what the seat knew and
nothing else. What everybody may read is the turn of a spectator.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import accumulate
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve, frozen

from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Board
from wargame_core.flow.visibility import redact
from wargame_core.json_form import JsonMapping
from wargame_core.limits import harmless, shorten
from wargame_core.maps.features import Point
from wargame_core.sheet import SheetCard
from wargame_pictures.draw.card_faces import CARD_STYLE, card_face
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.labels import SERIF, Style, wrapped
from wargame_pictures.draw.picture import PAPER, Picture
from wargame_pictures.draw.shapes import COLOR, number, stroke
from wargame_pictures.draw.terrain import INK
from wargame_pictures.draw.tokens import DARK_LINE, DESTROYED, LIGHT_LINE, MOVED, arrow, draw_mark, draw_piece
from wargame_pictures.of_games import pictures_of
from wargame_pictures.stories.recap import Recap, RecapLine, recap_of
from wargame_pictures.stories.web_page import COLORS

if TYPE_CHECKING:
    from wargame_core import Game, Match

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height on a sheet."""
_STYLE: Final = COLORS + files(__package__).joinpath("turn.css").read_text("utf-8") + CARD_STYLE
STILLS: Final = 16
"""The most lines of a turn that are shown with a map: the battles first, then the marches."""
MARGIN_AROUND_EVENT: Final = 70.0
"""Units of the sheet that are shown around what happened."""
LEAST: Final = (420.0, 300.0)
"""The width and height of the smallest part of a sheet that is shown."""
WIDE: Final = 1200
"""The width of a picture for a chat in pixels, of which its map takes as much."""
HIGH: Final = 900
"""The greatest height of its map."""
SENTENCES: Final = 12
"""The lines of a turn that are written under the map of a picture; how many more there are is said."""


@frozen
class Moment:
    """A line of a turn, and the boards before and after what it tells."""

    line: RecapLine
    before: Board
    after: Board


@frozen(kw_only=True)
class ToldTurn:
    """What happened from one moment of a game to another, as one seat saw it; made by `turn_told`.

    ``turn`` is the number of the turn in which it begins, 0 for none; ``moments`` are those of the lines of the recap,
    in order; ``sides`` tells the seat that each piece belongs to, ``cards`` are the printed ones by id.
    """

    game: Game
    seat: str
    turn: int
    recap: Recap
    moments: tuple[Moment, ...]
    sides: Mapping[str, str]
    cards: Mapping[str, SheetCard]

    @property
    def heading(self) -> str:
        """The game and the turn."""
        return f"{self.game.title} · Turn {self.turn}" if self.turn else self.game.title

    @property
    def summary(self) -> str:
        """A sentence or two, for whoever sees only the link."""
        lines = [line.text for part in self.recap.parts for line in part.lines]
        return shorten(harmless(self.recap.losses or " ".join(lines[-2:])), 280)


def turn_told(game: Game, match: Match, seat: str, rows: Sequence[JsonMapping], first_row: int) -> ToldTurn:
    """What ``seat`` was told of a match from row number ``first_row`` on, up to the last of ``rows``.

    ``rows`` are those of `wargame_pictures.stories.rows.rows_for`, or a part of them from the beginning. Nothing is
    drawn yet, and nothing of what is returned changes when the match goes on.
    """
    view = match.view(seat)
    sheet = game.sheet_of(view)
    sides = {piece.id: piece.side for piece in (*sheet.pieces, *view.pieces)}
    titles = {side.seat: side.name for side in sheet.sides}
    recap = recap_of(rows, seat, titles, sides.get, first_row=first_row)
    lines = [line for part in recap.parts for line in part.lines if line.row >= 0]
    boards, moments, turn = _Boards(match, seat, lines[0].row if lines else len(rows)), list[Moment](), 0
    for line, end in zip(lines, [*(line.row for line in lines[1:]), len(rows)], strict=False):
        moments.append(Moment(line, *boards.around(line.row, end)))
        turn = turn or game.rules.turn_of(moments[0].before)
    cards = {card.id: card for card in sheet.cards}
    return ToldTurn(game=game, seat=seat, turn=turn, recap=recap, moments=tuple(moments), sides=sides, cards=cards)


class _Boards:
    """The boards that a seat saw between the answers of a match, from that before a row on."""

    def __init__(self, match: Match, seat: str, row: int) -> None:
        counts = [0, *accumulate(_row_count(entry, seat) for entry in match.entries)]
        self._seat, self._entries = seat, match.entries
        start, state = next(
            ((number, state) for number, state in reversed(match.snapshots) if counts[number] <= row),
            match.snapshots[0],
        )
        self._counts, self._number, self._board = counts, start, state.board.copy()
        self._latest = redact(self._board, seat)

    def around(self, first_row: int, end: int) -> tuple[Board, Board]:
        """The boards before the answer that row ``first_row`` tells of, and before that of row ``end``, which comes
        later.

        Where both tell of one answer, the second board is that after it. Rows are to be asked for in order.
        """
        start = bisect_right(self._counts, first_row) - 1
        return self._up_to(start), self._up_to(max(start + 1, bisect_right(self._counts, end) - 1))

    def _up_to(self, number: int) -> Board:
        """The board as the seat saw it after so many answers, or the latest that was asked for."""
        if number > self._number:
            for entry in self._entries[self._number : number]:
                for event in entry.events:
                    event.apply(self._board)
            self._number, self._latest = number, redact(self._board, self._seat)
        return self._latest


def _row_count(entry: Entry, seat: str) -> int:
    """How many rows an answer is told in: a roll that the seat sees, and its events."""
    return (isinstance(entry, Rolled) and entry.seen(seat)) + len(entry.told(seat))


# What is drawn


@frozen
class _Still:
    """A moment as pictures of the board before and after it."""

    line: RecapLine
    before: Picture
    after: Picture

    def points(self, ground: DrawnGround) -> Iterator[Point]:
        """Where on a ground something of the line is."""
        places = {*self.line.places, *(place for way in self.line.ways for place in way)}
        yield from (spot.at for spot in ground.spots if spot.id in places)
        for picture in (self.before, self.after):
            if picture.ground is ground:
                yield from ((piece.x, piece.y) for piece in picture.pieces if piece.id in self.line.pieces)


class _TurnMaps:
    """The maps of a turn: each printed sheet is drawn once, and every map refers to it."""

    def __init__(self, told_turn: ToldTurn) -> None:
        self._told, self._sheets = told_turn, dict[int, str]()
        self.symbols = ""
        """The sheets, which the maps refer to."""
        pictures = dict[int, Picture | None]()
        for moment in told_turn.moments:
            for board in (moment.before, moment.after):
                if id(board) not in pictures:
                    pictures[id(board)] = pictures_of(told_turn.game).picture(board, told_turn.seat, legend=False)
        self.stills = tuple(
            _Still(moment.line, picture_before, picture_after)
            for moment in told_turn.moments
            if (picture_before := pictures[id(moment.before)]) is not None
            and (picture_after := pictures[id(moment.after)]) is not None
        )

    @property
    def whole(self) -> Sequence[_Still]:
        """What the map of the whole turn shows: battles and marches, or all lines where nobody fights or marches."""
        return [still for still in self.stills if still.line.attacks or still.line.ways] or self.stills

    @property
    def single(self) -> Mapping[int, _Still]:
        """The lines with a map of their own, by the number of their first row; none where the whole is the same."""
        fights = [still for still in self.stills if still.line.attacks]
        marches = [still for still in self.stills if still.line.ways and not still.line.attacks]
        chosen_stills = [*fights, *marches][:STILLS]
        return {still.line.row: still for still in chosen_stills} if len(fights) + len(marches) > 1 else {}

    def map(self, stills: Sequence[_Still]) -> tuple[str, Box] | None:
        """The part of the map on which lines happen, as it was after them, with that part; None for no map."""
        if not stills:
            return None
        picture = stills[-1].after
        box = _part(stills, picture)
        ways = (way for still in stills for way in self._arrows(still))
        return f'<use href="#{self._sheet(picture)}"/>{_layers(picture, box, ways)}', box

    def _sheet(self, picture: Picture) -> str:
        name = self._sheets.get(id(picture.ground))
        if name is None:
            name = self._sheets[id(picture.ground)] = f"sheet-{len(self._sheets) + 1}"
            self.symbols += picture.sheet_symbol(name)
        return name

    def _arrows(self, still: _Still) -> Iterator[str]:
        """The marches and attacks of a line as arrows, and a cross where a piece was lost."""
        picture_before, picture_after = still.before, still.after
        if picture_before.ground is not picture_after.ground:
            return
        position_before = {piece.id: (piece.x, piece.y) for piece in picture_before.pieces}
        places = {spot.id: spot.at for spot in picture_after.ground.spots}
        for way in still.line.ways:
            yield arrow([places[place] for place in way if place in places], MOVED)
        for attacker, target in still.line.attacks:
            if (
                attacker in position_before
                and target in position_before
                and position_before[attacker] != position_before[target]
            ):
                yield arrow([position_before[attacker], position_before[target]], self._color_of(attacker), width=5)
        remaining_ids = {piece.id for piece in picture_after.pieces}
        yield from (
            _cross(*position_before[piece])
            for piece in still.line.pieces
            if piece in position_before and piece not in remaining_ids
        )

    def _color_of(self, piece: str) -> str:
        return LIGHT_LINE if self._told.sides.get(piece) == self._told.game.seats[-1] else DARK_LINE


def _cross(x: float, y: float) -> str:
    data = f"M{number(x - 9)} {number(y - 9)}l18 18m0 -18l-18 18"
    return f'<g data-mark="lost">{stroke(data, COLOR["halo"], 8)}{stroke(data, DESTROYED, 4.5)}</g>'


def _part(stills: Iterable[_Still], picture: Picture) -> Box:
    """The part of a sheet on which lines happen, not smaller than a reader needs; the whole where no place is named."""
    left, top, sheet_wide, sheet_high = picture.box
    points = [point for still in stills for point in still.points(picture.ground)]
    if not points:
        return picture.box
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width = min(sheet_wide, max(LEAST[0], max(xs) - min(xs) + 2 * MARGIN_AROUND_EVENT))
    height = min(sheet_high, max(LEAST[1], max(ys) - min(ys) + 2 * MARGIN_AROUND_EVENT, width * 0.45))
    x = min(max(left, (min(xs) + max(xs) - width) / 2), left + sheet_wide - width)
    y = min(max(top, (min(ys) + max(ys) - height) / 2), top + sheet_high - height)
    return x, y, width, height


def _layers(picture: Picture, box: Box, ways: Iterable[str]) -> str:
    """What lies on a part of a sheet, and upon that the arrows."""
    x, y, width, height = box
    pieces_inside = (
        piece
        for piece in picture.pieces
        if x - MARGIN_AROUND_EVENT <= piece.x <= x + width + MARGIN_AROUND_EVENT
        and y - MARGIN_AROUND_EVENT <= piece.y <= y + height + MARGIN_AROUND_EVENT
    )
    marks = (draw_mark(picture.ground, mark) for mark in picture.marks)
    return "".join([*marks, *(draw_piece(evolve(piece, id="")) for piece in pieces_inside), *ways])


def _window(box: Box) -> str:
    return f'viewBox="{" ".join(map(number, box))}"'


# A page


def turn_page(told_turn: ToldTurn, *, address: str = "", image: str = "") -> str:
    """A turn as a web page without scripts: each line with the map as it was then.

    ``address`` is where the page stands and ``image`` where a picture of it does, for sites that show what a link
    leads to: whole addresses, or nothing.
    """
    drawing = _TurnMaps(told_turn)
    single, parts = drawing.single, [_figure(drawing, drawing.whole, "the map at the end of all this")]
    for part in told_turn.recap.parts:
        parts.append(f"<h2>{escape(part.title)}</h2>" if part.title else "")
        for line in part.lines:
            stills = [single[line.row]] if line.row in single else []
            faces = "".join(card_face(told_turn.cards[card]) for card in line.cards if card in told_turn.cards)
            parts.append(f"<section>{_figure(drawing, stills, line.text)}{_paragraph(line)}{faces}</section>")
    losses = f'<p class="losses">{escape(told_turn.recap.losses)}</p>' if told_turn.recap.losses else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">'
        '<meta name="viewport" content="width=device-width, '
        f'initial-scale=1"><title>{escape(told_turn.heading)}</title>'
        f"{_preview(told_turn, address, image)}<style>{_STYLE}</style></head>\n<body>\n"
        f'<svg class="sheets" aria-hidden="true" width="0" height="0">{drawing.symbols}</svg>\n'
        f"<main><h1>{escape(told_turn.heading)}</h1>{losses}{''.join(parts)}</main>\n</body></html>\n"
    )


def _preview(told_turn: ToldTurn, address: str, image: str) -> str:
    """What other sites show of a link to the page."""
    properties = {
        "og:type": "article",
        "og:title": told_turn.heading,
        "og:description": told_turn.summary,
        "og:url": address,
        "og:image": image,
        "twitter:card": "summary_large_image" if image else "",
    }
    return f'<meta name="description" content="{escape(told_turn.summary)}">' + "".join(
        f'<meta property="{name}" content="{escape(content)}">' for name, content in properties.items() if content
    )


def _figure(drawing: _TurnMaps, stills: Sequence[_Still], label: str) -> str:
    drawn_map = drawing.map(stills)
    if drawn_map is None:
        return ""
    svg, box = drawn_map
    attributes = f'class="wg-map" {_window(box)} font-family="{SERIF}" role="img" aria-label="{escape(label)}"'
    return f"<figure><svg {attributes}>{svg}</svg></figure>"


def _paragraph(line: RecapLine) -> str:
    reasons = "<br>".join(map(escape, line.explanation))
    details = f"<details><summary>how it came about</summary>{reasons}</details>" if reasons else ""
    return f"<p>{escape(line.text)}</p>{details}"


# A picture for a chat

_HEAD, _BODY, _BOLD = Style(34, INK, weight="bold"), Style(22, INK), Style(22, INK, weight="bold")
_LINE = 1.36
"""The height of a line of text, as a multiple of its size."""
_SIDE = 30.0


def turn_picture(told_turn: ToldTurn) -> str:
    """A turn as one picture in SVG: its map with all arrows, and below it its sentences."""
    drawing = _TurnMaps(told_turn)
    drawn_map, map_svg, y = drawing.map(drawing.whole), "", 16.0
    if drawn_map is not None:
        svg, box = drawn_map
        high = min(HIGH, WIDE * box[3] / box[2])
        map_svg = f'{drawing.symbols}<svg width="{WIDE}" height="{number(high)}" {_window(box)}>{svg}</svg>'
        y += high
    texts = list[str]()
    for style, text in _sentences(told_turn):
        for row in wrapped(text, style.size, WIDE - 2 * _SIDE):
            y += _LINE * style.size
            texts.append(style.write(row, _SIDE, y))
        y += 6
    height = number(y + 24)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wg-map" width="{WIDE}" height="{height}" '
        f'viewBox="0 0 {WIDE} {height}" font-family="{SERIF}"><title>{escape(told_turn.heading)}</title>'
        f'<path d="M0 0h{WIDE}v{height}h-{WIDE}z" fill="{PAPER}"/>{map_svg}{"".join(texts)}</svg>'
    )


def _sentences(told_turn: ToldTurn) -> Iterator[tuple[Style, str]]:
    """What is written on a picture, as far as there is room for it."""
    yield _HEAD, told_turn.heading
    if told_turn.recap.losses:
        yield _BOLD, told_turn.recap.losses
    room, line_count = SENTENCES, sum(len(part.lines) for part in told_turn.recap.parts)
    for part in told_turn.recap.parts:
        if room and part.title:
            yield _BOLD, part.title
        yield from ((_BODY, shorten(line.text, 400)) for line in part.lines[:room])
        room -= min(room, len(part.lines))
    if line_count > SENTENCES:
        yield _BODY, f"… and {line_count - SENTENCES} more"
