"""A bot that holds a line: it plans the moves of its whole army, announces its attacks as a whole, and tells why."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from wargame_core import Action, State, View, WargameError
from wargame_core.flow.choices import Choices
from wargame_core.flow.commitments import CommitmentChoices
from wargame_core.flow.players import Player, Stop, Tell, Thinking, Traits, told_to_stop
from wargame_core.flow.visibility import redact
from wargame_hex_and_counter.board.actions import (
    AskAgain,
    AskLater,
    Attack,
    Done,
    Fight,
    Move,
    NoReactions,
    Prefer,
    TakeBack,
)
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.players.army_plan import ArmyPlan
from wargame_hex_and_counter.players.attack_plan import AttackPlan, next_pair
from wargame_hex_and_counter.players.outlook import Outlook
from wargame_hex_and_counter.players.stand import Stand
from wargame_hex_and_counter.players.terms import TERMS, Term, in_points, weights_of
from wargame_hex_and_counter.rules.combat import Combat
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.phases import Moves

MOST_WEIGHED_CHOICES: Final = 12
"""How many choices of a menu are weighed where nothing is planned; of more that many are drawn."""
FACES: Final = 6
"""Up to how many faces of a die the mean over them is taken; otherwise the board before the roll counts."""
WON: Final = 1000.0
"""The points of a game that is won."""
SILENT_CHOICES: Final = AskLater, NoReactions, AskAgain, Prefer, TakeBack
"""Choices by which the bot says nothing."""


def line_holder(
    game: HexGame, weights: Mapping[str, float] | None = None, terms: tuple[Term, ...] = ()
) -> Callable[..., Player]:
    """What makes the bot of a game, with other weights than the usual ones by the names of terms, and further terms.

    Raises `UnknownName` for a weight of no term.
    """
    all_terms = (*TERMS, *terms)
    by_term = weights_of(all_terms, weights or {})
    return lambda seed=0, **_: LineHolder(game, seed, all_terms, by_term)


class LineHolder:
    """Values how its army stands by a sum of terms. ``plans`` say where it moves, and which terms speak for it.

    It plans all moves of a phase together and follows the plan as long as the board is as foreseen; so with the attacks
    of a phase. All else it weighs one choice ahead. Stopped, it takes the best that it has found.
    """

    traits: ClassVar = Traits(judge_choices=False, draws_worlds=True)

    def __init__(self, game: HexGame, seed: int, terms: tuple[Term, ...], weights: Mapping[str, float]) -> None:
        self._game, self._rng, self._terms, self._weights = game, random.Random(seed), terms, weights
        self._goals: dict[str, int] = {}
        self._foreseen: object = None
        self.plans: list[str] = []

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        choices = view.choices.of
        if isinstance(choices, Moves):
            return self._move(view, choices, stop, tell)
        if isinstance(choices, CommitmentChoices):
            return self._attack(view, choices, stop)
        return self._choice_by_stand(view, choices, stop, tell)

    def _outlook(self, view: View) -> Outlook:
        return Outlook(self._game, view.board, view.seat, view.cursor)

    # moves

    def _move(self, view: View, choices: Moves, stop: Stop | None, tell: Tell | None) -> Action:
        """The next move of the plan that can be made; that is all where none is left."""
        board: HexBoard = view.board
        if self._foreseen != _position(board):
            self._plan_moves(self._outlook(view), choices, stop, tell)
        move = next(_moves(self._goals, choices, board), None)
        if move is not None:
            self._foreseen = _position(board, {move.piece: move.to})
            return move
        return Done() if choices.finished() else choices.sample(self._rng)

    def _plan_moves(self, outlook: Outlook, choices: Moves, stop: Stop | None, tell: Tell | None) -> None:
        open_to = {unit: reach for unit in choices.pieces if (reach := choices.reach(unit))}
        stacking = outlook.pieces.value(choices.movement.stacking)
        plan = ArmyPlan(outlook, open_to, outlook.attackers, stacking, self._terms, self._weights)
        plan.improve(stop, partial(_tell_first_move, plan, choices, outlook.board, tell) if tell is not None else None)
        self._goals, self._foreseen = plan.at, _position(outlook.board)
        moves = [
            f"{outlook.board.name(unit)} to {outlook.board.place(space)}"
            for unit, space in plan.at.items()
            if space != outlook.own_hexes[unit]
        ]
        if moves:
            self.plans.append(f"{', '.join(moves)}: {plan.reasons()}.")

    # attacks

    def _attack(self, view: View, choices: CommitmentChoices, stop: Stop | None) -> Action:
        """The next announcement of the attacks that are expected to bring most together; or that these are all."""
        outlook = self._outlook(view)
        combat = outlook.own_combat
        assert isinstance(combat, Combat), "attacks are announced in a phase of combat"
        plan = AttackPlan(outlook, combat, choices.commitments, choices.state)
        pair = next_pair(plan.best_groups(stop), choices.state)
        if pair is not None:
            attack = choices.make(*pair)
            if choices.judge(attack):
                if not choices.state:
                    self.plans.append(plan.in_words())
                assert isinstance(attack, Attack)
                return attack
        for ending in choices.endings():
            return ending
        unit, target = next(choices.commitments.moves(choices.state))
        other_attack: Attack = choices.make(unit, target)
        return other_attack

    # all else

    def _choice_by_stand(self, view: View, choices: Choices, stop: Stop | None, tell: Tell | None) -> Action:
        """What leads to the stand that is worth most, one choice ahead."""
        has_many_choices = len(choices) > MOST_WEIGHED_CHOICES
        actions: list[Action] = (
            [choices.sample(self._rng) for _ in range(MOST_WEIGHED_CHOICES)] if has_many_choices else list(choices)
        )
        options = [
            candidate for candidate in dict.fromkeys(actions) if not isinstance(candidate, SILENT_CHOICES)
        ] or actions
        self._rng.shuffle(options)
        best_action, best_worth = options[0], None
        if len(options) == 1 or isinstance(best_action, Fight):
            return best_action
        try:
            world = view.world(self._rng)
        except WargameError:  # somebody does what this seat does not see: nothing can be foreseen
            return best_action
        for number, action in enumerate(options, 1):
            if told_to_stop(stop):
                break
            choice_worth = self._mean_worth(world.after(action, view.seat), view.seat)
            if best_worth is None or choice_worth > best_worth:
                best_action, best_worth = action, choice_worth
            if tell is not None:
                tell(Thinking(number / len(options), best_action, None, number))
        return best_action

    def _mean_worth(self, state: State, seat: str) -> float:
        """The mean worth of a position over a die that is rolled next, if that has few faces."""
        roll = state.chance
        if roll is None or len(roll.outcomes.counts) > FACES:
            return self._worth(state, seat)
        counts = roll.outcomes.counts
        total = sum(number * self._worth(state.after(face), seat) for face, number in counts.items())
        return total / sum(counts.values())

    def _worth(self, state: State, seat: str) -> float:
        """The points that a position is worth to a seat, by what that sees."""
        board: Any = state.board
        if board.outcome is not None:
            return float(WON * (board.outcome.worth(seat) - 0.5))
        seen_board: Any = redact(board, seat)
        outlook = Outlook(self._game, seen_board, seat, state.cursor)
        return sum(in_points(Stand(outlook, outlook.own_hexes), self._terms, self._weights).values())


def _moves(goals: Mapping[str, int], choices: Moves, board: HexBoard) -> Iterator[Move]:
    """The moves towards goals that can be made."""
    for unit in choices.pieces:
        goal_space = goals.get(unit, board.at[unit])
        if goal_space != board.at[unit] and choices.reach(unit) >> goal_space & 1:
            yield Move(unit, goal_space)


def _tell_first_move(plan: ArmyPlan, choices: Moves, board: HexBoard, tell: Tell, part_done: float) -> None:
    """Tell the first move of a plan that is not ready."""
    tell(Thinking(part_done, next(_moves(plan.at, choices, board), Done()), None, plan.tries))


def _position(board: HexBoard, new_spaces: Mapping[str, int] | None = None) -> object:
    """What a plan holds for: who stands where on which turn, with which losses."""
    return (
        board.turn,
        board.drawn_chits,
        frozenset({**board.at, **(new_spaces or {})}.items()),
        frozenset(board.steps.items()),
    )
