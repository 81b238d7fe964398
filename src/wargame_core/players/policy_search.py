"""A player that searches among policies: once in some turns it tries which one of them wins most from here.

So it finds what pays only in several moves together, which a comparison of single choices does not, and it tries
seldom. The policy that it follows goes on unless another was surely better in the same worlds with the same dice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from wargame_core.errors import HiddenStep
from wargame_core.flow.choices import Action
from wargame_core.flow.players import Player, plans_of
from wargame_core.flow.state import View
from wargame_core.players.lookahead import Follow, Lookahead, SearchTask, Value, even
from wargame_core.players.racing import LEAST, Race
from wargame_core.players.search_processes import Effort, Here, SearchProcesses
from wargame_core.players.thoughts import Thought, thoughts_of


class PolicySearchPlayer:
    """Plays by one of some ``policies``, and thinks every ``every`` turns about which one to follow.

    The first policy is followed at the start, and is what other seats are thought to play. Each policy is tried for
    ``turns`` turns, in the same worlds and with the same dice, and ``value`` evaluates the board then; without it only
    the end of the game counts. Another policy is followed if it did better by ``doubt`` standard errors and ``margin``
    (see `Race`). No policy is given up before ``least`` worlds: where only victory and defeat are told, a few worlds
    that end alike say little. It thinks for ``seconds``, or for ``iterations`` tries if a game must be repeatable, in
    ``jobs`` processes; `close` ends these.

    ``plans`` are those of the policies, with a sentence for each change of policy. ``thoughts`` are the policies
    compared last: first the one taken, then the best. ``tries`` counts all tries of the game.
    """

    judge_choices = False
    draws_worlds = True
    """It draws worlds, so its game must keep checkpoints (``Game.begin(keep=True)``, or any `Match`)."""

    def __init__(
        self,
        seed: int = 0,
        *,
        policies: Mapping[str, Callable[..., Player]],
        value: Value | None = None,
        turns: int = 2,
        every: int = 1,
        doubt: float = 1.0,
        margin: float = 0.0,
        least: int = LEAST,
        seconds: float = 1.0,
        iterations: int | None = None,
        jobs: int = 1,
    ) -> None:
        self._rng = random.Random(seed)
        self._players = {name: make(seed=seed) for name, make in policies.items()}
        self._followed = next(iter(policies))
        self._lookahead = Lookahead(policies[self._followed], value or even, turns, own_policies=policies)
        self._every, self._doubt, self._margin, self._least = every, doubt, margin, least
        self._effort = Effort(seconds, iterations)
        self._maker: Here | SearchProcesses = SearchProcesses(jobs) if jobs > 1 else Here()
        self._compared: int | None = None  # in which turn
        self._told: list[str] = []
        self._told_by_player = 0
        self.thoughts: tuple[Thought, ...] = ()
        self.tries = 0

    @property
    def plans(self) -> Sequence[str]:
        """What was told so far, by the policies and about them, the oldest first."""
        return tuple(self._told)

    def __call__(self, view: View) -> Action:
        turn = view.rules.turn_of(view.board)
        is_due = self._compared is None or turn >= self._compared + self._every
        if is_due and not view.forced and not view.choices.by_people:
            self._compare(view, turn)
        player = self._players[self._followed]
        action = player(view)
        plans = plans_of(player)
        self._told += plans[self._told_by_player :]
        self._told_by_player = len(plans)
        return action

    def close(self) -> None:
        """End the processes of a search with several jobs; it can go on after that, with new ones."""
        self._maker.close()

    def _compare(self, view: View, turn: int) -> None:
        """Find out which policy to follow from now on."""
        names = sorted(self._players, key=lambda name: name != self._followed)
        race = Race([Follow(name) for name in names], self._doubt, self._margin, self._least)
        try:
            task = SearchTask.of(view, self._rng.getrandbits(62), self._lookahead)
            self._effort.run(race, task, self._maker)
        except HiddenStep:  # in the midst of what another seat does unseen
            return
        self._compared = turn
        self.tries += race.count
        best = race.best()
        self.thoughts = tuple(thoughts_of(race, best))
        if best.policy != self._followed:
            chances = f"{race.mean(best):.0%} in {len(race.tries[best])} worlds, {race.mean(race.first):.0%} before"
            self._told.append(f"From now on: {best.policy} ({chances}).")
            self._followed = best.policy
            self._told_by_player = len(plans_of(self._players[self._followed]))
