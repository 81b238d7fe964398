"""Withdrawals: who leaves the map on which turn, and what becomes of a unit that cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Action, Event, Table
from wargame_core.maps.masks import mask_of
from wargame_core.names import listed
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.events import CouldNotWithdraw, Eliminated, Withdrawn
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.author_functions import called_with
from wargame_hex_and_counter.printed.scenarios import SetUp, Withdrawal
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.binding import USUAL, Binding

Stays: TypeAlias = Literal["waits", "is eliminated"]
"""What becomes of a unit that stands in none of its hexes of exit: it leaves on a later turn, or it is lost."""


@frozen
class Withdrawals:
    """At its step a unit whose turn has come leaves the map, from one of its hexes of exit, or without these anywhere.

    It is not lost, and gives no points for losses. A unit beside the map, in a box or not yet come, leaves too.
    ``groups`` is a function of the board: the `Withdrawal` of a scenario, as `withdrawals_by` gives them. The game's
    board has ``withdrawn``, and ``coming`` for units that come back.
    """

    groups: Callable[[Any], tuple[Withdrawal, ...]] = field(validator=called_with("board", gives="withdrawals"))
    otherwise: Stays = field(validator=one_of(Stays))
    cite: Cite | None = None
    binding: Binding = USUAL

    def leave(self, side: str) -> Callable[[Table[Any]], None]:
        """A rule of a `Step`: the units of a side that are due have left, or could not."""

        def leave_side(table: Table[Any]) -> None:
            for group, unit in self.due(table.board, side):
                self._withdraw(table, group, unit)

        return leave_side

    def due(self, board: Any, side: str) -> list[tuple[Withdrawal, str]]:
        """The units of a side that leave on this turn or should have left, and are not lost, each with its group."""
        turn, lost_units = self.binding.turn(board), self.binding.lost(board)
        units = self.binding.pieces(board).units
        return [
            (group, unit)
            for group in self.groups(board)
            for unit in group.units
            if group.turn <= turn
            and units[unit].side == side
            and unit not in lost_units
            and unit not in board.withdrawn
        ]

    def _withdraw(self, table: Table[Any], group: Withdrawal, unit: str) -> None:
        pieces = self.binding.pieces(table.board)
        if self._may_leave(pieces, group, unit):
            return_hexes = tuple(pieces.map.parse(hex_) for hex_ in group.returns_at)
            table.record(Withdrawn(unit, group.returns or 0, return_hexes))
            return
        reason = f"it is not in {' or '.join(group.by)}"
        if self.otherwise == "waits":
            table.record(CouldNotWithdraw(unit, reason))
            return
        strength, leaving_text = pieces.face(unit).strength, f"it cannot leave the map: {reason}"
        table.record(self.binding.eliminated(unit, pieces.units[unit].side, strength, leaving_text))

    def _may_leave(self, pieces: Pieces, group: Withdrawal, unit: str) -> bool:
        """Whether a unit can leave: one beside the map, one that leaves from anywhere, or one in a hex of exit."""
        if not group.by or unit not in pieces.at:
            return True
        return bool(mask_of(map(pieces.map.parse, group.by)) >> pieces.at[unit] & 1)

    # as a further part

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """It brings no actions."""
        return ()

    @property
    def events(self) -> tuple[type[Event], ...]:
        """What its step records."""
        return (Withdrawn, CouldNotWithdraw if self.otherwise == "waits" else Eliminated)

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        yield "A unit that withdraws is taken off the map on its turn; it is not lost."
        yield (
            "A unit that stands in none of its hexes of exit then leaves on the first later turn on which it does."
            if self.otherwise == "waits"
            else "A unit that stands in none of its hexes of exit then is eliminated."
        )

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who has to leave the map by now, for the panel."""
        units = self.binding.pieces(board).units
        sides = dict.fromkeys(unit.side for unit in units.values())
        if names := [units[unit].name for side in sides for _, unit in self.due(board, side)]:
            yield "To withdraw", listed(names)

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()


def withdrawals_by(scenarios: Mapping[str, SetUp]) -> Callable[[Any], tuple[Withdrawal, ...]]:
    """The ``groups`` of `Withdrawals`: those of the scenario that is played on a `HexBoard`."""
    return lambda board: scenarios[board.scenario].withdrawals


@frozen
class NotWithdrawn:
    """Points for each unit that was to leave the map by a turn and was lost before, or has not left."""

    units: tuple[str, ...]
    turn: int
    points: int

    @property
    def id(self) -> str:
        return f"not_withdrawn_{'_'.join(self.units)}"

    def points_of(self, board: Any) -> int:
        is_due = board.turn >= self.turn
        missing_units = [
            withdrawn_unit
            for withdrawn_unit in self.units
            if withdrawn_unit not in board.withdrawn and (is_due or withdrawn_unit in board.lost)
        ]
        return self.points * len(missing_units)

    def says(self, board: Any) -> str:
        names = listed(map(board.name, self.units))
        each_text = "for each of" if len(self.units) > 1 else "for"
        return f"{self.points:+d} {each_text} {names} not withdrawn by turn {self.turn}"
