"""Playing on from an imagined world after a choice, to see what the choice is worth: one try of a search."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from wargame_core.dice import Die, Face, Seeded
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Outcome
from wargame_core.flow.players import Player, RandomPlayer
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.flow.state import Imagination, State, View

Value = Callable[[Any, str], float]
"""An evaluation of a board for a seat, from 0 (lost) to 1 (won); it may use only what that seat sees."""

LINE = 3
"""The greatest number of own choices that are kept of a try."""


def even(board: object, seat: str) -> float:
    """The value of every board, for a game without an evaluation."""
    return 0.5


@frozen
class Lookahead:
    """How a search plays on, and what it thinks of where it comes to.

    ``policy`` makes the quick player of a seat from ``seed=``. Play stops after ``turns`` turns, or after ``choices``
    choices if that is given, and ``value`` evaluates the board; at the end of the game the outcome counts.
    """

    policy: Callable[..., Player] = RandomPlayer
    value: Value = even
    turns: int = 2
    choices: int | None = None
    own_policies: Mapping[str, Callable[..., Player]] = field(factory=dict)
    """By name, other policies that the own seat may follow; see `Follow`."""

    def is_over(self, turns: int, choices: int) -> bool:
        """Whether so many turns and choices are enough."""
        return turns >= self.turns or (self.choices is not None and choices >= self.choices)


@frozen
class Follow:
    """What may be tried instead of an action: that the own seat follows one of `Lookahead.own_policies`."""

    policy: str


Option = Action | Follow
"""What is tried."""


@frozen
class Try:
    """What came of a try: its worth from 0 (lost) to 1 (won), and the own choices that followed.

    The action that was tried is not among them.
    """

    worth: float
    line: tuple[Action, ...]


@frozen
class SearchTask:
    """A choice to be made, without the secrets of other seats: a position that the seat cannot tell from the true one.

    Everything that a try needs: the same task, action and number give the same try, in any process.
    """

    state: State
    seat: str
    seed: int
    lookahead: Lookahead

    @staticmethod
    def of(view: View, seed: int, lookahead: Lookahead) -> SearchTask:
        """What the seat of a view is asked. Raises `HiddenStep` while another seat does something unseen."""
        state = view.imagination().draw(random.Random(seed), _begun)
        return SearchTask(state, view.seat, seed, lookahead)

    def imagination(self) -> Imagination:
        """For drawing worlds."""
        return self.state.view(self.seat).imagination()


def _begun(world: State) -> State:
    """The world, if the answers of its present step are possible there."""
    world.pending  # noqa: B018 - runs the step over the answers
    return world


def tries(task: SearchTask, imagined: Imagination, options: Sequence[Option], number: int) -> list[Try]:
    """Each of some options tried in world ``number``: the same secrets, and the same dice for the same rolls.

    So what differs is rather the option than luck.
    """
    seed = task.seed + 1 + number  # the task itself took the seed
    world = imagined.draw(random.Random(seed), _begun)
    return [_tried(task, world, option, seed) for option in options]


def _tried(task: SearchTask, world: State, option: Option, seed: int) -> Try:
    """The action, and then the policy for all seats, as far as bots may choose; or the own policy from the start."""
    ahead, seat = task.lookahead, task.seat
    runner = world.runner(ImaginedDice(seed), keep=False)
    turn_of, begun = runner.rules.turn_of, runner.rules.turn_of(runner.board)
    players: dict[str, Player] = {name: ahead.policy(seed=seed) for name in runner.rules.seats}
    first: Action | None = None
    if isinstance(option, Follow):
        players[seat] = ahead.own_policies[option.policy](seed=seed)
    else:
        first = option
    own, made = list[Action](), 0
    while runner.pending is not None and not ahead.is_over(turn_of(runner.board) - begun, made):
        pending = runner.pending
        assert isinstance(pending, (Ask, AskSecretly))
        asks = pending.asks if isinstance(pending, AskSecretly) else {pending.seat: pending}
        if any(ask.choices.by_people for ask in asks.values()):
            break
        chosen: dict[str, Action] = {}
        for name in asks:
            if name == seat and first is not None:
                chosen[name], first = first, None
                continue
            chosen[name] = players[name](View(runner, name))
            if name == seat:
                own.append(chosen[name])
        runner.answer(chosen if isinstance(pending, AskSecretly) else chosen[pending.seat])
        made += len(chosen)
    worth = won(runner.outcome, seat) if runner.outcome is not None else ahead.value(runner.board, seat)
    return Try(worth, tuple(own[:LINE]))


def won(outcome: Outcome | None, seat: str) -> float:
    """What an outcome is worth to a seat: its share of the victory, or half if nobody won or the game has none."""
    return outcome.share(seat) if outcome is not None and outcome.winners else 0.5


class ImaginedDice:
    """The dice of an imagined world: independent of the game's dice, and the same for the same seed."""

    __slots__ = ("_rollout_seed", "_thrown")

    def __init__(self, rollout_seed: int) -> None:
        self._rollout_seed = rollout_seed
        self._thrown: dict[str, int] = {}

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        thrown = self._thrown[label] = self._thrown.get(label, 0) + 1
        return Seeded(self._rollout_seed, label).draw(thrown, die)
