"""The laws of the library, on the campaign that `wargame new campaign` writes: no rule rests on the published two."""

import tempfile
from functools import cache
from pathlib import Path

from wargame_altar_of_freedom.authoring.folders import new_campaign, open_campaign
from wargame_core import Game
from wargame_laws import laws

NOT_IN_IT = (
    "action battle_report",
    "action decide",
    "action deploy",
    "action fight_with",
    "action place_depot",
    "action rail_move",
    "event effect_spent",
    "event formation_left_out",
    "event place_raided",
    "event token_sighted",
    "roll ForbidMovementDice.begin",
    "roll PlaceDivision.begin",
)
"""What needs stacks, raids, rails, set-up choices, or other options."""


@cache
def scaffold() -> Game:
    """The game of a freshly written folder; its files are read once and not needed afterwards."""
    with tempfile.TemporaryDirectory() as place:
        new_campaign(Path(place, "third"))
        game = open_campaign(Path(place, "third"))
    assert game is not None
    return game


test_laws = laws(
    scaffold, seeds=range(60), players=("belligerent", "random"), games=2, budget=30, unexercised=NOT_IN_IT
)
