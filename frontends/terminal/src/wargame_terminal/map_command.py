"""The map at the prompt: `map`, `map PLACE`, `map all`, `map FILE.svg`, and the map that is drawn by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from wargame_core.errors import expected
from wargame_core.limits import shorten
from wargame_pictures import of as pictures_of
from wargame_pictures.draw.letter_grid import HIGH, shape_of
from wargame_pictures.draw.letters import Ink
from wargame_terminal.menus import Menu, is_number
from wargame_terminal.output import TextStyle
from wargame_terminal.tabletop import Tabletop
from wargame_terminal.textmap import TextMap, draw_map, room

if TYPE_CHECKING:
    from wargame_terminal.command_session import CommandSession
    from wargame_terminal.output import Output

STYLES: Mapping[Ink, TextStyle] = {
    Ink.GROUND: {"dim": True},
    Ink.NAME: {"dim": True},
    Ink.WATER: {"fg": "cyan"},
    Ink.RIDGE: {"fg": "yellow", "dim": True},
    Ink.ROAD: {"fg": "yellow"},
    Ink.PLACE: {"bold": True},
    Ink.REACH: {"fg": "green", "bold": True},
    Ink.RUIN: {"fg": "magenta"},
    Ink.FIRST: {"fg": "blue", "bold": True},
    Ink.SECOND: {"fg": "red", "bold": True},
    Ink.BOTH: {"fg": "magenta", "bold": True},
}
WORDS = ("all", "on", "off")


NEAR = 2
"""For a piece that may go to no more places than this, no map is drawn."""


@frozen
class LastDrawing:
    """What the last map showed: the turn, where the other sides' pieces stood, and the piece that was to move."""

    turn: int
    others: Mapping[str, str]
    mover: str

    @staticmethod
    def of(table: Tabletop, mover: str) -> LastDrawing:
        """What a map would show if it were drawn now."""
        others = {piece: place for piece, place in table.pieces.items() if table.side.get(piece) != table.seat}
        return LastDrawing(table.game.rules.turn_of(table.board), others, mover)

    def is_news(self, before: LastDrawing | None) -> bool:
        """Whether to draw the map again: the turn or the piece to move changed, or several other pieces moved."""
        if before is None or self.turn != before.turn or self.mover not in ("", before.mover):
            return True
        moved = set(self.others.items()) ^ set(before.others.items())
        return len({piece for piece, _ in moved}) > 1


def show_map(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """The map, here or as a file."""
    table, word = session.table(seat), rest.casefold()
    if word in ("on", "off"):
        session.maps = word == "on"
        session.out.say(f"  the map is drawn by itself: {word}")
    elif rest.endswith((".svg", ".SVG")) or "/" in rest:
        _write_picture(session, table, rest)
    else:
        size = _size(table, rest)
        words = rest.rpartition(" ")[0] if size is not None else rest
        places = [] if word in ("", "all") else places_named(table, words)
        if rest and word != "all" and not places:
            known = (space.place for space in table.sheet.spaces if space.place)
            session.refuse(f"nothing on the map is called {shorten(words)}{expected(words, known, 8)}")
            return False
        drawn = map_of(table, menu, places, overview=word == "all", size=size)
        if drawn is None:
            session.refuse(f"{session.match.rules.id} has no map in letters; `map FILE.svg` may draw a picture")
        else:
            print_map(session.out, drawn)
    return False


def _size(table: Tabletop, rest: str) -> tuple[int, int] | None:
    """The size of the window when so many spaces round a place are asked for: the last word is a number."""
    words, _, last = rest.rpartition(" ")
    if not words or not is_number(last) or not 1 <= int(last) <= 50 or table.game_map is None:
        return None
    columns, _ = room()
    return columns, 2 * int(last) * HIGH[shape_of(table.game_map)] + 3


def places_named(table: Tabletop, words: str) -> list[str]:
    """The places that a person means: a place by its name or number, or where a piece stands."""
    things = table.find(words)
    places = [thing.id for thing in things if thing.kind == "place"]
    return places or [thing.place for thing in things if thing.place]


def map_of(
    table: Tabletop,
    menu: Menu,
    places: list[str],
    *,
    overview: bool = False,
    size: tuple[int, int] | None = None,
) -> TextMap | None:
    """The map around some places; without any, around what the question on the screen is about."""
    mover, reach = menu.reach()
    return draw_map(table, places or focus(table, menu, mover), reach, size=size, overview=overview)


def focus(table: Tabletop, menu: Menu, mover: str) -> list[str]:
    """The places a question is about: of its piece, else of the pieces it offers, else of the seat's own pieces."""
    where = table.pieces
    if mover in where:
        return [where[mover]]
    named = [row.action.about(menu.board) for row in menu.shown[:40]]
    places = [where[piece] for about in named for piece in about.pieces if piece in where]
    places = places or [place for about in named for place in about.all_places()]
    own = [place for piece, place in where.items() if table.side.get(piece) == table.seat]
    return places or own


def print_map(out: Output, drawn: TextMap, *, whole: bool = True) -> None:
    """Print a map in colour with its key; with ``whole`` also the list of who stands where."""
    for line in drawn.lines:
        out.paint((text, STYLES[ink]) for text, ink in line)
    for paragraph in drawn.paragraphs if whole else drawn.paragraphs[:1]:
        out.tell(paragraph)


def _write_picture(session: CommandSession, table: Tabletop, file: str) -> None:
    from wargame_core.data.files import write_whole

    picture = pictures_of(session.game).svg(table.view)
    if picture is None:
        session.refuse(f"{session.match.rules.id} has no map to draw")
        return
    try:
        session.out.say(f"  {write_whole(Path(file), picture)}")
    except (OSError, ValueError) as problem:
        session.refuse(f"{shorten(file)}: {getattr(problem, 'strerror', None) or problem}")
