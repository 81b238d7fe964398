"""The chance that a side wins, as the board stands: for players that search."""

from __future__ import annotations

from math import exp

from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.communication import Traffic
from wargame_gcacw.players.costs import manpower_price, sign
from wargame_gcacw.printed.counters_and_rules import SIDES, LinePoints, Scenario
from wargame_gcacw.rules.victory_points import SCORING

SPREAD = (14.0, 6.0)
"""By how many points the end may differ from what is expected, before the last turn and in it."""
FIT = 0.06
"""What an organized unit counts more than a disorganized one, for each point of its manpower and of its price."""


def outlook(board: FieldBoard, seat: str) -> float:
    """The chance that a side wins, from 0 to 1."""
    scenario = board.scenario
    ahead = expected_points(board) - goal(scenario)
    spread = SPREAD[board.turn >= scenario.turns]
    return 1 / (1 + exp(-sign(scenario, seat) * ahead / spread))


def goal(scenario: Scenario) -> float:
    """The points with which the side that scores just wins."""
    won = [one.at_least for one in scenario.levels if one.winner == scenario.scored and one.at_least is not None]
    return min(won, default=0) - 0.5


def expected_points(board: FieldBoard) -> float:
    """The victory points that the board promises."""
    points = 0.0
    for rule in board.scenario.victory:
        if isinstance(rule, LinePoints):
            points += Traffic(board, rule).total
        else:
            points += sum(float(line.points) for line in SCORING[type(rule)](board, rule))
    for side in SIDES:
        for id in board.of(side, "infantry", "cavalry"):
            now = board.units[id]
            price = manpower_price(board, side, board.unit(id).arm)
            worn = now.disorganized + 0.25 * now.fatigue
            points -= sign(board.scenario, side) * FIT * price * now.manpower * worn
    return points
