"""What a strong bot advises, and what choices are worth: what analyses, hints and puzzles have in common.

A choice is rated by what its seat knows. It is played on to the end of the turn in worlds that the seat cannot tell
from the true one, with the same dice for all choices, and the learnt chances rate what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import Final

from attrs import frozen

from wargame_core import Action, Game, View
from wargame_core.chances import Chances
from wargame_core.flow.choices import Choices
from wargame_core.flow.players import Player, Stop, plans_of
from wargame_core.names import folded
from wargame_lab.chances.learnt import lead_of
from wargame_lab.choice_words import words_of_choice
from wargame_lab.lookahead import Lookahead, SearchTask, tries

STRONG: Final = ("hard", "normal")
"""The levels of the bot that advises: the first of them that the game has."""
LONGEST: Final = 80
"""After so many choices play is rated, where the turn has not ended."""
LONGEST_OF_MANY: Final = 40
"""The same where many choices are rated."""


def strong_bot(game: Game) -> str:
    """The name of the strongest level of a game."""
    return next(level for level in STRONG if level in game.bots)


def lookahead_of(game: Game, longest: int = LONGEST, *, turns: int = 1, in_points: bool = False) -> Lookahead:
    """How choices of a game are played on and rated: by the chance to win, or by the expected lead in points."""

    def rate(view: View) -> float:
        chances = game.chances(view)
        return lead_in_points(chances, view.seat) if in_points else chances.win

    bot, words = partial(game.bot, "normal"), partial(words_of_choice, game)
    return Lookahead(bot, turns=turns, choices=longest, rate=rate, words=words)


def lead_in_points(chances: Chances, seat: str) -> float:
    """By how many points a seat is expected to lead at the end; where one side is scored, its points or less them."""
    return lead_of({side: score.mean for side, score in chances.scores.items()}, seat, goal=0.0)


@frozen
class Advice:
    """What a player would choose, and what it says of that in words."""

    action: Action
    why: tuple[str, ...]

    @staticmethod
    def of(player: Player, view: View) -> Advice:
        """The choice of a player for the seat of a view, and the sentences that tell more than the choice itself."""
        sentences_before = len(plans_of(player))
        action = player(view)
        text = folded(action.text(view.board))
        sentences = plans_of(player)[sentences_before:]
        return Advice(action, tuple(sentence for sentence in sentences if folded(sentence.rstrip(".")) != text))


@frozen
class RatedChoice:
    """A choice, the chance to win that it came to in each world, and what the seat did after it in the first one."""

    action: Action
    chances: tuple[float, ...]
    line: tuple[str, ...] = ()

    @property
    def chance(self) -> float:
        """The mean over the worlds."""
        return fmean(self.chances)

    @property
    def error(self) -> float:
        """The standard error of that mean; 0 for a single world."""
        return standard_error(self.chances)

    def lead(self, other: RatedChoice) -> tuple[float, float]:
        """By how much it is better than a choice rated in the same worlds, and the standard error of that."""
        differences = [
            own_chance - other_chance for own_chance, other_chance in zip(self.chances, other.chances, strict=True)
        ]
        return fmean(differences), standard_error(differences)

    def and_in(self, more: RatedChoice) -> RatedChoice:
        """The same choice, rated in the worlds of both."""
        return RatedChoice(self.action, (*self.chances, *more.chances), self.line)


def some_choices(choices: Choices, count: int, rng: Random) -> list[Action]:
    """All of a short list of choices, or else some that are drawn from it, about so many."""
    if len(choices) <= count and choices.complete:
        return list(choices)
    return list(dict.fromkeys(choices.sample(rng) for _ in range(2 * count)))


def standard_error(numbers: Sequence[float]) -> float:
    """The standard error of the mean of some numbers; 0 for fewer than two."""
    return stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0


def rate_choices(
    task: SearchTask, actions: Sequence[Action], worlds: Iterable[int], stop: Stop | None = None
) -> list[RatedChoice]:
    """Each of some actions, rated in the worlds of these numbers, at least one.

    Raises `Stopped`, and `WargameError` where somebody does what the seat does not see.
    """
    columns = [tries(task, actions, number, stop) for number in worlds]
    return [
        RatedChoice(action, tuple(one.worth for one in row), row[0].words)
        for action, row in zip(actions, zip(*columns, strict=True), strict=True)
    ]
