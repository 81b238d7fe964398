"""Which choices a puzzle asks about: all of a short menu, or a few of a long one that differ in what follows.

Of a long menu those are rated that the bots of some levels would make, and some drawn at random, all of one unit where
that has enough of them: to choose where a unit goes is a question, which of many goes first seldom is. Of these the
puzzle asks about the best one and a few others. Left out are choices that come to the same as another, and those
that are almost as good as the best one by the same unit or at the same place.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import fields_dict, frozen

from wargame_core import Action, Game, View
from wargame_lab.advice import Advice, RatedChoice

FEWEST_CHOICES: Final = 3
"""How many choices a puzzle asks about at the least, and to how many different results they come."""
MOST_CHOICES: Final = 12
"""A menu of so many choices at the most is asked whole."""
MOST_OF_MANY: Final = 6
"""About how many choices a puzzle asks of a longer one, at the most."""
RATED_OF_MANY: Final = 20
"""How many choices of a longer one are rated."""
READ_OF_MANY: Final = 1000
"""So many choices of a longer one are read at the most."""
LEVELS: Final = ("normal", "easy")
"""The levels whose choices are rated of a longer one, beside those drawn at random."""
LATER: Final = frozenset({"until", "within"})
"""Fields of actions that answer questions to come too: a puzzle asks about this question alone."""


@frozen
class PuzzleQuestion:
    """The choices that are rated at a position; ``whole`` where they are all that the menu has."""

    actions: tuple[Action, ...]
    whole: bool

    @staticmethod
    def of(game: Game, view: View, seed: int) -> PuzzleQuestion | None:
        """The question of a view's seat; None where it has too few choices."""
        choices = view.choices
        if choices.complete and len(choices) <= MOST_CHOICES:
            actions = tuple(filter(_is_of_now, choices))
            is_whole = len(actions) == len(choices)
        else:
            actions, is_whole = tuple(_some_of(game, view, seed)), False
        return PuzzleQuestion(actions, is_whole) if len(actions) >= FEWEST_CHOICES else None

    def asked(self, view: View, rated: Sequence[RatedChoice], margin: float) -> list[RatedChoice]:
        """Those of the rated choices that the puzzle asks about, the best one first.

        Left out of a menu that is not asked whole are choices that come to the same as another one, and, by the same
        unit or at the same place as the best, those that are worse by less than ``margin``.
        """
        ranking = sorted(rated, key=lambda one: one.chance, reverse=True)
        if self.whole and 2 * sum(one.chances == ranking[0].chances for one in ranking) <= len(ranking):
            return ranking
        best, *others = ranking
        different, results = [best], {best.chances}
        for one in others:
            is_near = best.chance - one.chance < margin and _are_alike(view, best.action, one.action)
            if one.chances not in results and not is_near:
                results.add(one.chances)
                different.append(one)
        return different[:MOST_OF_MANY]


def _is_of_now(action: Action) -> bool:
    """Whether an action answers no question to come."""
    return not LATER & fields_dict(type(action)).keys()


def _some_of(game: Game, view: View, seed: int) -> list[Action]:
    """Choices of a long menu: those of bots and some drawn at random, of one unit where it has enough; each once."""
    rng = random.Random(seed)
    bots = [Advice.of(game.bot(level, seed=seed), view).action for level in LEVELS]
    actions = view.choices.head(READ_OF_MANY)
    unit = bots[0].about(view.board).pieces
    of_unit = [action for action in actions if action.about(view.board).pieces == unit] if unit else []
    drawn_actions = rng.sample(of_unit, len(of_unit)) if len(of_unit) >= MOST_OF_MANY else None
    if drawn_actions is None:
        drawn_actions = [view.choices.sample(rng) for _ in range(2 * RATED_OF_MANY)]
    else:
        bots = [action for action in bots if action.about(view.board).pieces == unit]
    return list(dict.fromkeys(filter(_is_of_now, (*bots, *drawn_actions))))[:RATED_OF_MANY]


def _are_alike(view: View, one: Action, other: Action) -> bool:
    """Whether two choices are of the same unit, or go to the same place or against it."""
    first, second = one.about(view.board), other.about(view.board)
    places = {first.to, first.target} & {second.to, second.target} - {"", None}
    return bool(set(first.pieces) & set(second.pieces) or places)
