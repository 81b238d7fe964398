"""The laws of the library, on the Vicksburg campaign: face-down tokens, free deployment, and with a referee."""

from collections.abc import Callable

import pytest
from tests.altar_of_freedom.bounds import VICKSBURG

from wargame_core import load
from wargame_laws import Trial, laws
from wargame_laws.laws_of_play import law_undo_goes_exactly_one_choice_back
from wargame_laws.laws_of_secrets import law_secrets_stay_secret
from wargame_laws.laws_of_the_table import law_the_table_tells_no_secrets

OTHER_CAMPAIGNS = (
    "action fight_with",
    "event formation_left_out",
    "event place_raided",
    "event token_sighted",
    "roll PlaceDivision.begin",
)
"""What needs stacks, set-up choices, raids or cards with a die for a place, which are not in this campaign; sightings
are never recorded as such."""

BY_THE_BOOK = ("action battle_report", "action deploy")
"""What needs a free deployment, or a battle fought by people."""

BESIEGED = "bound points of a siege from within"
"""Nobody besieges Vicksburg by chance; bots do."""

HOURS = ("roll _hour", "roll _hour (2)")
"""The hours of the stand-in, which nobody plays where battles are reported."""

LAST_TURN = "step Campaign > Decide the campaign"
"""Fights all over the map decide most of these campaigns before their last turn."""

test_laws = laws(
    "vicksburg",
    seeds=range(200),
    players=("belligerent", "random", "belligerent"),
    games=4,
    budget=75,
    bounds=VICKSBURG,
    unexercised=(*OTHER_CAMPAIGNS, *BY_THE_BOOK, BESIEGED),
)

test_laws_of_free_deployment_and_reported_battles = pytest.mark.thorough(
    laws(
        "vicksburg",
        seeds=range(100),
        players="belligerent",
        scenario="free",
        options={"battles": "reported", "tabletop_losses": "permanent"},
        budget=80,
        bounds=VICKSBURG,
        unexercised=(*OTHER_CAMPAIGNS, LAST_TURN, *HOURS, BESIEGED),
    )
)

REFEREE = {"fog": "referee"}

test_laws_with_a_referee = pytest.mark.thorough(
    laws(
        "vicksburg",
        seeds=range(100),
        players=("belligerent", "random", "belligerent"),
        options=REFEREE,
        budget=50,
        bounds=VICKSBURG,
        unexercised=(*OTHER_CAMPAIGNS, *BY_THE_BOOK, BESIEGED),
    )
)


@pytest.fixture(scope="module")
def with_a_referee() -> Trial:
    return Trial(load("vicksburg"), range(1), "belligerent", options=REFEREE, budget=4)


@pytest.mark.parametrize(
    "law", [law_secrets_stay_secret, law_undo_goes_exactly_one_choice_back, law_the_table_tells_no_secrets]
)
def test_a_law_of_what_is_seen_holds_with_a_referee(law: Callable[[Trial], None], with_a_referee: Trial) -> None:
    law(with_a_referee)
