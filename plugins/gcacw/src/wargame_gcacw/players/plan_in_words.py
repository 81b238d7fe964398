"""A side's plan in a sentence: what the scenario is about before the first march, and what its units are after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from wargame_gcacw.players import costs
from wargame_gcacw.players.situation import Situation
from wargame_gcacw.players.targets import Target, targets
from wargame_gcacw.printed.scenario import ControlPoints, ExitPoints, LinePoints, ManpowerPoints, TrainPoints

AIMS_NAMED: Final = 4
"""Aims that one sentence names."""


def scenario_plan(situation: Situation) -> str:
    """What a side is after by the victory points of its scenario, those that count most first."""
    return _sentence(list(dict.fromkeys(_aims(situation)))[: AIMS_NAMED + 1])


def _aims(situation: Situation) -> Iterator[str]:
    board, side = situation.board, situation.side
    victory = board.scenario.victory
    gain = costs.sign(board.scenario, side)
    for rule in sorted(victory, key=lambda rule: -abs(getattr(rule, "points", 0) or getattr(rule, "eliminated", 0))):
        match rule:
            case LinePoints():
                arms = " and ".join("trains" if arm == "wagon" else arm for arm in rule.arms)
                ours = f"keep the lines of communication of {arms} open"
                yield ours if rule.side == side else f"cut the lines of communication of the enemy's {arms}"
            case TrainPoints():
                yield "bring the trains home" if rule.side == side else "fall on the enemy's trains"
            case ControlPoints():
                where = board.ground.label(board.ground.map.parse(rule.hex))
                yield f"hold or take {where}" if gain * rule.points > 0 else f"keep the enemy from {where}"
            case ManpowerPoints():
                yield "spare men" if rule.side == side else "wear the enemy down"
            case ExitPoints():
                if rule.side == side:
                    yield f"lead up to {rule.most} units off the map"
            case _:
                assert_never(rule)


def turn_plan(situation: Situation) -> str:
    """What the units of a side are drawn to, and how many to each, the strongest draw first."""
    board = situation.board
    counts: dict[str, int] = {}
    worth: dict[str, float] = {}
    for unit in board.of(situation.side):
        drawn = [(_pull(target, board.units[unit].space), target) for target in targets(situation, unit)]
        pull, target = max(drawn, key=lambda row: row[0], default=(0.0, None))
        if target is not None and pull > 0:
            what = f"{target.aim} {board.ground.label(target.at)}"
            counts[what] = counts.get(what, 0) + 1
            worth[what] = worth.get(what, 0.0) + pull
    ranked = sorted(counts, key=lambda what: (-worth[what], what))
    return _sentence([f"{what} ({counts[what]})" for what in ranked[:AIMS_NAMED]])


def _pull(target: Target, space: int) -> float:
    """What a target is worth to a unit, less the farther it is."""
    far = target.distances[space]
    return target.value * (1 - far / target.reach) if far < target.reach else 0.0


def _sentence(parts: Sequence[str]) -> str:
    text = ", ".join(parts) if parts else "stand where we are"
    return f"{text[0].upper()}{text[1:]}."
