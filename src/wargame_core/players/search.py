"""A player that searches: information-set Monte Carlo tree search over worlds its seat cannot tell apart.

It gets views like every player. Each iteration draws a world (`Rules.worlds`), follows the tree of its own choices, and
plays on with a quick policy for all seats for a few turns. Choices with good results are tried more often.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from math import inf, log, sqrt
from time import perf_counter
from typing import Any

from attrs import frozen

from wargame_core.dice import Die, Face, Seeded
from wargame_core.errors import HiddenStep
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Outcome
from wargame_core.flow.players import Player, RandomPlayer
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.flow.state import Imagination, View

Value = Callable[[Any, str], float]
"""An evaluation of a board for a seat, from 0 (lost) to 1 (won); it may use only what that seat sees."""

DOUBT = 4.0
"""By this many ``value_sd``, divided by the square root of its tries, a choice must exceed that of the prior."""
THOUGHTS, LINE_TRIES = 5, 3
"""The number of lines kept as thoughts, and the least number of tries of each choice in a line."""
WIDTH = 0.7
TRIES_TO_WIDEN = 4
SETTLED_AFTER, SETTLED = 300, 0.8
"""After this number of tries, and each multiple of it, a choice with more than this share of them is taken at once."""


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

    It stops earlier if one choice is clearly best.

    ``policy`` makes the quick players that play on. ``prior`` makes a player that proposes the first choice at every
    node (by default the policy); another choice is taken only if its value is clearly higher. ``proposals`` makes a
    player whose varied choices are considered too (by default any legal ones). ``value`` evaluates the board after
    ``turns`` turns; without it only the end of the game counts. ``value_sd`` is the approximate standard deviation of
    the tries of one choice: the larger it is, the more often other choices are tried again. ``margin`` is the value by
    which another choice must exceed that of the prior, however often it was tried, because a search exploits the errors
    of ``value``. Decisions with one action cost no time.

    ``thoughts`` are the lines considered for the last choice: first that of the choice taken, then the most tried.
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
        value_sd: float = 0.2,
        margin: float = 0.0,
        turns: int = 2,
        seconds: float = 1.0,
        iterations: int | None = None,
    ) -> None:
        self._rng = random.Random(seed)
        self._policy = policy(seed=seed)
        self._prior = (prior or policy)(seed=seed)
        self._proposals = proposals(seed=seed)
        self._value: Value = value or (lambda board, seat: 0.5)
        self._value_sd, self._margin = value_sd, margin
        self._turns, self._seconds, self._iterations = turns, seconds, iterations
        self.thoughts: tuple[Thought, ...] = ()

    def __call__(self, view: View) -> Action:
        self.thoughts = ()
        actions: list[Action] = list(view.choices)
        if len(actions) == 1:
            return actions[0]
        root = self._tree(view)
        if root is None or not root.children:
            return self._prior(view)
        best = self._chosen(root)
        self.thoughts = _thoughts(root, best)
        return best

    def _tree(self, view: View) -> _Node | None:
        """The tree grown in the time there is; None in the midst of what another seat does unseen."""
        root, done, started, imagined = _Node(), 0, perf_counter(), view.imagination()
        rollout_seed = self._rng.getrandbits(64)
        while done < self._iterations if self._iterations is not None else perf_counter() - started < self._seconds:
            try:
                self._try(view, imagined, root, rollout_seed)
            except HiddenStep:
                return None
            done += 1
            if done % SETTLED_AFTER == 0 and max(child.visits for child in root.children.values()) > SETTLED * done:
                break
        return root

    def _chosen(self, root: _Node) -> Action:
        """The prior's choice, the first child, or another that promises clearly more."""
        (own, of_prior), *others = root.children.items()
        doubt = DOUBT * self._value_sd
        best, promise = own, of_prior.mean()
        for action, child in others:
            sure_of = child.mean() - self._margin - doubt / sqrt(child.visits)
            if sure_of > promise:
                best, promise = action, sure_of
        return best

    def _try(self, view: View, imagined: Imagination, root: _Node, rollout_seed: int) -> None:
        """One world, played on to the horizon; the tree learns how it went.

        The n-th tries of all choices share a world, and their dice while they roll for the same: what differs is
        rather the choice than luck.
        """
        rules, seat = view.rules, view.seat
        first: Action | None
        first, node, growing = self._choose(root, view)
        path = [root, node]
        rollout_seed += node.visits
        runner = imagined.playing(random.Random(rollout_seed), ImaginedDice(rollout_seed))
        horizon = rules.turn_of(runner.board) + self._turns
        while runner.pending is not None and rules.turn_of(runner.board) < horizon:
            pending = runner.pending
            assert isinstance(pending, (Ask, AskSecretly))
            chosen: dict[str, Action] = {}
            for name in pending.asks if isinstance(pending, AskSecretly) else (pending.seat,):
                if name != seat or not (growing or first is not None):
                    chosen[name] = self._policy(View(runner, name))
                elif first is not None:
                    chosen[name] = first
                    first = None
                else:
                    chosen[name], node, growing = self._choose(node, View(runner, name))
                    path.append(node)
            runner.answer(chosen if isinstance(pending, AskSecretly) else chosen[pending.seat])
        worth = _won(runner.outcome, seat) if runner.outcome is not None else self._value(runner.board, seat)
        for step in path:
            step.visits += 1
            step.total += worth

    def _choose(self, node: _Node, view: View) -> tuple[Action, _Node, bool]:
        """An action for the tree's own seat, its node, and whether the tree goes on growing below it.

        A node gets more children as it is visited more: the prior's choice first, then any others.
        """
        options = view.choices
        known = [(action, child) for action, child in node.children.items() if action in options]
        if len(known) <= WIDTH * sqrt(node.visits):
            for n in range(TRIES_TO_WIDEN):
                if not known:
                    action = self._prior(view)
                else:
                    action = options.sample(self._rng) if n % 2 else self._proposals(view)
                if action not in node.children:
                    child = node.children[action] = _Node()
                    return action, child, False
        if not known:
            action = options.sample(self._rng)
            return action, node.children.setdefault(action, _Node()), False
        off = self._value_sd * sqrt(log(sum(child.visits for _, child in known) + 1))
        action, child = max(known, key=lambda entry: entry[1].bound(off))
        return action, child, True


class _Node:
    """What the tries through one choice came to."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0
        self.children: dict[Action, _Node] = {}

    def mean(self) -> float:
        """How well the tries did."""
        return self.total / self.visits

    def bound(self, off: float) -> float:
        """The mean so far plus what it may be off by: so much for one try."""
        return self.mean() + off / sqrt(self.visits) if self.visits else inf


def _thoughts(root: _Node, chosen: Action) -> tuple[Thought, ...]:
    """The lines through the choices of a tree, that of the chosen one first."""
    tried = sorted(root.children.items(), key=lambda entry: (entry[0] != chosen, -entry[1].visits))
    return tuple(
        Thought((action, *_best_line(child)), child.mean(), child.visits) for action, child in tried[:THOUGHTS]
    )


def _best_line(node: _Node) -> Iterator[Action]:
    """The choices tried most, one after the other, as far as they were tried often enough to mean something."""
    while node.children:
        action, node = max(node.children.items(), key=lambda entry: entry[1].visits)
        if node.visits < LINE_TRIES:
            return
        yield action


class ImaginedDice:
    """The dice of an imagined world: independent of the game's dice, and the same for the same seed."""

    __slots__ = ("_rollout_seed", "_thrown")

    def __init__(self, rollout_seed: int) -> None:
        self._rollout_seed = rollout_seed
        self._thrown: dict[str, int] = {}

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        thrown = self._thrown[label] = self._thrown.get(label, 0) + 1
        return Seeded(self._rollout_seed, label).draw(thrown, die)


def _won(outcome: Outcome, seat: str) -> float:
    return outcome.share(seat) if outcome.winners else 0.5


def search_of(
    heuristic: Callable[..., Player], value: Value, *, turns: int, value_sd: float, margin: float = 0.0
) -> Callable[..., Player]:
    """A search whose prior is a game's own player and whose policy is the fast form of that player.

    ``heuristic`` must accept ``fast`` and ``noise``; the rest is as in `SearchPlayer`.
    """
    quick, varied = partial(heuristic, fast=True), partial(heuristic, fast=True, noise=1.5)
    shared = partial(SearchPlayer, policy=quick, prior=heuristic, proposals=varied, value=value)
    return partial(shared, turns=turns, value_sd=value_sd, margin=margin)
