"""Players of the clock: one that plays to win, and one that lets the tables run."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from attrs import frozen

from wargame_core.authoring import Action
from wargame_core.flow.players import Player
from wargame_core.flow.state import View
from wargame_lab.search_players import PolicySearchPlayer
from wargame_thunder_on_the_mississippi.board.actions import (
    Assault,
    Attach,
    Attack,
    Detach,
    Dig,
    MarchByRoad,
    Pass,
    PickFort,
    PlaceDepot,
    Repair,
    Sortie,
    TakeInitiative,
    Transfer,
    Wreck,
)
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import (
    CONFEDERATE,
    GARRISON,
    JACKSON,
    LINES,
    NO_FORT,
    RELIEF,
    UNION,
    FortId,
)
from wargame_thunder_on_the_mississippi.rules.combat import chance_of_success, combat_of


@frozen
class Daring:
    """What a player dares. The usual numbers are those of a careful one."""

    rest: int = 2
    """The fatigue from which a command rests: above 2 a march risks stragglers."""
    assault: float = 0.25
    """The chance of success from which an assault is made."""
    attack: float = 0.3
    """The chance of success that an attack in the open needs, as far as it is a choice."""
    relief: float = 0.05
    """The same for the relief of Vicksburg: the last hope is worth long odds."""


CAREFUL: Final[Mapping[str, Daring]] = {UNION: Daring(), CONFEDERATE: Daring()}
BOLD: Final[Mapping[str, Daring]] = {UNION: Daring(assault=0.1), CONFEDERATE: Daring(rest=4)}
"""What a bolder player of each side dares: it assaults at longer odds, or marches tired."""


class WatchfulPlayer:
    """Passes and leaves everything as it is: for questions about the tables alone."""

    judge_choices = False

    def __init__(self, seed: int = 0) -> None:
        """Needs no dice: the seed is there because every player is made with one."""

    def __call__(self, view: View) -> Action:
        action: Action = next(iter(view.choices))
        return action


class HeuristicPlayer:
    """Takes the first operation that its plan calls for, and otherwise rests.

    The Union wrecks the station in Jackson with one corps, invests Vicksburg with the rest, and assaults when the odds
    are good. The Confederates dig until the siege begins, keep the station running, and strike when released.
    """

    judge_choices = False

    def __init__(self, seed: int = 0, *, daring: Mapping[str, Daring] = CAREFUL) -> None:
        self._rng, self._daring = random.Random(seed), daring

    def __call__(self, view: View) -> Action:
        board: ClockBoard = view.board
        actions: list[Action] = list(view.choices)
        daring = self._daring[view.seat]
        return max(actions, key=lambda action: (rate(board, action, daring), self._rng.random()))


def rate(board: ClockBoard, action: Action, daring: Daring) -> float:
    """How much an action promises; passing is 0."""
    match action:
        case Pass():
            return 0.0
        case MarchByRoad(command, to):
            return _march(board, command, to, daring)
        case Wreck():
            return 10.0
        case Repair(command):
            return 3.0 if board.units[command].fatigue < daring.rest else -1.0
        case Dig(fort):
            return 1.0 - board.forts[fort] / 10 if board.units[GARRISON].fatigue < daring.rest else -1.0
        case Assault(command, fort):
            return _odds(board, command, GARRISON, fort) - daring.assault - board.forts[fort] / 10
        case Sortie(target):
            return _odds(board, GARRISON, target) - 2 * daring.attack if board.invested else -1.0
        case Attack(target):
            return -float(board.units[target].manpower)
        case TakeInitiative(take):
            return float(take)
        case Transfer(command):
            return board.units[command].manpower + (2.0 if board.place[command] == LINES else 0.0)
        case Attach(fort) | PickFort(fort):
            return -float(board.forts[fort])
        case PlaceDepot(place):
            return float(place == LINES)
        case Detach(command):
            return _detach(board, command)
    return 0.0


def _march(board: ClockBoard, command: str, to: str, daring: Daring) -> float:
    if board.units[command].fatigue >= daring.rest:
        return -1.0
    if board.side_of(command) == CONFEDERATE:
        return _march_of_relief(board, command, to, daring)
    if command in board.maneuver or board.place[command] == LINES:
        return -1.0
    on_its_way = 0.5 if board.heading.get(command) == to else 0.0
    raider = next((corps for corps in board.commands(UNION) if board.place[corps] != LINES), "")
    raid = not board.station_destroyed and len(board.commands(UNION)) > board.book.numbers.besiegers
    if command == raider and raid:
        return 2.0 + on_its_way if to == JACKSON and not _too_strong(board, command, to, daring) else -1.0
    return 2.0 + on_its_way if to == LINES else -1.0


def _march_of_relief(board: ClockBoard, command: str, to: str, daring: Daring) -> float:
    if to == LINES:
        weakest = min(board.targets(command, to), key=lambda enemy: board.units[enemy].manpower)
        return 5.0 if _odds(board, command, weakest) > daring.relief else -1.0
    if to == JACKSON and board.station_destroyed and not board.at(JACKSON, UNION) and not board.released:
        return 1.5
    return -1.0


def _too_strong(board: ClockBoard, command: str, to: str, daring: Daring) -> bool:
    return any(_odds(board, command, enemy) < daring.attack / 2 for enemy in board.targets(command, to))


def _odds(board: ClockBoard, attacker: str, defender: str, fort: FortId = NO_FORT) -> float:
    """The exact chance that the defender must go and the attacker may follow."""
    combat = combat_of(board, attacker, defender, "assault" if fort else "march", fort)
    return float(chance_of_success(combat))


def _detach(board: ClockBoard, command: str) -> float:
    """One command faces Johnston as soon as that leaves enough besiegers."""
    if not command:
        return 0.0
    if command in board.maneuver:
        return -1.0
    enough = len(board.besiegers) - 1 >= board.book.numbers.besiegers
    near = RELIEF in board.units and not board.maneuver
    return board.units[command].manpower / 100 if enough and near else -1.0


POLICIES: Final[Mapping[str, Callable[..., Player]]] = {
    "careful": HeuristicPlayer,
    "bold": partial(HeuristicPlayer, daring=BOLD),
}
"""The ways of playing among which the search chooses, that of the heuristic player first."""

BOTS: Final[Mapping[str, Callable[..., Player]]] = {
    "heuristic": HeuristicPlayer,
    "search": partial(PolicySearchPlayer, policies=POLICIES, turns=99, every=30, doubt=0.0, least=15, iterations=30),
    "watchful": WatchfulPlayer,
}
