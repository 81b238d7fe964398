"""The steps of a sequence of play that every game has: a turn begins, and at the end the points are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame_core.authoring import Table
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.board.events import TurnBegan
from wargame_hex_and_counter.board.pieces import Setting
from wargame_hex_and_counter.rules.victory import Victory


def begin_turn(table: Table[HexBoard]) -> None:
    """The next turn begins."""
    table.record(TurnBegan(table.board.turn + 1))


def count_points(victory: Setting[Victory]) -> Callable[[Table[Any]], None]:
    """A rule of the last step: the points come to a level of victory."""

    def count(table: Table[Any]) -> None:
        of_board(victory, table.board).end(table)

    return count


def suddenly(victory: Setting[Victory]) -> Callable[[Table[Any]], None]:
    """One of the ``ends`` of a `Binding`: the game is over where a condition that ends it at once holds."""

    def end_game(table: Table[Any]) -> None:
        of_board(victory, table.board).suddenly(table)

    return end_game


def of_board(victory: Setting[Victory], board: Any) -> Victory:
    """How the points of a board are counted."""
    return victory(board) if callable(victory) else victory
