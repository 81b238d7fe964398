"""The sheet: everything printed that lies on the table before a game begins, as one value and one JSON object.

Places, pieces, cards, tracks, dice, player aids and the briefing. It depends only on the game, its scenario and its
options, so it can be cached by its digest; views contain what moves, with the same ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Annotated, ClassVar, Final

import attrs
from attrs import define, field, frozen

from wargame_core.contents import Listing, OobEntry
from wargame_core.errors import RulesError
from wargame_core.json_form import IN_WORDS, SPARSE, JsonForm, JsonObject, Pairs, canonical
from wargame_core.limits import quote
from wargame_core.maps.legend import PALETTE, Drawn, legend_of
from wargame_core.maps.map import Map, border, centre, corners, frame
from wargame_core.rulings import Cite

Point = tuple[float, float]


@frozen
class SheetSpace(JsonForm):
    """A space of the map. ``at`` is its centre in the picture, ``outline`` an index into the sheet's outlines."""

    sparse: ClassVar = True
    id: str
    label: str
    at: Point
    terrain: str = ""
    place: str = ""
    outline: int = 0
    links: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()


@frozen
class SheetCrossing(JsonForm):
    """A bridge, ford, ferry or gap between two spaces."""

    sparse: ClassVar = True
    id: str
    kind: str
    between: tuple[str, str]
    name: str = ""


@frozen
class SheetEdge(JsonForm):
    """What runs along the side that two spaces share: a river, a ridge, works; "" stands for outside the map.

    What covers one of them only, such as a fence before a hex, names that first. ``line`` is that side in the picture,
    from one corner to the next. Where it ``bars``, it is crossed only at a crossing, or where a road runs over it; else
    it counts as the rules say.
    """

    sparse: ClassVar = True
    between: tuple[str, str]
    kind: str
    line: tuple[Point, Point]
    name: str = ""
    bars: bool = False


@frozen
class SheetWay(JsonForm):
    """A road, railroad or stream: the spaces that it runs through, in order. Its line goes through their centres."""

    sparse: ClassVar = True
    kind: str
    spaces: tuple[str, ...]
    name: str = ""


@frozen
class SheetLegend(JsonForm):
    """A line of the legend: what is drawn (``of``), its kind as the sheet has it, its title, and its colours.

    ``color`` is that on light paper, ``dark`` that on a dark screen: "#dfe7c6".
    """

    of: Drawn
    kind: str
    title: str
    color: str
    dark: str


@frozen
class SheetPiece(JsonForm):
    """A piece as printed: ``facts`` are its printed values (strength, rating, movement) as text.

    ``belongs_to`` is the id of what it belongs to in the order of battle: another piece, or one of `Sheet.commands`.
    """

    sparse: ClassVar = True
    id: str
    side: str
    kind: str
    name: str
    facts: Mapping[str, str] = field(factory=dict)
    belongs_to: str = ""


@frozen
class SheetCommand(JsonForm):
    """A line of the order of battle that no piece stands for: a force, a corps, a general beside his counter's name.

    ``kind``, ``facts`` and ``belongs_to`` as of a piece; ``rating`` and ``traits`` are those of a leader as printed.
    """

    sparse: ClassVar = True
    id: str
    side: str
    kind: str
    name: str
    belongs_to: str = ""
    rating: str = ""
    traits: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(factory=dict)


@frozen
class SheetCard(JsonForm):
    """A card, with its text and its number of copies in the deck; ``signs`` are words for what is pictured on it."""

    sparse: ClassVar = True
    id: str
    title: str
    text: str
    count: int = 1
    deck: str = ""
    signs: tuple[str, ...] = ()


@frozen
class SheetTrack(JsonForm):
    """A row of printed boxes."""

    id: str
    title: str
    boxes: tuple[str, ...]


@frozen
class SheetDie(JsonForm):
    """A die with its faces as printed."""

    name: str
    faces: tuple[str, ...]


@frozen
class PlayerAid(JsonForm):
    """A chart or a summary that lies beside the map, as text in fixed columns."""

    sparse: ClassVar = True
    id: str
    title: str
    text: str
    cite: str = ""


COLOR: Final = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)


def _check_color(side: SideOnSheet, _: object, color: str) -> None:
    """Raise `RulesError` for what is no colour: pages put it into a style as it is."""
    if color and not COLOR.fullmatch(color):
        raise RulesError(f'the color of side {quote(side.seat)} is {quote(color)}, and not as "#9c5a3c"')


@frozen
class SideOnSheet(JsonForm):
    """A side: its seat, its name, its commander, and the letter that identifies it without colour.

    ``color`` is that of its counters, as "#3b5b92"; "" where the order of the seats gives each its usual colour.

    Raises:
        RulesError: for a color that is written otherwise.
    """

    sparse: ClassVar = True
    seat: str
    name: str
    letter: str
    commander: str = ""
    color: str = field(default="", validator=_check_color)


@frozen
class Note(JsonForm):
    """A paragraph of the briefing with the place it is printed at.

    ``tells`` has the ids of the printed lines that it tells: of forces and rules of victory, and of what
    `Contents.briefing` names.
    """

    text: str
    cite: Annotated[Cite | None, IN_WORDS] = None
    tells: tuple[str, ...] = field(default=(), metadata=SPARSE)


@frozen
class Briefing(JsonForm):
    """What a player reads before the first turn."""

    title: str
    situation: tuple[Note, ...] = ()
    begins: str = ""
    hands: Pairs[int] = ()
    how_to_win: tuple[Note, ...] = ()
    special_rules: tuple[Note, ...] = ()
    in_short: tuple[Note, ...] = ()
    """How to win in three lines, for a first visit; where it is empty, the first of ``how_to_win``."""
    sources: tuple[str, ...] = ()
    rules: tuple[Note, ...] = ()
    """What the usual rules of its kind of game are set to: zones of control, stacking, combat."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """All its paragraphs, in order, without the summary."""
        return (*self.situation, *self.how_to_win, *self.rules, *self.special_rules)

    def text(self) -> str:
        """The briefing for a terminal: paragraphs under headings, each with its source."""
        parts = [self.title]
        for heading, notes in (
            ("Situation", self.situation),
            ("How to win", self.how_to_win),
            ("Rules", self.rules),
            ("Special rules", self.special_rules),
        ):
            if notes:
                parts += ["", heading, *(f"  {note.text}{f'  [{note.cite}]' if note.cite else ''}" for note in notes)]
        if self.begins:
            parts += ["", f"First to act: {self.begins}."]
        if self.hands:
            parts.append("Hands: " + ", ".join(f"{seat} {cards}" for seat, cards in self.hands) + ".")
        return "\n".join(parts)

    def __repr__(self) -> str:
        return self.text()


@define(frozen=True, slots=False, repr=False)
class Sheet(JsonForm):
    """Everything printed that lies on the table; `Game.sheet` makes it."""

    game: str
    title: str
    scenario: str
    options: Mapping[str, object]
    briefing: Briefing
    sides: tuple[SideOnSheet, ...] = ()
    size: Point = (0, 0)
    outlines: tuple[tuple[Point, ...], ...] = ()
    """The shapes of spaces, relative to their centres; most maps need only one."""
    spaces: tuple[SheetSpace, ...] = ()
    crossings: tuple[SheetCrossing, ...] = ()
    edges: tuple[SheetEdge, ...] = ()
    ways: tuple[SheetWay, ...] = ()
    legend: tuple[SheetLegend, ...] = ()
    pieces: tuple[SheetPiece, ...] = ()
    commands: tuple[SheetCommand, ...] = ()
    cards: tuple[SheetCard, ...] = ()
    tracks: tuple[SheetTrack, ...] = ()
    dice: tuple[SheetDie, ...] = ()
    aids: tuple[PlayerAid, ...] = ()
    documents: tuple[str, ...] = ()

    def to_json(self) -> JsonObject:
        """The sheet as plain JSON data, its digest included."""
        return {**self._printed, "digest": self.digest}

    @cached_property
    def digest(self) -> str:
        """A hash of everything on the sheet; the same on every machine."""
        return blake2b(canonical(self._printed), digest_size=16).hexdigest()

    @cached_property
    def _printed(self) -> JsonObject:
        return JsonForm.to_json(self)

    def __repr__(self) -> str:
        """The briefing, and how much lies on the table: all of it would fill pages."""
        counts = {"spaces": self.spaces, "pieces": self.pieces, "cards": self.cards, "aids": self.aids}
        return f"{self.briefing}\n<{', '.join(f'{len(items)} {name}' for name, items in counts.items())}>"

    @property
    def seat_names(self) -> dict[str, str]:
        """What people call each seat: the name of its side."""
        return {side.seat: side.name for side in self.sides}

    def names_of_side(self, seat: str) -> tuple[str, ...]:
        """The names of a side: its seat, and its name on the sheet."""
        return tuple(dict.fromkeys((seat, *(side.name for side in self.sides if side.seat == seat))))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of all pieces, places and cards, by id."""
        names = {space.id: space.place or space.label for space in self.spaces}
        names |= {command.id: command.name for command in self.commands}
        names |= {piece.id: piece.name for piece in self.pieces}
        return names | {card.id: card.title for card in self.cards}


def with_order_of_battle(sheet: Sheet, oob: Listing[OobEntry]) -> Sheet:
    """The sheet with what each piece belongs to, and with the lines that no piece stands for."""
    piece_ids = {piece.id for piece in sheet.pieces}
    return attrs.evolve(
        sheet,
        pieces=tuple(
            attrs.evolve(piece, belongs_to=oob[piece.id].parent) if piece.id in oob.ids else piece
            for piece in sheet.pieces
        ),
        commands=tuple(
            SheetCommand(
                line.id,
                line.side,
                line.kind,
                line.name,
                line.parent,
                "" if line.rating is None else str(line.rating),
                line.traits,
                line.facts,
            )
            for line in oob
            if line.id not in piece_ids
        ),
    )


def with_map(sheet: Sheet, game_map: Map) -> Sheet:
    """The sheet with what is printed on a map: ids as printed, centres, outlines and lines as in its picture."""
    outlines: dict[tuple[Point, ...], int] = {}
    spaces = tuple(_sheet_space(game_map, space, outlines) for space in range(game_map.size))
    crossings = tuple(
        SheetCrossing(
            crossing.id,
            crossing.kind,
            (game_map.coordinates(crossing.edge[0]), game_map.coordinates(crossing.edge[1])),
            crossing.name,
        )
        for crossing in game_map.crossings.values()
    )
    return attrs.evolve(
        sheet,
        size=frame(game_map),
        outlines=tuple(outlines),
        spaces=spaces,
        crossings=crossings,
        edges=tuple(_sheet_edges(game_map)),
        ways=tuple(_sheet_ways(game_map)),
        legend=tuple(legend_line(line.of, line.kind, line.color) for line in legend_of(game_map)),
    )


def legend_line(drawn_kind: Drawn, kind: str, color: str, title: str = "") -> SheetLegend:
    """A line of a legend, by the name of its colour in the palette; the title is the kind in words if left out."""
    light_color, dark_color, _ = PALETTE[color]
    return SheetLegend(drawn_kind, kind, title or kind.replace("_", " "), light_color, dark_color)


def _sheet_edges(game_map: Map) -> Iterator[SheetEdge]:
    for barrier in game_map.barriers:
        for edge in sorted(barrier.edges):
            a, b = map(game_map.coordinates, edge)
            start, end = map(rounded, border(game_map, edge))
            yield SheetEdge((a, b), barrier.kind, (start, end), barrier.name, barrier.bars)


def _sheet_ways(game_map: Map) -> Iterator[SheetWay]:
    roads = ((road.kind, road.path, road.name) for road in game_map.roads)
    for kind, path, name in (*roads, *(("stream", stream.path, stream.name) for stream in game_map.streams)):
        yield SheetWay(kind, tuple(map(game_map.coordinates, path)), name)


def rounded(point: Point) -> Point:
    """A point of the picture to a tenth of its unit."""
    return round(point[0], 1), round(point[1], 1)


def _sheet_space(game_map: Map, space: int, outlines: dict[tuple[Point, ...], int]) -> SheetSpace:
    x, y = rounded(centre(game_map, space))
    shape = tuple((round(px - x, 1), round(py - y, 1)) for px, py in corners(game_map, space))
    place = game_map.place_at(space)
    return SheetSpace(
        game_map.coordinates(space),
        game_map.label(space),
        (x, y),
        game_map.terrain[space] if game_map.terrain else "",
        place.name if place is not None else "",
        outlines.setdefault(shape, len(outlines)),
        tuple(game_map.coordinates(neighbour) for neighbour in sorted(game_map.neighbours[space])),
        (game_map.regions[space],) if game_map.regions and game_map.regions[space] else (),
    )
