"""A game in play of which nothing is recorded: for learners, who play thousands and look back at none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame_core.dice import dice_for
from wargame_core.errors import IllegalAction
from wargame_core.flow.answering import answer_with
from wargame_core.flow.choices import Action
from wargame_core.flow.live_game import LiveGame
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import View
from wargame_core.game import Game


class Unrecorded(LiveGame):
    """A live game without a story, undo or forks; it goes as fast as a simulation, and as a match of the same seed.

    Only with ``worlds`` can players draw worlds from their views: that costs a copy of the board for each step.
    """

    def __init__(
        self, game: Game, scenario: str | None, options: Mapping[str, Any], seed: int | None, worlds: bool = False
    ) -> None:
        dice, _ = dice_for("seeded", seed, None)
        super().__init__(Runner.begin(game.rules, scenario, options, dice=dice, keep=worlds), [], {})

    def view(self, seat: str) -> View:
        """What the seat may know."""
        return View(self._runner, seat, self._commits)

    def play(self, action: object, seat: str) -> None:
        """Play an action (or its JSON). Raises `IllegalAction`, `NotYourTurn` or `MalformedAction`."""
        chosen = self.rules.let_in(action)
        verdict = self._judged(self._ask(seat), chosen)
        if not verdict:
            raise IllegalAction(verdict)
        self.play_listed(chosen, seat)

    def play_listed(self, action: Action, seat: str) -> None:
        """Play an action that was listed among the choices of the seat: it needs no judging."""
        answer, self._commits = answer_with(self.pending, seat, action, self._commits)
        if answer is not None:
            self._runner.answer(answer)
