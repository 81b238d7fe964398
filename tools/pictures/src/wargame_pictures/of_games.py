"""The functions of a game for pictures and reports, of its boards and events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, TypeAlias, TypeVar

from attrs import field, frozen
from wargame_pictures.draw.art import GameArt
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.marks import Destroyed, Mark
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.tokens import Marker
from wargame_pictures.paper.game_box import GameBox
from wargame_pictures.paper.handout import Handout

from wargame_core.flow.events import Board, Event
from wargame_core.flow.facts import Facts
from wargame_core.flow.seat_view import SeatView
from wargame_core.maps.map import Map
from wargame_core.sheet import Sheet

B = TypeVar("B", bound=Board)
Shown: TypeAlias = Board | SeatView
"""The source of a picture: a board as a seat sees it, or that seat's view."""


@frozen
class TableAnswer(Generic[B]):
    """A question that a player can ask at the table: ``answer(board, seat, words)`` gives lines of text.

    The board is as the seat sees it. The function raises `WargameError` for words that name nothing.
    """

    usage: str
    """The arguments, for the list of commands: "UNIT"."""
    help: str
    answer: Callable[[B, str, str], Iterable[str]]


@frozen(kw_only=True)
class Presentation(Generic[B]):
    """The functions of a game for pictures and reports, all of them optional."""

    alike: bool = False
    """Whether who sees the same board is shown the same pictures and panels, whatever seat he has; a server then makes
    those of a board on which nothing is hidden once for all."""

    game_map: Map | Callable[[B], Map] | None = None
    """The map to draw, or a function of the board where scenarios have different maps."""
    markers: Callable[[B, str], Iterable[Marker]] | None = None
    """``markers(board, seat)``: the tokens to draw on it."""
    letters: Callable[[B, str], Mapping[str, Letters]] | None = None
    """``letters(board, seat)``: pieces and places in letters, by their ids on the sheet, for maps on a terminal."""
    answers: Mapping[str, TableAnswer[B]] = field(factory=dict)
    """The game's own questions at the table, by the word that a person types."""
    destroyed_crossings: Callable[[B], Collection[str]] | None = None
    """``destroyed_crossings(board)``: the ids of the map's crossings that are destroyed."""
    marks: Callable[[B, str, DrawnGround], Iterable[Mark]] | None = None
    """``marks(board, seat, ground)``: further marks on it now (zones, works), below the tokens."""
    art: GameArt | None = None
    """Pictures of the game's own, or of an owner, in place of what is drawn: see `wargame_pictures.draw.art.art_in`."""
    caption: Callable[[B], str] | None = None
    """``caption(board)``: a short text above the picture about the present position."""
    ground: Callable[[B, bool], DrawnGround] | None = None
    """``ground(board, turned)``: the sheet to draw on, if it is more than the map or there is no map."""
    sheet: Callable[[Sheet, B], Sheet] | None = None
    """``sheet(drawn, board)``: the sheet of a set-up; ``drawn`` is the sheet with its map already in it."""
    box: Callable[[Sheet, B], GameBox] | None = None
    """``box(sheet, board)``: what is printed of the game besides its map, cards and charts."""
    handout: Callable[[B, str], Handout | None] | None = None
    """``handout(board, seat)``: the handout for people at a real table now, as the seat may know it."""
    orders: Callable[[B, str, str], Handout] | None = None
    """``orders(board, seat, command)``: the seat's turn on paper, or that of one of its commanders; ``board`` is the
    one it sees."""
    series: Callable[[B], Mapping[str, Mapping[str, float]]] | None = None
    """``series(board)``: numbers for charts by turn: by title of the chart and by line, the value."""
    facts: Callable[[B], Facts] | None = None
    """``facts(board)``: points and their sources, positions of units and losses, for studies of balance."""
    fought: Callable[[Iterable[Event], B], Mapping[str, str]] | None = None
    """``fought(events, board)``: by unit that fought in the events of a whole game its side; ``board`` is the last."""
    heading: Callable[[Event, B], str] | None = None
    """``heading(event, board)``: the title of a new part of the story that begins with this event, or ""."""
    weight: Callable[[Event], int] | None = None
    """``weight(event)``: how decisive an event is; 0 is not at all."""

    def picture(self, board: B, seat: str, ground: DrawnGround, title: str, *, legend: bool) -> Picture:
        """The picture of a board as ``seat`` knows it, on a ground."""
        gone = self.destroyed_crossings(board) if self.destroyed_crossings is not None else ()
        drawn = Picture(
            ground=ground,
            markers=tuple(self.markers(board, seat)) if self.markers is not None else (),
            marks=(
                *(self.marks(board, seat, ground) if self.marks is not None else ()),
                *(Destroyed(crossing) for crossing in sorted(gone)),
            ),
            title=title,
            caption=self.caption(board) if self.caption is not None and not title else "",
            legend=legend,
        )
        return self.art.dress(drawn) if self.art is not None else drawn
