"""A player that searches: it tries choices in worlds its seat cannot tell apart, and compares what comes of them.

It gets views like every player. The choice of its prior is taken unless another one was surely better in the same
worlds with the same dice (`Race`), so that it plays at least as well as that as far as its tries can tell.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter

from attrs import frozen

from wargame_core.errors import HiddenStep, NeedsPerson
from wargame_core.flow.choices import Action
from wargame_core.flow.players import Player, RandomPlayer, plans_of
from wargame_core.flow.state import View
from wargame_core.players.lookahead import Lookahead, SearchTask, Try, Value, even
from wargame_core.players.racing import Race
from wargame_core.players.search_processes import Here, SearchProcesses

CANDIDATES = 8
"""The greatest number of choices that are compared."""
ROUND = 4
"""The number of worlds after which choices are given up; with several processes they share these worlds."""
DRAWS = 3
"""So many proposals are asked for, for each choice to be compared."""
THOUGHTS, LINE_TRIES = 5, 3
"""The number of lines kept as thoughts, and the least number of tries of each choice in a line."""


@frozen
class Thought:
    """A line of play that a search considered: its own seat's next choices, with the tries of the first choice.

    ``value`` is the mean result of these tries, from 0 (lost) to 1 (won).
    """

    line: tuple[Action, ...]
    value: float
    tries: int


class SearchPlayer:
    """Thinks about each choice for ``seconds``, or for ``iterations`` tries if a game must be repeatable.

    It stops as soon as no other choice has a prospect of being better, which is most often at once.

    ``policy`` makes the quick players that play on. ``prior`` makes the player whose choice is the one to beat (by
    default the policy), ``proposals`` one whose varied choices are compared with it (by default any legal ones).
    ``value`` evaluates the board after ``turns`` turns, or after ``choices`` choices; without it only the end of the
    game counts. ``doubt`` and ``margin`` say how much better another choice must be: see `Race`. ``matters(action)``
    says whether to think about a question, by the prior's choice. With ``jobs`` processes it makes so many more tries;
    with ``iterations`` it chooses the same with any number of them. `close` ends these processes.

    ``thoughts`` are the lines considered for the last choice: first that of the choice taken, then the best. ``tries``
    counts all tries of the game.
    """

    judge_choices = False
    draws_worlds = True
    """It draws worlds, so its game must keep checkpoints (``Game.begin(keep=True)``, or any `Match`)."""

    def __init__(
        self,
        seed: int = 0,
        *,
        policy: Callable[..., Player] = RandomPlayer,
        prior: Callable[..., Player] | None = None,
        proposals: Callable[..., Player] = RandomPlayer,
        value: Value | None = None,
        turns: int = 2,
        choices: int | None = None,
        candidates: int = CANDIDATES,
        doubt: float = 1.0,
        margin: float = 0.0,
        matters: Callable[[Action], bool] | None = None,
        seconds: float = 1.0,
        iterations: int | None = None,
        jobs: int = 1,
    ) -> None:
        self._rng = random.Random(seed)
        self._prior = (prior or policy)(seed=seed)
        self._proposals = proposals(seed=seed)
        self._lookahead = Lookahead(policy, value or even, turns, choices)
        self._candidates, self._doubt, self._margin, self._matters = candidates, doubt, margin, matters
        self._seconds, self._iterations = seconds, iterations
        self._maker: Here | SearchProcesses = SearchProcesses(jobs) if jobs > 1 else Here()
        self.thoughts: tuple[Thought, ...] = ()
        self.tries = 0

    @property
    def plans(self) -> Sequence[str]:
        """The plans of its prior."""
        return plans_of(self._prior)

    def __call__(self, view: View) -> Action:
        self.thoughts = ()
        own = self._prior(view)
        if view.choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        if self._matters is not None and not self._matters(own):
            return own
        actions = self._compared(view, own)
        if len(actions) == 1:
            return own
        try:
            race = self._race(view, actions)
        except HiddenStep:  # in the midst of what another seat does unseen
            return own
        self.tries += race.count
        best = race.best()
        self.thoughts = tuple(_thoughts(race, best))
        return best

    def close(self) -> None:
        """End the processes of a search with several jobs; it can go on after that, with new ones."""
        self._maker.close()

    def _compared(self, view: View, own: Action) -> list[Action]:
        """The prior's choice, and others: all if they are few, else proposals and any legal ones in turn."""
        listed = view.choices.head(self._candidates + 1)
        if len(listed) <= self._candidates:
            return [own, *(action for action in listed if action != own)]
        actions = [own]
        for draw in range(DRAWS * self._candidates):
            if len(actions) == self._candidates:
                break
            action = view.choices.sample(self._rng) if draw % 2 else self._proposals(view)
            if action not in actions:
                actions.append(action)
        return actions

    def _race(self, view: View, actions: Sequence[Action]) -> Race:
        """The tries that there is time for."""
        started, race = perf_counter(), Race(actions, self._doubt, self._margin)
        task = SearchTask.of(view, self._rng.getrandbits(62), self._lookahead)
        spent = 0.0
        while spent < 1 and not race.decided:
            numbers = range(race.worlds, race.worlds + ROUND)
            for tries in self._maker.rounds(task, race.running, numbers):
                race.add(tries)
                if self._iterations is not None:
                    spent = (race.count + len(race.running) - 1) / self._iterations
                else:
                    spent = (perf_counter() - started) / self._seconds
                if spent >= 1:
                    break
            race.narrow(spent)
        return race


def _thoughts(race: Race, chosen: Action) -> Iterator[Thought]:
    """The lines through the choices of a race, that of the chosen one first, then the best."""
    tried = sorted(race.tries, key=lambda action: (action != chosen, -len(race.tries[action]), -race.mean(action)))
    for action in tried[:THOUGHTS]:
        tries = race.tries[action]
        yield Thought((action, *_best_line(tries)), race.mean(action), len(tries))


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


def effort(maker: Callable[..., Player], seconds: float | None, jobs: int) -> dict[str, float | None]:
    """The settings of a bot for so much thinking: none for one that does not search."""
    while isinstance(maker, partial):
        maker = maker.func
    if maker is not SearchPlayer:
        return {}
    return {"jobs": jobs} if seconds is None else {"seconds": seconds, "iterations": None, "jobs": jobs}


def search_of(
    heuristic: Callable[..., Player],
    value: Value,
    *,
    turns: int,
    choices: int | None = None,
    candidates: int = CANDIDATES,
    matters: Callable[[Action], bool] | None = None,
    fast: bool = True,
) -> Callable[..., Player]:
    """A search whose prior is a game's own player and whose policy is that player, or the fast form of it.

    ``heuristic`` must accept ``fast`` and ``noise``; the rest is as in `SearchPlayer`.
    """
    quick, varied = partial(heuristic, fast=fast), partial(heuristic, fast=True, noise=1.5)
    shared = partial(SearchPlayer, policy=quick, prior=heuristic, proposals=varied, value=value)
    return partial(shared, turns=turns, choices=choices, candidates=candidates, matters=matters)
