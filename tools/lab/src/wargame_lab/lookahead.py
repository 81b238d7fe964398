"""What a choice is worth: play goes on from a drawn world, and a value rates the board that it comes to.

A value may be learnt from games: a logistic function of a game's own terms, with weights from a data file.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from math import exp
from pathlib import Path
from typing import Any

from attrs import field, frozen

from wargame_core import Action, Ask, AskSecretly, Outcome, State, View
from wargame_core.data import Problems, check_source, read_toml, structure
from wargame_core.dice import Die, Face, Seeded
from wargame_core.flow.players import Player, RandomPlayer

Value = Callable[[Any, str], float]
"""An evaluation of a board for a seat, from 0 (lost) to 1 (won); it may use only what that seat sees."""

Occasion = Callable[[View], Hashable]
"""At which part of the game a question comes, if it is one at which to choose a policy anew; otherwise None."""

DRAWN = 40
"""The number of worlds of which the likeliest is taken."""
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
    occasion: Occasion | None = None
    """If given, a policy of one's own is followed only to the next occasion, and ``policy`` from then on."""
    likely: Value | None = None
    """How likely a world is by what its seat remembers, as a logarithm: of `DRAWN` worlds the likeliest is taken."""


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


@frozen(slots=False)
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
        state = view.draw(random.Random(seed), _begun)
        return SearchTask(state, view.seat, seed, lookahead)

    @cached_property
    def view(self) -> View:
        """What the seat sees, for drawing worlds."""
        return View.of(self.state, self.seat)

    def __getstate__(self) -> dict[str, Any]:
        return {"state": self.state, "seat": self.seat, "seed": self.seed, "lookahead": self.lookahead}


def _begun(world: State) -> State:
    """The world, if the answers of its present step are possible there."""
    world.pending  # noqa: B018 - runs the step over the answers
    return world


def tries(task: SearchTask, options: Sequence[Option], number: int) -> list[Try]:
    """Each of some options tried in world ``number``: the same secrets, and the same dice for the same rolls.

    So what differs is rather the option than luck. Policies that choose alike to the next occasion are tried once.
    """
    seed = task.seed + 1 + number  # the task itself took the seed
    world = _likely_world(task, random.Random(seed))
    alike: dict[tuple[Action, ...], Try] = {}
    return [_PlayingOn(task, world, option, seed, alike).made() for option in options]


def _likely_world(task: SearchTask, rng: random.Random) -> State:
    """A world, or the likeliest of several."""
    likely = task.lookahead.likely
    worlds = [task.view.draw(rng, _begun) for _ in range(1 if likely is None else DRAWN)]
    return worlds[0] if likely is None else max(worlds, key=lambda world: likely(world.board, task.seat))


class _PlayingOn:
    """One try: the action, and then the policy for all seats, or the own policy from the start; as far as bots may."""

    def __init__(
        self, task: SearchTask, world: State, option: Option, seed: int, alike: dict[tuple[Action, ...], Try]
    ) -> None:
        self._ahead, self._seat, self._alike = task.lookahead, task.seat, alike
        self._runner = world.runner(ImaginedDice(seed), keep=False)
        self._players: dict[str, Player] = {name: self._ahead.policy(seed=seed) for name in self._runner.rules.seats}
        self._first: Action | None = None
        self._deviating: Player | None = None
        if isinstance(option, Follow):
            own = self._ahead.own_policies[option.policy](seed=seed)
            if self._ahead.occasion is None:
                self._players[task.seat] = own
            else:
                self._deviating = own
        else:
            self._first = option
        self._own: list[Action] = []
        self._since: Hashable = None
        self._way: tuple[Action, ...] | None = None

    def made(self) -> Try:
        """The try, played to where it is over."""
        runner, ahead = self._runner, self._ahead
        turn_of, begun, made = runner.rules.turn_of, runner.rules.turn_of(runner.board), 0
        while (pending := runner.pending) is not None and turn_of(runner.board) < begun + ahead.turns:
            if ahead.choices is not None and made >= ahead.choices:
                break
            assert isinstance(pending, (Ask, AskSecretly))
            asks = pending.asks if isinstance(pending, AskSecretly) else {pending.seat: pending}
            if any(ask.choices.by_people for ask in asks.values()):
                break
            chosen = {name: self._choice(name) for name in asks}
            if self._way is not None and self._way in self._alike:
                return self._alike[self._way]
            runner.answer(chosen if isinstance(pending, AskSecretly) else chosen[pending.seat])
            made += len(chosen)
        outcome = runner.outcome
        worth = won(outcome, self._seat) if outcome is not None else ahead.value(runner.board, self._seat)
        attempt = Try(worth, tuple(self._own[:LINE]))
        if ahead.occasion is not None:
            self._alike[tuple(self._own) if self._way is None else self._way] = attempt
        return attempt

    def _choice(self, name: str) -> Action:
        """What a seat chooses."""
        if name != self._seat:
            return self._players[name](View(self._runner, name))
        if self._first is not None:
            action, self._first = self._first, None
            return action
        view = View(self._runner, name)
        if self._deviating is not None and self._goes_on(view):
            action = self._deviating(view)
        else:
            action = self._players[name](view)
        self._own.append(action)
        return action

    def _goes_on(self, view: View) -> bool:
        """Whether the policy that is tried still chooses; at the next occasion it notes the way so far, and is over."""
        assert self._ahead.occasion is not None
        moment = self._ahead.occasion(view)
        if self._since is None:
            self._since = moment
        if moment is None or moment == self._since:
            return True
        self._way, self._deviating = tuple(self._own), None
        return False


def won(outcome: Outcome | None, seat: str) -> float:
    """What an outcome is worth to a seat: its share of the victory, or half if nobody won or the game has none."""
    return outcome.share(seat) if outcome is not None and outcome.winners else 0.5


class ImaginedDice:
    """The dice of a drawn world: independent of the game's dice, and the same for the same seed."""

    __slots__ = ("_rollout_seed", "_thrown")

    def __init__(self, rollout_seed: int) -> None:
        self._rollout_seed = rollout_seed
        self._thrown: dict[str, int] = {}

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        thrown = self._thrown[label] = self._thrown.get(label, 0) + 1
        return Seeded(self._rollout_seed, label).draw(thrown, die)


Features = Callable[..., Mapping[str, float]]
"""``features(board)``: the terms of a position by name, each better for the first seat the larger it is."""


@frozen
class Learning:
    """What the weights were learnt from, and how well they tell the winner of games that they were not learnt from.

    ``auc`` is the chance that of two positions the one that was won has the higher value (1/2 says nothing), ``brier``
    the mean square of value less result, ``brier_of_mean`` that of the mean result for every position.
    """

    command: str
    games: int
    positions: int
    held_out_games: int
    held_out_positions: int
    auc: float
    brier: float
    brier_of_mean: float


@frozen
class ValueFile:
    """The weights of a value, term by term, and what they were learnt from."""

    weights: Mapping[str, float]
    learning: tuple[Learning, ...] = ()


@frozen
class LearntValue:
    """The chance that a seat wins, from 0 to 1: a logistic function of the terms of the board."""

    features: Features
    first: str
    """The seat for which the terms speak; for any other the chance is what is left to 1."""
    weights: Mapping[str, float] = field(repr=False)

    def __call__(self, board: object, seat: str) -> float:
        weights = self.weights
        lead = sum(weights[name] * amount for name, amount in self.features(board).items())
        return chance(lead if seat == self.first else -lead)


def chance(lead: float) -> float:
    """A chance from its logarithmic odds."""
    return 1 / (1 + exp(-lead)) if lead > -700 else 0.0


def read_value(path: Path, features: Features, first: str) -> LearntValue:
    """The value that a data file holds. Raises `DataError`."""
    doc, problems = read_toml(path, "the weights of a value"), Problems()
    check_source(doc, problems)
    file = structure(doc, ValueFile, problems)
    problems.done()
    assert file is not None
    return LearntValue(features, first, dict(file.weights))
