"""Players for the scenarios of the series. What the heuristic one wants follows from a scenario's victory points."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from wargame_core.authoring import Action
from wargame_core.flow.players import Player
from wargame_core.flow.state import View
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
from wargame_gcacw.players import plans, reactions
from wargame_gcacw.players.attack_values import best_attack
from wargame_gcacw.players.hex_values import hex_value
from wargame_gcacw.players.memo import KeptResults
from wargame_gcacw.players.plan_in_words import scenario_plan, turn_plan
from wargame_gcacw.players.raids import errands
from wargame_gcacw.players.situation import Errand, Situation
from wargame_gcacw.players.win_probability import win_probability
from wargame_gcacw.printed.counters import Side, side_named
from wargame_gcacw.rules.action_choices import ActionChoices
from wargame_gcacw.rules.assaults import TakePartChoices
from wargame_gcacw.rules.attacks import judge_attacker
from wargame_gcacw.rules.march import MarchChoices
from wargame_lab.search_players import search_of

WORTH_A_STEP: Final = 0.05
CLOSE_LOOKS: Final = 3
"""How many of the most promising marches are looked at closely."""


class HeuristicPlayer:
    """Weighs every action by the victory points it may bring, without a guess at the reply.

    A ``fast`` one looks less closely: for playing on in a search. ``noise`` is by how many points it may misjudge a
    choice: for varied proposals in a search.
    """

    judge_choices = False

    def __init__(self, seed: int = 0, *, fast: bool = False, noise: float = 0.0) -> None:
        self._rng = random.Random(seed)
        self._fast, self._noise = fast, noise
        self._attacked: int | None = None  # the hex attacked last: an advance does not name it
        self._errands: Mapping[str, Errand] | None = None  # of the action begun last
        self._planned = 0  # in which turn
        self._told: int | None = None
        self._kept: KeptResults = defaultdict(dict)
        self.plans: list[str] = []

    def __call__(self, view: View) -> Action:
        board: FieldBoard = view.board
        choices = view.choices
        situation = self._situation(board, side_named(view.seat), planned=not isinstance(choices, ActionChoices))
        if board.turn != self._told and not (self._fast or self._noise):
            self._tell(situation)
        if isinstance(choices, TakePartChoices):
            return reactions.take_part(situation, choices) or Done()
        if isinstance(choices, ActionChoices):
            action = self._act(situation, choices)
        elif isinstance(choices, MarchChoices):
            action = _march(situation, choices)
        else:
            action = self._best(situation, list(choices))
        if isinstance(action, (Attack, Assault)):
            self._attacked = board.ground.map.parse(action.target)
        return action

    def _situation(self, board: FieldBoard, side: Side, planned: bool) -> Situation:
        """The board as a side sees it, with the raid planned when the action began; a new one for a new action."""
        if self._fast:
            return Situation(board, side, {}, self._kept)
        if not planned or self._errands is None or board.turn != self._planned:
            self._errands, self._planned = errands(Situation(board, side, kept=self._kept)), board.turn
        return Situation(board, side, self._errands, self._kept)

    def _tell(self, situation: Situation) -> None:
        """Say what the scenario is about, before the first march, and once a turn what is next."""
        if not self.plans:
            self.plans.append(scenario_plan(situation))
        self.plans.append(turn_plan(situation))
        self._told = situation.board.turn

    def _error(self) -> float:
        """By how much it misjudges a choice; next to nothing settles ties."""
        return self._rng.random() * (self._noise or 1e-9)

    def _act(self, situation: Situation, choices: ActionChoices) -> Action:
        """The march, activation or assault that gains most; none that gains enough: pass."""
        rated: list[tuple[float, Action]] = [
            (gain + self._error(), action)
            for action, gain in plans.marches(situation, choices, fast=self._fast).items()
        ]
        for order in choices.assaults:
            gain = plans.assault_gain(situation, order)
            if gain > plans.ENOUGH:
                rated.append((gain + self._error(), order))
        rated.sort(key=lambda rating: -rating[0])
        if self._fast:
            return rated[0][1] if rated else Pass()
        best: Action = Pass()
        best_gain = plans.ENOUGH
        for gain, action in rated[:CLOSE_LOOKS]:
            if gain <= best_gain:
                break
            gain, action = _looked_at_closely(situation, action, gain)
            if gain > best_gain:
                best, best_gain = action, gain
        return best

    def _best(self, situation: Situation, actions: Sequence[Action]) -> Action:
        """The best of a few actions."""
        rated = [(self._rate(situation, action, actions) + self._error(), action) for action in actions]
        return max(rated, key=lambda rating: rating[0])[1]

    def _rate(self, situation: Situation, action: Action, actions: Sequence[Action]) -> float:
        board = situation.board
        match action:
            case PlaceLeader():
                return reactions.transfer(board, action) if len(actions) > 1 else 0.0
            case MarchUnit(unit=unit):
                return 1.0 + hex_value(situation, unit, board.units[unit].space)  # the foremost clears the way
            case TakeAlong():
                return reactions.take_along(situation, action)
            case ForceMarch():
                return reactions.force_march(situation, action)
            case RetreatTo():
                return reactions.retreat_to(situation, action)
            case Halt():
                return reactions.stay(situation, actions)
            case CavalryRetreat():
                return reactions.cavalry_retreat(situation, action)
            case Advance():
                return reactions.advance(situation, action, self._attacked)
            case RetreatNext():
                return -1.0
            case TakeLoss(unit=unit):
                now = board.units[unit]
                return now.disorganized + 0.2 * now.fatigue - 0.1 * board.unit(unit).tactical
            case Entrench():
                return 1.0
        return 0.0


def _looked_at_closely(situation: Situation, action: Action, gain: float) -> tuple[float, Action]:
    """An action with its gain by the rules, and an activation with the units that gain by them."""
    match action:
        case MarchUnit(unit=unit):
            return plans.exact_march_plan(situation, unit).gain, action
        case ActivateLeader(leader=leader, units=units):
            attacks = situation.board.leader(leader).attacks
            gains = {unit: plans.exact_march_plan(situation, unit, True, attacks).gain for unit in units}
            plan = plans.activation_plan(gains)
            return plan.gain, ActivateLeader(leader, plan.units) if plan.units else Pass()
    return gain, action


def _march(situation: Situation, choices: MarchChoices) -> Action:
    """Attack, go where it is better, or halt."""
    board, march = situation.board, situation.board.march
    assert march is not None
    unit, here = march.unit, board.units[march.unit].space
    attacks = bool(judge_attacker(board, unit))
    costs = {here: 0} if march.stopped or not (march.left or march.fresh) else choices.reach.costs
    plan = plans.best_march(situation, unit, costs, march.left, attacks)
    if plan.to != here and plan.gain > WORTH_A_STEP:
        return MoveTo(board.ground.name(plan.to))
    attack = best_attack(situation, unit, here, march.left) if attacks else None
    if attack is not None and attack.value > 0:
        return Attack(board.ground.name(attack.target), attack.how)
    return Halt()


BOTS: Final[Mapping[str, Callable[..., Player]]] = {
    "heuristic": HeuristicPlayer,
    "search": search_of(HeuristicPlayer, win_probability, turns=1, choices=12, candidates=5),
    "hard": HeuristicPlayer,
}
