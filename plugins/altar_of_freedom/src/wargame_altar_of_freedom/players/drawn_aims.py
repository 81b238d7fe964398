"""Goals that count more or less than they are worth, by a numbered draw: other ways to play, for a search to compare.

The heuristic player takes the goals of its plan for what they are worth. It may err in that, and it does not see what
the enemy does about it; so players that weigh them otherwise play about as well, and differently.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from attrs import evolve

from wargame_altar_of_freedom.players.goals import Goal

SPREAD = 0.6
"""The standard deviation of the logarithm of the part of its worth that a goal counts."""


def drawn_aims(goals: Sequence[Goal], draw: int, turn: int) -> Sequence[Goal]:
    """The goals with what each counts in a turn by a numbered draw; with number 0 it is what it is worth."""
    if not draw:
        return goals
    drawn = []
    for goal in goals:
        part = exp(SPREAD * random.Random(f"{draw} {turn} {goal.what}").gauss(0, 1))
        once, each_turn, first = (part * points for points in (goal.once, goal.each_turn, goal.first))
        drawn.append(evolve(goal, once=once, each_turn=each_turn, first=first))
    return drawn
