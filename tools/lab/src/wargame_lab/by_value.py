"""A ready-made player for a new game: what it does follows from one function that says how a board stands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import ClassVar

from wargame_core import Action, State, View, WargameError
from wargame_core.flow.players import Stop, Tell, Thinking, Traits
from wargame_core.flow.visibility import redact
from wargame_lab.lookahead import Stopped, Value, go_on, value_of_outcome

TRIED = 80
"""How many choices are weighed; of more that many are drawn."""
MOST_DICE_WAYS = 36
"""How many ways that dice can fall after a choice are weighed, as of two dice; of more that many are drawn."""


def by_value(value: Value, max_actions: int = TRIED) -> Callable[..., ByValue]:
    """What makes a player of a function, for `Game.players`: ``players={"heuristic": by_value(value)}``."""
    return lambda seed=0, **_: ByValue(value, seed, max_actions)


class ByValue:
    """Chooses what leads to the best board in the mean over the dice, one choice ahead.

    ``value(board, seat)`` is from 0 (lost) to 1 (won), by the board as that seat sees it. Stopped, it
    chooses from what it has weighed.
    """

    traits: ClassVar = Traits(judge_choices=False, draws_worlds=True)

    def __init__(self, value: Value, seed: int = 0, max_actions: int = TRIED) -> None:
        self._value, self._rng, self._max_actions = value, random.Random(seed), max_actions

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        choices, rng = view.choices, self._rng
        is_short = len(choices) <= self._max_actions
        options: list[Action] = list(choices) if is_short else [choices.sample(rng) for _ in range(self._max_actions)]
        rng.shuffle(options)
        try:
            world = view.world(rng) if len(options) > 1 else None
        except WargameError:  # somebody does what this seat does not see: nothing can be foreseen
            world = None
        return options[0] if world is None else self._best(world, options, view.seat, stop, tell)

    def _best(self, world: State, options: Sequence[Action], seat: str, stop: Stop | None, tell: Tell | None) -> Action:
        """The action with the highest mean of those that there is time for; the first if there is none for any."""
        best_action, best_value = options[0], None
        for count, action in enumerate(options, 1):
            try:
                value = self._mean(world.after(go_on(stop, action), seat), seat, MOST_DICE_WAYS, stop)
            except Stopped:
                break
            if best_value is None or value > best_value:
                best_action, best_value = action, value
            if tell is not None:
                tell(Thinking(count / len(options), best_action, best_value, count))
        return best_action

    def _mean(self, state: State, seat: str, max_faces: int, stop: Stop | None = None) -> float:
        """The mean worth of what the dice make of a position; at most so many ways that they fall are looked at."""
        roll = state.chance
        if roll is None:
            return self._value_of_state(go_on(stop, state), seat)
        counts = roll.outcomes.counts
        if len(counts) > max_faces:
            counts = Counter(self._rng.choices(list(counts), list(counts.values()), k=max_faces))
        faces_per_outcome, total = max_faces // len(counts), sum(counts.values())
        return (
            sum(count * self._mean(state.after(face), seat, faces_per_outcome, stop) for face, count in counts.items())
            / total
        )

    def _value_of_state(self, state: State, seat: str) -> float:
        board = state.board
        return (
            value_of_outcome(board.outcome, seat)
            if board.outcome is not None
            else self._value(redact(board, seat), seat)
        )
