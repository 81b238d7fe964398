"""Players of the clock: one that plays to win, and one that lets the tables run."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from wargame_core.authoring import Action
from wargame_core.flow.players import Player, Traits
from wargame_core.flow.view import View
from wargame_thunder_on_the_mississippi.board import STATION, ClockBoard
from wargame_thunder_on_the_mississippi.printed import CONFEDERATE, JACKSON, LINES, RELIEF, UNION
from wargame_thunder_on_the_mississippi.rules.combat import chance_of_success, combat_of
from wargame_thunder_on_the_mississippi.rules.operations import Attack, MarchByRoad
from wargame_thunder_on_the_mississippi.rules.random_phase import Transfer
from wargame_thunder_on_the_mississippi.rules.strategic_cycle import Detach

REST: Final = 2
"""The fatigue from which a command rests: above it a march risks stragglers."""
ASSAULT: Final = 0.25
"""The chance of success from which an assault on a fort of level 0 is made; a tenth more for each level."""
SORTIE: Final = 0.6
"""The chance of success from which the garrison attacks."""
LAST_HOPE: Final = 0.05
"""The same for the relief of Vicksburg."""


class WatchfulPlayer:
    """Passes and leaves everything as it is: for questions about the tables alone."""

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        """Needs no dice: the seed is there because every player is made with one."""

    def __call__(self, view: View) -> Action:
        action: Action = next(iter(view.choices))
        return action


class HeuristicPlayer:
    """Takes the first operation that its plan calls for, and otherwise rests.

    The Union wrecks the station in Jackson with one corps, invests Vicksburg with the rest, and assaults when the odds
    are good. The Confederates sally, and march to the relief when released.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> Action:
        actions: list[Action] = list(view.choices)
        return max(actions, key=lambda action: (worth(view.board, action), self._rng.random()))


def worth(board: ClockBoard, action: Action) -> float:
    """How much an action promises; passing is 0."""
    match action:
        case MarchByRoad(command, to):
            return march_worth(board, command, to) if board.units[command].fatigue < REST else -1.0
        case Attack(command, target, fort) if fort:
            return chance(board, command, target, fort) - ASSAULT - board.forts[fort] / 10
        case Attack(command, target):
            return chance(board, command, target) - SORTIE if board.invested else -1.0
        case Transfer(command):
            return board.units[command].manpower + (2.0 if board.place[command] == LINES else 0.0)
        case Detach(command):
            return detach_worth(board, command)
    return 0.0


def march_worth(board: ClockBoard, command: str, to: str) -> float:
    """The Union goes to the lines, its last corps by way of Jackson; the relief goes where it is needed."""
    if board.side_of(command) == CONFEDERATE:
        return relief_worth(board, command, to)
    if command in board.maneuver or board.place[command] == LINES:
        return -1.0
    raider = next((corps for corps in board.commands(UNION) if board.place[corps] != LINES), "")
    raid = STATION not in board.happened and len(board.commands(UNION)) > board.clock.numbers.besiegers
    goal = JACKSON if command == raider and raid else LINES
    return 2.0 + 0.5 * (board.heading.get(command) == to) if to == goal else -1.0


def relief_worth(board: ClockBoard, command: str, to: str) -> float:
    """The army of relief marches to the lines when it has a hope, and else stays where it is."""
    return 5.0 if to == LINES and chance(board, command, board.targets(command, to)[0]) > LAST_HOPE else -1.0


def detach_worth(board: ClockBoard, command: str) -> float:
    """One command faces Johnston as soon as that leaves enough besiegers."""
    if not command:
        return 0.0
    enough = len(board.besiegers) > board.clock.numbers.besiegers and RELIEF in board.units and not board.maneuver
    return board.units[command].manpower / 100 if enough else -1.0


def chance(board: ClockBoard, attacker: str, defender: str, fort: str = "") -> float:
    """The exact chance that the defender must go and the attacker may follow."""
    return float(chance_of_success(combat_of(board, attacker, defender, "assault" if fort else "march", fort)))


BOTS: Final[Mapping[str, Callable[..., Player]]] = {"heuristic": HeuristicPlayer, "watchful": WatchfulPlayer}
