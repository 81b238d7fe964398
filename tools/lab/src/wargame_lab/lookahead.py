"""Playing on from a drawn world after a choice, to see what the choice is worth: one try of a search."""

from __future__ import annotations

import pickle
import random
import signal
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from math import sqrt
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import field, frozen

from wargame_core.dice import Die, Face, Seeded
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Outcome
from wargame_core.flow.players import Player, RandomPlayer
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.flow.state import State
from wargame_core.flow.view import View

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


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
        while runner.pending is not None and not ahead.is_over(turn_of(runner.board) - begun, made):
            pending = runner.pending
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


Tried = TypeVar("Tried", bound=Option)

LEAST = 6
"""The usual number of worlds before which nothing is decided."""
SURE = 3
"""By how many times the doubt a choice must be better to be taken before the time is over."""


class Race(Generic[Tried]):
    """The tries of some choices, world by world. The first choice stays in to the end: it is the one to beat.

    Another is taken only if it was better in the same worlds by ``margin`` and ``doubt`` standard errors. One that has
    no prospect of that is given up after ``least`` worlds, and after half of the time all but the better half.
    """

    def __init__(self, options: Sequence[Tried], doubt: float, margin: float, least: int = LEAST) -> None:
        self.first, self._doubt, self._margin, self._least = options[0], doubt, margin, least
        self.running: tuple[Tried, ...] = tuple(options)
        self.tries: dict[Tried, list[Try]] = {option: [] for option in options}

    def add(self, tries: Sequence[Try]) -> None:
        """The tries of all running choices in one more world."""
        for option, attempt in zip(self.running, tries, strict=True):
            self.tries[option].append(attempt)

    @property
    def worlds(self) -> int:
        """The number of worlds the first choice was tried in."""
        return len(self.tries[self.first])

    @property
    def count(self) -> int:
        """The number of tries."""
        return sum(map(len, self.tries.values()))

    def mean(self, option: Tried) -> float:
        """How well a choice did, from 0 (lost) to 1 (won)."""
        return fmean(attempt.worth for attempt in self.tries[option])

    def gain(self, option: Tried) -> tuple[float, float]:
        """By how much a choice did better than the first in the same worlds, and the standard error of that."""
        pairs = zip(self.tries[option], self.tries[self.first], strict=False)
        gains = [attempt.worth - of_first.worth for attempt, of_first in pairs]
        mean = fmean(gains)
        if len(gains) < 2:
            return mean, 1.0
        return mean, sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))

    def narrow(self, spent: float) -> None:
        """Give up choices; ``spent`` is the part of the time that is over."""
        if self.worlds < self._least:
            return
        rated = []
        for option in self.running[1:]:
            mean, error = self.gain(option)
            if mean + self._doubt * error > self._margin and error > 0:
                rated.append((mean, option))
        rated.sort(key=lambda row: -row[0])
        halves = int(spent >= 0.5) + int(spent >= 0.75)
        most = max(1, len(self.tries) >> halves)
        self.running = (self.first, *(option for _, option in rated[:most]))

    @property
    def decided(self) -> bool:
        """Whether more tries would hardly change the choice."""
        if self.worlds < self._least:
            return False
        gains = map(self.gain, self.running[1:])
        return len(self.running) <= 2 and all(mean - SURE * self._doubt * error > self._margin for mean, error in gains)

    def best(self) -> Tried:
        """The first choice, or the one that is surely better by most."""
        best, most = self.first, self._margin
        if self.worlds >= min(LEAST, self._least):
            for option in self.tries:
                mean, error = self.gain(option)
                if option != self.first and mean - self._doubt * error > most:
                    best, most = option, mean - self._doubt * error
        return best


ROUND = 4
"""The number of worlds after which options are given up; with several processes they share these worlds."""


@frozen
class Effort:
    """How long a search thinks: for ``seconds``, or for ``iterations`` tries if a game must be repeatable."""

    seconds: float = 1.0
    iterations: int | None = None

    def run(self, race: Race[Tried], task: SearchTask, maker: Here | SearchProcesses) -> Race[Tried]:
        """The race with the tries that there is time for."""
        started, spent = perf_counter(), 0.0
        while spent < 1 and not race.decided:
            numbers = range(race.worlds, race.worlds + ROUND)
            for made in maker.rounds(task, race.running, numbers):
                race.add(made)
                if self.iterations is not None:
                    spent = (race.count + len(race.running) - 1) / self.iterations
                else:
                    spent = (perf_counter() - started) / self.seconds
                if spent >= 1:
                    break
            race.narrow(spent)
        return race


class Here:
    """Makes the tries in this process."""

    def rounds(self, task: SearchTask, options: Sequence[Option], numbers: Sequence[int]) -> Iterator[list[Try]]:
        """The tries of the options, world by world."""
        return (tries(task, options, number) for number in numbers)

    def close(self) -> None:
        """Nothing is open."""


class SearchProcesses:
    """Makes the tries in processes that start with the first of them; each gets the task once a choice."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def rounds(self, task: SearchTask, options: Sequence[Option], numbers: Sequence[int]) -> Iterator[list[Try]]:
        """The tries of the options, world by world: each process takes a part of them."""
        if self._pool is None:
            self._pool = processes(self._jobs)
        sent = pickle.dumps(task)
        pairs = [(number, place) for number in numbers for place in range(len(options))]
        size = -(-len(pairs) // self._jobs)
        parts = [pairs[start : start + size] for start in range(0, len(pairs), size)]
        waiting = [self._pool.submit(_part, sent, tuple(options), part) for part in parts]
        made = [attempt for part in waiting for attempt in part.result()]
        for start in range(0, len(made), len(options)):
            yield made[start : start + len(options)]

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def processes(jobs: int) -> ProcessPoolExecutor:
    """New processes that leave an interrupt to the process that waits for them."""
    from concurrent.futures import ProcessPoolExecutor  # slow to import, and seldom needed
    from multiprocessing import get_context

    ignored = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=signal.signal, initargs=ignored)


@lru_cache(maxsize=1)
def _received(sent: bytes) -> SearchTask:
    task: SearchTask = pickle.loads(sent)
    return task


def _part(sent: bytes, options: tuple[Option, ...], pairs: Sequence[tuple[int, int]]) -> list[Try]:
    """The tries of some pairs of a world's number and an option's place."""
    groups = groupby(pairs, key=lambda pair: pair[0])
    worlds = (tries(_received(sent), [options[place] for _, place in group], number) for number, group in groups)
    return [attempt for world in worlds for attempt in world]


THOUGHTS, LINE_TRIES = 5, 3
"""The number of lines kept as thoughts, and the least number of tries of each choice in a line."""


@frozen
class Thought:
    """A line of play that a search considered: its own seat's next choices, with the tries of what was compared.

    ``value`` is the mean result of these tries, from 0 (lost) to 1 (won); ``policy`` the name of the policy that the
    line follows, if policies were compared.
    """

    line: tuple[Action, ...]
    value: float
    tries: int
    policy: str = ""


def thoughts_of(race: Race[Tried], chosen: Tried) -> Iterator[Thought]:
    """The lines through the options of a race, that of the chosen one first, then the best."""
    tried = sorted(race.tries, key=lambda option: (option != chosen, -len(race.tries[option]), -race.mean(option)))
    for option in tried[:THOUGHTS]:
        tries = race.tries[option]
        line, value = tuple(_best_line(tries)), race.mean(option)
        if isinstance(option, Follow):
            yield Thought(line, value, len(tries), option.policy)
        else:
            yield Thought((option, *line), value, len(tries))


def _best_line(tries: Sequence[Try]) -> Iterator[Action]:
    """The choices that followed most often, one after the other, as far as they came often enough to mean something."""
    depth = 0
    while True:
        after: dict[Action, list[Try]] = {}
        for attempt in tries:
            if len(attempt.line) > depth:
                after.setdefault(attempt.line[depth], []).append(attempt)
        action = max(after, key=lambda next_action: len(after[next_action]), default=None)
        if action is None or len(after[action]) < LINE_TRIES:
            return
        yield action
        tries, depth = after[action], depth + 1
