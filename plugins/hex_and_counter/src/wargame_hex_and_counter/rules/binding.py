"""How a board is read and changed by the parts: a game with a board of its own says it here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import field, fields, frozen

from wargame_core.authoring import Event, Procedure, Table
from wargame_hex_and_counter.board import events
from wargame_hex_and_counter.board.battles import Battle, InBox
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.author_functions import check_arguments, functions_with
from wargame_hex_and_counter.rules.memory import PhaseResults

Follows: TypeAlias = Procedure[Any] | None
"""What a function gives that is called when something has happened: a procedure if it asks or rolls, whose result is
what was answered; else nothing.
"""
Entered: TypeAlias = Callable[[Table[Any], str, Sequence[int]], Follows]
"""What happens when a unit has gone along some hexes: places change hands, hidden units are found.

Called with the table, the id of the unit, and the hexes that it entered, the last one being where it stands.
"""
Begins: TypeAlias = Callable[[Table[Any], Battle], Follows]
"""What happens when a battle is about to be fought: hidden units are turned up. Called with the table and the battle.
"""
FiredAt: TypeAlias = Callable[[Table[Any], str], Procedure[str] | None]
"""What happens before fire at a unit on the move takes effect: a hidden unit is turned up.

Called with the table and the unit; the procedure returns the unit that the fire falls on, "" where there is none.
"""
Ends: TypeAlias = Callable[[Table[Any]], None]
"""Called with the table: it ends the game where a condition holds, as `Victory.suddenly` does."""


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
    unit_ids: set[str] = board.lost
    return unit_ids


def points_of(board: Any, name: str, side: str) -> int:
    """The points of a name that a side has on a `HexBoard`."""
    points: int = board.points.get(name, {}).get(side, 0)
    return points


def gone_by_rail(board: Any) -> Collection[str]:
    """The units that have gone by rail this turn on a `HexBoard`."""
    return [unit for unit, turn in board.by_rail.items() if turn == board.turn]


def boxes_of(board: Any) -> Mapping[str, InBox]:
    """The units in boxes beside the map of a `HexBoard`."""
    in_box: dict[str, InBox] = board.in_box
    return in_box


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
    arrival, retreat and advance, with the table, the unit and the hexes that it has entered; ``begins`` before every
    battle, with the table and the battle; ``fired_at`` before opportunity fire takes effect, with the table and the
    unit that is fired at; ``ends`` after every move, arrival and battle and at the end of every phase,
    with the table.

    Raises:
        RulesError: an event or a function that takes other arguments.
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
    in_box: Callable[[Any], Mapping[str, InBox]] = boxes_of
    entered_box: Callable[[str, str, int], Event] = events.EnteredBox
    left_box: Callable[[str, str, int], Event] = events.LeftBox
    points_set: Callable[[str, str, int], Event] = events.PointsSet
    restored: Callable[[str, str, str, int], Event] = events.Restored
    rebuilt: Callable[[str, int, str, str, int], Event] = events.Rebuilt
    recalled: Callable[[str, int, tuple[int, ...], str, str, int], Event] = events.Recalled
    went_by_rail: Callable[[str, int, int, int], Event] = events.WentByRail
    skipped: Callable[[str, str], Event] = events.PhaseSkipped
    entered: tuple[Entered, ...] = field(
        default=(), validator=functions_with("t", "unit", "path", gives="nothing, and records events")
    )
    begins: tuple[Begins, ...] = field(
        default=(), validator=functions_with("t", "battle", gives="nothing, and records events")
    )
    fired_at: tuple[FiredAt, ...] = field(
        default=(), validator=functions_with("t", "unit", gives="who is hit: a procedure, or None for the unit")
    )
    ends: tuple[Ends, ...] = field(default=(), validator=functions_with("t", gives="nothing, and may end the game"))

    def __attrs_post_init__(self) -> None:
        for attribute in fields(Binding):
            default_setting, setting = attribute.default, getattr(self, attribute.name)
            if isinstance(default_setting, type) and setting is not default_setting:
                names = tuple(of_it.name for of_it in fields(default_setting))
                check_arguments(f"Binding({attribute.name}=)", setting, names, "an event")

    def may_end(self, table: Table[Any]) -> None:
        """The game is over where a condition that ends it at once holds."""
        for end_function in self.ends:
            end_function(table)

    def has_entered(
        self, table: Table[Any], unit: str, path: Sequence[int], results: PhaseResults | None = None
    ) -> Procedure[None]:
        """What follows from a unit having gone along some hexes."""
        for entry_rule in self.entered:
            if (asks := entry_rule(table, unit, path)) is not None:
                yield from asks if results is None else results.after(asks)

    def begin(self, table: Table[Any], battle: Battle, results: PhaseResults) -> Procedure[Battle]:
        """What comes before a battle; returns the battle, whose units may have been turned up."""
        if not self.begins:
            return battle
        number = self.battles(table.board).index(battle)
        for begin_function in self.begins:
            if (asks := begin_function(table, battle)) is not None:
                yield from results.after(asks)
                battle = self.battles(table.board)[number]
        return battle

    def falls_on(self, table: Table[Any], unit: str, results: PhaseResults) -> Procedure[str]:
        """What comes before fire at a unit takes effect; returns the unit that is hit, "" where there is none."""
        for fired_at in self.fired_at:
            if unit and (asks := fired_at(table, unit)) is not None:
                unit = yield from results.after(asks)
        return unit


USUAL = Binding()
"""The binding of a game whose board is a `HexBoard`."""
