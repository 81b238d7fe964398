"""A bot for games of hexes and counters: it values a board by its points, and by who is near what gives some."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from wargame_core.flow.players import Player
from wargame_core.maps.hexes import HexMap
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.replacements import Replacements
from wargame_hex_and_counter.rules.victory import HeldPlace, Victory

POINTS_THAT_DECIDE: Final = 8.0
"""How many points more than a draw make a win likely (seven in ten)."""
NEAR: Final = 10
"""From how many hexes on a unit is far from a place."""
TRIED: Final = 16
"""How many choices the bot weighs; of more that many are drawn. A phase of twenty units has hundreds."""
WORTH_OF_NEARNESS: Final = 0.12
"""How many points a point of strength is worth that stands in a place which counts, less for each hex away."""
WORTH_OF_STRENGTH: Final = 0.05
"""How many points a point of strength is worth wherever it stands, in a game in which it can be rebuilt."""


def drawn_points(victory: Victory) -> float:
    """The points at which neither side wins: in the middle of the draw, or where the winner changes."""
    rows = victory.levels
    for row, row_above in zip(rows[1:], rows, strict=False):
        if row.winner != victory.scored and row_above.winner == victory.scored and row_above.at_least is not None:
            low = row.at_least if not row.winner and row.at_least is not None else row_above.at_least
            return (row_above.at_least + low) / 2
    return 0.0


def chance_by_points(
    game: HexGame, *further_points: Callable[[HexBoard, Victory], float]
) -> Callable[[HexBoard, str], float]:
    """How a board stands for a seat, from 0 to 1: by its points, and by those that some functions add to them.

    All points are those of the side that is scored.
    """

    def value(board: HexBoard, seat: str) -> float:
        victory = game.victory_of(board)
        points = victory.points(board) - drawn_points(victory)
        for points_of in further_points:
            points += points_of(board, victory)
        for_scored = 1 / (1 + exp(-points / POINTS_THAT_DECIDE))
        return for_scored if seat == victory.scored else 1 - for_scored

    return value


def value_of(game: HexGame) -> Callable[[HexBoard, str], float]:
    """How a board stands for a seat, from 0 to 1: points, and strength near the places that give some."""
    rebuilds = any(isinstance(part, Replacements) for part in game.parts)
    return chance_by_points(game, _nearness, *([_strength] if rebuilds else []))


def _strength(board: HexBoard, victory: Victory) -> float:
    """Points for strength on the map and for rebuilt units that are due, with signs as in `_nearness`."""
    total = 0.0
    for unit in {**board.at, **{unit: 0 for unit in board.coming if unit not in board.lost}}:
        strength = board.book.units[unit].face(board.steps.get(unit, 0)).strength * WORTH_OF_STRENGTH
        total += strength if board.book.units[unit].side == victory.scored else -strength
    return total


def _nearness(board: HexBoard, victory: Victory) -> float:
    """Points for strength near places that count, with a minus sign for that of the side that is not scored."""
    places = tuple(line.space(board.book.map) for line in victory.lines if isinstance(line, HeldPlace))
    if not places:
        return 0.0
    units, total, worth_by_hex = board.book.units, 0.0, _worth_by_hex(board.book.map, places)
    for unit, space in board.at.items():
        if worth_by_hex[space]:
            counter = units[unit]
            strength_worth = worth_by_hex[space] * counter.face(board.steps.get(unit, 0)).strength
            total += strength_worth if counter.side == victory.scored else -strength_worth
    return total


def _worth_by_hex(game_map: HexMap, places: tuple[int, ...]) -> tuple[float, ...]:
    """By hex how many points a point of strength in it is worth."""

    def near(space: int) -> float:
        distance = min(game_map.distance(space, place) for place in places)
        return max(0.0, 1 - distance / NEAR) * WORTH_OF_NEARNESS

    return game_map.cached(("near", places), lambda: tuple(map(near, range(game_map.size))))


def nearness(game: HexGame) -> Callable[..., Player]:
    """What makes a player that looks one choice ahead. Needs ``wargame-lab`` when somebody asks for it."""

    def make_player(**bot_arguments: int) -> Player:
        from wargame_lab.by_value import by_value

        return by_value(value_of(game), TRIED)(**bot_arguments)

    return make_player
