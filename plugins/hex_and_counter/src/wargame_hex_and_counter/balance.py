"""A game in numbers, for studies of balance: points by line of victory, where units stand, losses."""

from __future__ import annotations

from typing import Any

from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.players.nearness import drawn_points
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.victory import VictoryLine
from wargame_lab.facts import BalanceData, Facts, LineTotal


def balance_of(game: HexGame) -> BalanceData:
    """What a game tells of its boards."""
    return BalanceData(facts=lambda board: facts_of(game, board))


def facts_of(game: HexGame, board: HexBoard) -> Facts:
    """A board in numbers.

    One side scores. Where there are two, the other is given the points at which neither wins, so that whoever has more
    is ahead.
    """
    victory, units = game.victory_of(board), board.book.units
    points = {victory.scored: float(victory.points(board))}
    other_sides = [side for side in game.sides if side != victory.scored]
    if len(other_sides) == 1:
        points[other_sides[0]] = drawn_points(victory)
    return Facts(
        points=points,
        lines={line.id: (victory.scored, line.says(board)) for line in victory.lines},
        standing={line.id: _total(line, board) for line in victory.lines},
        stands={board.name(unit): (units[unit].side, board.place_id(space)) for unit, space in board.at.items()},
        lost={board.name(unit): units[unit].side for unit in board.lost},
    )


def _total(line: VictoryLine, board: HexBoard) -> LineTotal:
    """What a line gives now, and how often, which its points tell where it says what it gives once."""
    points, points_each = line.points_of(board), getattr(line, "points", 0)
    times: Any = points // points_each if isinstance(points_each, int) and points_each else bool(points)
    return LineTotal(int(times), float(points))
