"""A random player that seeks contact: uniform random play hardly ever fights, and tests must see fights."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_altar_of_freedom.board.actions import BATTLE, AllotDice, CallReinforcements, EndMarch, PlayBattleCard
from wargame_altar_of_freedom.rules.march_options import MarchChoices
from wargame_core.flow.choices import Action
from wargame_core.flow.players import RandomPlayer
from wargame_core.flow.view import View
from wargame_core.maps.masks import bits


class BelligerentPlayer(RandomPlayer):
    """Marches at the nearest enemy and commits to battle three times in four; otherwise chooses at random."""

    def __call__(self, view: View) -> Action:
        options = view.choices
        if self._rng.random() > 0.75:
            return options.sample(self._rng)
        if isinstance(options, MarchChoices):
            return self._towards_enemy(view, options)
        action = options.sample(self._rng)
        if isinstance(action, AllotDice | CallReinforcements | EndMarch):
            return most_tokens(options)
        if isinstance(action, PlayBattleCard) and PlayBattleCard(BATTLE) in options:
            return PlayBattleCard(BATTLE)
        return action

    def _towards_enemy(self, view: View, choices: MarchChoices) -> Action:
        board = view.board
        enemies = list(bits(board.mask(board.enemy(view.seat))))
        ends = list(bits(choices.ends))
        if not enemies or not ends:
            return choices.sample(self._rng)
        distance = board.campaign.map.distance
        return choices.move_to(min(ends, key=lambda end: min(distance(end, enemy) for enemy in enemies)))


def most_tokens(choices: Iterable[Action]) -> Action:
    """The choice that names the most tokens."""
    return max(choices, key=lambda action: len(getattr(action, "tokens", getattr(action, "token", ""))))
