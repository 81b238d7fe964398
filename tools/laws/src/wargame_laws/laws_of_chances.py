"""The law of chances: what all seats may expect of one moment fits together."""

from itertools import islice
from typing import Final

from wargame_core.chances import NOTHING_KNOWN
from wargame_laws.complaints import LawBroken
from wargame_laws.trials import Trial

MOMENTS: Final = 120
"""How many moments are looked at."""
APART: Final = 0.1
"""By how much the mean of what the chances add up to may differ from 1."""


def law_chances_of_all_seats_add_up(trial: Trial) -> None:
    """The chances to win of all seats, each by its own view, add up to 1 in the mean; where a game estimates them."""
    game, sums = trial.game, list[float]()
    if len(game.seats) < 2:
        return
    for moment in islice(trial.telling_moments(), MOMENTS):
        chances = [game.chances(moment.match.view(seat)) for seat in game.seats]
        if any(one.basis == NOTHING_KNOWN for one in chances):
            return
        wrong = [one.win for one in chances if not 0 <= one.win <= 1]
        if wrong:
            raise moment.error(f"a chance to win is from 0 to 1, and here {wrong[0]:.3f} (Game.chances)")
        sums.append(sum(one.win for one in chances))
    mean = sum(sums) / len(sums) if sums else 1.0
    if abs(mean - 1) > APART:
        raise LawBroken(
            f"the chances of all seats of one moment add up to {mean:.2f} in the mean of {len(sums)} moments, and not "
            f"to 1 +- {APART} (Game.chances): weights learnt on what a seat does not see, or with other bots?"
        )
