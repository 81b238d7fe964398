"""What things cost a side in its own victory points: manpower, fatigue, tired marches, the mishaps of trains."""

from __future__ import annotations

from functools import cache

from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.charts.marches import ExtendedMarch
from wargame_gcacw.printed.counters import TIRED_OUT, Arm
from wargame_gcacw.printed.scenario import LinePoints, LossCause, ManpowerPoints, PrintedScenario, TrainPoints
from wargame_gcacw.rules.march import extended_march_of

STRENGTH = 0.25
"""What a point of manpower is worth for its own sake, whatever the scenario says."""
DISORDER = 0.1
"""What disorder costs for each point of manpower of the unit."""
LAST_POINT = (2.0, 6.0)
"""What the last point of manpower of a unit is worth in addition, and where the enemy counts lines to be cut."""
LEVELS = (0.0, 0.25, 0.45, 1.1, 1.6)
"""What the fatigue levels from 1 to 4 cost each while there is another turn to come."""
LAST_LEVEL = 0.12
"""What a fatigue level costs in the last turn."""
HELD_BACK = 3.0
"""What a march costs cavalry in the last turn besides where the enemy counts lines: it is fresh for the last cut."""


def sign(scenario: PrintedScenario, side: str) -> int:
    """+1 for the side that scores, -1 for the other."""
    return 1 if side == scenario.scored else -1


def manpower_cost(board: FieldBoard, side: str, arm: Arm, cause: LossCause = "combat") -> float:
    """What the loss of a point of manpower costs its side."""
    points = 0
    for rule in board.scenario.victory_of(ManpowerPoints):
        if rule.side == side and cause in rule.causes and arm not in rule.not_arms:
            points += rule.points
    return STRENGTH - sign(board.scenario, side) * points


def last_turn(board: FieldBoard) -> bool:
    """Whether no other turn follows."""
    return board.turn >= board.scenario.turns


def fatigue_cost(board: FieldBoard, state: UnitState, levels: float = 1) -> float:
    """What so many more fatigue levels cost a unit."""
    levels = min(levels, TIRED_OUT - state.fatigue)
    if last_turn(board):
        return LAST_LEVEL * levels
    cost, level = 0.0, state.fatigue
    while levels > 0:
        level += 1
        cost += min(1.0, levels) * LEVELS[min(level, TIRED_OUT)]
        levels -= 1
    return cost


def disorder_cost(board: FieldBoard, state: UnitState) -> float:
    """What it costs that a unit is disorganized."""
    return 0.0 if state.disorganized else DISORDER * state.manpower * (0.5 if last_turn(board) else 1.0)


def cost_to_march(board: FieldBoard, unit: str) -> float:
    """What it costs a unit to begin a march: its fatigue, and what the extended march table may do."""
    counter, state = board.unit(unit), board.units[unit]
    cost = fatigue_cost(board, state)
    if counter.arm == "cavalry" and last_turn(board) and _enemy_counts_lines(board.scenario, counter.side):
        cost += HELD_BACK
    march = extended_march_of(board.scenario.game, counter, state, state.fatigue + 1)
    if march is None:
        return cost
    disorder, loss = _expected(march)
    if counter.arm == "wagon":
        mishap_cost = sum(
            -rule.extended_march * sign(board.scenario, counter.side)
            for rule in board.scenario.victory_of(TrainPoints)
            if rule.side == counter.side
        )
        return cost + mishap_cost * (disorder + min(1.0, loss))
    cost += disorder * disorder_cost(board, state)
    if state.manpower == 1:
        cost += last_point_cost(board.scenario, counter.side) * loss
    return cost + loss * manpower_cost(board, counter.side, counter.arm, "extended_march")


def last_point_cost(scenario: PrintedScenario, side: str) -> float:
    """What it costs a side besides when a unit loses its last point of manpower."""
    return LAST_POINT[_enemy_counts_lines(scenario, side)]


def _enemy_counts_lines(scenario: PrintedScenario, side: str) -> bool:
    return any(rule.side != side for rule in scenario.victory_of(LinePoints))


@cache
def _expected(march: ExtendedMarch) -> tuple[float, float]:
    """How likely an extended march disorganizes the unit, and the manpower that it costs in the mean."""
    disorder = loss = 0.0
    for result, chance in march.odds().items():
        if result == "D":
            disorder += float(chance)
        elif isinstance(result, int):
            loss += float(chance) * result
    return disorder, loss


def train_cost(board: FieldBoard, unit: str, hexes: float = 0.0) -> float:
    """What so many hexes of retreat cost the side of a wagon train."""
    side = board.unit(unit).side
    cost = 0.0
    for rule in board.scenario.victory_of(TrainPoints):
        if rule.side == side:
            points = abs(
                board.train_retreats.get(unit, 0) * rule.retreat_hex
                + board.train_marches.get(unit, 0) * rule.extended_march
            )
            more = min(rule.most - points, abs(hexes * rule.retreat_hex))
            cost += max(0.0, more) * (1 if rule.retreat_hex * sign(board.scenario, side) < 0 else -1)
    return cost
