"""Control of objectives. Source: On the 4th Day, Special Rules, Definition of Control."""

from __future__ import annotations

from wargame_core.authoring import Table
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import ControlTaken


def note_entry(table: Table[FieldBoard], unit: str, space: int | None = None) -> None:
    """Give an objective to the side whose infantry has just entered it: the unit's hex, or another on its way."""
    board = table.board
    counter = board.unit(unit)
    if counter.arm != "infantry" or (space is None and unit not in board.units):
        return
    entered = board.units[unit].space if space is None else space
    if board.control.get(entered, counter.side) != counter.side:
        table.record(ControlTaken(counter.side, board.ground.name(entered)))
