"""What a choice is worth: play goes on from a drawn world, and a value rates the board that it comes to."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from time import perf_counter, time
from typing import Any, Protocol, TypeVar

from attrs import frozen

from wargame_core import Action, Outcome, State, View
from wargame_core.dice import Die, Face, Seeded
from wargame_core.flow.pending import Answer, Ask
from wargame_core.flow.players import Player, RandomPlayer, Stop, player_with_controls, told_to_stop
from wargame_core.flow.sequence import Cursor

Value = Callable[[Any, str], float]
"""An evaluation of a board for a seat, from 0 (lost) to 1 (won); it may use only what that seat sees."""

LINE = 3
"""The greatest number of own choices that are kept of a try."""


T = TypeVar("T")


class Stopped(Exception):
    """A try was given up. It is no `WargameError`: rules raise those in worlds that are impossible."""


def go_on(stop: Stop | None, value: T) -> T:
    """The value, unless it is time to stop. Raises `Stopped`."""
    if told_to_stop(stop):
        raise Stopped
    return value


class Deadline:
    """A `Stop` that is set when another one is, or once ``seconds`` have passed; with None they never have."""

    def __init__(self, stop: Stop | None = None, seconds: float | None = None) -> None:
        self._stop, self._seconds, self._start = stop, seconds, perf_counter()

    @property
    def time_share(self) -> float:
        """The part of the seconds that has passed; 0 where there is no limit."""
        return (perf_counter() - self._start) / max(self._seconds, 1e-9) if self._seconds is not None else 0.0

    @property
    def end(self) -> float | None:
        """When the seconds will have passed, by the clock that all processes of a machine share."""
        return None if self._seconds is None else time() + self._seconds - (perf_counter() - self._start)

    @staticmethod
    def at(end_time: float | None) -> Deadline:
        """The deadline of another process, by its ``end_time``."""
        return Deadline(seconds=None if end_time is None else end_time - time())

    def is_set(self) -> bool:
        """Whether it is time to stop."""
        return self.time_share >= 1 or told_to_stop(self._stop)


def label_of(action: Action, view: View) -> str:
    """A choice of a view's seat as its menu names it."""
    return action.text(view.board)


def even(board: object, seat: str) -> float:
    """The value of every board, for a game without an evaluation."""
    return 0.5


@frozen
class Lookahead:
    """How a search plays on, and what it thinks of where it comes to.

    ``policy`` makes the quick player of a seat from ``seed=``. Play stops after ``turns`` turns, or after ``choices``
    choices if that is given, and ``value`` evaluates the board; at the end of the game the outcome counts. With
    ``rate`` the view of the seat is evaluated instead, also at the end of the game. ``words`` tell a choice.
    """

    policy: Callable[..., Player] = RandomPlayer
    value: Value = even
    turns: int = 2
    choices: int | None = None
    rate: Callable[[View], float] | None = None
    words: Callable[[Action, View], str] = label_of


@frozen
class Try:
    """What came of a try: its worth, from 0 (lost) to 1 (won) or as ``rate`` gives it, and the own choices after it.

    The action that was tried is not among them. ``words`` say of each what it was when it was made.
    """

    worth: float
    line: tuple[Action, ...]
    words: tuple[str, ...] = ()


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
    def of(view: View, seed: int, lookahead: Lookahead, stop: Stop | None = None) -> SearchTask:
        """What the seat of a view is asked. Raises `HiddenStep` while another seat does something unseen, `Stopped`."""
        state = view.draw(random.Random(seed), lambda world: _begin_step(go_on(stop, world)))
        return SearchTask(state, view.seat, seed, lookahead)

    @cached_property
    def view(self) -> View:
        """What the seat sees, for drawing worlds."""
        return View.of(self.state, self.seat)

    def __getstate__(self) -> dict[str, Any]:
        return {"state": self.state, "seat": self.seat, "seed": self.seed, "lookahead": self.lookahead}


def _begin_step(world: State) -> State:
    """The world, if the answers of its present step are possible there."""
    world.pending  # noqa: B018 - runs the step over the answers
    return world


class Opening(Protocol):
    """What the own seat does at the beginning of a try, until the policy goes on for it."""

    def choose(self, view: View) -> Action | None:
        """What the seat of a view chooses; None leaves it to the policy."""

    def see(self, seats: Collection[str], cursor: Cursor, turn: int, answer_number: int) -> None:
        """Play has come to a decision of some seats in this step and turn; ``answer_number`` numbers it, rolls
        counted."""


class OneAction:
    """An opening of one action."""

    def __init__(self, action: Action) -> None:
        self._action: Action | None = action

    def choose(self, view: View) -> Action | None:
        action, self._action = self._action, None
        return action

    def see(self, seats: Collection[str], cursor: Cursor, turn: int, answer_number: int) -> None:
        pass


def tries(task: SearchTask, actions: Sequence[Action], number: int, stop: Stop | None = None) -> list[Try]:
    """Each of some actions tried in world ``number``; see `tries_of_openings`. Raises `Stopped`."""
    return tries_of_openings(task, [OneAction(action) for action in actions], number, stop)


def tries_of_openings(
    task: SearchTask, openings: Sequence[Opening], number: int, stop: Stop | None = None
) -> list[Try]:
    """Each of some openings tried in world ``number``: the same secrets, and the same dice for the same rolls.

    So what differs is rather what was done than luck. Raises `Stopped`.
    """
    seed = task.seed + 1 + number  # the task itself took the seed
    world = task.view.draw(random.Random(seed), lambda world: _begin_step(go_on(stop, world)))
    return [_play_on(task, world, opening, seed, stop) for opening in openings]


def _play_on(task: SearchTask, world: State, opening: Opening, seed: int, stop: Stop | None) -> Try:
    """One try: the opening, and then the policy for all seats, as far as bots may play."""
    lookahead, seat = task.lookahead, task.seat
    runner = world.runner(ImaginedDice(seed), with_checkpoints=False)
    players = {name: player_with_controls(lookahead.policy(seed=seed), stop=stop) for name in runner.rules.seats}
    turn_of, first_turn = runner.rules.turn_of, runner.rules.turn_of(runner.board)
    choice_count, own_actions, words = 0, list[Action](), list[str]()

    def choose_action(name: str) -> Action:
        view = View(runner, name)
        action = opening.choose(view) if name == seat else None
        return go_on(stop, action if action is not None else players[name](view))

    while (pending := runner.pending) is not None and turn_of(runner.board) < first_turn + lookahead.turns:
        if lookahead.choices is not None and choice_count >= lookahead.choices:
            break
        if any(ask.choices.by_people for ask in pending.asks.values()):
            break
        opening.see(pending.asks, runner.cursor, turn_of(runner.board), runner.seq)
        if choice_count == 0 and isinstance(pending, Ask):  # also where its seat has answered beforehand
            answer: Answer | None = choose_action(pending.seat)
        else:
            answer = pending.answered_by(choose_action)
        assert answer is not None, "imagined dice let no roll wait"
        actions = pending.chosen(answer)
        if seat in actions and len(own_actions) <= LINE:
            own_actions.append(actions[seat])
            words.append(lookahead.words(actions[seat], View(runner, seat)))  # on a later board it may mean nothing
        runner.answer(answer)
        choice_count += len(actions)
    outcome = runner.outcome
    if lookahead.rate is not None:
        worth = lookahead.rate(View(runner, seat))
    elif outcome is not None:
        worth = value_of_outcome(outcome, seat)
    else:
        worth = lookahead.value(runner.board, seat)
    return Try(worth, tuple(own_actions[1:]), tuple(words[1:]))


def value_of_outcome(outcome: Outcome | None, seat: str) -> float:
    """What an outcome is worth to a seat (`Outcome.worth`); half if the game has none."""
    return outcome.worth(seat) if outcome is not None else 0.5


class ImaginedDice:
    """The dice of a drawn world: independent of the game's dice, and the same for the same seed."""

    __slots__ = ("_rollout_seed", "_throws")

    def __init__(self, rollout_seed: int) -> None:
        self._rollout_seed = rollout_seed
        self._throws: dict[str, int] = {}

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        throw = self._throws[label] = self._throws.get(label, 0) + 1
        return Seeded(self._rollout_seed, label).draw(throw, die)
