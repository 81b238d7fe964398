"""A bot that holds a line: it plans the moves of its whole army, announces its attacks as a whole, and tells why."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from wargame_core import Action, State, View, WargameError
from wargame_core.flow.choices import Choices
from wargame_core.flow.commitments import CommitmentChoices
from wargame_core.flow.players import Player, Stop, Tell, Thinking, Traits, told_to_stop
from wargame_core.flow.visibility import redact
from wargame_hex_and_counter.board.actions import AskAgain, AskLater, Attack, Done, Fight, Move, TakeBack
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.players.announcing import Announcing, next_pair
from wargame_hex_and_counter.players.army_plan import ArmyPlan
from wargame_hex_and_counter.players.outlook import Outlook, phase_at
from wargame_hex_and_counter.players.stand import Stand
from wargame_hex_and_counter.players.terms import TERMS, Term, in_points, weights_of
from wargame_hex_and_counter.rules.combat import Combat
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.phases import Moves

WEIGHED = 12
"""How many of the other choices are weighed at the most, of more that many are drawn."""


def line_holder(
    game: HexGame, weights: Mapping[str, float] | None = None, terms: tuple[Term, ...] = ()
) -> Callable[..., Player]:
    """What makes the bot of a game, with weights other than the usual ones, and with further terms.

    Raises `UnknownName` for a weight of no term.
    """
    all_terms = (*TERMS, *terms)
    chosen_weights = weights_of(all_terms, weights or {})
    return lambda seed=0, **_: LineHolder(game, seed, all_terms, chosen_weights)


class LineHolder:
    """Values how its army stands by a sum of terms; ``plans`` say what it means to do, and which terms speak for it.

    Stopped, it follows the best plan that it has found.
    """

    traits: ClassVar = Traits(judge_choices=False, draws_worlds=True)

    def __init__(self, game: HexGame, seed: int, terms: tuple[Term, ...], weights: Mapping[str, float]) -> None:
        self._game, self._rng, self._terms, self._weights = game, random.Random(seed), terms, weights
        self._goals: dict[str, int] = {}
        self._expected: Any = None
        self._acting: tuple[Any, frozenset[str]] = (None, frozenset())
        self._attacks: tuple[Any, Any] = (None, ())
        self.plans: list[str] = []

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        choices = view.choices.of
        if isinstance(choices, Moves):
            return self._move(view, choices, stop)
        if isinstance(choices, CommitmentChoices):
            attack = self._attack(view, choices, stop)
            if attack is not None:
                return attack
        return self._other(view, choices, stop, tell)

    def _outlook(self, view: View) -> Outlook:
        return Outlook(self._game, view.board, view.seat, view.cursor)

    # moves

    def _move(self, view: View, choices: Moves, stop: Stop | None) -> Action:
        board: HexBoard = view.board
        if self._expected != _position(board):
            self._plan_moves(view, choices, stop)
        for unit in choices.pieces:
            to = self._goals.get(unit)
            if to is not None and to != board.at[unit] and choices.reach(unit) >> to & 1:
                self._expected = _position(board, {unit: to})
                return Move(unit, to)
        if choices.finished():
            return Done()
        return choices.sample(self._rng)

    def _plan_moves(self, view: View, choices: Moves, stop: Stop | None) -> None:
        board: HexBoard = view.board
        outlook = self._outlook(view)
        key = board.turn, view.cursor, board.drawn_chits
        before = self._acting[1] if self._acting[0] == key else frozenset[str]()
        self._acting = key, before | frozenset(choices.pieces)
        open_to = {unit: choices.reach(unit) for unit in choices.pieces if unit in board.at and choices.reach(unit)}
        plan = ArmyPlan(
            outlook, open_to, self._attackers(view, outlook), outlook.pieces.value(choices.movement.stacking),
            self._terms, self._weights, stop,
        )  # fmt: skip
        plan.improve()
        self._goals = plan.at
        self._expected = _position(board)
        self._tell_moves(outlook, plan)

    def _attackers(self, view: View, outlook: Outlook) -> frozenset[str]:
        """Those of the seat's units that attack this turn, after the moves."""
        phase = outlook._next(True, Combat)
        if phase is None:
            return frozenset()
        here = phase_at(self._game.sequence, view.cursor)
        if phase.who is None:
            return frozenset(outlook.own)
        return frozenset(outlook.pieces.taking_part(outlook.own, phase.who)) if here is not None else self._acting[1]

    def _tell_moves(self, outlook: Outlook, plan: ArmyPlan) -> None:
        board = outlook.board
        moves = [
            f"{board.name(unit)} to {board.place(space)}"
            for unit, space in plan.at.items()
            if space != outlook.own[unit].space
        ]
        if moves:
            gains = _compared(plan.before, in_points(plan.stand(plan.at), self._terms, self._weights))
            self.plans.append(f"{', '.join(moves)}: {gains}.")

    # attacks

    def _attack(self, view: View, choices: CommitmentChoices, stop: Stop | None) -> Action | None:
        """The next announcement of the planned attacks; None where there is no combat to plan for."""
        outlook = self._outlook(view)
        combat = outlook.own_combat
        if combat is None:
            return None
        key = view.board.turn, view.cursor, _position(view.board)
        if self._attacks[0] != key:
            planned = Announcing(outlook, combat, choices.commitments, choices.state, stop).best()
            self._attacks = key, planned
        pair = next_pair(self._attacks[1], choices.state)
        parse = outlook.map.space_written
        if pair is not None:
            action = Attack(pair[0], parse(pair[1]))
            if choices.judge(action):
                return action
        endings = choices.endings()
        if endings and pair is None:
            return endings[0]
        self._attacks = (None, ())
        if endings:
            return endings[0]
        moves = [choices.make(*move) for move in choices.commitments.moves(choices.state)]
        return moves[0] if moves else None

    # everything else

    def _other(self, view: View, choices: Choices, stop: Stop | None, tell: Tell | None) -> Action:
        """What leads to the best stand, one choice ahead."""
        if len(choices) == 1:
            return next(iter(choices))
        many = len(choices) > WEIGHED
        options: list[Action] = [choices.sample(self._rng) for _ in range(WEIGHED)] if many else list(choices)
        options = [one for one in dict.fromkeys(options) if not isinstance(one, (AskLater, AskAgain, TakeBack))]
        self._rng.shuffle(options)
        if isinstance(options[0], Fight):
            return options[0]
        try:
            world = view.world(self._rng)
        except WargameError:  # somebody does what this seat does not see: nothing can be foreseen
            return options[0]
        best, best_value = options[0], None
        for count, action in enumerate(options, 1):
            if told_to_stop(stop):
                break
            value = self._mean(world.after(action, view.seat), view.seat)
            if best_value is None or value > best_value:
                best, best_value = action, value
            if tell is not None:
                tell(Thinking(count / len(options), best, None, count))
        return best

    def _mean(self, state: State, seat: str) -> float:
        roll = state.chance
        if roll is None or state.seq > 10**9:
            return self._value(state, seat)
        counts = roll.outcomes.counts
        if len(counts) > 6:
            return self._value(state, seat)
        total = sum(counts.values())
        return sum(n * self._value(state.after(face), seat) for face, n in counts.items()) / total

    def _value(self, state: State, seat: str) -> float:
        if state.board.outcome is not None:
            return 1000 * (state.board.outcome.worth(seat) - 0.5)
        board = redact(state.board, seat)
        outlook = Outlook(self._game, board, seat, state.cursor)
        stand = Stand(outlook, {unit: force.space for unit, force in outlook.own.items()})
        return sum(in_points(stand, self._terms, self._weights).values()) + _lost(outlook)


def _lost(outlook: Outlook) -> float:
    """Points for strength that was lost."""
    victory = outlook.game.victory_of(outlook.board)
    sign = 1 if victory.scored == outlook.seat else -1
    from wargame_hex_and_counter.rules.victory import Losses

    return sign * sum(line.points_of(outlook.board) for line in victory.lines if isinstance(line, Losses)) * 0.0


def _position(board: HexBoard, moved: Mapping[str, int] | None = None) -> Any:
    """What a plan holds for: who stands where, with which losses."""
    at = {**board.at, **(moved or {})}
    return frozenset(at.items()), frozenset(board.steps.items())


def _compared(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """Which terms change by how much, the greatest first."""
    changes = {name: after[name] - before[name] for name in after}
    named = sorted(changes.items(), key=lambda row: -abs(row[1]))
    return ", ".join(f"{name} {change:+.1f}" for name, change in named if abs(change) >= 0.05) or "as good as before"


__all__: Sequence[str] = ("LineHolder", "line_holder")
