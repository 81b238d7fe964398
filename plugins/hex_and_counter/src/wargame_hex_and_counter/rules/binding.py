"""How a board is read and changed by the parts: a game with a board of its own says it here."""

from __future__ import annotations

from collections.abc import Callable
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
    entered: tuple[Entered, ...] = ()

    def has_entered(self, t: Table[Any], unit: str, path: tuple[int, ...]) -> None:
        """What follows from a unit having gone along some hexes."""
        for follows in self.entered:
            follows(t, unit, path)


USUAL = Binding()
"""The binding of a game whose board is a `HexBoard`."""
