"""The law of chances: what all seats may expect of one moment fits together."""

from collections import defaultdict
from statistics import mean, stdev
from typing import Final

from attrs import evolve

from wargame_core.chances import LEVEL_LEARNT_FROM, NOTHING_KNOWN
from wargame_core.errors import NeedsPerson
from wargame_laws.complaints import LawBroken
from wargame_laws.trials import Trial

APART: Final = 0.1
"""By how much the mean of what the chances add up to may differ from 1."""
ERRORS: Final = 2
"""So many standard errors of the mean are allowed besides: the moments of a game resemble one another."""


GAMES_OF_BOTS: Final = 40
"""How many games of bots are looked at, where as many games are asked for."""


def law_chances_of_all_seats_add_up(trial: Trial) -> None:
    """The chances to win of all seats, each by its own view, add up to 1 in the mean; where a game estimates them.

    Where a number of games is asked for, they are games of the bots for which the chances are true, whoever plays the
    other games: chances learnt from bots say little of positions that other players reach. Nothing is said of games
    that need a person.
    """
    game, sums = trial.game, defaultdict[int, list[float]](list)
    if len(game.seats) < 2:
        return
    if (trial.thorough or not trial.whole) and LEVEL_LEARNT_FROM in game.bots:
        try:
            game.rules.need_people(trial.options, ())
        except NeedsPerson:
            return
        trial = evolve(trial, players=LEVEL_LEARNT_FROM, seeds=trial.seeds[:GAMES_OF_BOTS])
    for moment in trial.telling_moments():
        chances = [game.chances(moment.match.view(seat)) for seat in game.seats]
        if any(one.basis == NOTHING_KNOWN for one in chances):
            return
        wrong_chances = [one.win for one in chances if not 0 <= one.win <= 1]
        if wrong_chances:
            raise moment.error(f"a chance to win is from 0 to 1, and here {wrong_chances[0]:.3f} (Game.chances)")
        sums[moment.seed].append(sum(one.win for one in chances))
    of_games = [mean(of_one) for of_one in sums.values()]
    error = stdev(of_games) / len(of_games) ** 0.5 if len(of_games) > 1 else 0.0
    if of_games and abs(mean(of_games) - 1) > APART + ERRORS * error:
        raise LawBroken(
            f"the chances of all seats of one moment add up to {mean(of_games):.2f} in the mean of {len(of_games)} "
            f"games (standard error {error:.2f}), and not to 1 +- {APART} (Game.chances): weights learnt on what a "
            "seat does not see, with other options, or with other bots?"
        )
