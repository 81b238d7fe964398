"""Scenarios in numbers, for studies of balance: victory points by condition, where units stand, losses, who fought."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from wargame_core.authoring import Event
from wargame_gcacw.board.action_events import Fought
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.counters import FOE
from wargame_gcacw.rules.victory_points import names_of_lines, points_needed
from wargame_lab.facts import BalanceData, Facts, LineTotal

SHORT = Fraction(1, 4)
"""By how much the other side's points stay below those that are needed; points that score are in halves."""


def scenario_facts(board: FieldBoard) -> Facts:
    """The board in numbers.

    One side scores. The other is given what the first needs to win less a quarter, so that whoever has more wins.
    """
    scenario = board.scenario
    ledgers = [tuple(condition.ledger(board)) for condition in scenario.victory]
    total = sum((line.points for ledger in ledgers for line in ledger), Fraction(0))
    points, level_points = {str(scenario.scored): float(total)}, points_needed(scenario)
    if level_points is not None:
        points[FOE[scenario.scored]] = float(level_points - SHORT)
    line_names = names_of_lines(scenario)
    return Facts(
        points=points,
        lines={line: (scenario.scored, text) for line, text in line_names.items()},
        standing={
            line: LineTotal(condition.times(board, ledger), float(sum((entry.points for entry in ledger), Fraction(0))))
            for line, condition, ledger in zip(line_names, scenario.victory, ledgers, strict=True)
        },
        stands={board.name(unit): (board.unit(unit).side, board.hex(unit)) for unit in board.units},
        lost={board.name(unit): board.unit(unit).side for unit in board.eliminated_units},
    )


def units_that_fought(events: Iterable[Event], board: FieldBoard) -> Mapping[str, str]:
    """By unit that attacked or was attacked, its side."""
    busy = {unit for event in events if isinstance(event, Fought) for unit in (*event.attackers, *event.defenders)}
    return {board.name(unit): board.unit(unit).side for unit in sorted(busy)}


BALANCE = BalanceData(facts=scenario_facts, combatants=units_that_fought)
"""What a scenario tells for studies of balance."""
