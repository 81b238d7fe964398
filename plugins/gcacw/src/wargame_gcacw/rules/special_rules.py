"""Special rules of a scenario that marches and combats meet: control of objectives, ways off the map, held trains.

Those of the turn (night, rain, the first initiative) are where the turn is: `sequence`, `action_cycle`.
"""

from __future__ import annotations

from wargame_core.authoring import Table
from wargame_core.maps.masks import mask_of
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import ControlTaken
from wargame_gcacw.printed.counters import Side
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.printed.scenario import Exit, HeldTrains


def note_entry(table: Table[FieldBoard], unit: str, space: int | None = None) -> None:
    """Give an objective to the side whose infantry has just entered it: the unit's hex, or another on its way.

    Source: On the 4th Day, Special Rules, Definition of Control
    """
    board = table.board
    counter = board.unit(unit)
    if counter.arm != "infantry" or (space is None and unit not in board.units):
        return
    entered = board.units[unit].space if space is None else space
    if board.control.get(entered, counter.side) != counter.side:
        table.record(ControlTaken(counter.side, board.ground.name(entered)))


def exit_of(board: FieldBoard, unit: str) -> Exit | None:
    """The rule by which a unit may leave the map, if there is one."""
    counter = board.unit(unit)
    rules = board.scenario.rules_of(Exit)
    return next((rule for rule in rules if rule.side == counter.side and rule.arm == counter.arm), None)


def exit_rows(ground: Ground, rule: Exit) -> int:
    """Mask of the hexes beyond the last row, by which units leave the map."""
    cells = ground.map.grid.cells
    _, last = cells[ground.map.parse(rule.last_row)]
    return ground.map.cached(
        ("beyond row", last), lambda: mask_of(space for space, (_, row) in enumerate(cells) if row > last)
    )


def exit_hexes(board: FieldBoard, unit: str) -> int:
    """Mask of the hexes by which a unit leaves the map when it enters one; none for a unit that stays on it.

    Source: On the 4th Day, Special Rules, Union Cavalry Exit
    """
    rule = exit_of(board, unit)
    return 0 if rule is None else exit_rows(board.ground, rule)


def closed_hexes(board: FieldBoard, unit: str) -> int:
    """Mask of the hexes that a unit may not enter because it would leave the map by them, and not in this turn.

    Source: On the 4th Day, Special Rules, Union Cavalry Exit
    """
    rule = exit_of(board, unit)
    return 0 if rule is None or board.turn in rule.turns else exit_rows(board.ground, rule)


def held(board: FieldBoard, side: Side) -> bool:
    """Whether a side's wagon trains wait for rain or night.

    Source: On the 4th Day, Special Rules, Confederate Wagon Trains
    """
    rules = any(rule.side == side for rule in board.scenario.rules_of(HeldTrains))
    return rules and not board.released
