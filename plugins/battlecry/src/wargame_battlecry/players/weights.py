"""What places, attacks and cards are worth to a heuristic player, in enemy figures: rules of thumb, no rules.

`NORMAL` was set by hand, one number at a time. `HARD` was found by a machine: two players whose numbers differed by a
step, up or down at random in each, played some thousands of pairs of games on the same dice, and after each pair every
number went a little the way of the better one (SPSA; see benchmarks/notes/battle_cry.md). What the card Battle Cry is
worth in the hand was set by hand: it is not to be spent on a few steps.
"""

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen


@frozen
class Weights:
    """What a player's judgement rests on. What is 0 in `NORMAL` is a term that only `HARD` has."""

    flag: float = 3.0
    """A flag."""
    last_flag: float = 0.0
    """How much more the last flag of a battle is worth than one far from the end, for oneself."""
    last_flag_lost: float = 0.0
    """The same for the enemy."""
    flag_rolled: float = 0.08
    """A die that may show a flag."""
    quiet: float = 8.0
    """Turns before the first flag is missed."""
    flag_by: float = 4.0
    """Turns in which each further flag is expected."""
    patience: float = 10.0
    """Turns of waiting after which an approach is worth twice as much and danger counts half."""
    cover: float = 0.0
    """A die that the attacker of a hex loses, besides what that saves next turn."""
    last_figure: float = 0.0
    """What a unit of one figure loses by each hex that it is nearer to the enemy than five."""
    guns: float = 0.0
    """What a die against artillery is worth besides what it is expected to hit."""
    next_attack: float = 0.2
    """The part of the best attack from a hex that counts for the next turn, when the unit need not move for it."""
    led: float = 0.0
    """How much more a blow at a unit with a general counts."""
    answer: tuple[float, ...] = (1.5, 1.25, 1.0, 0.75, 0.5, 0.4, 0.25, 0.25)
    """What the blows of the enemy's units count, the worst first. They stand for the turns after the next as well."""
    charge: float = 0.8
    """The part of a blow of infantry that moves next to the unit: the move may be barred, or the infantry be wanted
    elsewhere."""
    ride: float = 0.8
    """The same of cavalry."""
    step_and_fire: float = 1.0
    """The same of infantry that comes within range."""
    worst: float = 0.4
    """The part of the worst blow that counts when a place is looked at alone."""
    least: float = 0.02
    """What an order must add to a plan."""
    enter: float = 0.0
    """What entering the ground won is worth besides the place."""
    rally: float = 0.35
    """A figure that a Rally may bring back."""
    keep: Mapping[str, float] = field(factory=dict, hash=False)
    """By effect, what a card is worth in the hand, so what its orders must bring before it is played."""
    keep_order: float = 0.0
    """The same for each order of a section card beyond two."""


NORMAL: Final = Weights()
"""The normal player's."""
HARD: Final = Weights(
    flag=2.3,
    last_flag=0.68,
    last_flag_lost=0.94,
    flag_rolled=0.12,
    quiet=12.0,
    flag_by=4.5,
    patience=17.0,
    cover=0.32,
    last_figure=0.27,
    guns=0.068,
    next_attack=0.27,
    led=0.27,
    answer=(1.6, 1.4, 1.1, 0.96, 0.64, 0.4, 0.25, 0.25),
    charge=0.97,
    ride=0.6,
    step_and_fire=0.39,
    worst=0.21,
    least=0.0031,
    enter=-0.27,
    rally=0.52,
    keep={"battle_cry": 1.5, "bombard": 0.47, "counterattack": 0.34, "forced_march": 0.68, "leadership": 0.27},
    keep_order=0.23,
)
"""The hard player's."""
