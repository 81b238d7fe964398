"""How a board is read and changed by the parts: a game with a board of its own says it here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from attrs import frozen

from wargame_core.authoring import Event, Table
from wargame_hex_and_counter.board import events
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.pieces import Pieces

Entered: TypeAlias = Callable[[Table[Any], str, tuple[int, ...]], None]
"""What happens when a unit has gone along some hexes: places change hands, hidden units are found."""


def pieces_of(board: Any) -> Pieces:
    """The pieces of a `HexBoard`."""
    pieces: Pieces = board.pieces
    return pieces


def battles_of(board: Any) -> tuple[Battle, ...]:
    """The battles announced on a `HexBoard`."""
    battles: tuple[Battle, ...] = board.battles
    return battles


def lost_units(board: Any) -> Collection[str]:
    """The units that are eliminated on a `HexBoard`."""
    lost: set[str] = board.lost
    return lost


def points_of(board: Any, name: str, side: str) -> int:
    """The points of a name that a side has on a `HexBoard`."""
    points: int = board.points.get(name, {}).get(side, 0)
    return points


def gone_by_rail(board: Any) -> Collection[str]:
    """The units that have gone by rail this turn on a `HexBoard`."""
    return [unit for unit, turn in board.by_rail.items() if turn == board.turn]


def turn_of(board: Any) -> int:
    """The turn of a `HexBoard`."""
    turn: int = board.turn
    return turn


def weather_of(board: Any) -> str:
    """The word for the weather on a `HexBoard`."""
    weather: str = board.weather
    return weather


@frozen(kw_only=True)
class Binding:
    """What parts read of a board, and the events by which they change it; as it is, those of `HexBoard`.

    Each event is made with the arguments of the class that stands here. ``entered`` are called after every move,
    arrival, retreat and advance, with the unit and the hexes that it has entered.
    """

    pieces: Callable[[Any], Pieces] = pieces_of
    battles: Callable[[Any], tuple[Battle, ...]] = battles_of
    arrived: Callable[[str, int], Event] = events.Arrived
    moved: Callable[[str, int, int], Event] = events.Moved
    retreated: Callable[[str, int, int], Event] = events.Retreated
    pushed: Callable[[str, int, int], Event] = events.Pushed
    advanced: Callable[[str, int, int], Event] = events.Advanced
    weakened: Callable[[str, str, int], Event] = events.Weakened
    eliminated: Callable[[str, str, int, str], Event] = events.Eliminated
    announced: Callable[[str, int, str, tuple[Battle, ...]], Event] = events.AttackAnnounced
    taken_back: Callable[[str, tuple[Battle, ...]], Event] = events.AttackTakenBack
    fought: Callable[..., Event] = events.Fought
    called_off: Callable[[tuple[int, ...], str, tuple[Battle, ...]], Event] = events.AttackCalledOff
    lost: Callable[[Any], Collection[str]] = lost_units
    points: Callable[[Any, str, str], int] = points_of
    gone_by_rail: Callable[[Any], Collection[str]] = gone_by_rail
    turn: Callable[[Any], int] = turn_of
    points_set: Callable[[str, str, int], Event] = events.PointsSet
    restored: Callable[[str, str, str, int], Event] = events.Restored
    rebuilt: Callable[[str, int, str, str, int], Event] = events.Rebuilt
    recalled: Callable[[str, int, tuple[int, ...], str, str, int], Event] = events.Recalled
    went_by_rail: Callable[[str, int, int, int], Event] = events.WentByRail
    entered: tuple[Entered, ...] = ()

    def has_entered(self, t: Table[Any], unit: str, path: tuple[int, ...]) -> None:
        """What follows from a unit having gone along some hexes."""
        for follows in self.entered:
            follows(t, unit, path)


USUAL = Binding()
"""The binding of a game whose board is a `HexBoard`."""
