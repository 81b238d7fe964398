"""What a scenario tells studies of balance: victory points and what they are for, where units stand, units lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from wargame_core.authoring import Event
from wargame_core.game import Facts, LineTotal
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.combat_events import Fought
from wargame_gcacw.printed.counters import FOE, NATION
from wargame_gcacw.printed.scenario import PrintedScenario
from wargame_gcacw.printed.victory_conditions import ControlPoints, ExitPoints, ManpowerPoints, Victory
from wargame_gcacw.rules.points_ledger import LedgerLine
from wargame_gcacw.rules.victory_points import ARMS, points_needed, points_of

SHORT = Fraction(1, 4)
"""By how much the other side's points stay below those that are needed; points that score are in halves."""


def scenario_facts(board: FieldBoard) -> Facts:
    """The board in numbers.

    One side scores. The other is given what the first needs to win less a quarter, so that whoever has more wins.
    """
    scenario = board.scenario
    ledgers = [tuple(points_of(board, condition)) for condition in scenario.victory]
    total = sum((line.points for ledger in ledgers for line in ledger), Fraction(0))
    points, needed = {str(scenario.scored): float(total)}, points_needed(scenario)
    if needed is not None:
        points[FOE[scenario.scored]] = float(needed - SHORT)
    named = names_of_lines(scenario)
    return Facts(
        points=points,
        lines={line: (scenario.scored, text) for line, text in named.items()},
        standing={
            line: _standing(board, condition, ledger)
            for line, condition, ledger in zip(named, scenario.victory, ledgers, strict=True)
        },
        stands={board.name(unit): (board.unit(unit).side, board.hex(unit)) for unit in board.units},
        lost={board.name(unit): board.unit(unit).side for unit in board.gone},
    )


def units_that_fought(events: Iterable[Event], board: FieldBoard) -> Mapping[str, str]:
    """By unit that attacked or was attacked, its side."""
    busy = {unit for event in events if isinstance(event, Fought) for unit in (*event.attackers, *event.defenders)}
    return {board.name(unit): board.unit(unit).side for unit in sorted(busy)}


def names_of_lines(scenario: PrintedScenario) -> dict[str, str]:
    """By id of each victory condition, in order, what it is for; further ones of a kind are numbered."""
    named: dict[str, str] = {}
    for condition in scenario.victory:
        line, text = _named(condition)
        count = sum(known == line or known.startswith(f"{line}_") for known in named)
        named[f"{line}_{count + 1}" if count else line] = text
    return named


def _named(condition: Victory) -> tuple[str, str]:
    if isinstance(condition, ControlPoints):
        return f"control_{condition.hex}", f"control of {condition.hex}"
    words = f"{NATION[condition.side]} {condition.kind.replace('_', ' ')}"
    if isinstance(condition, ManpowerPoints):
        words += f" lost by {', '.join(condition.causes)}".replace("_", " ")
    return f"{condition.side}_{condition.kind}", words


def _standing(board: FieldBoard, condition: Victory, ledger: tuple[LedgerLine, ...]) -> LineTotal:
    """How often a condition counts, by points of manpower or by units, and the points that it gives in all."""
    times = sum(bool(line.points) for line in ledger)
    if isinstance(condition, ExitPoints):
        times = sum(len(line.parts) for line in ledger)
    elif isinstance(condition, ManpowerPoints):
        counted = (f"{condition.side}:{cause}:{arm}" for cause in condition.causes for arm in ARMS)
        times = sum(board.lost.get(key, 0) for key in counted if key.rsplit(":")[-1] not in condition.not_arms)
    return LineTotal(times, float(sum((line.points for line in ledger), Fraction(0))))
