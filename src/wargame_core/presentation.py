"""What pictures and reports need of a game: functions of its boards and events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, TypeAlias, TypeVar

from attrs import field, frozen

from wargame_core.draw.art import GameArt
from wargame_core.draw.ground import DrawnGround
from wargame_core.draw.letters import Letters
from wargame_core.draw.marks import Destroyed, Mark
from wargame_core.draw.picture import Picture
from wargame_core.draw.tokens import Marker
from wargame_core.flow.events import Board, Event
from wargame_core.flow.facts import Facts
from wargame_core.flow.seat_view import SeatView
from wargame_core.handouts.box import GameBox
from wargame_core.handouts.handout import Handout
from wargame_core.maps.map import Map
from wargame_core.sheet import Sheet

B = TypeVar("B", bound=Board)
Shown: TypeAlias = Board | SeatView
"""What a picture is made of: a board as a seat sees it, or that seat's view."""


@frozen
class TableAnswer(Generic[B]):
    """Something a player asks at the table: ``answer(board, seat, words)`` gives lines of text.

    The board is the one that the seat sees. Raises `WargameError` for words that name nothing.
    """

    usage: str
    """The words that follow, for the list of commands: "UNIT"."""
    help: str
    answer: Callable[[B, str, str], Iterable[str]]


@frozen(kw_only=True)
class Presentation(Generic[B]):
    """What pictures and reports need of a game, all of it optional."""

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
    """What this game can be asked at the table besides what every game can, by the word that a person types."""
    destroyed_crossings: Callable[[B], Collection[str]] | None = None
    """``destroyed_crossings(board)``: the ids of the map's crossings that are destroyed."""
    marks: Callable[[B, str, DrawnGround], Iterable[Mark]] | None = None
    """``marks(board, seat, ground)``: what else is marked on it now (zones, works), under the tokens."""
    art: GameArt | None = None
    """Pictures of the game's own, or of an owner, in place of what is drawn: see `wargame_core.draw.art.art_in`."""
    caption: Callable[[B], str] | None = None
    """``caption(board)``: a few words over the picture on how things stand."""
    ground: Callable[[B, bool], DrawnGround] | None = None
    """``ground(board, turned)``: the sheet to draw on, where it is more than the map or there is none."""
    sheet: Callable[[Sheet, B], Sheet] | None = None
    """``sheet(drawn, board)``: the sheet of a set-up, the map of which is ``drawn`` already."""
    box: Callable[[Sheet, B], GameBox] | None = None
    """``box(sheet, board)``: what is printed of the game beside its map, cards and charts."""
    handout: Callable[[B, str], Handout | None] | None = None
    """``handout(board, seat)``: what is given to people at a real table now, as the seat may know it."""
    orders: Callable[[B, str, str], Handout] | None = None
    """``orders(board, seat, command)``: the seat's turn on paper, or that of one of its commanders; ``board`` is the
    one it sees."""
    series: Callable[[B], Mapping[str, Mapping[str, float]]] | None = None
    """``series(board)``: the numbers worth a chart by turn, chart title -> line -> value."""
    facts: Callable[[B], Facts] | None = None
    """``facts(board)``: points and what gave them, where units stand and what is lost, for studies of balance."""
    heading: Callable[[Event, B], str] | None = None
    """``heading(event, board)``: the title of a new part of the story that begins with this event, or ""."""
    weight: Callable[[Event], int] | None = None
    """``weight(event)``: how much an event decided; 0 is nothing."""

    def picture(self, board: B, seat: str, ground: DrawnGround, title: str, *, legend: bool) -> Picture:
        """What is drawn on the ground of a board as ``seat`` knows it."""
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
