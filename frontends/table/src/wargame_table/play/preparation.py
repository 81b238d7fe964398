"""What is read and made once for each game, before processes are forked: they share the memory that it takes."""

from contextlib import suppress

from wargame_core import SPECTATOR, Game, WargameError
from wargame_table.keeping.rows import Opening
from wargame_table.play.session import TableSession


def prepare_game(game: Game) -> None:
    """Read and make what a table of this game, its bots and its chances need, as the first table would."""
    with suppress(WargameError):  # what is wrong with a game is said where somebody plays it
        session = TableSession(game, Opening.of(game))
        for role in (*game.seats, SPECTATOR):
            session.look(role)
        for seat in session.match.waiting_for:
            view = session.match.view(seat)
            game.value(view)
            game.bot("normal", seed=1)
