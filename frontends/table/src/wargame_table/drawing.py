"""The pictures of a table: the printed sheet under everything else."""

from __future__ import annotations

from functools import lru_cache

from wargame_core.game import Game
from wargame_table.rows import Opening

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


@lru_cache(maxsize=32)
def _ground(game: Game, scenario: str, options: tuple[tuple[str, str], ...]) -> str:
    from wargame_core.draw.map_svg import map_svg

    board = game.rules.first_board(scenario, dict(options))
    drawn = game.map_of(board)
    return map_svg(drawn, legend=False) if drawn is not None else BLANK


def ground_svg(game: Game, opening: Opening) -> str:
    """The sheet of a game as a picture, the same for everybody; blank for a game that has none."""
    return _ground(game, opening.scenario, tuple(sorted(opening.options.items())))
