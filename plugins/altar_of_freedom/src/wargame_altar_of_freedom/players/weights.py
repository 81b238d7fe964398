"""The terms of which a campaign player's judgement is the sum: what each values, and its one weight.

All are in points of victory. The weights of `NORMAL` were set by hand. Where a campaign's normal player has others,
they stand in `normal.toml` beside the campaign's other data, for each side on its own; the hard player's stand in
`hard.toml`. What a term adds up is in the function that it names.
"""

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from wargame_altar_of_freedom.printed import data_files
from wargame_altar_of_freedom.printed.lines import Side
from wargame_core.data import DataFolder, Problems, check_source, structure


@frozen
class Weights:
    """One number for each term. Where it is 1, the points of the briefings are believed."""

    # what makes a goal (`goals.goals_of`)

    gain: float = 1.0
    """What the side's own lines score: places to enter, hold, surround, threaten, or close (`goals.AIMS`)."""
    guard: float = 1.0
    """What the enemy's lines would score for him (`goals.AIMS`)."""
    special: float = 1.0
    """Special actions: crossings to burn, and what one brings by its own worth (`goals.special_actions`)."""
    trains: float = 1.0
    """Trains: to bring home, to take, and enemies who come near them (`goals.trains_to_take`, `stand.escort`)."""
    attack: float = 0.6
    """Falling on enemy divisions, by what a skirmish won scores there (`goals.enemies_to_fight`)."""

    # who goes for which goal (`plan.make_plan`)

    march: float = 0.03
    """Each space of a march, so that the nearest of equal tokens goes (`plan.worthwhile_pairs`)."""
    command: float = 0.7
    """A division that goes elsewhere than its command (`plan.with_detachment_costs`)."""

    # how a corps stands at the end of its march (`stand.TERMS`)

    place: float = 1.0
    """What standing there brings at the end of the turn (`stand.place_points`)."""
    way: float = 1.0
    """The way that is left to the goal (`stand.way_points`)."""
    post: float = 0.5
    """What the enemy gains where a guard leaves his post before him (`stand.post_points`)."""
    danger: float = 1.3
    """What the enemy's attacks are expected to cost; more than 1 is more than the odds say (`stand.danger`)."""
    company: float = 0.0
    """Standing where no friend is near, whoever can come now (`stand.company`)."""
    fight: float = 1.0
    """What a march into enemies is expected to bring (`activation.Corps.fight`)."""

    dice: float = 1.0
    """What a Staff Die would bring those who have yet to move (`marching.prices`)."""


NORMAL: Final = Weights()
"""The normal player's, for both sides of a campaign that has no numbers of its own."""


WeightsFile = dict[Side, Weights]
"""A `normal.toml` or `hard.toml`: a table for each side, with the numbers that are not as `NORMAL`."""


PLAYER_OF_FILE: Final = {data_files.NORMAL: "the normal player", data_files.HARD: "the hard player"}
"""The files that have weights, and whose they are."""


def read_weights(folder: DataFolder, seats: Iterable[str], name: str = data_files.HARD) -> dict[str, Weights]:
    """The weights in a campaign's `hard.toml`, or in another file of `PLAYER_OF_FILE`, by side. Raises `DataError`."""
    doc, problems = folder.read(name, f"the numbers of {PLAYER_OF_FILE[name]}, by side"), Problems()
    check_source(doc, problems)
    weights_file = structure(doc, WeightsFile, problems, names={"a side": tuple(seats)})
    problems.raise_if_any()
    return weights_file or {}
