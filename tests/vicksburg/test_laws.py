"""The laws of the library, on the Vicksburg campaign: face-down tokens, free deployment, and with a referee."""

from __future__ import annotations

import pytest

from wargame_core.testing import laws

pytestmark = pytest.mark.slow

OTHER_CAMPAIGNS = (
    "action fight_with",
    "event formation_left_out",
    "event place_raided",
    "event token_sighted",
)
"""What needs stacks, set-up choices or raids, which this campaign has not; sightings are never recorded as such."""

BY_THE_BOOK = ("action battle_report", "action deploy", "event brigade_lost")
"""What needs a free deployment, a battle fought by people, or permanent losses."""

DEPOT = "action place_depot"
"""A card that moves a depot finds a Federal division on the Mississippi in few campaigns of such players."""

LAST_TURN = "step Campaign > Decide the campaign"
"""Fights all over the map decide most of these campaigns before their last turn."""

test_laws = laws(
    "vicksburg",
    seeds=range(200),
    players=("belligerent", "random", "belligerent"),
    budget=60,
    unexercised=(*OTHER_CAMPAIGNS, *BY_THE_BOOK, DEPOT),
)

test_laws_of_free_deployment_and_reported_battles = pytest.mark.thorough(
    laws(
        "vicksburg",
        seeds=range(100),
        players="belligerent",
        scenario="free",
        options={"battles": "reported", "tabletop_losses": "permanent"},
        budget=80,
        unexercised=(*OTHER_CAMPAIGNS, LAST_TURN),
    )
)

test_laws_with_a_referee = laws(
    "vicksburg",
    seeds=range(100),
    players=("belligerent", "random", "belligerent"),
    options={"fog": "referee"},
    budget=50,
    unexercised=(*OTHER_CAMPAIGNS, *BY_THE_BOOK),
)
