"""The handouts for a position: the packet of a battle with the form of its report, or a side's turn on paper."""

from __future__ import annotations

from wargame_core.flow.match import Match
from wargame_core.flow.visibility import REFEREE
from wargame_core.game import Game
from wargame_pictures.of_games import of as pictures_of
from wargame_pictures.paper.handout import Handout


def handout(game: Game, match: Match, seat: str = REFEREE) -> Handout | None:
    """The handout for ``seat`` at this point of a match; None when there is none.

    The referee's contains everything, a seat's what that seat may know. Raises `UnknownName` for a wrong seat.
    """
    opened, board, name = game.open_on(match.board, game.rules.seat(seat))
    made = pictures_of(opened).given.handout
    return made(board, name) if made is not None else None


def turn_orders(game: Game, match: Match, seat: str, command: str = "") -> Handout | None:
    """A side's turn on paper: what ``seat`` sees and a form for its orders; None for a game without one.

    ``command`` limits it to a part, as its commander sees it. Raises `UnknownName` for a wrong seat or command.
    """
    made = pictures_of(game).given.orders
    return made(match.view(seat).board, seat, command) if made is not None else None
