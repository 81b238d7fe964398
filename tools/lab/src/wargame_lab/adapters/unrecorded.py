"""A game in play of which nothing is recorded: for learners, who play thousands and look back at none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame_core.dice import dice_for
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Update
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Answer, answer_with
from wargame_core.flow.runner import Runner
from wargame_core.game import Game


class Unrecorded(Match):
    """A match without a story, undo or forks; it goes as fast as a simulation, and as a match of the same seed.

    Only with ``worlds`` can players draw worlds from their views: that costs a copy of the board for each step.
    """

    def __init__(
        self, game: Game, scenario: str | None, options: Mapping[str, Any], seed: int | None, worlds: bool = False
    ) -> None:
        dice, seed = dice_for("seeded", seed, None)
        super().__init__(Runner.begin(game.rules, scenario, options, dice=dice, keep=worlds), [], seed=seed)

    def play_listed(self, action: Action, seat: str) -> None:
        """Play an action that was listed among the choices of the seat: it needs no judging."""
        answer, self._commits = answer_with(self.pending, seat, action, self._commits)
        if answer is not None:
            self._runner.answer(answer)

    def _answer(self, answer: Answer) -> Update:
        self._commits = {}
        self._runner.answer(answer)
        return Update(())
