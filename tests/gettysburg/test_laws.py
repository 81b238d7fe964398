"""The laws of the library, on the Gettysburg campaign: face-down tokens, free deployment, and with a referee."""

from itertools import islice

import pytest
from tests.altar_of_freedom.bounds import GETTYSBURG

from wargame_core import load
from wargame_core.authoring import EVERYBODY
from wargame_core.flow.entries import Rolled
from wargame_laws import Trial, laws
from wargame_laws.laws_of_secrets import law_secrets_stay_secret

OTHER_CAMPAIGNS = (
    "action place_depot",
    "event token_sighted",
)
"""Depots stand where this campaign says, for good; sightings are never recorded as such."""

BY_THE_BOOK = ("action battle_report", "action deploy")
"""What needs a free deployment, or a battle fought by people."""

HOURS = ("roll _hour", "roll _hour (2)")
"""The hours of the stand-in, which nobody plays where battles are reported."""

test_laws = laws(
    "gettysburg",
    seeds=range(90),
    players=("belligerent", "random", "belligerent"),
    games=2,
    budget=40,
    bounds=GETTYSBURG,
    unexercised=(*OTHER_CAMPAIGNS, *BY_THE_BOOK),
)

test_laws_of_free_deployment_and_reported_battles = pytest.mark.thorough(
    laws(
        "gettysburg",
        seeds=range(60),
        players=("belligerent", "random", "belligerent"),
        scenario="free",
        options={"battles": "reported", "tabletop_losses": "permanent"},
        budget=60,
        bounds=GETTYSBURG,
        unexercised=(*OTHER_CAMPAIGNS, *HOURS),
    )
)

test_laws_with_a_referee = pytest.mark.thorough(
    laws(
        "gettysburg",
        seeds=range(60),
        players=("belligerent", "random", "belligerent"),
        options={"fog": "referee"},
        budget=60,
        bounds=GETTYSBURG,
        unexercised=(*OTHER_CAMPAIGNS, *BY_THE_BOOK),
    )
)


@pytest.mark.thorough
def test_secrets_stay_secret_where_all_lies_open() -> None:
    law_secrets_stay_secret(Trial(load("gettysburg"), range(10), ("belligerent", "random"), options={"fog": "open"}))


def test_where_all_lies_open_everybody_sees_which_counter_a_piece_gets() -> None:
    game = load("gettysburg")
    match = game.start(seed=1, options={"fog": "open"})
    for _ in islice(match.iter_play({seat: game.bot("random", seed=1) for seat in game.seats}), 5):
        pass
    counters = [entry for entry in match.entries if isinstance(entry, Rolled) and entry.label.startswith("counter of")]
    assert counters
    assert {entry.seen_by for entry in counters} == {EVERYBODY}
