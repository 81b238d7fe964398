"""The table of a seat in letters: the map with its key, who stands where, and what lies beside the board.

`Tabletop` is what lies on the table as one seat sees it; `board_text` is all of it as one text.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import dropwhile
from statistics import median
from typing import TYPE_CHECKING, Any, Literal

from attrs import define, frozen

from wargame_core import Action, Game, Sheet, WargameError
from wargame_core.flow.events import Board
from wargame_core.flow.panels import Panel, Score, SequenceOfPlay, lines_of
from wargame_core.flow.rules import Origin
from wargame_core.flow.view_in_words import fitting
from wargame_core.maps.legend import is_water, road_class, terrain_drawn_as
from wargame_core.names import folded
from wargame_pictures.draw import letter_map
from wargame_pictures.draw.letters import Cell, Ink, LetterBox, Letters, Run, letter_boxes, runs_of
from wargame_pictures.of_games import pictures_of

if TYPE_CHECKING:
    from wargame_core.flow.view import View
    from wargame_core.maps.map import Map
    from wargame_pictures.draw.tokens import Marker

NO_BREAK_SPACE = "\u00a0"
"""A space at which no line is broken."""


MAP_LINES = 24
"""The lines of the map in a text of any height."""


def board_text(view: View, width: int = 80, height: int | None = None) -> str:
    """What a seat sees, as text of so many columns: the map in letters, who stands where, score, hand and question.

    Of a map that is larger, the part around what the question is about is shown. With ``height`` the text has at most
    so many lines, half of them of the map. Raises `WargameError` for a game that was not loaded by name.
    """
    table = Tabletop.of(view)
    map_text = draw_map(table, centre_of(table), size=(width, MAP_LINES if height is None else max(1, height // 2)))
    lines = ["".join(text for text, _ in line).rstrip() for line in map_text.lines] if map_text is not None else []
    texts = [*(map_text.paragraphs[:1] if map_text is not None else ()), *who_stands_where(table, table.at)]
    panels = (panel for panel in view.panels if not isinstance(panel, SequenceOfPlay))
    texts += [line for panel in panels for line in panel_lines(panel, table.sheet)]
    texts.append(view.prompt or f"waiting for {' and '.join(view.waiting_for) or 'nobody'}")
    wrapped_lines = [
        line for text in dict.fromkeys(texts) for line in textwrap.wrap(text, width, subsequent_indent="    ") or [""]
    ]
    room = None if height is None else max(2, height - len(lines) - 1)
    return "\n".join(fitting([*lines, "", *fitting(wrapped_lines, room)], height)).replace(NO_BREAK_SPACE, " ")


@lru_cache(maxsize=8)
def _game_of(origin: Origin) -> Game:
    """The game that rules were loaded with."""
    game = origin.find(*origin.args)
    if not isinstance(game, Game):
        raise WargameError("bare rules have no sheet to lay out")
    return game


@lru_cache(maxsize=8)
def _sheet_of(origin: Origin, scenario: str, options: tuple[tuple[str, str], ...]) -> Sheet:
    """The sheet of that game; a screen asks for it at every choice."""
    return _game_of(origin).sheet(scenario, dict(options))


LEDGER = 12
"""The number of lines of a ledger that are shown unless all are asked for."""


@frozen
class Thing:
    """Something with a name: its id on the sheet, its name, and the place of a piece on the map."""

    kind: Literal["piece", "place", "card"]
    id: str
    name: str
    place: str = ""


@define(slots=False)
class Tabletop:
    """The table of one seat at one moment."""

    whole_game: Game
    sheet: Sheet
    view: View

    @classmethod
    def of(cls, view: View) -> Tabletop:
        """The table of a view; an inner game is found by the game that it is played inside.

        Raises `WargameError` for a game that was not loaded by name.
        """
        if view.outer is not None:
            return cls.of(view.outer)
        if view.rules.source.origin is None:
            raise WargameError(f"{view.rules.id} was not loaded by name: its table cannot be laid out")
        game = _game_of(view.rules.source.origin)
        if view.inner_game is not None:
            return cls(game, game.sheet_of(view), view)
        return cls(game, _sheet_of(view.rules.source.origin, view.scenario, tuple(view.options.items())), view)

    @cached_property
    def _open(self) -> tuple[Game, Board, str]:
        """The game whose table is open: the one played, or one played inside it; its board, and the seat there."""
        return self.whole_game.open_on(self.view.board, self.view.seat)

    @property
    def game(self) -> Game:
        """The game whose table is open."""
        return self._open[0]

    @property
    def board(self) -> Any:
        """The board of that game, as the seat sees it."""
        return self._open[1]

    @property
    def seat(self) -> str:
        """The seat in that game."""
        return self._open[2]

    @cached_property
    def game_map(self) -> Map | None:
        """The map that is played on."""
        return self.game.rules.map_of(self.board)

    @cached_property
    def _markers(self) -> Mapping[str, Marker]:
        """The tokens of the picture, for a game that names no pieces: each by the number it has there."""
        draw = pictures_of(self.game).presentation.markers
        if self.view.piece_places or self.game_map is None or draw is None:
            return {}
        markers = enumerate(draw(self.board, self.seat))
        return {f"{marker.side} {number}": marker for number, marker in markers}

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """Where each piece on the map stands."""
        game_map = self.game_map
        if not self._markers or game_map is None:
            return self.view.piece_places
        return {piece: game_map.coordinates(marker.space) for piece, marker in self._markers.items()}

    @cached_property
    def letters(self) -> Mapping[str, Letters]:
        """The letters for pieces and places: those the game gives, or else those printed on the piece."""
        make_letters = pictures_of(self.game).presentation.letters
        letters = dict(make_letters(self.board, self.seat)) if make_letters is not None else {}
        for piece in self.sheet.pieces:
            letters.setdefault(piece.id, Letters(piece.kind[:1], piece.name))
        for piece_id, marker in self._markers.items():
            is_visible = not marker.face_down
            letters[piece_id] = Letters(
                marker.label[:3] if is_visible else "?", (marker.note or marker.label) if is_visible else "?"
            )
        return letters

    @cached_property
    def side(self) -> Mapping[str, str]:
        """By piece, the side that it belongs to."""
        sides = {piece.id: piece.side for piece in self.sheet.pieces}
        return sides | {piece: marker.side for piece, marker in self._markers.items()}

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, as the sheet has them."""
        return tuple(side.seat for side in self.sheet.sides) or tuple(sorted(set(self.side.values())))

    @cached_property
    def letter(self) -> Mapping[str, str]:
        """The letter of each side."""
        letters = {side.seat: side.letter for side in self.sheet.sides}
        return {side: letters.get(side, side[:1].upper()) for side in self.sides}

    @cached_property
    def at(self) -> Mapping[str, list[str]]:
        """The pieces at each place, those with the longest letters first."""
        stacks: dict[str, list[str]] = {}
        for piece, place in self.pieces.items():
            stacks.setdefault(place, []).append(piece)
        return stacks

    @cached_property
    def label(self) -> Mapping[str, str]:
        """What people call each place, with its number where it has a name."""
        return {
            space.id: f"{space.id} {space.place}" if space.place and self.game_map is not None else space.label
            for space in self.sheet.spaces
        }

    def name(self, piece: str) -> str:
        """What the seat calls a piece."""
        letters = self.letters.get(piece)
        return (letters.long if letters is not None else "") or self.sheet.names.get(piece, piece)

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """Everything that a person may name: pieces on the map first, then places, other pieces and cards."""
        on_map = self.pieces
        pieces = [Thing("piece", piece, self.name(piece), place) for piece, place in on_map.items()]
        places = [Thing("place", space.id, space.place or space.label) for space in self.sheet.spaces]
        other_pieces = [Thing("piece", piece.id, piece.name) for piece in self.sheet.pieces if piece.id not in on_map]
        cards = [Thing("card", card.id, card.title) for card in self.sheet.cards]
        return (*pieces, *places, *other_pieces, *cards)

    @cached_property
    def _named_things(self) -> tuple[tuple[Thing, str, str], ...]:
        """Each thing with its id and its name, both folded."""
        return tuple((thing, folded(thing.id), folded(thing.name)) for thing in self.things)

    def find(self, words: str) -> list[Thing]:
        """The things that match an id, a name or part of a name best."""
        readings = tuple(dict.fromkeys(_readings(words)))
        for reading in readings:
            exact_matches = [thing for thing, *texts in self._named_things if reading in texts]
            matches = exact_matches or [thing for thing, _, name in self._named_things if _bare(name) == reading]
            if matches:
                return matches
        for reading in readings:
            starts = [re.compile(rf"\b{re.escape(part)}") for part in reading.split()]
            matching = [thing for thing, _, name in self._named_things if all(part.search(name) for part in starts)]
            if matching:
                return [thing for thing in matching if thing.place] or matching
        return []

    def ids_of(self, words: str) -> list[str]:
        """The ids of the things that match best, and of the pieces that stand at a matching place."""
        things = self.find(words)
        return [thing.id for thing in things] + [piece for thing in things for piece in self.at.get(thing.id, ())]


def _readings(words: str) -> Iterator[str]:
    """What was typed, then without what stands in brackets after a name, and without where it stands."""
    text = folded(words)
    yield text
    for reading in (_bare(text), *(_bare(text.partition(word)[0]) for word in (" in ", " at ", ", "))):
        if reading:
            yield reading
    if bracketed_words := re.findall(r"\(([^()]*)\)", text):
        yield bracketed_words[-1]


def _bare(name: str) -> str:
    """A folded name without what stands after it in brackets or behind a comma."""
    return re.sub(r"\s*\([^()]*\)", "", name).partition(",")[0].strip()


def places_in_question(table: Tabletop, actions: Iterable[Action]) -> list[str]:
    """The places of the pieces that choices name, or else the places that they name."""
    subjects = [action.about(table.view.board) for action in actions]
    places = [table.pieces[piece] for subject in subjects for piece in subject.pieces if piece in table.pieces]
    return places or [place for subject in subjects for place in subject.all_places()]


def own_places(table: Tabletop) -> list[str]:
    """The places of the seat's own pieces."""
    return [place for piece, place in table.pieces.items() if table.side.get(piece) == table.seat]


def centre_of(table: Tabletop) -> list[str]:
    """The place in the middle of what the question is about, or the last event, or the seat's own pieces, or all.

    It is one place, or none where there are no places.
    """
    spots, view = {space.id: space.at for space in table.sheet.spaces}, table.view
    focus_places = places_in_question(table, view.choices.head(FEW)) if view.asked else []
    for event in reversed(view.events[-FEW:]):
        focus_places = focus_places or [*event.about(view.board).all_places()]
    for candidates in (focus_places, own_places(table), [*table.at], [*spots]):
        if places_on_sheet := [place for place in candidates if place in spots]:
            x, y = (median(spots[place][axis] for place in places_on_sheet) for axis in (0, 1))
            return [min(places_on_sheet, key=lambda place: (spots[place][0] - x) ** 2 + (spots[place][1] - y) ** 2)]
    return []


FEW = 40
"""The number of choices, and of events, that are asked what they are about."""
SMALLEST, LARGEST = 60, 160
LINES_BELOW_MAP = 14
"""The number of lines left for the question below a map."""


@frozen
class TextMap:
    """A map to print: cells with their ink and space, what the signs mean, then paragraphs.

    ``origin`` is where in the whole drawing it begins, and ``size`` how large that is, in columns and lines.
    """

    cells: tuple[tuple[Cell, ...], ...]
    key: tuple[str, ...]
    further_paragraphs: tuple[str, ...]
    origin: tuple[int, int] = (0, 0)
    size: tuple[int, int] = (0, 0)

    @property
    def lines(self) -> tuple[tuple[Run, ...], ...]:
        """The lines as runs of one ink, from the first that is not blank on."""
        return tuple(dropwhile(lambda line: not line, map(runs_of, self.cells)))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What the signs mean as one paragraph, then the others."""
        return tuple(
            filter(None, ("   ".join(word.replace(" ", NO_BREAK_SPACE) for word in self.key), *self.further_paragraphs))
        )


def room() -> tuple[int, int]:
    """How many columns and lines a map may use on this terminal."""
    columns, lines = shutil.get_terminal_size()
    return max(SMALLEST, min(LARGEST, columns - 1)), max(24, min(62, lines - LINES_BELOW_MAP))


def draw_map(
    table: Tabletop,
    focus: Iterable[str] = (),
    reach: Mapping[str, str] | None = None,
    *,
    size: tuple[int, int] | None = None,
    overview: bool = False,
) -> TextMap | None:
    """The map around the places of ``focus`` as the seat knows it, with the costs in ``reach``. None without places."""
    game_map = table.game_map
    if game_map is None:
        return _boxes(table, reach or {}, (size or room())[0]) if table.sheet.spaces else None
    spaces = {game_map.coordinates(space): space for space in range(game_map.size)}
    stacks = {spaces[place]: _stack(table, pieces) for place, pieces in table.at.items() if place in spaces}
    ground = {spaces[place]: letters.short for place, letters in table.letters.items() if place in spaces}
    destroyed_crossings = pictures_of(table.game).presentation.destroyed_crossings
    contents = letter_map.Contents(
        stacks=stacks,
        reach={spaces[place]: short(cost) for place, cost in (reach or {}).items() if place in spaces},
        ground=ground,
        destroyed_crossings=destroyed_crossings(table.board) if destroyed_crossings is not None else (),
    )
    columns, lines = size or room()
    map_in_letters = letter_map.letter_map(
        game_map,
        contents,
        focus=[spaces[place] for place in focus if place in spaces],
        columns=columns,
        lines=lines,
        overview=overview,
    )
    visible_places = [game_map.coordinates(space) for space in map_in_letters.spaces]
    paragraphs = (
        ()
        if overview
        else (
            *_crossings(game_map, map_in_letters, contents.destroyed_crossings),
            *who_stands_where(table, visible_places),
        )
    )
    return TextMap(
        map_in_letters.cells,
        _key(table, game_map, map_in_letters, contents),
        paragraphs,
        map_in_letters.origin,
        map_in_letters.size,
    )


def short(cost: str) -> str:
    """A cost as the map shows it; a half is one letter."""
    return cost.replace(" 1/2", "½").replace("1/2", "½")


def _stack(table: Tabletop, pieces: Sequence[str]) -> Run:
    """The letters of a stack: its side, its strongest piece, and how many more there are."""
    labels = sorted(filter(None, (table.letters[piece].short for piece in pieces)), key=_weight)
    sides = sorted({table.side.get(piece, "") for piece in pieces})
    letters = "/".join(table.letter.get(side, side[:1].upper()) for side in sides)
    count = f"+{len(labels) - 1}" if len(labels) > 1 else ""
    ink = Ink.BOTH if len(sides) > 1 else Ink.FIRST if sides[0] == table.sides[0] else Ink.SECOND
    return f"{letters}{labels[0] if labels else ''}{count}", ink


def _weight(label: str) -> tuple[bool, float]:
    """What a stack is named by: the strongest unit, rather than what has no strength."""
    number = "".join(letter for letter in label if letter.isdecimal())
    return not number, -float(number or 0)


def who_stands_where(table: Tabletop, places: Collection[str]) -> Iterator[str]:
    """For each side, a paragraph with its pieces at each place."""
    for side in table.sides:
        phrases = []
        for place in places:
            names = [table.name(piece) for piece in table.at.get(place, ()) if table.side.get(piece) == side]
            phrases += [f"{table.label.get(place, place)}: {', '.join(names)}"] if names else []
        if phrases:
            yield f"{table.letter[side]} {side}: {'; '.join(phrases)}"


def _crossings(
    game_map: Map, map_in_letters: letter_map.LetterMap, destroyed_crossings: Collection[str]
) -> Iterator[str]:
    visible_spaces = set(map_in_letters.spaces)
    crossings = [
        f"{crossing.name}{' (destroyed)' if crossing.id in destroyed_crossings else ''} "
        f"{'-'.join(map(game_map.coordinates, crossing.edge))}"
        for crossing in game_map.crossings.values()
        if visible_spaces.issuperset(crossing.edge) and crossing.name
    ]
    if crossings:
        yield f"crossings: {'; '.join(crossings)}"


def _key(
    table: Tabletop, game_map: Map, map_in_letters: letter_map.LetterMap, contents: letter_map.Contents
) -> tuple[str, ...]:
    """What the signs of this window mean."""
    visible_text = "".join(text for line in map_in_letters.lines for text, _ in line)
    letters = [f"{table.letter[side]} {side}" for side in table.sides]
    letters += ["+2 two more in the space"] * ("+" in visible_text)
    letters += ["(3) in reach, and what it costs"] * any(contents.reach.values())
    lines: set[str] = set()
    bare_spaces = (space for space in map_in_letters.spaces if game_map.place_at(space) is None)
    kinds = {game_map.terrain[space] for space in bare_spaces} if game_map.terrain else set()
    ground = sorted(kinds - {"", "town", "city", "village"}) if game_map.grid.margins()[0] else []
    letters += [f"{letter_map.GLYPHS.get(terrain_drawn_as(kind), kind[:1])} {kind}" for kind in ground]
    for style in sorted({road_class(road.kind) for road in game_map.roads}, key=list(letter_map.ROADS).index):
        signs = letter_map.ROADS[style]
        letters += [f"{signs[0]}{signs[1]} {style}"] * any(sign in visible_text for sign in signs)
    for barrier in game_map.barriers:
        glyph = letter_map.RIDGE if not is_water(barrier) else letter_map.RIVER if barrier.bars else letter_map.CREEK
        lines |= {f"{glyph} {barrier.kind}"} if glyph in visible_text else set()
    letters += sorted(lines)
    bridge = "".join(letter_map.BRIDGES[:2])
    letters += [f"{bridge} crossing"] * any(sign in visible_text for sign in bridge)
    letters += [f"{letter_map.RUIN} crossing destroyed"] * bool(contents.destroyed_crossings)
    return tuple(letters)


def _boxes(table: Tabletop, reach: Mapping[str, str], columns: int) -> TextMap:
    """The places of a game without a map: boxes with roads between them, or a list where the terminal is narrow."""
    boxes = [
        LetterBox(space.id, space.at, space.label, tuple(_in_box(table, space.id, reach)), space.links)
        for space in table.sheet.spaces
    ]
    map_in_letters = letter_boxes(boxes, columns)
    if map_in_letters is None:
        return TextMap((), (), tuple(_places_in_words(table, reach)))
    key = [f"{table.letter[side]} {side}" for side in table.sides]
    key += ["(3) in reach, and what it costs"] * any(reach.values())
    links = "; ".join(f"{table.label.get(a, a)} and {table.label.get(b, b)}" for a, b in map_in_letters.left_out)
    sentences = [f"Roads besides: {links}."] if links else []
    places = [space.id for space in table.sheet.spaces]
    size = (len(map_in_letters.cells[0]), len(map_in_letters.cells))
    return TextMap(map_in_letters.cells, tuple(key), (*sentences, *who_stands_where(table, places)), size=size)


def _in_box(table: Tabletop, place: str, reach: Mapping[str, str]) -> Iterator[Run]:
    """The lines of a box: what the place is now, what it costs to go there, and a line a piece."""
    letters = table.letters.get(place)
    if letters is not None and letters.long:
        yield letters.long, Ink.NAME
    if reach.get(place):
        yield f"({short(reach[place])})", Ink.REACH
    for piece in table.at.get(place, ()):
        side = table.side.get(piece, "")
        strength = table.letters[piece].short
        name = table.sheet.names.get(piece, piece).partition(" (")[0]
        ink = Ink.FIRST if side == table.sides[0] else Ink.SECOND
        yield " ".join(filter(None, (table.letter.get(side, ""), strength, name))), ink


def _places_in_words(table: Tabletop, reach: Mapping[str, str]) -> Iterator[str]:
    """The places of a game without a map: where each leads, what it is now, who stands there, what it costs to go."""
    for space in table.sheet.spaces:
        links = ", ".join(table.label.get(link, link) for link in space.links)
        pieces = [
            f"{table.letter.get(table.side.get(piece, ''), '')} {table.name(piece)}".strip()
            for piece in table.at.get(space.id, ())
        ]
        letters = table.letters.get(space.id)
        place_state = [letters.long] if letters is not None and letters.long else []
        cost = f" ({reach[space.id]})" if reach.get(space.id) else ""
        neighbours = f" (next to {links})" if links else ""
        yield f"{space.label}{neighbours}{cost}: {'; '.join([*place_state, *pieces]) or 'nobody'}"


def panel_lines(panel: Panel, sheet: Sheet, is_whole: bool = False) -> Iterator[str]:
    """A panel as lines of text; a long ledger is cut unless ``is_whole``."""
    heading, *lines = lines_of(panel, sheet.names)
    yield heading
    if isinstance(panel, Score) and not is_whole and len(lines) > LEDGER:
        yield f"  ... {len(lines) - LEDGER} earlier lines: `score all`"
        lines = lines[-LEDGER:]
    yield from lines
