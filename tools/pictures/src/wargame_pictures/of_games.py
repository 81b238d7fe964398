"""The pictures of a game: what the game gives for them, and its boards drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import evolve, field, frozen

from wargame_core import Action, Game, Match, Sheet, View, WargameError
from wargame_core.flow.events import Board, Event
from wargame_core.flow.inner_games import InnerAction, InnerEvent
from wargame_core.flow.rules import HasRules, Rules
from wargame_core.flow.visibility import REFEREE, SPECTATOR, redact
from wargame_core.limits import quote
from wargame_pictures.draw.art import GameArt
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.picture import Picture, png
from wargame_pictures.draw.tokens import DestroyedCrossing, Mark, Marker
from wargame_pictures.paper.handout import GameBox, Handout
from wargame_pictures.scene import Scene

B = TypeVar("B", bound=Board)
Shown: TypeAlias = Board | View
"""The source of a picture: a board as a seat sees it, or that seat's view."""
TOOL = "pictures"
"""The name under which a game's rules keep its `Presentation`."""


@frozen(kw_only=True)
class Presentation(Generic[B]):
    """The functions of a game for pictures, stories and paper, all of them optional.

    A game gives a function that makes it: ``Rules(..., tools={"pictures": presentation})``.

    It promises the same picture for the same board as a seat sees it.

    It may not look at another board, nor draw what the seat is not shown.

    Example::

        from attrs import evolve
        from wargame_core.authoring import Variant
        from wargame_pictures.of_games import with_presentation

        def flags(given):
            def markers(board, seat):
                for marker in given.markers(board, seat):
                    yield evolve(marker, shape="flag")
            return evolve(given, markers=markers)

        VARIANT = Variant(id="flags", of=("vicksburg",), title="Flags", help="Divisions are drawn as flags.",
                          change=with_presentation(flags), requires_api=1)
    """

    alike: bool = False
    """Whether who sees the same board is shown the same pictures and panels, whatever seat he has; a server then makes
    those of a board on which nothing is hidden once for all."""
    open: bool = False
    """Whether pictures, and sentences of the story and what they name, depend on nothing that is hidden from anybody,
    whatever else the board hides; a server then makes them once for all, from what a spectator sees."""

    markers: Callable[[B, str], Iterable[Marker]] | None = None
    """``markers(board, seat)``: the tokens to draw on the map."""
    letters: Callable[[B, str], Mapping[str, Letters]] | None = None
    """``letters(board, seat)``: pieces and places in letters, by their ids on the sheet, for maps on a terminal."""
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
    box: Callable[[Sheet, B], GameBox] | None = None
    """``box(sheet, board)``: what is printed of the game besides its map, cards and charts."""
    handout: Callable[[B, str], Handout | None] | None = None
    """``handout(board, seat)``: the handout for people at a real table now, as the seat may know it."""
    orders: Callable[[B, str, str], Handout] | None = None
    """``orders(board, seat, command)``: the seat's turn on paper, or that of one of its commanders; ``board`` is the
    one it sees."""
    heading: Callable[[Event, B], str] | None = None
    """``heading(event, board)``: the title of a new part of the story that begins with this event, or ""."""
    weight: Callable[[Event], int] | None = None
    """``weight(event)``: how decisive an event is; 0 is not at all."""
    scene: Callable[[Event, B], Scene | None] | None = None
    """``scene(event, board)``: how the event is shown at a table, to a reader of ``board``; None for nothing."""
    sure: Callable[[Action, B], bool] | None = None
    """``sure(action, board)``: whether a choice surely rolls no die and shows nothing; others are asked for twice."""


@frozen
class GamePictures:
    """A game as pictures: made by `pictures_of`."""

    rules: Rules
    presentation: Presentation[Any] = field(repr=False)
    """What the game gives for its pictures."""

    def inner_pictures(self, board: Board) -> GamePictures:
        """The pictures of the game that is played inside ``board``; this object if none is."""
        return pictures_of(self.rules.inner_game(board.inner.game.id, board.inner.game.data)) if board.inner else self

    def scene(self, event: Event, board: Board) -> Scene | None:
        """How an event is shown at a table to the reader of ``board``; None where the game says nothing of it."""
        if isinstance(event, InnerEvent):
            inner_board = event.inner_on(board)
            scene = (
                self.inner_pictures(board).scene(event.event, inner_board.board) if inner_board is not None else None
            )
            return evolve(scene, by=inner_board.game.outer(scene.by)) if inner_board and scene and scene.by else scene
        return self.presentation.scene(event, board) if self.presentation.scene is not None else None

    def is_sure(self, action: Action, board: Board) -> bool:
        """Whether a choice certainly rolls no die and shows nothing, as far as the reader of ``board`` can tell."""
        if isinstance(action, InnerAction):
            return board.inner is not None and self.inner_pictures(board).is_sure(action.action, board.inner.board)
        return self.presentation.sure is not None and self.presentation.sure(action, board)

    def ground(self, board: Board, is_turned: bool = False) -> DrawnGround | None:
        """The printed sheet of ``board``, ready to draw; None for a game without one."""
        if self.presentation.ground is not None:
            return self.presentation.ground(board, is_turned)
        game_map = self.rules.map_of(board)
        return map_ground(game_map, is_turned) if game_map is not None else None

    def picture(
        self,
        board: Shown,
        seat: str = "",
        *,
        everything: bool = False,
        orientation: str = "",
        title: str = "",
        legend: bool = True,
    ) -> Picture | None:
        """The picture of a view, or of a board as ``seat`` knows it; None for a game without a sheet.

        A board with its secrets is drawn with ``everything=True`` only; with a seat, it must be the board of that
        seat's view. Without ``legend`` it has neither a legend nor a caption, for pages that tell both beside it.
        ``orientation`` is the seat from whose side the board is seen: for the last seat it is turned by 180 degrees.

        Raises:
            UnknownName: a seat that does not exist.
            WargameError: neither a view nor a board of this game, or a board without a seat.
        """
        board, seat = self._shown(board, seat, shows_everything=everything)
        if board.inner is not None and (inner_game := board.inner.game).seat(seat) is not None:
            inner_orientation = (inner_game.seat(orientation) or "") if orientation else ""
            inner_pictures = self.inner_pictures(board)
            inner_seat = inner_game.seat(seat) or seat
            return inner_pictures.picture(
                board.inner.board, inner_seat, orientation=inner_orientation, title=title, legend=legend
            )
        return self._drawn(board, seat, orientation, title, legend=legend)

    def _shown(self, view_or_board: object, seat: str, *, shows_everything: bool) -> tuple[Board, str]:
        """The board that is to be drawn and the seat that sees it. Raises `WargameError`."""
        if isinstance(view_or_board, View):
            if seat or shows_everything:
                raise WargameError("a view is drawn as its own seat sees it: seat and everything belong to a board")
            if view_or_board.rules.id != self.rules.id:
                raise WargameError(
                    f"these are the pictures of {self.rules.id}, and this is a view of {view_or_board.rules.id}"
                )
            return view_or_board.board, view_or_board.seat
        if not isinstance(view_or_board, Board):
            accepted_in_words = "a view, match.view(seat), or a board with the seat that sees it"
            raise WargameError(f"a picture is drawn of {accepted_in_words}, not of {quote(view_or_board)}")
        if not isinstance(view_or_board, self.rules.board):
            raise WargameError(f"these are the pictures of {self.rules.id}, and this is a board of another game")
        if shows_everything and seat:
            raise WargameError(f"a picture shows everything, or what seat {quote(seat)} sees: give one of both")
        if not shows_everything and not seat:
            raise WargameError(
                "whose eyes is this board for? Give a view, match.view(seat), or the seat whose board it is; "
                "everything=True draws all secrets"
            )
        return view_or_board, REFEREE if shows_everything else seat

    def _drawn(self, board: Board, seat: str, orientation: str, title: str, *, legend: bool) -> Picture | None:
        is_turned = bool(orientation) and self.rules.seat(orientation) == self.rules.seats[-1]
        ground, presentation = self.ground(board, is_turned), self.presentation
        if ground is None:
            return None
        destroyed_crossings = (
            presentation.destroyed_crossings(board) if presentation.destroyed_crossings is not None else ()
        )
        picture = Picture(
            ground=ground,
            markers=tuple(presentation.markers(board, seat)) if presentation.markers is not None else (),
            marks=(
                *(presentation.marks(board, seat, ground) if presentation.marks is not None else ()),
                *(DestroyedCrossing(crossing) for crossing in sorted(destroyed_crossings)),
            ),
            title=title,
            caption=presentation.caption(board) if presentation.caption is not None and legend and not title else "",
            legend=legend,
        )
        return presentation.art.dress(picture) if presentation.art is not None else picture

    def svg(
        self,
        board: Shown,
        seat: str = "",
        *,
        everything: bool = False,
        orientation: str = "",
        title: str = "",
        legend: bool = True,
        **drawing: Any,
    ) -> str | None:
        """`picture` as SVG; ``drawing`` are arguments of `Picture.svg`: ``layers, size, text_scale`` and more."""
        picture = self.picture(board, seat, everything=everything, orientation=orientation, title=title, legend=legend)
        return picture.svg(**drawing) if picture is not None else None

    def ground_svg(
        self, scenario: str | None = None, *, orientation: str = "", size: float | str | None = None, **options: object
    ) -> str | None:
        """The printed sheet alone, the same for every seat and during the whole game; None for a game without one.

        Pages cache it by the digest of the game's sheet and the orientation, and put the other layers over it. Raises
        `UnknownName` for a wrong scenario, option, value or seat.
        """
        board = redact(self.rules.first_board(scenario, options), SPECTATOR)
        return self.svg(board, SPECTATOR, orientation=orientation, layers=("sheet",), size=size)


def pictures_of(game: HasRules) -> GamePictures:
    """The pictures of a game, or of the game that a match, state or view is of. Raises `WargameError` for a name."""
    rules = getattr(game, "rules", None)
    if not isinstance(rules, Rules):
        advice_text = f"; load({game!r}) makes a game of a name" if isinstance(game, str) else ""
        raise WargameError(f"there are pictures of a game, match, state or view, not of {quote(game)}{advice_text}")
    presentation = rules.tool(TOOL)
    return GamePictures(rules, presentation if presentation is not None else Presentation())


def with_presentation(change: Callable[[Presentation[Any]], Presentation[Any]]) -> Callable[[Rules], Rules]:
    """Rules whose pictures are changed, as the ``change`` of a variant: it gets the printed `Presentation`."""

    def changed_rules(rules: Rules) -> Rules:
        return evolve(rules, tools={**rules.tools, TOOL: lambda: change(rules.tool(TOOL) or Presentation())})

    return changed_rules


def view_svg(view: View, size: float | str | None = None) -> str | None:
    """The board of a view as SVG of that size (see `Picture.svg`); None for a game without one."""
    return pictures_of(view).svg(view, size=size)


def view_png(view: View, width: int) -> bytes | None:
    """The board of a view as PNG, so many pixels wide; None for a game without one. Raises `MissingExtra`."""
    svg = view_svg(view)
    return png(svg, width) if svg is not None else None


def handout(game: Game, match: Match, seat: str = REFEREE) -> Handout | None:
    """The handout for ``seat`` at this point of a match; None when there is none.

    The referee's contains everything, a seat's what that seat may know. Raises `UnknownName` for a wrong seat.
    """
    open_game, board, name = game.open_on(match.board, game.rules.seat(seat))
    make_handout = pictures_of(open_game).presentation.handout
    return make_handout(board, name) if make_handout is not None else None


def turn_orders(game: Game, match: Match, seat: str, command: str = "") -> Handout | None:
    """A side's turn on paper: what ``seat`` sees and a form for its orders; None for a game without one.

    ``command`` limits it to a part, as its commander sees it. Raises `UnknownName` for a wrong seat or command.
    """
    make_orders = pictures_of(game).presentation.orders
    return make_orders(match.view(seat).board, seat, command) if make_orders is not None else None
