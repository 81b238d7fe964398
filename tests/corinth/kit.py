"""Corinth as its parts, for tests that look at one of them."""

from pathlib import Path

from wargame_core.data import DataFolder
from wargame_corinth import DATA
from wargame_corinth.retreats import OWN
from wargame_hex_and_counter import Combat, HexBoard, HexGame, Movement, Zones
from wargame_hex_and_counter.game_files.opening import words_of
from wargame_hex_and_counter.game_files.reading import read_game
from wargame_hex_and_counter.rules.possible_kinds import phases_of


def corinth(data: Path | None = None) -> HexGame:
    """The game from its files; those in ``data`` replace the packaged ones. Raises `DataError`."""
    return read_game(DataFolder(DATA, data), words_of(OWN)).game


def combat(game: HexGame) -> Combat:
    """Combat as paragraph 5 sets it."""
    return next(one.part for one in phases_of(game.sequence) if isinstance(one.part, Combat))


def movement(game: HexGame) -> Movement:
    """Movement as paragraph 4 sets it."""
    return next(one.part for one in phases_of(game.sequence) if isinstance(one.part, Movement))


def zones(game: HexGame, board: HexBoard) -> Zones:
    """The zones of control as they are now."""
    return board.pieces.value(movement(game).zones)
