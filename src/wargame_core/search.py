"""A player that searches: information-set Monte Carlo tree search over worlds its seat cannot tell apart.

It gets views like every player. Each try draws a world (`Game.worlds`), follows a tree of its own choices, and plays on
with a quick policy for all seats for a few turns; dice fall anew each time. Choices that do well are tried more often.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import log, sqrt
from time import perf_counter
from typing import Any

from wargame_core.bots import Player, RandomPlayer
from wargame_core.choices import Options
from wargame_core.dice import Die
from wargame_core.errors import WargameError
from wargame_core.events import Outcome
from wargame_core.procedures import Ask, AskSecretly
from wargame_core.runner import Runner
from wargame_core.views import View

Value = Callable[[Any, str], float]
"""How good a board is for a seat, from 0 (lost) to 1 (won); it may look at what that seat sees and nothing else."""

EXPLORATION = 0.1
DOUBT = 0.3
"""How much a choice other than the adviser's must promise beyond it, for one try; less by the root of the tries."""
WIDTH = 0.7
TRIES_TO_WIDEN = 4


class SearchPlayer:
    """Thinks for ``seconds`` about each choice, or for ``iterations`` tries where a game must be repeatable.

    ``policy`` makes the quick players that play on, ``adviser`` a player that proposes the first choice everywhere
    (the policy if not given): another choice must promise clearly more to be taken instead. ``value`` judges the board
    after ``turns`` turns; without it only the end of the game counts. Choices with one action cost nothing.
    """

    trusted = True
    imagines = True
    """It draws worlds, for which a game must keep its checkpoints (``Game.begin(keep=True)``, any `Match`)."""

    def __init__(
        self,
        seed: int = 0,
        *,
        policy: Callable[..., Player] = RandomPlayer,
        adviser: Callable[..., Player] | None = None,
        value: Value | None = None,
        turns: int = 2,
        seconds: float = 1.0,
        iterations: int | None = None,
    ) -> None:
        self._rng = random.Random(seed)
        self._policy = policy(seed=seed)
        self._adviser = (adviser or policy)(seed=seed)
        self._value: Value = value or (lambda board, seat: 0.5)
        self._turns, self._seconds, self._iterations = turns, seconds, iterations

    def __call__(self, view: View) -> Any:
        options = view.choices
        actions = list(options)
        if len(actions) == 1:
            return actions[0]
        if not view._runner.keep:
            raise WargameError("a player that searches needs a game that keeps its checkpoints: begin(..., keep=True)")
        root, done, started = _Node(), 0, perf_counter()
        while done < self._iterations if self._iterations is not None else perf_counter() - started < self._seconds:
            self._try(view, root)
            done += 1
        tried = [(action, node) for action, node in root.children.items() if action in options and node.visits]
        if not tried:
            return self._adviser(view)
        own, _ = tried[0]  # the adviser proposes the first child
        return max(tried, key=lambda one: one[1].mean() - (0 if one[0] == own else DOUBT / sqrt(one[1].visits)))[0]

    def _try(self, view: View, root: _Node) -> None:
        """One world, played on to the horizon; the tree learns how it went."""
        game, seat = view._runner.game, view.seat
        runner = game.view_worlds(view, self._rng).runner(dice=_Falling(self._rng), keep=False)
        horizon = game.turn_of(runner.board) + self._turns
        path, node = [root], root
        growing = True
        while runner.pending is not None and game.turn_of(runner.board) < horizon:
            pending = runner.pending
            if isinstance(pending, AskSecretly):
                chosen = {name: self._policy(View(runner, name)) for name in pending.asks}
                if growing and seat in pending.asks:
                    chosen[seat], node, growing = self._choose(node, pending.asks[seat].options, runner, seat)
                    path.append(node)
                runner.answer(chosen)
            elif isinstance(pending, Ask) and pending.seat == seat and growing:
                action, node, growing = self._choose(node, pending.options, runner, seat)
                path.append(node)
                runner.answer(action)
            else:
                assert isinstance(pending, Ask)
                runner.answer(self._policy(View(runner, pending.seat)))
        worth = _won(runner.outcome, seat) if runner.outcome is not None else self._value(runner.board, seat)
        for one in path:
            one.visits += 1
            one.total += worth

    def _choose(self, node: _Node, options: Options, runner: Runner, seat: str) -> tuple[Any, _Node, bool]:
        """An action for the tree's own seat, its node, and whether the tree goes on growing below it.

        A node gets more children as it is visited more: the adviser's choice first, then any others.
        """
        known = [(action, child) for action, child in node.children.items() if action in options]
        if len(known) <= WIDTH * sqrt(node.visits):
            for _ in range(TRIES_TO_WIDEN):
                action = options.sample(self._rng) if known else self._adviser(View(runner, seat))
                if action not in node.children:
                    child = node.children[action] = _Node()
                    return action, child, False
        if not known:
            action = options.sample(self._rng)
            return action, node.children.setdefault(action, _Node()), False
        seen = log(sum(child.visits for _, child in known) + 1)
        action, child = max(known, key=lambda one: one[1].bound(seen))
        return action, child, True


class _Node:
    """What the tries through one choice came to."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0
        self.children: dict[Any, _Node] = {}

    def mean(self) -> float:
        """How well the tries did."""
        return self.total / self.visits

    def bound(self, seen: float) -> float:
        """The mean so far plus what it may be off by."""
        if not self.visits:
            return float("inf")
        return self.mean() + EXPLORATION * sqrt(seen / self.visits)


class _Falling:
    """Dice that fall from a player's own random numbers: what it imagines never touches the game's."""

    __slots__ = ("_rng",)

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def draw(self, seq: int, die: Die, label: str = "") -> Any:
        return die.faces[int(self._rng.random() * len(die.faces))]


def _won(outcome: Outcome, seat: str) -> float:
    if outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner == seat else 0.0
