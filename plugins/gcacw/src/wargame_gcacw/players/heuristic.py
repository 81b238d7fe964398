"""Players for the scenarios of the series. What the heuristic one wants follows from a scenario's victory points."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from wargame_core.flow.views import View
from wargame_core.players.player import Player
from wargame_core.players.search import SearchPlayer
from wargame_gcacw.board.actions import (
    ActivateLeader,
    Advance,
    Assault,
    Attack,
    CavalryRetreat,
    Done,
    Entrench,
    ForceMarch,
    Halt,
    MarchUnit,
    MoveTo,
    Pass,
    PlaceLeader,
    RetreatNext,
    RetreatTo,
    TakeAlong,
    TakeLoss,
)
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players import reactions
from wargame_gcacw.players.attack_values import best_strike
from wargame_gcacw.players.hex_values import Places
from wargame_gcacw.players.plans import ENOUGH, Plans, best_march
from wargame_gcacw.players.win_probability import outlook
from wargame_gcacw.rules.assaults import TakePartChoices
from wargame_gcacw.rules.attacks import judge_attacker
from wargame_gcacw.rules.cavalry_retreat import hexes_to_ask, only_cavalry
from wargame_gcacw.rules.initiative import ActionChoices
from wargame_gcacw.rules.march import MarchChoices

WORTH_A_STEP: Final = 0.05
LOOKS: Final = 3
"""How many of the most promising marches are looked at closely."""


class HeuristicPlayer:
    """Weighs every action by the victory points it may bring, guessing no reply beyond a general danger.

    A ``fast`` one looks less closely: for playing on in a search. ``noise`` is by how many points it may misjudge a
    choice: for varied proposals in a search.
    """

    judge_choices = False

    def __init__(self, seed: int = 0, *, fast: bool = False, noise: float = 0.0) -> None:
        self._rng = random.Random(seed)
        self._fast, self._noise = fast, noise
        self._target: int | None = None  # the hex attacked last: an advance does not name it

    def __call__(self, view: View) -> Any:
        board: FieldBoard = view.board
        choices = view.choices
        if isinstance(choices, ActionChoices):
            return self._noted(board, self._act(board, choices))
        if isinstance(choices, MarchChoices):
            return self._noted(board, self._march(board, view.seat, choices))
        if isinstance(choices, TakePartChoices):
            return reactions.take_part(Places(board, view.seat), choices) or Done()
        actions = list(choices)
        places = Places(board, view.seat)
        rated = [(self._rate(places, one, actions) + self._doubt(), one) for one in actions]
        return max(rated, key=lambda one: one[0])[1]

    def _doubt(self) -> float:
        """By how much it misjudges a choice; next to nothing settles ties."""
        return self._rng.random() * (self._noise or 1e-9)

    def _noted(self, board: FieldBoard, action: Any) -> Any:
        if isinstance(action, (Attack, Assault)):
            self._target = board.ground.map.parse(action.target)
        return action

    # actions

    def _act(self, board: FieldBoard, choices: ActionChoices) -> Any:
        """The march, activation or assault that gains most; none that gains enough: pass."""
        plans = Plans(Places(board, choices.side), fast=self._fast)
        rated: list[tuple[float, Any]] = [(gain + self._doubt(), one) for one, gain in plans.marches(choices).items()]
        rated += [(gain + self._doubt(), one) for one, gain in plans.assaults(choices).items() if gain > ENOUGH]
        rated.sort(key=lambda one: -one[0])
        if self._fast:
            return rated[0][1] if rated else Pass()
        best: tuple[float, Any] = (ENOUGH, Pass())
        for gain, action in rated[:LOOKS]:
            if gain <= best[0]:
                break
            sure = self._sure(plans, action, gain)
            if sure[0] > best[0]:
                best = sure
        return best[1]

    def _sure(self, plans: Plans, action: Any, gain: float) -> tuple[float, Any]:
        """An action looked at closely: its gain by the rules, and of an activation the units that gain."""
        if isinstance(action, MarchUnit):
            return plans.sure(action.unit).gain, action
        if isinstance(action, ActivateLeader):
            attacks = plans.board.leader(action.leader).attacks
            gains = {id: plans.sure(id, True, attacks).gain for id in action.units}
            some, total = plans.together(gains)
            return total, ActivateLeader(action.leader, some) if some else Pass()
        return gain, action

    # marches

    def _march(self, board: FieldBoard, seat: str, choices: MarchChoices) -> Any:
        """Attack, go where it is better, or halt."""
        march = board.march
        assert march is not None
        unit, places = march.unit, Places(board, seat)
        here = board.units[unit].space
        attacks = bool(judge_attacker(board, unit))
        costs = {here: 0} if march.stopped or not (march.left or march.fresh) else choices.reach.costs
        gain, to = best_march(places, unit, costs, march.left, attacks)
        if to != here and gain > WORTH_A_STEP:
            return MoveTo(board.ground.name(to))
        blow = best_strike(places, unit, here, march.left) if attacks else None
        if blow is not None and blow[0] > 0:
            return Attack(board.ground.name(blow[1]), blow[2])
        return Halt()

    # the small choices

    def _rate(self, places: Places, action: Any, actions: list[Any]) -> float:
        board = places.board
        match action:
            case PlaceLeader():
                return reactions.transfer(board, action) if len(actions) > 1 else 0.0
            case MarchUnit():
                return 1.0 + places.worth(action.unit, board.units[action.unit].space)  # the foremost clears the way
            case TakeAlong():
                return reactions.take_along(places, action)
            case ForceMarch():
                return 0.0 if self._fast and not action.force else reactions.force_march(places, action)
            case RetreatTo():
                return reactions.retreat_to(places, action)
            case Halt():
                return self._stay(places, actions)
            case CavalryRetreat():
                return reactions.cavalry_retreat(places, action, self._cavalry(places))
            case Advance():
                return self._advance(places, action)
            case RetreatNext():
                return -1.0
            case TakeLoss():
                now = board.units[action.unit]
                return now.disorganized + 0.2 * now.fatigue - 0.1 * board.unit(action.unit).tactical
            case Entrench():
                return 1.0
        return 0.0

    def _stay(self, places: Places, actions: list[Any]) -> float:
        unit = next(one.unit for one in actions if isinstance(one, RetreatTo))
        return places.worth(unit, places.board.units[unit].space) + 0.1

    def _cavalry(self, places: Places) -> int:
        """The hex of the cavalry that is asked: beside the marching unit, or where an assault may fall on it."""
        board, map = places.board, places.board.ground.map
        march = board.march
        hexes = hexes_to_ask(board, march.unit) if march is not None and march.unit in board.units else []
        if hexes:
            return hexes[0]
        infantry = board.mask(places.foe, "infantry")
        own = [space for space in board.stacks if only_cavalry(board, space, places.side)]
        return max(own, key=lambda space: bool(map.adjacent[space] & infantry))

    def _advance(self, places: Places, action: Advance) -> float:
        board, target = places.board, self._target
        start = board.units[action.units[0]].space
        if target is None or board.at(target) or target not in board.ground.map.neighbours[start]:
            return -1.0
        return reactions.advance(places, action, target)


BOTS: Final[Mapping[str, Callable[..., Player]]] = {
    "heuristic": HeuristicPlayer,
    "search": partial(
        SearchPlayer,
        policy=partial(HeuristicPlayer, fast=True),
        prior=HeuristicPlayer,
        proposals=partial(HeuristicPlayer, fast=True, noise=1.5),
        value=outlook,
        turns=1,
        value_sd=0.05,
    ),
}
