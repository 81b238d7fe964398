"""What a march costs, for worked examples: a unit, a start, and an end or a path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, get_args

from attrs import evolve

from wargame_core.exact import exact
from wargame_core.json_form import JsonObject
from wargame_core.plugins.questions import QueryError
from wargame_core.rulings import Verdict, refuse
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.pieces import UnitState
from wargame_gcacw.printed.counters import Arm, Unit
from wargame_gcacw.questions.names_in_json import (
    ARM_NAMES,
    flag,
    known,
    listed,
    side_called,
    space_called,
    unit_called,
)
from wargame_gcacw.questions.positions_from_json import GivenPosition
from wargame_gcacw.rules.movement_costs import POINT, MarchCosts, march_reach

ALL_OF_IT: Final = 1000
"""Half points that no march has: for the cost of a march that is not asked how far it may go."""


def march_cost(
    at: GivenPosition,
    unit: object = None,
    side: str = "union",
    arm: str = "infantry",
    start: object = None,
    to: object = None,
    path: Sequence[object] = (),
    allowance: object = None,
    fresh: bool = True,
) -> JsonObject:
    """What a march costs a unit, ``from`` a hex ``to`` another by a cheapest way, or along a ``path``.

    ``unit`` is one of the position, or a counter that is put into the first hex; without one, a unit of ``side`` and
    ``arm`` is (Union infantry, if left out). ``allowance`` limits the march, in points; ``fresh`` is false when the
    unit has moved already. Out: cost in points (null where the march is barred), path, why.
    """
    way = listed(path, "path")
    board, marching = _marching(at, unit, side, arm, _start(at, start, way))
    if not way and to is None:
        raise QueryError("to is missing")
    end, limit = space_called(at.book, way[-1] if way else to), ALL_OF_IT if allowance is None else _halves(allowance)
    not_moved = flag(fresh, "fresh")
    if way:
        spaces = tuple(space_called(at.book, name) for name in way)
        cost: int | Verdict = _along(board, marching, spaces, limit, not_moved)
    else:
        reach = march_reach(board, marching, limit, fresh=not_moved)
        cost = reach.costs[end] if end in reach else reach.why_not(end)
        spaces = reach.path(end) if end in reach else ()
    if isinstance(cost, Verdict):
        return {"cost": None, "path": [], "why": [reason.text for reason in cost.reasons]}
    if limit == ALL_OF_IT and cost >= ALL_OF_IT:
        raise QueryError("allowance is missing: from one enemy zone of control to another a march costs all of it")
    return {"cost": Fraction(cost, POINT), "path": [board.ground.name(space) for space in spaces], "why": []}


def _start(at: GivenPosition, start: object, path: Sequence[object]) -> object:
    """The name of the first hex: given, or that of the path."""
    if start is None:
        return path[0] if path else None
    if path and space_called(at.book, start) != space_called(at.book, path[0]):
        raise QueryError(f"the path begins in {path[0]}, the march in {start}")
    return start


def _marching(at: GivenPosition, named: object, side: str, arm: str, start: object) -> tuple[FieldBoard, str]:
    """The board with the marching unit in its first hex."""
    board = at.board()
    if named is not None:
        unit = unit_called(board.book, named)
        counter = board.unit(unit)
    else:
        unit, own = "marching", side_called(side)
        counter = Unit(unit, unit, own, known("arm", arm, get_args(Arm), ARM_NAMES), 2)  # type: ignore[arg-type]
    if unit in board.units:
        if start is not None and space_called(at.book, start) != board.units[unit].space:
            raise QueryError(f"{unit} stands in {board.hex(unit)}, not in {start}")
        return board, unit
    if start is None:
        raise QueryError("from is missing: the hex where the march begins")
    space = space_called(at.book, start)
    if board.holder(space) not in ("", counter.side):
        raise QueryError(f"enemies of {unit} stand in {start}")
    board.book = evolve(board.book, units={**board.book.units, unit: counter})
    board.put(unit, UnitState(space, manpower=1))
    return board, unit


def _halves(points: object) -> int:
    halves = exact(points) * POINT
    if halves.denominator != 1 or halves < 0:
        raise QueryError(f"allowance: {points!r} is not a number of points or halves of them")
    return int(halves)


def _along(board: FieldBoard, unit: str, spaces: Iterable[int], allowance: int, fresh: bool) -> int | Verdict:
    """What a march along these hexes costs, in half points, or why it cannot go so."""
    spent, here, *rest = 0, *spaces
    for there in rest:
        if there not in board.ground.map.neighbours[here]:
            raise QueryError(f"{board.ground.name(there)} is not next to {board.ground.name(here)}")
        cost = MarchCosts(board, unit, allowance, allowance - spent, fresh)(here, there)
        if isinstance(cost, Verdict):
            return cost
        spent += cost
        if spent > allowance:
            dear = Fraction(spent, POINT), Fraction(allowance, POINT)
            return refuse("too_far", f"{board.ground.label(there)} costs {dear[0]} points, the allowance is {dear[1]}")
        here = there
    return spent
