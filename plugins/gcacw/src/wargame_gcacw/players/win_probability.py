"""The chance that a side wins, as the board stands: for players that search."""

from __future__ import annotations

from collections.abc import Callable

from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.communication import Lines
from wargame_gcacw.players.costs import last_turn, manpower_cost, sign
from wargame_gcacw.players.line_values import total
from wargame_gcacw.printed.counters import SIDES
from wargame_gcacw.printed.scenario import PrintedScenario
from wargame_gcacw.printed.victory_conditions import LinePoints
from wargame_gcacw.rules.victory_points import points_of
from wargame_lab.learnt_value import chance

STANDARD_DEVIATION = (14.0, 6.0)
"""By how many points the end may differ from what is expected, before the last turn and in it."""
FIT = 0.06
"""What an organized unit counts more than a disorganized one, for each point of its manpower and of its cost."""


def win_probability(board: FieldBoard, seat: str) -> float:
    """The chance that a side wins, from 0 to 1."""
    scenario = board.scenario
    ahead = expected_points(board) - goal(scenario)
    deviation = STANDARD_DEVIATION[last_turn(board)]
    return chance(sign(scenario, seat) * ahead / deviation)


def goal(scenario: PrintedScenario) -> float:
    """The points with which the side that scores just wins."""
    levels = (level for level in scenario.levels if level.winner == scenario.scored)
    return min((level.at_least for level in levels if level.at_least is not None), default=0) - 0.5


def expected_points(board: FieldBoard, lines_on: Callable[[FieldBoard, LinePoints], Lines] = Lines) -> float:
    """The victory points that the board promises. ``lines_on`` looks up what is known of the lines of a rule."""
    points = 0.0
    for rule in board.scenario.victory:
        if isinstance(rule, LinePoints):
            points += total(lines_on(board, rule))
        else:
            points += sum(float(line.points) for line in points_of(board, rule))
    for side in SIDES:
        for unit in board.of(side, "infantry", "cavalry"):
            now = board.units[unit]
            cost = manpower_cost(board, side, board.unit(unit).arm)
            worn = now.disorganized + 0.25 * now.fatigue
            points -= sign(board.scenario, side) * FIT * cost * now.manpower * worn
    return points
