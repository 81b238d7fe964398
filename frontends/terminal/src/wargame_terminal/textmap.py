"""The map at the prompt: what it is drawn around, when it is drawn again, and in which colours."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from wargame_console.output import Output, TextStyle
from wargame_pictures.draw.letters import Ink
from wargame_pictures.text_board import FEW, Tabletop, TextMap, draw_map, own_places, places_in_question
from wargame_terminal.menus import Menu

MOST_PLACES_WITHOUT_MAP = 2
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
        other_pieces = {piece: place for piece, place in table.pieces.items() if table.side.get(piece) != table.seat}
        return LastDrawing(table.game.rules.turn_of(table.board), other_pieces, mover)

    def is_news(self, last_drawing: LastDrawing | None) -> bool:
        """Whether to draw the map again: the turn or the piece to move changed, or several other pieces moved."""
        if last_drawing is None or self.turn != last_drawing.turn or self.mover not in ("", last_drawing.mover):
            return True
        changed_places = set(self.others.items()) ^ set(last_drawing.others.items())
        return len({piece for piece, _ in changed_places}) > 1


def map_of(
    table: Tabletop,
    menu: Menu,
    places: list[str],
    *,
    overview: bool = False,
    size: tuple[int, int] | None = None,
) -> TextMap | None:
    """The map around some places; without any, around what the question on the screen is about."""
    mover, reach = menu.piece_and_costs()
    return draw_map(table, places or asked_places(table, menu, mover), reach, size=size, overview=overview)


def asked_places(table: Tabletop, menu: Menu, mover: str) -> list[str]:
    """The places a question is about: of its piece, else of the pieces it offers, else of the seat's own pieces."""
    if mover in table.pieces:
        return [table.pieces[mover]]
    return places_in_question(table, (row.action for row in menu.shown[:FEW])) or own_places(table)


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


def print_map(output: Output, text_map: TextMap, *, whole: bool = True) -> None:
    """Print a map in colour with its key; with ``whole`` also the list of who stands where."""
    for line in text_map.lines:
        output.paint((text, STYLES[ink]) for text, ink in line)
    for paragraph in text_map.paragraphs if whole else text_map.paragraphs[:1]:
        output.tell(paragraph)
